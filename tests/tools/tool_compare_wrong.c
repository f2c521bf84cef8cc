/* A library that is wrong: every crowd of a context that is not scalar gives another hash after
 * steering. The linker's --wrap puts these functions before the real ones. */
#include <throng/throng.h>

throng_result __real_throng_crowd_create(throng_context *context, const throng_crowd_desc *desc,
                                         throng_crowd **out);
throng_result __wrap_throng_crowd_create(throng_context *context, const throng_crowd_desc *desc,
                                         throng_crowd **out);
uint64_t __real_throng_crowd_hash(const throng_crowd *crowd, throng_stage stage);
uint64_t __wrap_throng_crowd_hash(const throng_crowd *crowd, throng_stage stage);

/* compare makes a crowd for every context while it looks at bits, one after the other. */
static throng_isa isa_of_latest;

throng_result __wrap_throng_crowd_create(throng_context *context, const throng_crowd_desc *desc,
                                         throng_crowd **out)
{
    isa_of_latest = throng_context_isa(context);
    return __real_throng_crowd_create(context, desc, out);
}

uint64_t __wrap_throng_crowd_hash(const throng_crowd *crowd, throng_stage stage)
{
    const bool is_wrong = isa_of_latest != THRONG_ISA_SCALAR && stage == THRONG_STAGE_STEER;
    return __real_throng_crowd_hash(crowd, stage) ^ (is_wrong ? 1 : 0);
}
