/* Blocks that wait for each other, for the grid and for the host: all of it must end, even with one worker. */
#include <pthread.h>
#include <stdatomic.h>

#include "engine_kernels.h"

typedef _Atomic uint64_t *cell;

/* Every thread of every block adds to an ordinary counter under one spin lock. */
COROUTINE(spin_lock) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 3; f->v[0]++) {
        while (atomic_exchange(ARG(b, 0, cell), 1)) {
            YIELD;
        }
        ARG(b, 1, uint64_t *)[0]++;
        YIELD; /* held across a turn of the others */
        atomic_store(ARG(b, 0, cell), 0);
    }
    END;
}

/* Each block waits for its successor, so all must be in flight together: backwards[i] is set when i + 1 is done. */
COROUTINE(chain_backwards) {
    BEGIN;
    while (b->ctaid_x + 1 < b->nctaid_x && !atomic_load(&ARG(b, 0, cell)[b->ctaid_x + 1])) {
        YIELD;
    }
    SYNC_BLOCK;
    if (f->tid == 0)
        atomic_store(&ARG(b, 0, cell)[b->ctaid_x], 1);
    END;
}

/* Decoupled look-back: block i takes the sum that block i - 1 publishes. */
COROUTINE(look_back) {
    BEGIN;
    if (f->tid == 0) {
        f->v[0] = 0;
        if (b->ctaid_x) {
            while (!(f->v[0] = (int64_t)atomic_load(&ARG(b, 0, cell)[b->ctaid_x - 1]))) {
                YIELD;
            }
        }
        atomic_store(&ARG(b, 0, cell)[b->ctaid_x], (uint64_t)f->v[0] + 1);
    }
    END;
}

COROUTINE(grid_rounds) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 10; f->v[0]++) {
        if (f->tid == 0)
            atomic_fetch_add(ARG(b, 0, cell), 1);
        SYNC_GRID;
        if (atomic_load(ARG(b, 0, cell)) != (uint64_t)(f->v[0] + 1) * b->nctaid_x)
            atomic_store(ARG(b, 1, cell), 1);
        SYNC_GRID;
    }
    END;
}

COROUTINE(wait_for_flag) {
    BEGIN;
    while (!atomic_load(ARG(b, 0, cell))) {
        YIELD;
    }
    atomic_fetch_add(ARG(b, 1, cell), 1);
    END;
}

/* The same with a barrier in the loop, so the block is never quite still. */
COROUTINE(wait_with_barrier) {
    BEGIN;
    for (;;) {
        BARRIER_OP(SWRT_BARRIER_OR, 0, 0, atomic_load(ARG(b, 0, cell)));
        if (b->wait_result)
            break;
        YIELD;
    }
    atomic_fetch_add(ARG(b, 1, cell), 1);
    END;
}

static void set_flag(struct swrt_block *b) {
    atomic_store(ARG(b, 0, cell), 1);
}

COROUTINE(lane_waits_for_lane) {
    BEGIN;
    if (f->tid == 31) {
        CONVERGED_OP(SWRT_WARP_ACTIVEMASK, 1, 0);
        atomic_store((cell)b->shared, 1);
    } else {
        while (!atomic_load((cell)b->shared)) {
            YIELD;
        }
    }
    END;
}

/* Waits for a flag, and then looks where its threads are. */
COROUTINE(wait_and_look) {
    BEGIN;
    while (!atomic_load(ARG(b, 0, cell))) {
        YIELD;
    }
    if (b->tid_x + b->ntid_x * (b->tid_y + b->ntid_y * b->tid_z) == f->tid && b->tid_x < b->ntid_x &&
        ((uint16_t *)b->tids_y)[f->tid] == b->tid_y)
        atomic_fetch_add(ARG(b, 1, cell), 1);
    END;
}

