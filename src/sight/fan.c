/* Sweeping a quarter. Lines are read 64 cells a word.
 *
 * A wall in line k is passed, whatever the slope, at k + 1/2 + radius / sqrt(2) at the latest,
 * where the disc meets the corner that is farthest ahead in a direction of slope 1; so it may cut
 * beams from line j = k + lag on. Cells near walls that are not yet passed are asked singly, by the
 * walls around them alone. */
#include "sight/fan.h"

/* 182 / 256 is a little more than 1 / sqrt(2). */
static int32_t lag_of(int32_t radius_256)
{
    return (128 + (182 * radius_256 + 255) / 256) / 256 + 1;
}

/* Where a wall touches the disc short of a cell without having been passed, the disc is less than
 * lag + radius lines away from that cell, as many places at most, and the wall a radius farther. */
int32_t throng_fan_reach(int32_t radius_256)
{
    return lag_of(radius_256) + (2 * radius_256 + 255) / 256;
}

void throng_fan_start(throng_fan *fan)
{
    fan->line = fan->is_across ? fan->goal.x : fan->goal.y;
    fan->place = fan->is_across ? fan->goal.y : fan->goal.x;
    fan->lag = lag_of(fan->radius_256);
    fan->reach = throng_fan_reach(fan->radius_256);
    fan->margin = (fan->radius_256 + 128) / 256;
    fan->near_line = (fan->radius_256 + 128) / 256;
    fan->radius_sq = (int64_t)fan->radius_256 * fan->radius_256;
    fan->last_line = fan->direction > 0 ? fan->walls.line_count - 1 - fan->margin - fan->line
                                        : fan->line - fan->margin;
}

/* The words of line j, counted from the goal; NULL off the map. */
static uint64_t *line_of(const throng_fan *fan, const throng_bits *map, int32_t j)
{
    const int32_t line = fan->line + fan->direction * j;
    return line < 0 || line >= map->line_count ? NULL : map->bits + (size_t)line * map->stride;
}

static bool is_set(const uint64_t *words, int32_t place)
{
    return words[place / 64] >> (place % 64) & 1;
}

/* The first place from `place` to below `end` whose bit differs from those of `flip`; else `end`.
 */
static int32_t next_place(const uint64_t *words, int32_t place, int32_t end, uint64_t flip)
{
    if (place >= end)
        return end;
    int32_t word = place / 64;
    uint64_t bits = (words[word] ^ flip) & (UINT64_MAX << (place % 64));
    while (bits == 0) {
        if (++word * 64 >= end)
            return end;
        bits = words[word] ^ flip;
    }
    place = word * 64 + __builtin_ctzll(bits);
    return place < end ? place : end;
}

static void step(throng_beam *beam)
{
    beam->begin_at += beam->begin_step;
    beam->end_at += beam->end_step;
}

/* What the loop over the beams of a line needs at hand. */
typedef struct line_job {
    const throng_fan *fan;
    int32_t j;
    const uint64_t *passed;        /* walls of line j - lag, which cut; NULL: cut by near lines */
    const uint64_t *walls, *close; /* of line j */
    uint64_t *seen;
    int32_t place;       /* of the goal */
    int32_t first, last; /* places where the disc stays on the map */
    int32_t window;      /* see window_of */
} line_job;

static line_job line_job_of(const throng_fan *fan, int32_t j)
{
    const int32_t k = j - fan->lag;
    return (line_job){.fan = fan,
                      .j = j,
                      .passed = k > fan->near_line ? line_of(fan, &fan->walls, k) : NULL,
                      .walls = line_of(fan, &fan->walls, j),
                      .close = fan->radius_256 > 0 ? line_of(fan, &fan->close, j) : NULL,
                      .seen = line_of(fan, &fan->seen, j),
                      .place = fan->place,
                      .first = fan->margin,
                      .last = fan->walls.place_count - 1 - fan->margin,
                      .window = fan->reach + 2};
}

