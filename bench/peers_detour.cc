/* DetourCrowd of Recast Navigation, with separation and nothing else that can be switched off: no
 * anticipation, no obstacle avoidance, no look-ahead along a path; velocities are asked for, so
 * that no path is searched. It does more than we do where it keeps agents on a navigation mesh of
 * any shape in three dimensions and parts overlapping agents in four passes, and less where it
 * looks at no more than six neighbours of each, has one polygon without a wall to mind, and samples
 * no field. */
#include "peers.h"

#include <recastnavigation/DetourCrowd.h>
#include <recastnavigation/DetourNavMesh.h>
#include <recastnavigation/DetourNavMeshBuilder.h>

#include <cmath>
#include <cstring>
#include <vector>

namespace
{

/* m; the mesh counts in these, 16 bits of them */
const float unit = 0.05f;

struct peer {
    bench_discs discs;
    std::vector<float> x, y, end_x, end_y;
    dtNavMesh *mesh;
    dtCrowd *crowd;
};

/* One square on the ground. */
dtNavMesh *make_mesh(float side)
{
    const unsigned short end = static_cast<unsigned short>(side / unit), none = 0xffff;
    const unsigned short vertices[] = {0, 0, 0, 0, 0, end, end, 0, end, end, 0, 0};
    const unsigned short polygon[] = {0, 1, 2, 3, none, none, none, none};
    const unsigned short flags[] = {1};
    const unsigned char areas[] = {0};
    dtNavMeshCreateParams params;
    std::memset(&params, 0, sizeof params);
    params.verts = vertices;
    params.vertCount = 4;
    params.polys = polygon;
    params.polyFlags = flags;
    params.polyAreas = areas;
    params.polyCount = 1;
    params.nvp = 4;
    params.walkableHeight = 2.0f;
    params.walkableRadius = 0.2f;
    params.walkableClimb = 0.5f;
    params.bmax[0] = params.bmax[2] = side;
    params.bmax[1] = 1.0f;
    params.cs = unit;
    params.ch = unit;
    unsigned char *data = nullptr;
    int bytes = 0;
    dtNavMesh *mesh = dtAllocNavMesh();
    if (!mesh || !dtCreateNavMeshData(&params, &data, &bytes) ||
        dtStatusFailed(mesh->init(data, bytes, DT_TILE_FREE_DATA)))
        return nullptr;
    return mesh;
}

bool add_agent(dtCrowd &crowd, const peer &p, size_t i)
{
    const float at[3] = {p.x[i], 0.0f, p.y[i]};
    dtCrowdAgentParams params;
    std::memset(&params, 0, sizeof params);
    params.radius = p.discs.radius;
    params.height = 1.8f;
    params.maxAcceleration = p.discs.max_acceleration;
    params.maxSpeed = p.discs.max_speed;
    params.collisionQueryRange = p.discs.range;
    params.pathOptimizationRange = 1.0f;
    params.separationWeight = 2.0f;
    params.updateFlags = DT_CROWD_SEPARATION;
    const int index = crowd.addAgent(at, &params);
    if (index < 0)
        return false;
    const float dx = p.discs.goal_x - p.x[i], dy = p.discs.goal_y - p.y[i];
    const float scale = p.discs.max_speed / std::sqrt(dx * dx + dy * dy + 1e-6f);
    const float velocity[3] = {dx * scale, 0.0f, dy * scale};
    return crowd.requestMoveVelocity(index, velocity);
}

void prepare(void *data)
{
    peer &p = *static_cast<peer *>(data);
    for (int i = 0; i < p.discs.count; i++)
        p.crowd->removeAgent(i);
    for (size_t i = 0; i < p.x.size(); i++)
        add_agent(*p.crowd, p, i);
    p.crowd->update(p.discs.dt, nullptr); /* everybody is found on the mesh, once */
}

void *open(const bench_discs *discs)
{
    const size_t count = static_cast<size_t>(discs->count);
    peer *p = new peer;
    p->discs = *discs;
    p->x.assign(discs->x, discs->x + count);
    p->y.assign(discs->y, discs->y + count);
    p->end_x.resize(count);
    p->end_y.resize(count);
    p->mesh = make_mesh(discs->side);
    p->crowd = dtAllocCrowd();
    if (!p->mesh || !p->crowd || !p->crowd->init(discs->count, discs->radius, p->mesh))
        return nullptr;
    for (size_t i = 0; i < count; i++)
        if (!add_agent(*p->crowd, *p, i))
            return nullptr;
    return p;
}

void work(void *data)
{
    peer &p = *static_cast<peer *>(data);
    p.crowd->update(p.discs.dt, nullptr);
}

const float *x(const void *data)
{
    peer &p = *static_cast<peer *>(const_cast<void *>(data));
    for (int i = 0; i < p.discs.count; i++)
        p.end_x[static_cast<size_t>(i)] = p.crowd->getAgent(i)->npos[0];
    return p.end_x.data();
}

const float *y(const void *data)
{
    peer &p = *static_cast<peer *>(const_cast<void *>(data));
    for (int i = 0; i < p.discs.count; i++)
        p.end_y[static_cast<size_t>(i)] = p.crowd->getAgent(i)->npos[2];
    return p.end_y.data();
}

} /* namespace */

const bench_crowd_peer bench_detour = {open, prepare, work, x, y};
