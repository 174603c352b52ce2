/* Device functions on half types: shuffles, loads and stores with cache hints, atomic additions in every scope, and
 * values that pass through shared, volatile and constant memory and through kernel arguments.
 */
#include "formats.h"

enum { WARP = 32 };

template <typename F> struct Lane {
    unsigned own, idx, up, down, across, pair;
};

template <typename F> __global__ void shuffle(Lane<F> *lanes) {
    typedef typename F::Number N;
    int i = threadIdx.x;
    N a = F::number(0x3c00u + (unsigned)i);
    typename F::Pair p = F::pair(a, F::number((unsigned)i));
    Lane<F> &lane = lanes[i];
    lane.own = F::bits(a);
    lane.idx = F::bits(__shfl_sync(0xffffffffu, a, 5));
    lane.up = F::bits(__shfl_up_sync(0xffffffffu, a, 3u));
    lane.down = F::bits(__shfl_down_sync(0xffffffffu, a, 4u, 16));
    lane.across = F::bits(__shfl_xor_sync(0xffffffffu, a, 1));
    p = __shfl_xor_sync(0xffffffffu, p, 2);
    lane.pair = F::bits(F::low(p)) | F::bits(F::high(p)) << 16;
}

template <typename F> void check_shuffles() {
    Lane<F> *lanes = managed<Lane<F>>(WARP);
    shuffle<F><<<1, WARP>>>(lanes);
    FINISH();
    for (int i = 0; i < WARP; i++) {
        CHECK_AT(i, lanes[5].own, lanes[i].idx);
        CHECK_AT(i, lanes[i < 3 ? i : i - 3].own, lanes[i].up);
        CHECK_AT(i, lanes[i % 16 + 4 < 16 ? i + 4 : i].own, lanes[i].down);
        CHECK_AT(i, lanes[i ^ 1].own, lanes[i].across);
        CHECK_AT(i, lanes[i ^ 2].own | (unsigned)(i ^ 2) << 16, lanes[i].pair);
    }
    CUDA(cudaFree(lanes));
}

template <typename F> __global__ void copy(typename F::Number *to, const typename F::Number *from,
                                           typename F::Pair *to2, const typename F::Pair *from2) {
    __stwb(&to[0], __ldg(&from[0]));
    __stcg(&to[1], __ldcg(&from[1]));
    __stcs(&to[2], __ldca(&from[2]));
    __stwt(&to[3], __ldcs(&from[3]));
    to[4] = __ldlu(&from[4]);
    to[5] = __ldcv(&from[5]);
    __stwb(&to2[0], __ldg(&from2[0]));
    __stcg(&to2[1], __ldcg(&from2[1]));
    __stcs(&to2[2], __ldca(&from2[2]));
    __stwt(&to2[3], __ldcs(&from2[3]));
    to2[4] = __ldlu(&from2[4]);
    to2[5] = __ldcv(&from2[5]);
}

template <typename F> void check_accesses() {
    typedef typename F::Number N;
    typedef typename F::Pair P;
    N *numbers = managed<N>(12);
    P *pairs = managed<P>(12);
    for (unsigned i = 0; i < 6; i++) {
        numbers[i] = F::number(0x1234 + i);
        pairs[i] = F::pair(F::number(0x5678 + i), F::number(0x9abc + i));
    }
    copy<F><<<1, 1>>>(numbers + 6, numbers, pairs + 6, pairs);
    FINISH();
    CHECK(!std::memcmp(numbers, numbers + 6, 6 * sizeof(N)));
    CHECK(!std::memcmp(pairs, pairs + 6, 6 * sizeof(P)));
    CUDA(cudaFree(numbers));
    CUDA(cudaFree(pairs));
}

/* Adds 1, then -1 from half of the threads; all sums on the way are whole numbers below 256: exact in both formats. */
template <typename F> __global__ void add(typename F::Number *sum, typename F::Pair *pair, unsigned *seen) {
    typename F::Number one = F::number(F::BIAS << F::MANTISSA);
    typename F::Number before = atomicAdd(sum, one);
    atomicAdd(pair, F::pair(one, threadIdx.x & 1 ? one : -one));
    atomicAdd(seen + (int)(float)before, 1u);
}

template <typename F> void check_atomics() {
    enum { THREADS = 64, BLOCKS = 3, COUNT = THREADS * BLOCKS };
    typename F::Number *sum = managed<typename F::Number>(2);
    typename F::Pair *pair = managed<typename F::Pair>(1);
    unsigned *seen = managed<unsigned>(COUNT + 1);
    sum[1] = F::number(0x1234);
    add<F><<<BLOCKS, THREADS>>>(sum, pair, seen);
    FINISH();
    CHECK_EQUAL((float)COUNT, (float)sum[0]);
    CHECK_EQUAL(0x1234u, F::bits(sum[1]));
    CHECK_EQUAL((float)COUNT, (float)F::low(*pair));
    CHECK_EQUAL(0.0f, (float)F::high(*pair));
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, 1u, seen[i]);
    CUDA(cudaFree(sum));
    CUDA(cudaFree(pair));
    CUDA(cudaFree(seen));
}

__constant__ __half scale = {};
__device__ __half2 factors;

/* A sum in a tree through shared memory, read as volatile by the last warp, with a factor from constant memory. */
__global__ void scaled_sum(const __half *in, __half bias, __half2 *out) {
    __shared__ __half partial[64];
    partial[threadIdx.x] = in[threadIdx.x] * scale;
    __syncthreads();
    for (unsigned step = 32; step > 0; step /= 2) {
        if (threadIdx.x < step) partial[threadIdx.x] += partial[threadIdx.x + step];
        __syncthreads();
    }
    const volatile __half *total = partial;
    if (threadIdx.x == 0) *out = __halves2half2(__half(*total) + bias, factors.y);
}

static void check_memory_spaces() {
    __half *in = managed<__half>(64), two = 2.0f, bias = 0.5f;
    __half2 *out = managed<__half2>(1), pair(__half(3.0f), __half(7.0f));
    for (int i = 0; i < 64; i++) in[i] = (float)i;
    CUDA(cudaMemcpyToSymbol(scale, &two, sizeof two));
    CUDA(cudaMemcpyToSymbol(factors, &pair, sizeof pair));
    scaled_sum<<<1, 64>>>(in, bias, out);
    FINISH();
    CHECK_EQUAL(4032.0f, (float)out->x); /* 4032.5 lies between two halves: to even */
    CHECK_EQUAL(7.0f, (float)out->y);
}

int main() {
    check_shuffles<Half>();
    check_shuffles<Bfloat>();
    check_accesses<Half>();
    check_accesses<Bfloat>();
    check_atomics<Half>();
    check_atomics<Bfloat>();
    check_memory_spaces();
    return check_result();
}
