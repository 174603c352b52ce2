// FEW-WAYS
// What a stream says about itself, attributes that are set, read and copied, managed memory attached to streams, and the
// wrong calls of all of these.
#include "../conformance.h"

static cudaLaunchAttributeValue get(cudaStream_t stream, cudaLaunchAttributeID id)
{
    cudaLaunchAttributeValue value;
    CHECK(cudaStreamGetAttribute(stream, id, &value));
    return value;
}

static void set_all(cudaStream_t stream, int priority)
{
    cudaLaunchAttributeValue value = {};
    value.priority = priority;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributePriority, &value));
    value = {};
    value.syncPolicy = cudaSyncPolicyBlockingSync;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributeSynchronizationPolicy, &value));
    value = {};
    value.memSyncDomain = cudaLaunchMemSyncDomainRemote;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributeMemSyncDomain, &value));
    value = {};
    value.memSyncDomainMap.default_ = 2;
    value.memSyncDomainMap.remote = 3;
    CHECK(cudaStreamSetAttribute(stream, cudaLaunchAttributeMemSyncDomainMap, &value));
}

static void check_all(cudaStream_t stream, int priority)
{
    EXPECT_EQ(get(stream, cudaLaunchAttributePriority).priority, priority);
    EXPECT_EQ(get(stream, cudaLaunchAttributeSynchronizationPolicy).syncPolicy, cudaSyncPolicyBlockingSync);
    EXPECT_EQ(get(stream, cudaLaunchAttributeMemSyncDomain).memSyncDomain, cudaLaunchMemSyncDomainRemote);
    cudaLaunchMemSyncDomainMap map = get(stream, cudaLaunchAttributeMemSyncDomainMap).memSyncDomainMap;
    EXPECT(map.default_ == 2 && map.remote == 3);
}

static void attributes()
{
    cudaStream_t first, second;
    int least, greatest, priority;
    CHECK(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    CHECK(cudaStreamCreate(&first));
    CHECK(cudaStreamCreate(&second));
    EXPECT_EQ(get(first, cudaLaunchAttributePriority).priority, least);
    EXPECT_EQ(get(first, cudaLaunchAttributeMemSyncDomain).memSyncDomain, cudaLaunchMemSyncDomainDefault);
    cudaLaunchMemSyncDomainMap map = get(first, cudaLaunchAttributeMemSyncDomainMap).memSyncDomainMap;
    EXPECT(map.default_ == 0 && map.remote == 1);
    set_all(first, greatest);
    check_all(first, greatest);
    CHECK(cudaStreamGetPriority(first, &priority));
    EXPECT_EQ(priority, greatest);
    CHECK(cudaStreamCopyAttributes(second, first));
    check_all(second, greatest);
    cudaLaunchAttributeValue value = {};
    value.memSyncDomainMap.remote = 200;
    EXPECT_ERROR(cudaStreamSetAttribute(first, cudaLaunchAttributeMemSyncDomainMap, &value), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamSetAttribute(first, cudaLaunchAttributeCooperative, &value), cudaErrorInvalidValue);
#ifdef __SOFTWARP__ /* NVIDIA's library crashes */
    EXPECT_ERROR(cudaStreamSetAttribute(first, cudaLaunchAttributePriority, nullptr), cudaErrorInvalidValue);
#endif
    CHECK(cudaStreamDestroy(first));
    CHECK(cudaStreamDestroy(second));
}

static void facts()
{
    cudaStream_t blocking, other;
    unsigned flags;
    int device = -1;
    unsigned long long one, two;
    CHECK(cudaStreamCreate(&blocking));
    CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
    CHECK(cudaStreamGetFlags(blocking, &flags));
    EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamDefault));
    CHECK(cudaStreamGetFlags(other, &flags));
    EXPECT_EQ(flags, static_cast<unsigned>(cudaStreamNonBlocking));
    CHECK(cudaStreamGetId(blocking, &one));
    CHECK(cudaStreamGetId(other, &two));
    EXPECT(one != two);
    CHECK(cudaStreamGetId(blocking, &two));
    EXPECT(one == two);
    EXPECT_ERROR(cudaStreamGetFlags(blocking, nullptr), cudaErrorInvalidValue);
    CHECK(cudaGetDevice(&device));
    EXPECT_EQ(device, 0);
    CHECK(cudaStreamDestroy(blocking));
    CHECK(cudaStreamDestroy(other));
}

__global__ void increment(int *value) { ++*value; }

static void attached()
{
    cudaStream_t stream;
    int *managed, *device;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaMallocManaged(&managed, 4096, cudaMemAttachHost));
    CHECK(cudaMalloc(&device, 4096));
    *managed = 5;
    CHECK(cudaStreamAttachMemAsync(stream, managed));
    CHECK(cudaStreamAttachMemAsync(stream, managed, 4096, cudaMemAttachSingle));
    CHECK(cudaStreamSynchronize(stream));
    increment<<<1, 1, 0, stream>>>(managed);
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_EQ(*managed, 6);
    CHECK(cudaStreamAttachMemAsync(stream, managed, 0, cudaMemAttachGlobal));
    EXPECT_ERROR(cudaStreamAttachMemAsync(0, managed, 0, cudaMemAttachSingle), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamAttachMemAsync(stream, managed, 100, cudaMemAttachSingle), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamAttachMemAsync(stream, managed, 0, 8), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamAttachMemAsync(stream, device, 0, cudaMemAttachSingle), cudaErrorInvalidValue);
    CHECK(cudaStreamSynchronize(stream));
    CHECK(cudaFree(managed));
    CHECK(cudaFree(device));
    CHECK(cudaStreamDestroy(stream));
}

int main()
{
    attributes();
    facts();
    attached();
    return finish();
}
