/* CUDA_VISIBLE_DEVICES: which of the devices that there are (SOFTWARP_DEVICES) a program sees, and in which order.
 *
 *      0,2      by number; what stands behind the digits is nothing
 *      GPU-8f   by the beginning of the UUID, if that is one device's
 *      (empty)  none
 *
 * As in CUDA an entry that names no device ends the list, and one that comes twice leaves no device at all. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/device.h"

enum { NONE = -1 };

void swrt_uuid_text(cudaUUID_t uuid, char *to, size_t size) {
    size_t used = (size_t)snprintf(to, size, "GPU-");
    for (size_t i = 0; i < sizeof uuid.bytes; i++) {
        bool has_dash = i == 4 || i == 6 || i == 8 || i == 10;
        used += (size_t)snprintf(to + used, size - used, "%s%02x", has_dash ? "-" : "", (unsigned char)uuid.bytes[i]);
    }
}

static int by_uuid(const char *entry, size_t length, int count) {
    int found = NONE;
    for (int device = 0; device < count; device++) {
        char text[SWRT_UUID_TEXT];
        swrt_uuid_text(swrt_device_uuid(device), text, sizeof text);
        if (strncmp(text, entry, length))
            continue;
        if (found != NONE)
            return NONE;
        found = device;
    }
    return found;
}

static int by_number(const char *entry, int count) {
    char *end;
    long number = strtol(entry, &end, 10);
    return end != entry && number >= 0 && number < count ? (int)number : NONE;
}

static bool is_there(const int *devices, int count, int device) {
    for (int i = 0; i < count; i++)
        if (devices[i] == device)
            return true;
    return false;
}

int swrt_visible_devices(const char *list, int count, int *devices) {
    int visible = 0;
    for (const char *entry = list; *entry; entry += *entry == ',') {
        while (*entry == ' ')
            entry++;
        size_t length = strcspn(entry, ", ");
        bool is_uuid = !strncmp(entry, "GPU-", 4);
        int device = is_uuid ? by_uuid(entry, length, count) : by_number(entry, count);
        if (device == NONE)
            break;
        if (is_there(devices, visible, device))
            return 0;
        devices[visible++] = device;
        entry += strcspn(entry, ",");
    }
    return visible;
}
