/* The allocator below the API: placement, guards, reuse, descriptions, probes. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "device/device.h"
#include "memory/memory.h"
#include "os/memory/probe.h"

static void *device_memory(size_t bytes) {
    void *p = swrt_memory_alloc(bytes, SWRT_MEMORY_DEVICE, 0, 0);
    assert_non_null(p);
    return p;
}

static void release(void *p) {
    assert_true(swrt_memory_free(p, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE));
}

static void every_size_is_aligned_and_found(void **state) {
    static const size_t sizes[] = {1,     255,   256,   257,    1024,    1025,    1281,     5000,
                                   65535, 65536, 65537, 100000, 2097152, 2097153, 10000000, 1 << 26};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        struct swrt_allocation found;
        char *p = device_memory(sizes[i]);
        assert_int_equal((uintptr_t)p % 256, 0);
        if (sizes[i] >= 2097152)
            assert_int_equal((uintptr_t)p % 2097152, 0);
        p[0] = p[sizes[i] - 1] = 1;
        assert_int_equal(swrt_memory_find(p, &found), SWRT_MEMORY_DEVICE);
        assert_int_equal(swrt_memory_find(p + sizes[i] - 1, &found), SWRT_MEMORY_DEVICE);
        assert_ptr_equal(found.base, p);
        assert_int_equal(found.bytes, sizes[i]);
        assert_int_equal(swrt_memory_find(p + sizes[i], &found), SWRT_MEMORY_INVALID);
        release(p);
        assert_int_equal(swrt_memory_find(p, &found), SWRT_MEMORY_INVALID);
    }
}

static void allocations_do_not_overlap(void **state) {
    enum { COUNT = 3000 };
    static unsigned char *p[COUNT];
    static size_t sizes[COUNT];
    srand(1);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < COUNT; i++) {
            if (p[i])
                continue;
            sizes[i] = 1 + (size_t)rand() % (i % 50 ? 3000 : 300000);
            p[i] = device_memory(sizes[i]);
            memset(p[i], i & 255, sizes[i]);
        }
        for (int i = 0; i < COUNT; i++) {
            assert_int_equal(p[i][0], i & 255);
            assert_int_equal(p[i][sizes[i] / 2], i & 255);
            assert_int_equal(p[i][sizes[i] - 1], i & 255);
            if (rand() % 2 && round < 2) {
                release(p[i]);
                p[i] = NULL;
            }
        }
    }
    for (int i = 0; i < COUNT; i++)
        release(p[i]);
    assert_int_equal(swrt_memory_allocated(), 0);
}

static void memory_past_an_allocation_is_not_mapped(void **state) {
    char *big = device_memory(1 << 20), *small = device_memory(300);
    assert_false(swrt_memory_readable(big + (1 << 20), 1));
    assert_false(swrt_memory_readable(big - 1, 1));
    assert_false(swrt_memory_readable(big + (1 << 20) + 65535, 1));
    assert_false(swrt_memory_readable(small + 256 * 1024, 1));
    release(small);
    release(big);
    assert_false(swrt_memory_readable(big, 1));
}

static void what_is_freed_twice_or_never_was_is_refused(void **state) {
    char *p = device_memory(1000), local;
    assert_false(swrt_memory_free(p + 256, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE));
    assert_false(swrt_memory_free(p + 1, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE));
    assert_false(swrt_memory_free(p, SWRT_MEMORY_HOST, SWRT_MEMORY_HOST));
    assert_false(swrt_memory_free(&local, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE));
    release(p);
    assert_false(swrt_memory_free(p, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE));
}

static void large_memory_costs_nothing_until_touched(void **state) {
    size_t gib = (size_t)1 << 30;
    if (swrt_memory_left(swrt_memory_allocated()) < 2 * gib)
        skip();
    char *p = device_memory(gib);
    p[0] = p[gib - 1] = 7;
    assert_int_equal(p[0] + p[gib - 1], 14);
    assert_int_equal(p[gib / 2], 0);
    release(p);
}

static void more_than_the_machine_has_is_refused(void **state) {
    assert_null(swrt_memory_alloc(swrt_memory_total() + 1, SWRT_MEMORY_DEVICE, 0, 0));
    assert_null(swrt_memory_alloc(SIZE_MAX, SWRT_MEMORY_DEVICE, 0, 0));
    assert_null(swrt_memory_alloc(SIZE_MAX - 4096, SWRT_MEMORY_DEVICE, 0, 0));
    assert_int_equal(swrt_memory_allocated(), 0);
}

static void addresses_are_reused(void **state) {
    char *first[2] = {NULL, NULL};
    for (int i = 0; i < 10000; i++) {
        char *p = device_memory(i % 2 ? 100000 : 100000000);
        if (!first[i % 2])
            first[i % 2] = p;
        assert_ptr_equal(p, first[i % 2]);
        release(p);
    }
}

static void descriptions_name_the_nearest_allocation(void **state) {
    char text[200], expected[200];
    char *p = device_memory(400), *big = device_memory(1 << 20);
    assert_true(swrt_memory_describe(p + 416, text, sizeof text));
    snprintf(expected, sizeof expected, "%p is 16 bytes past the 400-byte allocation at %p", (void *)(p + 416),
             (void *)p);
    assert_string_equal(text, expected);
    assert_true(swrt_memory_describe(p + 1, text, sizeof text));
    assert_non_null(strstr(text, "is 1 byte into the 400-byte allocation"));
    assert_true(swrt_memory_describe(big - 8, text, sizeof text));
    assert_non_null(strstr(text, "is 8 bytes before the 1048576-byte allocation"));
    assert_true(swrt_memory_describe(big + (1 << 20) + 4, text, sizeof text));
    assert_non_null(strstr(text, "is 4 bytes past the 1048576-byte allocation"));
    release(big);
    assert_true(swrt_memory_describe(big + 8, text, sizeof text));
    assert_non_null(strstr(text, "8 bytes into the 1048576-byte allocation"));
    assert_non_null(strstr(text, "which was freed"));
    assert_true(swrt_memory_describe(NULL, text, sizeof text));
    assert_non_null(strstr(text, "null pointer"));
    assert_true(swrt_memory_describe((void *)16, text, sizeof text));
    assert_non_null(strstr(text, "null pointer plus an offset"));
    assert_false(swrt_memory_describe(text, text, sizeof text));
    release(p);
}

static void raw_memory_is_not_the_programs(void **state) {
    struct swrt_allocation found;
    char *p = swrt_memory_alloc_raw(5000000);
    assert_non_null(p);
    p[4999999] = 1;
    assert_int_equal(swrt_memory_find(p, &found), SWRT_MEMORY_RAW);
    assert_int_equal(swrt_memory_allocated(), 0);
    assert_false(swrt_memory_free(p, SWRT_MEMORY_DEVICE, SWRT_MEMORY_MANAGED));
    swrt_memory_free_device(0);
    p[0] = 1;
    swrt_memory_free_raw(p, 5000000);
    swrt_memory_free_raw(NULL, 0);
}

static void a_device_frees_only_its_own(void **state) {
    struct swrt_allocation found;
    void *zero = swrt_memory_alloc(100, SWRT_MEMORY_DEVICE, 0, 0);
    void *one = swrt_memory_alloc(100, SWRT_MEMORY_DEVICE, 1, 0);
    void *big = swrt_memory_alloc(1 << 20, SWRT_MEMORY_HOST, 0, 0);
    swrt_memory_free_device(0);
    assert_int_equal(swrt_memory_find(zero, &found), SWRT_MEMORY_INVALID);
    assert_int_equal(swrt_memory_find(big, &found), SWRT_MEMORY_INVALID);
    assert_int_equal(swrt_memory_find(one, &found), SWRT_MEMORY_DEVICE);
    assert_int_equal(found.device, 1);
    release(one);
}

static void probes_tell_what_may_be_touched(void **state) {
    char *pages = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(pages, MAP_FAILED);
    mprotect(pages + 4096, 4096, PROT_READ);
    mprotect(pages + 8192, 4096, PROT_NONE);
    pages[4095] = 'x';
    assert_true(swrt_memory_readable(pages, 8192));
    assert_true(swrt_memory_writable(pages, 4096));
    assert_true(swrt_memory_writable(pages + 4095, 1));
    assert_int_equal(pages[4095], 'x');
    assert_false(swrt_memory_writable(pages, 4097));
    assert_false(swrt_memory_readable(pages, 8193));
    munmap(pages + 4096, 4096);
    assert_false(swrt_memory_readable(pages, 12288));
    assert_true(swrt_memory_readable("text", 4));
    assert_false(swrt_memory_writable((char *)"text", 4));
    assert_false(swrt_memory_readable(NULL, 1));
    assert_false(swrt_memory_readable((void *)16, 1));
    assert_false(swrt_memory_readable((void *)0xdeadbeefdeadbeef, 4));
    assert_false(swrt_memory_readable(pages, SIZE_MAX));
    assert_true(swrt_memory_readable(NULL, 0));
    munmap(pages, 12288);
}

static void registered_ranges_do_not_overlap(void **state) {
    static char memory[10000];
    struct swrt_allocation found;
    assert_int_equal(swrt_memory_register(memory, 400, 0, 0), cudaSuccess);
    assert_int_equal(swrt_memory_register(memory + 5000, 400, 0, 0), cudaSuccess);
    assert_int_equal(swrt_memory_register(memory + 399, 1, 0, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_int_equal(swrt_memory_register(memory + 4000, 2000, 0, 0), cudaErrorHostMemoryAlreadyRegistered);
    assert_int_equal(swrt_memory_register(memory + 400, 4600, 0, 0), cudaSuccess);
    assert_int_equal(swrt_memory_find(memory + 450, &found), SWRT_MEMORY_REGISTERED);
    assert_ptr_equal(found.base, memory + 400);
    assert_int_equal(swrt_memory_find(memory + 5400, &found), SWRT_MEMORY_NONE);
    assert_int_equal(swrt_memory_unregister(memory + 450), cudaErrorInvalidValue);
    assert_int_equal(swrt_memory_unregister(memory + 400), cudaSuccess);
    assert_int_equal(swrt_memory_unregister(memory + 400), cudaErrorHostMemoryNotRegistered);
    assert_int_equal(swrt_memory_unregister(memory), cudaSuccess);
    assert_int_equal(swrt_memory_unregister(memory + 5000), cudaSuccess);
}

static void *churn(void *data) {
    unsigned seed = (unsigned)(uintptr_t)data;
    for (int i = 0; i < 5000; i++) {
        size_t bytes = 1 + (size_t)rand_r(&seed) % 200000;
        char *p = swrt_memory_alloc(bytes, SWRT_MEMORY_DEVICE, 0, 0);
        if (!p)
            return (void *)1;
        p[0] = p[bytes - 1] = 1;
        if (!swrt_memory_free(p, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE))
            return (void *)1;
    }
    return NULL;
}

static void threads_share_the_allocator(void **state) {
    pthread_t threads[4];
    for (uintptr_t i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, churn, (void *)(i + 1));
    for (int i = 0; i < 4; i++) {
        void *failed;
        pthread_join(threads[i], &failed);
        assert_null(failed);
    }
    assert_int_equal(swrt_memory_allocated(), 0);
}

static atomic_bool let_go;

static void *let_go_soon(void *memory) {
    usleep(20000); /* long enough for the other to have come to its write: if it has not, nothing is tested, or wrong */
    atomic_store(&let_go, true);
    swrt_memory_let_go(memory, 4096);
    return NULL;
}

