/* What a GPU copies and adds by itself while threads go on (PTX ISA, Asynchronous Copy): cp.async.bulk between global and
 * shared memory, cp.reduce.async.bulk, st.async, red.async, st.bulk, cp.async with an mbarrier; the bytes are told to an
 * mbarrier, or waited for as groups. */
// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// NO-GPU: not yet recorded on a GPU
#include "../check.h"
#include "../rows.h"

#include <string>

typedef unsigned short u16;
typedef unsigned u32;
typedef unsigned long long u64;
enum { WORDS = 256, BYTES = 4 * WORDS };

__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__device__ void init(u64 *b, u32 count) {
    asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(shared_address(b)), "r"(count) : "memory");
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
}
__device__ void arrive_for(u64 *b, u32 bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(b)), "r"(bytes)
                 : "memory");
}
__device__ void wait_for(u64 *b, u32 parity) {
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], %1; @!p bra AGAIN; }" ::"r"(
                     shared_address(b)), "r"(parity) : "memory");
}

/* A tile comes, each thread changes a word of it, and it goes; in turns, by every form of the copy. */
#define COPIES_IN(ROW)                                                                                           \
    ROW("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];")               \
    ROW("{ .reg .b64 h; createpolicy.fractional.L2::evict_first.b64 h, 1.0; "                                    \
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1], %2, [%3], h; }") \
    ROW("{ .reg .b16 m; mov.u16 m, 1; "                                                                          \
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], %2, [%3], m; }")
enum { FORMS = 3 };
__global__ void tiles(const u32 *from, u32 *to, int count) {
    __shared__ alignas(128) u32 tile[WORDS];
    __shared__ u64 full;
    int t = threadIdx.x;
    if (t == 0) init(&full, 1);
    __syncthreads();
    for (int i = 0; i < count; i++) {
        const u32 *source = from + i * WORDS;
        u32 *target = to + i * WORDS;
        if (t == 0) {
            asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;" ::"l"(source), "r"(BYTES) : "memory");
            arrive_for(&full, BYTES);
            int form = 0;
#define COPY(text)                                                                                               \
    if (i % FORMS == form++)                                                                                     \
        asm volatile(text ::"r"(shared_address(tile)), "l"(source), "r"(BYTES), "r"(shared_address(&full)) : "memory");
            COPIES_IN(COPY)
        }
        wait_for(&full, i & 1);
        tile[t] = tile[t] * 3 + t;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        __syncthreads();
        if (t == 0) {
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;" ::"l"(target),
                         "r"(shared_address(tile)), "r"(BYTES) : "memory");
            asm volatile("cp.async.bulk.commit_group;" ::: "memory");
            asm volatile("cp.async.bulk.wait_group.read 0;" ::: "memory");
        }
        __syncthreads();
    }
    if (t == 0) asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
}

/* Each block adds its 16 words, or the like, to global memory. */
#define REDUCTIONS(ROW)                                                                                          \
    ROW("add.u32", u32) ROW("add.s32", u32) ROW("add.u64", u64) ROW("min.u32", u32) ROW("max.s32", u32)          \
    ROW("min.s64", u64) ROW("max.u64", u64) ROW("inc.u32", u32) ROW("dec.u32", u32) ROW("and.b32", u32)          \
    ROW("or.b64", u64) ROW("xor.b32", u32) ROW("add.f32", float) ROW("add.f64", double)          \
    ROW("min.f16", u16) ROW("max.bf16", u16) /* positive ones are in the order of their bits */
enum { REDUCED = 16, BLOCKS = 5 };
__global__ void reduce(u64 *to) {
    __shared__ alignas(16) u64 raw[16];
    int t = threadIdx.x, row = 0;
#define REDUCE(name, T)                                                                                          \
    if (t < 128 / (int)sizeof(T)) ((T *)raw)[t] = (T)(blockIdx.x * 7 + t * 3 + 1);                               \
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");                                                 \
    __syncthreads();                                                                                             \
    if (t == 0) {                                                                                                \
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group." name " [%0], [%1], 128;" ::"l"(to + 16 * row), \
                     "r"(shared_address(raw)) : "memory");                                                       \
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");                    \
    }                                                                                                            \
    row++;                                                                                                       \
    __syncthreads();
    REDUCTIONS(REDUCE)
}

