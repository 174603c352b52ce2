/* Turns in the race engine (turn.h), for the seldom caller: it takes the lock, asks for the turn, and waits until the thread
 * that runs device code is out of the engine. */
#include "check/turn.h"

#include "os/clock.h"
#include "os/thread/fence.h"

struct swrt_turn swrt_turn;
static atomic_flag is_taken = ATOMIC_FLAG_INIT;
static atomic_uint num_blocks; /* that have begun and not ended */

void swrt_turn_start(void) {
    swrt_turn.has_no_barrier = !swrt_fence_all_begin();
}

static void pause_once(unsigned *count) {
    enum { SPINS = 200 };
    if (++*count < SPINS)
        __builtin_ia32_pause();
    else
        swrt_yield();
}

void swrt_turn_lock(void) {
    unsigned count = 0;
    while (atomic_flag_test_and_set_explicit(&is_taken, memory_order_acquire))
        pause_once(&count);
    atomic_store(&swrt_turn.is_wanted, true);
    if (!atomic_load(&num_blocks))
        return;
    if (!swrt_turn.has_no_barrier)
        swrt_fence_all();
    while (atomic_load_explicit(&swrt_turn.is_in, memory_order_acquire))
        pause_once(&count);
}

void swrt_turn_unlock(void) {
    atomic_store_explicit(&swrt_turn.is_wanted, false, memory_order_release);
    atomic_flag_clear_explicit(&is_taken, memory_order_release);
}

void swrt_turn_block_begins(void) {
    atomic_fetch_add(&num_blocks, 1);
}
void swrt_turn_block_ends(void) {
    atomic_fetch_sub(&num_blocks, 1);
}

void swrt_turn_wait(void) {
    unsigned count = 0;
    do {
        atomic_store_explicit(&swrt_turn.is_in, false, memory_order_release);
        while (atomic_load_explicit(&swrt_turn.is_wanted, memory_order_acquire))
            pause_once(&count);
        atomic_store(&swrt_turn.is_in, true);
    } while (atomic_load(&swrt_turn.is_wanted));
}
