/* Devices: choosing, properties, attributes, limits, peers, bus ids. Expected errors as an H100 gave them; three
 * devices, set before anything asks. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"
#include "device/device.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

static void devices_are_counted_and_chosen(void **state) {
    int value = 0;
    OK(cudaGetDeviceCount(&value));
    assert_int_equal(value, 3);
    OK(cudaSetDevice(2));
    OK(cudaGetDevice(&value));
    assert_int_equal(value, 2);
    FAILS(cudaSetDevice(3), cudaErrorInvalidDevice);
    FAILS(cudaSetDevice(-1), cudaErrorInvalidDevice);
    OK(cudaGetDevice(&value));
    assert_int_equal(value, 2);
    OK(cudaSetDevice(0));
    FAILS(cudaGetDevice(NULL), cudaErrorInvalidValue);
    FAILS(cudaGetDeviceCount(NULL), cudaErrorInvalidValue);
}

static void *device_of_thread(void *data) {
    cudaGetDevice(data);
    return NULL;
}

static void each_thread_has_its_own_device(void **state) {
    pthread_t thread;
    int device = -1;
    OK(cudaSetDevice(1));
    pthread_create(&thread, NULL, device_of_thread, &device);
    pthread_join(thread, NULL);
    assert_int_equal(device, 0);
    OK(cudaSetDevice(0));
}

static void properties_are_true(void **state) {
    struct cudaDeviceProp p, q;
    OK(cudaGetDeviceProperties(&p, 0));
    OK(cudaGetDeviceProperties_v2(&q, 1));
    assert_int_equal(strncmp(p.name, "Softwarp: ", 10), 0);
    assert_string_equal(p.name, q.name);
    assert_memory_not_equal(p.uuid.bytes, q.uuid.bytes, sizeof p.uuid.bytes);
    assert_true(p.multiProcessorCount >= 1 && p.multiProcessorCount <= sysconf(_SC_NPROCESSORS_CONF));
    assert_true(p.totalGlobalMem > (size_t)64 << 20);
    assert_int_equal(p.warpSize, 32);
    assert_int_equal(p.major, 9);
    assert_int_equal(p.sharedMemPerBlock, 49152);
    assert_int_equal(p.sharedMemPerBlockOptin, 232448);
    assert_int_equal(p.maxGridSize[0], 2147483647);
    assert_true(p.l2CacheSize > 0);
    FAILS(cudaGetDeviceProperties(&p, 99), cudaErrorInvalidDevice);
    FAILS(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
}

static void every_attribute_answers(void **state) {
    struct cudaDeviceProp p;
    int value;
    OK(cudaGetDeviceProperties(&p, 0));
#define A(name, number, expression)                                    \
    assert_int_equal(cudaDevAttr##name, number);                       \
    OK(cudaDeviceGetAttribute(&value, cudaDevAttr##name, 0));
#include "softwarp/runtime/device_attributes.def"
#undef A
    OK(cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0));
    assert_int_equal(value, p.multiProcessorCount);
    FAILS(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)0, 0), cudaErrorInvalidValue);
    FAILS(cudaDeviceGetAttribute(&value, (enum cudaDeviceAttr)5000, 0), cudaErrorInvalidValue);
    FAILS(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 99), cudaErrorInvalidDevice);
    FAILS(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
}

static void limits_are_kept_per_device(void **state) {
    size_t value;
    OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 1024);
    OK(cudaDeviceSetLimit(cudaLimitStackSize, 2000));
    OK(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 2000);
    OK(cudaSetDevice(1));
    OK(cudaDeviceGetLimit(&value, cudaLimitMallocHeapSize));
    assert_int_equal(value, 8 << 20);
    OK(cudaSetDevice(0));
    OK(cudaDeviceReset());
    OK(cudaDeviceGetLimit(&value, cudaLimitStackSize));
    assert_int_equal(value, 1024);
    FAILS(cudaDeviceSetLimit(cudaLimitStackSize, 1 << 30), cudaErrorInvalidValue);
    FAILS(cudaDeviceSetLimit((enum cudaLimit)99, 1), cudaErrorInvalidValue);
    FAILS(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 1), cudaErrorUnsupportedLimit);
    FAILS(cudaDeviceGetLimit(&value, cudaLimitDevRuntimeSyncDepth), cudaErrorUnsupportedLimit);
    FAILS(cudaDeviceGetLimit(NULL, cudaLimitStackSize), cudaErrorInvalidValue);
}

static void settings_are_checked(void **state) {
    enum cudaFuncCache cache;
    enum cudaSharedMemConfig banks;
    unsigned flags;
    OK(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags, cudaDeviceMapHost);
    OK(cudaSetDeviceFlags(cudaDeviceScheduleYield));
    OK(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags, cudaDeviceMapHost | cudaDeviceScheduleYield);
    FAILS(cudaSetDeviceFlags(0x4000), cudaErrorInvalidValue);
    FAILS(cudaSetDeviceFlags(3), cudaErrorInvalidValue);
    OK(cudaSetDeviceFlags(0));
    OK(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    OK(cudaDeviceGetCacheConfig(&cache));
    assert_int_equal(cache, cudaFuncCachePreferL1);
    FAILS(cudaDeviceSetCacheConfig((enum cudaFuncCache)9), cudaErrorInvalidValue);
    OK(cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
    OK(cudaDeviceGetSharedMemConfig(&banks));
    assert_int_equal(banks, cudaSharedMemBankSizeFourByte);
    OK(cudaInitDevice(0, 0, 0));
    FAILS(cudaInitDevice(9, 0, 0), cudaErrorInvalidDevice);
}

static void devices_have_bus_ids(void **state) {
    char text[64];
    int device;
    OK(cudaDeviceGetPCIBusId(text, sizeof text, 2));
    OK(cudaDeviceGetByPCIBusId(&device, text));
    assert_int_equal(device, 2);
    OK(cudaDeviceGetByPCIBusId(&device, "0:1.0"));
    assert_int_equal(device, 1);
    FAILS(cudaDeviceGetPCIBusId(text, 5, 0), cudaErrorInvalidValue);
    FAILS(cudaDeviceGetPCIBusId(text, 64, 9), cudaErrorInvalidDevice);
    FAILS(cudaDeviceGetByPCIBusId(&device, "zz"), cudaErrorInvalidValue);
    FAILS(cudaDeviceGetByPCIBusId(&device, "0000:ff:1f.0"), cudaErrorInvalidDevice);
    FAILS(cudaDeviceGetByPCIBusId(&device, NULL), cudaErrorInvalidValue);
}

static void peers_answer_as_cuda_does(void **state) {
    int can, value;
    OK(cudaDeviceCanAccessPeer(&can, 0, 0));
    assert_int_equal(can, 0);
    OK(cudaDeviceCanAccessPeer(&can, 0, 1));
    assert_int_equal(can, 1);
    FAILS(cudaDeviceCanAccessPeer(&can, 0, 9), cudaErrorInvalidDevice);
    FAILS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorPeerAccessUnsupported);
    FAILS(cudaDeviceEnablePeerAccess(9, 0), cudaErrorInvalidDevice);
    FAILS(cudaDeviceDisablePeerAccess(1), cudaErrorPeerAccessNotEnabled);
    OK(cudaDeviceEnablePeerAccess(1, 0));
    FAILS(cudaDeviceEnablePeerAccess(1, 0), cudaErrorPeerAccessAlreadyEnabled);
    OK(cudaDeviceDisablePeerAccess(1));
    FAILS(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0), cudaErrorInvalidDevice);
    OK(cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 1));
    assert_int_equal(value, 1);
}

static void versions_agree(void **state) {
    int runtime, driver;
    OK(cudaRuntimeGetVersion(&runtime));
    OK(cudaDriverGetVersion(&driver));
    assert_int_equal(runtime, CUDART_VERSION);
    assert_true(driver >= runtime);
    FAILS(cudaRuntimeGetVersion(NULL), cudaErrorInvalidValue);
    OK(cudaProfilerStart());
    OK(cudaProfilerStop());
}

static void reset_frees_the_devices_memory(void **state) {
    void *p, *q;
    struct cudaPointerAttributes a;
    OK(cudaMalloc(&p, 100));
    OK(cudaSetDevice(1));
    OK(cudaMalloc(&q, 100));
    OK(cudaSetDevice(0));
    OK(cudaDeviceReset());
    OK(cudaPointerGetAttributes(&a, p));
    assert_int_equal(a.type, cudaMemoryTypeUnregistered);
    OK(cudaPointerGetAttributes(&a, q));
    assert_int_equal(a.type, cudaMemoryTypeDevice);
    assert_int_equal(a.device, 1);
    OK(cudaFree(q));
}

int main(void) {
    setenv("SOFTWARP_DEVICES", "3", 1);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(devices_are_counted_and_chosen),
        cmocka_unit_test(each_thread_has_its_own_device),
        cmocka_unit_test(properties_are_true),
        cmocka_unit_test(every_attribute_answers),
        cmocka_unit_test(limits_are_kept_per_device),
        cmocka_unit_test(settings_are_checked),
        cmocka_unit_test(devices_have_bus_ids),
        cmocka_unit_test(peers_answer_as_cuda_does),
        cmocka_unit_test(versions_agree),
        cmocka_unit_test(reset_frees_the_devices_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
