// UNSUPPORTED: quick
// Execution policies: a stream of the program's, without waiting, and a program's allocator for temporary memory.
#include "../libraries.h"
#include <map>
#include <thrust/device_vector.h>
#include <thrust/execution_policy.h>
#include <thrust/fill.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/scan.h>
#include <thrust/system/cuda/execution_policy.h>

struct Counting {
    using value_type = char;
    std::map<char *, ptrdiff_t> given;
    int allocations = 0;
    char *allocate(ptrdiff_t bytes)
    {
        char *at;
        CHECK(cudaMalloc(&at, bytes ? bytes : 1));
        given[at] = bytes;
        allocations++;
        return at;
    }
    void deallocate(char *at, size_t bytes)
    {
        EXPECT(given.count(at) && given[at] == static_cast<ptrdiff_t>(bytes));
        given.erase(at);
        CHECK(cudaFree(at));
    }
};

__global__ void later(int *values, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        values[i] = i % 3;
}

int main()
{
    const int n = 20011;
    cudaStream_t stream;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    std::vector<int> expected(n);
    for (int i = 0; i < n; i++)
        expected[i] = i % 3 + (i ? expected[i - 1] : 0);

    thrust::device_vector<int> x(n), y(n);
    CHECK(cudaDeviceSynchronize());
    later<<<1, 128, 0, stream>>>(x.data().get(), n);
    thrust::inclusive_scan(thrust::cuda::par.on(stream), x.begin(), x.end(), y.begin());
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_VECTOR(host_of(y), expected);

    thrust::fill(thrust::cuda::par_nosync.on(stream), y.begin(), y.end(), 0);
    thrust::inclusive_scan(thrust::cuda::par_nosync.on(stream), x.begin(), x.end(), y.begin());
    CHECK(cudaStreamSynchronize(stream));
    EXPECT_VECTOR(host_of(y), expected);

    Counting counting;
    thrust::fill(y.begin(), y.end(), 0);
    thrust::inclusive_scan(thrust::cuda::par(counting), x.begin(), x.end(), y.begin());
    CHECK(cudaDeviceSynchronize());
    EXPECT_VECTOR(host_of(y), expected);
    thrust::inclusive_scan(thrust::cuda::par(counting).on(stream), x.begin(), x.end(), y.begin());
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(counting.allocations >= 2);
    EXPECT(counting.given.empty());
    CHECK(cudaStreamDestroy(stream));
    return finish();
}
