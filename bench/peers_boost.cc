/* Boost.Graph's Dijkstra. The map becomes a graph of rows of edges (compressed sparse rows, the
 * fastest of Boost's graphs to read) before time is taken, and no colours are kept, which is
 * Boost's faster form. It also takes costs of any type and graphs of any shape. */
#include "peers.h"

#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths_no_color_map.hpp>

#include <utility>
#include <vector>

namespace
{

struct weight {
    uint32_t cost;
};

using graph = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, weight,
                                                 boost::no_property, uint32_t, uint32_t>;

struct peer {
    graph map;
};

const uint8_t wall = 255;
const int32_t step_x[8] = {1, -1, 0, 0, 1, 1, -1, -1};
const int32_t step_y[8] = {0, 0, 1, -1, 1, -1, 1, -1};

void *open(int32_t width, int32_t height, const uint8_t *costs)
{
    std::vector<std::pair<uint32_t, uint32_t>> edges;
    std::vector<weight> weights;
    const auto is_wall = [&](int32_t x, int32_t y) {
        return x < 0 || y < 0 || x >= width || y >= height || costs[y * width + x] == wall;
    };
    for (int32_t y = 0; y < height; y++)
        for (int32_t x = 0; x < width; x++)
            for (int32_t k = 0; k < 8 && !is_wall(x, y); k++) {
                const int32_t to_x = x + step_x[k], to_y = y + step_y[k];
                if (is_wall(to_x, to_y) || (k >= 4 && (is_wall(to_x, y) || is_wall(x, to_y))))
                    continue;
                const int32_t to = to_y * width + to_x;
                edges.emplace_back(static_cast<uint32_t>(y * width + x), static_cast<uint32_t>(to));
                weights.push_back({(k < 4 ? 10u : 14u) * costs[to]});
            }
    return new peer{graph(boost::edges_are_sorted, edges.begin(), edges.end(), weights.begin(),
                          static_cast<uint32_t>(width * height))};
}

void solve(void *data, int32_t goal, uint32_t *distance)
{
    const graph &map = static_cast<peer *>(data)->map;
    boost::dijkstra_shortest_paths_no_color_map(
        map, static_cast<uint32_t>(goal),
        boost::weight_map(boost::get(&weight::cost, map))
            .distance_map(
                boost::make_iterator_property_map(distance, boost::get(boost::vertex_index, map)))
            .distance_inf(UINT32_MAX));
}

} /* namespace */

const bench_field_peer bench_boost = {open, solve};
