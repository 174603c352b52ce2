/* Nothing runs beside a launch that is compared: its memory is put back in between, and what copies, host functions or
 * other kernels had written meanwhile would be lost. They wait until it is over; a launch that waits for one of them
 * meets its time limit, and then runs as usual. */

#include "verify/verify_internal.h"

enum { LONGEST_NS = 1000000000, HOST_SOON = 50, HOST_LOOK_NS = 200000, HOST_LOOKS = 100 };

static struct swrt_cond changed = SWRT_COND_NEW;
static bool is_quiet;    /* a launch is being compared */
static unsigned running; /* copies, fills, host functions, and grids that are not compared */
static unsigned held_up; /* calls that wait for its end */
static unsigned lasting; /* so many of those that run had run for too long, and still do */
static _Atomic unsigned waiting_hosts;

/* A launch often begins before the host has come to the place where it waits, by a little or by more. */
bool swrt_host_is_waiting(void) {
    for (int i = 0; i < HOST_SOON && !atomic_load(&waiting_hosts); i++)
        swrt_yield();
    for (int i = 0; i < HOST_LOOKS && !atomic_load(&waiting_hosts); i++)
        swrt_nap(HOST_LOOK_NS);
    return atomic_load(&waiting_hosts);
}

void swrt_verify_host_waits(bool begins) {
    if (begins)
        atomic_fetch_add(&waiting_hosts, 1);
    else
        atomic_fetch_sub(&waiting_hosts, 1);
}

/* A call writes to memory that stays protected between launches: the fault must arrive, whatever the host has done to
 * signals. */
void swrt_verify_call_begins(void) {
    struct swrt_thread *self = swrt_verify_options.is_on ? swrt_self_noted() : NULL;
    if (!self || self->verify_depth++) /* a call may free memory */
        return;
    swrt_fault_install();
    swrt_signals_unblock_faults(&self->mask_before);
    held_up++;
    swrt_verify_host_waits(true);
    while (is_quiet)
        swrt_lock_wait(&changed);
    swrt_verify_host_waits(false);
    held_up--;
    running++;
}

static void one_ended(void) {
    running--;
    lasting = running < lasting ? running : lasting;
}

void swrt_verify_call_ends(void) {
    struct swrt_thread *self = swrt_verify_options.is_on ? swrt_self_noted() : NULL;
    if (!self || --self->verify_depth)
        return;
    one_ended();
    swrt_signals_restore(&self->mask_before);
}

void swrt_verify_memory_changes(bool begins) {
    if (!swrt_verify_options.is_on)
        return;
    swrt_lock();
    if (begins)
        swrt_verify_call_begins();
    else
        swrt_verify_call_ends();
    swrt_unlock();
}

bool swrt_quiet_holds_up(void) {
    return held_up || swrt_engine.verified.first;
}

void swrt_quiet_grid_starts(void) {
    running++;
}

void swrt_quiet_grid_ended(void) {
    if (swrt_verify_options.is_on)
        one_ended();
}

/* What has run for too long once is not waited for again. */
bool swrt_quiet_begin(void) {
    is_quiet = true;
    for (uint64_t start = swrt_now(); running > lasting && swrt_now() - start < LONGEST_NS;) {
        swrt_unlock();
        swrt_nap(20000);
        swrt_lock();
    }
    if (!running)
        return true;
    lasting = running;
    swrt_quiet_end();
    return false;
}

void swrt_quiet_end(void) {
    is_quiet = false;
    swrt_cond_wake_all(&changed);
}
