// SWCC: -rdc=true --extended-lambda
// NO-GPU: not yet recorded on a GPU
// Launches in device code whose text is hard to read: lists as shapes, launches in the arguments and the shape of a launch,
// literals with brackets and chevrons in them, kernels that only their arguments' namespace has.
#include "../conformance.h"

namespace sp { struct V { int v; }; __global__ void go(int *p, V v) { atomicAdd(p, v.v); } }
__global__ void add(int *p, int v) { atomicAdd(p, v); }
template <class F> __device__ int call(F f) { return f(); }
__global__ void parent(int *p) {
    add<<<1, {2, 3}>>>(p, 1);
    add<<<{1, 2}, 3>>>(p + 1, 1);
    go<<<1, 1>>>(p + 2, sp::V{5});
    add<<<1, 1>>>(p + 3, call([=] { add<<<1, 2>>>(p + 4, 1); return 7; }));
    add<<<call([=] { add<<<1, 2>>>(p + 5, 1); return 3; }), 1>>>(p + 6, 1);
    const char *s = "add<<<1,1>>>(";
    add<<<1, 1>>>(p + 7, s[0] == 'a' ? ')' : '(');
    add<<<1, 1>>>(p + 8, 1'000);
    add<<<1, 1>>>(p + 9, R"x()")x"[1]);
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 16 * sizeof *got));
    memset(got, 0, 16 * sizeof *got);
    parent<<<1, 1>>>(got);
    CHECK(cudaDeviceSynchronize());
    const int expected[] = {6, 6, 5, 7, 2, 2, 3, ')', 1000, '"'};
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(got[i], expected[i]);
    return finish();
}
