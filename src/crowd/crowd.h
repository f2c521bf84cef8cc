/* A crowd from inside: one array per property, agents in no particular order ("places"), and a
 * table from id index to place. Results never depend on places: neighbours are visited in the order
 * (row, x, id). */
#ifndef THRONG_CROWD_CROWD_H
#define THRONG_CROWD_CROWD_H

#include <throng/crowd.h>

#include "base/internal.h"
#include "behave/behaviour.h"
#include "crowd/neighbours.h"
#include "crowd/part.h"
#include "sample/sample.h"

/* Agents per block of work: the arrays of a block fit the second-level cache. */
#define THRONG_BLOCK_AGENTS 1024

/* Bits of an agent's events, in the order in which they are read. */
enum {
    THRONG_TOLD_ARRIVED = 1,
    THRONG_TOLD_QUARANTINED = 2,
    THRONG_TOLD_RELOCATED = 4,
    THRONG_TOLD_STUCK = 8,
    THRONG_TOLD_FREED = 16,
    THRONG_TOLD_CANNOT_REACH = 32
};

/* Beside them: a quarantine to be told by the next step; and, within a substep only, has been slow
 * for so long that it looks who is in the way, and later leaves the crowd. */
enum {
    THRONG_TELLS_QUARANTINED = 0x40,
    THRONG_LOOKS_ROUND = 0x80,
    THRONG_LEAVES = THRONG_LOOKS_ROUND
};

/* Where an agent is whose index is free, or who has left in the last step: then its index is given
 * again from the next step on, and its generation is the one before. */
enum { THRONG_PLACE_NONE = -1, THRONG_PLACE_LEFT = -2 };

/* Every bit of an agent's flags, and those of its events that outlive a substep. */
enum {
    THRONG_AGENT_FLAGS = THRONG_AGENT_ARRIVED | THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE |
                         THRONG_AGENT_ASLEEP | THRONG_AGENT_KINEMATIC | THRONG_AGENT_PAUSED |
                         THRONG_AGENT_STUCK | THRONG_AGENT_CANNOT_REACH,
    THRONG_EVENTS_KEPT = THRONG_TOLD_ARRIVED | THRONG_TOLD_QUARANTINED | THRONG_TOLD_RELOCATED |
                         THRONG_TOLD_STUCK | THRONG_TOLD_FREED | THRONG_TOLD_CANNOT_REACH |
                         THRONG_TELLS_QUARANTINED
};

/* m/s: beyond any max_speed, and its square fits a float. A step cuts velocities to the agent's
 * max_speed. */
#define THRONG_SPEED_MAX 1e9f

/* Bits of an agent's rest: somebody awake has touched it as it slept; it has nowhere to go, so
 * that it stands. */
enum {
    THRONG_REST_TOUCHED = 1,
    THRONG_REST_STANDS = 2,
    THRONG_REST_COMES = 4, /* it has been on its way outside the goal since it last stood */
    THRONG_REST_LOOK = 8,  /* one of a counter's three bits: where it looks next, see swerve.h */
    THRONG_REST_LOOKS = 7 * THRONG_REST_LOOK,
    THRONG_REST_WATCHED = 64,  /* since it set off it has been looked at, see progress.c */
    THRONG_REST_PRESSES = 128, /* it walks on until it touches those who stand in its way */
    THRONG_REST_BITS = 255,
    /* Of who stands the last is: it knows its place, in `progress` (return.c); and of these the
     * counter's lowest: it is on its way back. */
    THRONG_REST_PLACED = THRONG_REST_STANDS | THRONG_REST_PRESSES,
    THRONG_REST_RETURNS = THRONG_REST_PLACED | THRONG_REST_LOOK
};

/* s for which who is held has not been moved before it wakes nobody any more. */
#define THRONG_CALM_TIME 0.5f

/* Parts of an agent's progress: windows for which it has been stuck, below D. */
enum { THRONG_WINDOW_BITS = 8, THRONG_WINDOWS_MOST = 254 };

static inline uint32_t throng_stuck_windows(uint32_t progress)
{
    return progress & ((1u << THRONG_WINDOW_BITS) - 1);
}

/* Flags of those whom only the host moves, and of all whom nothing moves by itself. */
#define THRONG_AGENT_UNYIELDING (THRONG_AGENT_KINEMATIC | THRONG_AGENT_PAUSED)
#define THRONG_AGENT_LEFT_OUT                                                                      \
    (THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE) /* of the order                             \
                                                        */
#define THRONG_AGENT_HELD (THRONG_AGENT_QUARANTINED | THRONG_AGENT_ASLEEP | THRONG_AGENT_UNYIELDING)

/* Flags of those who stand although their group has somewhere to go. */
#define THRONG_AGENT_AT_REST (THRONG_AGENT_ARRIVED | THRONG_AGENT_CANNOT_REACH)

