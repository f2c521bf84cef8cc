/* Which cells are goals of a group that has fields, and how far it is to them. */
#ifndef THRONG_CROWD_GOAL_H
#define THRONG_CROWD_GOAL_H

#include <throng/crowd.h>

#include "cost/cost.h"
#include "flow/flow.h"
#include "integration/integration.h"

/* True if a cell of a group's map is a goal. With prices D says nothing; but a goal has no
 * direction. */
static inline bool throng_group_is_goal(const throng_group_desc *group, size_t cell)
{
    const throng_integration_field *field = group->integration;
    if (!field->is_priced)
        return field->distance[cell] == 0;
    return group->flow->codes[cell] == THRONG_FLOW_NONE &&
           field->distance[cell] != THRONG_UNREACHABLE;
}

/* D of the cell in which a place on the map lies. */
static inline uint32_t throng_group_distance(const throng_group_desc *group, float x, float y)
{
    return group->integration->distance[throng_cell_of(group->cost, x, y)];
}

#endif
