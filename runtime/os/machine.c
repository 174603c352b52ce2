/* Facts about this machine (machine.h), from /proc and /sys; read once, when somebody first asks. */
#define _GNU_SOURCE
#include "os/machine.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "os/thread/lock.h"

static struct swrt_machine facts;

/* First line of a file, without its newline; false when the file is not there. */
static bool read_line(const char *path, char *text, size_t size) {
    FILE *file = fopen(path, "re");
    bool found = file && fgets(text, (int)size, file);
    if (file)
        fclose(file);
    if (found)
        text[strcspn(text, "\n")] = 0;
    return found;
}

static const char *value_of(char *line) {
    char *value = strchr(line, ':');
    if (!value)
        return "";
    value += 1 + strspn(value + 1, " \t");
    value[strcspn(value, "\n")] = 0;
    return value;
}

static void read_flags(const char *flags) {
    facts.avx2 = strstr(flags, " avx2 ") != NULL;
    facts.avx512 = strstr(flags, " avx512f ") != NULL;
}

/* The first processor's entry of /proc/cpuinfo. */
static void read_cpuinfo(void) {
    char line[8192];
    FILE *file = fopen("/proc/cpuinfo", "re");
    if (!file)
        return;
    while (fgets(line, sizeof line, file) && line[0] != '\n') {
        if (!strncmp(line, "model name", 10))
            snprintf(facts.cpu, sizeof facts.cpu, "%s", value_of(line));
        if (!strncmp(line, "cpu MHz", 7))
            facts.clock_khz = (unsigned)(strtod(value_of(line), NULL) * 1000);
        if (!strncmp(line, "flags", 5))
            read_flags(line);
    }
    fclose(file);
}

static void read_clock(void) {
    char text[64];
    if (read_line("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq", text, sizeof text))
        facts.clock_khz = (unsigned)strtoul(text, NULL, 10);
}

/* CPU time that a container's quota grants, in whole CPUs; 0 when there is no quota. */
static unsigned quota_cpus(void) {
    char text[64], period[64];
    double quota = 0, every = 0;
    if (read_line("/sys/fs/cgroup/cpu.max", text, sizeof text)) {
        if (sscanf(text, "%lf %lf", &quota, &every) != 2)
            return 0;
    } else if (read_line("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", text, sizeof text) &&
               read_line("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period, sizeof period)) {
        quota = strtod(text, NULL);
        every = strtod(period, NULL);
    }
    return quota > 0 && every > 0 ? (unsigned)(quota / every + 0.999) : 0;
}

unsigned swrt_machine_cores(void) {
    cpu_set_t set;
    if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
        return (unsigned)CPU_COUNT(&set);
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (unsigned)online : 1;
}

static void read_cores(void) {
    facts.cores = swrt_machine_cores();
    unsigned quota = quota_cpus();
    if (quota && quota < facts.cores)
        facts.cores = quota;
}

static size_t cache_size(const char *text) {
    char *unit;
    size_t size = strtoul(text, &unit, 10);
    return *unit == 'K' ? size << 10 : *unit == 'M' ? size << 20 : size;
}

/* It answers -1 to what it does not know. */
static size_t said_size(int name) {
    long bytes = sysconf(name);
    return bytes > 0 ? (size_t)bytes : 0;
}

static void read_caches(void) {
    char path[128], type[32], level[16], size[32];
    for (int index = 0; index < 8; index++) {
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/type", index);
        if (!read_line(path, type, sizeof type))
            break;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/level", index);
        if (!read_line(path, level, sizeof level))
            continue;
        snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu0/cache/index%d/size", index);
        if (!read_line(path, size, sizeof size) || !strcmp(type, "Instruction"))
            continue;
        if (level[0] == '1')
            facts.l1_bytes = cache_size(size);
        if (level[0] == '2')
            facts.l2_bytes = cache_size(size);
        if (level[0] >= '3')
            facts.l3_bytes = cache_size(size);
    }
    if (!facts.l2_bytes)
        facts.l2_bytes = said_size(_SC_LEVEL2_CACHE_SIZE);
    if (!facts.l3_bytes)
        facts.l3_bytes = said_size(_SC_LEVEL3_CACHE_SIZE);
}

static void read_facts(void) {
    snprintf(facts.cpu, sizeof facts.cpu, "CPU");
    read_cpuinfo();
    read_clock();
    read_cores();
    read_caches();
}

const struct swrt_machine *swrt_machine(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, read_facts);
    return &facts;
}
