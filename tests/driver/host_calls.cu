// Functions of both sides that call the host's, and that device code may come to: nvcc warns, and so is it here. The call stops
// the kernel. What is no plain call stays an error, and so does a function of the host that a kernel calls.
// UNSUPPORTED: quick
// RUN: %swcc -std=c++17 %s -o %t 2>&1 | FileCheck %s && %run %t
// RUN: %if !quick %{ %swcc -std=c++17 -diag-suppress 20011 %s -o %t 2>&1 | count 0 %}
// RUN: %if !quick %{ %swcc -std=c++17 -rdc=true %s -o %t 2>&1 | FileCheck %s --check-prefixes=CHECK,RDC && %run %t %}
// RUN: not %swcc -std=c++17 -diag-error 20011 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %if !quick %{ not %swcc -std=c++17 -DMEMBER -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=MEMBER %}
// RUN: %if !quick %{ not %swcc -std=c++17 -DHOST -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST %}
#include <cstdio>
#include <string>

namespace lib {
int host(int x) { return x * 3; }
std::string text(int x, const char *ending) { return std::to_string(x) + ending; }
} // namespace lib
__host__ __device__ int branch(int x)
{
    if (x < 0)
        // CHECK-DAG: host_calls.cu:[[#@LINE + 2]]:{{[0-9]+}}: warning: calling a __host__ function from a __host__ __device__ function is not allowed{{.*}} [#20011-D]
        // ERROR: host_calls.cu:[[#@LINE + 1]]:{{[0-9]+}}: error: calling a __host__ function
        return lib::host(x);
    return x + 1;
}
__host__ __device__ void print(int x)
{
    // RDC-DAG: host_calls.cu:[[#@LINE + 1]]:{{[0-9]+}}: warning: {{.*}} [#20011-D]
    puts(lib::text(x, ")").c_str());
}
#ifdef MEMBER
// MEMBER: host_calls.cu:[[#@LINE + 1]]:{{[0-9]+}}: error: reference to __host__ function
__host__ __device__ int member(int x) { return (int)lib::text(x, "").size(); }
#endif
struct Base {
    // CHECK-DAG: host_calls.cu:[[#@LINE + 1]]:{{[0-9]+}}: warning: {{.*}} [#20011-D]
    __host__ __device__ virtual int f(int x) const { return lib::host(x); }
    __host__ __device__ virtual ~Base() {}
};
struct Derived : Base {
    __host__ __device__ int f(int x) const override { return x + 1; }
};
__global__ void kernel(int *o, int x)
{
    Derived d;
    Base *b = &d;
    o[0] = branch(x);
    o[1] = b->f(x + 3);
#ifdef MEMBER
    o[2] = branch(o[0]) + member(x);
#endif
#ifdef HOST
    // HOST: host_calls.cu:[[#@LINE + 1]]:{{[0-9]+}}: error: {{.*}}'host'
    o[2] = lib::host(x);
#endif
}
int main()
{
    int *o;
    cudaMallocManaged(&o, 3 * sizeof *o);
    kernel<<<1, 1>>>(o, 4);
    if (cudaDeviceSynchronize() || o[0] != 5 || o[1] != 8 || branch(-2) != -6 || Base().f(2) != 6)
        return 1;
    print(o[0]);
    kernel<<<1, 1>>>(o, -4);
    return cudaDeviceSynchronize() == cudaSuccess;
}
