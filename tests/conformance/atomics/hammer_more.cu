// UNSUPPORTED: quick
/* Atomicity under load, of what hammer.h leaves out: half types, whose neighbours share a word, float2 and float4, and
 * types of 16 bytes; in every scope, and in system scope with threads of the host in between. Sums are exact: counts. */
// FEW-WAYS
// TIMEOUT: 120
#include "../check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <thread>
#include <vector>

#define BLOCKS 40
#define THREADS 160
#define TURNS 40
#define HOST_THREADS 2

enum { BLOCK, DEVICE, SYSTEM, SCOPES };
static const char *const scope_names[] = {"block", "device", "system"};

#ifndef __SOFTWARP__ /* nvcc has half types in device scope only */
#define ONE_SCOPE(T)                                                             \
    static __device__ T atomicAdd_block(T *p, T v) { return atomicAdd(p, v); }   \
    static __device__ T atomicAdd_system(T *p, T v) { return atomicAdd(p, v); }
ONE_SCOPE(__half)
ONE_SCOPE(__half2)
ONE_SCOPE(__nv_bfloat16)
ONE_SCOPE(__nv_bfloat162)
static const bool has_host_part = false;
#else
static const bool has_host_part = true;
#endif

/* A type: the value 1 in every element, how far it counts exactly, and an element as a number. */
template <typename T> struct of;
#define ELEMENTS(T, Element, Bits, most, one_of_all, number_of)            \
    template <> struct of<T> {                                             \
        typedef Element element;                                           \
        typedef Bits bits;                                                 \
        static const int limit = most;                                     \
        static __host__ __device__ T one() { return one_of_all; }          \
        static float number(element e) { return number_of; }               \
    };
ELEMENTS(__half, __half, unsigned short, 2048, __float2half(1), __half2float(e))
ELEMENTS(__half2, __half, unsigned short, 2048, __floats2half2_rn(1, 1), __half2float(e))
ELEMENTS(__nv_bfloat16, __nv_bfloat16, unsigned short, 256, __float2bfloat16(1), __bfloat162float(e))
ELEMENTS(__nv_bfloat162, __nv_bfloat16, unsigned short, 256, __floats2bfloat162_rn(1, 1), __bfloat162float(e))
ELEMENTS(float2, float, unsigned, 1 << 20, make_float2(1, 1), e)
ELEMENTS(float4, float, unsigned, 1 << 20, make_float4(1, 1, 1, 1), e)

/* Each thread goes round all cells, so that all cells come to the same. In block scope every block has its own. */
template <typename T> __global__ void add(T *cells, int count, int scope) {
    int who = blockIdx.x * THREADS + threadIdx.x;
    T *own = cells + (scope == BLOCK ? blockIdx.x * count : 0);
    for (int turn = 0; turn < TURNS; turn++) {
        T *cell = own + (who + turn) % count;
        if (scope == BLOCK) atomicAdd_block(cell, of<T>::one());
        else if (scope == DEVICE) atomicAdd(cell, of<T>::one());
        else atomicAdd_system(cell, of<T>::one());
    }
}

/* The host adds 1 to each element of all cells, one time. */
template <typename T> void host_part(T *cells, int count) {
    typedef typename of<T>::bits bits;
    typedef typename of<T>::element element;
    bits *at = (bits *)cells, old, wanted;
    for (size_t i = 0; i < count * sizeof(T) / sizeof(bits); i++) {
        __atomic_load(at + i, &old, __ATOMIC_RELAXED);
        do {
            element e;
            memcpy((void *)&e, &old, sizeof e);
            float next = of<T>::number(e) + 1;
            if (sizeof(bits) == 4) memcpy(&wanted, &next, sizeof wanted);
            else {
                element rounded = element(next);
                memcpy(&wanted, (const void *)&rounded, sizeof wanted);
            }
        } while (!__atomic_compare_exchange(at + i, &old, &wanted, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED));
    }
}

