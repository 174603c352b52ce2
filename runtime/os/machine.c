/* What the system says of this machine (machine.h). */
#define _GNU_SOURCE
#include "os/machine.h"

#include <sched.h>
#include <unistd.h>

unsigned swrt_machine_cores(void) {
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

/* It answers -1 to what it does not know. */
static size_t size_of(int name) {
    long bytes = sysconf(name);
    return bytes > 0 ? (size_t)bytes : 0;
}

size_t swrt_machine_l2_bytes(void) {
    return size_of(_SC_LEVEL2_CACHE_SIZE);
}

size_t swrt_machine_l3_bytes(void) {
    return size_of(_SC_LEVEL3_CACHE_SIZE);
}
