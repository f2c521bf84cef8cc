/* What the save of a crowd holds, in this order: the head; a record of the crowd; a record of each
 * group; the generation of each id index; the free indices; those of agents that left in the last
 * step, ascending; the ids of the living, ascending by index; and one column for each saved array,
 * in the same order of agents. */
#ifndef THRONG_CROWD_SAVE_H
#define THRONG_CROWD_SAVE_H

#include "base/save.h"
#include "crowd/crowd.h"
#include "crowd/memory.h"

typedef struct throng_crowd_record {
    int32_t count, slot_count, free_count, left_count, group_count;
    float substep;
    int32_t position_passes;
    uint64_t seed;
    double clock;
    bool time_was_cut, velocity_only;
    int32_t substeps;
    uint64_t total_substeps;
    uint64_t stage_hash[THRONG_STAGE_STEP];
} throng_crowd_record;

typedef struct throng_group_record {
    bool is_there;          /* false: it was removed, and the rest is zeroes. The first byte */
    throng_group_desc desc; /* fields and struct_size are not part of it */
    throng_behaviour_desc behaviour; /* likewise */
    bool follows;                    /* it has an integration and a flow field */
    bool sees;                       /* it has a sight field */
    bool has_walls;                  /* it has walls of its own */
    uint64_t goals_mark;
    uint32_t team_state; /* THRONG_TEAM_* */
    bool is_seen;        /* its field is the one for which its agents were last looked at */
} throng_group_record;

/* Where the parts of a save begin, in bytes from its own beginning. */
typedef struct throng_crowd_parts {
    uint64_t groups, group_bytes; /* the records, and the size of one */
    uint64_t generations, free_slots, left_slots, ids;
    uint64_t columns[THRONG_PLACE_ARRAYS]; /* by the list of memory.h; 0 if it is not saved */
    uint64_t total;
} throng_crowd_parts;

void throng_stream_crowd(throng_stream *s, throng_crowd_record *record);
void throng_stream_group(throng_stream *s, throng_group_record *record);

throng_crowd_parts throng_crowd_parts_of(const throng_crowd_record *record);

/* Opens the save of a crowd, and checks that it is as long as its counts say, so that every part
 * can be read. What the parts hold is not checked. `record` and `parts` are written even when the
 * save is refused. */
throng_result throng_crowd_open(const throng_context *context, const void *bytes, size_t size,
                                throng_save_head *head, throng_crowd_record *record,
                                throng_crowd_parts *parts);

/* Reads the record of a group that there is, on a map with cells of `cell_size` metres. */
throng_result throng_crowd_read_group(const throng_context *context, const uint8_t *bytes,
                                      const throng_crowd_parts *parts, float cell_size,
                                      int32_t group, throng_group_record *out);

/* The list of memory.h without a crowd: for names, sizes and rules. */
void throng_crowd_list_arrays(throng_array arrays[THRONG_AGENT_ARRAYS]);

uint32_t throng_crowd_save_layout(void);

/* Fills in what `info` tells of a crowd. */
throng_result throng_crowd_save_inspect(const throng_context *context, const void *bytes,
                                        size_t size, throng_save_info *info);

#endif
