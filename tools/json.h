/* json.h: one JSON value on standard output, written key by key. */
#ifndef TOOL_JSON_H
#define TOOL_JSON_H

#include "tool.h"

/* Start from {0}. */
typedef struct tool_json {
    int32_t depth;
    bool has_member; /* of the innermost object or array: a comma comes before the next */
} tool_json;

/* `key` is NULL for members of arrays and for the outermost value. */
void tool_json_begin(tool_json *json, const char *key, char bracket);
void tool_json_end(tool_json *json, char bracket);
void tool_json_string(tool_json *json, const char *key, const char *value);
void tool_json_uint(tool_json *json, const char *key, uint64_t value);
void tool_json_int(tool_json *json, const char *key, int64_t value);
void tool_json_number(tool_json *json, const char *key, double value); /* null if not finite */
void tool_json_bool(tool_json *json, const char *key, bool value);
void tool_json_hash(tool_json *json, const char *key, uint64_t value);   /* 16 hex digits */
void tool_json_cell(tool_json *json, const char *key, throng_cell cell); /* [x, y] */

#endif
