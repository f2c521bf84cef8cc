/* Behaviours from inside: wishes, and how they become a heading. */
#ifndef THRONG_BEHAVE_BEHAVE_H
#define THRONG_BEHAVE_BEHAVE_H

#include "crowd/crowd.h"
#include "kernels.h"

struct throng_behave_job {
    const throng_agents *agents; /* their headings are those of the field, and become new ones */
    const throng_group *groups;
    uint64_t seed;
    uint64_t substep;    /* counted since the crowd was made */
    uint32_t cpu_quirks; /* THRONG_CPU_SLOW_* */
};

/* Who has no wishes: who is held, or has arrived. */
#define THRONG_AGENT_WISHLESS (THRONG_AGENT_HELD | THRONG_AGENT_ARRIVED)

/* m; nearer than that is there. */
#define THRONG_THERE 1e-6f

/* Most of wall_range, in cells: walls are looked for in so many cells around the own one. */
#define THRONG_WALL_CELLS_MAX 2

/* Half of the tangent of half the angle by which a wish is to be turned, in seconds of turning: who
 * answers at 10 per second turns at ten times the angle per second. */
#define THRONG_TURN_TANGENT 0.05f

/* Share of its max_speed below which an agent has no nose. */
#define THRONG_NOSE_SPEED 0.01f

/* What chance has to say to an agent in this substep. */
static inline uint64_t throng_wander_word(const throng_behave_job *job, uint64_t id,
                                          uint32_t substeps)
{
    /* Indices spread the moments at which chance says something new. */
    return throng_random(job->seed, id, (job->substep + (uint32_t)id) / substeps);
}

/* -1 to 1, of 24 bits. */
static inline float throng_wander_turn(uint64_t word)
{
    return (float)(int32_t)(word >> 40) * 0x1p-23f - 1.0f;
}

/* True if some group has a behaviour that is on. */
bool throng_crowd_behaves(const throng_crowd *crowd);

/* Finds out what all agents of a group have in common in this substep of `dt` seconds. */
void throng_behave_prepare(throng_crowd *crowd, float dt);

/* A group that only follows its field. */
void throng_behaviour_clear(throng_behaviour *behaviour, float cell_size);

/* Makes `behaviour` what a desc says that has been checked. */
void throng_behaviour_take_up(throng_behaviour *behaviour, const throng_behaviour_desc *desc,
                              float cell_size);

throng_result throng_behaviour_check(const throng_context *context,
                                     const throng_behaviour_desc *desc, float cell_size);

/* Headings of the agents at places begin .. end - 1. */
void throng_behave_scalar(const throng_behave_job *job, int32_t begin, int32_t end);

#endif