/* As many cells as keep the sums exact: a divisor of the blocks' threads. */
template <typename T> static void check_sums(const char *label) {
    typedef typename of<T>::element element;
    const int adds = BLOCKS * THREADS * TURNS;
    for (int scope = 0; scope < SCOPES; scope++) {
        bool with_host = scope == SYSTEM && has_host_part;
        int groups = scope == BLOCK ? BLOCKS : 1, count = scope == BLOCK ? 32 : 160, most = of<T>::limit - HOST_THREADS;
        while (adds / groups / count > most) count *= 2;
        int cells = groups * count;
        T *memory = managed<T>(cells);
        std::vector<std::thread> host;
        add<<<BLOCKS, THREADS>>>(memory, count, scope);
        for (int i = 0; i < HOST_THREADS && with_host; i++) host.emplace_back(host_part<T>, memory, cells);
        for (std::thread &one : host) one.join();
        FINISH();
        float expected = adds / cells + (with_host ? HOST_THREADS : 0);
        for (size_t i = 0; i < cells * sizeof(T) / sizeof(element); i++)
            CHECK_AT(i, expected, of<T>::number(((element *)memory)[i]));
        printf("%s, %s scope: %d operations, nothing lost\n", label, scope_names[scope], adds);
        CUDA(cudaFree(memory));
    }
}

struct alignas(16) wide {
    unsigned long long low, high;
};

#define SWAPS 5

__device__ wide exchanged(wide *cell, wide value, int scope) {
    return scope == BLOCK    ? atomicExch_block(cell, value)
           : scope == DEVICE ? atomicExch(cell, value)
                             : atomicExch_system(cell, value);
}
__device__ wide swapped(wide *cell, wide compare, wide value, int scope) {
    return scope == BLOCK    ? atomicCAS_block(cell, compare, value)
           : scope == DEVICE ? atomicCAS(cell, compare, value)
                             : atomicCAS_system(cell, compare, value);
}

/* A counter made of compare-and-swap, its halves counting against each other; and values that go round by exchange, of
 * which one half says what the other must be. sums: what was found, and how often the halves did not fit. */
__global__ void swap(wide *cells, unsigned long long *sums, int scope) {
    unsigned long long who = blockIdx.x * THREADS + threadIdx.x, found = 0, torn = 0;
    wide *own = cells + (scope == BLOCK ? 2 * blockIdx.x : 0);
    for (unsigned turn = 0; turn < SWAPS; turn++) {
        wide old = {0, 0}, assumed;
        do {
            assumed = old;
            old = swapped(own, assumed, wide{assumed.low + 1, assumed.high - 1}, scope);
        } while (old.low != assumed.low || old.high != assumed.high);
        wide got = exchanged(own + 1, wide{who * SWAPS + turn, ~(who * SWAPS + turn)}, scope);
        found += got.low;
        torn += got.low != ~got.high;
    }
    atomicAdd(&sums[0], found);
    atomicAdd(&sums[1], torn);
}

static void check_wide() {
    for (int scope = 0; scope < SCOPES; scope++) {
        const int pairs = scope == BLOCK ? BLOCKS : 1;
        const unsigned long long n = (unsigned long long)BLOCKS * THREADS * SWAPS;
        wide *cells = managed<wide>(2 * BLOCKS);
        unsigned long long *sums = managed<unsigned long long>(2), left = 0;
        for (int i = 0; i < pairs; i++) cells[2 * i + 1] = {0, ~0ull};
        swap<<<BLOCKS, THREADS>>>(cells, sums, scope);
        FINISH();
        for (int i = 0; i < pairs; i++) {
            CHECK_AT(i, n / pairs, cells[2 * i].low);
            CHECK_AT(i, 0ull - n / pairs, cells[2 * i].high);
            left += cells[2 * i + 1].low;
        }
        CHECK_EQUAL(n * (n - 1) / 2, sums[0] + left);
        CHECK_EQUAL(0ull, sums[1]);
        printf("atomicExch(T *, T), %s scope: %llu operations, nothing lost\n", scope_names[scope], n);
        printf("atomicCAS(T *, T, T), %s scope: %llu operations, nothing lost\n", scope_names[scope], n);
        CUDA(cudaFree(cells));
        CUDA(cudaFree(sums));
    }
}

int main() {
    check_sums<__half>("atomicAdd(__half *, __half)");
    check_sums<__half2>("atomicAdd(__half2 *, __half2)");
    check_sums<__nv_bfloat16>("atomicAdd(__nv_bfloat16 *, __nv_bfloat16)");
    check_sums<__nv_bfloat162>("atomicAdd(__nv_bfloat162 *, __nv_bfloat162)");
    check_sums<float2>("atomicAdd(float2 *, float2)");
    check_sums<float4>("atomicAdd(float4 *, float4)");
    check_wide();
    return check_result();
}
