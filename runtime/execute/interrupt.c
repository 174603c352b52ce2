/* Ends device code that never asks whether it is to go on.
 *
 * A fault breaks the device, and its other kernels end with it (grid.c): blocks that wait test for that at each turn, and no
 * block begins any more. But a loop that is proved to end by itself (src/analysis/ends.c) keeps its thread until it does,
 * perhaps for minutes. So each thread that runs blocks then gets a signal, again and again, until none does any more. A
 * test of a word in each such loop would cost all programs what only broken ones need.
 *
 * If the signal meets the thread in device code (struct code), the thread holds no lock, and leaves the block as after a
 * fault. If it meets it in a function of the runtime or of the C library, the thread goes on and gets the signal again.
 *
 * The signal is one of those of faults (os/thread/fault_signals.h), which no thread that runs blocks has blocked. A thread
 * that has been sent one leaves the executor only when it has arrived: later it would interrupt the host's code. */
#include <stdlib.h>

#include "execute/block.h"
#include "execute/grid.h"
#include "os/clock.h"
#include "os/thread/fault_signals.h"
#include "os/thread/lock.h"
#include "report/error.h"
#include "stream/verifier.h"

enum { SHORTEST_NS = 500000, LONGEST_NS = 2000000 };

/* ---- Where device code is -------------------------------------------------------------------------------------- */

/* Of a program or library; never given back, since a handler reads it. */
struct code {
    const char *start, *end;
    struct code *next;
};
static struct code *_Atomic codes;
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static bool is_device_code(uintptr_t pc) {
    for (const struct code *code = codes; code; code = code->next)
        if (pc - (uintptr_t)code->start < (uintptr_t)(code->end - code->start))
            return true;
    return false;
}

static void add(const char *start, const char *end) {
    struct code *code = malloc(sizeof *code);
    if (!code)
        return; /* then its loops end by themselves */
    *code = (struct code){start, end, codes};
    codes = code;
}

/* All modules of a program name the same range. */
void swrt_register_code(const void *start, const void *end) {
    swrt_mutex_lock(&lock);
    if (start != end && !is_device_code((uintptr_t)start))
        add(start, end);
    swrt_mutex_unlock(&lock);
}

/* ---- Asked to end ---------------------------------------------------------------------------------------------- */

bool swrt_is_sent_for(void) {
    const struct swrt_executor *x = swrt_self()->executor;
    return x && x->is_sent_for;
}

/* Runs that are compared are told to end by who compares them, and wherever they are. The block's grid is looked at
 * behind its code: as long as it is prepared, it has the one before. */
static bool is_to_end(const struct swrt_slot *slot, uintptr_t pc) {
    if (swrt_verifier)
        return slot->grid->verified && slot->grid->stop;
    return is_device_code(pc) && swrt_grid_stops(slot->grid);
}

void swrt_interrupted(uintptr_t pc) {
    struct swrt_executor *x = swrt_self()->executor;
    if (!x->running || !is_to_end(x->running, pc))
        return;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_REPORTED, .error = cudaErrorLaunchTimeout};
    swrt_fault_raise(x);
}

void swrt_interrupt_all(void) {
    for (unsigned i = 0; i < swrt_engine.num_workers; i++) {
        struct swrt_executor *x = swrt_engine.executors[i];
        if (!x || !x->running)
            continue;
        x->is_sent_for = true;
        swrt_thread_interrupt(x->thread);
    }
}

/* What has been sent arrives, at the latest, behind a system call. */
void swrt_interrupts_settle(struct swrt_executor *x) {
    if (x->is_sent_for)
        swrt_yield();
    x->is_sent_for = false;
}

/* ---- Asking ---------------------------------------------------------------------------------------------------- */

/* Its blocks that have not begun do not begin any more. Says whether it has any, begun or not. With the lock held. */
static bool is_at_work(struct swrt_executor *x) {
    if (x && x->grid)
        swrt_grid_stops(x->grid);
    return x && (x->grid || x->running || x->num_slots);
}

static bool others_work(const struct swrt_executor *self) {
    bool any = false;
    for (unsigned i = 0; i < swrt_engine.num_workers; i++)
        if (swrt_engine.executors[i] != self)
            any |= is_at_work(swrt_engine.executors[i]);
    return any;
}

/* Until nobody runs blocks, or the device is whole again. */
static void *interrupt(void *device) {
    uint64_t pause = SHORTEST_NS;
    swrt_lock();
    while (others_work(NULL) && swrt_sticky((int)(intptr_t)device)) {
        swrt_interrupt_all();
        swrt_unlock();
        swrt_nap(pause);
        pause = pause < LONGEST_NS / 2 ? pause * 2 : LONGEST_NS;
        swrt_lock();
    }
    swrt_unlock();
    return NULL;
}

void swrt_interrupt_others(const struct swrt_executor *self, int device) {
    if (swrt_verifier)
        return;
    swrt_lock();
    bool any = others_work(self);
    swrt_unlock();
    if (any)
        swrt_spawn(interrupt, (void *)(intptr_t)device);
}
