/* Dijkstra's algorithm with the heap of C++'s standard library; the rest is as in heap.c. */
#include "peers.h"

#include <queue>
#include <utility>
#include <vector>

namespace
{

using entry = std::pair<uint32_t, int32_t>; /* distance, cell */

struct map {
    int32_t width, height;
    const uint8_t *costs;
};

const uint8_t wall = 255;
const uint32_t unreachable = UINT32_MAX;
const int32_t step_x[8] = {1, -1, 0, 0, 1, 1, -1, -1};
const int32_t step_y[8] = {0, 0, 1, -1, 1, -1, 1, -1};

void *open(int32_t width, int32_t height, const uint8_t *costs)
{
    return new map{width, height, costs};
}

void solve(void *peer, int32_t goal, uint32_t *distance)
{
    const map &m = *static_cast<const map *>(peer);
    std::priority_queue<entry, std::vector<entry>, std::greater<entry>> queue;
    for (int32_t i = 0; i < m.width * m.height; i++)
        distance[i] = unreachable;
    distance[goal] = 0;
    queue.emplace(0, goal);
    while (!queue.empty()) {
        const entry own = queue.top();
        queue.pop();
        if (own.first > distance[own.second])
            continue;
        const int32_t x = own.second % m.width, y = own.second / m.width;
        for (int32_t k = 0; k < 8; k++) {
            const int32_t to_x = x + step_x[k], to_y = y + step_y[k], to = to_y * m.width + to_x;
            if (to_x < 0 || to_y < 0 || to_x >= m.width || to_y >= m.height || m.costs[to] == wall)
                continue;
            if (k >= 4 &&
                (m.costs[y * m.width + to_x] == wall || m.costs[to_y * m.width + x] == wall))
                continue;
            const uint32_t sum = own.first + (k < 4 ? 10u : 14u) * m.costs[to];
            if (sum < distance[to]) {
                distance[to] = sum;
                queue.emplace(sum, to);
            }
        }
    }
}

} /* namespace */

const bench_field_peer bench_priority_queue = {open, solve};
