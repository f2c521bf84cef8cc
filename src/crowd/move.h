/* Motion from inside: from velocities to places that no wall forbids. */
#ifndef THRONG_CROWD_MOVE_H
#define THRONG_CROWD_MOVE_H

#include "crowd/crowd.h"
#include "kernels.h"

struct throng_move_job {
    const throng_agents *agents;
    const throng_group *groups;
    float dt;            /* s */
    uint32_t cpu_quirks; /* THRONG_CPU_SLOW_* */
    /* NULL, or velocities are shifts of a pass: who has none is left alone, and nobody is shifted
     * to where the straight way from here, where the substep began, is not free. */
    const float *from_x, *from_y;
};

void throng_move_scalar(const throng_move_job *job, int32_t begin, int32_t end);

#endif