enum { SPIN_LOCK, CHAIN, LOOK_BACK, GRID_ROUNDS, WAIT_FOR_FLAG, WAIT_WITH_BARRIER, SET_FLAG, LANES, LOOK };
static struct test_kernel rows[] = {
    [SPIN_LOCK] = {.name = "spin_lock", .coroutine = spin_lock, .num_params = 2, .flags = SWRT_KERNEL_WAITS},
    [CHAIN] = {.name = "chain", .coroutine = chain_backwards, .num_params = 1, .flags = SWRT_KERNEL_WAITS},
    [LOOK_BACK] = {.name = "look_back", .coroutine = look_back, .num_params = 1, .flags = SWRT_KERNEL_WAITS},
    [GRID_ROUNDS] = {.name = "grid_rounds", .coroutine = grid_rounds, .num_params = 2, .flags = SWRT_KERNEL_GRID_SYNC},
    [WAIT_FOR_FLAG] = {.name = "wait_for_flag",
                       .coroutine = wait_for_flag,
                       .num_params = 2,
                       .flags = SWRT_KERNEL_WAITS},
    [WAIT_WITH_BARRIER] = {.name = "wait_with_barrier",
                           .coroutine = wait_with_barrier,
                           .num_params = 2,
                           .flags = SWRT_KERNEL_WAITS},
    [SET_FLAG] = {.name = "set_flag", .loop = set_flag, .num_params = 1},
    [LANES] = {.name = "lanes", .coroutine = lane_waits_for_lane, .shared_static = 8, .flags = SWRT_KERNEL_WAITS},
    [LOOK] = {.name = "wait_and_look", .coroutine = wait_and_look, .num_params = 2, .flags = SWRT_KERNEL_WAITS},
};

