/*
 * crowd.h: agents that follow fields, keep apart and never enter a wall.
 *
 * Agents have stable 64-bit ids: the low half is an index that is used again after a removal, the
 * high half a generation that tells the old user from the new one. Groups share a field and a
 * behaviour. A step is a function of the state alone, whatever the order in which agents were added
 * or stored; it allocates nothing.
 *
 * No agent's centre is ever in a wall cell or off the map after a step, for any dt above 0, push or
 * speed (unless the map has no free cell at all: then agents hold still where they are, in
 * quarantine).
 */
#ifndef THRONG_CROWD_H
#define THRONG_CROWD_H

#include <throng/flow.h>
#include <throng/sample.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_crowd throng_crowd;

/* An agent's name. 0 is never an agent. */
typedef uint64_t throng_agent_id;

#define THRONG_AGENT_NONE ((throng_agent_id)0)

/* What may be created: 16777216 agents keep every index, count and byte size within 32 bits. */
#define THRONG_AGENTS_MAX 16777216
#define THRONG_GROUPS_MAX 65535

typedef struct throng_crowd_desc {
    size_t struct_size;
    throng_grid grid;        /* required; groups' fields must have this grid */
    int32_t agent_capacity;  /* 0..THRONG_AGENTS_MAX, default 1024; see throng_crowd_reserve */
    int32_t group_capacity;  /* 1..THRONG_GROUPS_MAX, default 16 */
    float substep;           /* s, longest substep, 1e-4..0.1, default 1/60 */
    bool hash_stages;        /* keep a hash of every stage of a step (throng_crowd_hash); slower */
    uint64_t seed;           /* of whatever a step leaves to chance (throng_random); default 0 */
    /* 0..8, default 4: how often a substep parts discs that overlap. With 4 and the default substep
     * heaps of discs of sizes 1 to 8 overlap by less than a third of the sum of two radii from a
     * second on. */
    int32_t position_passes;
    /* The host moves the bodies: a step works out velocities from the places that the host tells
     * (throng_crowd_write, which is then no teleport: arrivals last and nobody sets off anew), and
     * changes no place but that of who was put into a wall. Default false. */
    bool velocity_only;
} throng_crowd_desc;

THRONG_API void throng_crowd_desc_init(throng_crowd_desc *desc, size_t struct_size);

static inline throng_crowd_desc throng_crowd_desc_default(void)
{
    throng_crowd_desc desc;
    throng_crowd_desc_init(&desc, sizeof desc);
    return desc;
}

/* Time gap in s with which doors of 0.8 to 2 m pass about what they pass in laboratory runs, 1.2 to
 * 2 persons a second and metre of width, and people in a corridor are about as fast at a density
 * as Weidmann (1993) has it. */
#define THRONG_TIME_GAP_MEASURED 0.47f

/* Time gap in s with which a door of a metre passes less than the 1.33 persons a second that IMO's
 * guideline for ships (test 4) counts with, among agents whose max_acceleration is max_speed /
 * THRONG_TIME_GAP_SHIP: whoever is let out of a queue then sets off no faster than behind somebody
 * who walks on. */
#define THRONG_TIME_GAP_SHIP 1.4f