/* Whoever has been slow for so long (s) is content with less: see arrive.c. */
#define THRONG_LATE_TIME 1.2f

/* Sorts between two rearrangements of the arrays. Chosen: at 1/60 s an agent walks about a range in
 * 20 substeps. */
#define THRONG_SORTS_PER_REARRANGEMENT 20

/* Largest radius in cells: an agent looks at every cell that it may touch, so its cost grows with
 * the square. */
#define THRONG_RADIUS_CELLS_MAX 64

/* Each array is also a line of the list in memory.c. */
struct throng_agents {
    float *x, *y;                   /* m */
    float *velocity_x, *velocity_y; /* m/s */
    float *heading_x, *heading_y;   /* of the last substep */
    float *push_x, *push_y;         /* of the last substep, in shares of the separation strength */
    float *radius, *max_speed, *max_acceleration, *mass;
    float *reach, *mass_root; /* radius * range of separation, square root of the mass */
    float *swerve;            /* share of the side bias with which it keeps to its side, 0..1 */
    float *slow_time;   /* s for which it has been slow on its way, still, or held; or may return */
    uint32_t *progress; /* how near to its goal it was when last judged, see progress.c; or its
                           place, see return.c */
    int32_t *group;
    uint64_t *id;
    uint64_t *user;
    uint8_t *flags;
    uint8_t *events;
    uint8_t *rest; /* THRONG_REST_* */
};

typedef struct throng_group {
    throng_group_desc desc;
    throng_behaviour behaviour;
    uint64_t goals_mark;      /* of the goals for which arrivals count */
    uint64_t field_serial;    /* of the integration field when its agents were last looked at */
    int32_t members, arrived; /* counted when somebody asks */
    uint64_t cost_revision;   /* of the cost field when its agents were last known to stand free */
} throng_group;

struct throng_crowd {
    throng_context *context;
    throng_crowd_desc desc; /* capacities as they are now */
    float cells_per_metre;  /* 1 / cell_size */
    throng_agents agents;
    int32_t count;

    /* By id index: where the agent is and how often the index was given. */
    int32_t *place_of; /* or THRONG_PLACE_* */
    uint32_t *generation;
    int32_t slot_count;  /* indices ever given */
    int32_t *free_slots; /* indices to give again, last in first out */
    int32_t free_count;
    int32_t left_count; /* agents that have left in the last step */

    throng_group *groups;
    throng_sample_view *views; /* one per group */
    uint32_t *filters;         /* likewise; see filter.h */
    int32_t group_count;

    throng_neighbours neighbours;
    throng_contacts contacts;
    uint64_t *awake_places, *awake_order; /* a bit each; see throng_crowd_list_awake_places */
    bool is_sorted;                       /* `neighbours` describes the present positions */
    int32_t sort_count;                   /* since the arrays were last put in that order */

    /* What spares a step from looking at everybody. */
    bool may_be_blocked; /* the host has put somebody into a wall */
    bool has_events;     /* some agent has an event, told or to be told */
    double fastest;      /* greatest max_speed / radius, below 0 if not known */
    float largest_reach; /* likewise; then what follows is not known either */
    float largest_mass_root;
    bool are_alike; /* all have the same reach and the same mass */

    double clock; /* s that the crowd has lived through */
    bool time_was_cut;
    int32_t substeps; /* of the last step */
    uint64_t total_substeps;
    uint64_t stage_hash[THRONG_STAGE_STEP];
};

/* Where an agent stands that sleeps is its place, unless it knows another one. */
void throng_return_note_place(throng_agents *agents, int32_t i);

/* Wakes an agent if it sleeps. */
static inline void throng_wake(throng_agents *a, int32_t i)
{
    if (!(a->flags[i] & THRONG_AGENT_ASLEEP))
        return;
    throng_return_note_place(a, i);
    a->flags[i] &= (uint8_t)~THRONG_AGENT_ASLEEP;
    a->slow_time[i] = 0.0f;
}

/* True for who stands and knows its place, or walks back there, by its rest. */
static inline bool throng_is_placed(uint8_t rest)
{
    return (rest & THRONG_REST_PLACED) == THRONG_REST_PLACED;
}

static inline bool throng_returns(uint8_t rest)
{
    return (rest & THRONG_REST_RETURNS) == THRONG_REST_RETURNS;
}

/* An agent's rest while others may touch it. */
static inline uint8_t throng_rest_now(const throng_agents *a, int32_t i)
{
    return __atomic_load_n(&a->rest[i], __ATOMIC_RELAXED);
}

/* Who has stood still for a time wakes nobody: those who lie against one another would keep each
 * other awake in turns; and who returns disturbs nobody. Who has just been shifted, or moved by the
 * host, does. */
