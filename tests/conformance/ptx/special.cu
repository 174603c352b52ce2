/* Special registers of inline PTX that tell of the machine, the grid and the time; and clock(), clock64(), __nanosleep beside
 * them (PTX ISA, Special Registers): what follows from what, for their values are open. */
// NO-GPU: it prints nothing that is determined
#include "../check.h"

typedef unsigned u32;
typedef unsigned long long u64;

#define READ32(name)                                     \
    ({                                                   \
        u32 x;                                           \
        asm volatile("mov.u32 %0, %%" name ";" : "=r"(x)); \
        x;                                               \
    })
#define READ64(name)                                     \
    ({                                                   \
        u64 x;                                           \
        asm volatile("mov.u64 %0, %%" name ";" : "=l"(x)); \
        x;                                               \
    })

__global__ void places(u32 *out) {
    __shared__ u32 used[32];
    extern __shared__ u32 more[];
    used[threadIdx.x % 32] = more[threadIdx.x % 8] = 1;
    u32 *own = out + (blockIdx.x * blockDim.x + threadIdx.x) * 8;
    own[0] = READ32("smid");
    own[1] = READ32("nsmid");
    own[2] = READ32("warpid");
    own[3] = READ32("nwarpid");
    own[4] = READ32("dynamic_smem_size");
    own[5] = READ32("total_smem_size");
    own[6] = (u32)READ64("gridid");
    own[7] = READ32("cluster_nctarank") + READ32("pm0") + used[threadIdx.x % 32];
}

__global__ void times(u64 *out) {
    u64 timer = READ64("globaltimer"), high = READ32("globaltimer_hi"), low = READ32("globaltimer_lo");
    u64 clock_start = READ64("clock64"), clock_high = READ32("clock_hi");
    clock_t ticks = clock();
    long long cycles = clock64();
    u32 short_clock = READ32("clock");
    for (int i = 0; i < 20; i++) {
        asm volatile("nanosleep.u32 100;");
        __nanosleep(100000);
    }
    u64 last = READ64("globaltimer");
    bool steady = true;
    for (int i = 0; i < 1000; i++) {
        u64 now = READ64("globaltimer");
        steady = steady && now >= last;
        last = now;
    }
    while (READ64("globaltimer") - timer < 3000000) {}
    out[1] = (u32)clock() - (u32)ticks;
    out[0] = clock64() - cycles;
    out[2] = READ64("globaltimer") - timer;
    out[3] = steady;
    out[4] = (high << 32 | low) - timer < 1000000000;
    out[5] = (clock_start >> 32) - clock_high + 1 <= 1 || clock_high - (clock_start >> 32) <= 1;
    out[6] = READ32("clock") - short_clock;
    out[7] = timer;
}

int main() {
    enum { THREADS = 80, BLOCKS = 3 };
    cudaDeviceProp prop;
    CUDA(cudaGetDeviceProperties(&prop, 0));
    u32 *out = managed<u32>(THREADS * BLOCKS * 8);
    places<<<BLOCKS, THREADS, 64>>>(out);
    FINISH();
    u32 grid = out[6];
    for (int i = 0; i < THREADS * BLOCKS; i++) {
        const u32 *own = out + i * 8;
        CHECK_AT(i, (u32)prop.multiProcessorCount, own[1]);
        CHECK(own[0] < own[1]);
        CHECK_AT(i, i % THREADS / 32u, own[2]);
        CHECK_AT(i, 3u, own[3]);
        CHECK_AT(i, 64u, own[4]);
        CHECK_AT(i, 192u, own[5]);
        CHECK_AT(i, grid, own[6]);
        CHECK_AT(i, 2u, own[7]);
    }
    places<<<1, 32, 64>>>(out);
    FINISH();
    CHECK(out[6] != grid);
    u64 *t = managed<u64>(8);
    times<<<1, 1>>>(t);
    FINISH();
    double seconds = t[2] * 1e-9, by_clock = t[0] / (prop.clockRate * 1e3);
    CHECK(t[2] >= 3000000);
    CHECK(by_clock > seconds * 0.7 && by_clock < seconds * 1.3);
    CHECK_EQUAL(1ull, t[3]);
    CHECK_EQUAL(1ull, t[4]);
    CHECK_EQUAL(1ull, t[5]);
    CHECK(t[1] > 0 && t[6] > 0);
    CHECK(t[7] > 1500000000000000000ull);
    return check_result();
}