/* What the agents of a group have in common. */
typedef struct throng_group_desc {
    size_t struct_size;
    /* Required: the ground that these agents walk on; its walls hold them. */
    const throng_cost_field *cost;
    /* Where they go. Both or neither: with neither the group stands idle, unless it has a behaviour
     * (behaviour.h). `flow` must be made from the present result of `integration`, and that from
     * the present state of `cost`, whenever a step is taken. */
    const throng_integration_field *integration;
    const throng_flow_field *flow;
    throng_wall_rule wall_rule; /* default THRONG_WALL_RULE_DROP */
    /* Separation acts up to this many times the sum of two radii; 1..4, default 1.5. */
    float separation_range;
    /* Push where two centres meet, as a share of max_acceleration, 0..64, default 10; it falls off
     * linearly to zero at the end of the range (a third is left at contact by default), to within a
     * seven-hundredth of that greatest push. */
    float separation_strength;
    /* Default true: agents walk at max_speed / cost of the cell they are on, without prices
     * (terrain.h). */
    bool terrain_speed;
    bool stop_at_goal; /* default true: slow down, stop inside the goal, report arrival */
    /* Its goals are exits: whoever reaches one walks on at full speed and is removed from the crowd
     * at the end of that substep, with a LEFT event (stop_at_goal then has no meaning). Kinematic
     * and paused agents stay. Default false. */
    bool leaves_at_goal;
    uint64_t user; /* the host's own, to tell which fields are meant; a save keeps it */
    /* Default true: whoever has arrived, or has nowhere to go, stands where it is until somebody
     * touches it, and falls asleep, which costs next to nothing. Whoever is held up by such agents
     * presses on until they make way. Whoever of them is pushed from where it slept by more than a
     * quarter of its radius walks back once it is left alone (unless that is farther from its
     * goal): at half of its speed, straight, giving way to everybody. If others or walls stand in
     * its way for longer than the way takes twice, or it is pushed off it sixteen times, it stays
     * where it is then. False: such agents keep their distance by separation, which spreads them
     * out. */
    bool stands_firm;
    /* Its agents hold still as kinematic ones do, and go on when this is taken back; default false.
     * (A whole crowd pauses where nobody calls throng_crowd_step.) */
    bool is_paused;
    /* How far, as the tangent of an angle, an agent turns to its right when it sees others coming
     * up to eight diameters ahead, or standing there; -2..2, default 0.6, below 0 to its left. 0
     * never looks: crowds that meet head-on may then lock. */
    float side_bias;
    /* Agents of two groups keep apart only if each group is on a layer that the other collides
     * with, one bit each: flyers and walkers, sides that pass through each other; a group can leave
     * out itself, too. Both are all ones by default. Walls hold everybody. */
    uint16_t layers, collides_with;
    /* s: an agent walks no faster than covers the way that is free ahead in this time, but at least
     * at a tenth of its speed; 0..10, default 0: as fast as there is room, as games want it. See
     * THRONG_TIME_GAP_MEASURED and _SHIP for crowds that leave a building. */
    float time_gap;
    /* The walls that keep discs off, where they are others than those of `cost`; NULL (the default)
     * for the same. For agents larger than a cell: `cost` is then a layer with their clearance
     * (terrain.h), which holds their centres and leads them through the gaps that they fit, and
     * `walls` the same layer without clearance. By the walls of `cost` alone they would keep their
     * distance twice, and come through no gap that just fits. What is passable in `cost` should be
     * so in `walls`, too; where it is not, discs overlap walls. Held as `cost` is. */
    const throng_cost_field *walls;
} throng_group_desc;

THRONG_API void throng_group_desc_init(throng_group_desc *desc, size_t struct_size);

static inline throng_group_desc throng_group_desc_default(void)
{
    throng_group_desc desc;
    throng_group_desc_init(&desc, sizeof desc);
    return desc;
}

/* One agent. Speeds above 10000 radii per second are refused (they would need endless substeps). */
typedef struct throng_agent_desc {
    size_t struct_size;
    float x, y;             /* m */
    float velocity_x;       /* m/s, -1e9..1e9; a step cuts it to max_speed */
    float velocity_y;       /* m/s, likewise */
    float radius;           /* m, 0.001..1000 and at most 64 cells, default 0.3 */
    float max_speed;        /* m/s, 0..1e6, default 1.4 */
    float max_acceleration; /* m/s2, 0..1e8; default 0 = max_speed within a quarter of a second */
    float mass;             /* kg, 0.001..1e6, default 80: who yields how much when two press */
    int32_t group;          /* what throng_crowd_add_group returned; default 0 */
    uint64_t user;          /* the host's own; default 0 */
    /* Moved by the host alone (throng_crowd_set_position or _write), or by nobody: a door, a
     * vehicle, a hero. A step leaves it where it is, with a velocity of 0 (but takes it out of
     * walls), and others yield to it wholly. Default false. */
    bool is_kinematic;
} throng_agent_desc;

THRONG_API void throng_agent_desc_init(throng_agent_desc *desc, size_t struct_size);

static inline throng_agent_desc throng_agent_desc_default(void)
{
    throng_agent_desc desc;
    throng_agent_desc_init(&desc, sizeof desc);
    return desc;
}

