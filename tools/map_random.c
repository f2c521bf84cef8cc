/* random:SIZE[:SEED]: 20 % walls, 15 % of cost 3, 7 % of cost 6, the rest of cost 1; cell by cell.
 */
#include "map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_WALL = 0, ID_PLAIN = 1, ID_ROUGH = 3, ID_STEEP = 6 };

/* Below 16 cells a side chance may leave hardly a way on the map. */
#define SIDE_LEAST 16

static bool read_words(const char *words, int32_t *size, uint64_t *seed)
{
    const char *size_text = words + strlen("random:");
    const char *colon = strchr(size_text, ':');
    const size_t length = colon != NULL ? (size_t)(colon - size_text) : strlen(size_text);
    char text[16];
    int64_t value = 0;
    if (length >= sizeof text)
        return tool_fail("'%s' names no map; expected random:SIZE[:SEED]", words);
    memcpy(text, size_text, length);
    text[length] = '\0';
    if (!tool_parse_int(text, "the size of a random map", SIDE_LEAST, THRONG_SIDE_MAX, &value))
        return false;
    *size = (int32_t)value;
    *seed = 1;
    return colon == NULL || tool_parse_uint64(colon + 1, "the seed of a random map", seed);
}

bool tool_map_make_random(const char *words, tool_map *out)
{
    int32_t size = 0;
    uint64_t seed = 0;
    if (!read_words(words, &size, &seed) || !tool_map_make(out, size, size))
        return false;
    tool_map_define(out, ID_PLAIN, TOOL_LOOK_PLAIN, 1, THRONG_WALL);
    tool_map_define(out, ID_ROUGH, TOOL_LOOK_ROUGH, 3, THRONG_WALL);
    tool_map_define(out, ID_STEEP, TOOL_LOOK_STEEP, 6, THRONG_WALL);
    const size_t count = (size_t)size * (size_t)size;
    for (size_t i = 0; i < count; i++) {
        const uint64_t percent = tool_random(&seed) % 100;
        out->terrain[i] = percent < 20
                              ? ID_WALL
                              : (percent < 35 ? ID_ROUGH : (percent < 42 ? ID_STEEP : ID_PLAIN));
    }
    return true;
}
