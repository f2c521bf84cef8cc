/* Repair: raise, then lower.
 *
 *     explained(n):  D(n) >= D(s) + w * cost(n) for some legal neighbour s,
 *                    or n is a goal and D(n) >= its price
 *
 * Raise: whoever is no longer explained loses its distance, which may leave its neighbours without
 * an explanation too. An explanation has a smaller distance, so no two cells explain each other,
 * and the order in which cells are looked at does not matter. What is left are lengths of real
 * walks. Lower: the cells that were raised, and those beside the change, are offered the best way
 * that their neighbours know, and Dijkstra's algorithm goes on from there. */
#include "integration/repair.h"

typedef throng_repair repair;

/* Cells that are done in one go. */
#define PIECE 64

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
    if (number >= (uint32_t)r->job.goals.count)
        return -1;
    const throng_cell g = r->job.goals.cells[number];
    return (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x == cell ? (int32_t)number : -1;
}

static void number_goals(repair *r)
{
    for (int32_t i = 0; i < r->job.goals.count; i++) {
        const throng_cell g = r->job.goals.cells[i];
        const uint32_t cell = (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x;
        const int32_t other = find_goal(r, cell);
        if (other < 0 ||
            throng_goal_price(&r->job.goals, i) < throng_goal_price(&r->job.goals, other))
            r->goal_number[cell] = (uint32_t)i;
    }
}

/* Where the neighbours of a cell lie in an array of the map, by code - 1. What `moves` does not
 * lead to may be any place that can be read: arrays are padded. With all eight at hand at once,
 * nothing below needs a branch for each; one that is not foreseen takes as long as all of them. */
typedef struct neighbours {
    ptrdiff_t cell[8];
} neighbours;

/* Bits of moves. No diagonal is legal without the straight steps on either side of it. */
#define SOUTH 2u
#define NORTH 8u

static inline neighbours neighbours_at(const repair *r, uint32_t cell, unsigned moves)
{
    const ptrdiff_t width = r->width, own = cell;
    const ptrdiff_t north = own - (moves & NORTH ? width : 0);
    const ptrdiff_t south = own + (moves & SOUTH ? width : 0);
    return (neighbours){
        {own + 1, south, own - 1, north, south + 1, south - 1, north - 1, north + 1}};
}

static inline uint32_t lesser(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

/* The length of the best way that the neighbours know, THRONG_UNREACHABLE or more if it does not
 * fit; UINT64_MAX if they know none. */
static uint64_t best_way(const repair *r, uint32_t cell)
{
    const unsigned moves = r->moves[cell];
    const neighbours at = neighbours_at(r, cell, moves);
    uint32_t nearest[2] = {THRONG_UNREACHABLE, THRONG_UNREACHABLE}; /* straight, diagonal */
    for (unsigned k = 0; k < 8; k++) {
        const uint32_t is_illegal = (moves >> k & 1) - 1; /* all bits, or none */
        nearest[k / 4] = lesser(nearest[k / 4], r->distance[at.cell[k]] | is_illegal);
    }
    if (lesser(nearest[0], nearest[1]) == THRONG_UNREACHABLE)
        return UINT64_MAX;
    const uint64_t straight = (uint64_t)nearest[0] + 10u * r->cost[cell];
    const uint64_t diagonal = (uint64_t)nearest[1] + 14u * r->cost[cell];
    return straight < diagonal ? straight : diagonal;
}

static bool is_explained(const repair *r, uint32_t cell)
{
    const uint32_t here = r->distance[cell];
    if (r->cost[cell] == THRONG_WALL)
        return false;
    if (best_way(r, cell) <= here)
        return true;
    const int32_t goal = find_goal(r, cell);
    return goal >= 0 && throng_goal_price(&r->job.goals, goal) <= here;
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

/* The moves from a raised cell to neighbours that it may have explained. */
static unsigned moves_to_explained(const repair *r, const throng_raised *from)
{
    const unsigned moves = r->moves[from->cell];
    const neighbours at = neighbours_at(r, from->cell, moves);
    unsigned explained = 0;
    for (unsigned k = 0; k < 8; k++) {
        const uint32_t step = (k < 4 ? 10u : 14u) * (uint32_t)r->cost[at.cell[k]];
        const uint32_t above =
            r->distance[at.cell[k]] + 1; /* 0: raised as well, or without a way */
        explained |= (unsigned)((uint64_t)from->distance + step < above) << k;
    }
    return explained & moves;
}

/* The raised cells are the list of those to be followed as well. */
static int64_t follow_raised(repair *r)
{
    int64_t count = 0;
    for (; count < PIECE && r->at < r->raised_count && !r->has_given_up; count++, r->at++) {
        const throng_raised from = r->raised[r->at];
        for (unsigned moves = moves_to_explained(r, &from); moves; moves &= moves - 1) {
            const uint32_t cell = neighbour_of(r, from.cell, lowest_move(moves));
            if (!is_explained(r, cell))
                raise_cell(r, cell);
        }
    }
    return count;
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
    if (distance > r->job.goals.limit && r->job.goals.limit < THRONG_UNREACHABLE)
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
    const uint64_t best = best_way(r, cell);
    if (best != UINT64_MAX)
        offer(r, cell, best);
}

static int64_t offer_raised(repair *r)
{
    int64_t count = 0;
    for (; count < PIECE && r->at < r->raised_count && !r->has_given_up; count++, r->at++)
        offer_best(r, r->raised[r->at].cell);
    return count;
}

static int64_t offer_goals(repair *r)
{
    int64_t count = 0;
    for (; count < PIECE && (int32_t)r->at < r->job.goals.count; count++, r->at++) {
        const throng_cell g = r->job.goals.cells[r->at];
        const uint32_t cell = (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x;
        if (r->cost[cell] != THRONG_WALL)
            offer(r, cell, throng_goal_price(&r->job.goals, (int32_t)r->at));
    }
    return count;
}

static void note(repair *r, uint32_t cell)
{
    const int32_t x = (int32_t)(cell % (uint32_t)r->width);
    throng_changes_note(r->changes, (int32_t)(cell / (uint32_t)r->width), x, x + 1);
}

/* The moves to neighbours that are nearer by way of a cell of distance `here`, or for which that
 * may not fit. */
static unsigned moves_to_nearer(const repair *r, uint32_t cell, uint64_t here)
{
    const unsigned moves = r->moves[cell];
    if (here > THRONG_UNREACHABLE - 14 * THRONG_WALL)
        return moves;
    const neighbours at = neighbours_at(r, cell, moves);
    unsigned nearer = 0;
    for (unsigned k = 0; k < 8; k++) {
        const uint32_t step = (k < 4 ? 10u : 14u) * (uint32_t)r->cost[at.cell[k]];
        nearer |= (unsigned)(here + step < r->distance[at.cell[k]]) << k;
    }
    return nearer & moves;
}

static int64_t settle_some(repair *r)
{
    int64_t count = 0;
    for (; count < PIECE && r->offer_count > 0 && !r->has_given_up; count++) {
        const uint64_t least = pop(r);
        const uint32_t cell = (uint32_t)least;
        const uint64_t here = least >> 32;
        if (here != r->distance[cell])
            continue; /* got a better offer since */
        if (++r->at > r->room)
            r->has_given_up = true;
        note(r, cell);
        for (unsigned moves = moves_to_nearer(r, cell, here); moves; moves &= moves - 1) {
            const uint32_t k = lowest_move(moves), neighbour = neighbour_of(r, cell, k);
            offer(r, neighbour, here + step_out_of(r, neighbour, k));
        }
    }
    return count;
}

/* Calls `visit` for one row of the rectangles and the rings of neighbours around them: legal steps
 * may have changed there. Returns how many cells that were, 0 after the last row. */
static int64_t visit_row(repair *r, void (*visit)(repair *r, uint32_t cell))
{
    if (r->rect == r->job.changed_count)
        return 0;
    const throng_rect rect = r->job.changed[r->rect];
    const int32_t left = rect.x > 0 ? rect.x - 1 : 0, top = rect.y > 0 ? rect.y - 1 : 0;
    const int32_t right = rect.x + rect.width < r->width ? rect.x + rect.width + 1 : r->width;
    const int32_t bottom = rect.y + rect.height < r->height ? rect.y + rect.height + 1 : r->height;
    for (int32_t x = left; x < right && !r->has_given_up; x++)
        visit(r, (uint32_t)(top + r->row) * (uint32_t)r->width + (uint32_t)x);
    r->row++;
    if (top + r->row == bottom) {
        r->row = 0;
        r->rect++;
    }
    return right - left;
}

static void raise_unexplained(repair *r, uint32_t cell)
{
    if (r->distance[cell] != THRONG_UNREACHABLE && !is_explained(r, cell))
        raise_cell(r, cell);
}

static int64_t raise_around(repair *r)
{
    return visit_row(r, raise_unexplained);
}

/* True if the rectangle is nothing but walls: then no cell in it or beside it gets nearer. */
static bool is_walled(const repair *r, const throng_rect *rect)
{
    for (int32_t y = rect->y; y < rect->y + rect->height; y++)
        for (int32_t x = rect->x; x < rect->x + rect->width; x++)
            if (r->cost[(size_t)y * (size_t)r->width + (size_t)x] != THRONG_WALL)
                return false;
    return true;
}

static int64_t offer_around(repair *r)
{
    while (r->row == 0 && r->rect < r->job.changed_count && is_walled(r, &r->job.changed[r->rect]))
        r->rect++;
    return visit_row(r, offer_best);
}

static bool has_new_goals(const repair *r)
{
    return r->job.goals.cells != r->job.field->goals;
}

/* Goals that are not among the new ones, or dearer there, lose their distance. */
static int64_t raise_old_goals(repair *r)
{
    const throng_integration_field *field = r->job.field;
    int64_t count = 0;
    for (; count < PIECE && has_new_goals(r) && (int32_t)r->at < field->goal_count;
         count++, r->at++) {
        const throng_cell g = field->goals[r->at];
        raise_unexplained(r, (uint32_t)g.y * (uint32_t)r->width + (uint32_t)g.x);
    }
    return count;
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
static int64_t note_row(repair *r)
{
    if (r->rect == r->job.changed_count)
        return 0;
    const throng_rect rect = r->job.changed[r->rect];
    throng_changes_note(r->changes, rect.y + r->row, rect.x, rect.x + rect.width);
    r->row++;
    if (r->row == rect.height) {
        r->row = 0;
        r->rect++;
    }
    return 1;
}

static int64_t note_raised(repair *r)
{
    int64_t count = 0;
    for (; count < PIECE && r->at < r->raised_count; count++, r->at++)
        if (r->distance[r->raised[r->at].cell] == THRONG_UNREACHABLE)
            note(r, r->raised[r->at].cell);
    return count;
}

static uint32_t room_for(const throng_repair_job *job)
{
    const uint32_t room = throng_repair_room(throng_grid_cells(&job->cost->grid));
    const int64_t worth = THRONG_REPAIR_VISIT * job->field->visit_count + THRONG_REPAIR_LEAST;
    return job->field->visit_count > 0 && worth < room ? (uint32_t)worth : room;
}

void throng_repair_begin(throng_repair *r, const throng_repair_job *job, uint32_t *distance,
                         throng_changes *changes)
{
    const throng_cost_field *cost = job->cost;
    *r = (throng_repair){.job = *job,
                         .cost = cost->cost,
                         .moves = cost->moves,
                         .distance = distance,
                         .width = cost->grid.width,
                         .height = cost->grid.height,
                         .raised = job->solver->raised,
                         .offers = job->solver->offers,
                         .room = room_for(job),
                         .changes = changes,
                         .goal_number = job->solver->next};
    for (int k = 0; k < 8; k++)
        r->offset[k] = (int64_t)throng_step_y[k] * r->width + throng_step_x[k];
    r->has_given_up = is_too_big(job, r->room);
    if (r->has_given_up)
        return;
    number_goals(r);
    if (has_new_goals(r)) {
        const throng_goals old = throng_integration_goals(job->field);
        note_goals(r, &old);
        note_goals(r, &job->goals);
    }
}

throng_progress throng_repair_continue(throng_repair *r, int64_t *work)
{
    /* Each does a piece and returns its cells, 0 when there is nothing left to do. */
    static int64_t (*const steps[])(repair * r) = {raise_around, raise_old_goals, follow_raised,
                                                   offer_raised, offer_around,    offer_goals,
                                                   settle_some,  note_row,        note_raised};
    const int32_t step_count = sizeof steps / sizeof *steps;
    while (r->step < step_count && !r->has_given_up) {
        if (*work <= 0)
            return THRONG_PROGRESS_MORE;
        const int64_t cells = steps[r->step](r);
        *work -= cells * THRONG_WORK_QUEUED;
        if (cells > 0)
            continue;
        r->step++;
        r->at = 0;
        r->rect = r->row = 0;
    }
    return THRONG_PROGRESS_DONE;
}
