#include "film.h"

#include "spread.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

bool tool_track_open(tool_track *track, const tool_party *cast, int32_t count,
                     int32_t trail_capacity)
{
    memset(track, 0, sizeof *track);
    track->cast = cast;
    track->count = count;
    track->trail_capacity = trail_capacity;
    track->places = tool_alloc((size_t)count, sizeof *track->places);
    track->paces = tool_alloc((size_t)count, sizeof *track->paces);
    track->radii = tool_alloc((size_t)count, sizeof *track->radii);
    track->tints = tool_alloc((size_t)count, sizeof *track->tints);
    track->has_arrived = tool_alloc((size_t)count, 1);
    track->trail = tool_alloc((size_t)count * (size_t)trail_capacity, sizeof *track->trail);
    return track->places != NULL && track->paces != NULL && track->radii != NULL &&
           track->tints != NULL && track->has_arrived != NULL && track->trail != NULL;
}

void tool_track_close(tool_track *track)
{
    free(track->places);
    free(track->paces);
    free(track->radii);
    free(track->tints);
    free(track->has_arrived);
    free(track->trail);
    memset(track, 0, sizeof *track);
}

bool tool_track_update(tool_track *track, const throng_crowd *crowd, bool is_sampled)
{
    throng_crowd_view view;
    if (throng_crowd_read(crowd, &view) != THRONG_OK || view.count != track->count)
        return tool_fail("the crowd holds %d agents; expected %d", throng_crowd_count(crowd),
                         track->count);
    if (is_sampled) {
        const size_t round = (size_t)track->count;
        if (track->trail_length < track->trail_capacity)
            track->trail_length++;
        memmove(track->trail + round, track->trail,
                (size_t)(track->trail_length - 1) * round * sizeof *track->trail);
        memcpy(track->trail, track->places, round * sizeof *track->trail);
    }
    for (int32_t i = 0; i < view.count; i++) {
        const size_t who = (size_t)view.user[i];
        const float speed_sq =
            view.velocity_x[i] * view.velocity_x[i] + view.velocity_y[i] * view.velocity_y[i];
        track->places[who] = (throng_point){view.x[i], view.y[i]};
        const tool_party *party = track->cast != NULL ? &track->cast[view.group[i]] : NULL;
        const float speed = party != NULL ? party->speed : TOOL_AGENT_SPEED;
        track->paces[who] = sqrtf(speed_sq) / speed;
        track->radii[who] = view.radius[i];
        track->tints[who] = party != NULL ? party->rgb : 0;
        track->has_arrived[who] = (view.flags[i] & THRONG_AGENT_ARRIVED) != 0;
    }
    return true;
}

tool_people tool_track_people(const tool_track *track)
{
    const tool_people people = {.count = track->count,
                                .places = track->places,
                                .paces = track->paces,
                                .radii = track->radii,
                                .tints = track->cast != NULL ? track->tints : NULL,
                                .has_arrived = track->has_arrived,
                                .trail = track->trail,
                                .trail_length = track->trail_length};
    return people;
}

#define CODER_WORDS 8

typedef struct coder {
    const char *ending;
    const char *words[CODER_WORDS];
} coder;

static const coder coders[] = {
    {".mp4", {"-pix_fmt", "yuv420p", "-c:v", "libx264", "-crf", "20", NULL}},
    {".webm", {"-c:v", "libvpx-vp9", "-b:v", "0", "-crf", "35", "-cpu-used", "8"}},
    {".gif", {"-vf", "split[a][b];[a]palettegen[p];[b][p]paletteuse", NULL}},
};

static const coder *find_coder(const char *path)
{
    const char *dot = strrchr(path, '.');
    for (size_t i = 0; dot != NULL && i < sizeof coders / sizeof coders[0]; i++) {
        if (strcasecmp(dot, coders[i].ending) == 0)
            return &coders[i];
    }
    tool_fail("%s: no kind of video; expected a name that ends in .mp4, .webm or .gif", path);
    return NULL;
}

/* Starts ffmpeg with the reading end of the pipe as its standard input. */
static int start(const char *const *words, int reader, int writer, pid_t *process)
{
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0)
        return ENOMEM;
    posix_spawn_file_actions_adddup2(&actions, reader, STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, reader);
    posix_spawn_file_actions_addclose(&actions, writer);
    /* posix_spawnp does not write to the words; its type is older than const. */
    const int error =
        posix_spawnp(process, words[0], &actions, NULL, (char *const *)words, environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

bool tool_video_open(tool_video *video, const char *path, int32_t width, int32_t height,
                     int32_t frames_per_second)
{
    char size[32];
    char rate[16];
    int ends[2];
    pid_t process = 0;
    video->path = path;
    video->descriptor = -1;
    const coder *kind = find_coder(path);
    if (kind == NULL)
        return false;
    snprintf(size, sizeof size, "%dx%d", width, height);
    snprintf(rate, sizeof rate, "%d", frames_per_second);
    const char *words[32] = {
        "ffmpeg", "-y",          "-loglevel", "error",      "-f", "rawvideo", "-pixel_format",
        "rgb24",  "-video_size", size,        "-framerate", rate, "-i",       "-"};
    int32_t count = 14; /* the words above */
    for (int32_t i = 0; i < CODER_WORDS && kind->words[i] != NULL; i++)
        words[count++] = kind->words[i];
    words[count++] = path;
    words[count] = NULL;
    if (pipe(ends) != 0)
        return tool_fail("%s: no pipe to ffmpeg: %s", path, strerror(errno));
    const int error = start(words, ends[0], ends[1], &process);
    close(ends[0]);
    if (error != 0) {
        close(ends[1]);
        return tool_fail("%s: ffmpeg cannot be started: %s; --video needs it", path,
                         strerror(error));
    }
    signal(SIGPIPE, SIG_IGN); /* an ffmpeg that gave up shows as a failed write */
    video->descriptor = ends[1];
    video->process = (int32_t)process;
    return true;
}

bool tool_video_add(tool_video *video, const tool_canvas *canvas)
{
    const size_t all = (size_t)canvas->width * (size_t)canvas->height * 3;
    size_t done = 0;
    while (done < all) {
        const ssize_t written = write(video->descriptor, canvas->rgb + done, all - done);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return tool_fail("%s: ffmpeg takes no more pictures: %s", video->path, strerror(errno));
        done += (size_t)written;
    }
    return true;
}

bool tool_video_close(tool_video *video)
{
    int status = 0;
    if (video->process == 0)
        return true;
    close(video->descriptor);
    const pid_t process = (pid_t)video->process;
    video->process = 0;
    if (waitpid(process, &status, 0) != process || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return tool_fail("%s: ffmpeg did not finish the video", video->path);
    return true;
}
