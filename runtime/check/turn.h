/* Whose turn it is in the race engine, which takes one caller at a time: the thread that runs device code, hundreds of
 * millions of times, or anybody else, seldom.
 *
 * The device's side only says that it is in, and looks whether somebody else wants to be: two stores and a load,
 * without an instruction that orders them. The other side, when blocks are running, says that it wants to and then
 * makes every thread's stores visible by membarrier(2); so one of the two has seen the other. There is one thread at a
 * time that runs device code (stream/engine.c: one worker). */
#ifndef SWRT_TURN_H
#define SWRT_TURN_H

#include <stdatomic.h>
#include <stdbool.h>

struct swrt_turn {
    atomic_bool is_in, is_wanted;
    bool has_no_barrier; /* the system lacks membarrier: the device's side has to fence */
};
extern struct swrt_turn swrt_turn;

/* Once, before the others. */
void swrt_turn_start(void);
/* Everybody else, and the device's side when it is not in. With it held a finding may be told, which takes the locks of
 * findings and memory (and those alone): nobody waits for it with one of these. */
void swrt_turn_lock(void);
void swrt_turn_unlock(void);
/* By the device's side, around all that it calls for a block. */
void swrt_turn_block_begins(void);
void swrt_turn_block_ends(void);
/* The device's side has to wait. */
void swrt_turn_wait(void);

static inline void swrt_turn_enter(void) {
    atomic_store_explicit(&swrt_turn.is_in, true, memory_order_relaxed);
    if (__builtin_expect(swrt_turn.has_no_barrier, 0))
        atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_seq_cst);
    if (__builtin_expect(atomic_load_explicit(&swrt_turn.is_wanted, memory_order_acquire), 0))
        swrt_turn_wait();
}
static inline void swrt_turn_leave(void) {
    atomic_store_explicit(&swrt_turn.is_in, false, memory_order_release);
}

#endif