/* Walls that are not passed may still touch the disc, and so may the disc's own surroundings. */
static bool is_seen_singly(const throng_fan *fan, int32_t j, int32_t place)
{
    const int32_t line = fan->line + fan->direction * j, reach = fan->reach;
    const throng_cell cell = {fan->is_across ? line : place, fan->is_across ? place : line};
    const throng_grid *grid = &fan->cost->grid;
    const int32_t left = cell.x > reach ? cell.x - reach : 0;
    const int32_t top = cell.y > reach ? cell.y - reach : 0;
    const int32_t right = cell.x + reach < grid->width ? cell.x + reach : grid->width - 1;
    const int32_t bottom = cell.y + reach < grid->height ? cell.y + reach : grid->height - 1;
    const throng_sweep sweep = throng_sweep_of_cells(fan->goal, cell, fan->radius_256);
    return throng_sweep_is_clear(fan->cost, &sweep,
                                 (throng_rect){left, top, right - left + 1, bottom - top + 1});
}

/* The places of `asked` in a word of line j that are seen. */
static uint64_t seen_singly(const throng_fan *fan, int32_t j, uint32_t word, uint64_t asked)
{
    uint64_t seen = 0;
    for (; asked; asked &= asked - 1) {
        const int32_t bit = __builtin_ctzll(asked);
        if (is_seen_singly(fan, j, (int32_t)word * 64 + bit))
            seen |= (uint64_t)1 << bit;
    }
    return seen;
}

static inline void mark_word(const line_job *job, uint32_t word, uint64_t bits)
{
    bits &= ~job->walls[word];
    if (job->close) {
        const uint64_t asked = bits & job->close[word];
        if (asked)
            bits = (bits & ~asked) | seen_singly(job->fan, job->j, word, asked);
    }
    job->seen[word] |= bits;
}

/* Marks the places begin .. end, which a beam reaches. Most beams lie in one word. */
static inline void mark(const line_job *job, int32_t begin, int32_t end)
{
    const uint32_t first = (uint32_t)begin / 64, last = (uint32_t)end / 64;
    const uint64_t low = UINT64_MAX << (begin % 64), high = UINT64_MAX >> (63 - end % 64);
    if (first == last) {
        mark_word(job, first, low & high);
        return;
    }
    mark_word(job, first, low);
    for (uint32_t word = first + 1; word < last; word++)
        mark_word(job, word, UINT64_MAX);
    mark_word(job, last, high);
}

/* Marks what a beam reaches in the line. False if it has left the map for good. */
static inline bool mark_beam(const line_job *job, const throng_beam *beam)
{
    const int32_t begin_place = throng_beam_begin(beam), end_place = throng_beam_end(beam);
    int32_t begin = job->place + begin_place, end = job->place + end_place;
    if (begin > job->last || end < job->first)
        return !(begin > job->last && beam->first.minor > 0) &&
               !(end < job->first && beam->last.minor < 0);
    if (!job->close) {
        /* Of the walls beside, a point touches one by its corner alone, on the diagonal. */
        begin += begin_place == -job->j && begin >= job->first && is_set(job->walls, begin + 1);
        end -= end_place == job->j && end <= job->last && is_set(job->walls, end - 1);
    }
    begin = begin > job->first ? begin : job->first;
    end = end < job->last ? end : job->last;
    if (begin <= end)
        mark(job, begin, end);
    return true;
}

/* The places of line k at which walls may touch a beam that is in line j = k + lag. There the beam
 * was less than lag + 1/2 + radius lines ago, as many places off at most, and is touched a radius
 * farther: within reach + 2. */
static inline throng_span window_of(const line_job *job, const throng_beam *beam)
{
    const int32_t begin = job->place + throng_beam_begin(beam) - job->window;
    const int32_t end = job->place + throng_beam_end(beam) + job->window + 1;
    const int32_t count = job->last + 1 + job->first;
    return (throng_span){begin > 0 ? begin : 0, end < count ? end : count};
}

static inline bool has_wall(const line_job *job, const throng_beam *beam)
{
    const throng_span window = window_of(job, beam);
    if (window.begin >= window.end)
        return false;
    const uint32_t first = (uint32_t)window.begin / 64, last = (uint32_t)(window.end - 1) / 64;
    const uint64_t low = UINT64_MAX << (window.begin % 64);
    const uint64_t high = UINT64_MAX >> (63 - (window.end - 1) % 64);
    if (first == last)
        return job->passed[first] & low & high;
    uint64_t any = (job->passed[first] & low) | (job->passed[last] & high);
    for (uint32_t word = first + 1; word < last; word++)
        any |= job->passed[word];
    return any;
}

