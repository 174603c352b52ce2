/* Coroutines and block loops that carry 8, 16 or 32 threads: what the runtime does for a run of lanes.
 *
 * The kernels are the same for every width: their parameter 1 is W, and each is in the table once per width. A lane
 * loop stands for vector code; `exited` in the frame is what generated code keeps in a mask.
 */
#include <stdatomic.h>

#include "engine_kernels.h"

enum { WIDTHS = 3 };
static const uint32_t widths[WIDTHS] = {8, 16, 32};

/* The lanes of the run that exist. */
static uint32_t lanes_of(const struct swrt_block *b, uint32_t tid) {
    uint32_t width = ARG(b, 1, uint32_t), left = b->nthreads - tid, n = left < width ? left : width;
    return 0xffffffffu >> (32 - n);
}

#define WIDTH(b) ARG(b, 1, uint32_t)
#define FOR_LANES(t, lanes)                                                                                           \
    for (uint32_t left_ = (lanes), t = 0; left_ && (t = f->tid + (uint32_t)__builtin_ctz(left_), 1); left_ &= left_ - 1)

#define exited v[5]
#define HERE (lanes_of(b, f->tid) & ~(uint32_t)f->exited)
#define WIDE_BARRIER(operation, id, threads, bits)                                                                    \
    b->wait_lanes = HERE;                                                                                             \
    BARRIER_OP(operation, id, threads, bits)
#define WIDE_SYNC WIDE_BARRIER(SWRT_BARRIER_SYNC, 0, 0, 0)

static uint32_t bits_of(const struct frame *f, uint32_t (*predicate)(uint32_t tid)) {
    uint32_t bits = 0;
    FOR_LANES (t, lanes_of(f->b, f->tid))
        bits |= predicate(t) << (t - f->tid);
    return bits;
}

/* Each thread writes its cell, waits, and checks its neighbour's, several times. */
COROUTINE(rotate) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 5; f->v[0]++) {
        FOR_LANES (t, HERE)
            ((uint32_t *)b->shared)[t] = (uint32_t)f->v[0] * 1000 + t;
        WIDE_SYNC;
        FOR_LANES (t, HERE) {
            uint32_t next = (t + 1) % b->nthreads;
            if (((uint32_t *)b->shared)[next] != (uint32_t)f->v[0] * 1000 + next)
                *ARG(b, 0, uint32_t *) = 1;
        }
        WIDE_SYNC;
    }
    END;
}

/* Thread t leaves after t % 4 rounds. result[t] = rounds. The threads of the first run all leave at once. */
COROUTINE(leave_early) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 4; f->v[0]++) {
        FOR_LANES (t, HERE)
            if (t % 4 == f->v[0] || f->tid == 0)
                f->exited |= 1u << (t - f->tid);
        if (!HERE)
            EXIT;
        WIDE_SYNC;
        FOR_LANES (t, HERE)
            ARG(b, 0, uint32_t *)[t]++;
    }
    END;
}

static uint32_t is_odd(uint32_t tid) {
    return tid % 2;
}
static uint32_t is_not_50(uint32_t tid) {
    return tid != 50;
}
static uint32_t is_last(uint32_t tid) {
    return tid == 99;
}
static uint32_t is_gone(uint32_t tid) {
    return tid < 10;
}

/* The threads below 10 are not there, whatever their predicate bits are. */
COROUTINE(reduce) {
    BEGIN;
    if (f->tid + WIDTH(b) <= 10)
        EXIT;
    f->exited = f->tid < 10 ? (1 << (10 - f->tid)) - 1 : 0;
    WIDE_BARRIER(SWRT_BARRIER_COUNT, 0, 0, bits_of(f, is_odd));
    f->v[0] = (int64_t)b->wait_result;
    WIDE_BARRIER(SWRT_BARRIER_AND, 0, 0, ~bits_of(f, is_gone));
    f->v[0] |= (int64_t)b->wait_result << 8;
    WIDE_BARRIER(SWRT_BARRIER_AND, 0, 0, bits_of(f, is_not_50));
    f->v[0] |= (int64_t)b->wait_result << 9;
    WIDE_BARRIER(SWRT_BARRIER_OR, 0, 0, bits_of(f, is_last));
    f->v[0] |= (int64_t)b->wait_result << 10;
    WIDE_BARRIER(SWRT_BARRIER_OR, 0, 0, bits_of(f, is_gone));
    f->v[0] |= (int64_t)b->wait_result << 11;
    FOR_LANES (t, HERE)
        ARG(b, 0, uint32_t *)[t] = (uint32_t)f->v[0];
    END;
}

