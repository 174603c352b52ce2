/* How much memory there is (memory_size.h), from /proc and the control groups' files. */
#define _GNU_SOURCE
#include "os/memory/memory_size.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNLIMITED ((size_t)1 << 60) /* control groups without a limit say a huge number or "max" */

/* Value in bytes of a line of /proc/meminfo; 0 when it is not there. */
static size_t meminfo(const char *field) {
    char line[256];
    size_t kib = 0, length = strlen(field);
    FILE *file = fopen("/proc/meminfo", "re");
    if (!file)
        return 0;
    while (fgets(line, sizeof line, file))
        if (!strncmp(line, field, length) && line[length] == ':')
            kib = strtoull(line + length + 1, NULL, 10);
    fclose(file);
    return kib * 1024;
}

static size_t read_number(const char *path) {
    char text[64] = "";
    FILE *file = fopen(path, "re");
    if (!file)
        return UNLIMITED;
    if (!fgets(text, sizeof text, file))
        text[0] = 0;
    fclose(file);
    char *end;
    size_t value = strtoull(text, &end, 10);
    return end == text || value > UNLIMITED ? UNLIMITED : value;
}

/* Path of the process's group in the hierarchy: version 2's line starts with "0::", version 1's names "memory". */
static bool group_path(bool version2, char *path, size_t size) {
    char line[4096];
    bool found = false;
    FILE *file = fopen("/proc/self/cgroup", "re");
    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = 0;
        const char *controllers = strchr(line, ':'), *place = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!place)
            continue;
        found = version2 ? !strncmp(line, "0::", 3) : strstr(controllers, ":memory:") != NULL;
        if (found)
            snprintf(path, size, "%s", place + 1);
    }
    fclose(file);
    return found;
}

/* Lowest limit, and what is left under it, on the way from the process's group up to the root. */
static void walk_groups(const char *root, bool version2, size_t *limit, size_t *left) {
    char path[4096], file[4400];
    if (!group_path(version2, path, sizeof path))
        return;
    for (;;) {
        snprintf(file, sizeof file, "%s%s/%s", root, path, version2 ? "memory.max" : "memory.limit_in_bytes");
        size_t maximum = read_number(file);
        snprintf(file, sizeof file, "%s%s/%s", root, path, version2 ? "memory.current" : "memory.usage_in_bytes");
        size_t used = read_number(file);
        if (maximum < *limit)
            *limit = maximum;
        if (maximum < UNLIMITED && used < UNLIMITED && (used < maximum ? maximum - used : 0) < *left)
            *left = used < maximum ? maximum - used : 0;
        char *slash = strrchr(path, '/');
        if (!slash || !path[0])
            return;
        *slash = 0;
    }
}

static void group_limits(size_t *limit, size_t *left) {
    *limit = *left = UNLIMITED;
    walk_groups("/sys/fs/cgroup", true, limit, left);
    walk_groups("/sys/fs/cgroup/memory", false, limit, left);
}

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

size_t swrt_memory_of_machine(void) {
    size_t limit, left, machine = meminfo("MemTotal");
    group_limits(&limit, &left);
    return smaller(machine ? machine : UNLIMITED, limit);
}

size_t swrt_memory_of_machine_left(void) {
    size_t limit, left, available = meminfo("MemAvailable");
    group_limits(&limit, &left);
    return smaller(available ? available : UNLIMITED, left);
}
