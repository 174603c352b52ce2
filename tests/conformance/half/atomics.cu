/* atomicAdd on half, bfloat16 and their pairs, in every scope, on global and on shared memory; atomicCAS on 16 bits.
 *
 * One thread adds special and random operands: the sum is rounded once, denormals are kept, the old value comes back,
 * and the numbers beside stay as they are. Many threads then add to the same places whole numbers whose sums are exact
 * on every way: nothing is lost, and every old value is seen once. The scoped forms on 16-bit types are ours: nvcc
 * has none, so they are checked and not printed.
 */
// SAME-OUTPUT
#include "half_rows.h"

enum { CASES = 4000, BLOCKS = 3, THREADS = 64, ALL = BLOCKS * THREADS };

#if defined(__SOFTWARP__)
#define SCOPES(S) S(atomicAdd, 0) S(atomicAdd_block, 1) S(atomicAdd_system, 2)
#define CAS_SYSTEM atomicCAS_system
#define CAS_BLOCK atomicCAS_block
enum { FORMS = 3 };
#else
#define SCOPES(S) S(atomicAdd, 0)
#define CAS_SYSTEM atomicCAS
#define CAS_BLOCK atomicCAS
enum { FORMS = 1 };
#endif

/* A number between two others, of which a 16-bit operation must not know. */
template <typename F, typename T> struct Cell {
    unsigned short before;
    T value;
    unsigned short after;
};

/* Sums in global and in shared memory; the old values. */
template <typename F, typename T> struct Sums {
    T old[CASES], sum[CASES], shared_old[CASES], shared_sum[CASES];
    bool is_beside_kept[CASES];
};

/* The rows of the table are these overloads: a number, or a pair. */
template <typename F> static __host__ __device__ typename F::Number term(size_t i, int k, typename F::Number) {
    return F::number(operand((int)i, k));
}
template <typename F> static __host__ __device__ typename F::Pair term(size_t i, int k, typename F::Pair) {
    return F::pair(F::number(operand((int)i, k)), F::number(operand((int)i + 1, k)));
}

template <typename F, typename T> __global__ void add_each(Sums<F, T> *sums, Cell<F, T> *cells) {
    __shared__ T shared[THREADS];
    size_t i = threadIdx.x + (size_t)blockIdx.x * THREADS;
    if (i >= CASES) return;
    T a = term<F>(i, 0, T()), b = term<F>(i, 1, T());
    cells[i].before = cells[i].after = 0x5aa5;
    cells[i].value = a;
    sums->old[i] = atomicAdd(&cells[i].value, b);
    sums->sum[i] = cells[i].value;
    sums->is_beside_kept[i] = cells[i].before == 0x5aa5 && cells[i].after == 0x5aa5;
    shared[threadIdx.x] = a;
    sums->shared_old[i] = atomicAdd(&shared[threadIdx.x], b);
    sums->shared_sum[i] = shared[threadIdx.x];
}

template <typename F> unsigned sum_of(int i) {
    return pattern_of<F>(value_of<F>(operand(i, 0)) + value_of<F>(operand(i, 1)), 0, RN);
}
template <typename F> void check_sum(int i, const char *name, typename F::Number got) {
    check_word<F>(i, name, sum_of<F>(i), 0, F::bits(got));
}
template <typename F> void check_sum(int i, const char *name, typename F::Pair got) {
    check_word<F>(i, name, sum_of<F>(i), sum_of<F>(i + 1), word<F>(got));
}
template <typename F> unsigned bits_of(typename F::Number a) { return F::bits(a); }
template <typename F> unsigned bits_of(typename F::Pair a) { return word<F>(a); }

template <typename F> void check_old(int i, unsigned want, unsigned got) {
    check_word<F>(i, "old", want & 0xffff, want >> 16, got);
}

template <typename F, typename T> void check_each(const char *label) {
    Sums<F, T> *sums = managed<Sums<F, T>>(1);
    Cell<F, T> *cells = managed<Cell<F, T>>(CASES);
    add_each<F, T><<<(CASES + THREADS - 1) / THREADS, THREADS>>>(sums, cells);
    FINISH();
    for (int i = 0; i < CASES; i++) {
        check_sum<F>(i, "global", sums->sum[i]);
        check_sum<F>(i, "shared", sums->shared_sum[i]);
        check_old<F>(i, bits_of<F>(term<F>((size_t)i, 0, T())), bits_of<F>(sums->old[i]));
        check_old<F>(i, bits_of<F>(term<F>((size_t)i, 0, T())), bits_of<F>(sums->shared_old[i]));
        CHECK_AT(i, true, sums->is_beside_kept[i]);
    }
    print_column<F>(label, sums->sum);
    CUDA(cudaFree(sums));
    CUDA(cudaFree(cells));
}

