#include "crowd_case.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void copy_name(char out[CROWD_NAME_BYTES], const char *name, size_t length)
{
    if (length >= CROWD_NAME_BYTES)
        fail_msg("the name %s is too long", name);
    memcpy(out, name, length);
    out[length] = '\0';
}

static void add_goal(crowd_case *scene, int32_t group, int32_t x, int32_t y)
{
    if (group < 0 || group >= CROWD_GROUPS_MAX)
        fail_msg("%s: group %d; there is room for %d", scene->name, group, CROWD_GROUPS_MAX);
    if (scene->goal_count == scene->goal_capacity) {
        scene->goal_capacity = 2 * scene->goal_capacity + 64;
        scene->goals = realloc(scene->goals, (size_t)scene->goal_capacity * sizeof *scene->goals);
        assert_non_null(scene->goals);
    }
    scene->goals[scene->goal_count].group = group;
    scene->goals[scene->goal_count].x = x;
    scene->goals[scene->goal_count++].y = y;
    if (group >= scene->group_count)
        scene->group_count = group + 1;
}

static void add_area(crowd_case *scene, const case_line *line)
{
    const int32_t left = case_int(line, 1), top = case_int(line, 2);
    const int32_t width = case_int(line, 3), height = case_int(line, 4);
    for (int32_t y = top; y < top + height; y++) {
        for (int32_t x = left; x < left + width; x++)
            add_goal(scene, case_int(line, 0), x, y);
    }
}

static void add_agent(crowd_case *scene, double x, double y, const case_line *line, int first)
{
    if (scene->agent_count == CROWD_AGENTS_MAX)
        fail_msg("%s: more than %d agents", scene->name, CROWD_AGENTS_MAX);
    crowd_agent *agent = &scene->agents[scene->agent_count++];
    agent->x = x;
    agent->y = y;
    agent->radius = case_number(line, first);
    agent->speed = case_number(line, first + 1);
    agent->group = case_int(line, first + 2);
}

static void add_agents(crowd_case *scene, const case_line *line)
{
    if (case_line_is(line, "agent")) {
        add_agent(scene, case_number(line, 0), case_number(line, 1), line, 2);
        return;
    }
    if (case_line_is(line, "stack")) {
        for (int32_t i = 0; i < case_int(line, 0); i++)
            add_agent(scene, case_number(line, 1), case_number(line, 2), line, 3);
        return;
    }
    const double left = case_number(line, 0), top = case_number(line, 1);
    const double step_x = case_number(line, 4), step_y = case_number(line, 5);
    for (int32_t j = 0; j < case_int(line, 3); j++) {
        for (int32_t i = 0; i < case_int(line, 2); i++)
            add_agent(scene, left + i * step_x, top + j * step_y, line, 6);
    }
}

static void add_place(crowd_place *places, int32_t *count, const case_line *line)
{
    if (*count == CROWD_PLACES_MAX)
        fail_msg("line %d: more than %d places", line->number, CROWD_PLACES_MAX);
    crowd_place *place = &places[(*count)++];
    copy_name(place->name, line->words[0], strlen(line->words[0]));
    place->x0 = case_number(line, 1);
    place->y0 = case_number(line, 2);
    place->x1 = case_number(line, 3);
    place->y1 = case_number(line, 4);
}

/* In the order of crowd_verb: the word and how many numbers follow. */
static const struct {
    const char *word;
    int number_count;
} verbs[] = {{"fill", 5},   {"goal", 5},  {"remove", 1},  {"add", 5},   {"move", 3},
             {"radius", 2}, {"spike", 1}, {"badstep", 1}, {"stale", 1}, {"save", 0}};

static void add_action(crowd_case *scene, const case_line *line)
{
    if (scene->action_count == CROWD_ACTIONS_MAX)
        fail_msg("%s: more than %d actions", scene->name, CROWD_ACTIONS_MAX);
    crowd_action *action = &scene->actions[scene->action_count++];
    action->time = case_number(line, 0);
    const int verb_count = (int)(sizeof verbs / sizeof verbs[0]);
    int verb = 0;
    while (verb < verb_count && strcmp(verbs[verb].word, line->words[1]) != 0)
        verb++;
    if (verb == verb_count || line->word_count != 2 + verbs[verb].number_count)
        fail_msg("line %d: `%s` is no action", line->number, line->rest);
    action->verb = (crowd_verb)verb;
    for (int i = 0; i < verbs[verb].number_count; i++) {
        if (verb == CROWD_RADIUS && i == 0 && strcmp(line->words[2], "all") == 0)
            action->is_for_all = true;
        else
            action->number[i] = case_number(line, 2 + i);
    }
}

void crowd_case_add_check(crowd_case *scene, const char *metric, const char *op, double value,
                          double from, double to, const char *who)
{
    if (scene->check_count == CROWD_CHECKS_MAX)
        fail_msg("%s: more than %d checks", scene->name, CROWD_CHECKS_MAX);
    crowd_check *check = &scene->checks[scene->check_count++];
    const char *colon = strchr(metric, ':');
    copy_name(check->metric, metric, colon ? (size_t)(colon - metric) : strlen(metric));
    copy_name(check->argument, colon ? colon + 1 : "", colon ? strlen(colon + 1) : 0);
    check->op = op[0];
    if (!strchr("<>=", op[0]) || op[1] != '=')
        fail_msg("%s: `%s` is no operator", scene->name, op);
    check->value = value;
    check->from = from;
    check->to = to;
    check->who_kind = CROWD_GROUP;
    if (strcmp(who, "all") == 0)
        check->who_kind = CROWD_ALL;
    else if (who[0] == '#')
        check->who_kind = CROWD_ONE;
    check->who = atoi(who + (who[0] == '#'));
    snprintf(check->text, sizeof check->text, "%s %s %g %g %g %s", metric, op, value, from, to,
             who);
}

