/* Steering from inside: from heading and push to a new velocity. */
#ifndef THRONG_CROWD_STEER_H
#define THRONG_CROWD_STEER_H

#include "crowd/crowd.h"
#include "kernels.h"

struct throng_steer_job {
    const throng_agents *agents;
    const throng_group *groups;
    float dt;            /* s */
    uint32_t cpu_quirks; /* THRONG_CPU_SLOW_* */
};

void throng_steer_scalar(const throng_steer_job *job, int32_t begin, int32_t end);

#endif
