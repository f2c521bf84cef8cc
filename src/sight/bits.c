#include "sight/bits.h"

#include <string.h>

/* A bit per byte that is THRONG_WALL, the first byte's lowest. The complement of a wall is a zero
 * byte, the only one that stays without its highest bit; the product gathers those bits. */
static uint64_t walls_of_8(const uint8_t *cost)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7fu;
    /* One load where the lowest byte comes first. */
    const uint64_t bytes = (uint64_t)cost[0] | (uint64_t)cost[1] << 8 | (uint64_t)cost[2] << 16 |
                           (uint64_t)cost[3] << 24 | (uint64_t)cost[4] << 32 |
                           (uint64_t)cost[5] << 40 | (uint64_t)cost[6] << 48 |
                           (uint64_t)cost[7] << 56;
    const uint64_t rest = ~bytes, used = ((rest & low) + low) | rest | low;
    return (~used >> 7) * 0x0102040810204080u >> 56;
}

static uint64_t walls_of_64(const uint8_t *cost)
{
    uint64_t bits = 0;
    for (int i = 0; i < 8; i++)
        bits |= walls_of_8(cost + 8 * i) << (8 * i);
    return bits;
}

void throng_bits_of_walls(const uint8_t *cost, throng_bits *out)
{
    for (int32_t y = 0; y < out->line_count; y++) {
        const uint8_t *row = cost + (size_t)y * (size_t)out->place_count;
        uint64_t *words = out->bits + (size_t)y * out->stride;
        int32_t x = 0;
        for (; x + 64 <= out->place_count; x += 64)
            words[x / 64] = walls_of_64(row + x);
        if (x < out->place_count)
            words[x / 64] = 0;
        for (; x < out->place_count; x++)
            words[x / 64] |= (uint64_t)(row[x] == THRONG_WALL) << (x % 64);
    }
}

/* Exchanges halves, quarters, ... of a 64 x 64 block (Warren 2002). */
static void transpose_64(uint64_t block[64])
{
    uint64_t mask = 0x00000000ffffffffu;
    for (int width = 32; width > 0; width /= 2, mask ^= mask << width)
        for (int k = 0; k < 64; k = ((k | width) + 1) & ~width) {
            const uint64_t swap = (block[k] >> width ^ block[k | width]) & mask;
            block[k] ^= swap << width;
            block[k | width] ^= swap;
        }
}

void throng_bits_add_transposed(const throng_bits *from, throng_bits *out)
{
    uint64_t block[64];
    for (int32_t line = 0; line < from->line_count; line += 64)
        for (int32_t word = 0; word * 64 < from->place_count; word++) {
            const int32_t count = from->line_count - line < 64 ? from->line_count - line : 64;
            uint64_t any = 0;
            for (int32_t i = 0; i < 64; i++) {
                const size_t at = (size_t)(line + i) * from->stride + (size_t)word;
                block[i] = i < count ? from->bits[at] : 0;
                any |= block[i];
            }
            if (!any)
                continue;
            transpose_64(block);
            for (int32_t i = 0; i < 64 && word * 64 + i < out->line_count; i++)
                out->bits[(size_t)(word * 64 + i) * out->stride + (size_t)line / 64] |= block[i];
        }
}

/* ORs every place with those `shift` (1..63) places before and after. */
static void widen_line(uint64_t *words, size_t count, int32_t shift)
{
    for (size_t i = count; i-- > 0;)
        words[i] |= words[i] << shift | (i > 0 ? words[i - 1] >> (64 - shift) : 0);
    for (size_t i = 0; i < count; i++)
        words[i] |= words[i] >> shift | (i + 1 < count ? words[i + 1] << (64 - shift) : 0);
}

static void widen_lines(throng_bits *map, int32_t shift)
{
    for (int32_t y = 0; y + shift < map->line_count; y++)
        for (size_t i = 0; i < map->stride; i++)
            map->bits[(size_t)y * map->stride + i] |=
                map->bits[(size_t)(y + shift) * map->stride + i];
    for (int32_t y = map->line_count - 1; y >= shift; y--)
        for (size_t i = 0; i < map->stride; i++)
            map->bits[(size_t)y * map->stride + i] |=
                map->bits[(size_t)(y - shift) * map->stride + i];
}

/* Widened by `done`, a map takes a shift of up to done + 1 without gaps: beside the map's edge only
 * half of what was widened is there. */
void throng_bits_widen(throng_bits *map, int32_t reach)
{
    for (int32_t done = 0, shift; done < reach; done += shift) {
        shift = done + 1;
        shift = shift < reach - done ? shift : reach - done;
        shift = shift < 63 ? shift : 63;
        for (int32_t y = 0; y < map->line_count; y++)
            widen_line(map->bits + (size_t)y * map->stride, map->stride, shift);
        widen_lines(map, shift);
    }
}
