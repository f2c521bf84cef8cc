/* What a pass reads: places as the last one left them, in the order of the sort. */
#include "crowd/part.h"

#include "crowd/crowd.h"
#include "crowd/turn.h"

#include <math.h>

#define C1 0.92387953f
#define C2 0.70710678f
#define C3 0.38268343f
const float throng_turn_x[16] = {1, C1, C2, C3, 0, -C3, -C2, -C1, -1, -C1, -C2, -C3, 0, C3, C2, C1};
const float throng_turn_y[16] = {0, C3, C2, C1, 1, C1, C2, C3, 0, -C3, -C2, -C1, -1, -C1, -C2, -C3};

/* Who is at rest gives way at this share of what one on its way does: at a quarter walkers stay
 * stuck among those who have settled (one in 120 in trials), and at 1 they plough them aside. */
#define GIVE_AT_REST 0.4f

/* Who presses against those who stand moves them more than they move it: with as much as they have
 * a walk through a hundred of them takes 2.5 times the free one, with this 1.9. */
#define GIVE_PRESSING 0.25f

void throng_part_prepare(const throng_part_job *job, int32_t begin, int32_t end)
{
    const throng_neighbours *n = job->neighbours;
    const throng_agents *a = job->agents;
    const throng_contacts *c = &job->contacts;
    float drift = n->window * (THRONG_DRIFT_MAX / THRONG_ROW_RADII);
    for (int32_t i = begin; i < end; i++) {
        int32_t place = n->place[i];
        float dx = a->x[place] - n->x[i], dy = a->y[place] - n->y[i];
        bool is_near = dx <= drift && -dx <= drift && dy <= drift && -dy <= drift;
        c->x[i] = a->x[place];
        c->y[i] = a->y[place];
        if (job->is_first) {
            float share = a->rest[place] & THRONG_REST_STANDS    ? GIVE_AT_REST
                          : a->rest[place] & THRONG_REST_PRESSES ? GIVE_PRESSING
                                                                 : 1.0f;
            share = a->flags[place] & THRONG_AGENT_UNYIELDING ? 0.0f : share;
            c->give[i] = share / a->mass[place];
            c->radius[i] = a->radius[place];
        }
        if (!is_near)
            c->radius[i] = NAN;
    }
}
