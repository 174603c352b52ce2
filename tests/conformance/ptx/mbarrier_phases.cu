/* Warps that end several phases of a barrier by one instruction (PTX ISA, mbarrier): a phase ends when as many have arrived as
 * it counts, and who comes behind them arrives at the next one. Each line is against threads that arrive one by one. */
// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// NO-GPU: not yet recorded on a GPU
#include "../check.h"

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

enum { ARRIVE, COUNTED, EXPECTING, DROPPING, COPIED, WAYS };
template <int WAY> __device__ void arrive(u32 b, u32 n) {
    if (WAY == ARRIVE) asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(b) : "memory");
    if (WAY == COUNTED) asm volatile("mbarrier.arrive.shared.b64 _, [%0], %1;" ::"r"(b), "r"(n) : "memory");
    if (WAY == EXPECTING) asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 0;" ::"r"(b) : "memory");
    if (WAY == DROPPING) asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(b) : "memory");
    if (WAY == COPIED) asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(b) : "memory");
}

/* How many phases are over, as far as a parity says; how many arrivals the one that goes on wants. */
__device__ u32 told(u32 b, bool is_left) {
    u32 odd, pending = 0;
    u64 state;
    asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], 0; selp.b32 %0, 1, 0, p; }"
                 : "=r"(odd) : "r"(b) : "memory");
    if (is_left) return odd << 31;
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(state) : "r"(b) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    return odd << 31 | pending;
}

/* Those of the first `lanes` of each warp, `times` each. */
template <int WAY> __global__ void phases(u32 *out, u32 count, int lanes, int times, bool is_left) {
    __shared__ u64 word;
    u32 b = shared_address(&word);
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(count) : "memory");
    __syncthreads();
    u32 n = WAY == COUNTED ? 2 : 1;
    if ((int)threadIdx.x % 32 < lanes)
        for (int i = 0; i < times; i++) arrive<WAY>(b, n);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = told(b, is_left);
}

template <int WAY> void check(u32 *out, u32 count, int threads, int lanes, int times) {
    u32 pending = count, expected = count, ended = 0;
    for (int i = 0; i < times; i++)
        for (int t = 0; t < threads; t++) {
            u32 n = WAY == COUNTED ? 2 : 1;
            if (t % 32 >= lanes) continue;
            if (n > pending) return; // more than the phase counts
            pending -= n;
            expected -= WAY == DROPPING;
            if (!pending) ended++, pending = expected;
        }
    if (pending == 1) return; // which told() would take
    phases<WAY><<<1, threads>>>(out, count, lanes, times, !pending);
    CUDA(cudaDeviceSynchronize());
    CHECK_AT((int)(count * 1000 + lanes), (ended & 1) << 31 | pending, out[0]);
}

template <int WAY> void check_all(u32 *out) {
    for (u32 count : {2, 3, 4, 5, 8, 12, 16, 20, 24, 31, 32, 33, 40, 63, 100, 160})
        for (int threads : {32, 64, 160})
            for (int lanes : {32, 31, 17})
                for (int times : {1, 3}) check<WAY>(out, count, threads, lanes, times);
}

/* Lanes that arrive at several barriers at once, and wait: the states are of phases that are over. */
__global__ void states(int *out, u32 each) {
    __shared__ u64 words[4];
    __shared__ int values[32];
    int t = threadIdx.x;
    u32 b = shared_address(&words[t / 8]), is_over;
    if (t % 8 == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(b), "r"(each) : "memory");
    __syncthreads();
    for (int i = 0; i < 5; i++) {
        u64 state;
        values[t] = t + i;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(b) : "memory");
        do
            asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                         : "=r"(is_over) : "r"(b), "l"(state) : "memory");
        while (!is_over);
        out[t] = values[t];
    }
}

int main() {
    u32 *out;
    CUDA(cudaMallocManaged(&out, 256 * sizeof *out));
    check_all<ARRIVE>(out);
    check_all<COUNTED>(out);
    check_all<EXPECTING>(out);
    check_all<DROPPING>(out);
    check_all<COPIED>(out);
    for (u32 each : {2, 4, 8}) {
        states<<<1, 32>>>((int *)out, each);
        CUDA(cudaDeviceSynchronize());
        for (int t = 0; t < 32; t++) CHECK_AT(t, t + 4, (int)out[t]);
    }
    return check_result();
}
