// NO-GPU: not yet recorded on a GPU; nvcc 13 compiles it
/* Another block's shared memory: plain loads and stores of all sizes, atomics of all kinds and types, through generic
 * addresses and through those of shared::cluster (mapa), own variables by other blocks' names, addresses handed on from block
 * to block, isspacep and getctarank. */
// SWCC: -arch=sm_90
// FEW-WAYS
#include "clusters.h"

enum { BLOCKS = 4, THREADS = 64, GRID = 8 };

/* ---- A ring: each block hands what it has to the next one, again and again. ---------------------------------------- */

struct odd { char c[3]; };
template <typename T> __host__ __device__ T value_of(unsigned x) { return (T)(x * 2654435761u % 251); }
template <> __host__ __device__ odd value_of(unsigned x) { return {{(char)x, (char)(x / 3), (char)(x + 5)}}; }
template <> __host__ __device__ float4 value_of(unsigned x) { return make_float4(x, x + 1, x * .5f, -1.f * x); }

template <typename T> __global__ void ring(T *out, int rounds) {
    __shared__ T box[2][THREADS];
    extern __shared__ __align__(16) char dynamic[];
    T *more = (T *)dynamic;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), next = (rank + 1) % cluster.num_blocks(), t = threadIdx.x;
    box[0][t] = value_of<T>(block_number() * THREADS + t);
    for (int round = 0; round < rounds; round++) {
        cluster.sync();
        T *target = cluster.map_shared_rank(&box[(round + 1) % 2][0], next);
        target[(t + 1) % THREADS] = box[round % 2][t];
    }
    cluster.sync();
    const T *source = cluster.map_shared_rank(box[rounds % 2], next);
    *cluster.map_shared_rank(&more[t], (rank + 3) % cluster.num_blocks()) = source[t];
    cluster.sync();
    out[block_number() * THREADS + t] = more[t];
}

template <typename T> static void expected_of(T *out, int rounds) {
    for (int b = 0; b < GRID; b++)
        for (int t = 0; t < THREADS; t++) {
            const int rank = b % BLOCKS, first = b - rank, from = (rank + 1 + 1 + 4 * BLOCKS - rounds) % BLOCKS;
            out[b * THREADS + t] = value_of<T>((first + from) * THREADS + (t + 64 * THREADS - rounds) % THREADS);
        }
}

template <typename T> static void check_ring(int rounds) {
    T *out = managed<T>(GRID * THREADS), *expected = managed<T>(GRID * THREADS);
    CUDA(launch(ring<T>, GRID, THREADS, dim3(BLOCKS), THREADS * sizeof(T), out, rounds));
    FINISH();
    expected_of(expected, rounds);
    for (int i = 0; i < GRID * THREADS; i++) CHECK_AT(i, 0, std::memcmp(&expected[i], &out[i], sizeof(T)));
    CUDA(cudaFree(out));
    CUDA(cudaFree(expected));
}

/* ---- Atomics: all blocks on one place of each block. --------------------------------------------------------------- */

struct places {
    int add, largest, bits, changed, held;
    unsigned up, flags, exchanged;
    unsigned long long least;
    float real;
    double precise;
};

__device__ void work_on(places *p, unsigned x) {
    atomicAdd(&p->add, (int)x);
    atomicMax(&p->largest, (int)x);
    atomicAnd(&p->bits, ~(1 << x % 20));
    atomicInc(&p->up, 100000);
    atomicOr(&p->flags, 1u << x % 32);
    atomicMin(&p->least, 1ull << 40 | x);
    atomicAdd(&p->real, 0.5f);
    atomicAdd(&p->precise, (double)x);
    for (int old = p->changed, was; (was = atomicCAS(&p->changed, old, old + 3)) != old; old = was) {}
    atomicSub(&p->held, 1);
}

