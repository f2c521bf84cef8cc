#include "counted.h"

void perf_plant(bench_world *world)
{
    (void)world;
}
