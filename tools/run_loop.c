#include "progress.h"
#include "run.h"

#include <stdio.h>
#include <string.h>

/* Pictures of a video per second: every other step. */
#define VIDEO_RATE 30

/* Pixels of a video's longer side: what a screen shows, and small enough for a coder to keep up. */
#define VIDEO_SIDE 1024

/* Agents in a wall, off the map, or with a place that is no number. */
static int64_t count_violations(const tool_run *run)
{
    throng_crowd_view view;
    int64_t count = 0;
    if (throng_crowd_read(run->crowd, &view) != THRONG_OK)
        return run->options.agents;
    for (int32_t i = 0; i < view.count; i++) {
        const throng_point place = {view.x[i], view.y[i]};
        throng_cell cell;
        const throng_cost_field *cost = run->fields[view.group[i]].cost;
        count +=
            !throng_cost_cell_of(cost, place, &cell) || throng_cost_at(cost, cell) == THRONG_WALL;
    }
    return count;
}

/* Notes who arrived in the last step, which ended at `now`, in s. */
static void note_arrivals(tool_run *run, double now)
{
    throng_event_cursor cursor = {0};
    throng_event event;
    while (throng_crowd_next_event(run->crowd, &cursor, &event)) {
        throng_agent_desc agent = throng_agent_desc_default();
        if (event.kind == THRONG_EVENT_ARRIVED &&
            throng_crowd_get(run->crowd, event.agent, &agent) == THRONG_OK)
            run->result.parties[agent.group].last_arrival = now;
    }
}

static bool count_parties(tool_run *run)
{
    throng_crowd_view view;
    if (!tool_engine_check(&run->engine, throng_crowd_read(run->crowd, &view)))
        return false;
    for (int32_t p = 0; p < run->party_count; p++)
        run->result.parties[p].agents = run->result.parties[p].arrived = 0;
    for (int32_t i = 0; i < view.count; i++) {
        tool_run_party *party = &run->result.parties[view.group[i]];
        party->agents++;
        party->arrived += (view.flags[i] & THRONG_AGENT_ARRIVED) != 0;
    }
    return true;
}

static bool look(tool_run *run)
{
    tool_run_result *result = &run->result;
    if (!tool_engine_check(&run->engine, throng_crowd_inspect(run->crowd, &result->end)))
        return false;
    if (result->end.max_overlap > result->max_overlap)
        result->max_overlap = result->end.max_overlap;
    return true;
}

typedef struct film {
    tool_video video;
    tool_picture ground, frame;
    char remark[96];
} film;

static bool open_film(tool_run *run, film *out)
{
    memset(out, 0, sizeof *out);
    if (run->options.video_path == NULL)
        return true;
    tool_picture_desc desc = tool_run_picture(run, out->remark, sizeof out->remark);
    desc.side_limit = VIDEO_SIDE;
    desc.is_even = true;
    if (!tool_picture_open(&run->engine, &desc, &out->ground))
        return false;
    out->frame = out->ground;
    return tool_canvas_open(&out->frame.canvas, out->ground.canvas.width,
                            out->ground.canvas.height) &&
           tool_video_open(&out->video, run->options.video_path, out->ground.canvas.width,
                           out->ground.canvas.height, VIDEO_RATE);
}

static bool add_frame(film *f, const tool_track *track)
{
    const tool_people people = tool_track_people(track);
    const size_t bytes = (size_t)f->ground.canvas.width * (size_t)f->ground.canvas.height * 3;
    memcpy(f->frame.canvas.rgb, f->ground.canvas.rgb, bytes);
    tool_picture_add_people(&f->frame, &people);
    return tool_video_add(&f->video, &f->frame.canvas);
}

static bool close_film(film *f)
{
    if (f->frame.canvas.rgb != f->ground.canvas.rgb)
        tool_picture_close(&f->frame);
    tool_picture_close(&f->ground);
    return tool_video_close(&f->video);
}

