// Structures with a long double in them are the same on both sides. Device code that computes with one computes with double, as
// with nvcc, which its warning 20208 tells at each place, once.
// RUN: %swcc -Werror %s -o %t && %run %t
// RUN: env SOFTWARP_LANES=1 %run %t
// RUN: %if !quick %{ %swcc -Werror -G %s -o %t && %run %t %}
// RUN: %if !quick %{ %swcc -Werror -rdc=true %s -o %t && %run %t %}
// RUN: %swcc -DCOMPUTES -c %s -o %t.o > %t.said 2>&1
// RUN: FileCheck %s < %t.said && count 2 < %t.said
// RUN: %if !quick %{ %swcc -DCOMPUTES -diag-suppress 20208 -c %s -o %t.o 2>&1 | count 0 %}
// RUN: %if !quick %{ %swcc -DCOMPUTES -w -c %s -o %t.o 2>&1 | count 0 %}
// RUN: not %swcc -DCOMPUTES -diag-error 20208 -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %if !quick %{ not %swcc -DCOMPUTES -Werror all-warnings -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR %}
#include <cstddef>
#include <cstdio>

struct mixed { int first; long double x; int last; };
struct alone { long double x; };

__device__ mixed grown(mixed m)
{
    m.last++;
    return m;
}

__device__ __noinline__ alone passed(alone a) { return a; }

__global__ void kernel(mixed m, alone a, unsigned *sizes, mixed *out, alone *out_alone)
{
    sizes[0] = sizeof m;
    sizes[1] = offsetof(mixed, last);
    sizes[2] = sizeof a;
    out[threadIdx.x] = grown(m);
    out_alone[threadIdx.x] = passed(a);
}

#ifdef COMPUTES
template <class T> __device__ double twice(const T &t)
{
    // CHECK-DAG: long_double.cu:[[#@LINE + 1]]:{{[0-9]+}}: warning: 'long double' is treated as 'double' in device code;{{.*}} [#20208-D]
    return 2 * t.x;
}
__global__ void computes(double *d, mixed m, alone a)
{
    *d = twice(m) + twice(a);
    long double own = *d;
    // CHECK-DAG: long_double.cu:[[#@LINE + 1]]:{{.*}}[#20208-D]
    *d = own + 1;
    // ERROR: error: 'long double' is treated as
    // ERROR-NOT: warning:
}
#endif

int main()
{
    unsigned *sizes;
    mixed *out, m = {1, 2.5L, 7};
    alone *out_alone, a = {0.1L};
    cudaMallocManaged(&sizes, 3 * sizeof *sizes);
    cudaMallocManaged(&out, 32 * sizeof *out);
    cudaMallocManaged(&out_alone, 32 * sizeof *out_alone);
    kernel<<<1, 32>>>(m, a, sizes, out, out_alone);
    if (cudaDeviceSynchronize())
        return 1;
    if (sizes[0] != sizeof m || sizes[1] != offsetof(mixed, last) || sizes[2] != sizeof a)
        return 2;
    for (int i = 0; i < 32; i++)
        if (out[i].first != 1 || out[i].x != 2.5L || out[i].last != 8 || out_alone[i].x != 0.1L)
            return 3;
    return 0;
}
