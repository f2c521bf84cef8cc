/* Repair: raise, then lower.
 *
 *     explained(n):  n is a goal and D(n) >= its price, or D(n) >= D(s) + w * cost(n) for some
 * legal neighbour s
 *
 * Raise: whoever is no longer explained loses its distance, which may leave its neighbours without
 * an explanation too. An explanation has a smaller distance, so no two cells explain each other,
 * and the order in which cells are looked at does not matter. What is left are lengths of real
 * walks. Lower: the cells that were raised, and those beside the change, are offered the best way
 * that their neighbours know, and Dijkstra's algorithm goes on from there. */
#include "integration/repair.h"

typedef struct repair {
    const uint8_t *cost, *moves;
    uint32_t *distance;
    int32_t width, height;
    int64_t offset[8]; /* from a cell to its neighbour by code - 1 */
    throng_raised *raised;
    uint32_t raised_count;
    uint64_t *offers; /* a binary heap of distance << 32 | cell, the least first */
    uint32_t offer_count;
    uint32_t room;     /* for raised cells and for settled ones; offers have four times that */
    bool has_given_up; /* too much work, or a distance that may not fit */
    throng_changes *changes;
    const throng_goals *goals;
    uint32_t *goal_number; /* by cell; see find_goal */
} repair;

/* Index of the lowest set bit; `moves` is not 0. */
static uint32_t lowest_move(unsigned moves)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(moves);
#else
    uint32_t bit = 0;
    while (!(moves >> bit & 1))
        bit++;
    return bit;
#endif
}

static uint32_t step_out_of(const repair *r, uint32_t cell, uint32_t k)
{
    return (k < 4 ? 10u : 14u) * (uint32_t)r->cost[cell];
}

static uint32_t neighbour_of(const repair *r, uint32_t cell, uint32_t k)
{
    return (uint32_t)((int64_t)cell + r->offset[k]);
}

/* The number of the cheapest goal in a cell; -1 if there is none. What a cell's goal_number holds
 * is only true if that goal lies there, so that the numbers of other cells need not be cleared. */
