// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* What comes by itself into another block's shared memory, and tells an mbarrier there: arrivals of other blocks' threads,
 * st.async, red.async, copies in bulk between blocks, multicast to several. */
// SWCC: -arch=sm_90
#include "clusters.h"

#include <cstdint>

enum { BLOCKS = 4, THREADS = 64, GRID = 8 };

__device__ unsigned shared(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ unsigned mapped(const void *p, unsigned rank) {
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(shared(p)), "r"(rank));
    return there;
}
__device__ void init(uint64_t *barrier, unsigned count) {
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(shared(barrier)), "r"(count) : "memory");
    if (threadIdx.x == 0) asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    cg::this_cluster().sync();
}
__device__ void expect(uint64_t *barrier, unsigned bytes) {
    asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], %1;" ::"r"(shared(barrier)), "r"(bytes) : "memory");
}
__device__ void await(uint64_t *barrier, unsigned parity) {
    unsigned done = 0;
    while (!done)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(done)
                     : "r"(shared(barrier)), "r"(parity)
                     : "memory");
}
__device__ void arrive_there(const uint64_t *barrier, unsigned rank) {
    asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" ::"r"(mapped(barrier, rank)) : "memory");
}

/* Each thread of each block arrives at another's barrier, which then reads what it wrote: several phases. */
__global__ void arrivals(unsigned *out) {
    __shared__ uint64_t barrier;
    __shared__ unsigned box[BLOCKS][THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x, to = (rank + t) % BLOCKS;
    init(&barrier, THREADS);
    unsigned seen = 0;
    for (unsigned phase = 0; phase < 4; phase++) {
        cluster.map_shared_rank(&box[rank][t], to)[0] = phase * 10000 + rank * 100 + t;
        arrive_there(&barrier, to);
        await(&barrier, phase & 1);
        for (unsigned from = 0; from < BLOCKS; from++)
            for (unsigned i = 0; i < THREADS; i++)
                if ((from + i) % BLOCKS == rank) seen += box[from][i] * (i % 3 + 1);
        cluster.sync(); /* before it is written again */
    }
    out[block_number() * THREADS + t] = seen;
}

static void check_arrivals() {
    unsigned *out = managed<unsigned>(GRID * THREADS);
    CUDA(launch(arrivals, GRID, THREADS, dim3(BLOCKS), 0, out));
    FINISH();
    for (unsigned b = 0; b < GRID; b++) {
        unsigned seen = 0;
        for (unsigned phase = 0; phase < 4; phase++)
            for (unsigned from = 0; from < BLOCKS; from++)
                for (unsigned i = 0; i < THREADS; i++)
                    if ((from + i) % BLOCKS == b % BLOCKS) seen += (phase * 10000 + from * 100 + i) * (i % 3 + 1);
        for (unsigned t = 0; t < THREADS; t++) CHECK_AT(b * THREADS + t, seen, out[b * THREADS + t]);
    }
}

/* Stores and reductions that tell the receiver's barrier of their bytes. */
__global__ void stores(unsigned *out) {
    __shared__ uint64_t barrier;
    __shared__ alignas(16) unsigned word[THREADS], four[THREADS][4], sum, bits;
    __shared__ unsigned long long total;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x, to = (rank + 1) % BLOCKS;
    const unsigned per_thread = 4 + 16 + 4 + 4 + 8;
    if (t == 0) sum = bits = 0, total = 0;
    init(&barrier, 1);
    if (t == 0) expect(&barrier, THREADS * per_thread);
    const unsigned there = mapped(&barrier, to);
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];" ::"r"(mapped(&word[t], to)),
                 "r"(rank * 1000 + t), "r"(there)
                 : "memory");
    asm volatile("st.async.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%0], {%1, %2, %1, %2}, [%3];" ::"r"(
                     mapped(four[t], to)),
                 "r"(rank), "r"(t), "r"(there)
                 : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%0], %1, [%2];" ::"r"(
                     mapped(&sum, to)),
                 "r"(t + rank), "r"(there)
                 : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.or.b32 [%0], %1, [%2];" ::"r"(
                     mapped(&bits, to)),
                 "r"(1u << t % 29), "r"(there)
                 : "memory");
    asm volatile("red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u64 [%0], %1, [%2];" ::"r"(
                     mapped(&total, to)),
                 "l"((unsigned long long)t << 33), "r"(there)
                 : "memory");
    await(&barrier, 0);
    unsigned *answers = out + (block_number() * THREADS + t) * 5;
    answers[0] = word[t];
    answers[1] = four[t][0] * 1000 + four[t][3] + four[t][2] * 1000000;
    answers[2] = sum;
    answers[3] = bits;
    answers[4] = (unsigned)(total >> 33);
    cluster.sync();
}

