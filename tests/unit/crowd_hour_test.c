/*
 * crowd_hour_test.c: an hour in the life of a crowd (two minutes in the short form) to which
 * anything happens: agents come, go, leave, are sent and put elsewhere, walls rise and fall, steps
 * are short and long. No centre is ever in a wall, no number ceases to be one, nobody is lost, and
 * whenever the crowd is left alone for a second its discs part.
 */
#include "crowd_world.h"

#include <math.h>

#include "random.h"

enum { WIDTH = 40, HEIGHT = 30, CAPACITY = 80, GROUPS = 3, WALLS_MOST = 100 };

typedef struct life {
    crowd_world world;
    test_random random;
    throng_agent_id ids[CAPACITY];
    int32_t count;
    uint8_t costs[WIDTH * HEIGHT];
    int32_t walls;
    size_t bytes;
} life;

static throng_cell any_free_cell(life *l)
{
    for (;;) {
        const throng_cell cell = {test_random_int(&l->random, 0, WIDTH - 1),
                                  test_random_int(&l->random, 0, HEIGHT - 1)};
        if (l->costs[cell.y * WIDTH + cell.x] != THRONG_WALL)
            return cell;
    }
}

static void open_life(life *l, uint64_t seed)
{
    *l = (life){.random = {seed}};
    for (int32_t i = 0; i < WIDTH * HEIGHT; i++)
        l->costs[i] = 1;
    l->world.ground = test_world_create(WIDTH, HEIGHT, l->costs);
    crowd_world_solve(&l->world, 30, 20);
    crowd_world_populate(&l->world, CAPACITY);
    crowd_world_add_walkers(&l->world);
    const int32_t leavers = crowd_world_add_walkers(&l->world);
    throng_group_desc desc;
    assert_ok(throng_crowd_get_group(l->world.crowd, leavers, &desc));
    desc.leaves_at_goal = true;
    assert_ok(throng_crowd_set_group(l->world.crowd, leavers, &desc));
    assert_int_equal(crowd_world_add_idlers(&l->world), GROUPS - 1);
    l->bytes = throng_crowd_bytes(l->world.crowd);
}

static void add(life *l)
{
    const throng_cell cell = any_free_cell(l);
    throng_agent_desc desc = crowd_agent_at((float)cell.x + 0.5f, (float)cell.y + 0.5f,
                                            test_random_int(&l->random, 0, GROUPS - 1));
    desc.radius = test_random_float(&l->random, 0.15f, 0.4f);
    desc.max_speed = test_random_float(&l->random, 0.5f, 3.0f);
    desc.mass = 300 * desc.radius * desc.radius;
    throng_agent_id id;
    if (l->count == CAPACITY)
        return;
    const throng_result result = throng_crowd_add(l->world.crowd, &desc, &id, NULL);
    test_log_clear();
    if (result == THRONG_ERROR_CAPACITY) /* indices of those who have just left */
        return;
    assert_int_equal(result, THRONG_OK);
    l->ids[l->count++] = id;
}

static void forget(life *l, throng_agent_id id)
{
    int32_t i = 0;
    while (i < l->count && l->ids[i] != id)
        i++;
    assert_true(i < l->count);
    l->ids[i] = l->ids[--l->count];
}

static void remove_one(life *l)
{
    if (l->count == 0)
        return;
    const throng_agent_id id = l->ids[test_random_int(&l->random, 0, l->count - 1)];
    assert_ok(throng_crowd_remove(l->world.crowd, id));
    forget(l, id);
}

/* Also into walls and off the map. */
static void teleport(life *l)
{
    const throng_point place = {test_random_float(&l->random, -3, WIDTH + 3),
                                test_random_float(&l->random, -3, HEIGHT + 3)};
    if (l->count > 0)
        assert_ok(throng_crowd_set_position(
            l->world.crowd, l->ids[test_random_int(&l->random, 0, l->count - 1)], place));
}

