/* cudaMemcpy2D, cudaMemcpy3D and the fills of boxes. Expected answers as an H100 gave them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

static char *page;

static int set_up(void **state) {
    page = malloc(1 << 20);
    return !page;
}

static int tear_down(void **state) {
    free(page);
    return 0;
}

static void rows_arrive_and_gaps_stay(void **state) {
    char *device, rows[10][100], back[10][100];
    size_t pitch;
    for (int y = 0; y < 10; y++)
        for (int x = 0; x < 100; x++)
            rows[y][x] = (char)(y * 13 + x);
    OK(cudaMallocPitch((void **)&device, &pitch, 100, 10));
    OK(cudaMemset2D(device, pitch, 77, 512, 10));
    OK(cudaMemcpy2D(device, pitch, rows, 100, 100, 10, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(back, 100, device, pitch, 100, 10, cudaMemcpyDeviceToHost));
    assert_memory_equal(rows, back, sizeof rows);
    assert_int_equal(device[100], 77);
    assert_int_equal(device[511], 77);
    OK(cudaMemset2DAsync(device, pitch, 5, 3, 10, 0));
    OK(cudaDeviceSynchronize());
    assert_int_equal(device[pitch * 9 + 2], 5);
    assert_int_equal(device[pitch * 9 + 3], rows[9][3]);
    OK(cudaFree(device));
}

static void pitches_and_sizes_are_checked(void **state) {
    char *z;
    size_t pitch;
    OK(cudaMallocPitch((void **)&z, &pitch, 100, 10));
    FAILS(cudaMemcpy2D(z, 50, page, 100, 100, 10, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    FAILS(cudaMemcpy2D(z, pitch, page, 50, 100, 10, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    FAILS(cudaMemcpy2D(z, pitch, page, 100, 100, 11, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy2D(z, (size_t)1 << 33, page, 100, 100, 10, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy2D(z, pitch, page, 100, 100, 10, (enum cudaMemcpyKind)8), cudaErrorInvalidMemcpyDirection);
    FAILS(cudaMemcpy2D(NULL, pitch, page, 100, 100, 10, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    FAILS(cudaMemcpy2D(z, 50, page, 100, 100, 1, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    OK(cudaMemcpy2D(z, 0, page, 100, 100, 1, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(z, pitch, page, 100, 0, 10, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(z, 50, page, 100, 100, 0, cudaMemcpyHostToDevice));
    OK(cudaMemcpy2D(page, 200, page + 50000, 100, 100, 10, cudaMemcpyHostToHost));
    FAILS(cudaMemset2D(z, 50, 0, 100, 10), cudaErrorInvalidValue);
    FAILS(cudaMemset2D(z, pitch, 0, 100, 11), cudaErrorInvalidValue);
    FAILS(cudaMemset2D(z, pitch, 0, 513, 10), cudaErrorInvalidValue);
    FAILS(cudaMemset2D(NULL, pitch, 0, 100, 10), cudaErrorInvalidValue);
    OK(cudaMemset2D(z, 50, 0, 100, 1));
    OK(cudaMemset2D(z, pitch, 0, 0, 10));
    OK(cudaFree(z));
}

static void boxes_arrive_where_they_should(void **state) {
    enum { W = 20, H = 6, D = 4 };
    struct cudaPitchedPtr device;
    struct cudaMemcpy3DParms p = {0};
    char back[D][H][W] = {{{0}}};
    OK(cudaMalloc3D(&device, make_cudaExtent(W, H, D)));
    OK(cudaMemset3D(device, 1, make_cudaExtent(W, H, D)));
    for (int i = 0; i < 5 * 3 * 2; i++)
        page[i] = (char)(i + 10);
    p.srcPtr = make_cudaPitchedPtr(page, 5, 5, 3);
    p.dstPtr = device;
    p.dstPos = make_cudaPos(7, 2, 1);
    p.extent = make_cudaExtent(5, 3, 2);
    p.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&p));
    p = (struct cudaMemcpy3DParms){.srcPtr = device,
                                   .dstPtr = make_cudaPitchedPtr(back, W, W, H),
                                   .extent = make_cudaExtent(W, H, D),
                                   .kind = cudaMemcpyDefault};
    OK(cudaMemcpy3DAsync(&p, 0));
    for (int z = 0; z < D; z++)
        for (int y = 0; y < H; y++)
            for (int x = 0; x < W; x++) {
                bool inside = x >= 7 && x < 12 && y >= 2 && y < 5 && z >= 1 && z < 3;
                int expected = inside ? 10 + (x - 7) + 5 * (y - 2) + 15 * (z - 1) : 1;
                assert_int_equal(back[z][y][x], expected);
            }
    OK(cudaFree(device.ptr));
}

static void boxes_are_checked(void **state) {
    struct cudaPitchedPtr pp;
    struct cudaMemcpy3DParms ok = {0}, c;
    OK(cudaMalloc3D(&pp, make_cudaExtent(100, 10, 5)));
    ok.srcPtr = make_cudaPitchedPtr(page, 100, 100, 10);
    ok.dstPtr = pp;
    ok.extent = make_cudaExtent(100, 10, 5);
    ok.kind = cudaMemcpyHostToDevice;
    OK(cudaMemcpy3D(&ok));
#define CASE(change, error)                         \
    do {                                            \
        c = ok;                                     \
        change;                                     \
        assert_int_equal(cudaMemcpy3D(&c), error);  \
    } while (0)
    CASE(c.extent.depth = 6, cudaErrorInvalidValue);
    CASE(c.extent.height = 11, cudaErrorInvalidPitchValue);
    CASE(c.extent.width = 101, cudaErrorInvalidPitchValue);
    CASE(c.extent.width = 0, cudaSuccess);
    CASE(c.kind = (enum cudaMemcpyKind)9, cudaErrorInvalidMemcpyDirection);
    CASE(c.dstPos.x = 4, cudaSuccess);
    CASE(c.dstPos.x = 450, cudaErrorInvalidValue);
    CASE(c.dstPos.y = 1, cudaErrorInvalidValue);
    CASE(c.dstPos.z = 1, cudaErrorInvalidValue);
    CASE(c.dstPos.z = (size_t)-1, cudaErrorInvalidValue);
    CASE(c.dstPtr.ptr = NULL, cudaErrorInvalidValue);
    CASE(c.dstPtr.pitch = 50, cudaErrorInvalidPitchValue);
    CASE(c.srcPtr.ysize = 5, cudaErrorInvalidPitchValue);
    CASE(c.srcPtr.xsize = 10, cudaSuccess);
    CASE(c.srcArray = (cudaArray_t)page, cudaErrorInvalidValue);
    FAILS(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
    OK(cudaMemset3D(pp, 0, make_cudaExtent(101, 10, 5)));
    FAILS(cudaMemset3D(pp, 0, make_cudaExtent(100, 10, 6)), cudaErrorInvalidValue);
    FAILS(cudaMemset3D(pp, 0, make_cudaExtent(100, 11, 5)), cudaErrorInvalidValue);
    FAILS(cudaMemset3D(pp, 0, make_cudaExtent(513, 10, 5)), cudaErrorInvalidValue);
    OK(cudaMemset3D(pp, 0, make_cudaExtent(0, 10, 5)));
    OK(cudaFree(pp.ptr));
}

static void peers_are_checked(void **state) {
    struct cudaPitchedPtr a, b;
    struct cudaMemcpy3DPeerParms p = {0};
    OK(cudaMalloc3D(&a, make_cudaExtent(64, 4, 2)));
    OK(cudaMalloc3D(&b, make_cudaExtent(64, 4, 2)));
    OK(cudaMemset3D(a, 9, make_cudaExtent(64, 4, 2)));
    p.srcPtr = a;
    p.dstPtr = b;
    p.extent = make_cudaExtent(64, 4, 2);
    OK(cudaMemcpy3DPeer(&p));
    OK(cudaDeviceSynchronize());
    assert_int_equal(((char *)b.ptr)[b.pitch * 7 + 63], 9);
    p.dstDevice = 9;
    FAILS(cudaMemcpy3DPeer(&p), cudaErrorInvalidDevice);
    OK(cudaFree(a.ptr));
    OK(cudaFree(b.ptr));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_arrive_and_gaps_stay),
        cmocka_unit_test(pitches_and_sizes_are_checked),
        cmocka_unit_test(boxes_arrive_where_they_should),
        cmocka_unit_test(boxes_are_checked),
        cmocka_unit_test(peers_are_checked),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
