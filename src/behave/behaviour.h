/* What a group wants, and what follows from that for a substep. */
#ifndef THRONG_BEHAVE_BEHAVIOUR_H
#define THRONG_BEHAVE_BEHAVIOUR_H

#include <throng/behaviour.h>

/* A target or a threat as a substep begins. */
typedef struct throng_aim {
    bool is_there;
    float x, y;                   /* m */
    float velocity_x, velocity_y; /* m/s */
} throng_aim;

/* What a group is doing as a whole, if it is asked for. Sums are exact. */
typedef struct throng_team {
    int32_t members, arrived;
    int32_t walking, reaching;      /* who has wishes, and of these who can reach the goal */
    int64_t velocity_x, velocity_y; /* sums over the walking, in 2^-16 m/s */
    uint64_t distance;              /* sum over the reaching */
    float mean_x, mean_y;           /* m/s */
    uint32_t mean_distance, least_distance; /* of the reaching */
    bool has_arrived;                       /* as a whole */
} throng_team;

/* What a group as a whole has come to, and what of that its events tell. Saves hold it. */
enum {
    THRONG_TEAM_IS_JOINED = 1,
    THRONG_TEAM_HAS_ARRIVED = 2,
    THRONG_TEAM_TOLD_JOINED = 4,
    THRONG_TEAM_TOLD_ARRIVED = 8,
    THRONG_TEAM_BITS = 15
};

typedef struct throng_behaviour {
    throng_behaviour_desc desc; /* wall_range is not 0 */
    bool is_on;                 /* it does not just follow the field */
    bool is_herd;               /* it looks at its neighbours */
    bool is_team;               /* it looks at the whole group */
    throng_aim target, threat;  /* of the present substep, like what follows */
    uint32_t wander_substeps;   /* for which chance says the same */
    throng_team team;
    uint32_t team_state; /* THRONG_TEAM_* */
    const uint64_t
        *seen; /* bits of cells that see the target, or NULL; rows of seen_stride words */
    size_t seen_stride;
} throng_behaviour;

#endif
