/* Words of inline PTX that say how memory is reached and change no value: cache policies and priorities, prefetches, fences
 * between proxies; addresses of a cluster's shared memory, which is the block's; the order of dependent grids (PTX ISA, ld, st,
 * createpolicy, prefetch, applypriority, fence, membar, mapa, getctarank, griddepcontrol). */
// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// NO-GPU: not yet recorded on a GPU
#include "../check.h"
#include "../rows.h"

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 64, WORDS = 24 };

/* A word at a byte offset, with a policy where the instruction takes one. */
#define LOADS(ROW)                                                                                               \
    ROW("ld.global.L1::evict_last.u32 %0, [%1+4];", 1) ROW("ld.global.L1::no_allocate.L2::256B.u32 %0, [%1+8];", 2) \
    ROW("ld.global.L2::cache_hint.u32 %0, [%1], %2;", 0) ROW("ld.global.nc.L2::cache_hint.b32 %0, [%1+12], %2;", 3) \
    ROW("ld.global.nc.L1::evict_first.L2::cache_hint.L2::128B.b32 %0, [%1+4], %2;", 1)                           \
    ROW("ld.global.L1::evict_unchanged.L2::cache_hint.L2::64B.s32 %0, [%1+8], %2;", 2)                           \
    ROW("ld.relaxed.gpu.global.L1::no_allocate.L2::cache_hint.u32 %0, [%1+4], %2;", 1)                           \
    ROW("ld.mmio.relaxed.sys.global.u32 %0, [%1+8];", 2) ROW("ld.acquire.cluster.global.u32 %0, [%1+12];", 3)
#define POLICIES(ROW)                                                                                            \
    ROW("createpolicy.fractional.L2::evict_last.b64 %0, 0.5;")                                                   \
    ROW("createpolicy.fractional.L2::evict_first.L2::evict_unchanged.b64 %0;")                                   \
    ROW("createpolicy.fractional.L2::evict_normal.L2::evict_first.b64 %0, 0.25;")                                \
    ROW("createpolicy.range.L2::evict_last.L2::evict_first.b64 %0, [%1], 0x100000, 0x200000;")                   \
    ROW("createpolicy.range.global.L2::evict_unchanged.b64 %0, [%1], 4096, 4096;")

__global__ void loads(const u32 *in, u32 *out) {
    int t = threadIdx.x, n = t * WORDS;
    const u32 *own = in + 4 * t;
    u64 policy = 0;
#define POLICY(text) asm volatile(text : "=l"(policy) : "l"(in) : "memory");
    POLICIES(POLICY)
    u32 a, b, c, d;
#define LOAD(text, index)                                                                                        \
    asm volatile(text : "=r"(a) : "l"(own), "l"(policy) : "memory");                                             \
    out[n++] = a;
    LOADS(LOAD)
    asm volatile("ld.global.nc.L1::no_allocate.L2::cache_hint.v4.u32 {%0, %1, %2, %3}, [%4], %5;"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "l"(own), "l"(policy) : "memory");
    out[n++] = a + 2 * b + 3 * c + 4 * d;
    asm volatile("prefetch.global.L2::evict_last [%0]; prefetch.global.L2::evict_normal [%0]; prefetch.global.L1 [%0]; prefetch.L2 [%0];"
                 ::"l"(own) : "memory");
    asm volatile("st.global.L2::cache_hint.u32 [%0], %1, %2;" ::"l"(out + n++), "r"(a), "l"(policy) : "memory");
    asm volatile("st.global.L1::no_allocate.L2::cache_hint.v2.b32 [%0], {%1, %2}, %3;" ::"l"(out + n), "r"(b), "r"(c), "l"(policy)
                 : "memory");
    n += 2;
    asm volatile("st.global.L1::evict_first.v2.b32 [%0], {%1, %2};" ::"l"(out + n), "r"(c), "r"(d) : "memory");
    n += 2;
    asm volatile("st.mmio.relaxed.sys.global.u32 [%0], %1;" ::"l"(out + n++), "r"(d) : "memory");
    asm volatile("applypriority.global.L2::evict_normal [%0], 128;" ::"l"((u64)out & ~127ull) : "memory");
}

/* Each thread's word goes to the thread opposite and back, by addresses of the cluster. */
__global__ void cluster(u32 *out) {
    __shared__ alignas(8) u32 a[THREADS];
    __shared__ u32 sum, most;
    int t = threadIdx.x;
    u32 local = (u32)__cvta_generic_to_shared(&a[t]), own, rank, other;
    u64 address, generic_rank;
    asm volatile("griddepcontrol.wait;" ::: "memory");
    if (t == 0) sum = 0, most = 0;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(own) : "r"(local), "r"(0));
    asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(own), "r"(t * t) : "memory");
    asm volatile("fence.acq_rel.cluster; fence.sc.cluster; fence.proxy.async; fence.proxy.async.global; fence.proxy.async.shared::cluster; "
                 "fence.proxy.alias;" ::: "memory");
    asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" ::: "memory");
    u32 opposite = (u32)__cvta_generic_to_shared(&a[THREADS - 1 - t]);
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(other) : "r"(opposite) : "memory");
    asm volatile("mapa.u64 %0, %1, 0;" : "=l"(address) : "l"(&a[t]));
    asm volatile("getctarank.u64 %0, %1;" : "=r"(rank) : "l"(address));
    asm volatile("{ .reg .u32 r; getctarank.shared::cluster.u32 r, %1; cvt.u64.u32 %0, r; }" : "=l"(generic_rank) : "r"(own));
    u32 old, sums = (u32)__cvta_generic_to_shared(&sum), mosts = (u32)__cvta_generic_to_shared(&most);
    asm volatile("atom.relaxed.cluster.shared::cluster.add.u32 %0, [%1], %2;" : "=r"(old) : "r"(sums), "r"(t) : "memory");
    asm volatile("red.release.cluster.shared::cluster.max.u32 [%0], %1;" ::"r"(mosts), "r"(t) : "memory");
    asm volatile("barrier.cluster.arrive; barrier.cluster.wait;" ::: "memory");
    out[t] = other + rank + (u32)generic_rank + (old > 64 * 63 / 2) + (address != (u64)&a[t]);
    if (t == 0) out[THREADS] = sum, out[THREADS + 1] = most;
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

int main() {
    u32 *in = managed<u32>(4 * THREADS), *out = managed<u32>(THREADS * WORDS);
    for (int i = 0; i < 4 * THREADS; i++) in[i] = i * 2654435761u;
    loads<<<1, THREADS>>>(in, out);
    FINISH();
    for (int t = 0; t < THREADS; t++) {
        const u32 *own = in + 4 * t, *got = out + t * WORDS;
#define CHECK_LOAD(text, index) CHECK_AT(t, own[index], *got++);
        LOADS(CHECK_LOAD)
        CHECK_AT(t, own[0] + 2 * own[1] + 3 * own[2] + 4 * own[3], *got++);
        for (int i : {0, 1, 2, 2, 3, 3}) CHECK_AT(t, own[i], *got++);
    }
    print_row("loads", out, THREADS * WORDS);
    cluster<<<1, THREADS>>>(out);
    FINISH();
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, (u32)((THREADS - 1 - t) * (THREADS - 1 - t)), out[t]);
    CHECK_EQUAL((u32)(THREADS * (THREADS - 1) / 2), out[THREADS]);
    CHECK_EQUAL((u32)(THREADS - 1), out[THREADS + 1]);
    print_row("cluster", out, THREADS + 2);
    return check_result();
}
