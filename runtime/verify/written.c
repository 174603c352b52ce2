/* The first write to pages that can only be read, in a signal handler: who writes waits until they have been copied. */
#include <stdlib.h>

#include "device/context.h"
#include "os/memory/pages.h"
#include "verify/verify_internal.h"

enum { LOOK_NS = 200000 };

/* A host thread that is at work may look at the memory at any time, and must see no run but the last. What another
 * process writes meanwhile would be lost when memory is put back. */
static bool may_write(const struct swrt_zone *zone) {
    return !zone->is_common && (!zone->is_host || swrt_host_is_waiting());
}

/* A thread that is no kernel's waits until the launch has been compared, unless all wait for it: a handler of the
 * program's signals may have interrupted the one that compares. */
static void wait_for_end(void) {
    while (swrt_copies_are_active())
        swrt_nap(LOOK_NS);
}

/* Another thread may have been quicker, or the end of it all: then the access is repeated, once for a verification. */
static bool is_late(uintptr_t address) {
    unsigned now = swrt_copies_times();
    return now && swrt_fault_repeats(&swrt_fault_notes()->verified, address, now);
}

static void refuse(struct swrt_executor *x) {
    atomic_store(&x->running->grid->verified->is_refused, true);
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_REPORTED, .error = cudaErrorLaunchFailure};
    swrt_fault_raise(x);
}

bool swrt_verify_fault(uintptr_t address) {
    if (!swrt_verify_options.is_on)
        return false;
    struct swrt_executor *x = swrt_self()->executor;
    struct swrt_zone *zone = swrt_zone_at(address);
    bool is_compared = swrt_copies_are_active();
    if (!zone)
        return is_late(address);
    if (swrt_context_forked()) /* all that compares is in the parent */
        return swrt_pages_allow(zone->base, zone->bytes, SWRT_READ_WRITE);
    if (is_compared && !x && !swrt_verify_compares()) {
        wait_for_end();
        return true;
    }
    if (is_compared && x && x->running && !may_write(zone))
        refuse(x);
    return swrt_zone_open(zone, address, is_compared) || is_late(address);
}
