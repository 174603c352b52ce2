// cudaMemset and cudaMemsetAsync: only the low byte of the value counts, sizes and offsets are in bytes, order holds.
#include "../conformance.h"

__global__ void add_one(int *at, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        at[i] += 1;
}

int main()
{
    DeviceArray<unsigned char> bytes(10000);
    CHECK(cudaMemset(bytes, 0x1234, 10000));
    CHECK(cudaMemset(bytes + 17, 0xab, 4099));
    CHECK(cudaMemset(bytes + 9999, 0, 1));
    CHECK(cudaMemset(bytes, 0xff, 0));
    std::vector<unsigned char> host = bytes.host();
    for (int i = 0; i < 9999; i++)
        EXPECT_EQ(host[i], i >= 17 && i < 17 + 4099 ? 0xab : 0x34);
    EXPECT_EQ(host[9999], 0);

    constexpr int n = 1 << 20;
    DeviceArray<int> ints(n);
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    for (int round = 0; round < 5; round++) {
        CHECK(cudaMemsetAsync(ints, round, n * sizeof(int), stream));
        add_one<<<n / 256, 256, 0, stream>>>(ints, n);
        add_one<<<n / 256, 256, 0, stream>>>(ints, n);
    }
    CHECK(cudaStreamSynchronize(stream));
    for (int value : ints.host())
        EXPECT_EQ(value, 0x04040404 + 2);
    CHECK(cudaStreamDestroy(stream));

    /* A memset of managed and of page-locked memory works as well. */
    char *managed, *locked;
    CHECK(cudaMallocManaged(&managed, 100));
    CHECK(cudaMallocHost(&locked, 100));
    CHECK(cudaMemset(managed, 5, 100));
    CHECK(cudaMemset(locked, 6, 100));
    CHECK(cudaDeviceSynchronize());
    EXPECT(managed[99] == 5 && locked[0] == 6);
    CHECK(cudaFree(managed));
    CHECK(cudaFreeHost(locked));
    return finish();
}
