/*
 * crowd_measure.c: metrics of single agents: walls, speed, arrival, zones, lines. Those of pairs
 * and of whole groups are in crowd_measure_group.c.
 */
#include "crowd_measure.h"

#include <math.h>
#include <stdlib.h>

#include "../../tools/quality/geometry.h"

bool crowd_is_meant(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = &probe->scene->members[number];
    if (!member->is_alive)
        return false;
    if (probe->check->who_kind == CROWD_ALL)
        return true;
    return (probe->check->who_kind == CROWD_GROUP ? member->group : number) == probe->check->who;
}

/* A question about one agent, answered by a number. */
typedef double ask(const crowd_probe *probe, int32_t number);

/* Answers over everybody meant. */
typedef struct answers {
    double count, sum, least, greatest;
} answers;

static answers ask_everybody(const crowd_probe *probe, ask *question)
{
    answers all = {0, 0, INFINITY, -INFINITY};
    for (int32_t i = 0; i < probe->scene->member_count; i++) {
        if (!crowd_is_meant(probe, i))
            continue;
        const double answer = question(probe, i);
        all.count++;
        all.sum += answer;
        all.least = fmin(all.least, answer);
        all.greatest = fmax(all.greatest, answer);
    }
    return all;
}

static double sum_of(const crowd_probe *probe, ask *question)
{
    return ask_everybody(probe, question).sum;
}

static double greatest_of(const crowd_probe *probe, ask *question)
{
    const answers all = ask_everybody(probe, question);
    return all.count > 0 ? all.greatest : NAN;
}

static double share_of(const crowd_probe *probe, ask *question)
{
    const answers all = ask_everybody(probe, question);
    return all.count > 0 ? all.sum / all.count : NAN;
}

static const crowd_member *member_of(const crowd_probe *probe, int32_t number)
{
    return &probe->scene->members[number];
}

static double is_nonfinite(const crowd_probe *probe, int32_t number)
{
    return !member_of(probe, number)->is_finite;
}

double crowd_measure_nonfinite(const crowd_probe *probe)
{
    return sum_of(probe, is_nonfinite);
}

static double is_in_wall(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    throng_cell cell;
    if (!crowd_scene_cell_of(probe->scene, member->x, member->y, &cell))
        return 1;
    return crowd_scene_is_wall(probe->scene, cell.x, cell.y);
}

double crowd_measure_inwall(const crowd_probe *probe)
{
    return sum_of(probe, is_in_wall);
}

/* 1 if more than half a cell of the last step leads through walls. */
static double crosses_walls(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    const double cell = probe->scene->told->cell;
    if (!member->is_finite)
        return 0;
    const quality_segment way = {member->last_x / cell, member->last_y / cell, member->x / cell,
                                 member->y / cell};
    const int32_t left = (int32_t)floor(fmin(way.x0, way.x1));
    const int32_t right = (int32_t)floor(fmax(way.x0, way.x1));
    const int32_t top = (int32_t)floor(fmin(way.y0, way.y1));
    const int32_t bottom = (int32_t)floor(fmax(way.y0, way.y1));
    double length = 0;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            if (crowd_scene_is_wall(probe->scene, x, y))
                length += quality_length_within(way, x, y);
        }
    }
    return length > 0.5;
}

double crowd_measure_crossings(const crowd_probe *probe)
{
    return sum_of(probe, crosses_walls);
}

/* How deep the nearest wall or edge is in the agent's disc, as a share of its radius. */
static double clip_of(const crowd_probe *probe, int32_t number)
{
    const crowd_scene *const scene = probe->scene;
    const crowd_member *const member = member_of(probe, number);
    const double cell = scene->told->cell, radius = member->radius;
    if (!member->is_finite)
        return 0;
    const int32_t left = (int32_t)floor((member->x - radius) / cell);
    const int32_t right = (int32_t)floor((member->x + radius) / cell);
    const int32_t top = (int32_t)floor((member->y - radius) / cell);
    const int32_t bottom = (int32_t)floor((member->y + radius) / cell);
    double nearest = radius;
    for (int32_t y = top; y <= bottom; y++) {
        for (int32_t x = left; x <= right; x++) {
            /* Off the map counts as wall, so the edge is among these. */
            if (crowd_scene_is_wall(scene, x, y))
                nearest = fmin(nearest, quality_distance_to_square(member->x, member->y, x * cell,
                                                                   y * cell, cell));
        }
    }
    return (radius - nearest) / radius;
}

double crowd_measure_clip(const crowd_probe *probe)
{
    return greatest_of(probe, clip_of);
}

static double speed_of(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    const double moved = hypot(member->x - member->last_x, member->y - member->last_y);
    return moved / probe->scene->step_length / member->speed;
}

double crowd_measure_speed_mean(const crowd_probe *probe)
{
    const answers all = ask_everybody(probe, speed_of);
    probe->score->total += all.sum;
    probe->score->count += all.count;
    return probe->score->count > 0 ? probe->score->total / probe->score->count : NAN;
}

double crowd_measure_speed_max(const crowd_probe *probe)
{
    return greatest_of(probe, speed_of);
}

static double has_arrived(const crowd_probe *probe, int32_t number)
{
    return member_of(probe, number)->has_arrived;
}

double crowd_measure_arrived(const crowd_probe *probe)
{
    return share_of(probe, has_arrived);
}

