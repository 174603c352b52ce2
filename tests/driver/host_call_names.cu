// UNSUPPORTED: quick
// Functions of both sides that call the host's make functions the file's own on the device, and kernels keep their names.
// RUN: %swcc -std=c++17 --extended-lambda %s -o %t && %run %t
// RUN: %if !quick %{ %swcc -std=c++17 --extended-lambda -G %s -o %t && %run %t %}
#include <cstdio>
#include <string>
std::string text(int i) { return std::to_string(i); }
__host__ __device__ int length(int i) { return (int)text(i).size(); }
struct Vec { int x; };
__host__ __device__ Vec operator+(Vec v, int i) { return {v.x + i}; }
namespace lib {
__host__ __device__ inline int twice(int i) { return i * 2; }
}
__host__ __device__ int squared(int i) { return i * i; }
static __host__ __device__ int negative(int i) { return -i; }
enum class Kind { LONG = 8 };
template <int (*F)(int), Kind K> struct applied {
    __host__ __device__ int operator()(int i) const { return F(i) + (int)K; }
};
template <Vec (*F)(Vec, int)> __global__ void add(int *out) { *out = F(Vec{1}, 2).x; }
template <class F> __global__ void call(F f, int *out) { *out = f(3); }
template <int (*F)(int)> __global__ void named(int *out) { *out = F(3); }
__host__ void launch(int *out, int v) {
    call<<<1, 1>>>([=] __device__(int i) { return i + v; }, out);
#ifndef __CUDA_ARCH__
    auto host = [](int i) { return i; };
    v = host(v);
#endif
    call<<<1, 1>>>([=] __device__(int i) { return i - v; }, out + 1);
}
static int errors;
static void expect(int *out, int value) {
    if (cudaDeviceSynchronize() || *out != value)
        errors++, std::printf("%d is not %d\n", *out, value);
    *out = 0;
}
int main() {
    int *out;
    cudaMallocManaged(&out, 2 * sizeof *out);
    launch(out, 4);
    expect(out, 7);
    expect(out + 1, -1);
    call<<<1, 1>>>(applied<lib::twice, Kind::LONG>(), out);
    expect(out, 14);
    named<squared><<<1, 1>>>(out);
    expect(out, 9);
    named<negative><<<1, 1>>>(out);
    expect(out, -3);
    add<operator+><<<1, 1>>>(out);
    expect(out, 3);
    return errors || length(100) != 3;
}