static int32_t find_goal(const repair *r, uint32_t cell)
{
    const uint32_t number = r->goal_number[cell];
    if (number >= (uint32_t)r->goals->count)
        return -1;
    const throng_cell g = r->goals->cells[number];
    return (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x == cell ? (int32_t)number : -1;
}

static void number_goals(repair *r)
{
    for (int32_t i = 0; i < r->goals->count; i++) {
        const throng_cell g = r->goals->cells[i];
        const uint32_t cell = (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x;
        const int32_t other = find_goal(r, cell);
        if (other < 0 || throng_goal_price(r->goals, i) < throng_goal_price(r->goals, other))
            r->goal_number[cell] = (uint32_t)i;
    }
}

static bool is_explained(const repair *r, uint32_t cell)
{
    const uint32_t here = r->distance[cell];
    if (r->cost[cell] == THRONG_WALL)
        return false;
    for (unsigned moves = r->moves[cell]; moves; moves &= moves - 1) {
        const uint32_t k = lowest_move(moves), step = step_out_of(r, cell, k);
        if (here >= step && r->distance[neighbour_of(r, cell, k)] <= here - step)
            return true;
    }
    const int32_t goal = find_goal(r, cell);
    return goal >= 0 && throng_goal_price(r->goals, goal) <= here;
}

static void raise_cell(repair *r, uint32_t cell)
{
    if (r->raised_count == r->room) {
        r->has_given_up = true;
        return;
    }
    r->raised[r->raised_count++] = (throng_raised){cell, r->distance[cell]};
    r->distance[cell] = THRONG_UNREACHABLE;
}

/* The raised cells are the list of those to be followed as well. */
static void follow_raised(repair *r)
{
    for (uint32_t i = 0; i < r->raised_count && !r->has_given_up; i++) {
        const throng_raised from = r->raised[i];
        for (unsigned moves = r->moves[from.cell]; moves; moves &= moves - 1) {
            const uint32_t k = lowest_move(moves), cell = neighbour_of(r, from.cell, k);
            const uint32_t here = r->distance[cell];
            if (here == THRONG_UNREACHABLE || here <= from.distance ||
                here - from.distance < step_out_of(r, cell, k))
                continue; /* was not explained by the raised cell */
            if (!is_explained(r, cell))
                raise_cell(r, cell);
        }
    }
}

static void push(repair *r, uint64_t offer)
{
    if (r->offer_count == 4 * r->room) {
        r->has_given_up = true;
        return;
    }
    uint64_t *heap = r->offers;
    uint32_t at = r->offer_count++;
    while (at > 0 && heap[(at - 1) / 2] > offer) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = offer;
}

static uint64_t pop(repair *r)
{
    uint64_t *heap = r->offers;
    const uint64_t least = heap[0], last = heap[--r->offer_count];
    uint32_t at = 0;
    for (uint32_t child = 1; child < r->offer_count; child = 2 * at + 1) {
        child += child + 1 < r->offer_count && heap[child + 1] < heap[child];
        if (heap[child] >= last)
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = last;
    return least;
}

static void offer(repair *r, uint32_t cell, uint64_t distance)
{
    if (distance > r->goals->limit && r->goals->limit < THRONG_UNREACHABLE)
        return;
    if (distance >= THRONG_UNREACHABLE) /* a whole solve knows whether another way fits */
        r->has_given_up = r->has_given_up || r->distance[cell] == THRONG_UNREACHABLE;
    else if (distance < r->distance[cell]) {
        r->distance[cell] = (uint32_t)distance;
        push(r, distance << 32 | cell);
    }
}

/* Offers a cell the best way that its neighbours know. */
static void offer_best(repair *r, uint32_t cell)
{
    uint64_t best = UINT64_MAX;
    for (unsigned moves = r->moves[cell]; moves; moves &= moves - 1) {
        const uint32_t k = lowest_move(moves), there = r->distance[neighbour_of(r, cell, k)];
        if (there == THRONG_UNREACHABLE)
            continue;
        const uint64_t total = (uint64_t)there + step_out_of(r, cell, k);
        best = total < best ? total : best;
    }
    if (best != UINT64_MAX)
        offer(r, cell, best);
}

static void offer_goals(repair *r)
{
    for (int32_t i = 0; i < r->goals->count; i++) {
        const throng_cell g = r->goals->cells[i];
        const uint32_t cell = (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x;
        if (r->cost[cell] != THRONG_WALL)
            offer(r, cell, throng_goal_price(r->goals, i));
    }
}

static void note(repair *r, uint32_t cell)
{
    const int32_t x = (int32_t)(cell % (uint32_t)r->width);
    throng_changes_note(r->changes, (int32_t)(cell / (uint32_t)r->width), x, x + 1);
}

static void settle_all(repair *r)
{
    for (uint32_t settled_count = 0; r->offer_count > 0 && !r->has_given_up;) {
        const uint64_t least = pop(r);
        const uint32_t cell = (uint32_t)least;
        const uint64_t here = least >> 32;
        if (here != r->distance[cell])
            continue; /* got a better offer since */
        if (++settled_count > r->room)
            r->has_given_up = true;
        note(r, cell);
        for (unsigned moves = r->moves[cell]; moves; moves &= moves - 1) {
            const uint32_t k = lowest_move(moves), neighbour = neighbour_of(r, cell, k);
            offer(r, neighbour, here + step_out_of(r, neighbour, k));
        }
    }
}

/* Calls `visit` for the cells of a rectangle and the ring of neighbours around it: legal steps may
 * have changed there. */
static void visit_around(repair *r, throng_rect rect, void (*visit)(repair *r, uint32_t cell))
{
    const int32_t left = rect.x > 0 ? rect.x - 1 : 0, top = rect.y > 0 ? rect.y - 1 : 0;
    const int32_t right = rect.x + rect.width < r->width ? rect.x + rect.width + 1 : r->width;
    const int32_t bottom = rect.y + rect.height < r->height ? rect.y + rect.height + 1 : r->height;
    for (int32_t y = top; y < bottom && !r->has_given_up; y++)
        for (int32_t x = left; x < right; x++)
            visit(r, (uint32_t)y * (uint32_t)r->width + (uint32_t)x);
}

static void raise_unexplained(repair *r, uint32_t cell)
{
    if (r->distance[cell] != THRONG_UNREACHABLE && !is_explained(r, cell))
        raise_cell(r, cell);
}

/* Goals that are not among the new ones, or dearer there, lose their distance. */
static void raise_old_goals(repair *r, const throng_integration_field *field)
{
    for (int32_t i = 0; i < field->goal_count && !r->has_given_up; i++) {
        const throng_cell g = field->goals[i];
        raise_unexplained(r, (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x);
    }
}

/* True if looking at the rectangles alone is more than a repair is worth. */
static bool is_too_big(const throng_repair_job *job, uint32_t room)
{
    int64_t cells = 0;
    for (int32_t i = 0; i < job->changed_count; i++)
        cells += (int64_t)job->changed[i].width * job->changed[i].height;
    return cells > room;
}

/* Whether a cell is a goal with a price says its direction, even if D stays. */
static void note_goals(repair *r, const throng_goals *goals)
{
    for (int32_t i = 0; i < goals->count; i++)
        if (throng_goal_price(goals, i) > 0)
            throng_changes_note(r->changes, goals->cells[i].y, goals->cells[i].x,
                                goals->cells[i].x + 1);
}

/* Costs and legal steps of the rectangles count as changed; distances that were set anew were
 * noted when they were settled. */
static void note_rest(repair *r, const throng_repair_job *job)
{
    for (int32_t i = 0; i < job->changed_count; i++) {
        const throng_rect rect = job->changed[i];
        for (int32_t y = rect.y; y < rect.y + rect.height; y++)
            throng_changes_note(r->changes, y, rect.x, rect.x + rect.width);
    }
    if (job->goals.cells != job->field->goals) {
        const throng_goals old = throng_integration_goals(job->field);
        note_goals(r, &old);
        note_goals(r, &job->goals);
    }
    for (uint32_t i = 0; i < r->raised_count; i++)
        if (r->distance[r->raised[i].cell] == THRONG_UNREACHABLE)
            note(r, r->raised[i].cell);
}

bool throng_repair_scalar(const throng_repair_job *job)
{
    const throng_cost_field *cost = job->cost;
    repair r = {.cost = cost->cost,
                .moves = cost->moves,
                .distance = job->field->distance,
                .width = cost->grid.width,
                .height = cost->grid.height,
                .raised = job->solver->raised,
                .offers = job->solver->offers,
                .room = throng_repair_room(throng_grid_cells(&cost->grid)),
                .changes = &job->field->changes,
                .goals = &job->goals,
                .goal_number = job->solver->next};
    for (int k = 0; k < 8; k++)
        r.offset[k] = (int64_t)throng_step_y[k] * r.width + throng_step_x[k];
    if (is_too_big(job, r.room))
        return false;
    number_goals(&r);

    for (int32_t i = 0; i < job->changed_count; i++)
        visit_around(&r, job->changed[i], raise_unexplained);
    if (job->goals.cells != job->field->goals)
        raise_old_goals(&r, job->field);
    follow_raised(&r);

    for (uint32_t i = 0; i < r.raised_count && !r.has_given_up; i++)
        offer_best(&r, r.raised[i].cell);
    for (int32_t i = 0; i < job->changed_count; i++)
        visit_around(&r, job->changed[i], offer_best);
    offer_goals(&r);
    settle_all(&r);
    if (!r.has_given_up)
        note_rest(&r, job);
    return !r.has_given_up;
}