/* The same on the CPU. */
u64 combined(const char *name, u64 a, u64 b) {
    u32 x = (u32)a, y = (u32)b;
    std::string op(name);
    if (op == "add.u32" || op == "add.s32") return x + y;
    if (op == "add.u64") return a + b;
    if (op == "min.u32" || op == "min.f16") return x < y ? x : y;
    if (op == "max.bf16") return x > y ? x : y;
    if (op == "max.s32") return (int)x > (int)y ? x : y;
    if (op == "min.s64") return (long long)a < (long long)b ? a : b;
    if (op == "max.u64") return a > b ? a : b;
    if (op == "inc.u32") return x >= y ? 0 : x + 1;
    if (op == "dec.u32") return x == 0 || x > y ? y : x - 1;
    if (op == "and.b32") return x & y;
    if (op == "or.b64") return a | b;
    return x ^ y;
}
template <class T> void check_reduced(const char *name, T *out) {
    for (int i = 0; i < 128 / (int)sizeof(T); i++) {
        u64 expected = 5;
        /* inc and dec depend on the order of blocks: only that they stay below the bound is known */
        bool is_counted = std::string(name) == "inc.u32" || std::string(name) == "dec.u32";
        for (int b = 0; b < BLOCKS; b++) expected = combined(name, expected, (u64)(b * 7 + i * 3 + 1));
        if (is_counted) CHECK((u64)out[i] <= (u64)(28 + 3 * i + 1));
        else CHECK_AT(i, (T)expected, out[i]);
    }
}
template <class T> void check_sums(T *out) {
    for (int i = 0; i < 128 / (int)sizeof(T); i++) {
        T expected = 5;
        for (int b = 0; b < BLOCKS; b++) expected += (T)(b * 7 + i * 3 + 1);
        CHECK_AT(i, expected, out[i]);
    }
}
void check_reduced(const char *, float *out) { check_sums(out); }
void check_reduced(const char *, double *out) { check_sums(out); }
template <class T> void start_at_5(T *at) { for (int i = 0; i < 128 / (int)sizeof(T); i++) at[i] = 5; }

/* Within shared memory: to the cluster's, which here is the block's. Each thread writes 28 bytes and adds three words. */
__global__ __launch_bounds__(64) void within(u32 *out) {
    __shared__ alignas(16) u32 a[64][8], sums[4], mirror[64 * 8];
    __shared__ u64 b;
    int t = threadIdx.x;
    u32 bar = shared_address(&b), own, rank;
    if (t == 0) init(&b, 64);
    if (t < 4) sums[t] = t == 1 ? 1000 : 0;
    __syncthreads();
    arrive_for(&b, 28 + 12);
    u32 local = shared_address(&a[t][0]);
    asm volatile("mapa.shared::cluster.u32 %0, %1, 0;" : "=r"(own) : "r"(local));
    asm volatile("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(own));
    asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %3, %4}, [%5];" ::"r"(own),
                 "r"(t), "r"(t + 1), "r"(t + 2), "r"(t + 3), "r"(bar) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u64 [%0+16], %1, [%2];" ::"r"(own),
                 "l"((u64)t << 32 | 7), "r"(bar) : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%0+24], %1, [%2];" ::"r"(own), "r"(rank), "r"(bar)
                 : "memory");
    u32 sum = shared_address(sums);
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(sum),
                 "r"(t), "r"(bar) : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.min.u32 [%0+4], %1, [%2];" ::"r"(sum),
                 "r"(100 - t), "r"(bar) : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 [%0+8], %1, [%2];" ::"r"(sum),
                 "r"(1 << t % 32), "r"(bar) : "memory");
    wait_for(&b, 0);
    /* and by a copy of all of it */
    if (t == 0) {
        asm volatile("mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [%0], 2048;" ::"r"(bar) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], 2048, [%2];" ::"r"(
                         shared_address(mirror)), "r"(shared_address(a)), "r"(bar) : "memory");
    }
    arrive_for(&b, 0);
    wait_for(&b, 1);
    for (int i = 0; i < 7; i++) out[7 * t + i] = mirror[8 * t + i];
    if (t < 3) out[7 * 64 + t] = sums[t];
}

