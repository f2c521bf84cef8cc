/*
 * crowd_workers.h: a host's threads, as plain as can be: every piece of work gets new threads,
 * which take its blocks one by one, the last ones first.
 */
#ifndef TEST_CROWD_WORKERS_H
#define TEST_CROWD_WORKERS_H

#include <throng/context.h>

/* Most threads that crowd_tasks takes. */
enum { CROWD_WORKERS_MAX = 32 };

/* THRONG_TASKS_HOST on `worker_count` threads (1..CROWD_WORKERS_MAX). */
throng_tasks crowd_tasks(int32_t worker_count);

#endif
