/* Launches: every block runs exactly once with the right indices and arguments, and CUDA's checks. */
#include <stdatomic.h>
#include <sys/mman.h>
#include <time.h>

#include "engine_kernels.h"

/* Counts each thread of each block in counts[global linear id]. */
static void count_plain(struct swrt_block *b) {
    _Atomic uint32_t *counts = ARG(b, 0, _Atomic uint32_t *);
    uint64_t block = b->ctaid_x + (uint64_t)b->nctaid_x * (b->ctaid_y + (uint64_t)b->nctaid_y * b->ctaid_z);
    FOR_EACH_THREAD (b)
        atomic_fetch_add(&counts[block * b->nthreads + b->tid], 1 + (uint32_t)ARG(b, 1, uint64_t));
}

COROUTINE(count_coroutine) {
    BEGIN;
    f->v[0] = b->tid_x + (int64_t)b->ntid_x * (b->tid_y + b->ntid_y * b->tid_z);
    SYNC_BLOCK;
    uint64_t block = b->ctaid_x + (uint64_t)b->nctaid_x * (b->ctaid_y + (uint64_t)b->nctaid_y * b->ctaid_z);
    bool right = f->v[0] == b->tid && f->v[0] == b->tid_x + (int64_t)b->ntid_x * (b->tid_y + b->ntid_y * b->tid_z);
    if (right)
        atomic_fetch_add(&ARG(b, 0, _Atomic uint32_t *)[block * b->nthreads + b->tid],
                         1 + (uint32_t)ARG(b, 1, uint64_t));
    END;
}

static void empty_plain(struct swrt_block *b) {
}

static void add_one(struct swrt_block *b) {
    atomic_fetch_add_explicit(ARG(b, 0, _Atomic uint64_t *), 1, memory_order_relaxed);
}

/* Adds up what is in shared memory (nothing) and dirties it. */
static void shared_plain(struct swrt_block *b) {
    uint64_t sum = 0;
    unsigned char *shared = b->shared;
    for (uint32_t i = 0; i < b->shared_bytes; i++)
        sum += shared[i];
    memset(shared, 0xff, b->shared_bytes);
    atomic_fetch_add(ARG(b, 0, _Atomic uint64_t *), sum);
    atomic_fetch_add(ARG(b, 1, _Atomic uint64_t *), b->shared_bytes);
}

static bool is_resident(uintptr_t address) {
    unsigned char resident = 0;
    uintptr_t page = address & ~(uintptr_t)(sysconf(_SC_PAGESIZE) - 1);
    return !mincore((void *)page, 1, &resident) && resident & 1;
}

/* Counts blocks beside whose shared memory there are pages. */
static void look_beside(struct swrt_block *b) {
    uintptr_t shared = (uintptr_t)b->shared;
    if (is_resident(shared - 1) && is_resident(shared + b->shared_bytes))
        atomic_fetch_add(ARG(b, 0, _Atomic uint64_t *), 1);
}

static void sum_args(struct swrt_block *b) {
    uint64_t sum = 0;
    for (int i = 1; i < 8; i++)
        sum += (uint64_t)i * ARG(b, i, uint64_t);
    *ARG(b, 0, uint64_t *) = sum;
}

static void stop_after(struct swrt_block *b) {
    if (atomic_fetch_add(ARG(b, 0, _Atomic uint64_t *), 1) == 100000)
        swrt_trap(b, SWRT_TRAP_TRAP, NULL);
}

enum { COUNT, COUNT_COROUTINE, EMPTY, ADD_ONE, SHARED, SUM_ARGS, STOP_AFTER, BOUNDED, BESIDE };
static struct test_kernel rows[] = {
    [COUNT] = {.name = "count_plain", .loop = count_plain, .num_params = 2},
    [COUNT_COROUTINE] = {.name = "count_coroutine", .coroutine = count_coroutine, .num_params = 2},
    [EMPTY] = {.name = "empty", .loop = empty_plain},
    [ADD_ONE] = {.name = "add_one", .loop = add_one, .num_params = 1},
    [SHARED] = {.name = "shared", .loop = shared_plain, .num_params = 2, .shared_static = 1000},
    [SUM_ARGS] = {.name = "sum_args", .loop = sum_args, .num_params = 8},
    [STOP_AFTER] = {.name = "stop_after", .loop = stop_after, .num_params = 1},
    [BOUNDED] = {.name = "bounded", .loop = empty_plain, .max_threads = 128},
    [BESIDE] = {.name = "look_beside", .loop = look_beside, .num_params = 1, .shared_static = 4096},
};

