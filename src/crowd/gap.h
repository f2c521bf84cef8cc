/* Time gaps from inside: whoever follows others keeps so far behind that it takes a time to walk
 * there. */
#ifndef THRONG_CROWD_GAP_H
#define THRONG_CROWD_GAP_H

#include "crowd/crowd.h"
#include "kernels.h"

/* Least share of its speed to which a time gap slows an agent down. */
#define THRONG_GAP_SLOWEST 0.1f

struct throng_gap_job {
    const throng_neighbours *neighbours;
    const throng_agents *agents;
    const throng_group *groups;
    throng_filter filter;
};

/* Shortens the headings of the agents begin .. end - 1 of the order by their groups' time gaps. */
void throng_gap_scalar(const throng_gap_job *job, int32_t begin, int32_t end);

#endif