static void threads_and_blocks_share_a_lock(void **state) {
    uint64_t lock = 0, count = 0;
    assert_cuda(LAUNCH(&rows[SPIN_LOCK], d1(20), d1(40), 0, 0, PTR(&lock), PTR(&count)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(count, 20 * 40 * 3);
}

static void blocks_may_wait_for_later_ones(void **state) {
    static uint64_t done[300];
    const unsigned counts[] = {2, 31, 200};
    for (int i = 0; i < 3; i++) {
        memset(done, 0, sizeof done);
        assert_cuda(LAUNCH(&rows[CHAIN], d1(counts[i]), d1(33), 0, 0, PTR(done)));
        assert_cuda(cudaDeviceSynchronize());
        assert_int_equal(done[0], 1);
    }
}

static void look_back_ends(void **state) {
    static uint64_t sums[500];
    memset(sums, 0, sizeof sums);
    assert_cuda(LAUNCH(&rows[LOOK_BACK], d1(500), d1(64), 0, 0, PTR(sums)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(sums[499], 500);
}

static void the_grid_meets(void **state) {
    uint64_t count = 0, wrong = 0, *cells[] = {&count, &wrong};
    void *args[] = {&cells[0], &cells[1]};
    assert_cuda(cudaLaunchCooperativeKernel(&rows[GRID_ROUNDS].host, d1(8), d1(100), args, 0, 0));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(count, 80);
    assert_int_equal(wrong, 0);
}

static void a_grid_barrier_needs_a_cooperative_launch(void **state) {
    uint64_t count = 0, wrong = 0;
    assert_cuda(LAUNCH(&rows[GRID_ROUNDS], d1(8), d1(100), 0, 0, PTR(&count), PTR(&wrong)));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    assert_cuda(cudaDeviceReset());
    cudaGetLastError();
}

static void *raise_flag(void *flag) {
    usleep(30000);
    atomic_store((cell)flag, 1);
    return NULL;
}

static void the_host_releases_a_kernel(void **state) {
    for (int kernel = WAIT_FOR_FLAG; kernel <= WAIT_WITH_BARRIER; kernel++) {
        uint64_t flag = 0, count = 0;
        pthread_t thread;
        pthread_create(&thread, NULL, raise_flag, &flag);
        assert_cuda(LAUNCH(&rows[kernel], d1(70), d1(64), 0, 0, PTR(&flag), PTR(&count)));
        assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
        assert_cuda(cudaDeviceSynchronize());
        assert_int_equal(count, 70 * 64);
        pthread_join(thread, NULL);
    }
}

static void a_kernel_releases_one_of_another_stream(void **state) {
    for (int kernel = WAIT_FOR_FLAG; kernel <= WAIT_WITH_BARRIER; kernel++) {
        uint64_t flag = 0, count = 0;
        cudaStream_t a, b;
        assert_cuda(cudaStreamCreate(&a));
        assert_cuda(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
        assert_cuda(LAUNCH(&rows[kernel], d1(70), d1(64), 0, a, PTR(&flag), PTR(&count)));
        assert_cuda(LAUNCH(&rows[SET_FLAG], d1(1), d1(1), 0, b, PTR(&flag)));
        assert_cuda(cudaStreamSynchronize(b));
        assert_cuda(cudaStreamSynchronize(a));
        assert_int_equal(count, 70 * 64);
        assert_cuda(cudaStreamDestroy(a));
        assert_cuda(cudaStreamDestroy(b));
    }
}

/* Blocks of two shapes take turns in one executor. */
static void a_block_of_another_shape_runs_meanwhile(void **state) {
    uint64_t flag = 0, count = 0;
    cudaStream_t a, b;
    assert_cuda(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    assert_cuda(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    assert_cuda(LAUNCH(&rows[LOOK], d1(20), d3(8, 4, 2), 0, a, PTR(&flag), PTR(&count)));
    assert_cuda(LAUNCH(&rows[SET_FLAG], d1(1), d3(7, 3, 5), 0, b, PTR(&flag)));
    assert_cuda(cudaStreamSynchronize(a));
    assert_cuda(cudaStreamSynchronize(b));
    assert_int_equal(count, 20 * 64);
    assert_cuda(cudaStreamDestroy(a));
    assert_cuda(cudaStreamDestroy(b));
}

/* The waiting thread helps with the first kernel and must not get stuck in it: the second is launched only after. */
static void a_helper_leaves_waiting_blocks(void **state) {
    uint64_t flag = 0, count = 0;
    cudaStream_t a, b;
    assert_cuda(cudaStreamCreate(&a));
    assert_cuda(cudaStreamCreate(&b));
    assert_cuda(LAUNCH(&rows[WAIT_FOR_FLAG], d1(3), d1(64), 0, a, PTR(&flag), PTR(&count)));
    pthread_t thread;
    pthread_create(&thread, NULL, raise_flag, &flag);
    assert_cuda(cudaStreamSynchronize(a));
    pthread_join(thread, NULL);
    flag = 0;
    assert_cuda(LAUNCH(&rows[WAIT_FOR_FLAG], d1(3), d1(64), 0, a, PTR(&flag), PTR(&count)));
    uint64_t other = 0;
    for (int i = 0; i < 100; i++) {
        assert_cuda(LAUNCH(&rows[SET_FLAG], d1(5), d1(1), 0, b, PTR(&other)));
        assert_cuda(cudaStreamSynchronize(b));
    }
    assert_int_equal(cudaStreamQuery(a), cudaErrorNotReady);
    atomic_store((cell)&flag, 1);
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(count, 2 * 3 * 64);
    assert_cuda(cudaStreamDestroy(a));
    assert_cuda(cudaStreamDestroy(b));
}

static void lanes_wait_for_lanes_without_mask(void **state) {
    assert_cuda(LAUNCH(&rows[LANES], d1(4), d1(32), 0, 0, 0));
    assert_cuda(cudaDeviceSynchronize());
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(threads_and_blocks_share_a_lock),
    cmocka_unit_test(blocks_may_wait_for_later_ones),
    cmocka_unit_test(look_back_ends),
    cmocka_unit_test(the_grid_meets),
    cmocka_unit_test(a_grid_barrier_needs_a_cooperative_launch),
    cmocka_unit_test(the_host_releases_a_kernel),
    cmocka_unit_test(a_kernel_releases_one_of_another_stream),
    cmocka_unit_test(a_block_of_another_shape_runs_meanwhile),
    cmocka_unit_test(a_helper_leaves_waiting_blocks),
    cmocka_unit_test(lanes_wait_for_lanes_without_mask),
};

ENGINE_MAIN(rows, tests)
