/* How much memory there is (memory_size.h), from /proc and the control groups' files.
 *
 * What a group uses counts the files that the system keeps in memory for it, and gives up when somebody needs the room:
 * a group that has read or written much is "full" of them. They count as left, as MemAvailable counts them. */
#define _GNU_SOURCE
#include "os/memory/memory_size.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>

#define UNLIMITED ((size_t)1 << 60) /* control groups without a limit say a huge number or "max" */

/* The files of a version of control groups. */
struct version {
    const char *root, *limit, *used;
    const char *cached[2]; /* lines of memory.stat: what is kept of files, in this group and those in it */
    bool is_second;
};

static const struct version versions[] = {
    {"/sys/fs/cgroup", "memory.max", "memory.current", {"inactive_file", "active_file"}, true},
    {"/sys/fs/cgroup/memory",
     "memory.limit_in_bytes",
     "memory.usage_in_bytes",
     {"total_inactive_file", "total_active_file"},
     false},
};

const char *swrt_memory_files_root = "";

static FILE *open_file(const char *path) {
    char whole[4600];
    snprintf(whole, sizeof whole, "%s%s", swrt_memory_files_root, path);
    return fopen(whole, "re");
}

/* The number behind `field` in a file of a field a line ("MemTotal:  5 kB", "active_file 4096"). */
static bool read_field(const char *path, const char *field, size_t *value) {
    char line[256];
    size_t length = strlen(field);
    bool found = false;
    FILE *file = open_file(path);
    if (!file)
        return false;
    while (!found && fgets(line, sizeof line, file)) {
        char *end;
        if (strncmp(line, field, length) != 0 || (line[length] != ':' && line[length] != ' '))
            continue;
        *value = strtoull(line + length + 1, &end, 10);
        found = end != line + length + 1;
    }
    fclose(file);
    return found;
}

static size_t read_number(const char *path) {
    char text[64] = "";
    FILE *file = open_file(path);
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
    FILE *file = open_file("/proc/self/cgroup");
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

static size_t smaller(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t without(size_t bytes, size_t part) {
    return bytes - smaller(bytes, part);
}

/* What of a group's files the system can give up. */
static size_t read_cached(const struct version *v, const char *group) {
    char path[4400];
    size_t sum = 0;
    snprintf(path, sizeof path, "%s%s/memory.stat", v->root, group);
    for (int i = 0; i < 2; i++) {
        size_t bytes = 0;
        if (read_field(path, v->cached[i], &bytes))
            sum += smaller(bytes, UNLIMITED);
    }
    return sum;
}

/* What a group grants, and what is left of it, where these are less than others grant. */
static void apply_group(const struct version *v, const char *group, size_t *limit, size_t *left) {
    char path[4400];
    snprintf(path, sizeof path, "%s%s/%s", v->root, group, v->limit);
    size_t maximum = read_number(path);
    if (maximum == UNLIMITED)
        return;
    snprintf(path, sizeof path, "%s%s/%s", v->root, group, v->used);
    size_t used = read_number(path);
    if (used == UNLIMITED)
        used = 0;
    *limit = smaller(*limit, maximum);
    *left = smaller(*left, without(maximum, without(used, read_cached(v, group))));
}

/* All groups on the way from the process's up to the root. */
static void walk_groups(const struct version *v, size_t *limit, size_t *left) {
    char group[4096];
    if (!group_path(v->is_second, group, sizeof group))
        return;
    for (;;) {
        apply_group(v, group, limit, left);
        char *slash = strrchr(group, '/');
        if (!slash)
            return;
        *slash = 0;
    }
}

static void group_limits(size_t *limit, size_t *left) {
    *limit = *left = UNLIMITED;
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        walk_groups(&versions[i], limit, left);
}

/* A line of /proc/meminfo in bytes. */
static bool meminfo(const char *field, size_t *bytes) {
    size_t kib;
    if (!read_field("/proc/meminfo", field, &kib) || !kib || kib > UNLIMITED / 1024)
        return false;
    *bytes = kib * 1024;
    return true;
}

/* Without /proc, the system itself says what there is; of what it keeps of files it says little. */
static void ask_system(size_t *total, size_t *available) {
    struct sysinfo facts;
    *total = *available = UNLIMITED;
    if (sysinfo(&facts))
        return;
    *total = facts.totalram * facts.mem_unit;
    *available = (facts.freeram + facts.bufferram) * facts.mem_unit;
}

static void machine_sizes(size_t *total, size_t *available) {
    size_t read_total, read_available;
    ask_system(total, available);
    if (meminfo("MemTotal", &read_total))
        *total = read_total;
    if (meminfo("MemAvailable", &read_available))
        *available = read_available;
}

size_t swrt_memory_of_machine(void) {
    size_t limit, left, total, available;
    group_limits(&limit, &left);
    machine_sizes(&total, &available);
    return smaller(total, limit);
}

size_t swrt_memory_of_machine_left(void) {
    size_t limit, left, total, available;
    group_limits(&limit, &left);
    machine_sizes(&total, &available);
    return smaller(available, left);
}
