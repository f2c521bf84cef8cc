/*
 * behaviour.h: what else moves the agents of a group, beside following its field.
 *
 * Every behaviour makes a wish: a velocity as a share of the agent's max_speed, at most 1 long as a
 * rule. Wishes times their weights are combined into a heading, which takes the place of the
 * field's direction and is at most 1 long. From there on all is as ever: the agent turns aside for
 * who comes (side_bias), keeps its time gap, slows down on dear ground and near its goal, and
 * answers within its max_acceleration, which is the greatest force per mass that any of this has.
 * Separation pushes beside it, walls hold, and mass says who yields when two press.
 *
 * All of it is off by default, and then costs nothing. Whoever has arrived, sleeps, is paused or
 * kinematic or in quarantine has no wishes. A group without a field that has a behaviour does not
 * stand idle, and none of its agents falls asleep.
 *
 * The repertoire is that of C. Reynolds (1999), "Steering behaviors for autonomous characters".
 * Results are the same bits everywhere, chance included (throng_random), and depend on the state
 * alone.
 */
#ifndef THRONG_BEHAVIOUR_H
#define THRONG_BEHAVIOUR_H

#include <throng/crowd.h>
#include <throng/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Most of a weight. */
#define THRONG_WEIGHT_MAX 64.0f

/* How wishes become one heading. */
typedef enum throng_combine {
    /* Their sum, shortened to 1 where it is longer. */
    THRONG_COMBINE_SUM = 0,
    /* One after the other, in the order of the desc from avoid_walls on: each may make the sum as
     * much longer as is still missing to 1, and is shortened to that. Whoever is close to a wall or
     * to a threat thus forgets all the rest. */
    THRONG_COMBINE_PRIORITY = 1
} throng_combine;

/* Somebody or some place. */
typedef struct throng_target {
    throng_agent_id agent; /* of the same crowd, of any group. THRONG_AGENT_NONE: the point below */
    float x, y;            /* m, -1e9..1e9; not looked at if there is an agent */
} throng_target;

/* What the agents of a group want. Weights are 0 (off, the default) to THRONG_WEIGHT_MAX. An agent
 * within a micrometre of a target or of a threat has no wish about it; nobody has one about an
 * agent that has been removed, or about itself. */
