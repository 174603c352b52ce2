/* A function's restricted pointers hold within one call. The loop calls it with the two buffers exchanged each time, so
 * what one turn writes the next one reads. */
#include "../conformance.h"

enum { THREADS = 64, TURNS = 8 };

__host__ __device__ static inline void step(int *__restrict__ to, const int *__restrict__ from, int turn)
{
    int first = from[0];
    to[0] = first * 3 + turn;
    to[1] = first + from[1];
}

__host__ __device__ static inline void turns(int *to, int *from, int count)
{
    for (int i = 0; i < count; i++) {
        step(to, from, i);
        int *other = to;
        to = from;
        from = other;
    }
}

__global__ void some(int *a, int *b, int count)
{
    turns(a + 2 * threadIdx.x, b + 2 * threadIdx.x, count);
}

__global__ void four(int *a, int *b)
{
    turns(a + 2 * threadIdx.x, b + 2 * threadIdx.x, 4);
}

int main()
{
    int *a, *b;
    std::vector<int> c(2 * THREADS), d(2 * THREADS);
    cudaMallocManaged(&a, 2 * THREADS * sizeof(int));
    cudaMallocManaged(&b, 2 * THREADS * sizeof(int));
    for (int i = 0; i < 2 * THREADS; i++)
        a[i] = c[i] = 7 * i, b[i] = d[i] = i;
    some<<<1, THREADS>>>(a, b, TURNS);
    four<<<1, THREADS>>>(a, b);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    for (int t = 0; t < THREADS; t++) {
        turns(&c[2 * t], &d[2 * t], TURNS);
        turns(&c[2 * t], &d[2 * t], 4);
    }
    for (int i = 0; i < 2 * THREADS; i++) {
        EXPECT_EQ(a[i], c[i]);
        EXPECT_EQ(b[i], d[i]);
    }
    return finish();
}
