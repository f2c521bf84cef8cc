#include "ground.h"

#include "world.h"

#include "shared.h"
#include "terrain.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Cells a side of a room, with one of its walls. */
#define ROOM 16

static int32_t roll(uint64_t *chance, int32_t below)
{
    return (int32_t)(bench_random(chance) % (uint64_t)below);
}

/* Each cell by itself, in hundredths of all. */
static void make_noise(bench_ground *g, int32_t walls, int32_t of_cost_3, int32_t of_cost_6)
{
    uint64_t chance = 1;
    const size_t count = (size_t)g->width * (size_t)g->height;
    for (size_t i = 0; i < count; i++) {
        const int32_t k = roll(&chance, 100) - walls;
        const int32_t cost = k < of_cost_3 ? 3 : k < of_cost_3 + of_cost_6 ? 6 : 1;
        g->costs[i] = (uint8_t)(k < 0 ? THRONG_WALL : cost);
    }
}

static void make_random(bench_ground *g)
{
    make_noise(g, 20, 15, 7);
}

static void make_open(bench_ground *g)
{
    make_noise(g, 2, 0, 0);
}

static void make_sparse(bench_ground *g)
{
    make_noise(g, 6, 0, 0);
}

static void make_empty(bench_ground *g)
{
    make_noise(g, 0, 0, 0);
}

/* Adds random heights, given every `spacing` cells and blended in between. */
static bool add_octave(const bench_ground *g, int32_t spacing, float height, uint64_t *chance,
                       float *heights)
{
    const int32_t columns = g->width / spacing + 2, rows = g->height / spacing + 2;
    float *knots = malloc((size_t)columns * (size_t)rows * sizeof *knots);
    if (!knots)
        return false;
    for (int32_t i = 0; i < columns * rows; i++)
        knots[i] = height * bench_random_unit(chance);
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < g->width; x++) {
            const float *k = &knots[y / spacing * columns + x / spacing];
            const float fx = (float)(x % spacing) / (float)spacing;
            const float fy = (float)(y % spacing) / (float)spacing;
            const float north = k[0] * (1.0f - fx) + k[1] * fx;
            const float south = k[columns] * (1.0f - fx) + k[columns + 1] * fx;
            heights[(size_t)y * (size_t)g->width + (size_t)x] += north * (1.0f - fy) + south * fy;
        }
    free(knots);
    return true;
}

