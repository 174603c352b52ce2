/* cudaMalloc and its kin, pinned and registered memory, pointer attributes, advice. The expected answers are those that
 * an H100 gave (driver 580, CUDA 13), except where a comment says otherwise. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "cuda.h"
#include "cuda_runtime_api.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

static void no_bytes_are_a_null_pointer(void **state) {
    void *p = &p;
    OK(cudaMalloc(&p, 0));
    assert_null(p);
    p = &p;
    OK(cudaMallocHost(&p, 0));
    assert_null(p);
    p = &p;
    OK(cudaMallocManaged(&p, 0, cudaMemAttachGlobal));
    assert_null(p);
    p = &p;
    OK(cudaMallocManaged(&p, 0, 7));
    assert_null(p);
    OK(cudaFree(NULL));
    OK(cudaFreeHost(NULL));
}

static void the_driver_has_no_bytes_in_host_memory_only(void **state) {
    CUdeviceptr at = 16;
    size_t pitch;
    assert_int_equal(cuMemAlloc(&at, 0), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(at, 0);
    at = 16;
    assert_int_equal(cuMemAllocManaged(&at, 0, CU_MEM_ATTACH_GLOBAL), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(at, 0);
    at = 16;
    assert_int_equal(cuMemAllocPitch(&at, &pitch, 4, 0, 4), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(at, 0);
    assert_int_equal(cuMemAlloc(NULL, 0), CUDA_ERROR_INVALID_VALUE);
    void *host = &at;
    assert_int_equal(cuMemAllocHost(&host, 0), CUDA_SUCCESS);
    assert_null(host);
    host = &at;
    assert_int_equal(cuMemHostAlloc(&host, 0, 0), CUDA_SUCCESS);
    assert_null(host);
}

static void bad_requests_are_refused(void **state) {
    void *p = &p;
    FAILS(cudaMalloc(NULL, 4), cudaErrorInvalidValue);
    FAILS(cudaMalloc(&p, (size_t)1 << 50), cudaErrorMemoryAllocation);
    assert_null(p);
    FAILS(cudaMalloc(&p, SIZE_MAX), cudaErrorMemoryAllocation);
    FAILS(cudaMallocManaged(&p, 4, 0), cudaErrorInvalidValue);
    FAILS(cudaMallocManaged(&p, 4, cudaMemAttachSingle), cudaErrorInvalidValue);
    FAILS(cudaHostAlloc(&p, 4, 99), cudaErrorInvalidValue);
    FAILS(cudaHostAlloc(NULL, 4, 0), cudaErrorInvalidValue);
}

static void only_the_right_function_frees(void **state) {
    void *device, *pinned, *managed, *ordinary = malloc(100);
    OK(cudaMalloc(&device, 400));
    OK(cudaMallocHost(&pinned, 400));
    OK(cudaMallocManaged(&managed, 400, cudaMemAttachGlobal));
    FAILS(cudaFree(ordinary), cudaErrorInvalidValue);
    FAILS(cudaFree((char *)device + 4), cudaErrorInvalidValue);
    FAILS(cudaFree(pinned), cudaErrorInvalidValue);
    FAILS(cudaFreeHost(device), cudaErrorInvalidValue);
    FAILS(cudaFreeHost(managed), cudaErrorInvalidValue);
    FAILS(cudaFreeHost(ordinary), cudaErrorInvalidValue);
    FAILS(cudaFreeHost((char *)pinned + 4), cudaErrorInvalidValue);
    OK(cudaFree(device));
    FAILS(cudaFree(device), cudaErrorInvalidValue);
    OK(cudaFree(managed));
    OK(cudaFreeHost(pinned));
    FAILS(cudaFreeHost(pinned), cudaErrorInvalidValue);
    free(ordinary);
}

static void pitches_are_multiples_of_512(void **state) {
    static const size_t widths[][2] = {{1, 512}, {512, 512}, {513, 1024}, {4096, 4096}, {100000, 100352}};
    void *p;
    size_t pitch;
    for (size_t i = 0; i < sizeof widths / sizeof widths[0]; i++) {
        OK(cudaMallocPitch(&p, &pitch, widths[i][0], 3));
        assert_int_equal(pitch, widths[i][1]);
        OK(cudaFree(p));
    }
    OK(cudaMallocPitch(&p, &pitch, 0, 3));
    assert_null(p);
    assert_int_equal(pitch, 0);
    FAILS(cudaMallocPitch(&p, NULL, 100, 1), cudaErrorInvalidValue);
    FAILS(cudaMallocPitch(&p, &pitch, (size_t)1 << 40, (size_t)1 << 40), cudaErrorInvalidValue);
    FAILS(cudaMallocPitch(&p, &pitch, SIZE_MAX, 1), cudaErrorInvalidValue);
}

static void boxes_say_their_pitch_and_size(void **state) {
    struct cudaPitchedPtr p;
    OK(cudaMalloc3D(&p, make_cudaExtent(100, 10, 5)));
    assert_int_equal(p.pitch, 512);
    assert_int_equal(p.xsize, 100);
    assert_int_equal(p.ysize, 10);
    OK(cudaFree(p.ptr));
    OK(cudaMalloc3D(&p, make_cudaExtent(0, 10, 5)));
    assert_null(p.ptr);
    FAILS(cudaMalloc3D(&p, make_cudaExtent(1, SIZE_MAX, 5)), cudaErrorInvalidValue);
}

static void registration_is_checked(void **state) {
    char *memory = aligned_alloc(4096, 1 << 20);
    void *pinned, *device, *seen;
    unsigned flags;
    OK(cudaMallocHost(&pinned, 400));
    OK(cudaMalloc(&device, 400));
    OK(cudaHostRegister(memory, 400, 0));
    FAILS(cudaHostRegister(memory, 400, 0), cudaErrorHostMemoryAlreadyRegistered);
    FAILS(cudaHostRegister(memory + 100, 4, 0), cudaErrorHostMemoryAlreadyRegistered);
    FAILS(cudaHostRegister(pinned, 4, 0), cudaErrorInvalidValue);
    FAILS(cudaHostRegister(device, 4, 0), cudaErrorInvalidValue);
    FAILS(cudaHostRegister(NULL, 4, 0), cudaErrorInvalidValue);
    FAILS(cudaHostRegister(memory + 8192, 0, 0), cudaErrorInvalidValue);
    FAILS(cudaHostRegister(memory + 8192, 4, 99), cudaErrorInvalidValue);
    FAILS(cudaHostRegister((void *)0x10000, 4096, 0), cudaErrorInvalidValue);
    OK(cudaHostGetDevicePointer(&seen, memory + 8, 0));
    assert_ptr_equal(seen, memory + 8);
    OK(cudaHostGetFlags(&flags, memory));
    assert_int_equal(flags, cudaHostRegisterMapped);
    FAILS(cudaHostUnregister(memory + 100), cudaErrorInvalidValue);
    FAILS(cudaHostUnregister(memory + 8192), cudaErrorHostMemoryNotRegistered);
    FAILS(cudaHostUnregister(pinned), cudaErrorInvalidValue);
    FAILS(cudaHostUnregister(NULL), cudaErrorInvalidValue);
    OK(cudaHostUnregister(memory));
    FAILS(cudaHostUnregister(memory), cudaErrorHostMemoryNotRegistered);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(device));
    free(memory);
}

static void pinned_memory_has_device_pointers(void **state) {
    void *pinned, *device, *managed, *seen;
    unsigned flags;
    OK(cudaHostAlloc(&pinned, 400, 7));
    OK(cudaMalloc(&device, 400));
    OK(cudaMallocManaged(&managed, 400, cudaMemAttachHost));
    OK(cudaHostGetFlags(&flags, pinned));
    assert_int_equal(flags, 7);
    OK(cudaHostGetDevicePointer(&seen, pinned, 0));
    assert_ptr_equal(seen, pinned);
    FAILS(cudaHostGetDevicePointer(&seen, &flags, 0), cudaErrorInvalidValue);
    FAILS(cudaHostGetDevicePointer(&seen, pinned, 1), cudaErrorInvalidValue);
    FAILS(cudaHostGetDevicePointer(&seen, device, 0), cudaErrorInvalidValue);
    FAILS(cudaHostGetDevicePointer(&seen, managed, 0), cudaErrorInvalidValue);
    FAILS(cudaHostGetDevicePointer(NULL, pinned, 0), cudaErrorInvalidValue);
    FAILS(cudaHostGetFlags(&flags, device), cudaErrorInvalidValue);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(device));
    OK(cudaFree(managed));
}

static void expect_attributes(const void *p, enum cudaMemoryType type, int device) {
    struct cudaPointerAttributes a;
    OK(cudaPointerGetAttributes(&a, p));
    assert_int_equal(a.type, type);
    assert_int_equal(a.device, device);
    assert_ptr_equal(a.devicePointer, type == cudaMemoryTypeUnregistered ? NULL : p);
    assert_ptr_equal(a.hostPointer, type == cudaMemoryTypeDevice ? NULL : p);
}

static void attributes_tell_pointers_apart(void **state) {
    char *device, *pinned, *managed;
    int local;
    OK(cudaMalloc((void **)&device, 400));
    OK(cudaMallocHost((void **)&pinned, 400));
    OK(cudaMallocManaged((void **)&managed, 400, cudaMemAttachGlobal));
    expect_attributes(device + 399, cudaMemoryTypeDevice, 0);
    expect_attributes(device + 400, cudaMemoryTypeUnregistered, cudaInvalidDeviceId);
    expect_attributes(pinned + 8, cudaMemoryTypeHost, 0);
    expect_attributes(managed, cudaMemoryTypeManaged, 0);
    expect_attributes(&local, cudaMemoryTypeUnregistered, cudaInvalidDeviceId);
    expect_attributes(NULL, cudaMemoryTypeUnregistered, cudaInvalidDeviceId);
    OK(cudaFree(device));
    expect_attributes(device, cudaMemoryTypeUnregistered, cudaInvalidDeviceId);
    FAILS(cudaPointerGetAttributes(NULL, device), cudaErrorInvalidValue);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(managed));
}

static void advice_is_kept(void **state) {
    char *managed, *device;
    int value = 7, list[3];
    OK(cudaMallocManaged((void **)&managed, 400, cudaMemAttachGlobal));
    OK(cudaMalloc((void **)&device, 400));
    OK(cudaMemPrefetchAsync(managed, 400, 0, 0));
    OK(cudaMemPrefetchAsync(managed, 400, cudaCpuDeviceId, 0));
    FAILS(cudaMemPrefetchAsync(device, 400, 0, 0), cudaErrorInvalidValue);
    FAILS(cudaMemPrefetchAsync(managed, 401, 0, 0), cudaErrorInvalidValue);
    FAILS(cudaMemPrefetchAsync(managed, 0, 0, 0), cudaErrorInvalidValue);
    FAILS(cudaMemPrefetchAsync(managed, 400, 9, 0), cudaErrorInvalidDevice);
    OK(cudaMemAdvise(managed, 400, cudaMemAdviseSetReadMostly, 0));
    OK(cudaMemAdvise(managed, 400, cudaMemAdviseSetAccessedBy, cudaCpuDeviceId));
    FAILS(cudaMemAdvise(managed, 400, (enum cudaMemoryAdvise)77, 0), cudaErrorInvalidValue);
    FAILS(cudaMemAdvise(device, 400, cudaMemAdviseSetReadMostly, 0), cudaErrorInvalidValue);
    FAILS(cudaMemAdvise(managed, 400, cudaMemAdviseSetPreferredLocation, 9), cudaErrorInvalidValue);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, managed, 400));
    assert_int_equal(value, 1);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributePreferredLocation, managed, 400));
    assert_int_equal(value, cudaInvalidDeviceId);
    OK(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeLastPrefetchLocation, managed, 400));
    assert_int_equal(value, cudaCpuDeviceId);
    OK(cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, managed, 400));
    assert_int_equal(list[0], cudaCpuDeviceId);
    assert_int_equal(list[2], cudaInvalidDeviceId);
    FAILS(cudaMemRangeGetAttribute(&value, 3, cudaMemRangeAttributeReadMostly, managed, 400), cudaErrorInvalidValue);
    FAILS(cudaMemRangeGetAttribute(&value, 4, cudaMemRangeAttributeReadMostly, device, 400), cudaErrorInvalidValue);
    OK(cudaFree(managed));
    OK(cudaFree(device));
}

static void free_memory_shrinks_with_allocations(void **state) {
    size_t before, after, total;
    void *p;
    OK(cudaMemGetInfo(&before, &total));
    assert_true(before > 0 && before <= total);
    OK(cudaMalloc(&p, 256 << 20));
    OK(cudaMemGetInfo(&after, &total));
    assert_true(after + (128 << 20) < before);
    OK(cudaFree(p));
    OK(cudaMemGetInfo(NULL, &total));
    OK(cudaMemGetInfo(&after, NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_bytes_are_a_null_pointer),
        cmocka_unit_test(the_driver_has_no_bytes_in_host_memory_only),
        cmocka_unit_test(bad_requests_are_refused),
        cmocka_unit_test(only_the_right_function_frees),
        cmocka_unit_test(pitches_are_multiples_of_512),
        cmocka_unit_test(boxes_say_their_pitch_and_size),
        cmocka_unit_test(registration_is_checked),
        cmocka_unit_test(pinned_memory_has_device_pointers),
        cmocka_unit_test(attributes_tell_pointers_apart),
        cmocka_unit_test(advice_is_kept),
        cmocka_unit_test(free_memory_shrinks_with_allocations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
