/*
 * builder.h: solving and repairing in pieces.
 *
 * On a big map a whole solve may take longer than a frame has. A builder does it a piece per call,
 * beside the old field, which everybody reads until the last piece is done; then integration and
 * directions change at once. The result is that of the whole calls, bit for bit.
 */
#ifndef THRONG_BUILDER_H
#define THRONG_BUILDER_H

#include <throng/flow.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_builder throng_builder;

/* Makes a builder for fields of `grid` that are made from the same context: the memory of a solver,
 * an integration field and a flow field, 7 bytes per cell besides the solver's. It builds one field
 * at a time, and any number one after the other. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_builder_create(throng_context *context, const throng_grid *grid,
                                               throng_builder **out);

/* Destroys a builder; what it was building stays as it was. NULL is allowed. */
THRONG_API throng_result throng_builder_destroy(throng_builder *builder);

/* Makes room for the goals of builds; 64 are there from the start. As
 * throng_integration_reserve_goals. IN_USE: it is building. */
THRONG_API throng_result throng_builder_reserve_goals(throng_builder *builder,
                                                      int32_t goal_capacity);

/* Begins what throng_integrate_with would do for `integration`, and throng_flow for `flow` unless
 * that is NULL. Neither changes before the last piece is done. Until then they and `cost` must not
 * be solved, repaired or edited, and cannot be destroyed. `desc` and what it points at are no
 * longer needed after the call. IN_USE: the builder is building. SHAPE: another grid than the
 * builder's. ARGUMENT: also a field of another context, and values. CAPACITY: also if there are
 * more goals than the builder has room for. The rest is as for throng_solve_with. */
THRONG_API throng_result throng_builder_begin(throng_builder *builder,
                                              const throng_cost_field *cost,
                                              const throng_integration_desc *desc,
                                              throng_integration_field *integration,
                                              throng_flow_field *flow);

/* Begins what throng_integration_repair would do after the edits in `changed`, for the goals of
 * `desc` or, if that is NULL, those of the field, which must then not be given room for more
 * meanwhile; with a desc there may be edits as well. A repair that turns out to be too big becomes
 * a whole solve. Until the last piece is done the old fields may be read, but they are older than
 * the edited `cost`: a crowd whose group follows them refuses to step (OUT_OF_DATE). The rest is as
 * for throng_builder_begin and throng_integration_repair. */
THRONG_API throng_result throng_builder_begin_repair(throng_builder *builder,
                                                     const throng_cost_field *cost,
                                                     const throng_rect *changed, int32_t count,
                                                     const throng_integration_desc *desc,
                                                     throng_integration_field *integration,
                                                     throng_flow_field *flow);

/* Does a piece of the work, no more than `max_work` and what it takes to finish the tile or the row
 * at hand. Work is counted in cells: 4096 for a visit to a tile of 64 x 64 cells, of which a whole
 * solve makes one to five of each tile on most maps, and 22 in mazes; 24 for a cell of the bucket
 * queue or of a repair; 1 for a direction, or 8 by scalar kernels; 1/2 for a cell that is written.
 * A repair first copies the old fields, or what has changed in them since the builder built them
 * last. One is 1 to 2 ns on most machines, up to 5 with scalar kernels. `*is_done` tells whether
 * the fields have changed to the result; what beginning costs (a moment per goal) and the last piece
 * (a moment per row and goal) is not counted. Allocates nothing. ARGUMENT: max_work < 1, is_done is
 * NULL, nothing was begun. OUT_OF_DATE: `cost` or `integration` was changed meanwhile. RANGE: as
 * throng_integrate. After these two the fields are as they were and the builder has nothing to do.
 */
THRONG_API throng_result throng_builder_continue(throng_builder *builder, int64_t max_work,
                                                 bool *is_done);

/* Gives up what was begun; the fields are as they were. Does nothing if nothing was. ARGUMENT:
 * NULL. */
THRONG_API throng_result throng_builder_cancel(throng_builder *builder);

/* True from a beginning until the last piece is done. */
THRONG_API bool throng_builder_is_busy(const throng_builder *builder);

#ifdef __cplusplus
}
#endif

#endif
