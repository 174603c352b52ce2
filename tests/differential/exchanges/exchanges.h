/* What a generated program of exchanges.py starts with (pasted in, so that a program stands alone).
 *
 * Exit status: 0 all is as it must be (nothing is printed); 1 something is wrong; 3 the generator's fault: the model
 * depends on the order of threads; 4 a CUDA call failed. */
#include <cfenv>
#include <cfloat>
#include <climits>
#include <cmath>
#include <cstdarg>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include <cuda_fp16.h>
#include <cuda_runtime.h>

typedef int i32;
typedef unsigned u32;
typedef long long i64;
typedef unsigned long long u64;
typedef float f32;
typedef double f64;
#define HD __host__ __device__ static inline

HD u32 hash(u32 x)
{
    x ^= x >> 16, x *= 0x7feb352du, x ^= x >> 15, x *= 0x846ca68bu;
    return x ^ x >> 16;
}
HD u64 mix(u64 a, u64 b) { return (a ^ b) * 0x9e3779b97f4a7c15ull + (a >> 29); }
HD u64 bits(i32 x) { return (u32)x; }
HD u64 bits(u32 x) { return x; }
HD u64 bits(i64 x) { return (u64)x; }
HD u64 bits(u64 x) { return x; }
HD u64 bits(unsigned short x) { return x; }
HD u64 bits(f32 x) { u32 y; memcpy(&y, &x, 4); return y; }
HD u64 bits(f64 x) { u64 y; memcpy(&y, &x, 8); return y; }
HD u64 bits(__half2 x) { u32 y; memcpy(&y, &x, 4); return y; }
/* Of a chain of operations on one cell the sum of link(new) - link(old) is that of its ends, in any order. */
template <class T> HD u64 link(T x) { return mix(bits(x) + 1, 0x1234567ull); }

static int complain(const char *name, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    printf("WRONG %s: ", name);
    vprintf(format, list);
    printf("\n");
    fflush(stdout);
    va_end(list);
    return 1;
}

static void must(const char *name, cudaError_t error)
{
    if (error == cudaSuccess) return;
    complain(name, "%s", cudaGetErrorString(error));
    exit(4);
}

/* Memory of the device with what it starts as. */
template <class T> struct Memory {
    const char *name;
    size_t count;
    T *at;
    Memory(const char *name, size_t count, int byte = 0) : name(name), count(count)
    {
        must(name, cudaMalloc(&at, count * sizeof(T)));
        must(name, cudaMemset(at, byte, count * sizeof(T)));
    }
    Memory(const char *name, const std::vector<T> &start) : Memory(name, start.size()) { put(start); }
    void put(const std::vector<T> &from)
    {
        must(name, cudaMemcpy(at, from.data(), from.size() * sizeof(T), cudaMemcpyHostToDevice));
    }
    std::vector<T> get() const
    {
        std::vector<T> to(count);
        must(name, cudaMemcpy(to.data(), at, count * sizeof(T), cudaMemcpyDeviceToHost));
        return to;
    }
    ~Memory() { cudaFree(at); }
};

template <class T> static int differ(const char *name, const char *what, const std::vector<T> &want,
    const std::vector<T> &got)
{
    size_t wrong = 0, first = 0;
    for (size_t i = want.size(); i-- > 0;)
        if (memcmp(&want[i], &got[i], sizeof(T))) wrong++, first = i;
    if (!wrong) return 0;
    u64 expected = 0, found = 0;
    memcpy(&expected, &want[first], sizeof(T)), memcpy(&found, &got[first], sizeof(T));
    return complain(name, "%s: %zu of %zu differ, first %zu: %#llx, not %#llx", what, wrong, want.size(), first,
        found, expected);
}

/* A thread's place, however the block is shaped. */
struct Place { u32 t, n, b, blocks, lane, w, wn, g; };
HD Place place(u32 t, u32 n, u32 b, u32 blocks)
{
    u32 w = t / 32, left = n - w * 32;
    return {t, n, b, blocks, t % 32, w, left < 32 ? left : 32, b * n + t};
}
__device__ static inline Place here()
{
    return place((threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x,
        blockDim.x * blockDim.y * blockDim.z,
                 (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x, gridDim.x * gridDim.y * gridDim.z);
}
__device__ static inline Place here_flat() { return place(threadIdx.x, blockDim.x, blockIdx.x, gridDim.x); }

/* Atomic functions of a model, which goes through the threads one by one. */
namespace host {
template <class T> struct Same { typedef T type; };
#define OPERATION(name, value) \
    template <class T> static T name(T *p, typename Same<T>::type v) { T o = *p; *p = (value); return o; }
OPERATION(atomicExch, v)
OPERATION(atomicMin, v < o ? v : o)
OPERATION(atomicMax, v > o ? v : o)
OPERATION(atomicAnd, o & v)
OPERATION(atomicOr, o | v)
OPERATION(atomicXor, o ^ v)
OPERATION(atomicInc, o >= v ? 0 : o + 1)
OPERATION(atomicDec, o == 0 || o > v ? v : o - 1)
static i32 atomicAdd(i32 *p, i32 v) { i32 o = *p; *p = (i32)((u32)o + (u32)v); return o; }
static i32 atomicSub(i32 *p, i32 v) { i32 o = *p; *p = (i32)((u32)o - (u32)v); return o; }
static __half2 atomicAdd(__half2 *p, __half2 v)
{
    __half2 o = *p;
    float2 a = __half22float2(o), b = __half22float2(v);
    *p = __floats2half2_rn(a.x + b.x, a.y + b.y);
    return o;
}
OPERATION(atomicAdd, o + v)
OPERATION(atomicSub, o - v)
#undef OPERATION
template <class T> static T atomicCAS(T *p, typename Same<T>::type e, typename Same<T>::type v)
{
    T o = *p;
    if (o == e) *p = v;
    return o;
}
}