static void check_shape(struct test_kernel *kernel, dim3 grid, dim3 block) {
    uint64_t n = (uint64_t)grid.x * grid.y * grid.z * block.x * block.y * block.z;
    uint32_t *counts = calloc(n, sizeof *counts);
    assert_cuda(LAUNCH(kernel, grid, block, 0, 0, PTR(counts), 2));
    assert_cuda(cudaDeviceSynchronize());
    for (uint64_t i = 0; i < n; i++)
        assert_int_equal(counts[i], 3);
    free(counts);
}

static void every_thread_runs_once(void **state) {
    for (int i = COUNT; i <= COUNT_COROUTINE; i++) {
        check_shape(&rows[i], d1(1), d1(1));
        check_shape(&rows[i], d1(1000), d1(33));
        check_shape(&rows[i], d1(7), d1(1024));
        check_shape(&rows[i], d3(3, 5, 7), d3(4, 3, 2));
        check_shape(&rows[i], d3(1, 200, 3), d3(1, 1, 64));
        check_shape(&rows[i], d1(20011), d1(2));
    }
}

static void arguments_are_copied(void **state) {
    uint64_t sum = 0;
    assert_cuda(LAUNCH(&rows[SUM_ARGS], d1(1), d1(1), 0, 0, PTR(&sum), 1, 2, 3, 4, 5, 6, 7));
    assert_cuda(cudaStreamSynchronize(0));
    assert_int_equal(sum, 1 + 4 + 9 + 16 + 25 + 36 + 49);
}

static void shared_memory_starts_as_zero(void **state) {
    uint64_t sum = 0, bytes = 0;
    assert_cuda(LAUNCH(&rows[SHARED], d1(100), d1(1), 500, 0, PTR(&sum), PTR(&bytes)));
    assert_cuda(LAUNCH(&rows[SHARED], d1(100), d1(1), 5000, 0, PTR(&sum), PTR(&bytes)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(sum, 0);
    assert_int_equal(bytes, 100 * (1008 + 500 + 1008 + 5000));
}

static void expect(cudaError_t error, struct test_kernel *kernel, dim3 grid, dim3 block, size_t shared) {
    assert_int_equal(LAUNCH(kernel, grid, block, shared, 0, 0), error);
    assert_int_equal(cudaGetLastError(), error);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
}

/* Vectors with lanes switched off may begin before it, or end behind it. */
static void beside_shared_memory_there_are_pages(void **state) {
    uint64_t blocks = 0;
    for (unsigned dynamic = 0; dynamic < 3; dynamic++)
        assert_cuda(LAUNCH(&rows[BESIDE], d1(10), d1(1), dynamic * 4096, 0, PTR(&blocks)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(blocks, 30);
}

static void bad_launches_are_refused(void **state) {
    struct test_kernel *k = &rows[EMPTY];
    expect(cudaErrorInvalidConfiguration, k, d1(0), d1(1), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1), d1(0), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1), d1(1025), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1), d3(1, 1, 65), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1), d3(32, 33, 1), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1), d3(65536, 65536, 1), 0);
    expect(cudaErrorInvalidConfiguration, k, d3(1, 65536, 1), d1(1), 0);
    expect(cudaErrorInvalidConfiguration, k, d3(1, 1, 65536), d1(1), 0);
    expect(cudaErrorInvalidConfiguration, k, d1(1u << 31), d1(1), 0);
    expect(cudaErrorInvalidValue, k, d1(1), d1(1), 49153);
    expect(cudaSuccess, k, d1(1), d1(1), 49152);
    expect(cudaErrorInvalidValue, &rows[BOUNDED], d1(1), d1(129), 0);
    expect(cudaSuccess, &rows[BOUNDED], d1(1), d1(128), 0);
    assert_int_equal(cudaLaunchKernel("no kernel", d1(1), d1(1), NULL, 0, 0), cudaErrorInvalidDeviceFunction);
    assert_int_equal(cudaLaunchKernel(NULL, d1(1), d1(1), NULL, 0, 0), cudaErrorInvalidDeviceFunction);
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    assert_cuda(cudaStreamDestroy(stream));
    assert_int_equal(LAUNCH(k, d1(1), d1(1), 0, stream, 0), cudaErrorInvalidResourceHandle);
    assert_int_equal(LAUNCH(k, d1(1), d1(1), 0, (cudaStream_t)(uintptr_t)0x1234, 0), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

static void shared_memory_limit_can_be_raised(void **state) {
    struct test_kernel *k = &rows[SHARED];
    uint64_t sum = 0, bytes = 0;
    struct cudaFuncAttributes a;
    assert_cuda(cudaFuncGetAttributes(&a, &k->host));
    assert_int_equal(a.sharedSizeBytes, 1008);
    assert_int_equal(a.maxDynamicSharedSizeBytes, 49152 - 1008);
    assert_int_equal(a.maxThreadsPerBlock, 1024);
    const enum cudaFuncAttribute most = cudaFuncAttributeMaxDynamicSharedMemorySize;
    assert_int_equal(cudaFuncSetAttribute(&k->host, most, 232448 - 1000), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncSetAttribute(&k->host, most, -1), cudaErrorInvalidValue);
    assert_cuda(cudaFuncSetAttribute(&k->host, most, 232448 - 1008));
    assert_cuda(LAUNCH(k, d1(3), d1(1), 232448 - 1008, 0, PTR(&sum), PTR(&bytes)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(bytes, 3 * 232448);
    assert_cuda(cudaFuncSetAttribute(&k->host, most, 0));
    assert_int_equal(LAUNCH(k, d1(1), d1(1), 1, 0, PTR(&sum), PTR(&bytes)), cudaErrorInvalidValue);
    assert_int_equal(cudaFuncSetAttribute(&k->host, (enum cudaFuncAttribute)3, 0), cudaErrorInvalidValue);
    cudaGetLastError();
}

static void occupancy_is_plausible(void **state) {
    const void *k = &rows[EMPTY].host;
    int n = -1;
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 256, 0));
    assert_int_equal(n, 8);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 33, 0));
    assert_int_equal(n, 32);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 32, 40000));
    assert_int_equal(n, 5);
    assert_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 2000, 0));
    assert_int_equal(n, 0);
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, k, 0, 0), cudaErrorInvalidValue);
    size_t bytes;
    assert_cuda(cudaOccupancyAvailableDynamicSMemPerBlock(&bytes, k, 2, 256));
    assert_int_equal(bytes, 49152);
    cudaGetLastError();
}

