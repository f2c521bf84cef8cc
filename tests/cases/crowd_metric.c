#include "crowd_metric.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "crowd_measure.h"

/* s; the case files allow a millionth in all comparisons of times. */
#define TIME_SLACK 1e-6

/* How the values of single steps become one. */
typedef enum metric_kind {
    KIND_EACH, /* least and greatest of the steps' values */
    KIND_SUM,  /* sum of the steps' values */
    KIND_MEAN, /* total / count, which the measure adds up itself */
    KIND_LAST, /* the value of the last step */
    KIND_RUN,  /* measured once, when the run is over; the window is not used */
    KIND_DELTA /* positions at the end of the window, kept for a comparison with another run */
} metric_kind;

typedef struct metric {
    const char *name;
    metric_kind kind;
    char argument; /* see crowd_metric_at */
    crowd_measure *measure;
} metric;

static const metric metrics[] = {
    {"nonfinite", KIND_SUM, ' ', crowd_measure_nonfinite},
    {"inwall", KIND_SUM, ' ', crowd_measure_inwall},
    {"crossings", KIND_SUM, ' ', crowd_measure_crossings},
    {"clip", KIND_EACH, ' ', crowd_measure_clip},
    {"overlap", KIND_EACH, ' ', crowd_measure_overlap},
    {"overlap_share", KIND_MEAN, ' ', crowd_measure_overlap_share},
    {"deep", KIND_SUM, ' ', crowd_measure_deep},
    {"speed_mean", KIND_MEAN, ' ', crowd_measure_speed_mean},
    {"speed_max", KIND_EACH, ' ', crowd_measure_speed_max},
    {"arrived", KIND_EACH, ' ', crowd_measure_arrived},
    {"ingoal", KIND_EACH, ' ', crowd_measure_ingoal},
    {"t_all", KIND_RUN, ' ', crowd_measure_t_all},
    {"zone", KIND_EACH, 'z', crowd_measure_zone},
    {"visited", KIND_EACH, 'z', crowd_measure_visited},
    {"t_zone", KIND_RUN, 'z', crowd_measure_t_zone},
    {"passed", KIND_EACH, 'l', crowd_measure_passed},
    {"flow", KIND_RUN, 'l', crowd_measure_flow},
    {"gap", KIND_RUN, 'l', crowd_measure_gap},
    {"reach", KIND_EACH, 'g', crowd_measure_reach},
    {"moved_max", KIND_LAST, ' ', crowd_measure_moved_max},
    {"moved_min", KIND_LAST, ' ', crowd_measure_moved_min},
    {"centroid", KIND_LAST, ' ', crowd_measure_centroid},
    {"r95", KIND_EACH, ' ', crowd_measure_r95},
    {"length", KIND_RUN, ' ', crowd_measure_length},
    {"rise", KIND_LAST, ' ', crowd_measure_rise},
    {"alive", KIND_EACH, ' ', crowd_measure_alive},
    {"refused", KIND_EACH, ' ', crowd_measure_refused},
    {"rerun_delta", KIND_DELTA, ' ', NULL},
    {"threads_delta", KIND_DELTA, ' ', NULL},
    {"restore_delta", KIND_DELTA, ' ', NULL},
    {"order_delta", KIND_DELTA, ' ', NULL},
};

enum { METRIC_COUNT = sizeof metrics / sizeof metrics[0] };

static const metric *find_metric(const char *name)
{
    for (int32_t i = 0; i < METRIC_COUNT; i++) {
        if (strcmp(metrics[i].name, name) == 0)
            return &metrics[i];
    }
    fail_msg("there is no metric `%s`", name);
    return NULL;
}

bool crowd_metric_at(int32_t index, const char **name, char *argument)
{
    if (index >= METRIC_COUNT)
        return false;
    *name = metrics[index].name;
    *argument = metrics[index].argument;
    return true;
}

bool crowd_is_delta(const char *metric)
{
    return find_metric(metric)->kind == KIND_DELTA;
}

static void *zeroed(size_t size)
{
    void *const memory = calloc(CROWD_AGENTS_MAX, size);
    assert_non_null(memory);
    return memory;
}

void crowd_scores_open(crowd_scores *scores, const crowd_case *told)
{
    memset(scores, 0, sizeof *scores);
    scores->told = told;
    scores->histories = zeroed(sizeof *scores->histories);
    for (int32_t i = 0; i < CROWD_AGENTS_MAX; i++) {
        crowd_history *const history = &scores->histories[i];
        history->arrival_time = INFINITY;
        for (int32_t k = 0; k < CROWD_PLACES_MAX; k++)
            history->zone_time[k] = history->line_time[k] = INFINITY;
    }
    for (int32_t k = 0; k < told->check_count; k++) {
        const metric_kind kind = find_metric(told->checks[k].metric)->kind;
        if (kind != KIND_LAST && kind != KIND_DELTA)
            continue;
        crowd_score *const score = &scores->scores[k];
        score->is_known = zeroed(sizeof *score->is_known);
        score->x = zeroed(sizeof *score->x);
        score->y = zeroed(sizeof *score->y);
        score->sum = zeroed(sizeof *score->sum);
    }
}

