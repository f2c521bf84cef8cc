/* film.h: what pictures of a run need: where everybody was a moment ago, and a pipe into a video.
 */
#ifndef TOOL_FILM_H
#define TOOL_FILM_H

#include "picture.h"

/* Places of all agents by their `user` values, and the trail behind them. */
typedef struct tool_track {
    int32_t count;
    const tool_party *cast; /* whose colours the dots have; NULL: they show the pace */
    throng_point *places;
    float *paces, *radii;
    uint32_t *tints;
    uint8_t *has_arrived;
    throng_point *trail; /* trail_length rounds of `count`, newest first */
    int32_t trail_length, trail_capacity;
} tool_track;

bool tool_track_open(tool_track *track, const tool_party *cast, int32_t count,
                     int32_t trail_capacity);
void tool_track_close(tool_track *track);

/* Takes over the places of now; `is_sampled` first moves the old ones into the trail. */
bool tool_track_update(tool_track *track, const throng_crowd *crowd, bool is_sampled);

tool_people tool_track_people(const tool_track *track);

/* A video that ffmpeg makes from raw pictures. */
typedef struct tool_video {
    const char *path;
    int descriptor; /* of the pipe; -1 when closed */
    int32_t process;
} tool_video;

/* The ending of `path` chooses the coder: .mp4, .webm or .gif. */
bool tool_video_open(tool_video *video, const char *path, int32_t width, int32_t height,
                     int32_t frames_per_second);
bool tool_video_add(tool_video *video, const tool_canvas *canvas);

/* Waits for ffmpeg; false if it failed. A video that was never opened is closed well. */
bool tool_video_close(tool_video *video);

#endif
