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
 * from beyond the range.
 *
 * Pairs that (nearly) coincide have no direction of their own: it comes from their ids. */
#include "crowd/neighbours.h"

#include "crowd/inverse_root.h"
#include "crowd/turn.h"

#define UNIT THRONG_INVERSE_ROOT_UNIT

typedef struct push {
    float x, y;
} push;

static void add_neighbour(const throng_separation_job *job, int32_t i, int32_t j, push *sum)
{
    const throng_neighbours *n = job->neighbours;
    if (job->filter.words && !throng_filter_allows(&job->filter, n->place[i], n->place[j]))
        return;
    float range = n->reach[i] + n->reach[j];
    float dx = n->x[i] - n->x[j], dy = n->y[i] - n->y[j];
    float distance_sq = dx * dx + dy * dy;
    if (!(distance_sq < range * range))
        return;
    if (distance_sq <= n->window * n->window * THRONG_COINCIDENT_SQ) {
        unsigned turn = throng_turn_of(n->index[i], n->index[j]);
        float weight = (range * UNIT) * n->yield[j];
        sum->x += throng_turn_x[turn] * weight;
        sum->y += throng_turn_y[turn] * weight;
        return;
    }
    float weight = range * throng_inverse_root(distance_sq) - UNIT;
    weight = (weight > 0.0f ? weight : 0.0f) * n->yield[j];
    sum->x += dx * weight;
    sum->y += dy * weight;
}

/* Sums over the agents of one row in the window; `*low` only moves forward along a row. */
static void add_row(const throng_separation_job *job, int32_t i, int32_t end, int32_t *low,
                    push *sum)
{
    const throng_neighbours *n = job->neighbours;
    float x = n->x[i];
    while (*low < end && x - n->x[*low] > n->window)
        ++*low;
    for (int32_t j = *low; j < end && n->x[j] - x <= n->window; j++)
        if (j != i)
            add_neighbour(job, i, j, sum);
}

void throng_separate_scalar(const throng_separation_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    int32_t r = throng_neighbours_row_of(n, begin);
    for (int32_t i = begin; i < end; r++) {
        /* The rows beside: absent ones are empty. A block may begin far along its row. */
        bool has_above = r > 0 && n->row[r - 1] == n->row[r] - 1;
        bool has_below = n->row[r + 1] == n->row[r] + 1;
        float west = n->x[i] - n->window;
        int32_t end_above = n->row_begin[r], end_own = n->row_begin[r + 1];
        int32_t end_below = has_below ? n->row_begin[r + 2] : end_own;
        int32_t low_above = has_above ? throng_neighbours_find_x(n, r - 1, west) : end_above;
        int32_t low_own = throng_neighbours_find_x(n, r, west);
        int32_t low_below = has_below ? throng_neighbours_find_x(n, r + 1, west) : end_own;
        int32_t row_end = end < end_own ? end : end_own;
        for (; i < row_end; i++) {
            push sum = {0.0f, 0.0f};
            add_row(job, i, end_above, &low_above, &sum);
            add_row(job, i, end_own, &low_own, &sum);
            add_row(job, i, end_below, &low_below, &sum);
            float scale = 1.0f / ((2.0f * UNIT * n->reach[i]) * n->yield[i]);
            job->push_x[n->place[i]] = sum.x * scale;
            job->push_y[n->place[i]] = sum.y * scale;
        }
    }
}
