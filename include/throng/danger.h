/*
 * danger.h: which way is out of danger?
 *
 * To flee is not to walk away from danger step by step: that ends in the next corner. A field of
 * safety knows better. Take each cell's distance from danger, multiply it by somewhat more than -1,
 * raise all of them until the least is 0, let cells begin with these values (integration.h), and
 * integrate. What comes out falls towards the safest places that are worth their way, past the
 * danger if need be, and agents follow it as they follow any other. (J. Doran, "The Incredible
 * Power of Dijkstra Maps", RogueBasin, 2009.)
 */
#ifndef THRONG_DANGER_H
#define THRONG_DANGER_H

#include <throng/flow.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_danger throng_danger;

/* The usual factor, 1.2, in hundredths. */
#define THRONG_DANGER_PERCENT 120

/* Makes the memory that fields of safety are made in: 4 bytes per cell. One per thread that solves.
 * ARGUMENT, MEMORY. */
THRONG_API throng_result throng_danger_create(throng_context *context, const throng_grid *grid,
                                              throng_danger **out);

/* Destroys it; fields that were made with it stay. NULL is allowed. */
THRONG_API throng_result throng_danger_destroy(throng_danger *danger);

/* Makes `integration` a field of safety, and `flow` its directions unless that is NULL.
 *
 * `desc` says where the danger is: the cells of `goals`, with `prices` those that are feared less,
 * and what is farther than `limit` is safe (THRONG_UNREACHABLE, the default: as safe as it gets is
 * as far as there is a way). So is what danger has no way to. `percent` (101..1000) is the factor
 * in hundredths, in whole numbers: a cell at the distance d begins with F(m) - F(d), where m is the
 * largest distance that was found and F(d) = 2 * floor((d / 2) * percent / 100); safe cells begin
 * with 0. With a larger factor agents go a longer way round, and closer past the danger, for a
 * safer place: at 1.2 one that is safer by 100 is worth a way of 120, d counted as D is.
 *
 * A cell without a direction is the safest far and wide: agents arrive there, and are on their way
 * again when such cells change. Safe ones have D = 0. The field can be followed, saved and sampled
 * like others, but not repaired: solve again when the danger moves. Takes two solves, of which the
 * first ends at the limit. Allocates nothing.
 *
 * ARGUMENT: NULL, values in `desc`, a percentage out of range, and as throng_integrate_with. SHAPE,
 * NOT_COMMITTED, CAPACITY (the solver's), GOAL: as throng_solve_with; both fields keep their last
 * results. RANGE: a distance, or a value, does not fit; `integration` then holds no result. */
THRONG_API throng_result throng_danger_solve(throng_danger *danger, throng_solver *solver,
                                             const throng_cost_field *cost,
                                             const throng_integration_desc *desc, int32_t percent,
                                             throng_integration_field *integration,
                                             throng_flow_field *flow);

#ifdef __cplusplus
}
#endif

#endif
