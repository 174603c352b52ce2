/* How many devices there are, and which one the calling thread uses. */
#include <stdio.h>
#include <stdlib.h>

#include "device/device.h"
#include "os/thread/lock.h"
#include "os/thread/thread.h"

static int read_count(void) {
    const char *value = getenv("SOFTWARP_DEVICES");
    if (!value || !*value)
        return 1;
    char *end;
    long given = strtol(value, &end, 10);
    if (!*end && given >= 0 && given <= SWRT_MAX_DEVICES)
        return (int)given;
    int taken = !*end && given > 0 ? SWRT_MAX_DEVICES : 1;
    fprintf(stderr, "softwarp: SOFTWARP_DEVICES=%s is not a number from 0 to %d; there %s %d\n", value,
            SWRT_MAX_DEVICES, taken == 1 ? "is" : "are", taken);
    return taken;
}

static int count;
static int places[SWRT_MAX_DEVICES]; /* of those that the program sees, among all */

static void set_count(void) {
    const char *visible = getenv("CUDA_VISIBLE_DEVICES");
    int all = read_count();
    for (int i = 0; i < all; i++)
        places[i] = i;
    count = visible ? swrt_visible_devices(visible, all, places) : all;
    if (all && !count && *visible && *visible != '-')
        fprintf(stderr, "softwarp: CUDA_VISIBLE_DEVICES=%s leaves no device; there %s %d (SOFTWARP_DEVICES)\n", visible,
                all == 1 ? "is" : "are", all);
}

int swrt_device_place(int device) {
    return places[device];
}

int swrt_device_count(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, set_count);
    return count;
}

int swrt_current_device(void) {
    return swrt_self()->device;
}

void swrt_set_current_device(int device) {
    swrt_self_noted()->device = device;
}

bool swrt_device_valid(int device) {
    return device >= 0 && device < swrt_device_count();
}
