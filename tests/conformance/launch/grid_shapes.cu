// Grids and blocks of one to three dimensions, odd sizes and partial warps: every thread of every block runs once, and
// its built-in variables are right.
#include "../conformance.h"

struct Seen {
    unsigned thread[3], block[3], runs, lane_size;
};

__global__ void record(Seen *seen, int *wrong, uint3 block_size, uint3 grid_size)
{
    if (blockDim.x != block_size.x || blockDim.y != block_size.y || blockDim.z != block_size.z)
        atomicAdd(wrong, 1);
    if (gridDim.x != grid_size.x || gridDim.y != grid_size.y || gridDim.z != grid_size.z)
        atomicAdd(wrong, 1);
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    Seen *mine = &seen[size_t(block) * (blockDim.x * blockDim.y * blockDim.z) + thread];
    mine->thread[0] = threadIdx.x, mine->thread[1] = threadIdx.y, mine->thread[2] = threadIdx.z;
    mine->block[0] = blockIdx.x, mine->block[1] = blockIdx.y, mine->block[2] = blockIdx.z;
    mine->lane_size = warpSize;
    atomicAdd(&mine->runs, 1u);
}

/* The same with a barrier in it: threads that wait take another way through the compiler. */
__global__ void record_with_barrier(Seen *seen, int *wrong, uint3 block_size, uint3 grid_size)
{
    unsigned threads = blockDim.x * blockDim.y * blockDim.z;
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    extern __shared__ unsigned turned[];
    turned[thread] = thread * 3 + blockIdx.x;
    __syncthreads();
    if (turned[threads - 1 - thread] != (threads - 1 - thread) * 3 + blockIdx.x)
        atomicAdd(wrong, 1);
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    Seen *mine = &seen[size_t(block) * threads + thread];
    mine->thread[0] = threadIdx.x, mine->thread[1] = threadIdx.y, mine->thread[2] = threadIdx.z;
    mine->block[0] = blockIdx.x, mine->block[1] = blockIdx.y, mine->block[2] = blockIdx.z;
    mine->lane_size = warpSize;
    atomicAdd(&mine->runs, 1u);
}

static void check_one(const Seen &seen, size_t index, dim3 grid, dim3 block)
{
    size_t threads = size_t(block.x) * block.y * block.z, t = index % threads, b = index / threads;
    EXPECT_EQ(seen.runs, 1u);
    EXPECT_EQ(seen.lane_size, 32u);
    EXPECT_EQ(seen.thread[0], t % block.x);
    EXPECT_EQ(seen.thread[1], t / block.x % block.y);
    EXPECT_EQ(seen.thread[2], t / block.x / block.y);
    EXPECT_EQ(seen.block[0], b % grid.x);
    EXPECT_EQ(seen.block[1], b / grid.x % grid.y);
    EXPECT_EQ(seen.block[2], b / grid.x / grid.y);
}

template <class Kernel> static void check(Kernel kernel, dim3 grid, dim3 block)
{
    size_t threads = size_t(block.x) * block.y * block.z, all = threads * grid.x * grid.y * grid.z;
    DeviceArray<Seen> seen(all);
    DeviceArray<int> wrong(1);
    kernel<<<grid, block, threads * sizeof(unsigned)>>>(seen, wrong, block, grid);
    CHECK_LAUNCH();
    std::vector<Seen> host = seen.host();
    for (size_t i = 0; i < all; i++)
        check_one(host[i], i, grid, block);
    EXPECT_EQ(wrong.host()[0], 0);
}

int main()
{
    const dim3 grids[] = {1, 7, dim3(3, 5), dim3(2, 3, 4), dim3(1, 1, 9)};
    const dim3 blocks[] = {1, 31, 32, 33, 100, 1024, dim3(5, 7), dim3(16, 16), dim3(3, 5, 7), dim3(1, 1, 64), dim3(2, 512, 1)};
    for (dim3 grid : grids)
        for (dim3 block : blocks) {
            check(record, grid, block);
            check(record_with_barrier, grid, block);
        }
    return finish();
}
