/* cub_compact: keeps the elements of an array that a condition takes, and adds up what each block kept.
 *
 * CUB has algorithms for a whole device, for a block and for a warp. Those for a device are called by the host, twice:
 * the first call, without memory, says how much temporary memory it wants; the second one does the work. A block's
 * algorithms are called by all threads of a kernel's block, with a variable in shared memory as their scratch pad.
 *
 * The headers are Debian's libcub-dev (or any other release: docs/build-systems.md).
 */
#include "check.h"
#include <cub/block/block_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <vector>

constexpr int THREADS = 128;

struct IsMultiple {
    int of;
    __host__ __device__ bool operator()(int x) const { return x % of == 0; }
};

__global__ void block_sums(const int *array, int n, int *sums)
{
    using Reduce = cub::BlockReduce<int, THREADS>;
    __shared__ typename Reduce::TempStorage scratch;
    int i = blockIdx.x * THREADS + threadIdx.x;
    int sum = Reduce(scratch).Sum(i < n ? array[i] : 0); /* in thread 0 */
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

int main()
{
    constexpr int n = 100003;
    std::vector<int> array(n), kept;
    for (int i = 0; i < n; i++) {
        array[i] = i * 7 % 1000;
        if (IsMultiple{3}(array[i]))
            kept.push_back(array[i]);
    }
    int *in, *out, *count, how_many;
    CHECK(cudaMalloc(&in, n * sizeof(int)));
    CHECK(cudaMalloc(&out, n * sizeof(int)));
    CHECK(cudaMalloc(&count, sizeof(int)));
    CHECK(cudaMemcpy(in, array.data(), n * sizeof(int), cudaMemcpyHostToDevice));

    size_t bytes = 0;
    void *scratch = nullptr;
    CHECK(cub::DeviceSelect::If(scratch, bytes, in, out, count, n, IsMultiple{3}));
    CHECK(cudaMalloc(&scratch, bytes));
    CHECK(cub::DeviceSelect::If(scratch, bytes, in, out, count, n, IsMultiple{3}));
    CHECK(cudaMemcpy(&how_many, count, sizeof(int), cudaMemcpyDeviceToHost));
    printf("%d of %d are multiples of 3\n", how_many, n);
    EXPECT(how_many == static_cast<int>(kept.size()));
    std::vector<int> got(how_many);
    CHECK(cudaMemcpy(got.data(), out, how_many * sizeof(int), cudaMemcpyDeviceToHost));
    EXPECT(got == kept); /* in the order in which they stood */

    int blocks = (how_many + THREADS - 1) / THREADS, *sums;
    CHECK(cudaMalloc(&sums, blocks * sizeof(int)));
    block_sums<<<blocks, THREADS>>>(out, how_many, sums);
    CHECK_LAUNCH();
    std::vector<int> by_block(blocks);
    CHECK(cudaMemcpy(by_block.data(), sums, blocks * sizeof(int), cudaMemcpyDeviceToHost));
    long long sum = 0, expected = 0;
    for (int of_block : by_block)
        sum += of_block;
    for (int element : kept)
        expected += element;
    printf("their sum, of %d blocks: %lld\n", blocks, sum);
    EXPECT(sum == expected);
    for (int *memory : {in, out, count, sums})
        CHECK(cudaFree(memory));
    CHECK(cudaFree(scratch));
    return 0;
}
