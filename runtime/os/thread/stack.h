/* Stacks for host threads that run kernels (help.c). */
#ifndef SWRT_STACK_H
#define SWRT_STACK_H

#include <stdbool.h>
#include <stddef.h>

/* What every thread has that runs kernels, whether the engine's or a host's. A kernel of 32 lanes takes half a megabyte
 * of it and no more (src/lockstep/check.c: MOST_LOCAL_BYTES); the rest is for functions that call themselves.
 * Below lies memory that nobody may touch, wider than any function's local variables, so that a stack that is too small
 * is a fault and nothing else. */
enum { SWRT_STACK_BYTES = 64 << 20, SWRT_STACK_GUARD = 1 << 20, SWRT_SIGNAL_STACK_BYTES = 256 << 10 };

struct swrt_stack {
    char *low;                    /* the lowest byte of it that may be used */
    char *signal;                 /* the signal stack that goes with it */
    void (*function)(void *data); /* what runs on it just now, */
    void *data;
    const void *from; /* and the stack that called it, as AddressSanitizer knows it */
    size_t from_bytes;
};

bool swrt_stack_create(struct swrt_stack *stack); /* false: out of memory */
void swrt_stack_destroy(struct swrt_stack *stack);

/* Valgrind is told of a stack; AddressSanitizer that the thread goes from one to another and that it has come there. Pairs:
 * what the first puts into *fake the second takes when the thread is back (null: it does not come back). from: where it
 * came from. */
void swrt_stack_register(const char *low, const char *high);
void swrt_stack_leave(void **fake, const void *to, size_t bytes);
void swrt_stack_arrive(void *fake, const void **from, size_t *bytes);

/* Calls the function on that stack. It must return, as any function must. */
void swrt_stack_run(struct swrt_stack *stack, void (*function)(void *data), void *data);

#endif
