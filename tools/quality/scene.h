/*
 * scene.h: what a run begins with: ground, goals, agents.
 */
#ifndef QUALITY_SCENE_H
#define QUALITY_SCENE_H

#include "../tool.h"
#include "ground.h"

/* What most scenes share: a person's radius in m and speed in m/s, the host's step in s. */
#define QUALITY_RADIUS 0.25
#define QUALITY_SPEED 1.3
#define QUALITY_DT 0.05

typedef struct quality_group {
    throng_cell *goals; /* none: the group stands idle */
    int32_t goal_count, goal_capacity;
    bool is_exit;   /* whoever reaches a goal leaves the run */
    bool is_driven; /* nobody stops at the goal: they press on */
} quality_group;

typedef struct quality_agent {
    double x, y, radius, speed;
    int32_t group;
} quality_agent;

typedef struct quality_scene {
    quality_ground ground;
    quality_group *groups;
    int32_t group_count, group_capacity;
    quality_agent *agents;
    int32_t agent_count, agent_capacity;
    double dt;       /* s */
    double seconds;  /* longest run */
    double rest;     /* s that the run goes on after the last arrival */
    double time_gap; /* s; 0 is game mode */
    double start;    /* s in which everybody gets to its speed; 0 as the library has it */
    double shift;    /* m from the world's origin to the map's, along x and y */
    bool is_bad;     /* something was refused or there is no memory: said already */
} quality_scene;

/* Open ground of cost 1, dt and seconds as most scenes have them. Whatever fails later sets is_bad,
 * which quality_stage_open asks for. */
void quality_scene_open(quality_scene *scene, int32_t width, int32_t height, double cell);
void quality_scene_close(quality_scene *scene);

/* Sets the cost of cells, cut at the map's edge. */
void quality_scene_fill(quality_scene *scene, throng_rect cells, uint8_t cost);

/* Adds a group without goals and returns its number. */
int32_t quality_scene_group(quality_scene *scene);

/* Adds all cells of a rectangle to a group's goals. */
void quality_scene_goal(quality_scene *scene, int32_t group, throng_rect cells);

void quality_scene_add(quality_scene *scene, double x, double y, int32_t group);
void quality_scene_add_sized(quality_scene *scene, quality_agent agent);

/* A lattice of columns * rows agents whose first one is at (x, y); only the first `count`, row by
 * row. Each is moved by up to `jitter` m along x and along y. */
typedef struct quality_block {
    double x, y, spacing, jitter;
    int32_t columns, count;
    double radius, speed;
    int32_t group;
} quality_block;

void quality_scene_block(quality_scene *scene, const quality_block *block, uint64_t *random);

/* A block of persons. */
quality_block quality_people(double x, double y, double spacing, int32_t columns, int32_t count,
                             int32_t group);

/* Spreads `count` agents like `agent` evenly over a rectangle (m), but in no rows or columns: each
 * stands at that of twelve random places which is farthest from all before it (Mitchell 1991). */
void quality_scene_spread(quality_scene *scene, const double low[2], const double high[2],
                          int32_t count, quality_agent agent, uint64_t *random);

/* -extent .. extent */
double quality_jitter(uint64_t *random, double extent);

#endif
