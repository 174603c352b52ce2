// Local memory of a size that is known at run time only, and on more than 64 bytes, in kernels with barriers.
#include "../conformance.h"

__global__ void variable_size(int *out, int n)
{
    for (int turn = 0; turn < 3; turn++) {
        int *at = (int *)__builtin_alloca(n * sizeof(int)), sum = 0;
        for (int i = 0; i < n; i++)
            at[i] = i + threadIdx.x + turn;
        __syncthreads();
        for (int i = 0; i < n; i++)
            sum += at[i];
        out[threadIdx.x] = sum;
    }
}

/* A table, and a list of nodes: nothing of it lies where something else does. */
struct Node { Node *next; int value; };

__device__ __noinline__ int list(int n, int x)
{
    Node *first = nullptr;
    int *table = (int *)__builtin_alloca(n * sizeof(int)), sum = 0;
    for (int i = 0; i < n; i++) {
        Node *node = (Node *)__builtin_alloca(sizeof(Node));
        *node = {first, x + i};
        first = node;
    }
    for (int i = 0; i < n; i++)
        table[i] = i;
    for (Node *node = first; node; node = node->next)
        sum = sum * 3 + node->value + table[node->value % n];
    return sum;
}

__global__ void lists(int *out, int n) { out[threadIdx.x] = list(n, threadIdx.x); }

__global__ void aligned(int *out, int i)
{
    alignas(256) int local[128];
    for (int k = 0; k < 128; k++)
        local[k] = k + threadIdx.x;
    __syncthreads();
    int *at = local;
    out[threadIdx.x] = (size_t)at % 256 ? -1 : local[i + 16] + local[i + 33];
}

int main()
{
    int *out;
    CHECK(cudaMallocManaged(&out, 32 * sizeof *out));
    variable_size<<<1, 32>>>(out, 10);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(out[1], 45 + 10 * 3);
    lists<<<1, 32>>>(out, 10);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 32; t++) {
        int sum = 0;
        for (int value = t + 9; value >= t; value--)
            sum = sum * 3 + value + value % 10;
        EXPECT_EQ(out[t], sum);
    }
    aligned<<<1, 7>>>(out, 1);
    CHECK(cudaDeviceSynchronize());
    for (int t = 0; t < 7; t++)
        EXPECT_EQ(out[t], 17 + 34 + 2 * t);
    return finish();
}