__global__ void atomics(places *out, unsigned *sum_of_exchanged) {
    __shared__ places own;
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned x = cluster.thread_rank();
    if (threadIdx.x == 0) own = places{0, 0, -1, 7, 1000, 0, 0, 0, ~0ull, 0, 0};
    cluster.sync();
#pragma unroll 1
    for (unsigned rank = 0; rank < cluster.num_blocks(); rank++) {
        places *there = cluster.map_shared_rank(&own, rank);
        if (rank % 2 || threadIdx.x < 40) work_on(there, x);
        unsigned old = atomicExch(&there->exchanged, x + 1);
        atomicAdd(sum_of_exchanged, old);
    }
    cluster.sync();
    if (threadIdx.x == 0) atomicAdd(sum_of_exchanged, own.exchanged), out[cluster.block_rank()] = own;
}

static void check_atomics() {
    places *out = managed<places>(BLOCKS);
    unsigned *sum = managed<unsigned>(1);
    CUDA(launch(atomics, BLOCKS, THREADS, dim3(BLOCKS), 0, out, sum));
    FINISH();
    CHECK_EQUAL((unsigned)(BLOCKS * (BLOCKS * THREADS) * (BLOCKS * THREADS + 1) / 2), *sum);
    for (int rank = 0; rank < BLOCKS; rank++) {
        const int each = rank % 2 ? THREADS : 40;
        int add = 0, last = 0, flags = 0, bits = -1;
        for (int b = 0; b < BLOCKS; b++)
            for (int t = 0; t < each; t++) {
                add += last = b * THREADS + t;
                flags |= 1u << last % 32;
                bits &= ~(1 << last % 20);
            }
        const int count = each * BLOCKS;
        const places *p = &out[rank];
        CHECK_EQUAL(add, p->add);
        CHECK_EQUAL(last, p->largest);
        CHECK_EQUAL(bits, p->bits);
        CHECK_EQUAL((unsigned)count, p->up);
        CHECK_EQUAL((unsigned)flags, p->flags);
        CHECK_EQUAL(1ull << 40, p->least);
        CHECK_EQUAL(count * .5f, p->real);
        CHECK_EQUAL((double)add, p->precise);
        CHECK_EQUAL(7 + 3 * count, p->changed);
        CHECK_EQUAL(1000 - count, p->held);
    }
}

/* ---- PTX. ----------------------------------------------------------------------------------------------------------- */