static double seconds(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void many_launches(void **state) {
    enum { ASYNCHRONOUS = 200000, SYNCHRONOUS = 20000 };
    uint64_t count = 0;
    double start = seconds();
    for (int i = 0; i < ASYNCHRONOUS; i++)
        assert_cuda(LAUNCH(&rows[ADD_ONE], d1(1), d1(1), 0, 0, PTR(&count)));
    assert_cuda(cudaDeviceSynchronize());
    double middle = seconds();
    for (int i = 0; i < SYNCHRONOUS; i++) {
        assert_cuda(LAUNCH(&rows[ADD_ONE], d1(1), d1(1), 0, 0, PTR(&count)));
        assert_cuda(cudaDeviceSynchronize());
    }
    print_message("launch: %.2f us; launch and wait: %.2f us\n", (middle - start) / ASYNCHRONOUS * 1e6,
                  (seconds() - middle) / SYNCHRONOUS * 1e6);
    assert_int_equal(count, ASYNCHRONOUS + SYNCHRONOUS);
}

static void many_blocks(void **state) {
    uint64_t count = 0;
    double start = seconds();
    assert_cuda(LAUNCH(&rows[ADD_ONE], d3(4000, 1000, 1), d1(1), 0, 0, PTR(&count)));
    assert_cuda(cudaDeviceSynchronize());
    print_message("a block: %.1f ns\n", (seconds() - start) / 4e6 * 1e9);
    assert_int_equal(count, 4000000);
}

static void the_largest_grid_is_accepted(void **state) {
    uint64_t count = 0;
    assert_cuda(LAUNCH(&rows[STOP_AFTER], d3(2147483647, 65535, 65535), d1(1), 0, 0, PTR(&count)));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    assert_true(count > 100000 && count < 1000000);
    assert_cuda(cudaDeviceReset());
    cudaGetLastError();
}

static void cooperative_launches_must_fit(void **state) {
    const void *k = &rows[EMPTY].host;
    void *none[1];
    assert_cuda(cudaLaunchCooperativeKernel(k, d1(8), d1(256), none, 0, 0));
    assert_int_equal(cudaLaunchCooperativeKernel(k, d1(100000), d1(256), none, 0, 0),
                     cudaErrorCooperativeLaunchTooLarge);
    assert_cuda(cudaDeviceSynchronize());
    cudaGetLastError();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_thread_runs_once),
    cmocka_unit_test(arguments_are_copied),
    cmocka_unit_test(shared_memory_starts_as_zero),
    cmocka_unit_test(beside_shared_memory_there_are_pages),
    cmocka_unit_test(bad_launches_are_refused),
    cmocka_unit_test(shared_memory_limit_can_be_raised),
    cmocka_unit_test(occupancy_is_plausible),
    cmocka_unit_test(many_launches),
    cmocka_unit_test(many_blocks),
    cmocka_unit_test(cooperative_launches_must_fit),
    cmocka_unit_test(the_largest_grid_is_accepted),
};

ENGINE_MAIN(rows, tests)
