// A function with ... is declared in device code, chosen among others, and called; it may not read its arguments.
// RUN: %swcc %s -o %t && %run %t | FileCheck %s
// RUN: not %swcc -c %s -DREADS -o %t.o 2>&1 | FileCheck %s --check-prefix=READS
// CHECK: 1 0 7
// READS: variadic.cu:[[@LINE+8]]:{{[0-9]+}}: error: CUDA device code does not support va_arg
#include <cstdarg>
#include <cstdio>
#ifdef READS
__device__ int sum(int n, ...)
{
    va_list arguments;
    va_start(arguments, n);
    int first = va_arg(arguments, int);
    va_end(arguments);
    return first;
}
#endif

template <class From, class To> struct Converts {
    __host__ __device__ static char test(To);
    template <class U> __host__ __device__ static long test(...);
    template <class U> __host__ __device__ static auto test(int) -> decltype(static_cast<U>(From()), char());
    static constexpr bool value = sizeof(test<To>(0)) == 1;
};

__host__ __device__ int any(...) { return 7; }

__global__ void ask(int *answers)
{
    answers[0] = Converts<int, float>::value;
    answers[1] = Converts<int *, float>::value;
    answers[2] = any(threadIdx.x, 2.5f, answers);
}

int main()
{
    int *answers;
    cudaMallocManaged(&answers, 3 * sizeof *answers);
    ask<<<1, 32>>>(answers);
    cudaDeviceSynchronize();
    printf("%d %d %d\n", answers[0], answers[1], answers[2]);
}