__device__ unsigned mapped(unsigned address, unsigned rank) {
    unsigned there;
    asm("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(address), "r"(rank));
    return there;
}
__device__ unsigned rank_of(unsigned address) {
    unsigned rank;
    asm("getctarank.shared::cluster.u32 %0, %1;" : "=r"(rank) : "r"(address));
    return rank;
}
__device__ unsigned is_in(const void *p) {
    unsigned cta, cluster;
    asm("{ .reg .pred a, b; isspacep.shared::cta a, %2; isspacep.shared::cluster b, %2;"
        " selp.u32 %0, 1, 0, a; selp.u32 %1, 2, 0, b; }"
        : "=r"(cta), "=r"(cluster)
        : "l"(p));
    return cta | cluster;
}

enum { WORDS = 10 };
__global__ void instructions(unsigned *out) {
    __shared__ unsigned words[THREADS][4], handed, counter;
    __shared__ alignas(16) uint4 wide[THREADS];
    cg::cluster_group cluster = cg::this_cluster();
    const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks(), t = threadIdx.x, other = (rank + 1 + t) % blocks;
    const unsigned own = (unsigned)__cvta_generic_to_shared(words[t]), number = (unsigned)__cvta_generic_to_shared(&counter);
    unsigned from_own, x, y, z, w, old;
    if (t == 0) counter = 0;
    words[t][0] = rank * 1000 + t;
    words[t][1] = words[t][2] = 0;
    cluster.sync();
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(x) : "r"(mapped(own, other)) : "memory");
    asm volatile("st.shared::cluster.u32 [%0 + 4], %1;" ::"r"(mapped(own, other)), "r"(rank * 100 + t) : "memory");
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(from_own) : "r"(own) : "memory");
    asm volatile("st.relaxed.cluster.shared::cluster.u32 [%0], %1;" ::"r"(mapped(own + 8, other)), "r"(t + 1) : "memory");
    asm volatile("st.shared::cluster.v4.u32 [%0], {%1, %1, %2, %2};" ::"r"(
                     mapped((unsigned)__cvta_generic_to_shared(&wide[t]), other)), "r"(rank), "r"(t) : "memory");
    asm volatile("red.relaxed.cluster.shared::cluster.add.u32 [%0], 1;" ::"r"(mapped(number, 0)) : "memory");
    asm volatile("atom.acq_rel.cluster.shared::cluster.add.u32 %0, [%1], 256;" : "=r"(old) : "r"(mapped(number, other)) : "memory");
    /* an address of the first block's is the same for all */
    if (cluster.thread_rank() == 0) handed = mapped(own, blocks - 1);
    cluster.sync();
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(y) : "r"(mapped((unsigned)__cvta_generic_to_shared(&handed), 0)) : "memory");
    asm volatile("ld.shared::cluster.u32 %0, [%1];" : "=r"(z) : "r"(y) : "memory");
    unsigned long long generic;
    asm volatile("mapa.u64 %0, %1, %2;" : "=l"(generic) : "l"(&words[t][2]), "r"(other));
    asm volatile("ld.u32 %0, [%1];" : "=r"(w) : "l"(generic) : "memory");
    unsigned generic_rank;
    asm volatile("getctarank.u64 %0, %1;" : "=r"(generic_rank) : "l"(generic));
    unsigned *answers = out + (block_number() * THREADS + t) * WORDS;
    cluster.sync();
    answers[0] = x;
    answers[1] = words[t][1];
    answers[2] = from_own;
    answers[3] = words[t][2];
    answers[4] = z;
    answers[5] = w;
    answers[6] = rank_of(own) + 10 * rank_of(mapped(own, other)) + 100 * generic_rank + 1000 * rank_of(y);
    answers[7] = is_in(words[t]) + 10 * is_in((const void *)generic) + 100 * is_in(out) +
                 1000 * (__isShared((const void *)generic) != 0) + 10000 * (__isGlobal((const void *)generic) != 0) +
                 100000 * cluster.query_shared_rank((const void *)generic);
    answers[8] = wide[t].x * 1000 + wide[t].w;
    answers[9] = counter;
    cluster.sync();
}

static void check_instructions() {
    unsigned *out = managed<unsigned>(GRID * THREADS * WORDS);
    CUDA(launch(instructions, GRID, THREADS, dim3(BLOCKS), 0, out));
    FINISH();
    for (unsigned b = 0; b < GRID; b++)
        for (unsigned t = 0; t < THREADS; t++) {
            const unsigned rank = b % BLOCKS, other = (rank + 1 + t) % BLOCKS, from = (rank + 4 * BLOCKS * THREADS - 1 - t) % BLOCKS;
            const bool is_own = other == rank;
            const unsigned expected[WORDS] = {
                other * 1000 + t, from * 100 + t, rank * 1000 + t, t + 1, (BLOCKS - 1) * 1000, t + 1,
                rank + 10 * other + 100 * other + 1000 * (BLOCKS - 1),
                3u + 10 * (is_own ? 3 : 2) + 1000 * is_own + 100000 * other, from * 1000 + t,
                (rank == 0 ? BLOCKS * THREADS : 0u) + 256 * THREADS};
            for (int i = 0; i < WORDS; i++) CHECK_AT(i, expected[i], out[(b * THREADS + t) * WORDS + i]);
        }
}

int main() {
    check_ring<int>(5);
    check_ring<float4>(2);
    check_ring<odd>(6);
    check_atomics();
    check_instructions();
    return check_result();
}
