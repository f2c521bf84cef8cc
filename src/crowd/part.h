/* Parting from inside: discs that overlap move apart. */
#ifndef THRONG_CROWD_PART_H
#define THRONG_CROWD_PART_H

#include "crowd/neighbours.h"
#include "kernels.h"

/* How far, in largest radii of the crowd, an agent may be from where the sort of this substep found
 * it and still take part: a third of the row height is then left for contact. A walk is at most 0.3
 * radii, and all passes together move an agent by at most THRONG_PART_MAX of them. */
#define THRONG_DRIFT_MAX 0.5f
#define THRONG_PART_MAX 0.2f

/* Most passes in a substep: from four on another one changes little. */
#define THRONG_PASSES_MOST 8

/* Rows are at least so many largest radii high: two radii, and two agents may have drifted. */
#define THRONG_ROW_RADII (2.0f + 2.0f * THRONG_DRIFT_MAX)

/* Discs part until they are this share of the sum of their radii apart. The hundredth that is left
 * lets packs come to rest: whoever is parted to the full is in contact again by rounding. */
#define THRONG_PART_TOUCHING 0.99f

/* Keeps the sum of two shares above 0 where neither gives way. */
#define THRONG_PART_TINY 1e-30f

/* Who gives more returns to its place; nobody else gives more than 1 / 0.001 kg. */
#define THRONG_PART_RETURNS 1e9f

/* Of two that are held up on their way who has less of it left gives less: those behind give way
 * to those in front, and arches in doors have no two equal feet. The tilt is the difference of the
 * ways over the distance between the two, at most TILT_MOST: with equal masses one gives a quarter
 * of what they overlap and the other the rest. With a tilt of 0.7 crowds at a door of 1 m jostle
 * (more than 1 m/s2, scene door-1.0). It fades as they overlap, to nothing at a tenth of the sum of
 * radii, where T / d - 1 is a ninth: whoever can't get out from between others and a wall would be
 * walked over. */
#define THRONG_PART_TILT_MOST 0.5f
#define THRONG_PART_TILT_FADE 9.0f

/* Share of its speed below which an agent on its way is held up. */
#define THRONG_PART_HELD_UP 0.5f

/* Of everybody, in the order of the last sort, as a pass begins. */
typedef struct throng_contacts {
    float *x, *y;  /* m, present places; far off for who has drifted too far */
    float *radius; /* m */
    float *give; /* 1 / mass, less for those at rest; its sign is set for who minds being touched */
    float *left; /* m, way to the goal of who is held up; below 0 of all others */
    float *shift_x, *shift_y; /* m, by place: what a pass found for who is awake */
    float *from_x, *from_y;   /* m, by place: where the substep began */
} throng_contacts;

/* What the blocks of a preparation find out together, whatever their order; floats as bits, which
 * sort alike where none is negative. */
typedef struct throng_part_survey {
    uint32_t drift;                 /* m, longest way along x from where the sort found an agent */
    uint32_t radius;                /* m, of the largest */
    int radii_differ, gives_differ; /* from one agent to another */
    int any_held_up;                /* else nobody asks for `left` */
} throng_part_survey;

typedef struct throng_agents throng_agents;
typedef struct throng_group throng_group;

struct throng_part_job {
    const throng_neighbours *neighbours;
    const throng_agents *agents;
    const throng_group *groups; /* NULL: nobody is held up */
    throng_contacts contacts;
    float dt;        /* s, of the substep */
    int32_t passes;  /* of a substep */
    bool is_first;   /* pass of the substep */
    bool any_asleep; /* or may be on its way back */
    throng_filter filter;
    int *any; /* set if anybody is shifted */
    throng_part_survey *survey;
    /* By throng_part_conclude. */
    float window;    /* m; who was farther apart in x at the sort does not touch */
    bool same_radii; /* all are `radius` */
    bool are_equal;  /* so are all they give */
    float radius;
};

/* m; where those are who take no part in passes, or farther. */
#define THRONG_PART_FAR 1e15f

/* Fills contacts for the agents begin .. end - 1 of the order. Then, when all are filled, the
 * second draws the conclusions. */
void throng_part_prepare_scalar(const throng_part_job *job, int32_t begin, int32_t end);
void throng_part_conclude(throng_part_job *job);

/* Pieces of that for the wide text: what does not change from pass to pass; the ways left, of which
 * the next one is that of a slow agent at `place`, and the note that there is one; places; the
 * longest way (m) along x and along y with which an agent takes part; one that does not; a way
 * along x. */
void throng_part_prepare_kinds(const throng_part_job *job, int32_t begin, int32_t end);
void throng_part_prepare_left(const throng_part_job *job, int32_t begin, int32_t end);
float throng_part_left(const throng_part_job *job, int32_t place);
void throng_part_note_held_up(const throng_part_job *job);
void throng_part_prepare_places(const throng_part_job *job, int32_t begin, int32_t end);
float throng_part_drift_most(const throng_neighbours *neighbours);
void throng_part_put_far_off(const throng_contacts *contacts, int32_t i);
void throng_part_note_drift(const throng_part_job *job, float drift);

/* Takes the time of those at places begin .. end - 1 for which they have stood still from them, if
 * all passes together have moved them. */
void throng_part_settle(const throng_part_job *job, int32_t begin, int32_t end);

/* Shifts for those of the agents begin .. end - 1 of the order who are awake; takes out of their
 * velocities what presses against it. */
void throng_part_scalar(const throng_part_job *job, int32_t begin, int32_t end);

#endif
