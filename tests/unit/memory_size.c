/* How much memory there is: what the system's files say, here planted in a folder, and what it says without them. */
#define _GNU_SOURCE
#include <ftw.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysinfo.h>

#include <cmocka.h>

#include "device/device.h"
#include "os/memory/memory_size.h"

#define MIB ((size_t)1 << 20)

static char root[256];

static void plant(const char *path, const char *text) {
    char whole[512];
    snprintf(whole, sizeof whole, "%s%s", root, path);
    for (char *slash = whole + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = 0;
        mkdir(whole, 0777);
    }
    FILE *file = fopen(whole, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place) {
    return remove(path);
}

static void start_over(void) {
    nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    assert_int_equal(mkdir(root, 0777), 0);
}

/* A machine of 4096 MiB, 3072 of them available. */
static int start(void **state) {
    start_over();
    plant("/proc/meminfo", "MemTotal:  4194304 kB\nMemFree:  1024 kB\nMemAvailable:  3145728 kB\nCached:  9 kB\n");
    return 0;
}

static void is(size_t total_mib, size_t left_mib) {
    assert_int_equal(swrt_memory_size().all / MIB, total_mib);
    assert_int_equal(swrt_memory_size().left / MIB, left_mib);
}

static void without_groups_it_is_the_machines(void **state) {
    is(4096, 3072);
    plant("/proc/self/cgroup", "4:memory:/here\n0::/there\n");
    is(4096, 3072);
}

static void version_2_does_not_count_what_is_kept_of_files(void **state) {
    plant("/proc/self/cgroup", "0::/\n");
    plant("/sys/fs/cgroup/memory.max", "1073741824\n");
    plant("/sys/fs/cgroup/memory.current", "1072693248\n"); /* 1 MiB less than that */
    is(1024, 1);
    plant("/sys/fs/cgroup/memory.stat", "anon 4096\nfile 999999999\ninactive_file_too 7\n"
                                        "inactive_file 209715200\nactive_file 104857600\n");
    is(1024, 301);
}

static void version_1_does_not_count_what_is_kept_of_files(void **state) {
    plant("/proc/self/cgroup", "9:name=systemd:/\n4:memory:/job\n0::/\n");
    plant("/sys/fs/cgroup/memory/job/memory.limit_in_bytes", "1073741824\n");
    plant("/sys/fs/cgroup/memory/job/memory.usage_in_bytes", "1073741824\n");
    is(1024, 0);
    plant("/sys/fs/cgroup/memory/job/memory.stat", "inactive_file 1\nactive_file 1\nhierarchical_memory_limit 1\n"
                                                   "total_inactive_file 209715200\ntotal_active_file 104857600\n");
    is(1024, 300);
}

static void the_narrowest_group_counts(void **state) {
    plant("/proc/self/cgroup", "0::/outer/inner\n");
    plant("/sys/fs/cgroup/outer/memory.max", "1073741824\n");
    plant("/sys/fs/cgroup/outer/memory.current", "1073741824\n");
    plant("/sys/fs/cgroup/outer/memory.stat", "inactive_file 52428800\nactive_file 0\n");
    plant("/sys/fs/cgroup/outer/inner/memory.max", "2147483648\n");
    plant("/sys/fs/cgroup/outer/inner/memory.current", "1048576\n");
    is(1024, 50);
    plant("/sys/fs/cgroup/outer/inner/memory.max", "536870912\n");
    plant("/sys/fs/cgroup/outer/inner/memory.current", "536870912\n");
    plant("/sys/fs/cgroup/outer/inner/memory.stat", "active_file 10485760\n");
    is(512, 10);
    plant("/sys/fs/cgroup/outer/inner/memory.max", "max\n");
    is(1024, 50);
}

static void garbage_takes_nothing_away(void **state) {
    plant("/proc/self/cgroup", "0::/\n");
    plant("/sys/fs/cgroup/memory.max", "plenty\n");
    plant("/sys/fs/cgroup/memory.current", "99999999999999999999999999\n");
    is(4096, 3072);
    plant("/sys/fs/cgroup/memory.max", "1073741824\n");
    is(1024, 1024);
    plant("/sys/fs/cgroup/memory.current", "1073741824\n");
    plant("/sys/fs/cgroup/memory.stat", "inactive_file\nactive_file \ninactive_file many\n\n");
    is(1024, 0);
    plant("/sys/fs/cgroup/memory.stat", "inactive_file 18446744073709551615\nactive_file 18446744073709551615\n");
    is(1024, 1024);
}

/* Memory of the test itself changes what is free, others' does as well: it is less than all of it, and not nothing. */
static void without_proc_the_system_says(void **state) {
    struct sysinfo facts;
    assert_int_equal(sysinfo(&facts), 0);
    start_over();
    assert_int_equal(swrt_memory_size().all, facts.totalram * facts.mem_unit);
    assert_in_range(swrt_memory_size().left, 1, facts.totalram * facts.mem_unit);
    plant("/proc/meminfo", "MemTotal:\nMemAvailable: some kB\n");
    assert_int_equal(swrt_memory_size().all, facts.totalram * facts.mem_unit);
    assert_in_range(swrt_memory_size().left, 1, facts.totalram * facts.mem_unit);
}

/* The device asks once at the start: this test comes first. 64 MiB, a 64th of 4096, are kept. */
static void what_becomes_available_later_may_be_allocated(void **state) {
    plant("/proc/meminfo", "MemTotal:  4194304 kB\nMemAvailable:  1048576 kB\n");
    assert_int_equal(swrt_memory_left(0) / MIB, 960);
    assert_true(swrt_memory_fits(900 * MIB, 0));
    assert_false(swrt_memory_fits(900 * MIB, 100 * MIB));
    plant("/proc/meminfo", "MemTotal:  4194304 kB\nMemAvailable:  2097152 kB\n");
    assert_int_equal(swrt_memory_left(0) / MIB, 960);
    assert_true(swrt_memory_fits(1900 * MIB, 84 * MIB));
    assert_false(swrt_memory_fits(1900 * MIB, 85 * MIB));
    assert_int_equal(swrt_memory_left(84 * MIB) / MIB, 1900);
    plant("/proc/meminfo", "MemTotal:  4194304 kB\nMemAvailable:  1048576 kB\n");
    assert_false(swrt_memory_fits(1100 * MIB, 0));
}

static int make_root(void **state) {
    snprintf(root, sizeof root, "%s/softwarp-memory-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
    assert_non_null(mkdtemp(root));
    swrt_memory_files_root = root;
    return 0;
}

static int remove_root(void **state) {
    return nftw(root, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_becomes_available_later_may_be_allocated, start),
        cmocka_unit_test_setup(without_groups_it_is_the_machines, start),
        cmocka_unit_test_setup(version_2_does_not_count_what_is_kept_of_files, start),
        cmocka_unit_test_setup(version_1_does_not_count_what_is_kept_of_files, start),
        cmocka_unit_test_setup(the_narrowest_group_counts, start),
        cmocka_unit_test_setup(garbage_takes_nothing_away, start),
        cmocka_unit_test_setup(without_proc_the_system_says, start),
    };
    return cmocka_run_group_tests(tests, make_root, remove_root);
}