static double is_in_goal(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    throng_cell cell;
    if (member->group < 0 || !crowd_scene_cell_of(probe->scene, member->x, member->y, &cell))
        return 0;
    for (int32_t i = 0; i < probe->scene->goal_count[member->group]; i++) {
        const throng_cell goal = probe->scene->goals[member->group][i];
        if (goal.x == cell.x && goal.y == cell.y)
            return 1;
    }
    return 0;
}

double crowd_measure_ingoal(const crowd_probe *probe)
{
    return share_of(probe, is_in_goal);
}

static double arrival_time(const crowd_probe *probe, int32_t number)
{
    return probe->histories[number].arrival_time;
}

double crowd_measure_t_all(const crowd_probe *probe)
{
    return greatest_of(probe, arrival_time);
}

static double length_walked(const crowd_probe *probe, int32_t number)
{
    return probe->histories[number].length;
}

double crowd_measure_length(const crowd_probe *probe)
{
    return share_of(probe, length_walked);
}

bool crowd_is_inside(const crowd_member *member, const crowd_place *zone)
{
    return member->x >= fmin(zone->x0, zone->x1) && member->x <= fmax(zone->x0, zone->x1) &&
           member->y >= fmin(zone->y0, zone->y1) && member->y <= fmax(zone->y0, zone->y1);
}

static double is_in_zone(const crowd_probe *probe, int32_t number)
{
    return crowd_is_inside(member_of(probe, number),
                           crowd_case_zone(probe->scene->told, probe->check->argument));
}

double crowd_measure_zone(const crowd_probe *probe)
{
    return sum_of(probe, is_in_zone);
}

static double zone_time(const crowd_probe *probe, int32_t number)
{
    const crowd_case *const told = probe->scene->told;
    const crowd_place *const zone = crowd_case_zone(told, probe->check->argument);
    return probe->histories[number].zone_time[zone - told->zones];
}

static double has_visited(const crowd_probe *probe, int32_t number)
{
    return isfinite(zone_time(probe, number));
}

double crowd_measure_visited(const crowd_probe *probe)
{
    return sum_of(probe, has_visited);
}

double crowd_measure_t_zone(const crowd_probe *probe)
{
    return greatest_of(probe, zone_time);
}

bool crowd_has_crossed(const crowd_member *member, const crowd_place *line)
{
    const quality_segment way = {member->last_x, member->last_y, member->x, member->y};
    const quality_segment over = {line->x0, line->y0, line->x1, line->y1};
    return quality_crosses(way, over);
}

static double line_time(const crowd_probe *probe, int32_t number)
{
    const crowd_case *const told = probe->scene->told;
    const crowd_place *const line = crowd_case_line(told, probe->check->argument);
    return probe->histories[number].line_time[line - told->lines];
}

static double has_passed(const crowd_probe *probe, int32_t number)
{
    return isfinite(line_time(probe, number));
}

double crowd_measure_passed(const crowd_probe *probe)
{
    return sum_of(probe, has_passed);
}

static double is_reachable(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    const int32_t group = atoi(probe->check->argument);
    throng_cell cell;
    if (!crowd_scene_cell_of(probe->scene, member->x, member->y, &cell))
        return 0;
    return throng_integration_at(probe->scene->integration[group], cell) != THRONG_UNREACHABLE;
}

double crowd_measure_reach(const crowd_probe *probe)
{
    return sum_of(probe, is_reachable);
}

static double distance_moved(const crowd_probe *probe, int32_t number)
{
    const crowd_score *const score = probe->score;
    const crowd_member *const member = member_of(probe, number);
    if (!score->is_known[number])
        return NAN; /* fmin and fmax pass over it */
    return hypot(member->x - score->x[number], member->y - score->y[number]);
}

double crowd_measure_moved_max(const crowd_probe *probe)
{
    const double greatest = ask_everybody(probe, distance_moved).greatest;
    return isinf(greatest) ? NAN : greatest;
}

double crowd_measure_moved_min(const crowd_probe *probe)
{
    const double least = ask_everybody(probe, distance_moved).least;
    return isinf(least) ? NAN : least;
}

static double nearest_goal(const crowd_probe *probe, int32_t group, double x, double y)
{
    const double cell = probe->scene->told->cell;
    double nearest = INFINITY;
    for (int32_t i = 0; i < probe->scene->goal_count[group]; i++) {
        const throng_cell goal = probe->scene->goals[group][i];
        nearest = fmin(nearest, hypot(x - (goal.x + 0.5) * cell, y - (goal.y + 0.5) * cell));
    }
    return nearest;
}

/* Sum of the increases of the distance to the goal since the window began. */
static double rise_of(const crowd_probe *probe, int32_t number)
{
    const crowd_member *const member = member_of(probe, number);
    if (member->group < 0)
        return 0;
    const double before = nearest_goal(probe, member->group, member->last_x, member->last_y);
    const double now = nearest_goal(probe, member->group, member->x, member->y);
    probe->score->sum[number] += fmax(0, now - before);
    return probe->score->sum[number];
}

double crowd_measure_rise(const crowd_probe *probe)
{
    return greatest_of(probe, rise_of);
}

static double is_one(const crowd_probe *probe, int32_t number)
{
    (void)probe;
    (void)number;
    return 1;
}

double crowd_measure_alive(const crowd_probe *probe)
{
    return sum_of(probe, is_one);
}

double crowd_measure_refused(const crowd_probe *probe)
{
    return probe->scene->refused_count;
}
