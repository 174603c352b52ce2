/* Matrix product in tiles of 16 x 16 in shared memory. */
#include "run.h"

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float tile_a[TILE][TILE], tile_b[TILE][TILE];
    int tx = threadIdx.x, ty = threadIdx.y;
    int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
    float sum = 0;

    for (int tile = 0; tile < n / TILE; tile++) {
        tile_a[ty][tx] = a[row * n + tile * TILE + tx];
        tile_b[ty][tx] = b[(tile * TILE + ty) * n + column];
        __syncthreads();
        for (int k = 0; k < TILE; k++)
            sum += tile_a[ty][k] * tile_b[k][tx];
        __syncthreads();
    }
    c[row * n + column] = sum;
}

extern "C" void run_matmul(void)
{
    matmul<<<dim3(MATMUL_N / TILE, MATMUL_N / TILE), dim3(TILE, TILE)>>>(bench.matmul.a, bench.matmul.b,
                                                                         bench.matmul.c, MATMUL_N);
    finish_launch("matmul");
}
