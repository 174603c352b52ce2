/* Under a checker a program should do the same in each run, and report the same. A host thread that waits does the work
 * that it waits for, in the order of the program; the engine's own threads would do it sooner or later, as the system
 * schedules them. So they leave new work alone for a while, unless the host only asks whether it is done.
 *
 * Work that nobody waits for, and kernels of two streams that wait for each other, are then done as usual. */
#include <stdatomic.h>

#include "check/check.h"
#include "os/clock.h"
#include "stream/engine_internal.h"

enum { LOOKS = 100, LOOK_NS = 1000000 };

static atomic_bool is_over;

void swrt_patience(void) {
    if (!swrt_check_is_on())
        return;
    atomic_store(&is_over, false);
    swrt_unlock();
    for (int i = 0; i < LOOKS && !atomic_load(&is_over); i++)
        swrt_nap(LOOK_NS);
    swrt_lock();
}

void swrt_patience_ends(void) {
    atomic_store(&is_over, true);
}