static inline bool throng_part_is_calm(const throng_agents *a, int32_t i)
{
    if (a->flags[i] & THRONG_AGENT_UNYIELDING)
        return a->slow_time[i] > THRONG_CALM_TIME;
    const uint8_t rest = throng_rest_now(a, i);
    return ((rest & THRONG_REST_STANDS) && a->slow_time[i] > 0.0f) || throng_returns(rest);
}

/* Whoever sleeps, or returns, is told when somebody touches it who is not calm. */
static inline bool throng_minds_touch(const throng_agents *a, int32_t i)
{
    return (a->flags[i] & THRONG_AGENT_ASLEEP) ||
           (throng_returns(throng_rest_now(a, i)) && !(a->flags[i] & THRONG_AGENT_UNYIELDING));
}

/* A time below 0 tells that an agent that stands has been shifted in this substep: see
 * throng_part_settle. That of who returns tells something else. */
static inline void throng_part_note_shift(const throng_agents *a, int32_t i)
{
    const uint8_t rest = throng_rest_now(a, i);
    if (!(rest & THRONG_REST_STANDS) || throng_returns(rest))
        return;
    float time = a->slow_time[i];
    a->slow_time[i] = time > 0.0f ? -time : time;
}

/* An agent that stands, or returns, does not know its place any more: its progress is then to be
 * looked at anew, and its time is not what is left for the way back. */
static inline void throng_forget_place(throng_agents *a, int32_t i)
{
    if (throng_returns(a->rest[i]))
        a->slow_time[i] = 0.0f;
    a->rest[i] &= (uint8_t) ~(THRONG_REST_PRESSES | THRONG_REST_LOOKS | THRONG_REST_WATCHED);
}

/* Forgets what an agent's last way was like. */
static inline void throng_forget_way(throng_agents *a, int32_t i)
{
    a->flags[i] &= (uint8_t) ~(THRONG_AGENT_STUCK | THRONG_AGENT_CANNOT_REACH);
    a->rest[i] &= (uint8_t) ~(THRONG_REST_WATCHED | THRONG_REST_PRESSES);
}

/* Lets `dt` seconds pass, which are no more than a substep may have. */
void throng_crowd_substep(throng_crowd *crowd, float dt);

/* Sorts the agents that are not in quarantine by (row, x, id). */
void throng_crowd_sort(throng_crowd *crowd);

/* Ends the way of those who noticed that they have arrived, and of those who look round and stand
 * right behind one of their group that had arrived before. */
void throng_crowd_settle(throng_crowd *crowd);

/* Looks at the progress of some agents after a step of so many seconds; at everybody new, and at
 * those whose field has changed, for a way at all. */
void throng_crowd_watch(throng_crowd *crowd, double seconds);

/* What an agent that is stuck does by turns, see recover.c. */
#define THRONG_RECOVERY_TRIES 3

/* Turns the headings of those at the places begin .. end - 1 who are stuck. */
void throng_crowd_recover(throng_crowd *crowd, int32_t begin, int32_t end);

/* Sends those at the places begin .. end - 1 back who have been pushed from where they stood, and
 * those who press the way that they can go. */
void throng_crowd_return(throng_crowd *crowd, int32_t begin, int32_t end, float dt);

/* Turns the heading of who presses from a wall. */
void throng_crowd_press(throng_crowd *crowd, int32_t i);

/* Radii from its place beyond which an agent does not know it any more. */
#define THRONG_RETURN_RADII 128.0f

/* Somebody who moves has touched one who returns: it stands, and tries again later. */
void throng_return_break_off(throng_agents *agents, int32_t i);

/* An agent is not stuck any more. */
void throng_crowd_free(throng_crowd *crowd, int32_t i);

/* s for which an agent has been stuck, as far as it is known; 0 if it is not. */
float throng_crowd_stuck_seconds(const throng_crowd *crowd, int32_t i);

/* Works out what follows from the other values of the agent at place `i`. */
void throng_crowd_derive(throng_crowd *crowd, int32_t i);

/* s; 30,000 years, of which a double still tells milliseconds. */
#define THRONG_CLOCK_MAX 1e12

/* s; limits of a crowd's substep. */
#define THRONG_SUBSTEP_LEAST 1e-4f
#define THRONG_SUBSTEP_MOST 0.1f

/* Radii per second: who is faster would need endless substeps. */
#define THRONG_RADII_PER_SECOND_MAX 10000.0f

/* True if a body within the limits of its parts keeps those that depend on two numbers, too. */
static inline bool throng_crowd_body_is_right(const throng_crowd *crowd, float radius,
                                              float max_speed)
{
    return radius <= THRONG_RADIUS_CELLS_MAX * crowd->desc.grid.cell_size &&
           max_speed <= THRONG_RADII_PER_SECOND_MAX * radius;
}

