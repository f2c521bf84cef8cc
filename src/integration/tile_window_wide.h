/* The window of a tile's values: 65535 half-units from its base on. */
#ifndef THRONG_INTEGRATION_TILE_WINDOW_WIDE_H
#define THRONG_INTEGRATION_TILE_WINDOW_WIDE_H

#include "integration/tile_visit_wide.h"

/* A value from here on may have lost a successor: the dearest step is 7 * 254 half-units. */
#define WINDOW_FULL (UNKNOWN - 7 * 254)

static void raise_values(uint16_t *values, uint32_t by)
{
    const wide_u16 step = wide_u16_set1((uint16_t)(by < UNKNOWN ? by : UNKNOWN));
    for (int i = 0; i < THRONG_TILE_CELLS; i += WIDE_LANES16)
        wide_u16_store(values + i, wide_u16_add_full(wide_u16_load(values + i), step));
}

/* What is unknown stays so; what would be negative becomes 0. */
static void lower_values(uint16_t *values, uint32_t by)
{
    const wide_u16 step = wide_u16_set1((uint16_t)(by < UNKNOWN ? by : UNKNOWN));
    for (int i = 0; i < THRONG_TILE_CELLS; i += WIDE_LANES16) {
        wide_u16 v = wide_u16_load(values + i);
        wide_mask16 is_unknown = wide_u16_eq(v, wide_u16_set1(UNKNOWN));
        wide_u16_store(values + i, wide_u16_fill(is_unknown, wide_u16_sub_full(v, step)));
    }
}

/* True if some known value lies near the window's end. */
static bool is_window_full(const uint16_t *values)
{
    const wide_u16 one = wide_u16_set1(1);
    wide_u16 most = wide_u16_set1(0); /* of value + 1, which turns unknown into 0 */
    for (int i = 0; i < THRONG_TILE_CELLS; i += WIDE_LANES16)
        most = wide_u16_max(most, wide_u16_add(wide_u16_load(values + i), one));
    return wide_u16_any(wide_u16_sub_full(most, wide_u16_set1(WINDOW_FULL)));
}

#endif
