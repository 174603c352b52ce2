/* Lines are joined where a backslash ends one, before there are comments: what stands in them opens nothing, and the code
 * behind them is read as it is. */
// NO-GPU: it prints nothing
// SWCC: -std=c++17
#include "../conformance.h"

template <class T> struct Sum { T v; __host__ __device__ Sum(T x) : v(x) {} };
// a path: c:\kernels\
   and all others: c:\sources/*.cu "
Sum(float) -> Sum<double>;
/* closes */
// clang-format off
// a text\
   R"( and a quote "
// clang-format on
Sum(int) -> Sum<long long>;
/\
/ in two lines, with /*
Sum(short) -> Sum<long>;
/* closes */
#define FOUR 4 /* begins in a line of the preprocessor
   and ends in another: " { */
Sum(char) -> Sum<double>;

template <class T> __host__ __device__ int size_of(T x) {
    Sum sum(x);
    return (int)sizeof sum;
}

/* A register, and a word that a defaulted member's first declaration has. */
// c:\sources\
   in all /*.cu
struct Plain {
    int a;
    __host__ __device__ Plain() = default;
};
__device__ int of_register(int a) {
    int b;
    asm("mov.u32 %0, %laneid;" : "=r"(b));
    return a + b;
}

__global__ void on_device(int *out) {
    out[0] = size_of(1.0f), out[1] = size_of(1), out[2] = size_of((short)1), out[3] = size_of('c');
    Plain plain = {};
    out[4] = of_register(FOUR) + plain.a;
}

int main() {
    DeviceArray<int> numbers(5);
    on_device<<<1, 1>>>(numbers);
    CHECK_LAUNCH();
    std::vector<int> device = numbers.host();
    const int host[] = {size_of(1.0f), size_of(1), size_of((short)1), size_of('c'), 4};
    for (int i = 0; i < 5; i++)
        EXPECT_EQ(device[i], host[i]);
    return finish();
}
