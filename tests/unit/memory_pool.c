/* cudaMallocAsync, cudaFreeAsync and memory pools. Expected answers as an H100 gave them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cuda_runtime_api.h"

#define OK(call) assert_int_equal((call), cudaSuccess)
#define FAILS(call, error) assert_int_equal((call), (error))

static void frees_take_their_turn(void **state) {
    cudaStream_t stream;
    char *p, *q;
    OK(cudaStreamCreate(&stream));
    OK(cudaMallocAsync((void **)&p, 1000, stream));
    OK(cudaMemsetAsync(p, 5, 1000, stream));
    OK(cudaFreeAsync(p, stream));
    FAILS(cudaFreeAsync(p, stream), cudaErrorInvalidValue);
    FAILS(cudaMemset(p, 0, 1), cudaErrorInvalidValue);
    OK(cudaStreamSynchronize(stream));
    OK(cudaMallocAsync((void **)&q, 0, stream));
    assert_null(q);
    OK(cudaFreeAsync(NULL, stream));
    OK(cudaStreamDestroy(stream));
}

static void both_ways_to_free_mix(void **state) {
    void *p, *pinned, *managed;
    int local;
    OK(cudaMalloc(&p, 100));
    OK(cudaFreeAsync(p, 0));
    OK(cudaMallocAsync(&p, 100, 0));
    OK(cudaFree(p));
    OK(cudaMallocHost(&pinned, 100));
    OK(cudaMallocManaged(&managed, 100, cudaMemAttachGlobal));
    FAILS(cudaFreeAsync(&local, 0), cudaErrorInvalidValue);
    FAILS(cudaFreeAsync(pinned, 0), cudaErrorInvalidValue);
    FAILS(cudaFreeAsync(managed, 0), cudaErrorNotSupported);
    FAILS(cudaMallocAsync(&p, (size_t)1 << 50, 0), cudaErrorMemoryAllocation);
    FAILS(cudaMallocAsync(NULL, 4, 0), cudaErrorInvalidValue);
    OK(cudaFreeHost(pinned));
    OK(cudaFree(managed));
}

static uint64_t used_by(cudaMemPool_t pool, enum cudaMemPoolAttr attribute) {
    uint64_t value = 99;
    OK(cudaMemPoolGetAttribute(pool, attribute, &value));
    return value;
}

static void pools_keep_accounts(void **state) {
    cudaMemPool_t pool;
    uint64_t zero = 0, one = 1;
    void *p;
    OK(cudaDeviceSynchronize());
    OK(cudaDeviceGetDefaultMemPool(&pool, 0));
    assert_int_equal(used_by(pool, cudaMemPoolAttrUsedMemCurrent), 0);
    OK(cudaMallocAsync(&p, 1000, 0));
    assert_int_equal(used_by(pool, cudaMemPoolAttrUsedMemCurrent), 1000);
    OK(cudaFree(p));
    assert_int_equal(used_by(pool, cudaMemPoolAttrUsedMemCurrent), 0);
    assert_true(used_by(pool, cudaMemPoolAttrUsedMemHigh) >= 1000);
    FAILS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &one), cudaErrorInvalidValue);
    FAILS(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &zero), cudaErrorInvalidValue);
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &zero));
    assert_int_equal(used_by(pool, cudaMemPoolAttrUsedMemHigh), 0);
    OK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &one));
    assert_int_equal(used_by(pool, cudaMemPoolAttrReleaseThreshold), 1);
    FAILS(cudaMemPoolDestroy(pool), cudaErrorInvalidValue);
    FAILS(cudaMemPoolTrimTo(NULL, 0), cudaErrorInvalidValue);
    OK(cudaMemPoolTrimTo(pool, 0));
}

static void a_program_can_have_its_own_pool(void **state) {
    struct cudaMemPoolProps props = {.allocType = cudaMemAllocationTypePinned,
                                     .location = {cudaMemLocationTypeDevice, 0}};
    struct cudaMemLocation here = {cudaMemLocationTypeDevice, 0};
    enum cudaMemAccessFlags access;
    cudaMemPool_t pool, current;
    void *p;
    OK(cudaMemPoolCreate(&pool, &props));
    OK(cudaDeviceSetMemPool(0, pool));
    OK(cudaDeviceGetMemPool(&current, 0));
    assert_ptr_equal(current, pool);
    OK(cudaMallocAsync(&p, 100, 0));
    assert_int_equal(used_by(pool, cudaMemPoolAttrUsedMemCurrent), 100);
    OK(cudaMemPoolGetAccess(&access, pool, &here));
    assert_int_equal(access, cudaMemAccessFlagsProtReadWrite);
    OK(cudaMemPoolDestroy(pool));
    FAILS(cudaMallocFromPoolAsync(&p, 4, pool, 0), cudaErrorInvalidValue);
    OK(cudaDeviceGetMemPool(&current, 0));
    assert_ptr_not_equal(current, pool);
    OK(cudaFreeAsync(p, 0));
    props.allocType = cudaMemAllocationTypeInvalid;
    FAILS(cudaMemPoolCreate(&pool, &props), cudaErrorInvalidValue);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frees_take_their_turn),
        cmocka_unit_test(both_ways_to_free_mix),
        cmocka_unit_test(pools_keep_accounts),
        cmocka_unit_test(a_program_can_have_its_own_pool),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
