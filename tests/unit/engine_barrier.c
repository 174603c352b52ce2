/* Barriers of a block: who holds them, what they reduce, and that one which can never open is an error. */
#include "engine_kernels.h"

enum { THREADS = 100 };

/* Each thread writes its cell, waits, and checks its neighbour's, several times; so a barrier that opens early is seen. */
COROUTINE(rotate) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 5; f->v[0]++) {
        ((uint32_t *)b->shared)[f->tid] = (uint32_t)f->v[0] * 1000 + f->tid;
        SYNC_BLOCK;
        uint32_t next = (f->tid + 1) % b->nthreads;
        if (((uint32_t *)b->shared)[next] != (uint32_t)f->v[0] * 1000 + next)
            *ARG(b, 0, uint32_t *) = 1;
        SYNC_BLOCK;
    }
    END;
}

/* Thread t leaves after t % 4 rounds; the others must not be held. result[t] = rounds. */
COROUTINE(leave_early) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 4; f->v[0]++) {
        if (f->tid % 4 == f->v[0])
            EXIT;
        SYNC_BLOCK;
        ARG(b, 0, uint32_t *)[f->tid]++;
    }
    END;
}

/* The threads below 10 exit at once, before or after the others wait. */
COROUTINE(exit_before) {
    BEGIN;
    if (f->tid < 10)
        EXIT;
    BARRIER_OP(SWRT_BARRIER_COUNT, 0, 0, f->tid % 2);
    ARG(b, 0, uint32_t *)[f->tid] = (uint32_t)b->wait_result;
    BARRIER_OP(SWRT_BARRIER_AND, 0, 0, f->tid >= 10);
    ARG(b, 0, uint32_t *)[f->tid] |= (uint32_t)b->wait_result << 8;
    BARRIER_OP(SWRT_BARRIER_AND, 0, 0, f->tid != 50);
    ARG(b, 0, uint32_t *)[f->tid] |= (uint32_t)b->wait_result << 9;
    BARRIER_OP(SWRT_BARRIER_OR, 0, 0, f->tid == 99);
    ARG(b, 0, uint32_t *)[f->tid] |= (uint32_t)b->wait_result << 10;
    BARRIER_OP(SWRT_BARRIER_OR, 0, 0, f->tid < 10);
    ARG(b, 0, uint32_t *)[f->tid] |= (uint32_t)b->wait_result << 11;
    END;
}

/* Warp 0 produces and arrives at 1, warp 1 waits at 1, consumes, arrives at 2; warps 2 and 3 use barrier 3 alone. */
COROUTINE(named) {
    BEGIN;
    if (f->tid >= 64) {
        BARRIER_OP(SWRT_BARRIER_SYNC, 3, 64, 0);
        ARG(b, 0, uint32_t *)[f->tid] = 7;
        EXIT;
    }
    for (f->v[0] = 1; f->v[0] <= 3; f->v[0]++) {
        if (f->tid < 32) {
            ((uint32_t *)b->shared)[f->tid] = (uint32_t)f->v[0];
            BARRIER_OP(SWRT_BARRIER_ARRIVE, 1, 64, 0);
            BARRIER_OP(SWRT_BARRIER_SYNC, 2, 64, 0);
        } else {
            BARRIER_OP(SWRT_BARRIER_SYNC, 1, 64, 0);
            ARG(b, 0, uint32_t *)[f->tid] += ((uint32_t *)b->shared)[f->tid - 32];
            BARRIER_OP(SWRT_BARRIER_ARRIVE, 2, 64, 0);
        }
    }
    END;
}

/* 20 lanes of warp 1 exit; the warp still counts as 32 at a barrier for 64. */
COROUTINE(whole_warps) {
    BEGIN;
    if (f->tid >= 44)
        EXIT;
    BARRIER_OP(SWRT_BARRIER_SYNC, 1, 64, 0);
    ARG(b, 0, uint32_t *)[f->tid] = 1;
    END;
}

/* Each warp alone at one barrier for 32. The upper lanes come late: lanes of two warps, so many together, open nothing. */
COROUTINE(halves) {
    BEGIN;
    for (f->v[0] = 0; f->tid % 32 >= 16 && f->v[0] < 5; f->v[0]++) {
        YIELD;
    }
    ((uint32_t *)b->shared)[f->tid] = f->tid + 1;
    BARRIER_OP(SWRT_BARRIER_COUNT, 1, 32, f->tid % 32 != 3);
    ARG(b, 0, uint32_t *)[f->tid] = ((uint32_t *)b->shared)[f->tid ^ 16] | (uint32_t)b->wait_result << 16;
    END;
}

/* Lanes of one warp at two barriers count one by one, as nothing else can go on. */
COROUTINE(apart) {
    BEGIN;
    BARRIER_OP(SWRT_BARRIER_COUNT, 1 + f->tid % 2, 32, 1);
    ARG(b, 0, uint32_t *)[f->tid] = (uint32_t)b->wait_result;
    END;
}

/* Two steps, and in between what others may do meanwhile; thread t leaves before turn t % 4, or arrives and leaves. */
COROUTINE(two_steps) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 4; f->v[0]++) {
        if (f->tid % 8 == f->v[0])
            EXIT;
        ((uint32_t *)b->shared)[f->tid] = (uint32_t)f->v[0] + 1;
        BARRIER_OP(SWRT_BARRIER_SIGNAL, 0, 0, 0);
        if (f->tid % 8 == f->v[0] + 4)
            EXIT;
        if (f->tid % 3 == 0) {
            YIELD;
        }
        BARRIER_OP(SWRT_BARRIER_AWAIT, 0, 0, 0);
        for (uint32_t t = 0; t < b->nthreads; t++)
            if (t % 8 > f->v[0] && (t % 8 < 4 || t % 8 >= f->v[0] + 4) && ((uint32_t *)b->shared)[t] <= f->v[0])
                EXIT;
        ARG(b, 0, uint32_t *)[f->tid]++;
    }
    END;
}

