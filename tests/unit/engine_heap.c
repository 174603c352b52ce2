/* malloc and free in kernels: pieces do not overlap, all memory comes back, and misuse is an error. */
#include <stdatomic.h>

#include "engine_kernels.h"

enum { PIECES = 64 };

/* Each thread allocates pieces of odd sizes, fills them, checks them, and frees them in another order. */
static void churn(struct swrt_block *b) {
    unsigned char *pieces[PIECES];
    FOR_EACH_THREAD (b) {
        uint32_t seed = b->ctaid_x * 1000 + b->tid + 1;
        for (int round = 0; round < 4; round++) {
            for (int i = 0; i < PIECES; i++) {
                size_t size = (seed = seed * 1664525 + 1013904223) >> 24;
                pieces[i] = swrt_device_malloc(b, size + 1);
                if (!pieces[i] || (uintptr_t)pieces[i] % 16)
                    atomic_fetch_add(ARG(b, 0, _Atomic uint64_t *), 1);
                else
                    memset(pieces[i], i, size + 1), pieces[i][size] = (unsigned char)(i + 1);
            }
            for (int i = 0; i < PIECES; i++) {
                int j = (i * 29 + round) % PIECES;
                if (pieces[j] && pieces[j][0] != j && pieces[j][0] != j + 1)
                    atomic_fetch_add(ARG(b, 0, _Atomic uint64_t *), 1);
                swrt_device_free(b, pieces[j]);
            }
        }
    }
}

/* How many pieces of args[1] bytes there are. All are kept in a chain and freed if args[2]. */
static void exhaust(struct swrt_block *b) {
    void **chain = NULL, **piece;
    uint64_t count = 0;
    while ((piece = swrt_device_malloc(b, ARG(b, 1, uint64_t)))) {
        *piece = chain;
        chain = piece;
        count++;
    }
    for (; chain && ARG(b, 2, uint64_t); chain = piece) {
        piece = *chain;
        swrt_device_free(b, chain);
    }
    *ARG(b, 0, uint64_t *) = count;
}

static void free_twice(struct swrt_block *b) {
    void *p = swrt_device_malloc(b, 100);
    swrt_device_free(b, p);
    swrt_device_free(b, p);
}

static void free_other(struct swrt_block *b) {
    swrt_device_free(b, NULL);
    swrt_device_free(b, &b->tid);
}

enum { CHURN, EXHAUST, FREE_TWICE, FREE_OTHER };
static struct test_kernel rows[] = {
    [CHURN] = {.name = "churn", .loop = churn, .num_params = 1},
    [EXHAUST] = {.name = "exhaust", .loop = exhaust, .num_params = 3},
    [FREE_TWICE] = {.name = "free_twice", .loop = free_twice},
    [FREE_OTHER] = {.name = "free_other", .loop = free_other},
};

static uint64_t pieces(uint64_t size, uint64_t give_back) {
    uint64_t count = 0;
    assert_cuda(LAUNCH(&rows[EXHAUST], d1(1), d1(1), 0, 0, PTR(&count), size, give_back));
    assert_cuda(cudaDeviceSynchronize());
    return count;
}

static void pieces_do_not_overlap(void **state) {
    uint64_t wrong = 0;
    assert_cuda(LAUNCH(&rows[CHURN], d1(40), d1(16), 0, 0, PTR(&wrong)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(wrong, 0);
    assert_int_equal(pieces(4 << 20, 1), 1);
}

static void all_of_it_comes_back(void **state) {
    uint64_t small = pieces(16, 1);
    assert_true(small > 100000 && small <= (8 << 20) / 16);
    assert_int_equal(pieces(1 << 20, 1), 7); /* of 8 MiB, each with a header */
    assert_int_equal(pieces((8 << 20) - 16, 1), 1);
    assert_int_equal(pieces(8 << 20, 1), 0);
    assert_int_equal(pieces(16, 1), small);
}

static void a_reset_empties_it(void **state) {
    assert_int_equal(pieces(1 << 20, 0), 7);
    assert_int_equal(pieces(1 << 20, 0), 0);
    assert_true(swrt_heap_in_use(0));
    assert_cuda(cudaDeviceReset());
    assert_false(swrt_heap_in_use(0));
    assert_int_equal(pieces(1 << 20, 1), 7);
}

static void misuse_is_an_error(void **state) {
    for (int kernel = FREE_TWICE; kernel <= FREE_OTHER; kernel++) {
        assert_cuda(LAUNCH(&rows[kernel], d1(1), d1(1), 0, 0, 0));
        assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
        assert_cuda(cudaDeviceReset());
        cudaGetLastError();
    }
    assert_int_equal(pieces(1 << 20, 1), 7);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(pieces_do_not_overlap),
    cmocka_unit_test(all_of_it_comes_back),
    cmocka_unit_test(a_reset_empties_it),
    cmocka_unit_test(misuse_is_an_error),
};

ENGINE_MAIN(rows, tests)
