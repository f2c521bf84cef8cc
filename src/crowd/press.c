/* Pressing: who keeps to its side to get past those who stand, and has a wall there that leaves no
 * room for that, goes round them by the other side. */
#include "crowd/crowd.h"

#include "cost/place.h"

/* Radii from its centre to the side within which a wall leaves no room for another disc; and as
 * long as it goes by the other side. With one number for both, walkers stay where the two ways
 * change over, behind the very one who bars both. */
#define ROOM 3.0f
#define ROOM_ASIDE 6.0f

void throng_crowd_press(throng_crowd *crowd, int32_t i)
{
    throng_agents *a = &crowd->agents;
    const throng_group_desc *group = &crowd->groups[a->group[i]].desc;
    const float side = a->swerve[i] * group->side_bias, x = a->heading_x[i], y = a->heading_y[i];
    if (side == 0.0f)
        return;
    /* How fast it goes to the side to which it was turned; the right hand is (-y, x). */
    const float to_side = (a->velocity_y[i] * x - a->velocity_x[i] * y) * side;
    const float radii = to_side < 0.0f ? ROOM_ASIDE : ROOM;
    const float room = a->radius[i] * (side > 0.0f ? radii : -radii);
    if (throng_place_is_free(group->cost, a->x[i] - y * room, a->y[i] + x * room))
        return;
    /* Back by twice the angle by which it was turned: its tangent is `side`. */
    const float square = side * side, scale = 1.0f / (1.0f + square);
    const float cosine = (1.0f - square) * scale, sine = 2.0f * side * scale;
    a->heading_x[i] = x * cosine + y * sine;
    a->heading_y[i] = y * cosine - x * sine;
}