/* Warp 0 produces and arrives at 1, warp 1 waits at 1, consumes, arrives at 2; warps 2 and 3 use barrier 3 alone. */
COROUTINE(named) {
    BEGIN;
    if (f->tid >= 64) {
        WIDE_BARRIER(SWRT_BARRIER_SYNC, 3, 64, 0);
        FOR_LANES (t, HERE)
            ARG(b, 0, uint32_t *)[t] = 7;
        EXIT;
    }
    for (f->v[0] = 1; f->v[0] <= 3; f->v[0]++) {
        if (f->tid < 32) {
            FOR_LANES (t, HERE)
                ((uint32_t *)b->shared)[t] = (uint32_t)f->v[0];
            WIDE_BARRIER(SWRT_BARRIER_ARRIVE, 1, 64, 0);
            WIDE_BARRIER(SWRT_BARRIER_SYNC, 2, 64, 0);
        } else {
            WIDE_BARRIER(SWRT_BARRIER_SYNC, 1, 64, 0);
            FOR_LANES (t, HERE)
                ARG(b, 0, uint32_t *)[t] += ((uint32_t *)b->shared)[t - 32];
            WIDE_BARRIER(SWRT_BARRIER_ARRIVE, 2, 64, 0);
        }
    }
    END;
}

/* The threads from 44 on exit; the second warp still counts as 32 at a barrier for 64. */
COROUTINE(whole_warps) {
    BEGIN;
    if (f->tid >= 44)
        EXIT;
    f->exited = f->tid + WIDTH(b) > 44 ? ~0u << (44 - f->tid) : 0;
    WIDE_BARRIER(SWRT_BARRIER_SYNC, 1, 64, 0);
    FOR_LANES (t, HERE)
        ARG(b, 0, uint32_t *)[t] = 1;
    END;
}

/* All wait for a flag that the last thread of the last block raises after the barrier of its block; half of the lanes
 * stand behind those that loop. */
COROUTINE(poll) {
    BEGIN;
    WIDE_SYNC;
    if (b->ctaid_x == b->nctaid_x - 1 && f->tid + WIDTH(b) >= b->nthreads)
        atomic_store(ARG(b, 2, _Atomic uint32_t *), 1);
    while (!atomic_load(ARG(b, 2, _Atomic uint32_t *))) {
        b->wait_lanes = HERE & 0x55555555;
        YIELD;
    }
    WIDE_SYNC;
    FOR_LANES (t, HERE)
        atomic_fetch_add(&ARG(b, 0, _Atomic uint32_t *)[t], 1);
    END;
}

/* Rounds of the grid's barrier; thread 3 of each block exits before the second. Every round sees all of the round
 * before. */
COROUTINE(grid_rounds) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 6; f->v[0]++) {
        atomic_fetch_add(ARG(b, 0, _Atomic uint32_t *), (uint32_t)__builtin_popcount(HERE));
        if (f->tid == 0 && f->v[0] == 1)
            f->exited = 8;
        b->wait_lanes = HERE;
        SYNC_GRID;
        uint32_t round = (uint32_t)f->v[0] + 1, others = b->nthreads - 1;
        uint32_t expected = b->nctaid_x * (round == 1 ? b->nthreads : 2 * b->nthreads + (round - 2) * others);
        if (atomic_load(ARG(b, 0, _Atomic uint32_t *)) != expected)
            *ARG(b, 2, uint32_t *) = round;
        b->wait_lanes = HERE;
        SYNC_GRID;
    }
    END;
}

