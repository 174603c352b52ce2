// FEW-WAYS
// NO-GPU: of CUDA 13, whose library knows pools of other places too
// Pools by place and type (CUDA 13): a device's are those that cudaDeviceGetMemPool tells of.
#include "../conformance.h"

int main()
{
    cudaMemPool_t pool, by_default, by_device, own;
    cudaMemLocation place = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
    CHECK(cudaMemGetDefaultMemPool(&by_default, &place, cudaMemAllocationTypePinned));
    CHECK(cudaDeviceGetDefaultMemPool(&by_device, 0));
    EXPECT(by_default == by_device);
    cudaMemPoolProps props = {};
    props.allocType = cudaMemAllocationTypePinned;
    props.location = place;
    CHECK(cudaMemPoolCreate(&own, &props));
    CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, own));
    CHECK(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypePinned));
    EXPECT(pool == own);
    CHECK(cudaDeviceGetMemPool(&pool, 0));
    EXPECT(pool == own);
    void *memory;
    unsigned long long used = 0;
    CHECK(cudaMallocAsync(&memory, 5000, 0));
    CHECK(cudaMemPoolGetAttribute(own, cudaMemPoolAttrUsedMemCurrent, &used));
    EXPECT(used >= 5000);
    CHECK(cudaFreeAsync(memory, 0));
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemSetMemPool(&place, cudaMemAllocationTypePinned, by_default));
    CHECK(cudaMemPoolDestroy(own));
    EXPECT_ERROR(cudaMemGetMemPool(&pool, &host, cudaMemAllocationTypePinned), cudaErrorNotSupported);
    EXPECT_ERROR(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypeManaged), cudaErrorNotSupported);
    EXPECT_ERROR(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypeInvalid), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemGetMemPool(&pool, nullptr, cudaMemAllocationTypePinned), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemGetMemPool(nullptr, &place, cudaMemAllocationTypePinned), cudaErrorInvalidValue);
    place.id = 77;
    EXPECT_ERROR(cudaMemGetMemPool(&pool, &place, cudaMemAllocationTypePinned), cudaErrorInvalidDevice);
    size_t texels = 0;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float4>(), none = {};
    CHECK(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &desc, 0));
    EXPECT(texels >= (1u << 27));
    EXPECT_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &none, 0), cudaErrorInvalidChannelDescriptor);
    EXPECT_ERROR(cudaDeviceGetTexture1DLinearMaxWidth(&texels, &desc, 77), cudaErrorInvalidDevice);
    return finish();
}
