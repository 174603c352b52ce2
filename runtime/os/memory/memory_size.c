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

/* The numbers behind two fields in a file of a field a line ("MemTotal:  5 kB", "active_file 4096"). Those that are not
 * there, or no numbers, stay as they are. */
static void read_fields(const char *path, const char *const fields[2], size_t values[2]) {
    char line[256];
    FILE *file = open_file(path);
    while (file && fgets(line, sizeof line, file))
        for (int i = 0; i < 2; i++) {
            size_t length = strlen(fields[i]);
            if (strncmp(line, fields[i], length) != 0 || (line[length] != ':' && line[length] != ' '))
                continue;
            char *end;
            size_t value = strtoull(line + length + 1, &end, 10);
            values[i] = end != line + length + 1 ? value : values[i];
        }
    if (file)
        fclose(file);
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
    size_t bytes[2] = {0};
    snprintf(path, sizeof path, "%s%s/memory.stat", v->root, group);
    read_fields(path, v->cached, bytes);
    return smaller(bytes[0], UNLIMITED) + smaller(bytes[1], UNLIMITED);
}

/* What a group grants, and what is left of it, where these are less than others grant. */
static void apply_group(const struct version *v, const char *group, struct swrt_memory_size *size) {
    char path[4400];
    snprintf(path, sizeof path, "%s%s/%s", v->root, group, v->limit);
    size_t maximum = read_number(path);
    if (maximum == UNLIMITED)
        return;
    snprintf(path, sizeof path, "%s%s/%s", v->root, group, v->used);
    size_t used = read_number(path);
    if (used == UNLIMITED)
        used = 0;
    size->all = smaller(size->all, maximum);
    size->left = smaller(size->left, without(maximum, without(used, read_cached(v, group))));
}

/* All groups on the way from the process's up to the root. */
static void walk_groups(const struct version *v, struct swrt_memory_size *size) {
    char group[4096];
    if (!group_path(v->is_second, group, sizeof group))
        return;
    for (;;) {
        apply_group(v, group, size);
        char *slash = strrchr(group, '/');
        if (!slash)
            return;
        *slash = 0;
    }
}

/* Without /proc, the system itself says what there is; of what it keeps of files it says little. */
static struct swrt_memory_size ask_system(void) {
    struct sysinfo facts;
    if (sysinfo(&facts))
        return (struct swrt_memory_size){UNLIMITED, UNLIMITED};
    return (struct swrt_memory_size){facts.totalram * facts.mem_unit,
                                     (facts.freeram + facts.bufferram) * facts.mem_unit};
}

static bool is_size(size_t kib) {
    return kib && kib <= UNLIMITED / 1024;
}

static struct swrt_memory_size machine_size(void) {
    static const char *const fields[2] = {"MemTotal", "MemAvailable"};
    struct swrt_memory_size size = ask_system();
    size_t kib[2] = {0};
    read_fields("/proc/meminfo", fields, kib);
    size.all = is_size(kib[0]) ? kib[0] * 1024 : size.all;
    size.left = is_size(kib[1]) ? kib[1] * 1024 : size.left;
    return size;
}

struct swrt_memory_size swrt_memory_size(void) {
    struct swrt_memory_size size = machine_size();
    for (size_t i = 0; i < sizeof versions / sizeof versions[0]; i++)
        walk_groups(&versions[i], &size);
    return size;
}
