// FEW-WAYS
// NO-GPU: it prints nothing
// NVCC: -lcuda
// Advice and prefetches of parts of managed memory: an attribute of a range is what is true of all of its pages.
#include <cuda.h>

#include "../conformance.h"

static const cudaMemLocation device = {cudaMemLocationTypeDevice, 0}, host = {cudaMemLocationTypeHost, 0};
static const int none = cudaInvalidDeviceId, cpu = cudaCpuDeviceId;
static const size_t page = 4096;

static int ask(cudaMemRangeAttribute attribute, const char *at, size_t bytes)
{
    int value = -77;
    CHECK(cudaMemRangeGetAttribute(&value, sizeof value, attribute, at, bytes));
    return value;
}
static int is_read_mostly(const char *at, size_t bytes) { return ask(cudaMemRangeAttributeReadMostly, at, bytes); }
static int preferred(const char *at, size_t bytes) { return ask(cudaMemRangeAttributePreferredLocation, at, bytes); }
static int prefetched(const char *at, size_t bytes) { return ask(cudaMemRangeAttributeLastPrefetchLocation, at, bytes); }

/* A bit for each device, another for the host. */
static int accessed_by(const char *at, size_t bytes)
{
    int list[3] = {-77, -77, -77}, set = 0;
    CHECK(cudaMemRangeGetAttribute(list, sizeof list, cudaMemRangeAttributeAccessedBy, at, bytes));
    for (int place : list)
        set |= place == none ? 0 : place == cpu ? 2 : place == 0 ? 1 : 4;
    return set;
}

static void check_halves(char *m, size_t half)
{
    EXPECT_EQ(is_read_mostly(m, 2 * half), 0);
    CHECK(cudaMemAdvise(m, half, cudaMemAdviseSetReadMostly, device));
    EXPECT_EQ(is_read_mostly(m, half), 1);
    EXPECT_EQ(is_read_mostly(m + half, half), 0);
    EXPECT_EQ(is_read_mostly(m, 2 * half), 0);
    EXPECT_EQ(is_read_mostly(m + half - 1, 2), 0);
    EXPECT_EQ(is_read_mostly(m + half - 2, 2), 1);
    CHECK(cudaMemAdvise(m + half, half, cudaMemAdviseSetReadMostly, device));
    EXPECT_EQ(is_read_mostly(m, 2 * half), 1);
    CHECK(cudaMemAdvise(m + half / 2, half, cudaMemAdviseUnsetReadMostly, device));
    EXPECT_EQ(is_read_mostly(m, half / 2), 1);
    EXPECT_EQ(is_read_mostly(m + half / 2, half), 0);
    EXPECT_EQ(is_read_mostly(m + half / 2 * 3, half / 2), 1);
    EXPECT_EQ(is_read_mostly(m, 2 * half), 0);

    CHECK(cudaMemAdvise(m, half, cudaMemAdviseSetPreferredLocation, host));
    EXPECT_EQ(preferred(m, half), cpu);
    EXPECT_EQ(preferred(m + half, half), none);
    EXPECT_EQ(preferred(m, 2 * half), none);
    EXPECT_EQ(ask(cudaMemRangeAttributePreferredLocationType, m, 2 * half), (int)cudaMemLocationTypeInvalid);
    CHECK(cudaMemAdvise(m + half, half, cudaMemAdviseSetPreferredLocation, device));
    EXPECT_EQ(preferred(m, 2 * half), none);
    EXPECT_EQ(preferred(m + half, half), 0);
    EXPECT_EQ(ask(cudaMemRangeAttributePreferredLocationType, m + half, half), (int)cudaMemLocationTypeDevice);
    CHECK(cudaMemAdvise(m, 2 * half, cudaMemAdviseSetPreferredLocation, device));
    EXPECT_EQ(preferred(m, 2 * half), 0);
    CHECK(cudaMemAdvise(m + page, page, cudaMemAdviseUnsetPreferredLocation, device));
    EXPECT_EQ(preferred(m, 2 * half), none);
    EXPECT_EQ(preferred(m, page), 0);

    CHECK(cudaMemAdvise(m, 2 * half, cudaMemAdviseSetAccessedBy, device));
    CHECK(cudaMemAdvise(m + half, half, cudaMemAdviseSetAccessedBy, host));
    EXPECT_EQ(accessed_by(m, half), 1);
    EXPECT_EQ(accessed_by(m + half, half), 3);
    EXPECT_EQ(accessed_by(m, 2 * half), 1);
    CHECK(cudaMemAdvise(m, page, cudaMemAdviseUnsetAccessedBy, device));
    EXPECT_EQ(accessed_by(m, 2 * half), 0);
    EXPECT_EQ(accessed_by(m + half / 2, half), 1);
}

