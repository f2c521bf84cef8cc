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

typedef struct throng_behaviour {
    throng_behaviour_desc desc; /* wall_range is not 0 */
    bool is_on;                 /* it does not just follow the field */
    throng_aim target, threat;  /* of the present substep, like what follows */
    uint32_t wander_substeps;   /* for which chance says the same */
} throng_behaviour;

#endif
