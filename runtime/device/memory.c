/* How much memory there is: the machine's, or what a container grants (os/memory/memory_size.h).
 *
 * Pages are only taken from the system when they are touched, so the system itself would refuse too late, by killing
 * the process. Allocations are therefore refused here, on two grounds: what was available when the first one was made,
 * less what has been allocated since; and, for large ones, what is available now.
 */
#include "device/device.h"
#include "os/thread/lock.h"
#include "os/memory/memory_size.h"

#define LARGE ((size_t)16 << 20)        /* allocations from here on look at what is available now */
#define KEPT_SHARE 64                   /* a 64th of memory is left to the system and to page tables */

static size_t total_bytes, available_at_start;

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static void read_limits(void) {
    total_bytes = swrt_memory_of_machine();
    size_t kept = total_bytes / KEPT_SHARE, available = smaller(swrt_memory_of_machine_left(), total_bytes);
    available_at_start = available > kept ? available - kept : 0;
}

static void read_limits_once(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, read_limits);
}

size_t swrt_memory_total(void) {
    read_limits_once();
    return total_bytes;
}

size_t swrt_memory_left(size_t allocated) {
    read_limits_once();
    size_t untouched = available_at_start > allocated ? available_at_start - allocated : 0;
    return smaller(untouched, swrt_memory_of_machine_left());
}

bool swrt_memory_fits(size_t bytes, size_t allocated) {
    read_limits_once();
    if (bytes > available_at_start || allocated > available_at_start - bytes)
        return false;
    return bytes < LARGE || bytes <= swrt_memory_of_machine_left();
}
