/* Threads of debug builds (-G), each on a stack of its own. To the rest of the runtime one is a coroutine like any other:
 * what stands here begins with the function that resumes it. */
#ifndef SWRT_FIBER_H
#define SWRT_FIBER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct swrt_block;
struct swrt_slot;

struct swrt_fiber {
    void (*resume)(void *fiber); /* null once the thread has ended */
    char *own, *back;            /* stack pointers: the thread's while it waits; its resumer's while it runs */
    struct swrt_block *block;
    void (*kernel)(struct swrt_block *);
    struct swrt_fiber *next, **link; /* of the block's threads that have not ended; of spare stacks, only next */
    void *at;                        /* for the debugger: where it waits, the address behind that call */
    char *low;                       /* the lowest byte of its stack */
    uint64_t *mark;                  /* at the highest */
    const void *from;                /* the resumer's stack, as AddressSanitizer knows it */
    size_t from_bytes;
    void *fake;
    size_t bytes; /* of its stack */
};

/* Stacks from which fibers are made, of one executor. */
struct swrt_fibers {
    struct swrt_fiber *spare;
    char *chunk; /* where the next stack is made */
    size_t left; /* stacks that there is room for behind it */
    struct swrt_fiber_chunk *chunks;
};

/* Of who runs threads by himself (explore/launch), on stacks of his own: `low` and `bytes` are set, and all above may be
 * used. begin: the next time that it goes, the function does, from its beginning, whatever was left on the stack; it never
 * returns. go: until the thread comes back; that it does by the third, to go on there, or by the last, for good. */
void swrt_fiber_begin_at(struct swrt_fiber *fiber, void (*function)(struct swrt_block *), struct swrt_block *block);
void swrt_fiber_go(struct swrt_fiber *fiber);
void swrt_fiber_come_back(struct swrt_fiber *fiber);
_Noreturn void swrt_fiber_leave(struct swrt_fiber *fiber);

/* All of a block's go back, whether they have ended or not. */
void swrt_fibers_drop(struct swrt_slot *slot);
/* The thread that ran has been left by a jump. */
void swrt_fiber_left(struct swrt_slot *slot);
/* Whether it is an address in some thread's stack; whether it is where the stack of the one that runs was too small. */
bool swrt_fibers_hold(const struct swrt_slot *slot, const void *address);
bool swrt_fiber_overflows(const struct swrt_slot *slot, const void *address);
/* Of the thread that runs: whether it is behind its stack; whether it has written beyond its variables, as far as shows. */
bool swrt_fiber_beyond(const struct swrt_slot *slot, uintptr_t address);
bool swrt_fiber_overrun(const struct swrt_slot *slot);

#endif
