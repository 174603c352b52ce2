// __CUDA_ARCH__ in __host__ __device__ functions: undefined on the host, and on the device what -arch says, for every
// architecture of --list-gpu-code (each through the preprocessor, four of them run).
// RUN: %swcc --list-gpu-code > %t.codes
// RUN: for a in $(cat %t.codes); do %swcc -E %s -arch=$a | grep 'arch_of_list =' | sed 's/.*= \(.*\)0;/sm_\1/'; done > %t.seen
// RUN: diff %t.codes %t.seen
// RUN: %if !quick %{ for n in 50 70 90 100; do %swcc %s -o %t -arch=sm_$n && %run %t || exit 1; done | FileCheck %s %}
// CHECK: host 1 1 1, device 500, in a lambda 500, in a template 500, in a method 500
// CHECK: host 1 1 1, device 700, in a lambda 700, in a template 700, in a method 700
// CHECK: host 1 1 1, device 900, in a lambda 900, in a template 900, in a method 900
// CHECK: host 1 1 1, device 1000, in a lambda 1000, in a template 1000, in a method 1000
#include <cstdio>

#ifdef __CUDA_ARCH__
#define WHERE __CUDA_ARCH__
static_assert(__CUDA_ARCH__ == __CUDA_ARCH_LIST__, "one architecture at a time");
__device__ const int arch_of_list = __CUDA_ARCH__;
#else
#define WHERE 1
#endif

__host__ __device__ int here() { return WHERE; }
template <typename T> __host__ __device__ T here_as() { return T(WHERE); }
struct place {
    __host__ __device__ int operator()() const { return WHERE; }
};

__global__ void ask(int *out) {
    auto lambda = [] { return WHERE; };
    out[0] = here();
    out[1] = lambda();
    out[2] = here_as<short>();
    out[3] = place()();
}

int main() {
    int *out;
    if (cudaMallocManaged(&out, 4 * sizeof *out)) return 1;
    ask<<<1, 1>>>(out);
    if (cudaDeviceSynchronize()) return 1;
    printf("host %d %d %d, device %d, in a lambda %d, in a template %d, in a method %d\n", here(), here_as<int>(), place()(),
           out[0], out[1], out[2], out[3]);
    return 0;
}
