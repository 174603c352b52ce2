// A block's reductions and scans by each algorithm, of whole warps and not, of some threads only, with what comes before.
#include "../libraries.h"
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

template <int THREADS, cub::BlockReduceAlgorithm ALGORITHM> __global__ void reduce(const int *in, int *out, int valid)
{
    using Reduce = cub::BlockReduce<int, THREADS, ALGORITHM>;
    __shared__ typename Reduce::TempStorage room;
    int items[2] = {in[2 * threadIdx.x], in[2 * threadIdx.x + 1]};
    int sum = Reduce(room).Sum(items);
    __syncthreads();
    int most = Reduce(room).Reduce(items[0], cub::Max(), valid);
    if (threadIdx.x == 0) {
        out[0] = sum;
        out[1] = most;
    }
}

/* The sum of what comes before a tile: asked by the first warp, of the block's own sum. */
struct Running {
    int total;
    __device__ int operator()(int of_block)
    {
        int before = total;
        total += of_block;
        return before;
    }
};

template <int THREADS, cub::BlockScanAlgorithm ALGORITHM> __global__ void scan(const int *in, int *out, int tiles)
{
    using Scan = cub::BlockScan<int, THREADS, ALGORITHM>;
    __shared__ typename Scan::TempStorage room;
    Running running = {100};
    for (int tile = 0; tile < tiles; tile++) {
        int place = tile * THREADS + threadIdx.x, item = in[place];
        Scan(room).ExclusiveSum(item, item, running);
        out[place] = item;
        __syncthreads();
    }
}

template <int THREADS, cub::BlockReduceAlgorithm REDUCE, cub::BlockScanAlgorithm SCAN> static void check()
{
    const int tiles = 3;
    std::vector<int> values = numbers<int>(tiles * THREADS, 1000), expected(values.size());
    DeviceArray<int> in(values), out(2), scanned(values.size());
    for (int valid : {1, THREADS / 2 + 1, THREADS}) {
        reduce<THREADS, REDUCE><<<1, THREADS>>>(in, out, valid);
        CHECK_LAUNCH();
        int most = 0;
        for (int i = 0; i < valid; i++)
            most = std::max(most, values[2 * i]);
        EXPECT_EQ(out.host()[0], std::accumulate(values.begin(), values.begin() + 2 * THREADS, 0));
        EXPECT_EQ(out.host()[1], most);
    }
    scan<THREADS, SCAN><<<1, THREADS>>>(in, scanned, tiles);
    CHECK_LAUNCH();
    int sum = 100;
    for (size_t i = 0; i < values.size(); i++) {
        expected[i] = sum;
        sum += values[i];
    }
    EXPECT_VECTOR(scanned.host(), expected);
}

int main()
{
    check<128, cub::BLOCK_REDUCE_RAKING, cub::BLOCK_SCAN_RAKING>();
    check<128, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::BLOCK_SCAN_WARP_SCANS>();
    check<100, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY, cub::BLOCK_SCAN_RAKING_MEMOIZE>();
    check<100, cub::BLOCK_REDUCE_WARP_REDUCTIONS, cub::BLOCK_SCAN_RAKING>();
    return finish();
}
