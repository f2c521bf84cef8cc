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

/* Of everybody, in the order of the last sort, as a pass begins. */
typedef struct throng_contacts {
    float *x, *y;             /* m, present places */
    float *radius;            /* m; NaN, which touches nobody, for who has drifted too far */
    float *give;              /* 1 / mass, less for those at rest */
    float *shift_x, *shift_y; /* m, by place: what a pass found */
    float *from_x, *from_y;   /* m, by place: where the substep began */
} throng_contacts;

typedef struct throng_agents throng_agents;

struct throng_part_job {
    const throng_neighbours *neighbours;
    const throng_agents *agents;
    throng_contacts contacts;
    float dt;       /* s, of the substep */
    int32_t passes; /* of a substep */
    bool is_first;  /* pass of the substep */
    bool any_asleep;
    throng_filter filter;
    int *any; /* set if anybody is shifted */
};

/* Fills contacts for the agents begin .. end - 1 of the order. */
void throng_part_prepare(const throng_part_job *job, int32_t begin, int32_t end);

/* Shifts for the agents begin .. end - 1 of the order; takes out of their velocities what presses
 * against it. */
void throng_part_scalar(const throng_part_job *job, int32_t begin, int32_t end);

#endif
