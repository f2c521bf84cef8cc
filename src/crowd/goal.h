/* Which cells are goals of a group that has fields. */
#ifndef THRONG_CROWD_GOAL_H
#define THRONG_CROWD_GOAL_H

#include <throng/crowd.h>

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

#endif