static void check_coordinates(const struct swrt_block *b, uint32_t t) {
    uint32_t x = ((uint16_t *)b->tids_x)[t], y = ((uint16_t *)b->tids_y)[t], z = ((uint16_t *)b->tids_z)[t];
    uint32_t right = x < b->ntid_x && y < b->ntid_y && x + b->ntid_x * (y + b->ntid_y * z) == t;
    ARG(b, 0, uint32_t *)[t] += right;
}

COROUTINE(coordinates) {
    BEGIN;
    for (f->v[0] = 0; f->v[0] < 2; f->v[0]++) {
        uint32_t first = b->tid_x + b->ntid_x * (b->tid_y + b->ntid_y * b->tid_z);
        FOR_LANES (t, first == f->tid && b->tid == f->tid ? HERE : 0)
            check_coordinates(b, t);
        WIDE_SYNC;
    }
    END;
}

static void plain(struct swrt_block *b) {
    for (uint32_t tid = 0; tid < b->nthreads; tid += WIDTH(b))
        for (uint32_t lanes = lanes_of(b, tid); lanes; lanes &= lanes - 1)
            check_coordinates(b, tid + (uint32_t)__builtin_ctz(lanes));
}

/* The second run's thread 40 exits; the last run never comes to barrier 0. */
COROUTINE(deadlock) {
    BEGIN;
    if (f->tid + WIDTH(b) >= b->nthreads) {
        WIDE_BARRIER(SWRT_BARRIER_SYNC, 1, 64, 0);
    } else {
        if (f->tid <= 40 && f->tid + WIDTH(b) > 40)
            f->exited = 1u << (40 - f->tid);
        WIDE_SYNC;
    }
    END;
}

COROUTINE(fault) {
    BEGIN;
    WIDE_SYNC;
    if (f->tid == 64)
        *(volatile int *)ARG(b, 0, uintptr_t) = 1;
    WIDE_SYNC;
    END;
}

COROUTINE(lane_request) {
    BEGIN;
    b->wait_lanes = HERE;
    WARP_OP(SWRT_WARP_SYNC, 0xffffffffu, 0, 0, 0);
    END;
}

COROUTINE(nobody_waits) {
    BEGIN;
    b->wait_lanes = 0;
    SYNC_BLOCK;
    END;
}

enum {
    ROTATE,
    LEAVE_EARLY,
    REDUCE,
    NAMED,
    WHOLE_WARPS,
    POLL,
    GRID_ROUNDS,
    COORDINATES,
    PLAIN,
    DEADLOCK,
    FAULT,
    LANE_REQUEST,
    NOBODY_WAITS,
    KINDS
};
static const struct test_kernel kinds[KINDS] = {
    [ROTATE] = {.name = "rotate", .coroutine = rotate, .num_params = 2, .shared_static = 4096},
    [LEAVE_EARLY] = {.name = "leave_early", .coroutine = leave_early, .num_params = 2},
    [REDUCE] = {.name = "reduce", .coroutine = reduce, .num_params = 2},
    [NAMED] = {.name = "named", .coroutine = named, .num_params = 2, .shared_static = 256},
    [WHOLE_WARPS] = {.name = "whole_warps", .coroutine = whole_warps, .num_params = 2},
    [POLL] = {.name = "poll", .coroutine = poll, .num_params = 3, .flags = SWRT_KERNEL_WAITS},
    [GRID_ROUNDS] = {.name = "grid_rounds", .coroutine = grid_rounds, .num_params = 3, .flags = SWRT_KERNEL_GRID_SYNC},
    [COORDINATES] = {.name = "coordinates", .coroutine = coordinates, .num_params = 2},
    [PLAIN] = {.name = "plain", .loop = plain, .num_params = 2},
    [DEADLOCK] = {.name = "deadlock", .coroutine = deadlock, .num_params = 2},
    [FAULT] = {.name = "fault", .coroutine = fault, .num_params = 2},
    [LANE_REQUEST] = {.name = "lane_request", .coroutine = lane_request, .num_params = 2},
    [NOBODY_WAITS] = {.name = "nobody_waits", .coroutine = nobody_waits, .num_params = 2},
};
static struct test_kernel rows[WIDTHS * KINDS];
static char names[WIDTHS * KINDS][32];