/* Bits of an agent's flags. */
enum {
    THRONG_AGENT_ARRIVED = 1,     /* has reached its group's goal and stopped */
    THRONG_AGENT_QUARANTINED = 2, /* holds still and is out of everybody's way: see the events. With
                                     RELOCATE: until the map has a free cell for it */
    THRONG_AGENT_KINEMATIC = 8,   /* moved by the host alone */
    THRONG_AGENT_PAUSED = 16,     /* its group is paused */
    THRONG_AGENT_STUCK = 32,      /* on its way, but has not come nearer to its goal: see STUCK */
    THRONG_AGENT_CANNOT_REACH = 64, /* stands where no way leads to its goal */
    THRONG_AGENT_ASLEEP = 128,      /* stands, and is not looked at until something happens to it */
    THRONG_AGENT_RELOCATE = 4       /* was put into a wall or off the map: moves at the next step */
};

/* Makes an empty crowd; 159 bytes per agent of capacity. ARGUMENT, MEMORY. */
THRONG_API throng_result throng_crowd_create(throng_context *context, const throng_crowd_desc *desc,
                                             throng_crowd **out);

/* Destroys a crowd and lets go of its groups' fields. NULL is allowed. */
THRONG_API throng_result throng_crowd_destroy(throng_crowd *crowd);

/* Makes room for this many agents and groups; never shrinks. Views become invalid. MEMORY: the
 * crowd is as it was. */
THRONG_API throng_result throng_crowd_reserve(throng_crowd *crowd, int32_t agent_capacity,
                                              int32_t group_capacity);

/* Adds a group. Its fields can't be destroyed until the group lets go of them. `*out` counts up
 * from 0, but numbers of removed groups are given again first. ARGUMENT, SHAPE (a field's grid is
 * not the crowd's), CAPACITY. */
THRONG_API throng_result throng_crowd_add_group(throng_crowd *crowd, const throng_group_desc *desc,
                                                int32_t *out);

/* Changes a group between steps: other fields, other behaviour. Whoever had arrived is on its way
 * again if `flow` or `integration` is another field than before; the same fields solved anew do
 * that by themselves. */
THRONG_API throng_result throng_crowd_set_group(throng_crowd *crowd, int32_t group,
                                                const throng_group_desc *desc);

/* Removes a group, which lets go of its fields. IN_USE: it still has agents. ARGUMENT: no such
 * group. */
THRONG_API throng_result throng_crowd_remove_group(throng_crowd *crowd, int32_t group);

/* Copies a group's desc. ARGUMENT: no such group. */
THRONG_API throng_result throng_crowd_get_group(const throng_crowd *crowd, int32_t group,
                                                throng_group_desc *out);

/* Adds an agent. BLOCKED: the place is in a wall of its group's cost field or off the map; then
 * `*nearest` (may be NULL) is the nearest free place, or `x, y` of the desc if there is none.
 * ARGUMENT, CAPACITY, NOT_COMMITTED (the group's cost field). */
THRONG_API throng_result throng_crowd_add(throng_crowd *crowd, const throng_agent_desc *desc,
                                          throng_agent_id *out, throng_point *nearest);

/* Removes an agent; legal at any time between steps. GONE: it had been removed already, or the id
 * was never given. */
THRONG_API throng_result throng_crowd_remove(throng_crowd *crowd, throng_agent_id id);

/* Copies an agent's present values. GONE. */
THRONG_API throng_result throng_crowd_get(const throng_crowd *crowd, throng_agent_id id,
                                          throng_agent_desc *out);

/* Replaces all of an agent's values. If the position or the group differs from the present one,
 * that is a teleport as by throng_crowd_set_position; otherwise a quarantine or an arrival lasts.
 * ARGUMENT, GONE. */
THRONG_API throng_result throng_crowd_set(throng_crowd *crowd, throng_agent_id id,
                                          const throng_agent_desc *desc);

/* Moves an agent (a teleport). A place in a wall or off the map is accepted: the next step begins
 * by moving the agent to the nearest free place, with an event. Ends a quarantine and an arrival.
 * ARGUMENT: NaN or infinity. GONE. */