void crowd_scores_close(crowd_scores *scores)
{
    for (int32_t k = 0; k < scores->told->check_count; k++) {
        free(scores->scores[k].is_known);
        free(scores->scores[k].x);
        free(scores->scores[k].y);
        free(scores->scores[k].sum);
    }
    free(scores->histories);
    memset(scores, 0, sizeof *scores);
}

static void keep_history(crowd_scores *scores, const crowd_scene *scene)
{
    for (int32_t i = 0; i < scene->member_count; i++) {
        const crowd_member *const member = &scene->members[i];
        crowd_history *const history = &scores->histories[i];
        if (!member->is_alive)
            continue;
        if (isinf(history->arrival_time)) {
            history->length += hypot(member->x - member->last_x, member->y - member->last_y);
            if (member->has_arrived)
                history->arrival_time = scene->clock;
        }
        for (int32_t k = 0; k < scores->told->zone_count; k++) {
            if (isinf(history->zone_time[k]) && crowd_is_inside(member, &scores->told->zones[k]))
                history->zone_time[k] = scene->clock;
        }
        for (int32_t k = 0; k < scores->told->line_count; k++) {
            if (isinf(history->line_time[k]) && crowd_has_crossed(member, &scores->told->lines[k]))
                history->line_time[k] = scene->clock;
        }
    }
}

/* Where everybody meant was when the window began: at the start of the run if it begins at 0. */
static void keep_first_positions(const crowd_probe *probe)
{
    crowd_score *const score = probe->score;
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        const crowd_member *const member = &probe->scene->members[i];
        if (!crowd_is_meant(probe, i))
            continue;
        score->is_known[i] = true;
        score->x[i] = probe->check->from > 0 ? member->x : member->start_x;
        score->y[i] = probe->check->from > 0 ? member->y : member->start_y;
    }
}

static void keep_positions(const crowd_probe *probe)
{
    crowd_score *const score = probe->score;
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        score->is_known[i] = crowd_is_meant(probe, i);
        score->x[i] = probe->scene->members[i].x;
        score->y[i] = probe->scene->members[i].y;
    }
}

/* Takes a value in. NaN: there was nobody to measure. */
static void take(crowd_score *score, metric_kind kind, double value)
{
    if (isnan(value))
        return;
    if (kind == KIND_SUM) {
        score->total += value;
        value = score->total;
    }
    const bool is_extreme = kind == KIND_EACH && score->has_value;
    score->least = is_extreme ? fmin(score->least, value) : value;
    score->greatest = is_extreme ? fmax(score->greatest, value) : value;
    score->has_value = true;
}

void crowd_scores_step(crowd_scores *scores, const crowd_scene *scene)
{
    keep_history(scores, scene);
    for (int32_t k = 0; k < scores->told->check_count; k++) {
        const crowd_check *const check = &scores->told->checks[k];
        const metric *const metric = find_metric(check->metric);
        crowd_score *const score = &scores->scores[k];
        const crowd_probe probe = {scene, check, score, scores->histories};
        if (metric->kind == KIND_RUN || scene->clock < check->from - TIME_SLACK ||
            scene->clock > check->to + TIME_SLACK)
            continue;
        if (metric->kind == KIND_DELTA) {
            keep_positions(&probe);
            continue;
        }
        if (metric->kind == KIND_LAST && !score->has_value)
            keep_first_positions(&probe);
        take(score, metric->kind, metric->measure(&probe));
    }
}

void crowd_scores_finish(crowd_scores *scores, const crowd_scene *scene)
{
    for (int32_t k = 0; k < scores->told->check_count; k++) {
        const crowd_check *const check = &scores->told->checks[k];
        const metric *const metric = find_metric(check->metric);
        crowd_score *const score = &scores->scores[k];
        const crowd_probe probe = {scene, check, score, scores->histories};
        if (metric->kind == KIND_RUN)
            take(score, metric->kind, metric->measure(&probe));
    }
}

void crowd_scores_compare(crowd_scores *plain, const crowd_scores *other, int32_t k)
{
    crowd_score *const one = &plain->scores[k];
    const crowd_score *const two = &other->scores[k];
    double greatest = 0;
    bool has_anybody = false;
    for (int32_t i = 0; i < CROWD_AGENTS_MAX; i++) {
        if (one->is_known[i] != two->is_known[i])
            greatest = INFINITY;
        if (!one->is_known[i] || !two->is_known[i])
            continue;
        has_anybody = true;
        greatest = fmax(greatest, hypot(one->x[i] - two->x[i], one->y[i] - two->y[i]));
    }
    if (has_anybody)
        take(one, KIND_EACH, greatest);
}

bool crowd_check_holds(const crowd_check *check, const crowd_score *score)
{
    if (!score->has_value)
        return false;
    if (check->op == '<')
        return score->greatest <= check->value;
    if (check->op == '>')
        return score->least >= check->value;
    return score->least == check->value && score->greatest == check->value;
}
