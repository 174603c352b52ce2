/* The floating-point environment: how numbers are rounded, what becomes of denormals, which exceptions trap.
 *
 * It belongs to the processor, a new thread has its creator's, and a program may change its own at any time (fesetround,
 * feenableexcept, flush to zero, which host code compiled with -ffast-math sets when it starts). A GPU knows nothing of
 * it. So the engine's threads begin with the environment that a program starts with, and a host's thread has it for as
 * long as it runs kernels; its own, with the flags of what has happened so far, comes back afterwards.
 *
 * Not fesetenv: the C library leaves open whether that touches flush to zero. And of the x87 unit, which kernels hardly
 * use, only what is not as it should be is set, because its instructions take as long as a small kernel. */
#ifndef SWRT_FLOAT_ENV_H
#define SWRT_FLOAT_ENV_H

#include <stdint.h>

struct swrt_float_env {
    uint32_t sse; /* control and flags */
    uint16_t x87_control, x87_flags;
};

/* To nearest, denormals are numbers, nothing traps, no flag is set. */
enum { SWRT_SSE = 0x1f80, SWRT_X87 = 0x37f };

static inline struct swrt_float_env swrt_float_env_now(void) {
    struct swrt_float_env env;
    __asm__ volatile("stmxcsr %0\n\tfnstcw %1\n\tfnstsw %2"
                     : "=m"(env.sse), "=m"(env.x87_control), "=m"(env.x87_flags)
                     :
                     : "memory");
    return env;
}

static inline void swrt_float_env_set_x87(uint16_t control, uint16_t flags) {
    uint32_t env[7]; /* control, status, and five words that stay */
    __asm__ volatile("fnstenv %0" : "=m"(env) : : "memory");
    env[0] = control;
    env[1] = flags;
    __asm__ volatile("fldenv %0" : : "m"(env) : "memory");
}

static inline void swrt_float_env_set(const struct swrt_float_env *to) {
    struct swrt_float_env now = swrt_float_env_now();
    if (now.x87_control != to->x87_control || now.x87_flags != to->x87_flags)
        swrt_float_env_set_x87(to->x87_control, to->x87_flags);
    __asm__ volatile("ldmxcsr %0" : : "m"(to->sse) : "memory");
}

/* The engine's own; says what was before. Flags of the x87 unit stay: they mean nothing as long as nothing traps. */
static inline struct swrt_float_env swrt_float_env_begin(void) {
    struct swrt_float_env before = swrt_float_env_now();
    uint32_t sse = SWRT_SSE;
    if (before.x87_control != SWRT_X87)
        swrt_float_env_set_x87(SWRT_X87, before.x87_flags);
    __asm__ volatile("ldmxcsr %0" : : "m"(sse) : "memory");
    return before;
}

#endif
