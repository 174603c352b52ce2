/* Streams, events, host functions: what is ordered is, what is not goes on. */
#include <pthread.h>
#include <stdatomic.h>

#include "engine_kernels.h"

typedef _Atomic uint64_t *cell;

COROUTINE(wait_for) { /* until cell >= value, then add 1 to count */
    BEGIN;
    while (atomic_load(ARG(b, 0, cell)) < ARG(b, 1, uint64_t)) {
        YIELD;
    }
    atomic_fetch_add(ARG(b, 2, cell), 1);
    END;
}

/* cell must be `from`; becomes `from + 1`; else an error is counted. */
static void step(struct swrt_block *b) {
    uint64_t from = ARG(b, 1, uint64_t);
    if (!atomic_compare_exchange_strong(ARG(b, 0, cell), &from, from + 1))
        atomic_fetch_add(ARG(b, 2, cell), 1);
}

enum { WAIT_FOR, STEP };
static struct test_kernel rows[] = {
    [WAIT_FOR] = {.name = "wait_for", .coroutine = wait_for, .num_params = 3, .flags = SWRT_KERNEL_WAITS},
    [STEP] = {.name = "step", .loop = step, .num_params = 3},
};

static uint64_t gate, count, place, wrong;

static int setup(void **state) {
    gate = count = place = wrong = 0;
    return 0;
}

static void open_gate(void) {
    atomic_store((cell)&gate, 1);
}

static void launch_gate(cudaStream_t stream) { /* holds the stream until open_gate */
    assert_cuda(LAUNCH(&rows[WAIT_FOR], d1(1), d1(32), 0, stream, PTR(&gate), 1, PTR(&count)));
}

static void launch_step(cudaStream_t stream, uint64_t from) {
    assert_cuda(LAUNCH(&rows[STEP], d1(1), d1(1), 0, stream, PTR(&place), from, PTR(&wrong)));
}

static void a_stream_is_in_order(void **state) {
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    launch_gate(stream);
    for (uint64_t i = 0; i < 2000; i++)
        launch_step(stream, i);
    assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    assert_int_equal(place, 0);
    open_gate();
    assert_cuda(cudaStreamSynchronize(stream));
    assert_cuda(cudaStreamQuery(stream));
    assert_int_equal(place, 2000);
    assert_int_equal(wrong, 0);
    assert_cuda(cudaStreamDestroy(stream));
}

