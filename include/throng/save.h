/*
 * save.h: state as a block of bytes, for saved games, rollback and finding out where two peers of a
 * lockstep match part.
 *
 * A save is the same on every machine: lowest byte first, whatever the host, the instruction set
 * and the number of threads. Saves of equal states are equal bytes, whatever the way that led to
 * the state. It holds no pointers and may be copied, sent and stored; whoever is given one that was
 * damaged, cut, made up or made by a version that wrote other bytes refuses it with
 * THRONG_ERROR_SAVE and changes nothing. (The checksum in it tells accidents, not forgers: a forged
 * save that is well formed is loaded.)
 *
 * For rollback, save at every frame into a block of its own (or copy the block), keep the last few,
 * and load the one to return to: none of that allocates. A save takes about 80 bytes per agent. For
 * 100,000 of them saving takes 4 ms and loading as long (one core of an Intel server of 2023),
 * which is somewhat less than a step.
 */
#ifndef THRONG_SAVE_H
#define THRONG_SAVE_H

#include <throng/crowd.h>
#include <throng/sight.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a save holds. The numbers are frozen. */
typedef enum throng_save_kind {
    THRONG_SAVE_COST = 1,
    THRONG_SAVE_INTEGRATION = 2,
    THRONG_SAVE_FLOW = 3,
    THRONG_SAVE_CROWD = 4
} throng_save_kind;

/* What a save tells of itself. */
typedef struct throng_save_info {
    throng_save_kind kind;
    int32_t simulation_version; /* THRONG_SIMULATION_VERSION of the library that wrote it */
    throng_grid grid;
    /* Of a crowd, 0 otherwise. */
    int32_t agents;
    int32_t agent_capacity; /* what a crowd must have room for to load it; more than `agents` if
                               there were more of them before */
    int32_t groups;         /* likewise */
} throng_save_info;

/* Looks into a save without loading it. ARGUMENT: NULL. SAVE: it is none. */
THRONG_API throng_result throng_save_inspect(const throng_context *context, const void *bytes,
                                             size_t size, throng_save_info *out);

/* Bytes that throng_crowd_save would write now; 0 for NULL. */
THRONG_API size_t throng_crowd_save_bytes(const throng_crowd *crowd);

/* Writes all that the crowd's next steps depend on, and the events of the last one; not its
 * capacities, nor what its groups' fields hold. `size` is the room at `bytes`, at least
 * throng_crowd_save_bytes, which is what is written. ARGUMENT: NULL. CAPACITY: too little room. */
THRONG_API throng_result throng_crowd_save(const throng_crowd *crowd, void *bytes, size_t size);

/* The fields of a group; as in throng_group_desc. */
typedef struct throng_group_fields {
    const throng_cost_field *cost;
    const throng_integration_field *integration;
    const throng_flow_field *flow;
    const throng_sight_field *sight; /* of its behaviour; used only if the saved group had one */
    const throng_cost_field *walls;  /* used only if the saved group had walls of its own */
} throng_group_fields;

/* Makes the crowd what was saved, bit for bit: ids, agents, groups and all; what it was before is
 * gone. It goes on as the saved one would have, on fields of the same contents. Its capacities and
 * hash_stages stay its own. Views become invalid. Allocates nothing.
 *
 * A save knows groups by their numbers and throng_group_desc.user. With `fields` NULL and
 * `field_count` 0 group g keeps the fields that group g of this crowd has now: for rollback.
 * Otherwise fields[g] is for group g, and `field_count` is the number of groups in the save
 * (throng_save_inspect, throng_save_group). For a group that stood idle only `cost` is used.
 * Whoever had arrived is on its way again if the fields have other goals than those that the group
 * had when it was saved.
 *
 * SAVE: the bytes are no save of a crowd. SHAPE: it, or a field, has another grid. CAPACITY: there
 * is too little room for its agents or groups; call throng_crowd_reserve. ARGUMENT: also a field
 * that is missing. The crowd is as it was then. */
THRONG_API throng_result throng_crowd_load(throng_crowd *crowd, const void *bytes, size_t size,
                                           const throng_group_fields *fields, int32_t field_count);

