/* nanoflann: a k-d tree over everybody, built anew since everybody moves, then a search around each
 * that sums the pushes as neighbours are found, without a list of them: its best case. It searches
 * in any number of dimensions. */
#include "peers.h"

#include <nanoflann.hpp>

#include <cmath>
#include <vector>

namespace
{

struct cloud {
    std::vector<float> x, y;

    size_t kdtree_get_point_count() const
    {
        return x.size();
    }
    float kdtree_get_pt(size_t i, size_t dimension) const
    {
        return dimension == 0 ? x[i] : y[i];
    }
    template <class Box> bool kdtree_get_bbox(Box &) const
    {
        return false;
    }
};

using tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, cloud>, cloud,
                                                 2, uint32_t>;

struct peer {
    cloud at;
    float range;
    std::vector<float> push_x, push_y;
};

/* Sums over the neighbours of one agent: what nanoflann calls a result set. */
struct pushes {
    const cloud &at;
    size_t own;
    float range, range_sq, x = 0.0f, y = 0.0f;

    bool addPoint(float distance_sq, uint32_t other)
    {
        if (other == own || !(distance_sq < range_sq) || distance_sq == 0.0f)
            return true;
        const float weight = range / std::sqrt(distance_sq) - 1.0f;
        x += (at.x[own] - at.x[other]) * weight;
        y += (at.y[own] - at.y[other]) * weight;
        return true;
    }
    float worstDist() const
    {
        return range_sq;
    }
    bool full() const
    {
        return true;
    }
    size_t size() const
    {
        return 0;
    }
    void init()
    {
    }
};

void *open(const bench_discs *discs)
{
    const size_t count = static_cast<size_t>(discs->count);
    peer *p = new peer;
    p->at.x.assign(discs->x, discs->x + count);
    p->at.y.assign(discs->y, discs->y + count);
    p->range = discs->range;
    p->push_x.resize(count);
    p->push_y.resize(count);
    return p;
}

void work(void *data)
{
    peer &p = *static_cast<peer *>(data);
    /* Points in a leaf: 64 is the fastest of 8 to 100 here. */
    tree t(2, p.at, nanoflann::KDTreeSingleIndexAdaptorParams(64));
    t.buildIndex();
    for (size_t i = 0; i < p.at.x.size(); i++) {
        const float centre[2] = {p.at.x[i], p.at.y[i]};
        pushes sum{p.at, i, p.range, p.range * p.range};
        t.findNeighbors(sum, centre, nanoflann::SearchParams());
        p.push_x[i] = sum.x / p.range;
        p.push_y[i] = sum.y / p.range;
    }
}

const float *x(const void *data)
{
    return static_cast<const peer *>(data)->push_x.data();
}

const float *y(const void *data)
{
    return static_cast<const peer *>(data)->push_y.data();
}

} /* namespace */

const bench_crowd_peer bench_nanoflann = {open, nullptr, work, x, y};
