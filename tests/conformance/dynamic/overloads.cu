// UNSUPPORTED: quick
// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// Kernels as values in device code where the type that is wanted says which is meant: of several of a name, of a template's.
#include "../conformance.h"

__device__ int sums[32];
__global__ void add(int v) { atomicAdd(&sums[v], 1); }
__global__ void add(float v) { atomicAdd(&sums[(int)v], 100); }
template <class T> __global__ void typed(T v) { atomicAdd(&sums[(int)v], (int)sizeof(T)); }
namespace space {
__global__ void add(int v) { atomicAdd(&sums[v], 7); }
__global__ void add(double v) { atomicAdd(&sums[(int)v], 9); }
}
#define ITSELF(x) x

typedef void (*of_int)(int);
typedef void (*of_float)(float);
struct holder { of_float kernel; };
__device__ of_int table[2];
__device__ void take(of_float kernel, of_int other, int at) {
    kernel<<<1, 1>>>(at);
    other<<<1, 1>>>(at);
}
__device__ of_int give(bool is_typed) {
    if (is_typed) return &typed;
    return add;
}
template <class T> __device__ void in_template(T at) {
    void (*kernel)(T) = add;
    kernel<<<1, 1>>>(at);
}
__host__ __device__ void by_both(int at) {
    of_int p = add;
    of_float q = &add;
    p<<<1, 1>>>(at);
    q<<<1, 1>>>((float)at);
}

__global__ void parent() {
    of_int p = (of_int)add;
    of_float q = add;
    p<<<1, 1>>>(0);
    q<<<1, 1>>>(1);
    p = &add, q = static_cast<of_float>(add);
    p<<<1, 1>>>(2), q<<<1, 1>>>(2);
    p = (add), q = (of_float)&add;
    p<<<1, 1>>>(3), q<<<1, 1>>>(3);
    p = typed, q = &typed;
    p<<<1, 1>>>(4), q<<<1, 1>>>(4);
    p = typed<int>, q = ITSELF(add);
    p<<<1, 1>>>(5), q<<<1, 1>>>(5);
    p = space::add;
    void (*wide)(double) = &space::add;
    p<<<1, 1>>>(6), wide<<<1, 1>>>(6);
    holder h{add}, g = {&typed};
    h.kernel<<<1, 1>>>(7), g.kernel<<<1, 1>>>(7);
    of_float r(add), s{add};
    r<<<1, 1>>>(8), s<<<1, 1>>>(8);
    table[0] = add, table[1] = typed;
    table[0]<<<1, 1>>>(9), table[1]<<<1, 1>>>(9);
    take(add, add, 10), take(&add, typed, 11), take(typed, &add, 12);
    give(false)<<<1, 1>>>(13), give(true)<<<1, 1>>>(13);
    in_template(14), in_template(15.f);
    by_both(16);
    of_int(add)<<<1, 1>>>(17);
}

int main()
{
    static const int expected[32] = {1, 100, 101, 101, 8, 104, 16, 104, 200, 5, 101, 104, 5, 5, 1, 100, 202, 1};
    int got[32];
    parent<<<1, 1>>>();
    by_both(16);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    EXPECT_EQ(cudaMemcpyFromSymbol(got, sums, sizeof got), cudaSuccess);
    for (int i = 0; i < 32; i++) EXPECT_EQ(got[i], expected[i]);
    return finish();
}
