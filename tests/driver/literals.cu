// A text behind a name that ends in R is no raw one, and what lies behind it is read: words of defaulted members, registers in
// inline PTX, launches in device code. PTX may stand in raw texts of several lines, and in a macro's brackets.
// RUN: %swcc -rdc=true %s -o %t && %run %t | FileCheck %s
#include <cinttypes>
#include <cstdio>

#define PTX(...) asm volatile(__VA_ARGS__)
#define TEXT(...) #__VA_ARGS__
struct S {
    int v;
    __device__ S() = default;
    __device__ S(int v) : v(v) {}
};
__global__ void child(int *to) { *to = 4; }
__global__ void parent(int *to, intptr_t at) {
    unsigned lane, x, y;
    printf("%" PRIdPTR" (x) \"\n", at);
    asm volatile(R"({
        .reg .u32 t; // "it's" (a) \%laneid
        mov.u32 t, %laneid;
        add.u32 %0, t, %1;
    })" : "=r"(lane) : "r"(1));
    PTX("mov.u32 %0, %tid.x;" /* : */ "add.u32 %0, %0, 2;"
        : "=r"(x));
    asm(TEXT(mov.u32 %0, 7;) "{ .reg .u32 t; mov.u32 t, %ntid.x; add.u32 %0, %0, t; }" : "=r"(y));
    printf(1 ? "%%laneid %u %u %u\n" : "%laneid %s", lane, x, y);
    child<<<1, 1>>>(to);
}
struct T {
    int v;
    __device__ T() = default;
    __device__ T(int v) : v(v) {}
};

int main() {
    S s;
    T t;
    int *to;
    s.v = t.v = 0;
    cudaMallocManaged(&to, sizeof *to);
    parent<<<1, 1>>>(to, 5);
    // CHECK: 5 (x) "
    // CHECK: %laneid 1 2 8
    return cudaDeviceSynchronize() || *to + s.v + t.v != 4;
}