/* Copies of single threads, which arrive when these are done: of 4, 8 and 16 bytes, with and without an arrival of their own. */
__global__ void single(const u32 *from, u32 *out, int turns) {
    __shared__ alignas(16) u32 a[64 * 4];
    __shared__ u64 b, c;
    int t = threadIdx.x;
    u32 to = shared_address(&a[4 * t]);
    if (t == 0) init(&b, 64), init(&c, 64);
    __syncthreads();
    u32 sum = 0;
    for (int i = 0; i < turns; i++) {
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from + 4 * t) : "memory");
        asm volatile("{ .reg .b64 h; createpolicy.fractional.L2::evict_last.b64 h; "
                     "cp.async.ca.shared.global.L2::cache_hint.L2::128B [%0], [%1], 8, h; }" ::"r"(to), "l"(from + 4 * t + 2) : "memory");
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; cp.async.ca.shared.global [%0+8], [%1], 4, p; }" ::"r"(to), "l"(from),
                     "r"(i & 1) : "memory");
        asm volatile("cp.async.mbarrier.arrive.noinc.shared::cta.b64 [%0];" ::"r"(shared_address(&b)) : "memory");
        wait_for(&b, i & 1);
        sum += a[4 * (63 - t)] + 3 * a[4 * (63 - t) + 2] + 5 * a[4 * (63 - t) + 3];
        asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"(shared_address(&c)) : "memory");
        asm volatile("mbarrier.arrive.shared.b64 _, [%0];" ::"r"(shared_address(&c)) : "memory");
        wait_for(&c, i & 1);
    }
    out[t] = sum;
}

int main() {
    enum { TILES = 12 };
    u32 *in = managed<u32>(TILES * WORDS), *out = managed<u32>(TILES * WORDS);
    for (int i = 0; i < TILES * WORDS; i++) in[i] = i * 2654435761u;
    tiles<<<1, WORDS>>>(in, out, TILES);
    FINISH();
    for (int i = 0; i < TILES * WORDS; i++) CHECK_AT(i, in[i] * 3 + i % WORDS, out[i]);
    print_row("tiles", out, TILES * WORDS);

    u64 *reduced = managed<u64>(16 * REDUCED);
    int row = 0;
#define START(name, T) start_at_5((T *)(reduced + 16 * row++));
    REDUCTIONS(START)
    reduce<<<BLOCKS, 64>>>(reduced);
    FINISH();
    row = 0;
#define CHECK_REDUCED(name, T) check_reduced(name, (T *)(reduced + 16 * row++));
    REDUCTIONS(CHECK_REDUCED)

    within<<<1, 64>>>(out);
    FINISH();
    for (int t = 0; t < 64; t++) {
        const u32 expected[7] = {(u32)t, (u32)t + 1, (u32)t + 2, (u32)t + 3, 7, (u32)t, 0};
        for (int i = 0; i < 7; i++) CHECK_AT(7 * t + i, expected[i], out[7 * t + i]);
    }
    CHECK_EQUAL(64u * 63 / 2, out[448]);
    CHECK_EQUAL(37u, out[449]);
    CHECK_EQUAL(0xffffffffu, out[450]);
    print_row("within", out, 451);

    single<<<1, 64>>>(in, out, 6);
    FINISH();
    for (int t = 0; t < 64; t++) {
        u32 sum = 0;
        const u32 *from = in + 4 * (63 - t);
        for (int i = 0; i < 6; i++) sum += from[2] + 3 * (i & 1 ? 0 : in[0]) + 5 * from[3];
        CHECK_AT(t, sum, out[t]);
    }
    print_row("single", out, 64);
    return check_result();
}