/* What happens after step number `step`, from 1. */
static bool after_step(tool_run *run, tool_track *track, film *f, int32_t step)
{
    run->result.wall_violations += count_violations(run);
    note_arrivals(run, (double)step / TOOL_RUN_RATE);
    if (step % TOOL_RUN_RATE == 0 && !look(run))
        return false;
    if (track->count == 0)
        return true;
    const bool is_frame = f->video.process != 0 && step % (TOOL_RUN_RATE / VIDEO_RATE) == 0;
    if ((is_frame || step % TOOL_RUN_TRAIL_STEPS == 0 || step == run->result.steps) &&
        !tool_track_update(track, run->crowd, step % TOOL_RUN_TRAIL_STEPS == 0))
        return false;
    return !is_frame || add_frame(f, track);
}

static bool take_steps(tool_run *run, tool_track *track, film *f)
{
    tool_progress progress = tool_progress_begin("walking");
    bool is_good = true;
    for (int32_t step = 1; step <= run->result.steps && is_good; step++) {
        if (run->map.cast != NULL && !tool_run_turn_cast(run, step - 1))
            return false;
        const uint64_t before = tool_now();
        is_good =
            tool_engine_check(&run->engine, throng_crowd_step(run->crowd, 1.0f / TOOL_RUN_RATE));
        run->result.wall_ns += tool_now() - before;
        is_good = is_good && after_step(run, track, f, step);
        char remark[64];
        snprintf(remark, sizeof remark, "%d s, %d arrived", step / TOOL_RUN_RATE,
                 run->result.end.arrived);
        tool_progress_show(&progress, (double)step / run->result.steps, remark);
    }
    tool_progress_end(&progress);
    return is_good;
}

bool tool_run_steps(tool_run *run, tool_track *track)
{
    film f;
    run->result.steps = (int32_t)(run->options.seconds * TOOL_RUN_RATE + 0.5);
    bool is_good = open_film(run, &f);
    if (is_good && track->count > 0)
        is_good = tool_track_update(track, run->crowd, false);
    is_good = is_good && take_steps(run, track, &f) && look(run) && count_parties(run);
    run->result.state_hash = throng_crowd_hash(run->crowd, THRONG_STAGE_STEP);
    return close_film(&f) && is_good;
}

/* Whose field the picture shows: of those who flee, or else of the first party. */
static const tool_fields *shown_fields(const tool_run *run)
{
    for (int32_t p = 0; run->map.cast != NULL && p < run->party_count; p++)
        if (run->map.cast[p].flees > 0)
            return &run->fields[p];
    return &run->fields[0];
}

tool_picture_desc tool_run_picture(const tool_run *run, char *remark, size_t remark_bytes)
{
    snprintf(remark, remark_bytes, "%lld agents, %g seconds", (long long)run->options.agents,
             run->options.seconds);
    const tool_picture_desc desc = {.map = &run->map,
                                    .fields = shown_fields(run),
                                    .goals = run->area[0].cells,
                                    .goal_count = run->area[0].count,
                                    .marks = run->options.points.cells,
                                    .mark_count = run->options.points.count,
                                    .remark = remark,
                                    .has_people = true,
                                    .cast = run->map.cast,
                                    .party_count = run->map.party_count};
    return desc;
}

bool tool_run_draw(tool_run *run, const tool_track *track)
{
    if (run->options.png_path == NULL)
        return true;
    char remark[96];
    tool_picture picture;
    const tool_picture_desc desc = tool_run_picture(run, remark, sizeof remark);
    const tool_people people = tool_track_people(track);
    bool is_good = tool_picture_open(&run->engine, &desc, &picture);
    if (is_good) {
        tool_picture_add_people(&picture, &people);
        is_good = tool_canvas_write_png(&picture.canvas, run->options.png_path);
    }
    tool_picture_close(&picture);
    return is_good;
}