/* All threads at once: 1 to a number, (1, -1) to a pair. Sums up to 192 are exact in both formats. */
template <typename F> struct Shared {
    typename F::Number number[FORMS], beside[FORMS];
    typename F::Pair pair[FORMS];
    unsigned seen[FORMS][ALL], block_sum[BLOCKS];
};

template <typename F> __global__ void add_together(Shared<F> *all) {
    __shared__ typename F::Pair block;
    typename F::Number one = F::number(F::BIAS << F::MANTISSA);
    if (threadIdx.x == 0) block = F::pair(F::number(0), F::number(0));
    __syncthreads();
#define EACH(function, form)                                                                \
    if (form != 1 || blockIdx.x == 0) {                                                     \
        typename F::Number old = function(&all->number[form], one);                         \
        atomicAdd(&all->seen[form][(int)(float)old], 1u);                                   \
        function(&all->pair[form], F::pair(one, __hneg(one)));                              \
    }
    SCOPES(EACH)
#undef EACH
    atomicAdd(&block, F::pair(one, one));
    __syncthreads();
    if (threadIdx.x == 0) all->block_sum[blockIdx.x] = (unsigned)(float)F::low(block);
}

template <typename F> void check_together() {
    Shared<F> *all = managed<Shared<F>>(1);
    for (int form = 0; form < FORMS; form++) all->beside[form] = F::number(0x1234);
    add_together<F><<<BLOCKS, THREADS>>>(all);
    FINISH();
    for (int form = 0; form < FORMS; form++) {
        const int count = form == 1 ? THREADS : ALL;
        CHECK_AT(form, (float)count, (float)all->number[form]);
        CHECK_AT(form, (float)count, (float)F::low(all->pair[form]));
        CHECK_AT(form, (float)-count, (float)F::high(all->pair[form]));
        CHECK_AT(form, 0x1234u, F::bits(all->beside[form]));
        for (int i = 0; i < ALL; i++) CHECK_AT(i, i < count ? 1u : 0u, all->seen[form][i]);
    }
    for (int i = 0; i < BLOCKS; i++) CHECK_AT(i, (unsigned)THREADS, all->block_sum[i]);
    CUDA(cudaFree(all));
}

/* Counters of 16 bits in the two halves of a word, counted by compare and swap in each scope. */
__global__ void count(unsigned short *counters) {
#define COUNT(cas, at)                                                                                      \
    for (unsigned short seen = counters[at], old;; seen = old) {                                            \
        old = cas(&counters[at], seen, (unsigned short)(seen + 1));                                         \
        if (old == seen) break;                                                                             \
    }
    COUNT(atomicCAS, 0)
    COUNT(CAS_SYSTEM, 1)
    COUNT(CAS_BLOCK, 2 + blockIdx.x)
#undef COUNT
}

static void check_counters() {
    unsigned short *counters = managed<unsigned short>(8);
    counters[0] = 65500; /* wraps around */
    counters[6] = counters[7] = 0xbeef;
    count<<<BLOCKS, THREADS>>>(counters);
    FINISH();
    const unsigned short expected[] = {(unsigned short)(65500 + ALL), ALL, THREADS, THREADS, THREADS, 0, 0xbeef, 0xbeef};
    for (int i = 0; i < 8; i++) CHECK_AT(i, (int)expected[i], (int)counters[i]);
    print_row("atomicCAS(unsigned short *, unsigned short, unsigned short), counters", counters, 8);
    CUDA(cudaFree(counters));
}

template <typename F> void check_format() {
    typedef typename F::Number N;
    typedef typename F::Pair P;
#define SW_ROW_ATOMIC_ADD(T, ...) check_each<F, T>("atomicAdd(" #T " *, " #T ")");
#include <softwarp/half/functions.def>
    check_together<F>();
}

int main() {
    check_format<Half>();
    check_format<Bfloat>();
    check_counters();
    return check_result();
}