/* Appends what the walls of the line just passed leave of the beam, from the lowest slopes to the
 * highest. Beyond the near lines walls hide slopes in the order in which they stand. */
static int32_t cut_by_line(const line_job *job, throng_beam beam, throng_beam *out)
{
    const throng_fan *fan = job->fan;
    const throng_span window = window_of(job, &beam);
    int32_t done = 0, place = window.begin;
    while ((place = next_place(job->passed, place, window.end, 0)) < window.end) {
        const int32_t end = next_place(job->passed, place, window.end, UINT64_MAX);
        throng_beam parts[2];
        const int32_t part_count = throng_beam_cut(fan, beam, job->j - fan->lag, place - fan->place,
                                                   end - 1 - fan->place, job->j, parts);
        if (part_count == 0)
            return done;
        if (part_count == 2)
            out[done++] = parts[0];
        beam = parts[part_count - 1];
        place = end;
    }
    out[done++] = beam;
    return done;
}

static void exchange(throng_fan *fan)
{
    throng_beam *const beams = fan->others;
    fan->others = fan->beams;
    fan->beams = beams;
}

/* Cuts every beam by the walls of a near line, of which only those beside the goal can be in the
 * quarter: its slopes are at most 1, and a wall there reaches near_line + 1 lines and a radius. */
static int32_t cut_by_near_line(throng_fan *fan, int32_t k, int32_t j, int32_t beam_count)
{
    const uint64_t *walls = line_of(fan, &fan->walls, k);
    if (!walls)
        return beam_count;
    const int32_t far = 2 * (fan->near_line + 1) + (fan->radius_256 + 255) / 256;
    const int32_t count = fan->walls.place_count;
    int32_t place = fan->place - far > 0 ? fan->place - far : 0;
    const int32_t stop = fan->place + far + 1 < count ? fan->place + far + 1 : count;
    while ((place = next_place(walls, place, stop, 0)) < stop) {
        int32_t done = 0;
        for (int32_t b = 0; b < beam_count; b++) {
            throng_beam parts[2];
            const int32_t part_count = throng_beam_cut(fan, fan->beams[b], k, place - fan->place,
                                                       place - fan->place, j, parts);
            for (int32_t part = 0; part < part_count; part++)
                fan->others[done++] = parts[part];
        }
        exchange(fan);
        beam_count = done;
        place++;
    }
    return beam_count;
}

/* Takes beams to line j, if they are not there yet, past the walls of line j - lag, and marks what
 * they reach. Returns the number of those that go on. */
static int32_t pass_line(throng_fan *fan, int32_t j, int32_t beam_count, bool is_stepped)
{
    const line_job job = line_job_of(fan, j);
    const throng_beam *const beams = fan->beams;
    throng_beam *const out = fan->others;
    int32_t done = 0;
    for (int32_t b = 0; b < beam_count; b++) {
        throng_beam beam = beams[b];
        if (!is_stepped)
            step(&beam);
        if (job.passed && has_wall(&job, &beam)) {
            const int32_t part_begin = done, part_end = done + cut_by_line(&job, beam, out + done);
            for (int32_t part = part_begin; part < part_end; part++)
                if (mark_beam(&job, &out[part]))
                    out[done++] = out[part];
        } else if (mark_beam(&job, &beam)) {
            out[done++] = beam;
        }
    }
    exchange(fan);
    return done;
}

void throng_fan_sweep(throng_fan *fan)
{
    int32_t beam_count = 1, near_line = -fan->near_line;
    fan->beams[0] = throng_beam_between((throng_slope){-1, 1}, (throng_slope){1, 1}, 0);
    for (int32_t j = 1; j <= fan->last_line && beam_count > 0; j++) {
        const bool is_near = near_line <= j - fan->lag && near_line <= fan->near_line;
        for (int32_t b = 0; is_near && b < beam_count; b++)
            step(&fan->beams[b]);
        for (; near_line <= j - fan->lag && near_line <= fan->near_line; near_line++)
            beam_count = cut_by_near_line(fan, near_line, j, beam_count);
        beam_count = pass_line(fan, j, beam_count, is_near);
    }
}