THRONG_API throng_result throng_crowd_set_position(throng_crowd *crowd, throng_agent_id id,
                                                   throng_point position);

/* Sets a velocity in m/s; a step cuts it to the agent's max_speed. ARGUMENT: NaN, or beyond 1e9
 * m/s. GONE. */
THRONG_API throng_result throng_crowd_set_velocity(throng_crowd *crowd, throng_agent_id id,
                                                   float velocity_x, float velocity_y);

/* Positions and velocities from the host's arrays (may be NULL: that one is left alone). */
typedef struct throng_bodies {
    int32_t count;
    const throng_agent_id *ids;
    const float *x, *y;                   /* m; both or neither */
    const float *velocity_x, *velocity_y; /* m/s; both or neither */
    size_t stride_bytes;                  /* from one float to the next; 0 means sizeof(float) */
} throng_bodies;

/* Writes many agents at once, as throng_crowd_set_position and _set_velocity do one by one, for
 * hosts whose own physics moves the bodies. An agent whose numbers those calls refuse keeps its old
 * ones and is quarantined, with an event at the next step. GONE: some id is not alive; nothing is
 * changed. */
THRONG_API throng_result throng_crowd_write(throng_crowd *crowd, const throng_bodies *bodies);

/* Everybody, without a copy: element i of each array belongs to one agent, in no particular order.
 * Every pointer is one contiguous array with the stride of its type. Valid until the next call that
 * is given the crowd as non-const. */
typedef struct throng_crowd_view {
    int32_t count;
    const throng_agent_id *ids;
    const float *x, *y;                   /* m */
    const float *velocity_x, *velocity_y; /* m/s */
    const float *heading_x, *heading_y;   /* where it wants to go, at most a unit long, or 0, 0 */
    const float *radius;                  /* m */
    const int32_t *group;
    const uint8_t *flags;
    const uint64_t *user;
} throng_crowd_view;

THRONG_API throng_result throng_crowd_read(const throng_crowd *crowd, throng_crowd_view *out);

/* Number of living agents; 0 for NULL. */
THRONG_API int32_t throng_crowd_count(const throng_crowd *crowd);

/* Place of an agent in the arrays of throng_crowd_view; -1 if it is gone. */
THRONG_API int32_t throng_crowd_index(const throng_crowd *crowd, throng_agent_id id);

/* Advances the crowd by `dt` seconds in equal substeps of at most the crowd's substep and 0.3 /
 * max over agents of (max_speed / radius). dt = 0 moves nobody; dt above 0.5 s is cut to 0.5 s with
 * an event. Nothing has happened if the call fails.
 * ARGUMENT: dt negative, NaN or infinite. NOT_COMMITTED, NOT_SOLVED, OUT_OF_DATE: a group's fields.
 */
THRONG_API throng_result throng_crowd_step(throng_crowd *crowd, float dt);

typedef enum throng_event_kind {
    THRONG_EVENT_ARRIVED = 1,     /* the agent has reached its goal and stopped */
    THRONG_EVENT_QUARANTINED = 2, /* its numbers were not finite, or the map has no free cell for
                                     it; throng_crowd_set_position ends it */
    THRONG_EVENT_RELOCATED = 3, /* it was in a wall or off the map and was moved to a free place */
    THRONG_EVENT_TIME_CUT = 4,  /* dt was above 0.5 s; no agent */
    /* It has reached an exit (leaves_at_goal) and is gone: no call knows its id any more. A crowd
     * gives the low half of that id again from the next step on. */
    THRONG_EVENT_LEFT = 5,
    /* In 3 s of the crowd's time it has come nearer to its goal, by D of its cell, by less than a
     * twentieth of what it could have walked. Agents are judged every 3 s, in turns; those who
     * cross fewer than 3 cells in that time every so many windows as it takes. Told once, until
     * FREED. Who is stuck for three windows (twelve with a time gap) tries for a window each, by
     * turns, the second best direction, to go back, and the best direction: jams open, others pass.
     */
    THRONG_EVENT_STUCK = 6,
    THRONG_EVENT_FREED = 7, /* it comes nearer again, has arrived, or stands for want of a way. (Who
                               is sent elsewhere is not stuck any more either, without an event) */
    /* No way leads from its cell to a goal: it stands (stands_firm) until the field or its place
     * changes. Told once, and again after new goals. `place` is the nearest place from which there
     * is a way, or its own if there is none; see regions.h for the place nearest to the goal that
     * the agent can reach. */
    THRONG_EVENT_CANNOT_REACH = 8,
    /* Of a group with keep_together (behaviour.h): it has joined up, so that nobody is ahead of its
     * mean by more than keep_together. Told again after somebody was by more than twice that. */
    THRONG_EVENT_TEAM_JOINED = 9,
    /* Of a group with arrives_together: as a whole. Told again after new goals. */
    THRONG_EVENT_TEAM_ARRIVED = 10
} throng_event_kind;

