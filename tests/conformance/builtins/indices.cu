/* threadIdx, blockIdx, blockDim, gridDim and warpSize in one, two and three dimensions, at sizes that are no multiple
 * of a warp: every thread runs exactly once and knows where it is. */
#include "../check.h"

struct record {
    unsigned runs, thread[3], block[3], size[3], grid[3];
    int warp;
};

__global__ void note(record *records) {
    unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    record *mine = &records[block * (blockDim.x * blockDim.y * blockDim.z) + thread];
    atomicAdd(&mine->runs, 1u);
    const unsigned all[4][3] = {{threadIdx.x, threadIdx.y, threadIdx.z}, {blockIdx.x, blockIdx.y, blockIdx.z},
                                {blockDim.x, blockDim.y, blockDim.z}, {gridDim.x, gridDim.y, gridDim.z}};
    for (int k = 0; k < 3; k++) {
        mine->thread[k] = all[0][k];
        mine->block[k] = all[1][k];
        mine->size[k] = all[2][k];
        mine->grid[k] = all[3][k];
    }
    mine->warp = warpSize;
}

static void check_launch(dim3 grid, dim3 block) {
    unsigned threads = block.x * block.y * block.z, blocks = grid.x * grid.y * grid.z;
    record *records = managed<record>(threads * blocks);
    note<<<grid, block>>>(records);
    FINISH();
    const unsigned size[3] = {block.x, block.y, block.z}, extent[3] = {grid.x, grid.y, grid.z};
    for (unsigned i = 0; i < threads * blocks; i++) {
        const record &r = records[i];
        unsigned t = i % threads, b = i / threads;
        const unsigned thread[3] = {t % block.x, t / block.x % block.y, t / block.x / block.y};
        const unsigned where[3] = {b % grid.x, b / grid.x % grid.y, b / grid.x / grid.y};
        CHECK_AT(i, 1u, r.runs);
        CHECK_AT(i, 32, r.warp);
        for (int k = 0; k < 3; k++) {
            CHECK_AT(i, thread[k], r.thread[k]);
            CHECK_AT(i, where[k], r.block[k]);
            CHECK_AT(i, size[k], r.size[k]);
            CHECK_AT(i, extent[k], r.grid[k]);
        }
    }
    CUDA(cudaFree(records));
}

int main() {
    check_launch(1, 1);
    check_launch(3, 33);
    check_launch(7, 1024);
    check_launch(dim3(1, 5), dim3(1, 7));
    check_launch(dim3(3, 2), dim3(17, 5));
    check_launch(dim3(2, 3, 5), dim3(5, 3, 7));
    check_launch(dim3(1, 1, 9), dim3(1, 1, 64));
    check_launch(dim3(4, 1, 3), dim3(2, 1, 31));
    return check_result();
}
