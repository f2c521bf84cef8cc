#include "tool.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool tool_fail(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("throng: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
    return false;
}

void tool_note(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    fputs("throng: note: ", stderr);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

void *tool_alloc(size_t count, size_t bytes)
{
    const size_t room = count > 0 ? count : 1;
    void *memory = room <= SIZE_MAX / bytes ? calloc(room, bytes) : NULL;
    if (memory == NULL)
        tool_fail("there is no memory for %zu times %zu bytes", count, bytes);
    return memory;
}

bool tool_parse_int(const char *text, const char *what, int64_t low, int64_t high, int64_t *out)
{
    char *end = NULL;
    errno = 0;
    const long long value = strtoll(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || value < low || value > high) {
        return tool_fail("%s is '%s'; expected a whole number %" PRId64 "..%" PRId64, what, text,
                         low, high);
    }
    *out = value;
    return true;
}

bool tool_parse_uint64(const char *text, const char *what, uint64_t *out)
{
    char *end = NULL;
    errno = 0;
    const unsigned long long value = strtoull(text, &end, 10);
    if (end == text || *end != '\0' || errno != 0 || strchr(text, '-') != NULL) {
        return tool_fail("%s is '%s'; expected a whole number 0..%" PRIu64, what, text, UINT64_MAX);
    }
    *out = value;
    return true;
}

bool tool_parse_number(const char *text, const char *what, double low, double high, double *out)
{
    char *end = NULL;
    const double value = strtod(text, &end);
    if (end == text || *end != '\0' || !isfinite(value) || value < low || value > high)
        return tool_fail("%s is '%s'; expected a number %g..%g", what, text, low, high);
    *out = value;
    return true;
}

bool tool_parse_cell(const char *text, const char *what, throng_cell *out)
{
    char *comma = NULL;
    char *end = NULL;
    errno = 0;
    const long x = strtol(text, &comma, 10);
    if (comma == text || *comma != ',')
        return tool_fail("%s is '%s'; expected X,Y, two whole numbers and a comma", what, text);
    const long y = strtol(comma + 1, &end, 10);
    if (end == comma + 1 || *end != '\0' || errno != 0 || x < INT32_MIN || x > INT32_MAX ||
        y < INT32_MIN || y > INT32_MAX) {
        return tool_fail("%s is '%s'; expected X,Y, two whole numbers and a comma", what, text);
    }
    out->x = (int32_t)x;
    out->y = (int32_t)y;
    return true;
}

bool tool_parse_isa(const char *text, throng_isa *out)
{
    for (throng_isa isa = THRONG_ISA_BEST; isa <= THRONG_ISA_NEON; isa++) {
        if (strcmp(text, throng_isa_name(isa)) == 0) {
            *out = isa;
            return true;
        }
    }
    return tool_fail("--isa is '%s'; expected best, scalar, sse41, avx2, avx512 or neon", text);
}

bool tool_refuse_option(int option, char **argv, int next_index)
{
    const char *culprit = argv[next_index - 1];
    if (option == ':')
        return tool_fail("%s needs a value; see throng %s --help", culprit, argv[0]);
    return tool_fail("%s does not take '%s'; see throng %s --help", argv[0], culprit, argv[0]);
}

const char *tool_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

uint64_t tool_random(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

float tool_random_unit(uint64_t *state)
{
    return (float)(tool_random(state) >> 40) * (1.0f / 16777216.0f);
}

uint64_t tool_now(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
}

void tool_format_count(double value, char *text, size_t text_bytes)
{
    static const char *const units[] = {"", " k", " M", " G", " T"};
    int unit = 0;
    while (value >= 999.5 && unit < 4) {
        value /= 1000.0;
        unit++;
    }
    const int decimals = unit == 0 || value >= 99.95 ? 0 : (value >= 9.995 ? 1 : 2);
    snprintf(text, text_bytes, "%.*f%s", decimals, value, units[unit]);
}
