/* The floating-point control word around our work: round to nearest, denormals kept, no traps. A
 * host may run with flush-to-zero, and so may each of its workers; bits must not depend on it. The
 * compiler may move arithmetic across these calls, so between them stands only a call through a
 * pointer. */
#ifndef THRONG_BASE_FLOAT_STATE_H
#define THRONG_BASE_FLOAT_STATE_H

#include <stdint.h>

/* For the function between enter and leave: what a compiler does not see through stays there. */
#if defined(__GNUC__)
#define THRONG_NOINLINE __attribute__((noinline))
#else
#define THRONG_NOINLINE
#endif

#if defined(__x86_64__)
#include <xmmintrin.h>

typedef unsigned throng_float_state;

static inline throng_float_state throng_float_enter(void)
{
    throng_float_state host = _mm_getcsr();
    _mm_setcsr(0x1f80u);
    return host;
}

static inline void throng_float_leave(throng_float_state host)
{
    _mm_setcsr(host);
}

#elif defined(__aarch64__)

typedef uint64_t throng_float_state;

static inline throng_float_state throng_float_enter(void)
{
    throng_float_state host;
    __asm__ volatile("mrs %0, fpcr\n\tmsr fpcr, xzr" : "=r"(host));
    return host;
}

static inline void throng_float_leave(throng_float_state host)
{
    __asm__ volatile("msr fpcr, %0" : : "r"(host));
}

#else

typedef int throng_float_state;

static inline throng_float_state throng_float_enter(void)
{
    return 0;
}

static inline void throng_float_leave(throng_float_state host)
{
    (void)host;
}

#endif
#endif
