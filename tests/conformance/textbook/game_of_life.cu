// Conway's life on a torus, one byte a cell, with a tile in shared memory.
#include <cstdio>
#include <cstring>

#define SIZE 96
#define TILE 16
#define GENERATIONS 30

typedef unsigned char cell;

__global__ void life(const cell *now, cell *next)
{
    __shared__ cell tile[TILE + 2][TILE + 2];
    int x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    int thread = threadIdx.y * TILE + threadIdx.x;
    for (int i = thread; i < (TILE + 2) * (TILE + 2); i += TILE * TILE) {
        int ty = i / (TILE + 2), tx = i % (TILE + 2);
        int gx = (blockIdx.x * TILE + tx + SIZE - 1) % SIZE, gy = (blockIdx.y * TILE + ty + SIZE - 1) % SIZE;
        tile[ty][tx] = now[gy * SIZE + gx];
    }
    __syncthreads();
    int cx = threadIdx.x + 1, cy = threadIdx.y + 1, alive = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dx != 0 || dy != 0)
                alive += tile[cy + dy][cx + dx];
    next[y * SIZE + x] = alive == 3 || (alive == 2 && tile[cy][cx]);
}

static cell host_now[SIZE * SIZE], host_next[SIZE * SIZE], got[SIZE * SIZE];

static void life_on_host()
{
    for (int y = 0; y < SIZE; y++)
        for (int x = 0; x < SIZE; x++) {
            int alive = 0;
            for (int dy = SIZE - 1; dy <= SIZE + 1; dy++)
                for (int dx = SIZE - 1; dx <= SIZE + 1; dx++)
                    if (dx != SIZE || dy != SIZE)
                        alive += host_now[(y + dy) % SIZE * SIZE + (x + dx) % SIZE];
            host_next[y * SIZE + x] = alive == 3 || (alive == 2 && host_now[y * SIZE + x]);
        }
    memcpy(host_now, host_next, sizeof host_now);
}

int main()
{
    unsigned seed = 7;
    for (int i = 0; i < SIZE * SIZE; i++) {
        seed = seed * 1664525u + 1013904223u;
        host_now[i] = seed >> 30 == 0;
    }
    cell *a, *b;
    cudaMalloc(&a, sizeof host_now);
    cudaMalloc(&b, sizeof host_now);
    cudaMemcpy(a, host_now, sizeof host_now, cudaMemcpyHostToDevice);
    for (int g = 0; g < GENERATIONS; g++) {
        life<<<dim3(SIZE / TILE, SIZE / TILE), dim3(TILE, TILE)>>>(a, b);
        cell *t = a;
        a = b;
        b = t;
        life_on_host();
    }
    cudaMemcpy(got, a, sizeof got, cudaMemcpyDeviceToHost);
    int alive = 0;
    for (int i = 0; i < SIZE * SIZE; i++)
        alive += got[i];
    printf("%d cells alive after %d generations\n", alive, GENERATIONS);
    return memcmp(got, host_now, sizeof got) != 0;
}
