/* cudaMemcpy and cudaMemset of linear memory: directions, sizes, bad pointers, large and overlapping copies. The
 * expected answers are an H100's, except that a wild host pointer is an error here and kills a process there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

enum { PAGEABLE, PINNED, DEVICE, MANAGED, REGISTERED, NUM_PLACES };
static char *places[NUM_PLACES];

static int set_up(void **state) {
    places[PAGEABLE] = malloc(8192);
    places[REGISTERED] = malloc(8192);
    return cudaMallocHost((void **)&places[PINNED], 400) || cudaMalloc((void **)&places[DEVICE], 400) ||
           cudaMallocManaged((void **)&places[MANAGED], 400, cudaMemAttachGlobal) ||
           cudaHostRegister(places[REGISTERED], 400, 0);
}

static int tear_down(void **state) {
    cudaHostUnregister(places[REGISTERED]);
    cudaFreeHost(places[PINNED]);
    cudaFree(places[DEVICE]);
    cudaFree(places[MANAGED]);
    free(places[PAGEABLE]);
    free(places[REGISTERED]);
    return 0;
}

/* Only pageable memory is out of the device's reach; everything else may stand on either side. */
static cudaError_t expected(int dst, int src, int kind) {
    bool bad_dst = (kind == cudaMemcpyHostToDevice || kind == cudaMemcpyDeviceToDevice) && dst == PAGEABLE;
    bool bad_src = (kind == cudaMemcpyDeviceToHost || kind == cudaMemcpyDeviceToDevice) && src == PAGEABLE;
    if (kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    return bad_dst || bad_src ? cudaErrorInvalidValue : cudaSuccess;
}

static void every_direction_between_every_two_places(void **state) {
    for (int kind = 0; kind < 6; kind++)
        for (int dst = 0; dst < NUM_PLACES; dst++)
            for (int src = 0; src < NUM_PLACES; src++) {
                memset(places[src], 10 * dst + src + 1, 50);
                cudaError_t error = expected(dst, src, kind);
                FAILS(cudaMemcpy(places[dst] + 100, places[src], 50, (enum cudaMemcpyKind)kind), error);
                if (!error) {
                    OK(cudaDeviceSynchronize());
                    assert_int_equal(places[dst][149], 10 * dst + src + 1);
                }
                FAILS(cudaMemcpyAsync(places[dst] + 200, places[src], 50, (enum cudaMemcpyKind)kind, 0), error);
                memset(places[src], 0, src == PAGEABLE ? 50 : 0); /* a pageable source may be reused at once */
                OK(cudaDeviceSynchronize());
                if (!error)
                    assert_int_equal(places[dst][249], 10 * dst + src + 1);
            }
}

static void fills_need_device_memory(void **state) {
    for (int dst = 0; dst < NUM_PLACES; dst++) {
        FAILS(cudaMemset(places[dst], 0x1ff, 100), dst == PAGEABLE ? cudaErrorInvalidValue : cudaSuccess);
        OK(cudaDeviceSynchronize());
        if (dst != PAGEABLE)
            assert_int_equal((unsigned char)places[dst][99], 0xff);
    }
    FAILS(cudaMemset(places[DEVICE], 0, 401), cudaErrorInvalidValue);
    FAILS(cudaMemset(places[DEVICE] + 400, 0, 4), cudaErrorInvalidValue);
    FAILS(cudaMemset(NULL, 0, 4), cudaErrorInvalidValue);
    OK(cudaMemset(NULL, 0, 0));
    OK(cudaMemset(places[DEVICE] + 404, 0, 0));
}

static void copies_stay_inside_allocations(void **state) {
    char *page = places[PAGEABLE], *device = places[DEVICE];
    FAILS(cudaMemcpy(device, page, 401, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(device + 396, page, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(page, device, 800, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(page, device, 401, cudaMemcpyDefault), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(places[MANAGED], device, 401, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(device, places[PINNED], 401, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(device, page, SIZE_MAX, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpyAsync(device, page, 401, cudaMemcpyHostToDevice, 0), cudaErrorInvalidValue);
    FAILS(cudaMemcpyPeer(device, 0, places[MANAGED], 0, 401), cudaErrorInvalidValue);
    FAILS(cudaMemcpyPeer(device, 0, page, 0, 4), cudaErrorInvalidValue);
    FAILS(cudaMemcpyPeer(device, 0, places[MANAGED], 9, 4), cudaErrorInvalidDevice);
    OK(cudaMemcpyPeer(device, 0, places[MANAGED], 0, 400));
}

static void no_bytes_are_always_fine(void **state) {
    OK(cudaMemcpy(places[DEVICE], places[PAGEABLE], 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(NULL, NULL, 0, (enum cudaMemcpyKind)77));
    FAILS(cudaMemcpy(places[DEVICE], places[PAGEABLE], 4, (enum cudaMemcpyKind)77), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpy(places[DEVICE], places[PAGEABLE], 4, (enum cudaMemcpyKind) - 1), cudaErrorInvalidMemcpyDirection);
}

static void bad_pointers_are_errors(void **state) {
    char *device = places[DEVICE], *page = places[PAGEABLE];
    void *freed, *wild[] = {NULL, (void *)16, (void *)0x7000000000, (void *)0xdeadbeefdeadbeef, (void *)-1};
    OK(cudaMalloc(&freed, 100));
    OK(cudaFree(freed));
    for (int kind = 0; kind <= cudaMemcpyDefault; kind++)
        for (size_t i = 0; i < sizeof wild / sizeof wild[0]; i++) {
            FAILS(cudaMemcpy(wild[i], device, 4, (enum cudaMemcpyKind)kind), cudaErrorInvalidValue);
            FAILS(cudaMemcpy(device, wild[i], 4, (enum cudaMemcpyKind)kind), cudaErrorInvalidValue);
            FAILS(cudaMemcpyAsync(device, wild[i], 4, (enum cudaMemcpyKind)kind, 0), cudaErrorInvalidValue);
        }
    FAILS(cudaMemcpy(freed, page, 4, cudaMemcpyDefault), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(page, freed, 4, cudaMemcpyDefault), cudaErrorInvalidValue);
    FAILS(cudaMemcpy("constant", device, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
}

static void host_ranges_with_holes_are_errors(void **state) {
    size_t bytes = 16 * 4096;
    char *device, *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    OK(cudaMalloc((void **)&device, bytes));
    munmap(pages + 8 * 4096, 4096);
    FAILS(cudaMemcpy(device, pages, bytes, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy(pages, device, bytes, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    OK(cudaMemcpy(device, pages, 8 * 4096, cudaMemcpyHostToDevice));
    OK(cudaFree(device));
    munmap(pages, bytes);
}

static void large_copies_arrive_whole(void **state) {
    size_t bytes = (17 << 20) + 4099;
    unsigned char *host = malloc(bytes), *back = malloc(bytes);
    char *device, *other;
    for (size_t i = 0; i < bytes; i++)
        host[i] = (unsigned char)(i * 7 + (i >> 12));
    OK(cudaMalloc((void **)&device, bytes));
    OK(cudaMalloc((void **)&other, bytes));
    OK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(other, device, bytes, cudaMemcpyDeviceToDevice));
    OK(cudaMemcpy(back, other, bytes, cudaMemcpyDeviceToHost));
    assert_memory_equal(host, back, bytes);
    OK(cudaMemset(other, 0xab, bytes));
    OK(cudaMemcpy(back, other, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < bytes; i++)
        if (back[i] != 0xab)
            fail_msg("byte %zu", i);
    OK(cudaFree(device));
    OK(cudaFree(other));
    free(host);
    free(back);
}

static void overlapping_device_copies_are_safe(void **state) {
    size_t bytes = 10 << 20, shift = 12345;
    unsigned char *device;
    OK(cudaMalloc((void **)&device, bytes));
    for (size_t i = 0; i < bytes; i++)
        device[i] = (unsigned char)(i % 251);
    OK(cudaMemcpy(device + shift, device, bytes - shift, cudaMemcpyDeviceToDevice));
    OK(cudaDeviceSynchronize());
    for (size_t i = shift; i < bytes; i++)
        if (device[i] != (unsigned char)((i - shift) % 251))
            fail_msg("byte %zu", i);
    OK(cudaFree(device));
}

static void asynchronous_copies_keep_their_order(void **state) {
    enum { COUNT = 1000 };
    cudaStream_t stream;
    int *device, *pinned, last = -1;
    OK(cudaStreamCreate(&stream));
    OK(cudaMalloc((void **)&device, sizeof *device));
    OK(cudaMallocHost((void **)&pinned, COUNT * sizeof *pinned));
    for (int i = 0; i < COUNT; i++) {
        int value = i; /* gone when the copy runs */
        OK(cudaMemcpyAsync(device, &value, sizeof value, cudaMemcpyHostToDevice, stream));
        OK(cudaMemcpyAsync(&pinned[i], device, sizeof value, cudaMemcpyDeviceToHost, stream));
    }
    OK(cudaMemcpyAsync(&last, device, sizeof last, cudaMemcpyDeviceToHost, stream));
    assert_int_equal(last, COUNT - 1);
    for (int i = 0; i < COUNT; i++)
        assert_int_equal(pinned[i], i);
    FAILS(cudaMemcpyAsync(device, pinned, 4, cudaMemcpyHostToDevice, (cudaStream_t)places[PAGEABLE]),
          cudaErrorInvalidResourceHandle);
    OK(cudaStreamDestroy(stream));
    OK(cudaFree(device));
    OK(cudaFreeHost(pinned));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_direction_between_every_two_places),
        cmocka_unit_test(fills_need_device_memory),
        cmocka_unit_test(copies_stay_inside_allocations),
        cmocka_unit_test(no_bytes_are_always_fine),
        cmocka_unit_test(bad_pointers_are_errors),
        cmocka_unit_test(host_ranges_with_holes_are_errors),
        cmocka_unit_test(large_copies_arrive_whole),
        cmocka_unit_test(overlapping_device_copies_are_safe),
        cmocka_unit_test(asynchronous_copies_keep_their_order),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