static void check_stores() {
    unsigned *out = managed<unsigned>(GRID * THREADS * 5);
    CUDA(launch(stores, GRID, THREADS, dim3(BLOCKS), 0, out));
    FINISH();
    const unsigned all = THREADS * (THREADS - 1) / 2;
    for (unsigned b = 0; b < GRID; b++)
        for (unsigned t = 0; t < THREADS; t++) {
            const unsigned from = (b + BLOCKS - 1) % BLOCKS;
            const unsigned expected[] = {from * 1000 + t, from * 1001000 + t, all + THREADS * from, (1u << 29) - 1, all};
            for (int i = 0; i < 5; i++) CHECK_AT(i, expected[i], out[(b * THREADS + t) * 5 + i]);
        }
}

/* In bulk: from block to block, added up there, and from global memory to all blocks of a mask. */
__global__ void copies(unsigned *out, const unsigned *in) {
    __shared__ uint64_t barrier;
    __shared__ alignas(128) unsigned own[THREADS], got[THREADS], added[THREADS], all[BLOCKS][THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), t = threadIdx.x, to = (rank + 3) % BLOCKS, size = THREADS * 4;
    own[t] = rank * 1000 + t;
    got[t] = 0, added[t] = 7;
    for (unsigned i = 0; i < BLOCKS; i++) all[i][t] = 99;
    init(&barrier, 1);
    /* the block of rank r sends to itself and to all behind it: so many does block r get */
    const unsigned mask = 0xfu & ~((1u << rank) - 1);
    if (t == 0) {
        expect(&barrier, 2 * size + (rank + 1) * size);
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        asm volatile("cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(
                         mapped(got, to)),
                     "r"(shared(own)), "r"(size), "r"(mapped(&barrier, to))
                     : "memory");
        asm volatile("cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32"
                     " [%0], [%1], %2, [%3];" ::"r"(mapped(added, to)),
                     "r"(shared(own)), "r"(size), "r"(mapped(&barrier, to))
                     : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster"
                     " [%0], [%1], %2, [%3], %4;" ::"r"(shared(all[rank])),
                     "l"(in + block_number() * THREADS), "r"(size), "r"(shared(&barrier)), "h"((unsigned short)mask)
                     : "memory");
    }
    await(&barrier, 0);
    unsigned *answers = out + (block_number() * THREADS + t) * (2 + BLOCKS);
    answers[0] = got[t];
    answers[1] = added[t];
    for (unsigned i = 0; i < BLOCKS; i++) answers[2 + i] = all[i][t];
    cluster.sync();
}

static void check_copies() {
    unsigned *out = managed<unsigned>(GRID * THREADS * (2 + BLOCKS)), *in = managed<unsigned>(GRID * THREADS);
    for (int i = 0; i < GRID * THREADS; i++) in[i] = i * 17;
    CUDA(launch(copies, GRID, THREADS, dim3(BLOCKS), 0, out, in));
    FINISH();
    for (unsigned b = 0; b < GRID; b++)
        for (unsigned t = 0; t < THREADS; t++) {
            const unsigned rank = b % BLOCKS, from = (rank + 1) % BLOCKS, *row = out + (b * THREADS + t) * (2 + BLOCKS);
            CHECK_AT(t, from * 1000 + t, row[0]);
            CHECK_AT(t, from * 1000 + t + 7, row[1]);
            for (unsigned i = 0; i < BLOCKS; i++)
                CHECK_AT(t, i <= rank ? in[(b - rank + i) * THREADS + t] : 99u, row[2 + i]);
        }
}

int main() {
    check_arrivals();
    check_stores();
    check_copies();
    return check_result();
}
