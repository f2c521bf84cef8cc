#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static void print_text(const char *text)
{
    putchar('"');
    for (const char *c = text; *c != '\0'; c++) {
        if (*c == '"' || *c == '\\')
            printf("\\%c", *c);
        else if ((unsigned char)*c < 0x20)
            printf("\\u%04x", (unsigned)*c);
        else
            putchar(*c);
    }
    putchar('"');
}

/* Comma, line, indent and key: all that stands before a value. */
static void lead(tool_json *json, const char *key)
{
    if (json->has_member)
        putchar(',');
    if (json->depth > 0)
        printf("\n%*s", 2 * json->depth, "");
    if (key != NULL) {
        print_text(key);
        fputs(": ", stdout);
    }
    json->has_member = true;
}

void tool_json_begin(tool_json *json, const char *key, char bracket)
{
    lead(json, key);
    putchar(bracket);
    json->depth++;
    json->has_member = false;
}

void tool_json_end(tool_json *json, char bracket)
{
    json->depth--;
    if (json->has_member)
        printf("\n%*s", 2 * json->depth, "");
    putchar(bracket);
    json->has_member = true;
    if (json->depth == 0)
        putchar('\n');
}

void tool_json_string(tool_json *json, const char *key, const char *value)
{
    lead(json, key);
    print_text(value);
}

void tool_json_uint(tool_json *json, const char *key, uint64_t value)
{
    lead(json, key);
    printf("%" PRIu64, value);
}

void tool_json_int(tool_json *json, const char *key, int64_t value)
{
    lead(json, key);
    printf("%" PRId64, value);
}

void tool_json_number(tool_json *json, const char *key, double value)
{
    lead(json, key);
    if (isfinite(value))
        printf("%.6g", value);
    else
        fputs("null", stdout);
}

void tool_json_bool(tool_json *json, const char *key, bool value)
{
    lead(json, key);
    fputs(value ? "true" : "false", stdout);
}

void tool_json_hash(tool_json *json, const char *key, uint64_t value)
{
    lead(json, key);
    printf("\"%016" PRIx64 "\"", value);
}

void tool_json_cell(tool_json *json, const char *key, throng_cell cell)
{
    lead(json, key);
    printf("[%" PRId32 ", %" PRId32 "]", cell.x, cell.y);
}
