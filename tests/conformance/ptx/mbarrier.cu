/* Barriers with phases (PTX ISA, mbarrier): arriving with and without a count, states and parities, dropping out, bytes that
 * a phase waits for; waiting loops around test_wait and try_wait, by which nobody passes before all have arrived. */
// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// NO-GPU: not yet recorded on a GPU
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__device__ void init(u64 *b, u32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}

/* Each a way to arrive once and get a state. */
#define ARRIVALS(ROW)                                                                                            \
    ROW("mbarrier.arrive.shared.b64 %0, [%1];") ROW("mbarrier.arrive.shared::cta.b64 %0, [%1], 1;")              \
    ROW("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1];")                                                 \
    ROW("mbarrier.arrive.release.cluster.shared::cta.b64 %0, [%1], 1;")                                          \
    ROW("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 %0, [%1], 0;")                                    \
    ROW("mbarrier.arrive.expect_tx.shared.b64 %0, [%1], 0;")                                                     \
    ROW("{ .reg .b64 a; cvt.u64.u32 a, %1; cvta.shared.u64 a, a; mbarrier.arrive.b64 %0, [a]; }")

/* and to see whether a state's phase is over: %0 is 1 or 0. */
#define TEST(text) "{ .reg .pred p; " text " selp.b32 %0, 1, 0, p; }"
#define TESTS(ROW)                                                                                               \
    ROW("mbarrier.test_wait.shared.b64 p, [%1], %2;") ROW("mbarrier.test_wait.acquire.cta.shared::cta.b64 p, [%1], %2;") \
    ROW("mbarrier.try_wait.shared::cta.b64 p, [%1], %2;") ROW("mbarrier.try_wait.shared.b64 p, [%1], %2, 1000;") \
    ROW("mbarrier.try_wait.acquire.cluster.shared::cta.b64 p, [%1], %2;")                                        \
    ROW("mbarrier.test_wait.acquire.cluster.shared::cta.b64 p, [%1], %2;")                                       \
    ROW("mbarrier.try_wait.acquire.cta.shared::cta.b64 p, [%1], %2, 50;")
#define PARITIES(ROW)                                                                                            \
    ROW("mbarrier.test_wait.parity.shared.b64 p, [%1], %2;")                                                     \
    ROW("mbarrier.test_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2;")                                    \
    ROW("mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;")                                                 \
    ROW("mbarrier.try_wait.parity.shared.b64 p, [%1], %2, 1000;")                                                \
    ROW("mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;")                                 \
    ROW("mbarrier.test_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;")                                \
    ROW("mbarrier.try_wait.parity.acquire.cta.shared::cta.b64 p, [%1], %2, 50;")
enum { WAYS = 7 };

template <int way> __device__ u64 arrive(u64 *b) {
    u64 state = 0;
    int at = 0;
#define ARRIVAL(text) if (way == at++) asm volatile(text : "=l"(state) : "r"(shared_address(b)) : "memory");
    ARRIVALS(ARRIVAL)
    return state;
}
template <int way> __device__ bool passed(u64 *b, u64 state) {
    u32 is = 0;
    int at = 0;
#define PASSED(text) if (way == at++) asm volatile(TEST(text) : "=r"(is) : "r"(shared_address(b)), "l"(state) : "memory");
    TESTS(PASSED)
    return is;
}
template <int way> __device__ bool passed_parity(u64 *b, u32 parity) {
    u32 is = 0;
    int at = 0;
#define PARITY(text) if (way == at++) asm volatile(TEST(text) : "=r"(is) : "r"(shared_address(b)), "r"(parity) : "memory");
    PARITIES(PARITY)
    return is;
}

/* Each turn a thread reads what the thread opposite has written in it. */
template <int way> __global__ void opposite(int *out, int turns) {
    __shared__ u64 b;
    __shared__ int values[2][256];
    int t = threadIdx.x, sum = 0;
    if (t == 0) init(&b, blockDim.x);
    __syncthreads();
    for (int i = 0; i < turns; i++) {
        values[i & 1][t] = t + 1000 * i;
        u64 state = arrive<way>(&b);
        if (i & 2)
            while (!passed<way>(&b, state)) {}
        else
            while (!passed_parity<way>(&b, i & 1)) {}
        sum += values[i & 1][blockDim.x - 1 - t];
    }
    out[blockIdx.x * blockDim.x + t] = sum;
}

template <int way> void check_opposite(int *out) {
    for (int threads : {1, 32, 77, 256}) {
        opposite<way><<<3, threads>>>(out, 20);
        CUDA(cudaDeviceSynchronize());
        for (int i = 0; i < 3 * threads; i++) {
            int expected = 20 * (threads - 1 - i % threads) + 1000 * 190;
            CHECK_AT(i, expected, out[i]);
        }
        print_row("opposite", out, 3 * threads);
    }
    if constexpr (way + 1 < WAYS) check_opposite<way + 1>(out);
}

