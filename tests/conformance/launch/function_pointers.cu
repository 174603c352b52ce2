// Pointers to device functions: in tables, in variables that the host reads and passes back, chosen per thread.
#include "../conformance.h"

typedef float (*Unary)(float);
typedef int (*Binary)(int, int);

__device__ float twice(float x) { return 2 * x; }
__device__ float square(float x) { return x * x; }
__device__ float negate(float x) { return -x; }
__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }

__device__ Unary table[3] = {twice, square, negate};
__constant__ Binary constant_table[2] = {add, subtract};
__device__ Unary chosen = square;

__global__ void from_table(float *out, int n)
{
    int i = threadIdx.x;
    if (i < n)
        out[i] = table[i % 3](i);
}

__global__ void apply(Unary function, float *out, int n)
{
    if (threadIdx.x < n)
        out[threadIdx.x] = function(threadIdx.x);
}

__global__ void from_constant(int *out)
{
    Binary local[2] = {constant_table[1], constant_table[0]};
    out[threadIdx.x] = local[threadIdx.x & 1](100, threadIdx.x);
}

__device__ float compose(Unary outer, Unary inner, float x) { return outer(inner(x)); }

__global__ void passed_on(float *out) { out[threadIdx.x] = compose(negate, threadIdx.x % 2 ? twice : square, threadIdx.x); }

int main()
{
    constexpr int n = 40;
    DeviceArray<float> out(n);
    DeviceArray<int> ints(n);
    from_table<<<1, n>>>(out, n);
    from_constant<<<1, n>>>(ints);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++) {
        EXPECT_EQ(out.host()[i], i % 3 == 0 ? 2.0f * i : i % 3 == 1 ? float(i * i) : -float(i));
        EXPECT_EQ(ints.host()[i], i % 2 ? 100 + i : 100 - i);
    }

    Unary function;
    CHECK(cudaMemcpyFromSymbol(&function, chosen, sizeof function));
    apply<<<1, n>>>(function, out, n);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[7], 49.0f);
    CHECK(cudaMemcpyFromSymbol(&function, table, sizeof function, 2 * sizeof function));
    apply<<<1, n>>>(function, out, n);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[7], -7.0f);

    passed_on<<<1, n>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < n; i++)
        EXPECT_EQ(out.host()[i], i % 2 ? -2.0f * i : -float(i * i));
    return finish();
}