COROUTINE(waits_only) {
    BEGIN;
    BARRIER_OP(SWRT_BARRIER_AWAIT, 1, 0, 0);
    END;
}

/* The last thread never comes to barrier 0: it waits at barrier 1. */
COROUTINE(deadlock) {
    BEGIN;
    if (f->tid == b->nthreads - 1) {
        BARRIER_OP(SWRT_BARRIER_SYNC, 1, 64, 0);
    } else {
        SYNC_BLOCK;
    }
    END;
}

COROUTINE(bad_number) {
    BEGIN;
    BARRIER_OP(SWRT_BARRIER_SYNC, 16, 0, 0);
    END;
}

enum {
    ROTATE,
    LEAVE_EARLY,
    EXIT_BEFORE,
    NAMED,
    WHOLE_WARPS,
    HALVES,
    APART,
    TWO_STEPS,
    DEADLOCK,
    BAD_NUMBER,
    WAITS_ONLY
};
static struct test_kernel rows[] = {
    [ROTATE] = {.name = "rotate", .coroutine = rotate, .num_params = 1, .shared_static = 4096},
    [LEAVE_EARLY] = {.name = "leave_early", .coroutine = leave_early, .num_params = 1},
    [EXIT_BEFORE] = {.name = "exit_before", .coroutine = exit_before, .num_params = 1},
    [NAMED] = {.name = "named", .coroutine = named, .num_params = 1, .shared_static = 256},
    [WHOLE_WARPS] = {.name = "whole_warps", .coroutine = whole_warps, .num_params = 1},
    [HALVES] = {.name = "halves", .coroutine = halves, .num_params = 1, .shared_static = 256},
    [APART] = {.name = "apart", .coroutine = apart, .num_params = 1},
    [TWO_STEPS] = {.name = "two_steps", .coroutine = two_steps, .num_params = 1, .shared_static = 4096},
    [DEADLOCK] = {.name = "_Z8deadlockPi", .coroutine = deadlock},
    [BAD_NUMBER] = {.name = "bad_number", .coroutine = bad_number},
    [WAITS_ONLY] = {.name = "waits_only", .coroutine = waits_only},
};

static uint32_t results[1024];

static void run(int kernel, unsigned threads) {
    memset(results, 0, sizeof results);
    assert_cuda(LAUNCH(&rows[kernel], d1(1), d1(threads), 0, 0, PTR(results)));
    assert_cuda(cudaDeviceSynchronize());
}

static void nobody_passes_early(void **state) {
    for (unsigned threads = 1; threads <= 1024; threads += 93) {
        uint32_t wrong = 0;
        assert_cuda(LAUNCH(&rows[ROTATE], d1(20), d1(threads), 0, 0, PTR(&wrong)));
        assert_cuda(cudaDeviceSynchronize());
        assert_int_equal(wrong, 0);
    }
}

static void exited_threads_hold_nobody(void **state) {
    run(LEAVE_EARLY, THREADS);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(results[t], t % 4);
}

static void reductions_are_over_those_who_are_there(void **state) {
    run(EXIT_BEFORE, THREADS);
    for (uint32_t t = 10; t < THREADS; t++)
        assert_int_equal(results[t], 45 | 1 << 8 | 0 << 9 | 1 << 10 | 0 << 11);
}

static void named_barriers_count(void **state) {
    run(NAMED, 128);
    for (uint32_t t = 32; t < 64; t++)
        assert_int_equal(results[t], 6);
    for (uint32_t t = 64; t < 128; t++)
        assert_int_equal(results[t], 7);
}

static void counts_are_in_whole_warps(void **state) {
    run(WHOLE_WARPS, 64);
    for (uint32_t t = 0; t < 44; t++)
        assert_int_equal(results[t], 1);
}

static void warps_come_as_a_whole(void **state) {
    run(HALVES, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(results[t], ((t ^ 16) + 1) | 31 << 16);
    run(APART, 64);
    for (uint32_t t = 0; t < 64; t++)
        assert_int_equal(results[t], 32);
}

static void who_has_left_holds_nobody_in_two_steps(void **state) {
    run(TWO_STEPS, THREADS);
    for (uint32_t t = 0; t < THREADS; t++)
        assert_int_equal(results[t], t % 4);
}

static void a_barrier_that_cannot_open_is_an_error(void **state) {
    for (int kernel = DEADLOCK; kernel <= WAITS_ONLY; kernel++) {
        assert_cuda(LAUNCH(&rows[kernel], d1(3), d1(64), 0, 0, 0));
        assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
        assert_int_equal(LAUNCH(&rows[ROTATE], d1(1), d1(1), 0, 0, PTR(results)), cudaErrorLaunchFailure);
        assert_cuda(cudaDeviceReset());
        cudaGetLastError();
    }
    run(LEAVE_EARLY, THREADS);
    assert_int_equal(results[3], 3);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nobody_passes_early),
    cmocka_unit_test(exited_threads_hold_nobody),
    cmocka_unit_test(reductions_are_over_those_who_are_there),
    cmocka_unit_test(named_barriers_count),
    cmocka_unit_test(counts_are_in_whole_warps),
    cmocka_unit_test(warps_come_as_a_whole),
    cmocka_unit_test(who_has_left_holds_nobody_in_two_steps),
    cmocka_unit_test(a_barrier_that_cannot_open_is_an_error),
};

ENGINE_MAIN(rows, tests)