static void fill_rows(void) {
    for (uint32_t i = 0; i < WIDTHS * KINDS; i++) {
        rows[i] = kinds[i % KINDS];
        rows[i].lanes = widths[i / KINDS];
        snprintf(names[i], sizeof names[i], "%s_%u", rows[i].name, rows[i].lanes);
        rows[i].name = names[i];
    }
}

static uint32_t results[1024], extra;

static cudaError_t run_shape(uint32_t width, int kind, unsigned blocks, dim3 shape) {
    memset(results, 0, sizeof results);
    extra = 0;
    struct test_kernel *row = &rows[width * KINDS + (uint32_t)kind];
    cudaError_t error = LAUNCH(row, d1(blocks), shape, 0, 0, PTR(results), widths[width], PTR(&extra));
    return error ? error : cudaDeviceSynchronize();
}

#define FOR_EACH_WIDTH(w) for (uint32_t w = 0; w < WIDTHS; w++)

static void nobody_passes_early(void **state) {
    FOR_EACH_WIDTH (w)
        for (unsigned threads = 1; threads <= 1024; threads += 31) {
            assert_cuda(run_shape(w, ROTATE, 5, d1(threads)));
            assert_int_equal(results[0], 0);
        }
}

static void exited_lanes_hold_nobody(void **state) {
    FOR_EACH_WIDTH (w)
        for (unsigned threads = 97; threads < 131; threads += 3) {
            assert_cuda(run_shape(w, LEAVE_EARLY, 1, d1(threads)));
            for (uint32_t t = 0; t < threads; t++)
                assert_int_equal(results[t], t < widths[w] ? 0 : t % 4);
        }
}

static void reductions_are_over_those_who_are_there(void **state) {
    FOR_EACH_WIDTH (w) {
        assert_cuda(run_shape(w, REDUCE, 1, d1(100)));
        for (uint32_t t = 10; t < 100; t++)
            assert_int_equal(results[t], 45 | 1 << 8 | 0 << 9 | 1 << 10 | 0 << 11);
    }
}

static void named_barriers_count(void **state) {
    FOR_EACH_WIDTH (w) {
        assert_cuda(run_shape(w, NAMED, 1, d1(128)));
        for (uint32_t t = 32; t < 128; t++)
            assert_int_equal(results[t], t < 64 ? 6 : 7);
        assert_cuda(run_shape(w, WHOLE_WARPS, 1, d1(64)));
        for (uint32_t t = 0; t < 44; t++)
            assert_int_equal(results[t], 1);
    }
}

static void waiting_loops_let_others_run(void **state) {
    FOR_EACH_WIDTH (w) {
        assert_cuda(run_shape(w, POLL, 40, d1(75)));
        for (uint32_t t = 0; t < 75; t++)
            assert_int_equal(results[t], 40);
    }
}

static void the_grid_meets(void **state) {
    FOR_EACH_WIDTH (w) {
        uint32_t count = 0, wrong = 0;
        uint64_t values[] = {PTR(&count), widths[w], PTR(&wrong)};
        void *args[] = {&values[0], &values[1], &values[2]};
        struct test_kernel *row = &rows[w * KINDS + GRID_ROUNDS];
        assert_cuda(cudaLaunchCooperativeKernel(&row->host, d1(9), d1(70), args, 0, 0));
        assert_cuda(cudaDeviceSynchronize());
        assert_int_equal(wrong, 0);
        assert_int_equal(count, 9 * (2 * 70 + 4 * 69));
    }
}

