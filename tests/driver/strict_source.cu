// What nvcc refuses and swcc takes, with a warning, unless a file is to be strict: nvcc's words.
// RUN: %swcc -c %s -o %t.o > %t.out 2>&1
// RUN: FileCheck %s --check-prefix=WARNED < %t.out
// RUN: grep -c 'warning:' %t.out | FileCheck %s --check-prefix=COUNT
// WARNED-DAG: strict_source.cu:[[#LAMBDA:]]: warning: nvcc refuses this: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
// WARNED-DAG: strict_source.cu:[[#LAMBDA+1]]: warning: nvcc refuses this: __host__ or __device__ annotation on lambda
// WARNED-DAG: strict_source.cu:[[#LAMBDA+4]]: warning: nvcc refuses this: __host__ or __device__ annotation on lambda
// WARNED-DAG: warning: nvcc refuses this: identifier "table" is undefined in device code
// WARNED-DAG: warning: nvcc refuses this: identifier "Template<3>::values" is undefined in device code
// RUN: %if !quick %{ %swcc -c -w %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LENIENT --allow-empty %}
// RUN: %if !quick %{ not %swcc -c -Werror all-warnings %s -o %t.o 2>&1 | grep -c 'error:' | FileCheck %s --check-prefix=COUNT %}
// LENIENT-NOT: {{.}}
// RUN: not %swcc -c --strict %s -o %t.o > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: grep -c 'error:' %t.out | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}9{{$}}
// RUN: %if !quick %{ not %swcc -c --strict --extended-lambda %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OPTION %}
// OPTION-NOT: lambda
// OPTION: identifier "table" is undefined in device code
// OPTION-NOT: lambda
// RUN: %swcc -c --strict --extended-lambda -DFINE %s -o %t.o 2>&1 | FileCheck %s --check-prefix=LENIENT --allow-empty
// CHECK-DAG: strict_source.cu:[[#LAMBDA:]]: error: __host__ or __device__ annotation on lambda requires --extended-lambda nvcc flag
// CHECK-DAG: strict_source.cu:[[#LAMBDA+1]]: error: __host__ or __device__ annotation on lambda requires
// CHECK-DAG: strict_source.cu:[[#LAMBDA+4]]: error: __host__ or __device__ annotation on lambda requires
// CHECK-DAG: error: identifier "table" is undefined in device code
// CHECK-DAG: error: identifier "other" is undefined in device code
// CHECK-DAG: error: identifier "scalar" is undefined in device code
// CHECK-DAG: error: identifier "Type::table" is undefined in device code
// CHECK-DAG: error: identifier "Template<3>::values" is undefined in device code
// CHECK-DAG: error: identifier "constants::folded" is undefined in device code
constexpr int table[3] = {1, 2, 3};
const int other[2] = {4, 5};
constexpr int scalar = 7;
struct Type { static constexpr int table[2] = {1, 2}; };
template <int N> struct Template { static constexpr int values[2] = {N, 2}; };
namespace constants { constexpr int folded[2] = {1, 2}; }
__constant__ int own[3] = {1, 2, 3};
__device__ const int second[2] = {1, 2};
static __constant__ const int third[2] = {3, 4};
__constant__ constexpr int fourth[2] = {3, 4};
template <class F> __global__ void run(F f) { f(1); }
#ifndef FINE
__global__ void use(int *p, const int **q, int i) {
    p[0] = table[i];
    p[1] = other[i];
    *q = &scalar;
    p[2] = Type::table[i];
    p[3] = Template<3>::values[i];
    p[4] = constants::folded[1];
}
#endif
__device__ int local(int i) {
    static constexpr int inner[2] = {1, 2};
    constexpr int most[3] = {1, 2, 4};
    const char *text = __func__;
    return inner[i] + most[i] + text[i] + scalar;
}
__global__ void fine(int *p, int i) {
    p[0] = own[i] + second[i] + third[i] + fourth[i] + local(i) + scalar;
    auto plain = [](int i) { return i; };
    p[1] = plain(i);
}
int main() {
    int *p = nullptr;
    [[maybe_unused]] int a[3] = {table[0], other[1], scalar};
    run<<<1, 1>>>([=] __device__(int i) { if (p) p[0] = i; });
    auto both = [=] __host__ __device__(int i) { return i; };
    auto plain = [](int i) { return i; };
    run<<<1, 1>>>(both);
    run<<<1, 1>>>([] __device__(int) {});
    return plain(0) + a[0];
}
[[nodiscard]] __host__ __device__ int attributed() { return 0; }
