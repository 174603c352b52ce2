/* What the functions of softwarp/atomics.cuh cost, beside what programs write by hand for the same: ns per operation,
 * all memory in cache. Two columns each: all threads on one cell, and each thread of a block on a cell of its own.
 *
 *   swcc bench/atomics_extensions.cu -o atomics_extensions && ./atomics_extensions
 *
 * Plain CUDA: nvcc -I<prefix>/include makes it a benchmark of a GPU. */
#include <cstdio>
#include <softwarp/atomics.cuh>

#define BLOCKS 64
#define THREADS 256
#define ROUNDS 16

typedef unsigned long long ull;
struct pair { float least; int where; };
struct alignas(16) quad { float x, y, z; int count; };

/* By hand. */
__device__ float hand_max(float *p, float v) {
    int *bits = (int *)p, old = *bits, seen;
    do {
        seen = old;
        old = atomicCAS(bits, seen, __float_as_int(fmaxf(v, __int_as_float(seen))));
    } while (old != seen);
    return __int_as_float(old);
}
__device__ void hand_max_by_sign(float *p, float v) {
    if (v >= 0) atomicMax((int *)p, __float_as_int(v));
    else atomicMin((unsigned *)p, __float_as_uint(v));
}
template <class T> __device__ T hand_add_small(T *p, T v) {
    unsigned *word = (unsigned *)((size_t)p & ~(size_t)3), shift = 8 * ((size_t)p & 3);
    unsigned mask = ((1u << 8 * sizeof(T)) - 1) << shift, old = *word, seen;
    do {
        seen = old;
        old = atomicCAS(word, seen, (seen & ~mask) | (((seen >> shift) + (unsigned)v) << shift & mask));
    } while (old != seen);
    return (T)(old >> shift);
}
__device__ unsigned hand_add_sat(unsigned *p, unsigned v) {
    unsigned old = *p, seen;
    do {
        seen = old;
        old = atomicCAS(p, seen, seen + v < seen ? 0xffffffffu : seen + v);
    } while (old != seen);
    return old;
}
__device__ unsigned hand_count(unsigned *p) {
    unsigned here = __activemask(), lane = threadIdx.x % 32, leader = __ffs((int)here) - 1, first = 0;
    if (lane == leader) first = atomicAdd(p, __popc(here));
    return __shfl_sync(here, first, (int)leader) + __popc(here & ((1u << lane) - 1));
}
__device__ pair hand_least(pair *p, float v, int i) {
    ull *word = (ull *)p, old = *word, seen;
    pair x;
    do {
        seen = old;
        x.least = __uint_as_float((unsigned)seen);
        x.where = (int)(seen >> 32);
        if (v < x.least) x = pair{v, i};
        old = atomicCAS(word, seen, (ull)__float_as_uint(x.least) | (ull)(unsigned)x.where << 32);
    } while (old != seen);
    return x;
}
__device__ void hand_locked(unsigned *lock, volatile int *count) {
    for (bool done = false; !done;)
        if (atomicExch(lock, 1) == 0) {
            __threadfence();
            *count = *count + 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
}

struct guarded { softwarp::spin_lock<> lock; int count; };

/* ROW(name, type, statement): p is the cell, i a number that differs from thread to thread and round to round. */
#define ROWS                                                                                                           \
    ROW("float max, header", float, softwarp::atomic_max(p, (float)i))                                                 \
    ROW("float max, by hand", float, hand_max(p, (float)i))                                                            \
    ROW("float max, by sign", float, hand_max_by_sign(p, (float)i))                                                    \
    ROW("8-bit add, header", unsigned char, softwarp::atomic_add(p, i))                                                \
    ROW("8-bit add, by hand", unsigned char, hand_add_small(p, (unsigned char)i))                                      \
    ROW("8-bit or, header", unsigned char, softwarp::atomic_or(p, i))                                                  \
    ROW("16-bit add, header", short, softwarp::atomic_add(p, i))                                                       \
    ROW("16-bit add, by hand", short, hand_add_small(p, (short)i))                                                     \
    ROW("saturating add, header", unsigned, softwarp::atomic_add_sat(p, i))                                            \
    ROW("saturating add, by hand", unsigned, hand_add_sat(p, i))                                                       \
    ROW("clamped add, header", int, softwarp::atomic_add_clamped(p, i, 0, 1000))                                       \
    ROW("least of pairs, header", pair,                                                                                \
        softwarp::atomic_update(p, [=](pair x) { return (float)i < x.least ? pair{(float)i, (int)i} : x; }))           \
    ROW("least of pairs, by hand", pair, hand_least(p, (float)i, (int)i))                                              \
    ROW("16 bytes, header", quad,                                                                                      \
        softwarp::atomic_update(p, [=](quad q) { return quad{q.x + 1, q.y - 1, (float)i, q.count + 1}; }))             \
    ROW("counter, header", unsigned, last += softwarp::atomic_count(p))                                                \
    ROW("counter, by hand", unsigned, last += hand_count(p))                                                           \
    ROW("counter, atomicAdd", unsigned, last += atomicAdd(p, 1u))                                                      \
    ROW("lock, header", guarded, softwarp::with_lock(p->lock, [=] { p->count = p->count + 1; }))                       \
    ROW("lock, by hand", guarded, hand_locked(&p->lock.state, &p->count))

enum { FIRST = __COUNTER__ };
template <int N> struct row;
#define ROW(name, type, statement) ROW_AT(__COUNTER__, name, type, statement)
#define ROW_AT(n, name, type, statement)                                                                               \
    template <> struct row<n> {                                                                                        \
        static const char *title() { return name; }                                                                    \
        template <bool own> static __device__ unsigned step(void *memory, unsigned i) {                                \
            type *p = (type *)memory + (own ? threadIdx.x : 0);                                                        \
            unsigned last = 0;                                                                                         \
            statement;                                                                                                 \
            return last;                                                                                               \
        }                                                                                                              \
    };
ROWS
enum { END = __COUNTER__ };

template <int N, bool own> __global__ void repeat(void *memory, unsigned *out) {
    unsigned k = blockIdx.x * THREADS + threadIdx.x, sum = 0;
    for (unsigned i = 0; i < ROUNDS; i++) sum += row<N>::template step<own>(memory, (k * ROUNDS + i * 77) % 1009);
    out[k] = sum;
}

template <int N, bool own> double measure(void *memory, unsigned *out) {
    double best = 1e9;
    cudaEvent_t start, stop;
    cudaEventCreate(&start);
    cudaEventCreate(&stop);
    for (int i = 0; i < 7; i++) {
        float ms;
        cudaMemset(memory, 0, 65536);
        cudaEventRecord(start);
        repeat<N, own><<<BLOCKS, THREADS>>>(memory, out);
        cudaEventRecord(stop);
        cudaEventSynchronize(stop);
        cudaEventElapsedTime(&ms, start, stop);
        if (ms < best) best = ms;
    }
    return best * 1e6 / (BLOCKS * THREADS * ROUNDS);
}

template <int N> void all(void *memory, unsigned *out) {
    double one = measure<N, false>(memory, out), own = measure<N, true>(memory, out);
    std::printf("%-26s %10.2f %10.2f\n", row<N>::title(), one, own);
    if constexpr (N + 1 < END) all<N + 1>(memory, out);
}

int main() {
    void *memory;
    unsigned *out;
    if (cudaMalloc(&memory, 65536) || cudaMalloc((void **)&out, BLOCKS * THREADS * sizeof *out)) return 1;
    std::printf("%-26s %10s %10s\n", "ns per operation", "one cell", "own cells");
    all<FIRST + 1>(memory, out);
    return cudaGetLastError() != cudaSuccess;
}
