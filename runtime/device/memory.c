/* How much memory there is: the machine's, or what a container grants (os/memory/memory_size.h).
 *
 * Pages are only taken from the system when they are touched, so the system itself would refuse too late, by killing
 * the process. Allocations are therefore refused here, on two grounds: what was available when the first one was made,
 * less what has been allocated since; and, for large ones, what is available now.
 *
 * Others may have used much at the start, and less later. Before an allocation is refused the system is asked again: what
 * is available now is enough for all that is allocated, however little of it was touched. It is not asked earlier, for
 * what cudaMemGetInfo says should change by what the program allocates, and not by what others do.
 */
#include "device/device.h"

#include <stdatomic.h>

#include "os/thread/lock.h"
#include "os/memory/memory_size.h"

#define LARGE ((size_t)16 << 20)        /* allocations from here on look at what is available now */
#define KEPT_SHARE 64                   /* a 64th of memory is left to the system and to page tables */

static size_t total_bytes;
static _Atomic size_t most_available; /* when it was asked for, at the start and before each refusal */

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

/* Of what is left. */
static size_t available_of(size_t left) {
    size_t kept = total_bytes / KEPT_SHARE, available = smaller(left, total_bytes);
    return available > kept ? available - kept : 0;
}

static void read_limits(void) {
    struct swrt_memory_size size = swrt_memory_size();
    total_bytes = size.all;
    atomic_store(&most_available, available_of(size.left));
}

static void read_limits_once(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, read_limits);
}

size_t swrt_memory_total(void) {
    read_limits_once();
    return total_bytes;
}

/* What was available at most, less what is allocated. */
static size_t untouched(size_t allocated) {
    size_t most = atomic_load(&most_available);
    return most > allocated ? most - allocated : 0;
}

static void ask_again(void) {
    size_t now = available_of(swrt_memory_size().left), most = atomic_load(&most_available);
    while (most < now && !atomic_compare_exchange_weak(&most_available, &most, now))
        ;
}

size_t swrt_memory_left(size_t allocated) {
    read_limits_once();
    return smaller(untouched(allocated), swrt_memory_size().left);
}

bool swrt_memory_fits(size_t bytes, size_t allocated) {
    read_limits_once();
    if (bytes > untouched(allocated))
        ask_again();
    if (bytes > untouched(allocated))
        return false;
    return bytes < LARGE || bytes <= swrt_memory_size().left;
}