static void streams_are_concurrent(void **state) {
    cudaStream_t streams[8];
    for (int i = 0; i < 8; i++)
        assert_cuda(cudaStreamCreateWithFlags(&streams[i], i % 2 ? cudaStreamNonBlocking : cudaStreamDefault));
    for (uint64_t i = 0; i < 7; i++) /* the first waits for the second and so on; the last ends it all */
        assert_cuda(LAUNCH(&rows[WAIT_FOR], d1(2), d1(40), 0, streams[i], PTR(&count), 80 * (7 - i), PTR(&count)));
    atomic_fetch_add((cell)&count, 0);
    assert_cuda(LAUNCH(&rows[WAIT_FOR], d1(2), d1(40), 0, streams[7], PTR(&gate), 0, PTR(&count)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(count, 80 * 8);
    for (int i = 0; i < 8; i++)
        assert_cuda(cudaStreamDestroy(streams[i]));
}

static void the_null_stream_meets_blocking_streams(void **state) {
    cudaStream_t blocking, free_stream;
    assert_cuda(cudaStreamCreate(&blocking));
    assert_cuda(cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking));
    launch_gate(blocking);
    launch_step(0, 1);           /* after the gate */
    launch_step(blocking, 2);    /* after that */
    launch_step(free_stream, 0); /* at once */
    assert_cuda(cudaStreamSynchronize(free_stream));
    assert_int_equal(place, 1);
    assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
    open_gate();
    assert_cuda(cudaStreamSynchronize(blocking));
    assert_int_equal(place, 3);
    assert_int_equal(wrong, 0);
    assert_cuda(cudaStreamDestroy(blocking));
    assert_cuda(cudaStreamDestroy(free_stream));
}

static void waiting_for_the_null_stream_waits_for_blocking_ones(void **state) {
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    launch_gate(stream);
    assert_int_equal(cudaStreamQuery(0), cudaErrorNotReady);
    open_gate();
    assert_cuda(cudaStreamSynchronize(0));
    assert_int_equal(count, 32);
    assert_cuda(cudaStreamDestroy(stream));
}

static void a_stream_may_be_destroyed_with_work_pending(void **state) {
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    launch_gate(stream);
    launch_step(stream, 0);
    assert_cuda(cudaStreamDestroy(stream));
    assert_int_equal(cudaStreamQuery(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(place, 0);
    open_gate();
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(place, 1);
    assert_int_equal(cudaStreamDestroy(0), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamDestroy(cudaStreamPerThread), cudaErrorInvalidResourceHandle);
    cudaGetLastError();
}

static void *use_own_stream(void *unused) {
    for (int i = 0; i < 50; i++)
        if (LAUNCH(&rows[WAIT_FOR], d1(3), d1(2), 0, cudaStreamPerThread, PTR(&gate), 0, PTR(&count)) ||
            cudaStreamSynchronize(cudaStreamPerThread))
            atomic_fetch_add((cell)&wrong, 1);
    return NULL;
}

static void threads_have_streams_of_their_own(void **state) {
    pthread_t threads[6];
    for (int i = 0; i < 6; i++)
        pthread_create(&threads[i], NULL, use_own_stream, NULL);
    for (int i = 0; i < 6; i++)
        pthread_join(threads[i], NULL);
    assert_int_equal(wrong, 0);
    assert_int_equal(count, 6 * 50 * 6);
}

static void questions_about_streams(void **state) {
    int low, high, priority;
    unsigned flags;
    cudaStream_t stream;
    assert_cuda(cudaDeviceGetStreamPriorityRange(&low, &high));
    assert_int_equal(low, 0);
    assert_int_equal(high, -5);
    assert_cuda(cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, -100));
    assert_cuda(cudaStreamGetPriority(stream, &priority));
    assert_int_equal(priority, -5);
    assert_cuda(cudaStreamGetFlags(stream, &flags));
    assert_int_equal(flags, cudaStreamNonBlocking);
    assert_cuda(cudaStreamGetFlags(0, &flags));
    assert_int_equal(flags, 0);
    unsigned long long id, null_id;
    assert_cuda(cudaStreamGetId(stream, &id));
    assert_cuda(cudaStreamGetId(0, &null_id));
    assert_int_not_equal(id, null_id);
    assert_cuda(cudaStreamDestroy(stream));
    assert_int_equal(cudaStreamCreateWithFlags(&stream, 8), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamCreate(NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamGetFlags(stream, NULL), cudaErrorInvalidValue);
    cudaGetLastError();
}

static void events_order_streams(void **state) {
    cudaStream_t a, b;
    cudaEvent_t event;
    assert_cuda(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    assert_cuda(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    assert_cuda(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    assert_cuda(cudaStreamWaitEvent(b, event, 0)); /* never recorded: no delay */
    launch_step(b, 0);
    assert_cuda(cudaStreamSynchronize(b));
    launch_gate(a);
    launch_step(a, 1);
    assert_cuda(cudaEventRecord(event, a));
    assert_cuda(cudaStreamWaitEvent(b, event, 0));
    launch_step(b, 2);
    assert_int_equal(cudaEventQuery(event), cudaErrorNotReady);
    assert_cuda(cudaEventDestroy(event)); /* while pending */
    assert_int_equal(place, 1);
    open_gate();
    assert_cuda(cudaStreamSynchronize(b));
    assert_int_equal(place, 3);
    assert_int_equal(wrong, 0);
    assert_cuda(cudaStreamDestroy(a));
    assert_cuda(cudaStreamDestroy(b));
}

static void events_measure_time(void **state) {
    cudaEvent_t start, end, untimed;
    float ms = -1;
    assert_cuda(cudaEventCreate(&start));
    assert_cuda(cudaEventCreate(&end));
    assert_cuda(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    assert_int_equal(cudaEventElapsedTime(&ms, start, end), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventSynchronize(start)); /* not recorded: nothing to wait for */
    assert_cuda(cudaEventRecord(start, 0));
    launch_gate(0);
    assert_cuda(cudaEventRecord(end, 0));
    assert_int_equal(cudaEventElapsedTime(&ms, start, end), cudaErrorNotReady);
    usleep(5000);
    open_gate();
    assert_cuda(cudaEventSynchronize(end));
    assert_cuda(cudaEventQuery(end));
    assert_cuda(cudaEventElapsedTime(&ms, start, end));
    assert_true(ms >= 4.9f);
    assert_cuda(cudaEventRecord(untimed, 0));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(cudaEventElapsedTime(&ms, start, untimed), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventElapsedTime(NULL, start, end), cudaErrorInvalidValue);
    assert_int_equal(cudaEventElapsedTime(&ms, start, NULL), cudaErrorInvalidResourceHandle);
    assert_cuda(cudaEventDestroy(start));
    assert_cuda(cudaEventDestroy(end));
    assert_cuda(cudaEventDestroy(untimed));
    assert_int_equal(cudaEventDestroy(end), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventRecord(end, 0), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventCreateWithFlags(&end, cudaEventInterprocess), cudaErrorInvalidValue);
    assert_int_equal(cudaEventCreateWithFlags(&end, 8), cudaErrorInvalidValue);
    cudaGetLastError();
}

static cudaError_t seen_in_callback[4];

static void host_step(void *from) {
    uint64_t expected = (uint64_t)(uintptr_t)from;
    if (!atomic_compare_exchange_strong((cell)&place, &expected, expected + 1))
        atomic_fetch_add((cell)&wrong, 1);
    cudaStream_t stream;
    seen_in_callback[0] = cudaStreamCreate(&stream);
    seen_in_callback[1] = cudaDeviceSynchronize();
    seen_in_callback[2] = LAUNCH(&rows[STEP], d1(1), d1(1), 0, 0, 0, 0, 0);
    seen_in_callback[3] = cudaStreamQuery(0);
}

static void callback(cudaStream_t stream, cudaError_t status, void *expected_stream) {
    if (stream != expected_stream || status != cudaSuccess)
        atomic_fetch_add((cell)&wrong, 1);
    atomic_fetch_add((cell)&count, 1000);
}

static void host_functions_are_in_order(void **state) {
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    launch_gate(stream);
    for (uint64_t i = 0; i < 100; i += 2) {
        launch_step(stream, i);
        assert_cuda(cudaLaunchHostFunc(stream, host_step, (void *)(uintptr_t)(i + 1)));
    }
    assert_cuda(cudaStreamAddCallback(stream, callback, stream, 0));
    assert_int_equal(place, 0);
    open_gate();
    assert_cuda(cudaStreamSynchronize(stream));
    assert_int_equal(place, 100);
    assert_int_equal(wrong, 0);
    assert_int_equal(count, 1032);
    for (int i = 0; i < 4; i++)
        assert_int_equal(seen_in_callback[i], cudaErrorNotPermitted);
    assert_int_equal(cudaLaunchHostFunc(stream, NULL, NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamAddCallback(stream, callback, NULL, 1), cudaErrorInvalidValue);
    assert_int_equal(cudaStreamAddCallback(stream, NULL, NULL, 0), cudaErrorInvalidValue);
    assert_cuda(cudaStreamDestroy(stream));
    cudaGetLastError();
}

static void host_wait(void *unused) {
    while (!atomic_load((cell)&gate))
        usleep(100);
}

static void a_host_function_holds_up_nobody_else(void **state) {
    cudaStream_t a, b;
    assert_cuda(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    assert_cuda(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    assert_cuda(cudaLaunchHostFunc(a, host_wait, NULL));
    for (uint64_t i = 0; i < 10; i++)
        launch_step(b, i);
    assert_cuda(cudaStreamSynchronize(b));
    assert_int_equal(place, 10);
    assert_int_equal(cudaStreamQuery(a), cudaErrorNotReady);
    open_gate();
    assert_cuda(cudaStreamSynchronize(a));
    assert_cuda(cudaStreamDestroy(a));
    assert_cuda(cudaStreamDestroy(b));
}

static cudaError_t call_step(void *from) {
    uint64_t expected = *(uint64_t *)from;
    if (!atomic_compare_exchange_strong((cell)&place, &expected, expected + 1))
        atomic_fetch_add((cell)&wrong, 1);
    return expected == 999 ? cudaErrorUnknown : cudaSuccess;
}

static void calls_are_in_order(void **state) {
    launch_gate(0);
    for (uint64_t i = 0; i < 300; i += 2) {
        launch_step(0, i);
        uint64_t next = i + 1;
        assert_cuda(swrt_stream_submit(0, call_step, &next, sizeof next));
    }
    open_gate();
    uint64_t last = 300;
    assert_cuda(swrt_stream_submit_wait(0, call_step, &last));
    assert_int_equal(place, 301);
    assert_int_equal(wrong, 0);
    assert_int_equal(swrt_stream_submit((cudaStream_t)(uintptr_t)64, call_step, &last, 8),
                     cudaErrorInvalidResourceHandle);
}

static void a_call_s_error_breaks_the_device(void **state) {
    uint64_t bad = 999;
    place = 999;
    assert_cuda(swrt_stream_submit(0, call_step, &bad, sizeof bad));
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorUnknown);
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorUnknown);
    assert_cuda(cudaDeviceReset());
    place = 999;
    assert_int_equal(swrt_stream_submit_wait(0, call_step, &bad), cudaErrorUnknown);
    assert_cuda(cudaDeviceSynchronize());
    cudaGetLastError();
}

static void add_part(void *sum, unsigned index, unsigned parts) {
    for (unsigned i = index * 1000 / parts; i < (index + 1) * 1000 / parts; i++)
        atomic_fetch_add((cell)sum, i);
}

static void parts_make_a_whole(void **state) {
    for (int i = 0; i < 200; i++) {
        uint64_t sum = 0;
        swrt_parallel(add_part, &sum);
        assert_int_equal(sum, 999 * 500);
    }
}

static void a_full_stream_makes_its_writer_wait(void **state) {
    for (uint64_t i = 0; i < 30000; i++)
        launch_step(0, i);
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(place, 30000);
    assert_int_equal(wrong, 0);
}

#define TEST(name) cmocka_unit_test_setup(name, setup)
static const struct CMUnitTest tests[] = {
    TEST(a_stream_is_in_order),
    TEST(streams_are_concurrent),
    TEST(the_null_stream_meets_blocking_streams),
    TEST(waiting_for_the_null_stream_waits_for_blocking_ones),
    TEST(a_stream_may_be_destroyed_with_work_pending),
    TEST(threads_have_streams_of_their_own),
    TEST(questions_about_streams),
    TEST(events_order_streams),
    TEST(events_measure_time),
    TEST(host_functions_are_in_order),
    TEST(a_host_function_holds_up_nobody_else),
    TEST(calls_are_in_order),
    TEST(parts_make_a_whole),
    TEST(a_full_stream_makes_its_writer_wait),
    TEST(a_call_s_error_breaks_the_device),
};

ENGINE_MAIN(rows, tests)
