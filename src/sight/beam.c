/* Cutting beams. Walls hide a range of slopes; where it ends is searched among the fractions with
 * small denominators (Stern 1858, Brocot 1861), so no root is ever taken. */
#include "sight/fan.h"

/* Walls as seen from the goal, in half cells: a rectangle. */
typedef struct shadow {
    const throng_fan *fan;
    int32_t left, right, low, high; /* places left .. right, lines low .. high */
    bool is_near;                   /* with the disc's width it may reach behind the goal */
} shadow;

/* The end of a shadow within a beam. Slopes from `known` on that are nearer to the shadow's middle
 * are hidden, and those outside the beam count as free. */
typedef struct border {
    const shadow *shadow;
    const throng_beam *beam;
    throng_slope known;
    bool is_upper; /* of the slopes in the shadow the largest is looked for, not the smallest */
} border;

static bool is_less(throng_slope a, throng_slope b)
{
    return (int64_t)a.minor * b.major < (int64_t)b.minor * a.major;
}

/* The ray beyond whatever lies near, as a sweep. */
static bool near_ray_touches(const shadow *shadow, throng_slope slope)
{
    const throng_fan *fan = shadow->fan;
    const int64_t beyond = fan->near_line + fan->radius_256 / 256 + 2;
    const int64_t times = beyond / slope.major + 1;
    const throng_sweep sweep = {0, 0, slope.minor * times * THRONG_SIGHT_CELL,
                                slope.major * times * THRONG_SIGHT_CELL,
                                (int64_t)fan->radius_256 * THRONG_SIGHT_256TH};
    const throng_block block = {
        (int64_t)shadow->left * THRONG_SIGHT_HALF, (int64_t)shadow->low * THRONG_SIGHT_HALF,
        (int64_t)shadow->right * THRONG_SIGHT_HALF, (int64_t)shadow->high * THRONG_SIGHT_HALF};
    return throng_sweep_touches(&sweep, &block);
}

/* A cross product of half cells and cells, c, is a distance of 128 c / length in 1/256 of a cell;
 * it is at most the radius if c * c <= radius^2 length^2 / 128^2. Below 2^60, each. */
static bool is_within(int64_t cross, int64_t limit)
{
    return cross <= 0 || cross * cross <= limit;
}

/* True if the disc touches the walls on its way along the slope. All of the walls' rounded
 * rectangle lies ahead, so the line's distance is the ray's. */
static bool hides(const shadow *shadow, throng_slope slope)
{
    if (shadow->is_near)
        return near_ray_touches(shadow, slope);
    const int64_t p = slope.minor, q = slope.major;
    const int64_t least = shadow->left * q - (p > 0 ? shadow->high : shadow->low) * p;
    const int64_t most = shadow->right * q - (p > 0 ? shadow->low : shadow->high) * p;
    const int64_t limit = shadow->fan->radius_sq * (p * p + q * q) / (128 * 128);
    return is_within(least, limit) && is_within(-most, limit);
}

/* True for slopes below the border. */
static bool is_below(const border *border, throng_slope slope)
{
    if (border->is_upper) {
        if (is_less(border->beam->last, slope))
            return false;
        return !is_less(border->known, slope) || hides(border->shadow, slope);
    }
    if (is_less(slope, border->beam->first))
        return true;
    return is_less(slope, border->known) && !hides(border->shadow, slope);
}

/* Goes from `from` towards `to` by mediants, as long as they stay on their side of the border. The
 * number of them is found by doubling, then by halving. */
static void leap(const border *border, throng_slope *from, throng_slope to, bool side)
{
    const int32_t room = (border->shadow->fan->last_line - from->major) / to.major;
    int32_t taken = 0, step = 1;
    for (bool is_growing = true; step > 0; step = is_growing ? step * 2 : step / 2) {
        const int32_t more = taken + step;
        const throng_slope at = {from->minor + more * to.minor, from->major + more * to.major};
        if (more <= room && is_below(border, at) == side)
            taken = more;
        else
            is_growing = false;
    }
    from->minor += taken * to.minor;
    from->major += taken * to.major;
}

/* The fractions next to the border, one below and one not. */
static void find_border(const border *border, throng_slope *below, throng_slope *above)
{
    const throng_slope middle = {0, 1};
    *below = (throng_slope){-1, 1};
    *above = (throng_slope){1, 1};
    *(is_below(border, middle) ? below : above) = middle;
    while (below->major + above->major <= border->shadow->fan->last_line) {
        leap(border, below, *above, true);
        leap(border, above, *below, false);
    }
}

static throng_slope free_below(const shadow *shadow, const throng_beam *beam, throng_slope known)
{
    const border border = {shadow, beam, known, false};
    throng_slope below, above;
    find_border(&border, &below, &above);
    return below;
}

static throng_slope free_above(const shadow *shadow, const throng_beam *beam, throng_slope known)
{
    const border border = {shadow, beam, known, true};
    throng_slope below, above;
    find_border(&border, &below, &above);
    return above;
}

/* slope * 2^40, rounded down. */
static int64_t step_of(throng_slope slope)
{
    const int64_t scaled = slope.minor * ((int64_t)1 << THRONG_BEAM_BITS);
    return scaled / slope.major - (scaled % slope.major < 0);
}

static const int64_t margin = (int64_t)1 << (THRONG_BEAM_BITS - 15);

static void set_first(throng_beam *beam, throng_slope first, int32_t line)
{
    beam->first = first;
    beam->begin_step = step_of(first);
    beam->begin_at = beam->begin_step * line + ((int64_t)1 << THRONG_BEAM_BITS) - margin;
}

static void set_last(throng_beam *beam, throng_slope last, int32_t line)
{
    beam->last = last;
    beam->end_step = step_of(last);
    beam->end_at = beam->end_step * line + margin;
}

throng_beam throng_beam_between(throng_slope first, throng_slope last, int32_t line)
{
    throng_beam beam;
    set_first(&beam, first, line);
    set_last(&beam, last, line);
    return beam;
}

/* The hidden slopes are one range that holds the slope of the walls' middle, wherever that is: so
 * they are in the beam only if they hold one of its ends, or the middle is in it. */
int32_t throng_beam_cut(const throng_fan *fan, throng_beam beam, int32_t k, int32_t m0, int32_t m1,
                        int32_t line, throng_beam out[2])
{
    const shadow shadow = {fan, 2 * m0 - 1, 2 * m1 + 1, 2 * k - 1, 2 * k + 1, k <= fan->near_line};
    const bool hides_first = hides(&shadow, beam.first), hides_last = hides(&shadow, beam.last);
    if (hides_first && hides_last)
        return 0;
    out[0] = out[1] = beam;
    if (hides_first) {
        set_first(&out[0], free_above(&shadow, &beam, beam.first), line);
        return 1;
    }
    if (hides_last) {
        set_last(&out[0], free_below(&shadow, &beam, beam.last), line);
        return 1;
    }
    const throng_slope middle = {m0 + m1, 2 * k};
    if (k <= 0 || !is_less(beam.first, middle) || !is_less(middle, beam.last))
        return 1;
    set_last(&out[0], free_below(&shadow, &beam, middle), line);
    set_first(&out[1], free_above(&shadow, &beam, middle), line);
    return 2;
}
