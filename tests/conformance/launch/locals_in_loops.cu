// Local memory that a loop takes, once a turn, beside some of a size that is known at run time only: no two lie in one place.
// NO-GPU: nvcc 13.0 gives what has a known size one place, in all turns: on an H200 the list is a ring, and never ends
#include "../conformance.h"

/* A table, and a list of nodes. */
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

int main()
{
    DeviceArray<int> out(32);
    lists<<<1, 32>>>(out, 10);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int t = 0; t < 32; t++) {
        int sum = 0;
        for (int value = t + 9; value >= t; value--)
            sum = sum * 3 + value + value % 10;
        EXPECT_EQ(got[t], sum);
    }
    return finish();
}