static void add_check(crowd_case *scene, const case_line *line)
{
    if (line->word_count != 6)
        fail_msg("line %d: a check has six words", line->number);
    const bool is_to_the_end = strcmp(line->words[4], "end") == 0;
    crowd_case_add_check(scene, line->words[0], line->words[1], case_number(line, 2),
                         case_number(line, 3), is_to_the_end ? scene->time : case_number(line, 4),
                         line->words[5]);
    /* The text keeps the file's own words. */
    crowd_check *check = &scene->checks[scene->check_count - 1];
    snprintf(check->text, sizeof check->text, "%s %s %s %s %s %s", line->words[0], line->words[1],
             line->words[2], line->words[3], line->words[4], line->words[5]);
}

static void add_needs(crowd_case *scene, const case_line *line)
{
    for (int i = 0; i < line->word_count; i++) {
        scene->needs_threads |= strcmp(line->words[i], "threads") == 0;
        scene->needs_save |= strcmp(line->words[i], "save") == 0;
        scene->needs_order |= strcmp(line->words[i], "order") == 0;
    }
}

static void read_starts(crowd_case *scene, const case_line *line)
{
    if (strcmp(line->rest, "any") == 0)
        scene->starts = CROWD_STARTS_ANY;
    else if (strcmp(line->rest, "any-or-refused") == 0)
        scene->starts = CROWD_STARTS_ANY_OR_REFUSED;
    else if (strcmp(line->rest, "free") != 0)
        fail_msg("line %d: `%s` is no way to start", line->number, line->rest);
}

/* Lines that only people read. */
static bool is_remark(const case_line *line)
{
    static const char *const remarks[] = {"kind",  "case", "source", "report",
                                          "right", "note", "mode"};
    for (size_t i = 0; i < sizeof remarks / sizeof remarks[0]; i++) {
        if (case_line_is(line, remarks[i]))
            return true;
    }
    return false;
}

static void read_line(crowd_case *scene, const case_line *line)
{
    if (is_remark(line) || case_map_apply(&scene->map, line) != CASE_MAP_OTHER)
        return;
    if (case_line_is(line, "cell"))
        scene->cell = case_number(line, 0);
    else if (case_line_is(line, "dt"))
        scene->dt = case_number(line, 0);
    else if (case_line_is(line, "time"))
        scene->time = case_number(line, 0);
    else if (case_line_is(line, "starts"))
        read_starts(scene, line);
    else if (case_line_is(line, "needs"))
        add_needs(scene, line);
    else if (case_line_is(line, "goal"))
        add_goal(scene, case_int(line, 0), case_int(line, 1), case_int(line, 2));
    else if (case_line_is(line, "area"))
        add_area(scene, line);
    else if (case_line_is(line, "agent") || case_line_is(line, "stack") ||
             case_line_is(line, "block"))
        add_agents(scene, line);
    else if (case_line_is(line, "zone"))
        add_place(scene->zones, &scene->zone_count, line);
    else if (case_line_is(line, "line"))
        add_place(scene->lines, &scene->line_count, line);
    else if (case_line_is(line, "at"))
        add_action(scene, line);
    else if (case_line_is(line, "check"))
        add_check(scene, line);
    else
        fail_msg("line %d: the key `%s` is unknown", line->number, line->key);
}

void crowd_case_read(const char *path, crowd_case *out)
{
    case_file file;
    assert_true(case_file_read(path, &file));
    memset(out, 0, sizeof *out);
    memcpy(out->name, file.name, sizeof out->name);
    out->cell = 1;
    case_map_start(&out->map);
    out->agents = malloc(CROWD_AGENTS_MAX * sizeof *out->agents);
    assert_non_null(out->agents);
    for (int i = 0; i < file.line_count; i++)
        read_line(out, &file.lines[i]);
    case_file_free(&file);
    if (!(out->dt > 0 && out->time > 0) || out->map.width == 0 || out->check_count == 0)
        fail_msg("%s: a map, dt, time and a check are needed", out->name);
}

void crowd_case_free(crowd_case *scene)
{
    case_map_free(&scene->map);
    free(scene->goals);
    free(scene->agents);
    memset(scene, 0, sizeof *scene);
}

static const crowd_place *find_place(const crowd_place *places, int32_t count, const char *name)
{
    for (int32_t i = 0; i < count; i++) {
        if (strcmp(places[i].name, name) == 0)
            return &places[i];
    }
    return NULL;
}

const crowd_place *crowd_case_zone(const crowd_case *scene, const char *name)
{
    return find_place(scene->zones, scene->zone_count, name);
}

const crowd_place *crowd_case_line(const crowd_case *scene, const char *name)
{
    return find_place(scene->lines, scene->line_count, name);
}
