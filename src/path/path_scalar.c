/* A* (Hart, Nilsson and Raphael 1968). The heap gives the cell n with the smallest estimate
 * f(n) = g(n) + h(n): g is the cost so far and h a lower bound of what is left, the distance over
 * empty ground times the lowest cost on the map. h is consistent, h(n) <= w * cost(n) + h(s), so
 * each cell leaves the heap once, with its final g. */
#include "path/path.h"

#include <throng/flow.h>

/* What stays the same during one query, and the length of the heap. */
struct search {
    struct throng_path_entry *heap;
    struct throng_path_mark *marks;
    uint8_t *arrivals;
    uint32_t heap_count;
    uint32_t epoch;
    uint32_t width;
    int32_t goal_x, goal_y;
    /* h = straight * longer side + sideways * shorter side of the rectangle up to the goal. With
     * diagonals the way is `shorter` diagonal steps and `longer - shorter` straight ones, hence
     * sideways = 14 - 10; without, it walks both sides, hence 10. Below 20 * 254 * 16384 < 2^27. */
    uint32_t straight, sideways;
};

static uint32_t index_of(const struct search *search, uint32_t place)
{
    return (place >> THRONG_PATH_COLUMN_BITS) * search->width + (place & THRONG_PATH_COLUMN_MASK);
}

static uint32_t heuristic(const struct search *search, uint32_t place)
{
    const int32_t dx = (int32_t)(place & THRONG_PATH_COLUMN_MASK) - search->goal_x;
    const int32_t dy = (int32_t)(place >> THRONG_PATH_COLUMN_BITS) - search->goal_y;
    const uint32_t a = (uint32_t)(dx < 0 ? -dx : dx);
    const uint32_t b = (uint32_t)(dy < 0 ? -dy : dy);
    return a > b ? search->straight * a + search->sideways * b
                 : search->straight * b + search->sideways * a;
}

/* A total order, so that the path does not depend on how the heap is built. Of equal estimates the
 * one with more behind it (a smaller heuristic) goes first: on open ground that walks straight to
 * the goal instead of widening over all ways of equal cost. */
static bool precedes(const struct search *search, struct throng_path_entry a,
                     struct throng_path_entry b)
{
    if (a.estimate != b.estimate)
        return a.estimate < b.estimate;
    const uint32_t a_left = heuristic(search, a.place);
    const uint32_t b_left = heuristic(search, b.place);
    return a_left != b_left ? a_left < b_left : a.place < b.place;
}

static void put(struct search *search, uint32_t slot, struct throng_path_entry entry)
{
    search->heap[slot] = entry;
    search->marks[index_of(search, entry.place)].slot = slot;
}

/* Writes `entry` where it belongs between the hole at `slot` and the top. */
static void rise(struct search *search, uint32_t slot, struct throng_path_entry entry)
{
    while (slot > 0) {
        const uint32_t parent = (slot - 1) / 2;
        if (!precedes(search, entry, search->heap[parent]))
            break;
        put(search, slot, search->heap[parent]);
        slot = parent;
    }
    put(search, slot, entry);
}

/* Takes the first entry out and closes the hole with the last one. */
static struct throng_path_entry take_first(struct search *search)
{
    const struct throng_path_entry first = search->heap[0];
    const uint32_t count = --search->heap_count;
    search->marks[index_of(search, first.place)].slot = THRONG_PATH_EXPANDED;
    if (count == 0)
        return first;
    const struct throng_path_entry last = search->heap[count];
    uint32_t slot = 0;
    for (uint32_t child = 1; child < count; child = 2 * slot + 1) {
        if (child + 1 < count && precedes(search, search->heap[child + 1], search->heap[child]))
            child++;
        if (!precedes(search, search->heap[child], last))
            break;
        put(search, slot, search->heap[child]);
        slot = child;
    }
    put(search, slot, last);
    return first;
}

/* Offers a way of cost `so_far` into a cell, by the step `code`. */
static void reach(struct search *search, uint32_t place, uint64_t so_far, uint8_t code)
{
    const uint32_t index = index_of(search, place);
    struct throng_path_mark *mark = &search->marks[index];
    uint32_t slot = mark->slot;
    if (mark->epoch != search->epoch)
        slot = search->heap_count;
    else if (slot == THRONG_PATH_EXPANDED)
        return;
    const uint64_t sum = so_far + heuristic(search, place);
    struct throng_path_entry entry = {THRONG_PATH_TOO_DEAR, place};
    if (sum < THRONG_PATH_TOO_DEAR)
        entry.estimate = (uint32_t)sum;
    if (slot == search->heap_count) {
        mark->epoch = search->epoch;
        search->heap_count++;
    } else if (search->heap[slot].estimate <= entry.estimate) {
        return;
    }
    search->arrivals[index] = code;
    rise(search, slot, entry);
}

static struct search begin(struct throng_path_finder *finder, const throng_cost_field *cost,
                           throng_cell to, throng_connectivity connectivity)
{
    const uint32_t cheapest = throng_cost_lowest(cost);
    struct search search = {
        .heap = finder->heap,
        .marks = finder->marks,
        .arrivals = finder->arrivals,
        .epoch = finder->epoch,
        .width = (uint32_t)cost->grid.width,
        .goal_x = to.x,
        .goal_y = to.y,
        .straight = 10 * cheapest,
        .sideways = (connectivity == THRONG_CONNECTIVITY_4 ? 10 : 4) * cheapest,
    };
    return search;
}

throng_result throng_path_search_scalar(struct throng_path_finder *finder,
                                        const throng_cost_field *cost, throng_cell from,
                                        throng_cell to, throng_connectivity connectivity,
                                        uint32_t *total_cost)
{
    /* Flow codes 1..4 are the straight steps. */
    const uint8_t allowed = connectivity == THRONG_CONNECTIVITY_4 ? 0x0f : 0xff;
    const uint32_t goal = throng_path_place(to);
    uint32_t steps[9]; /* by flow code; unsigned, so a step west or north wraps around and back */
    for (uint8_t code = 1; code <= 8; code++) {
        const throng_cell step = {throng_step_x[code - 1], throng_step_y[code - 1]};
        steps[code] = throng_path_place(step);
    }

    struct search search = begin(finder, cost, to, connectivity);
    finder->expanded_count = 0;
    reach(&search, throng_path_place(from), 0, THRONG_FLOW_NONE);
    while (search.heap_count > 0) {
        const struct throng_path_entry n = take_first(&search);
        finder->expanded_count++;
        if (n.place == goal) { /* its heuristic is 0 */
            *total_cost = n.estimate;
            return n.estimate == THRONG_PATH_TOO_DEAR ? THRONG_ERROR_RANGE : THRONG_OK;
        }
        /* Behind a too dear cell all cells are too dear, since h is consistent; the search goes on
         * there to find out whether there is any way at all. */
        const uint64_t so_far = n.estimate - heuristic(&search, n.place);
        const uint32_t index = index_of(&search, n.place);
        const uint32_t ways = cost->moves[index] & allowed;
        const uint32_t straight = 10u * cost->cost[index];
        const uint32_t diagonal = 14u * cost->cost[index];
        for (uint8_t code = 1; code <= 8; code++) {
            if (ways >> (code - 1) & 1u)
                reach(&search, n.place + steps[code],
                      so_far + (code <= THRONG_FLOW_N ? straight : diagonal), code);
        }
    }
    return THRONG_ERROR_NO_PATH;
}