static void check_prefetches(char *m, size_t half)
{
    EXPECT_EQ(prefetched(m, 2 * half), none);
    CHECK(cudaMemPrefetchAsync(m, half, device, 0, 0));
    EXPECT_EQ(prefetched(m, half), 0);
    EXPECT_EQ(prefetched(m, 2 * half), none);
    CHECK(cudaMemPrefetchAsync(m + half, half, host, 0, 0));
    EXPECT_EQ(prefetched(m, 2 * half), none);
    EXPECT_EQ(ask(cudaMemRangeAttributeLastPrefetchLocationType, m, 2 * half), (int)cudaMemLocationTypeInvalid);
    EXPECT_EQ(ask(cudaMemRangeAttributeLastPrefetchLocationType, m + half, half), (int)cudaMemLocationTypeHost);
    CHECK(cudaMemPrefetchAsync(m + half, half, device, 0, 0));
    EXPECT_EQ(prefetched(m, 2 * half), 0);
    CHECK(cudaStreamSynchronize(0));
}

/* Pages are what is advised of, and no other allocation. */
static void check_pages(char *m)
{
    CHECK(cudaMemAdvise(m + page + 5, 1, cudaMemAdviseSetReadMostly, device));
    EXPECT_EQ(is_read_mostly(m + page, page), 1);
    EXPECT_EQ(is_read_mostly(m, page), 0);
    EXPECT_EQ(is_read_mostly(m + 2 * page, 1), 0);
    CHECK(cudaMemAdvise(m + 4 * page + 100, page, cudaMemAdviseSetReadMostly, device));
    EXPECT_EQ(is_read_mostly(m + 4 * page, 2 * page), 1);
    EXPECT_EQ(is_read_mostly(m + 4 * page - 1, 2), 0);
    EXPECT_EQ(is_read_mostly(m + 6 * page, page), 0);
    char *small[3];
    for (char *&s : small)
        CHECK(cudaMallocManaged(&s, 100));
    CHECK(cudaMemAdvise(small[1], 100, cudaMemAdviseSetReadMostly, device));
    EXPECT_EQ(is_read_mostly(small[0], 100), 0);
    EXPECT_EQ(is_read_mostly(small[1], 50), 1);
    EXPECT_EQ(is_read_mostly(small[2], 100), 0);
    EXPECT_ERROR(cudaMemAdvise(small[1], 101, cudaMemAdviseSetReadMostly, device), cudaErrorInvalidValue);
    for (char *s : small)
        CHECK(cudaFree(s));
}

static void check_lists(char *m, size_t half)
{
    int mostly = 7, where = 7;
    void *data[] = {&mostly, &where};
    size_t sizes[] = {sizeof mostly, sizeof where};
    cudaMemRangeAttribute attributes[] = {cudaMemRangeAttributeReadMostly, cudaMemRangeAttributePreferredLocation};
    CHECK(cudaMemRangeGetAttributes(data, sizes, attributes, 2, m + half, half / 2));
    EXPECT_EQ(mostly, 0);
    EXPECT_EQ(where, 0);
    CHECK(cudaMemRangeGetAttributes(data, sizes, attributes, 2, m, 2 * half));
    EXPECT_EQ(where, none);
    EXPECT(cuMemRangeGetAttribute(&where, sizeof where, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                  (CUdeviceptr)(m + half), half) == CUDA_SUCCESS);
    EXPECT_EQ(where, 0);
    EXPECT(cuMemRangeGetAttribute(&where, sizeof where, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION, (CUdeviceptr)m,
                                  2 * half) == CUDA_SUCCESS);
    EXPECT_EQ(where, (int)CU_DEVICE_INVALID);
}