static void lanes_know_where_they_are(void **state) {
    const dim3 shapes[] = {{1, 1, 1}, {1024, 1, 1}, {16, 16, 1}, {8, 8, 8}, {5, 7, 3}, {1, 1, 64}, {33, 2, 1}};
    FOR_EACH_WIDTH (w)
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
            uint32_t threads = shapes[i].x * shapes[i].y * shapes[i].z;
            assert_cuda(run_shape(w, PLAIN, 1, shapes[i]));
            for (uint32_t t = 0; t < threads; t++)
                assert_int_equal(results[t], 1);
            assert_cuda(run_shape(w, COORDINATES, 1, shapes[i]));
            for (uint32_t t = 0; t < threads; t++)
                assert_int_equal(results[t], 2);
        }
}

static void expect_failure(uint32_t width, int kind, dim3 shape, cudaError_t error) {
    catch_stderr();
    cudaError_t found = run_shape(width, kind, 1, shape);
    release_stderr();
    assert_int_equal(found, error);
    assert_cuda(cudaDeviceReset());
    cudaGetLastError();
}

static void expect_said(const char *text) {
    if (!strstr(said, text))
        fail_msg("not said: %s\n%s", text, said);
}

static void a_deadlock_is_told_by_thread(void **state) {
    FOR_EACH_WIDTH (w) {
        char last[64];
        unsigned first = 70 / widths[w] * widths[w];
        expect_failure(w, DEADLOCK, d1(70), cudaErrorLaunchFailure);
        expect_said("threads 0 to 39 wait at barrier 0");
        expect_said("thread 40: finished");
        snprintf(last, sizeof last, "threads 41 to %u wait at barrier 0", first - 1);
        expect_said(last);
        snprintf(last, sizeof last, "threads %u to 69 wait at barrier 1 for 64 threads", first);
        expect_said(last);
    }
}

static void a_fault_is_told_by_run_of_threads(void **state) {
    static const char *const where[WIDTHS] = {"one of the threads (4,3,0) to (11,3,0)",
                                              "one of the threads (4,3,0) to (19,3,0)",
                                              "one of the threads (4,3,0) to (19,3,0)"};
    FOR_EACH_WIDTH (w) {
        struct test_kernel *row = &rows[w * KINDS + FAULT];
        catch_stderr();
        cudaError_t error = LAUNCH(row, d1(1), d3(20, 4, 1), 0, 0, 0x30, widths[w]);
        error = error ? error : cudaDeviceSynchronize();
        release_stderr();
        assert_int_equal(error, cudaErrorIllegalAddress);
        expect_said(where[w]);
        assert_cuda(cudaDeviceReset());
        cudaGetLastError();
    }
}

static void requests_that_only_one_thread_makes_are_refused(void **state) {
    FOR_EACH_WIDTH (w) {
        expect_failure(w, LANE_REQUEST, d1(64), cudaErrorLaunchFailure);
        expect_failure(w, NOBODY_WAITS, d1(64), cudaErrorLaunchFailure);
        assert_cuda(run_shape(w, ROTATE, 5, d1(100)));
        assert_int_equal(results[0], 0);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(nobody_passes_early),
    cmocka_unit_test(exited_lanes_hold_nobody),
    cmocka_unit_test(reductions_are_over_those_who_are_there),
    cmocka_unit_test(named_barriers_count),
    cmocka_unit_test(waiting_loops_let_others_run),
    cmocka_unit_test(the_grid_meets),
    cmocka_unit_test(lanes_know_where_they_are),
    cmocka_unit_test(a_deadlock_is_told_by_thread),
    cmocka_unit_test(a_fault_is_told_by_run_of_threads),
    cmocka_unit_test(requests_that_only_one_thread_makes_are_refused),
};

int main(int argc, char **argv) {
    int failures;
    if (!engine_main(argv, &failures))
        return failures;
    fill_rows();
    register_kernels(rows, WIDTHS * KINDS);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
