// Page-locked host memory: cudaMallocHost, cudaHostAlloc, cudaHostRegister, and their device pointers and flags.
#include "../conformance.h"

__global__ void twice(int *at, int n)
{
    int i = threadIdx.x;
    if (i < n)
        at[i] *= 2;
}

static void check_mapped(int *host, int n)
{
    int *device = nullptr;
    CHECK(cudaHostGetDevicePointer(&device, host, 0));
    for (int i = 0; i < n; i++)
        host[i] = i + 1;
    twice<<<1, n>>>(device, n);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++)
        EXPECT_EQ(host[i], 2 * (i + 1));
}

int main()
{
    constexpr int n = 100;
    int *host;
    CHECK(cudaMallocHost(&host, n * sizeof(int)));
    check_mapped(host, n);
    twice<<<1, n>>>(host, n); /* with unified addressing the host's pointer is the device's */
    CHECK_LAUNCH();
    EXPECT_EQ(host[9], 40);
    CHECK(cudaFreeHost(host));

    unsigned flags = 0;
    CHECK(cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocMapped | cudaHostAllocPortable));
    CHECK(cudaHostGetFlags(&flags, host));
    EXPECT_EQ(flags & cudaHostAllocMapped, unsigned(cudaHostAllocMapped));
    check_mapped(host, n);
    CHECK(cudaFreeHost(host));
    CHECK(cudaHostAlloc(&host, n * sizeof(int), cudaHostAllocWriteCombined | cudaHostAllocMapped));
    check_mapped(host, n);
    CHECK(cudaFreeHost(host));

    std::vector<int> own(n);
    CHECK(cudaHostRegister(own.data(), n * sizeof(int), cudaHostRegisterMapped));
    check_mapped(own.data(), n);
    EXPECT_ERROR(cudaHostRegister(own.data(), n * sizeof(int), 0), cudaErrorHostMemoryAlreadyRegistered);
    CHECK(cudaHostUnregister(own.data()));
    EXPECT_ERROR(cudaHostUnregister(own.data()), cudaErrorHostMemoryNotRegistered);
    CHECK(cudaFreeHost(nullptr));
    return finish();
}