typedef struct throng_behaviour_desc {
    size_t struct_size;
    throng_combine combine; /* default THRONG_COMBINE_SUM */

    /* Away from walls and the map's edge: 1 - d / wall_range for the nearest wall at d metres from
     * the centre; walls on either side of a corridor cancel out. Exactly: every wall cell within
     * two cells (one, if wall_range is no more) pushes straight away from its nearest point, but
     * for corners with another wall cell beside them that is nearer; in each of the four directions
     * of the axes the hardest push counts, and opposite ones are subtracted. */
    float avoid_walls;
    float wall_range; /* m, above 0 to 2 cells, default 1 cell (0 stands for it) */

    /* Away from the threat: 1 - d / flee_range at d metres, nothing beyond. `evade` flees from
     * where the threat will be: after d / max_speed seconds, at most `foresight`, if it goes on as
     * it does. Of a point that is the same. */
    float flee, evade;
    throng_target threat;
    float flee_range; /* m, above 0 to 1e6, default 10 */

    /* The direction of the group's field, at the place of the agent by throng_sample; by
     * `is_direct` that of its own cell, which turns in jumps. Default 1. */
    float follow;
    bool is_direct;

    /* Cells that see the target (throng_sight, from its cell and with the radius of the agents), or
     * NULL, the default. There the field's direction becomes that of the target, step by step
     * across the border of what sees it: the share is blended between cell centres as directions
     * are. The group holds on to it: it can't be destroyed. A step is refused (OUT_OF_DATE) unless
     * it is that of the group's `cost` or `walls` as they are now (throng_sight_is_current). While
     * the target is not within the rectangle round the goals that it was solved for, agents follow
     * their field: solve it again when a target has moved to another cell, or for goals all round
     * it. */
    const throng_sight_field *sight;

    /* To the target at full speed: to where it will be (`pursue`, foreseen as by `evade`), or to
     * where it is (`seek`), or the same with a speed that falls off linearly within arrive_range
     * (`arrive`: d / arrive_range). */
    float pursue, seek, arrive;
    throng_target target;
    float arrive_range; /* m, above 0 to 1e6, default 2 */
    float foresight;    /* s, 0..60, default 2 */

    /* To keep the group's mean velocity (`stay`), or that of the neighbours (`align`): the mean,
     * over max_speed, at most 1. And to the middle of the neighbours (`cohere`): the way there over
     * neighbour_range. Neighbours are those of the same group, and of every group on one of the
     * layers `mates`, within neighbour_range, centre to centre, and only who has wishes counts; the
     * time that they take grows with the square of the range. */
    float stay, align, cohere;
    float neighbour_range; /* m, above 0 to 1000, default 3 */
    uint16_t mates;        /* bits of throng_group_desc.layers; default 0: the own group alone */

    /* Where the nose points, turned by chance: a wish 1 long that turns the agent by up to
     * `wander_turn` to either side. What chance says holds for `wander_time` and is not the same
     * time for all. An agent turns as fast as is asked only if this is its only wish, and above 5
     * rad/s less; who stands sets off in one of sixteen directions. */
    float wander;
    float wander_turn; /* rad/s, 0..20, default 1 */
    float wander_time; /* s, above 0 to 3600, default 0.5 */

    /* Teams. Whoever is ahead of the group's mean walks slower, at 1 - ahead / keep_together of its
     * heading and at a tenth at least: so a scattered team first joins up, and goes at the pace of
     * its slowest. `ahead` is the difference of distances to go (integration field), in metres of
     * the cheapest ground; those who can't reach the goal do not count. Choose more than a third of
     * the length of the marching team, and more than half of it if it is to count as joined up
     * (TEAM_JOINED). 0 (off, the default) to 1e6 m. */
    float keep_together;

    /* The group has arrived once this share of its members has: the others then arrive where they
     * are. 0 (off, the default) to 1. */
    float arrives_together;

    /* Nobody moves for less: a heading shorter than this becomes 0. 0..1, default 0. */
    float dead_band;
} throng_behaviour_desc;

THRONG_API void throng_behaviour_desc_init(throng_behaviour_desc *desc, size_t struct_size);

static inline throng_behaviour_desc throng_behaviour_desc_default(void)
{
    throng_behaviour_desc desc;
    throng_behaviour_desc_init(&desc, sizeof desc);
    return desc;
}

/* Changes what the agents of a group want, between steps, and wakes them. The behaviour is the
 * group's: throng_crowd_set_group leaves it alone, saves hold it. ARGUMENT: no such group, or a
 * value out of its range. SHAPE: the sight field has another grid. */
THRONG_API throng_result throng_crowd_set_behaviour(throng_crowd *crowd, int32_t group,
                                                    const throng_behaviour_desc *desc);

/* Copies it. ARGUMENT: no such group. */
THRONG_API throng_result throng_crowd_get_behaviour(const throng_crowd *crowd, int32_t group,
                                                    throng_behaviour_desc *out);

/* How a group is doing as a whole. Ways are those to the goal by the integration field, in metres
 * of the cheapest ground; of the members who walk and can reach it. */
typedef struct throng_team_state {
    int32_t members;         /* all but those in quarantine */
    int32_t arrived, stuck;  /* of these */
    int32_t walking;         /* have wishes: not held, not arrived */
    int32_t reaching;        /* walk, and can reach the goal */
    bool is_joined;          /* of keep_together, as of the last step: see TEAM_JOINED */
    bool has_arrived;        /* of arrives_together, likewise: see TEAM_ARRIVED */
    float mean_way;          /* 0 if nobody reaches, like what follows */
    float ahead, behind;     /* by how much the first has less to go, and the last more */
    throng_agent_id slowest; /* the last, with the lowest index of several; NONE if there is none */
} throng_team_state;

/* Takes stock of a group, whatever its behaviour: looks at every agent of the crowd. Without a
 * field, or with one that holds no result, nobody reaches a goal. ARGUMENT: no such group. */
THRONG_API throng_result throng_crowd_team(const throng_crowd *crowd, int32_t group,
                                           throng_team_state *out);

#ifdef __cplusplus
}
#endif

#endif