/* Half of the threads fill two buffers for the other half, ten times. */
__global__ void in_turns(int *out, int times) {
    __shared__ u64 full[2], empty[2];
    __shared__ int buffer[2][64];
    int t = threadIdx.x & 63;
    bool fills = threadIdx.x < 64;
    if (threadIdx.x == 0)
        for (int i = 0; i < 2; i++) init(&full[i], 64), init(&empty[i], 64);
    __syncthreads();
    int sum = 0;
    for (int i = 0; i < times; i++) {
        int stage = i & 1;
        u32 parity = i >> 1 & 1;
        if (fills) {
            while (!passed_parity<2>(&empty[stage], parity ^ 1)) {}
            buffer[stage][t] = 100 * i + t;
            arrive<2>(&full[stage]);
        } else {
            while (!passed_parity<5>(&full[stage], parity)) {}
            sum += buffer[stage][63 - t];
            asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(shared_address(&empty[stage])) : "memory");
        }
    }
    if (!fills) out[t] = sum;
}

/* Arrivals that are counted, by one thread: what is pending, and which phase it is. */
enum { STEPS = 15 };
__global__ void counts(u32 *out) {
    __shared__ u64 b;
    u32 a = shared_address(&b), pending, n = 0;
    u64 state;
    init(&b, 9);
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 3;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[n++] = pending; // 9
    asm volatile("mbarrier.arrive.noComplete.release.cta.shared::cta.b64 %0, [%1], %2;" : "=l"(state) : "r"(a), "r"(2u) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[n++] = pending; // 6
    asm volatile("mbarrier.arrive_drop.noComplete.shared.b64 %0, [%1], 1;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[n++] = pending;                  // 4
    out[n++] = passed<0>(&b, state);     // 0
    asm volatile("mbarrier.arrive_drop.shared.b64 %0, [%1], 3;" : "=l"(state) : "r"(a) : "memory");
    out[n++] = passed<0>(&b, state);     // 1
    out[n++] = passed_parity<0>(&b, 0);  // 1
    out[n++] = passed_parity<0>(&b, 1);  // 0
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 4;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[n++] = pending; // 5
    /* The phase waits for 48 bytes, of which 16 come before they are expected. */
    asm volatile("mbarrier.complete_tx.shared::cta.b64 [%0], 16;" ::"r"(a) : "memory");
    asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], %1;" ::"r"(a), "r"(48u) : "memory");
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory");
    out[n++] = passed<1>(&b, state); // 0
    asm volatile("mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [%0], %1;" ::"r"(a), "r"(32u) : "memory");
    out[n++] = passed<1>(&b, state); // 1
    asm volatile("mbarrier.arrive_drop.expect_tx.release.cta.shared::cta.b64 %0, [%1], 1048575;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.arrive.release.cta.shared::cta.b64 %0, [%1], 4;" : "=l"(state) : "r"(a) : "memory");
    out[n++] = passed<1>(&b, state); // 0
    asm volatile("mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [%0], 1048575;" ::"r"(a) : "memory");
    out[n++] = passed<1>(&b, state);    // 1
    out[n++] = passed_parity<1>(&b, 0); // 1
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 3;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[n++] = pending; // 4
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(a) : "memory");
    b = 77;
    out[n++] = (u32)b;
}
const u32 counted[STEPS] = {9, 6, 4, 0, 1, 1, 0, 5, 0, 1, 0, 1, 1, 4, 77};

/* The most that there may be. */
__global__ void most(u32 *out) {
    __shared__ u64 b;
    u32 a = shared_address(&b), pending;
    u64 state;
    init(&b, (1 << 20) - 1);
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1048574;" : "=l"(state) : "r"(a) : "memory");
    asm volatile("mbarrier.pending_count.b64 %0, %1;" : "=r"(pending) : "l"(state));
    out[0] = pending;
    state = arrive<0>(&b);
    out[1] = passed<0>(&b, state);
}

/* All lanes of a warp at once, each at a barrier of its own or of four. */
__global__ void many(int *out) {
    __shared__ u64 own[64], four[16];
    int t = threadIdx.x;
    init(&own[t], 1);
    if (t < 16) init(&four[t], 4);
    __syncthreads();
    u64 state = arrive<0>(&own[t]);
    int sum = passed<0>(&own[t], state);
    state = arrive<2>(&four[t / 4]);
    while (!passed<2>(&four[t / 4], state)) {}
    out[t] = sum + 10 * passed_parity<0>(&four[t / 4], 0);
}

int main() {
    int *out;
    CUDA(cudaMallocManaged(&out, 4096 * sizeof *out));
    check_opposite<0>(out);
    in_turns<<<1, 128>>>(out, 10);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) CHECK_AT(i, 4500 + 10 * (63 - i), out[i]);
    print_row("in turns", out, 64);
    counts<<<1, 1>>>((u32 *)out);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < STEPS; i++) CHECK_AT(i, counted[i], (u32)out[i]);
    print_row("counts", out, STEPS);
    most<<<1, 1>>>((u32 *)out);
    CUDA(cudaDeviceSynchronize());
    CHECK_EQUAL((1 << 20) - 1, out[0]);
    CHECK_EQUAL(1, out[1]);
    many<<<1, 64>>>(out);
    CUDA(cudaDeviceSynchronize());
    for (int i = 0; i < 64; i++) CHECK_AT(i, 11, out[i]);
    print_row("many", out, 64);
    return check_result();
}
