// A deduction guide that a macro makes with something else in its line is an error there: kernels would deduce another type.
// RUN: not %swcc -c %s -o %t.o 2>&1 | FileCheck %s
template <typename T> struct sum {
    T of;
    __host__ __device__ sum(T x) : of(x) {}
};
#define SUM sum
#define WITH(name) void beside(); name
void other(); SUM(int) -> sum<long long>;
// CHECK-NOT: guides_unread.cu:[[@LINE-1]]
// CHECK: guides_unread.cu:[[@LINE+1]]: error: a macro makes a deduction guide of 'sum' and something else in the same line
WITH(sum)(float) -> sum<double>;

__global__ void kernel(float x, int *to) { *to = sizeof sum(x); }