/* Nothing runs kernels here, whose faults others see to. */
static void who_writes_to_held_memory_waits(void **state) {
    pthread_t thread;
    char *memory = device_memory(1 << 20);
    memory[5] = 1;
    assert_true(swrt_memory_hold(memory, 4096));
    assert_int_equal(memory[5], 1); /* reading does not */
    pthread_create(&thread, NULL, let_go_soon, memory);
    memory[5] = 2;
    assert_true(atomic_load(&let_go));
    assert_int_equal(memory[5], 2);
    pthread_join(thread, NULL);
    release(memory);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_size_is_aligned_and_found),
        cmocka_unit_test(allocations_do_not_overlap),
        cmocka_unit_test(memory_past_an_allocation_is_not_mapped),
        cmocka_unit_test(what_is_freed_twice_or_never_was_is_refused),
        cmocka_unit_test(large_memory_costs_nothing_until_touched),
        cmocka_unit_test(more_than_the_machine_has_is_refused),
        cmocka_unit_test(addresses_are_reused),
        cmocka_unit_test(descriptions_name_the_nearest_allocation),
        cmocka_unit_test(raw_memory_is_not_the_programs),
        cmocka_unit_test(a_device_frees_only_its_own),
        cmocka_unit_test(probes_tell_what_may_be_touched),
        cmocka_unit_test(registered_ranges_do_not_overlap),
        cmocka_unit_test(threads_share_the_allocator),
        cmocka_unit_test(who_writes_to_held_memory_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