static int compare_heights(const void *a, const void *b)
{
    const float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

/* Value noise of five octaves (Perlin 1985, without gradients); a cost grows with the cube of the
 * height, so that most of the ground is cheap. */
static bool make_hills(const bench_ground *g, float *heights, float *sorted)
{
    const size_t count = (size_t)g->width * (size_t)g->height;
    uint64_t chance = 6;
    float height = 1.0f;
    for (int32_t spacing = 64; spacing >= 4; spacing /= 2, height *= 0.5f)
        if (!add_octave(g, spacing, height, &chance, heights))
            return false;
    memcpy(sorted, heights, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_heights);
    const float low = sorted[0], high = sorted[count / 100 * 92];
    for (size_t i = 0; i < count; i++) {
        const float part = (heights[i] - low) / (high - low);
        const int32_t cost = 1 + (int32_t)(part * part * part * 253.0f);
        g->costs[i] = (uint8_t)(heights[i] >= high ? THRONG_WALL : cost);
    }
    return true;
}

static void make_terrain(bench_ground *g)
{
    const size_t count = (size_t)g->width * (size_t)g->height;
    float *heights = calloc(count, sizeof *heights);
    float *sorted = malloc(count * sizeof *sorted);
    if (!heights || !sorted || !make_hills(g, heights, sorted))
        abort(); /* a few bytes a cell in a program that takes dozens */
    free(heights);
    free(sorted);
}

static void make_rooms(bench_ground *g)
{
    uint64_t chance = 5;
    const int32_t w = g->width, columns = w / ROOM, rows = g->height / ROOM;
    for (int32_t y = 0; y < g->height; y++)
        for (int32_t x = 0; x < w; x++)
            g->costs[y * w + x] = x % ROOM == 0 || y % ROOM == 0 ? THRONG_WALL : 1;
    for (int32_t y = 0; y < rows; y++)
        for (int32_t x = 0; x < columns; x++) {
            if (x + 1 < columns && roll(&chance, 100) < 75)
                g->costs[(y * ROOM + 1 + roll(&chance, ROOM - 1)) * w + (x + 1) * ROOM] = 1;
            if (y + 1 < rows && roll(&chance, 100) < 75)
                g->costs[(y + 1) * ROOM * w + x * ROOM + 1 + roll(&chance, ROOM - 1)] = 1;
        }
}

/* Depth first: rooms of one cell at odd places, the cell between two of them is opened once. */
static void make_maze(bench_ground *g)
{
    static const int32_t step_x[4] = {2, 0, -2, 0}, step_y[4] = {0, 2, 0, -2};
    const int32_t w = g->width, h = g->height;
    uint64_t chance = 4;
    int32_t *stack = malloc((size_t)w * (size_t)h * sizeof *stack), depth = 0;
    if (!stack)
        abort();
    memset(g->costs, THRONG_WALL, (size_t)w * (size_t)h);
    g->costs[w + 1] = 1;
    stack[depth++] = w + 1;
    while (depth > 0) {
        const int32_t x = stack[depth - 1] % w, y = stack[depth - 1] / w;
        const int32_t first = roll(&chance, 4);
        depth--;
        for (int32_t turn = 0; turn < 4; turn++) {
            const int32_t k = (first + turn) % 4, to_x = x + step_x[k], to_y = y + step_y[k];
            if (to_x < 1 || to_y < 1 || to_x >= w || to_y >= h || g->costs[to_y * w + to_x] == 1)
                continue;
            g->costs[(y + step_y[k] / 2) * w + x + step_x[k] / 2] = 1;
            g->costs[to_y * w + to_x] = 1;
            stack[depth++] = y * w + x;
            stack[depth++] = to_y * w + to_x;
            break;
        }
    }
    free(stack);
}

/* Walks on while the cell after the next is wall, and turns right where it is not. */
static void make_spiral(bench_ground *g)
{
    static const int32_t step_x[4] = {1, 0, -1, 0}, step_y[4] = {0, 1, 0, -1};
    const int32_t w = g->width, h = g->height;
    memset(g->costs, THRONG_WALL, (size_t)w * (size_t)h);
    int32_t x = 1, y = 1, k = 0;
    g->costs[w + 1] = 1;
    for (int32_t turns = 0; turns < 2;) {
        const int32_t to_x = x + step_x[k], to_y = y + step_y[k];
        const int32_t then_x = to_x + step_x[k], then_y = to_y + step_y[k];
        const bool is_inside = to_x >= 1 && to_y >= 1 && to_x < w - 1 && to_y < h - 1;
        if (!is_inside || g->costs[then_y * w + then_x] == 1) {
            k = (k + 1) % 4;
            turns++;
            continue;
        }
        x = to_x;
        y = to_y;
        g->costs[y * w + x] = 1;
        turns = 0;
    }
}

static bool find_file(const char *name, char path[TEST_PATH_BYTES])
{
    static char folder[TEST_PATH_BYTES];
    static bool has_looked, has_folder;
    char file[TEST_PATH_BYTES];
    if (!has_looked)
        has_folder = test_shared_folder("maps", folder);
    has_looked = true;
    snprintf(file, sizeof file, "%s.map", name);
    test_join_path(folder, file, path);
    return has_folder;
}

static bool read_file(const char *name, bench_ground *out)
{
    char path[TEST_PATH_BYTES];
    test_terrain terrain;
    if (!find_file(name, path) || !test_terrain_read(path, &terrain))
        return false;
    out->width = terrain.width;
    out->height = terrain.height;
    out->costs = malloc((size_t)terrain.width * (size_t)terrain.height);
    if (out->costs)
        test_terrain_costs(&terrain, false, out->costs);
    test_terrain_free(&terrain);
    return out->costs != NULL;
}

static const struct {
    const char *name;
    void (*make)(bench_ground *ground);
} kinds[] = {{"random:", make_random},   {"open:", make_open},    {"sparse:", make_sparse},
             {"empty:", make_empty},     {"rooms:", make_rooms},  {"maze:", make_maze},
             {"terrain:", make_terrain}, {"spiral:", make_spiral}};

#define KIND_COUNT (sizeof kinds / sizeof *kinds)

static bool make_costs(const char *name, bench_ground *out)
{
    for (size_t i = 0; i < KIND_COUNT; i++) {
        const size_t length = strlen(kinds[i].name);
        if (strncmp(name, kinds[i].name, length) != 0)
            continue;
        out->width = out->height = atoi(name + length);
        out->costs = malloc((size_t)out->width * (size_t)out->height);
        if (out->costs)
            kinds[i].make(out);
        return out->costs != NULL;
    }
    return read_file(name, out);
}

/* Names the region of `from`, which has none yet; counts its cells. A diagonal step needs both
 * cells beside it, so straight steps reach all that any steps do. */
static int32_t flood(const bench_ground *g, int32_t from, int32_t name, int32_t *region,
                     int32_t *queue)
{
    int32_t count = 0;
    region[from] = name;
    queue[count++] = from;
    for (int32_t k = 0; k < count; k++) {
        const int32_t x = queue[k] % g->width, y = queue[k] / g->width;
        const int32_t next[4] = {x + 1 < g->width ? queue[k] + 1 : -1, x > 0 ? queue[k] - 1 : -1,
                                 y + 1 < g->height ? queue[k] + g->width : -1,
                                 y > 0 ? queue[k] - g->width : -1};
        for (int32_t i = 0; i < 4; i++)
            if (next[i] >= 0 && g->costs[next[i]] != THRONG_WALL && region[next[i]] == 0) {
                region[next[i]] = name;
                queue[count++] = next[i];
            }
    }
    return count;
}

static void choose_goal(bench_ground *g, int32_t *region, int32_t *queue)
{
    const int32_t count = g->width * g->height;
    int32_t largest = 0, most = 0, name = 0;
    for (int32_t i = 0; i < count; i++) {
        if (g->costs[i] == THRONG_WALL || region[i] != 0)
            continue;
        const int32_t cells = flood(g, i, ++name, region, queue);
        if (cells > most) {
            most = cells;
            largest = name;
        }
    }
    int64_t nearest = INT64_MAX;
    for (int32_t i = 0; i < count; i++) {
        const int64_t x = i % g->width - g->width / 2, y = i / g->width - g->height / 2;
        if (region[i] == largest && largest > 0 && x * x + y * y < nearest) {
            nearest = x * x + y * y;
            g->goal = (throng_cell){i % g->width, i / g->width};
        }
    }
}

bool bench_ground_make(const char *name, bench_ground *out)
{
    *out = (bench_ground){0};
    if (!make_costs(name, out)) {
        fprintf(stderr, "%s: there is no such map, or no memory for it\n", name);
        return false;
    }
    const size_t count = (size_t)out->width * (size_t)out->height;
    int32_t *region = calloc(count, sizeof *region), *queue = malloc(count * sizeof *queue);
    const bool is_good = region && queue;
    if (is_good)
        choose_goal(out, region, queue);
    else
        bench_ground_free(out);
    free(region);
    free(queue);
    return is_good;
}

void bench_ground_free(bench_ground *ground)
{
    free(ground->costs);
    ground->costs = NULL;
}

bool bench_ground_is_there(const char *name)
{
    char path[TEST_PATH_BYTES];
    if (strchr(name, ':'))
        return true;
    if (!find_file(name, path))
        return false;
    FILE *file = fopen(path, "r");
    if (file)
        fclose(file);
    return file != NULL;
}