/* Why an agent is in quarantine. */
typedef enum throng_quarantine_reason {
    THRONG_QUARANTINE_NONE = 0,       /* it is not */
    THRONG_QUARANTINE_NOT_FINITE = 1, /* throng_crowd_write was given numbers for it that were not
                                         finite, or a velocity beyond 1e9 m/s */
    THRONG_QUARANTINE_NO_ROOM = 2     /* the map has no free cell for it */
} throng_quarantine_reason;

typedef struct throng_event {
    throng_event_kind kind;
    throng_agent_id agent;           /* THRONG_AGENT_NONE for TIME_CUT, TEAM_* */
    throng_quarantine_reason reason; /* of QUARANTINED, NONE otherwise */
    throng_point place;              /* m; of CANNOT_REACH, 0, 0 otherwise */
    int32_t group;                   /* of TEAM_*, -1 otherwise */
} throng_event;

/* Where the reading of events stands; start from zero ({0}). */
typedef struct throng_event_cursor {
    int32_t next;
    int32_t bit;
} throng_event_cursor;

/* The next event of the last step: TIME_CUT, those of groups, then those of agents in the order of
 * their id indices. False when there are no
 * more. Nothing is lost if nobody reads them; the next step forgets them. */
THRONG_API bool throng_crowd_next_event(const throng_crowd *crowd, throng_event_cursor *cursor,
                                        throng_event *out);

/* Ids of all agents whose centre is at most `radius` metres from `centre`, in the neighbour order
 * (row, x, id). `*count` is how many there are. Agents in quarantine, or put into a wall or off the
 * map and not yet moved by a step, are not found. CAPACITY: more than `capacity`; `*count` is set
 * and `ids` is untouched. ARGUMENT. The first query after a step or an edit sorts the agents. */
THRONG_API throng_result throng_crowd_query_radius(throng_crowd *crowd, throng_point centre,
                                                   float radius, throng_agent_id *ids,
                                                   int32_t capacity, int32_t *count);

/* What a person wants to know of a crowd at a glance. */
typedef struct throng_crowd_report {
    int32_t agents, arrived, quarantined, stuck, cannot_reach;
    float longest_stuck; /* s for which an agent has been stuck at most: up to 254 whole windows */
    int32_t in_wall; /* centres in a wall or off the map: host edits that no step followed yet */
    int32_t overlapping;     /* pairs closer than the sum of their radii that collide at all */
    float max_overlap;       /* deepest (ri + rj - distance) / (ri + rj), 0..1 */
    int32_t substeps;        /* of the last step */
    uint64_t total_substeps; /* since the crowd was made */
} throng_crowd_report;

/* Takes stock. Sorts the agents and looks at every pair in reach: not for every frame. */
THRONG_API throng_result throng_crowd_inspect(throng_crowd *crowd, throng_crowd_report *out);

/* 64 bits of the state that do not depend on the order of the arrays. MOVE: positions, velocities,
 * ids and flags, at any time. SAMPLE, NEIGHBOURS, STEER: headings, pushes and velocities of the
 * last substep, if the desc asked for hash_stages (0 otherwise). STEP: all of them and the
 * parameters. Other stages: 0. */
THRONG_API uint64_t throng_crowd_hash(const throng_crowd *crowd, throng_stage stage);

/* Bytes that the crowd holds. */
THRONG_API size_t throng_crowd_bytes(const throng_crowd *crowd);

#ifdef __cplusplus
}
#endif

#endif
