/* Behaviours from inside: wishes, and how they become a heading. */
#ifndef THRONG_BEHAVE_BEHAVE_H
#define THRONG_BEHAVE_BEHAVE_H

#include "crowd/crowd.h"
#include "kernels.h"

struct throng_behave_job {
    const throng_agents *agents; /* their headings are those of the field, and become new ones */
    const throng_group *groups;
    const float *align_x, *align_y, *cohere_x, *cohere_y; /* of groups that are herds, by place */
    uint64_t seed;
    uint64_t substep;    /* counted since the crowd was made */
    uint32_t cpu_quirks; /* THRONG_CPU_SLOW_* */
};

struct throng_herd_job {
    const throng_neighbours *neighbours;
    const throng_agents *agents;
    const throng_group *groups;
    float *align_x, *align_y, *cohere_x, *cohere_y; /* wishes, by place; only of herds */
    float *velocity_x, *velocity_y; /* by order, as throng_herd_prepare finds them */
    bool is_one_group;              /* everybody is of one */
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

/* Least share of its speed to which an agent slows down for its team: who waits in the way of those
 * behind would otherwise wait for ever. */
#define THRONG_WAITING 0.1f

/* 2^24: distances up to it are exact in a float, and nobody is so far ahead. */
#define THRONG_AHEAD_MAX 16777216u

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

/* True if some group has a behaviour that is on; if one of these looks at neighbours. */
bool throng_crowd_behaves(const throng_crowd *crowd);
bool throng_crowd_has_herds(const throng_crowd *crowd);

/* Finds out what all agents of a group have in common in this substep of `dt` seconds. */
void throng_behave_prepare(throng_crowd *crowd, float dt);

/* Sums up all groups that want to know of themselves as a whole, and notes what they have come to.
 */
void throng_team_count(throng_crowd *crowd);
void throng_team_forget_events(throng_crowd *crowd);

/* A group that only follows its field. */
void throng_behaviour_clear(throng_behaviour *behaviour, float cell_size);

/* Makes `behaviour` what a desc says that has been checked, and holds on to its sight field; lets
 * go of the one that it had. */
void throng_behaviour_take_up(throng_behaviour *behaviour, const throng_behaviour_desc *desc,
                              float cell_size);

throng_result throng_behaviour_check_sight(const throng_crowd *crowd,
                                           const throng_sight_field *sight);
throng_result throng_behaviour_check(const throng_context *context,
                                     const throng_behaviour_desc *desc, float cell_size);

void throng_behaviour_let_go(throng_behaviour *behaviour);

/* Copies velocities of the agents begin .. end - 1 of the order for wide kernels; NaN for whoever
 * has no wishes, and so does not count. */
void throng_herd_prepare(const throng_herd_job *job, int32_t begin, int32_t end);

/* Wishes of the agents begin .. end - 1 of the order about their neighbours. */
void throng_herd_scalar(const throng_herd_job *job, int32_t begin, int32_t end);

/* Headings of the agents at places begin .. end - 1. */
void throng_behave_scalar(const throng_behave_job *job, int32_t begin, int32_t end);

#endif
