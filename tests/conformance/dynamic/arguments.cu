// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// Arguments of launches in device code: of every size up to 4 KiB, aligned, empty, with constructors; and dynamic shared
// memory.
#include "../conformance.h"
#include <cstdint>

struct empty {};
struct alignas(32) wide { float f[8]; };
struct odd { char c[3]; };
struct counted {
    int value, copies;
    __host__ __device__ counted(int v) : value(v), copies(0) {}
    __host__ __device__ counted(const counted &o) : value(o.value), copies(o.copies + 1) {}
    __host__ __device__ ~counted() { value = -1; }
};
struct large { int word[1000]; };

__global__ void mixed(char a, wide w, empty, short b, odd o, double d, bool yes, float f, long long l, int *to)
{
    *to = a + int(w.f[7]) + b + o.c[0] + o.c[2] + int(d) + yes + int(f) + int(l) +
          (uintptr_t(&w) % 32 == 0 ? 1000000 : 0);
}

__global__ void object(counted c, int *to) { atomicAdd(to, c.value * (c.copies >= 0)); }

__global__ void most(large l, int *to)
{
    int sum = 0;
    for (int i = 0; i < 1000; i++)
        sum += l.word[i];
    *to = sum;
}

__global__ void nothing() {}

__global__ void shared_bytes(int *to)
{
    extern __shared__ int memory[];
    memory[threadIdx.x] = int(threadIdx.x) + 1;
    __syncthreads();
    atomicAdd(to, memory[blockDim.x - 1 - threadIdx.x]);
}

__global__ void reference(const int *const from, int *to, const int n) { *to = from[n]; }

__global__ void parent(int *to)
{
    int i = int(threadIdx.x);
    wide w = {};
    w.f[7] = 70.0f + i;
    odd o = {{1, 2, 3}};
    mixed<<<1, 1>>>(1, w, empty(), short(-20 * i), o, 400.5, true, 50.25f, 6000LL * i, to + i);
    object<<<1, 2>>>(counted(7), to + 40);
    counted c(11);
    object<<<1, 1>>>(c, to + 41);
    large l;
    for (int k = 0; k < 1000; k++)
        l.word[k] = k + i;
    most<<<1, 1>>>(l, to + 50 + i);
    nothing<<<1, 1>>>();
    shared_bytes<<<1, 32 + i, (32 + i) * sizeof(int)>>>(to + 90 + i);
    to[130 + i] = 3 * i;
    reference<<<1, 1>>>(to + 130, to + 170 + i, i);
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 256 * sizeof *got));
    memset(got, 0, 256 * sizeof *got);
    parent<<<1, 40>>>(got);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 40; i++) {
        EXPECT_EQ(got[i], 1 + 70 + i - 20 * i + 1 + 3 + 400 + 1 + 50 + 6000 * i + 1000000);
        EXPECT_EQ(got[50 + i], 1000 * 999 / 2 + 1000 * i);
        EXPECT_EQ(got[90 + i], (32 + i) * (33 + i) / 2);
        EXPECT_EQ(got[170 + i], 3 * i);
    }
    EXPECT_EQ(got[40], 40 * 2 * 7);
    EXPECT_EQ(got[41], 40 * 11);
    return finish();
}
