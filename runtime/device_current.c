/* How many devices there are, and which one the calling thread uses. */
#include <stdlib.h>

#include "device.h"

static _Thread_local int current;

static int read_count(void) {
    const char *value = getenv("SOFTWARP_DEVICES");
    if (!value || !*value) return 1;
    char *end;
    long count = strtol(value, &end, 10);
    if (*end || count < 0) return 1;
    return count > SWRT_MAX_DEVICES ? SWRT_MAX_DEVICES : (int)count;
}

int swrt_device_count(void) {
    static int count = -1; /* every thread computes the same */
    int known = __atomic_load_n(&count, __ATOMIC_RELAXED);
    if (known < 0) {
        known = read_count();
        __atomic_store_n(&count, known, __ATOMIC_RELAXED);
    }
    return known;
}

int swrt_current_device(void) {
    return current;
}

void swrt_set_current_device(int device) {
    current = device;
}

bool swrt_device_valid(int device) {
    return device >= 0 && device < swrt_device_count();
}