static void edit(life *l)
{
    const throng_rect cell = {test_random_int(&l->random, 0, WIDTH - 1),
                              test_random_int(&l->random, 0, HEIGHT - 1), 1, 1};
    uint8_t *const cost = &l->costs[cell.y * WIDTH + cell.x];
    const bool rises = *cost != THRONG_WALL && l->walls < WALLS_MOST;
    l->walls += rises - (*cost == THRONG_WALL);
    *cost = rises ? THRONG_WALL : (uint8_t)test_random_int(&l->random, 1, 3);
    test_world *const ground = &l->world.ground;
    assert_ok(throng_cost_fill(ground->cost, cell, *cost));
    assert_ok(throng_cost_commit(ground->cost));
    assert_ok(
        throng_integration_repair(ground->solver, ground->cost, &cell, 1, ground->integration));
    assert_ok(throng_flow(ground->cost, ground->integration, ground->flow));
}

static void send(life *l)
{
    const throng_cell goal = any_free_cell(l);
    crowd_world_solve(&l->world, goal.x, goal.y);
}

static void happen(life *l)
{
    switch (test_random_int(&l->random, 0, 9)) {
    case 0:
    case 1:
    case 2:
    case 3:
        add(l);
        break;
    case 4:
        remove_one(l);
        break;
    case 5:
        teleport(l);
        break;
    case 6:
    case 7:
        edit(l);
        break;
    case 8:
        if (test_random_int(&l->random, 0, 3) == 0)
            send(l);
        break;
    default:
        break;
    }
}

/* A step, and what must be true after it. Returns what it took of the crowd's time. */
static float live(life *l, float dt)
{
    throng_crowd *const crowd = l->world.crowd;
    assert_ok(throng_crowd_step(crowd, dt));
    throng_event_cursor cursor = {0};
    throng_event event;
    while (throng_crowd_next_event(crowd, &cursor, &event))
        if (event.kind == THRONG_EVENT_LEFT)
            forget(l, event.agent);
    throng_crowd_view view;
    assert_ok(throng_crowd_read(crowd, &view));
    assert_int_equal(view.count, l->count);
    for (int32_t i = 0; i < view.count; i++) {
        throng_cell cell;
        const throng_point place = {view.x[i], view.y[i]};
        assert_true(isfinite(view.velocity_x[i]) && isfinite(view.velocity_y[i]));
        assert_true(throng_cost_cell_of(l->world.ground.cost, place, &cell));
        assert_true(l->costs[cell.y * WIDTH + cell.x] != THRONG_WALL);
        assert_false(view.flags[i] & (THRONG_AGENT_QUARANTINED | THRONG_AGENT_RELOCATE));
    }
    assert_true(throng_crowd_bytes(crowd) == l->bytes);
    return dt < 0.5f ? dt : 0.5f;
}

static void nothing_goes_wrong_in_an_hour(void **state)
{
    (void)state;
    static const float lengths[] = {1e-4f, 0.004f, 1.0f / 60.0f, 0.05f, 0.2f, 0.5f, 2.0f};
    const double end = test_is_full() ? 3600 : 120;
    life l;
    open_life(&l, test_seed("crowd hour", 91));
    double now = 0, stuck = 0;
    float deepest = 0;
    while (now < end) {
        for (int32_t turn = 0; turn < 100; turn++) {
            happen(&l);
            now += (double)live(&l, lengths[test_random_int(&l.random, 0, 6)]);
        }
        for (int32_t step = 0; step < 60; step++)
            now += (double)live(&l, 1.0f / 60.0f);
        throng_crowd_report report;
        assert_ok(throng_crowd_inspect(l.world.crowd, &report));
        assert_int_equal(report.agents, l.count);
        assert_int_equal(report.in_wall, 0);
        assert_true(report.stuck + report.arrived + report.cannot_reach <= report.agents);
        if (!(report.max_overlap < 0.3f))
            fail_msg("overlap %g after %g s", (double)report.max_overlap, now);
        deepest = report.max_overlap > deepest ? report.max_overlap : deepest;
        stuck = report.longest_stuck > stuck ? report.longest_stuck : stuck;
    }
    print_message("deepest overlap %.3f, longest stuck %.0f s, %d agents at the end\n",
                  (double)deepest, stuck, l.count);
    crowd_world_close(&l.world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_goes_wrong_in_an_hour),
    };
    return cmocka_run_group_tests_name("crowd_hour", tests, NULL, NULL);
}
