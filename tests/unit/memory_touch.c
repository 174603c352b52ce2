/* Allocations that are not too large have their pages from the start. */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"

#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif

enum { PAGE = 4096 };

/* Linux has it from version 5.14 on; other systems that run Linux programs may not. */
static int can_populate(void) {
    void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int can = page != MAP_FAILED && madvise(page, PAGE, MADV_POPULATE_WRITE) == 0;
    munmap(page, PAGE);
    return can;
}

static size_t pages_present(void *address, size_t bytes) {
    size_t count = (bytes + PAGE - 1) / PAGE, present = 0;
    unsigned char *map = malloc(count);
    assert_non_null(map);
    assert_int_equal(mincore(address, bytes, map), 0);
    for (size_t i = 0; i < count; i++)
        present += map[i] & 1;
    free(map);
    return present;
}

static void check(size_t bytes, int all) {
    void *device, *managed;
    assert_int_equal(cudaMalloc(&device, bytes), cudaSuccess);
    assert_int_equal(cudaMallocManaged(&managed, bytes, cudaMemAttachGlobal), cudaSuccess);
    assert_int_equal(pages_present(device, bytes), all ? (bytes + PAGE - 1) / PAGE : 0);
    assert_int_equal(pages_present(managed, bytes), all ? (bytes + PAGE - 1) / PAGE : 0);
    assert_int_equal(((char *)managed)[bytes / 2], 0);
    assert_int_equal(cudaFree(device), cudaSuccess);
    assert_int_equal(cudaFree(managed), cudaSuccess);
}

static void pages_are_there(void **state) {
    if (!can_populate())
        skip();
    check(100000, 1);
    check((3 << 20) + 5, 1);
    check(40000000, 1);
}

static void huge_allocations_are_lazy(void **state) {
    if (!can_populate())
        skip();
    check((size_t)1 << 30, 0);
}

int main(void) {
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(pages_are_there),
        cmocka_unit_test(huge_allocations_are_lazy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