/* Takes their headings from those at places begin .. end - 1 who sleep: whether sampling has given
 * them one depends on who is stored beside them, and who looks ahead asks for it. */
void throng_crowd_lay_down(throng_crowd *crowd, int32_t begin, int32_t end);

/* Note who of these is awake, by place and by order; spans begin at multiples of 64. */
void throng_crowd_list_awake_places(throng_crowd *crowd, throng_span places);
void throng_crowd_list_awake_order(throng_crowd *crowd, throng_span order);

/* Takes the next stretch out of `*left` that begins and ends with somebody awake (whose bit is set)
 * and holds no long gap of sleepers; false if there is none. */
bool throng_next_awake(const uint64_t *bits, throng_span *left, throng_span *stretch);

/* Wakes whoever was touched. False if all sleep (and stages are not hashed). */
bool throng_crowd_wake(throng_crowd *crowd);

/* True if some agent has this flag. */
bool throng_any_flag(const uint8_t *flags, int32_t count, uint8_t flag);

/* Place of a living agent, or -1. */
int32_t throng_crowd_place(const throng_crowd *crowd, throng_agent_id id);

/* Makes a place for a new agent, with an id and zeroes. There must be room. */
int32_t throng_crowd_take_in(throng_crowd *crowd);

/* Fills a place with the last agent's values; the id of the one who was there is free, or was that
 * of one who has left. */
void throng_crowd_take_out(throng_crowd *crowd, int32_t place);
void throng_crowd_let_out(throng_crowd *crowd, int32_t place);

/* Frees the indices of those who have left in the last step. */
void throng_crowd_forget_left(throng_crowd *crowd);

bool throng_crowd_has_exits(const throng_crowd *crowd);

/* Marks those at the places begin .. end - 1 who have reached an exit; sets `any` if there are
 * some. Later they are let out. */
void throng_crowd_find_leavers(throng_crowd *crowd, int32_t begin, int32_t end, int *any);
void throng_crowd_let_leavers_out(throng_crowd *crowd);

/* Refuses a desc that is not of this version, or a group that there is not. */
throng_result throng_crowd_group_check(const throng_crowd *crowd, int32_t group);

/* Checks what a group's desc says beside its fields, or the grids of those, which the caller calls
 * `name`. */
throng_result throng_group_check_desc(const throng_context *context, const throng_group_desc *desc);
throng_result throng_group_check_grids(const throng_crowd *crowd, const throng_group_desc *desc,
                                       const char *name);

/* Makes group g, which may be a new one, what `desc` says, and holds on to its fields; and lets go
 * of those of a desc that it had before. */
void throng_group_take_up(throng_crowd *crowd, int32_t g, const throng_group_desc *desc);
void throng_group_let_go(const throng_group_desc *desc);

/* Looks where the directions of group g are: a builder gives a flow field other arrays. */
void throng_group_look(throng_crowd *crowd, int32_t g);

/* True if a finite point is on the map: where a cost field of its grid says that it is. */
static inline bool throng_crowd_is_on_map(const throng_crowd *crowd, float x, float y)
{
    const throng_grid *grid = &crowd->desc.grid;
    const float column = (x - grid->origin_x) * crowd->cells_per_metre;
    const float row = (y - grid->origin_y) * crowd->cells_per_metre;
    return column >= 0.0f && column < (float)grid->width && row >= 0.0f &&
           row < (float)grid->height;
}

/* The walls that push discs of a group's agents. */
static inline const throng_cost_field *throng_group_walls(const throng_group_desc *desc)
{
    return desc->walls ? desc->walls : desc->cost;
}

/* True if a group's agents slow down, stop and arrive at their goal. */
static inline bool throng_group_stops(const throng_group_desc *desc)
{
    return desc->stop_at_goal && !desc->leaves_at_goal;
}

/* True if agents of the group with these flags stand. */
static inline bool throng_group_stands(const throng_group *group, uint8_t flags)
{
    bool is_idle = !group->desc.integration && !group->behaviour.is_on;
    return group->desc.stands_firm && (is_idle || (flags & THRONG_AGENT_AT_REST));
}

/* True if its field is another than that for which its agents were looked at. */
bool throng_group_has_changed(const throng_group *group);

/* Makes group g one that was removed. */
void throng_group_clear(throng_crowd *crowd, int32_t g);

/* False for a group that was removed, whose number waits for another. */
static inline bool throng_group_is_there(const throng_group *group)
{
    return group->desc.cost != NULL;
}

/* Lets go of the fields of all groups. */
void throng_crowd_release_groups(throng_crowd *crowd);

/* Hash of the stage's arrays as they are now. */
uint64_t throng_crowd_stage_hash(const throng_crowd *crowd, throng_stage stage);

#endif
