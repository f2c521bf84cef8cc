#include "sight_oracle.h"

/* Disc and square meet where the segment meets the square widened by the disc: two rectangles,
 * each wider by the radius along one axis, and four discs around the corners. */

__extension__ typedef __int128 wide_int;

typedef struct segment {
    wide_int ax, ay, dx, dy;
} segment;

/* Shares of a segment, from / from_below to to / to_below; the denominators are positive. */
typedef struct range {
    wide_int from, from_below, to, to_below;
} range;

/* Keeps the shares at which a + t * d is in [low, high]. False if there are none. */
static bool cut(range *t, wide_int a, wide_int d, wide_int low, wide_int high)
{
    if (d == 0)
        return a >= low && a <= high;
    wide_int enter = d > 0 ? low - a : a - high, leave = d > 0 ? high - a : a - low;
    const wide_int below = d > 0 ? d : -d;
    if (enter * t->from_below > t->from * below) {
        t->from = enter;
        t->from_below = below;
    }
    if (leave * t->to_below < t->to * below) {
        t->to = leave;
        t->to_below = below;
    }
    return t->from * t->to_below <= t->to * t->from_below;
}

static bool meets_rectangle(const segment *s, wide_int left, wide_int top, wide_int right,
                            wide_int bottom)
{
    range t = {0, 1, 1, 1};
    return cut(&t, s->ax, s->dx, left, right) && cut(&t, s->ay, s->dy, top, bottom);
}

static bool meets_disc(const segment *s, wide_int x, wide_int y, wide_int radius)
{
    const wide_int px = x - s->ax, py = y - s->ay, length_sq = s->dx * s->dx + s->dy * s->dy;
    const wide_int along = px * s->dx + py * s->dy;
    if (along <= 0)
        return px * px + py * py <= radius * radius;
    if (along >= length_sq)
        return (px - s->dx) * (px - s->dx) + (py - s->dy) * (py - s->dy) <= radius * radius;
    const wide_int cross = px * s->dy - py * s->dx;
    return cross * cross <= radius * radius * length_sq;
}

static bool touches(const segment *s, const test_sweep *sweep, int32_t x, int32_t y)
{
    const wide_int left = (wide_int)x * sweep->cell, right = left + sweep->cell;
    const wide_int top = (wide_int)y * sweep->cell, bottom = top + sweep->cell, r = sweep->radius;
    return meets_rectangle(s, left - r, top, right + r, bottom) ||
           meets_rectangle(s, left, top - r, right, bottom + r) || meets_disc(s, left, top, r) ||
           meets_disc(s, right, top, r) || meets_disc(s, left, bottom, r) ||
           meets_disc(s, right, bottom, r);
}

bool test_sees(const test_ground *ground, const test_sweep *sweep)
{
    const segment s = {sweep->ax, sweep->ay, (wide_int)sweep->bx - sweep->ax,
                       (wide_int)sweep->by - sweep->ay};
    const int64_t width = ground->width * sweep->cell, height = ground->height * sweep->cell;
    const int64_t xs[2] = {sweep->ax, sweep->bx}, ys[2] = {sweep->ay, sweep->by};
    for (int i = 0; i < 2; i++)
        if (xs[i] - sweep->radius <= 0 || xs[i] + sweep->radius >= width ||
            ys[i] - sweep->radius <= 0 || ys[i] + sweep->radius >= height)
            return false;
    for (int32_t y = 0; y < ground->height; y++)
        for (int32_t x = 0; x < ground->width; x++)
            if (ground->costs[y * ground->width + x] == 255 && touches(&s, sweep, x, y))
                return false;
    return true;
}

bool test_cells_see(const test_ground *ground, int32_t ax, int32_t ay, int32_t bx, int32_t by,
                    int32_t radius_256)
{
    const test_sweep sweep = {ax * 256 + 128, ay * 256 + 128, bx * 256 + 128,
                              by * 256 + 128, radius_256,     256};
    return test_sees(ground, &sweep);
}
