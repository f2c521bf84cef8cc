/* Separation: every neighbour in range pushes along the line between the centres, the closer the
 * harder, falling off linearly to nothing at the end of the range. The heavier of two yields less,
 * and so does the larger: between equals a push is 1 where the centres meet.
 *
 *     push_i = 1 / (2 reach_i m_i) * sum over j:  (p_i - p_j) max(R / d - 1, 0) m_j
 *     R = reach_i + reach_j,  d = |p_i - p_j|,  in the order (row, x, id)
 *
 * m is the root of the mass, in shares of the greatest in the crowd ("yield"), so that it is 1 in a
 * crowd of equals. Everything that does not depend on the pair is outside the sum. 1 / d is in
 * units of UNIT and up to a seven-hundredth too small (inverse_root.h), so R / d - 1 is, too:
 * pushes are up to a seven-hundredth of the greatest smaller than they should be, and none comes
 * from beyond the range. Where all are alike, R does not depend on the pair either: it is the unit
 * of reach, so that the sum is of (p_i - p_j) max(1 / d - 1 / R, 0).
 *
 * Pairs that (nearly) coincide have no direction of their own: it comes from their ids.
 *
 * Nothing branches on whether a candidate is in range: about half of them are, nobody foresees
 * which, and to guess wrong costs as much as to compute a push that is nothing. */
#include "crowd/neighbours.h"

#include "crowd/inverse_root.h"
#include "crowd/turn.h"

#define UNIT THRONG_INVERSE_ROOT_UNIT

typedef struct push {
    float x, y;
} push;

/* v, or 0 if it is less, by the sign bit: of a comparison compilers make a branch. */
static float at_least_zero(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits &= (bits >> 31) - 1;
    memcpy(&v, &bits, sizeof v);
    return v;
}

static push add_coincident(const throng_neighbours *n, int32_t i, int32_t j, push sum)
{
    unsigned turn = throng_turn_of(n->index[i], n->index[j]);
    float weight = ((n->reach[i] + n->reach[j]) * UNIT) * n->yield[j];
    return (push){sum.x + throng_turn_x[turn] * weight, sum.y + throng_turn_y[turn] * weight};
}

/* Adds the agents begin .. end - 1 of the order, none of whom is i. */
static push add_neighbours(const throng_separation_job *job, int32_t i, int32_t begin, int32_t end,
                           push sum)
{
    const throng_neighbours *n = job->neighbours;
    const float coincident_sq = n->window * n->window * THRONG_COINCIDENT_SQ;
    const float x = n->x[i], y = n->y[i], reach = n->reach[i], least = UNIT / n->unit;
    for (int32_t j = begin; j < end; j++) {
        if (job->filter.words && !throng_filter_allows(&job->filter, n->place[i], n->place[j]))
            continue;
        float dx = x - n->x[j], dy = y - n->y[j];
        float distance_sq = dx * dx + dy * dy;
        if (distance_sq <= coincident_sq) {
            sum = add_coincident(n, i, j, sum);
            continue;
        }
        float weight = (reach + n->reach[j]) * throng_inverse_root(distance_sq) - least;
        weight = at_least_zero(weight) * n->yield[j];
        sum.x += dx * weight;
        sum.y += dy * weight;
    }
    return sum;
}

/* The agents of one row in the window of an agent: `low` is the first that is not too far west,
 * `high` the first that is too far east. Both only move on along a row. */
typedef struct window {
    int32_t low, high, end;
} window;

static void move_on(const throng_neighbours *n, float x, window *w)
{
    while (w->low < w->end && x - n->x[w->low] > n->window)
        w->low++;
    while (w->high < w->end && n->x[w->high] - x <= n->window)
        w->high++;
}

/* In row r from the window of an agent at x on; nobody where the row is absent. */
static window find(const throng_neighbours *n, int32_t r, bool is_there, float x)
{
    if (!is_there)
        return (window){0, 0, 0};
    int32_t low = throng_neighbours_find_x(n, r, x - n->window);
    return (window){low, low, n->row_begin[r + 1]};
}

void throng_separate_scalar(const throng_separation_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        /* A block may begin far along its row. */
        window above = find(n, r - 1, r > 0 && n->row[r - 1] == n->row[r] - 1, n->x[i]);
        window own = find(n, r, true, n->x[i]);
        window below = find(n, r + 1, n->row[r + 1] == n->row[r] + 1, n->x[i]);
        int32_t row_end = end < own.end ? end : own.end;
        for (; i < row_end; i++) {
            move_on(n, n->x[i], &above);
            move_on(n, n->x[i], &own);
            move_on(n, n->x[i], &below);
            push sum = {0.0f, 0.0f};
            sum = add_neighbours(job, i, above.low, above.high, sum);
            sum = add_neighbours(job, i, own.low, i, sum);
            sum = add_neighbours(job, i, i + 1, own.high, sum);
            sum = add_neighbours(job, i, below.low, below.high, sum);
            float scale = 1.0f / ((2.0f * UNIT * n->reach[i]) * n->yield[i]);
            job->push_x[n->place[i]] = sum.x * scale;
            job->push_y[n->place[i]] = sum.y * scale;
        }
    }
}