/* The driver's functions that take a location, and that for several attributes. */
static void check_driver(char *m, size_t half)
{
    CUmemLocation by_device = {CU_MEM_LOCATION_TYPE_DEVICE, 0}, by_host = {CU_MEM_LOCATION_TYPE_HOST, 0};
    CUdeviceptr start = (CUdeviceptr)m;
    EXPECT(cuMemAdvise_v2(start, half, CU_MEM_ADVISE_SET_READ_MOSTLY, by_device) == CUDA_SUCCESS);
    EXPECT(cuMemAdvise_v2(start + half, half, CU_MEM_ADVISE_SET_PREFERRED_LOCATION, by_host) == CUDA_SUCCESS);
    EXPECT(cuMemPrefetchAsync_v2(start + half, half, by_host, 0, 0) == CUDA_SUCCESS);
    EXPECT(cuMemPrefetchAsync_v2(start, half, by_device, 0, 0) == CUDA_SUCCESS);
    EXPECT(cuMemPrefetchAsync_v2(start, half, by_device, 1, 0) == CUDA_ERROR_INVALID_VALUE);
    CHECK(cudaStreamSynchronize(0));
    int mostly = 7, where = 7, fetched = 7;
    void *data[] = {&mostly, &where, &fetched};
    size_t sizes[] = {sizeof mostly, sizeof where, sizeof fetched};
    CUmem_range_attribute attributes[] = {CU_MEM_RANGE_ATTRIBUTE_READ_MOSTLY, CU_MEM_RANGE_ATTRIBUTE_PREFERRED_LOCATION,
                                          CU_MEM_RANGE_ATTRIBUTE_LAST_PREFETCH_LOCATION};
    EXPECT(cuMemRangeGetAttributes(data, sizes, attributes, 3, start, half) == CUDA_SUCCESS);
    EXPECT(mostly == 1 && where == (int)CU_DEVICE_INVALID && fetched == 0);
    EXPECT(cuMemRangeGetAttributes(data, sizes, attributes, 3, start + half, half) == CUDA_SUCCESS);
    EXPECT(mostly == 0 && where == (int)CU_DEVICE_CPU && fetched == (int)CU_DEVICE_CPU);
    EXPECT(cuMemRangeGetAttributes(data, sizes, attributes, 3, start, 2 * half) == CUDA_SUCCESS);
    EXPECT(mostly == 0 && where == (int)CU_DEVICE_INVALID && fetched == (int)CU_DEVICE_INVALID);
    EXPECT(cuMemRangeGetAttributes(data, sizes, attributes, 0, start, half) == CUDA_ERROR_INVALID_VALUE);
}

int main()
{
    const size_t half = 1 << 20;
    char *m;
    CHECK(cudaMallocManaged(&m, 2 * half));
    check_halves(m, half);
    check_prefetches(m, half);
    check_lists(m, half);
    CHECK(cudaFree(m));
    CHECK(cudaMallocManaged(&m, 2 * half)); /* nobody has said anything of this one */
    EXPECT_EQ(preferred(m + half, half), none);
    EXPECT_EQ(prefetched(m, half), none);
    EXPECT_EQ(accessed_by(m + half, half), 0);
    check_pages(m);
    CHECK(cudaFree(m));
    CHECK(cudaMallocManaged(&m, 2 * half));
    check_driver(m, half);
    CHECK(cudaMemAdvise(m, 2 * half, cudaMemAdviseSetReadMostly, device));
    CHECK(cudaDeviceReset());
    CHECK(cudaMallocManaged(&m, 2 * half));
    EXPECT_EQ(is_read_mostly(m, half), 0);
    CHECK(cudaFree(m));
    return finish();
}