/* Reads group `group` of a crowd's save: `out` is its desc without fields, `follows` is false if it
 * stood idle. ARGUMENT: there is no such group. SAVE. */
THRONG_API throng_result throng_save_group(const throng_context *context, const void *bytes,
                                           size_t size, int32_t group, throng_group_desc *out,
                                           bool *follows);

/* A cost field: 1 byte per cell. Edits that were not committed are saved too. */
THRONG_API size_t throng_cost_save_bytes(const throng_cost_field *field);

/* As throng_crowd_save. */
THRONG_API throng_result throng_cost_save(const throng_cost_field *field, void *bytes, size_t size);

/* Gives the field the costs that were saved, and commits them. Touches only what differs; if
 * nothing does, this is no edit, so that whatever was solved on the field stays in date. SAVE.
 * SHAPE: the save has another grid. The field is as it was then. */
THRONG_API throng_result throng_cost_load(throng_cost_field *field, const void *bytes, size_t size);

/* An integration field with the goals that it keeps: 4 bytes per cell and 8 per goal. 0 for one
 * without a result or without its goals. */
THRONG_API size_t throng_integration_save_bytes(const throng_integration_field *field);

/* As throng_crowd_save. NOT_SOLVED: there is no result. CAPACITY: also if the field does not keep
 * its goals (throng_integration_reserve_goals). */
THRONG_API throng_result throng_integration_save(const throng_integration_field *field, void *bytes,
                                                 size_t size);

/* Gives `field` the result that was saved, as if it had just been solved on `cost`: repairs go on
 * from there. `cost` must hold the costs that the saved field was solved on, and every cell is held
 * against them, so that a loaded field is as exact as a solved one. On a random map of 1024 x 1024
 * that takes 12 ms, where a solve takes 65 ms with scalar kernels and 4 ms with those of AVX-512:
 * in contexts of wide instruction sets it is quicker to solve again. SAVE: also distances that are
 * not those of `cost` and the goals. SHAPE: the grids differ. NOT_COMMITTED. CAPACITY: the field
 * has room for fewer goals. It is as it was then. */
THRONG_API throng_result throng_integration_load(throng_integration_field *field,
                                                 const throng_cost_field *cost, const void *bytes,
                                                 size_t size);

/* A flow field: 1 byte per cell. */
THRONG_API size_t throng_flow_save_bytes(const throng_flow_field *field);

/* As throng_crowd_save. NOT_SOLVED: there is no result. */
THRONG_API throng_result throng_flow_save(const throng_flow_field *field, void *bytes, size_t size);

/* Gives the field the directions that were saved, for throng_sample and for whoever follows them. A
 * crowd wants directions that are those of an integration field of its own: load that one and call
 * throng_flow, which takes less time than loading them. SAVE: also a direction that leads off the
 * map or past a wall; where it leads to is taken on trust. SHAPE: the save has another grid. The
 * field is as it was then. */
THRONG_API throng_result throng_flow_load(throng_flow_field *field, const void *bytes, size_t size);

/* Where two saves part. */
typedef struct throng_save_difference {
    bool differs;
    /* The first that made something different: SAMPLE, NEIGHBOURS, STEER or MOVE of the last
     * substep; STEP for what no stage makes (agents that came or went, parameters, groups, free
     * ids), which is looked at first, since the others follow from it. For fields: COST,
     * INTEGRATION or FLOW. */
    throng_stage stage;
    throng_agent_id agent; /* the one of the lowest index, or NONE if it is about no agent */
    throng_cell cell;      /* for fields: the first one, row by row */
    const char *what;      /* the name of the value, "" if nothing differs; static text */
} throng_save_difference;

/* Names the first difference of two saves of one kind. To find out why two peers of a lockstep
 * match part, save on both after every step (or compare hashes and save when they differ) and
 * compare the first pair that differs; its stage is exact if the step before ended equal and was of
 * one substep. Both crowds must keep stage hashes or neither (hash_stages): those of one side alone
 * are a difference. ARGUMENT: NULL, or two kinds. SAVE: one of them is none. */
THRONG_API throng_result throng_save_compare(const throng_context *context, const void *left,
                                             size_t left_size, const void *right, size_t right_size,
                                             throng_save_difference *out);

#ifdef __cplusplus
}
#endif

#endif
