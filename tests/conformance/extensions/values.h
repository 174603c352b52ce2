/* The functions of softwarp/atomics.cuh that take values, for the types of one program each (bytes.cu, shorts.cu,
 * words.cu, longs.cu, reals.cu), in each scope:
 *
 *   edges      every pair of an old value and an operand out of the type's corners, a thread each, cells side by side
 *   crowd      three blocks of 75 threads (the last warp has 11), eight times each, on five cells between two guards
 *
 * in global memory (managed) and in shared memory. What comes out is compared with the same operation on the CPU. For
 * the crowd also the old values: linked as old -> new, they must be a chain from the first value to the last, so every
 * value that is left for a new one must have come about as often as it was left, but for the ends of the chain. */
#include "../check.h"
#include "../rows.h"
#include <algorithm>
#include <climits>
#include <cmath>
#include <limits>
#include <softwarp/atomics.cuh>
#include <string>
#include <vector>

enum op {
    OP_add, OP_sub, OP_min, OP_max, OP_mul, OP_exch, OP_and, OP_or, OP_xor, OP_add_sat, OP_sub_sat, OP_cas, OP_clamped
};

#define BLOCKS 3
#define THREADS 75
#define ROUNDS 8
#define CELLS 5
#define STRIDE 32 /* elements from block to block: no word belongs to two */
#define CROWD (BLOCKS * THREADS * ROUNDS)
#define MOST 150  /* edges at most */

/* value, and what cas compares with or the clamps are. */
template <class T> struct operands { T value, low, high; };

template <softwarp::scope S, class T> __device__ T apply(op which, T *p, operands<T> x) {
    if constexpr (std::is_integral<T>::value) {
        switch (which) {
        case OP_and: return softwarp::atomic_and<S>(p, x.value);
        case OP_or: return softwarp::atomic_or<S>(p, x.value);
        case OP_xor: return softwarp::atomic_xor<S>(p, x.value);
        case OP_add_sat: return softwarp::atomic_add_sat<S>(p, x.value);
        case OP_sub_sat: return softwarp::atomic_sub_sat<S>(p, x.value);
        default: break;
        }
    }
    switch (which) {
    case OP_add: return softwarp::atomic_add<S>(p, x.value);
    case OP_sub: return softwarp::atomic_sub<S>(p, x.value);
    case OP_min: return softwarp::atomic_min<S>(p, x.value);
    case OP_max: return softwarp::atomic_max<S>(p, x.value);
    case OP_mul: return softwarp::atomic_mul<S>(p, x.value);
    case OP_exch: return softwarp::atomic_exch<S>(p, x.value);
    case OP_cas: return softwarp::atomic_cas<S>(p, x.low, x.value);
    case OP_clamped: return softwarp::atomic_add_clamped<S>(p, x.value, x.low, x.high);
    default: __trap();
    }
    return x.value;
}

/* count cells, each thread its own, or (crowd) CELLS of them for all of a block's or of the grid's threads. In shared
 * memory the cells are copied there and back. */
template <class T, softwarp::scope S>
__global__ void work(op which, T *cells, const operands<T> *with, T *olds, int count, bool crowd, bool alone,
                     bool shared) {
    __shared__ T copy[MOST];
    int t = threadIdx.x, rounds = crowd ? ROUNDS : 1;
    T *mine = cells + (alone ? STRIDE * blockIdx.x : 0), *at = shared ? copy : mine;
    if (shared && t < count) copy[t] = mine[t];
    __syncthreads();
    for (int i = 0; i < rounds; i++) {
        int k = crowd ? (i * BLOCKS + blockIdx.x) * THREADS + t : t;
        if (crowd || t < count) olds[k] = apply<S>(which, at + (crowd ? 1 + (t / 2 + i) % CELLS : t), with[k]);
    }
    __syncthreads();
    if (shared && t < count) mine[t] = copy[t];
}

/* The same on the CPU. */
template <class T> bool equal_bits(T a, T b) { return !std::memcmp(&a, &b, sizeof(T)); }
template <class T> T clamp_to(__int128 x) {
    __int128 low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return (T)(x < low ? low : x > high ? high : x);
}
inline float least(float a, float b) { return a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b); }
inline double least(double a, double b) { return a == b ? (std::signbit(a) ? a : b) : std::fmin(a, b); }
inline float most(float a, float b) { return a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b); }
inline double most(double a, double b) { return a == b ? (std::signbit(a) ? b : a) : std::fmax(a, b); }

template <class T> T expected(op which, T old, operands<T> x) {
    if (which == OP_exch) return x.value;
    if (which == OP_cas) return equal_bits(old, x.low) ? x.value : old;
    if constexpr (std::is_integral<T>::value) {
        __int128 a = old, b = x.value;
        switch (which) {
        case OP_add: return (T)(unsigned __int128)(a + b);
        case OP_sub: return (T)(unsigned __int128)(a - b);
        case OP_mul: return (T)((unsigned __int128)a * (unsigned __int128)b);
        case OP_min: return (T)(a < b ? a : b);
        case OP_max: return (T)(a > b ? a : b);
        case OP_and: return (T)(old & x.value);
        case OP_or: return (T)(old | x.value);
        case OP_xor: return (T)(old ^ x.value);
        case OP_add_sat: return clamp_to<T>(a + b);
        case OP_sub_sat: return clamp_to<T>(a - b);
        default: return (T)(a + b < x.low ? (__int128)x.low : a + b > x.high ? (__int128)x.high : a + b);
        }
    } else {
        switch (which) {
        case OP_add: return old + x.value;
        case OP_sub: return old - x.value;
        case OP_mul: return old * x.value;
        case OP_min: return least(old, x.value);
        case OP_max: return most(old, x.value);
        default: return least(most(old + x.value, x.low), x.high);
        }
    }
}

/* Corners of a type. No denormal numbers: a GPU's addition to global memory may take them for 0. */
template <class T> std::vector<T> corners() {
    typedef std::numeric_limits<T> limits;
    if constexpr (std::is_integral<T>::value)
        return {(T)0, (T)1, (T)2, (T)37, (T)-1, (T)-100, limits::max(), (T)(limits::max() - 1), limits::min(),
                (T)(limits::min() + 1), (T)(limits::max() / 2)};
    else
        return {(T)0, -(T)0, (T)1, (T)-1.5, (T)37.25, limits::max(), -limits::max(), limits::infinity(),
                -limits::infinity(), limits::quiet_NaN(), (T)0.1};
}

template <class T> operands<T> edge_operands(op which, T old, T value, int i) {
    T low = (T)3, high = (T)100;
    if (which == OP_cas) return {value, i % 2 ? old : corners<T>()[(size_t)(i / 2) % 11], (T)0};
    if (i % 3 == 1) low = std::numeric_limits<T>::lowest(), high = std::numeric_limits<T>::max();
    if (i % 3 == 2) low = high = (T)37;
    return {value, low, high};
}

/* Operands with which the order of the crowd's threads does not show in the end, but for exch and cas; floating-point
 * results are exact. */
template <class T> operands<T> crowd_operands(op which, int k) {
    int spread = (k * 7 + k / 11) % 50;
    switch (which) {
    case OP_mul: return {std::is_integral<T>::value ? (T)(2 * spread + 1) : (T)(k % 2 ? 2 : 0.5), (T)0, (T)0};
    case OP_and: return {(T)~(1ull << k % (8 * sizeof(T) - 2)), (T)0, (T)0};
    case OP_or: return {(T)(1ull << k % (8 * sizeof(T))), (T)0, (T)0};
    case OP_cas: return {(T)(1 + k % 100), (T)(k % 4), (T)0};
    case OP_clamped: return {(T)(spread + 1), (T)1, (T)120};
    default: return {(T)spread, (T)0, (T)0};
    }
}
template <class T> T crowd_start(op which, int cell) {
    if (which == OP_and) return (T)-1;
    if (which == OP_min) return (T)(60 + cell);
    return (T)(which == OP_mul || which == OP_clamped ? 1 : which == OP_or ? 0 : cell);
}

/* One function of one type and scope, and its line. */
template <class T, softwarp::scope S> struct row {
    op which;
    std::string label;
    T *cells = managed<T>(BLOCKS * STRIDE + MOST), *olds = managed<T>(CROWD);
    operands<T> *with = managed<operands<T>>(CROWD);
    row_digest digest;
    int values = 0;

    void check(int index, T wanted, T got) {
        if (!check_same(wanted, got)) check_failed(__FILE__, __LINE__, label.c_str(), index, wanted, got);
    }
    void add(T value) {
        row_add(digest, value);
        values++;
    }

    void edges(bool shared) {
        std::vector<T> corner = corners<T>(), before;
        int count = 0;
        for (T old : corner)
            for (T value : corner) {
                with[count] = edge_operands(which, old, value, count);
                before.push_back(cells[count++] = old);
            }
        cells[count] = (T)85;
        work<T, S><<<1, MOST>>>(which, cells, with, olds, count, false, true, shared);
        FINISH();
        for (int i = 0; i < count; i++) {
            check(i, before[(size_t)i], olds[i]);
            check(i, expected(which, before[(size_t)i], with[i]), cells[i]);
            add(cells[i]);
        }
        check(count, (T)85, cells[count]);
    }

    /* The chain of one cell's values, and its end where that is certain. */
    void chain(int block, int cell, bool alone, T last) {
        T first = crowd_start<T>(which, cell);
        std::vector<T> left{last}, came{first};
        T folded = first;
        for (int k = 0; k < CROWD; k++) {
            int t = k % THREADS, round = k / (BLOCKS * THREADS);
            if ((t / 2 + round) % CELLS != cell || (alone && k / THREADS % BLOCKS != block)) continue;
            left.push_back(olds[k]);
            came.push_back(expected(which, olds[k], with[k]));
            folded = expected(which, folded, with[k]);
        }
        std::sort(left.begin(), left.end());
        std::sort(came.begin(), came.end());
        for (size_t i = 0; i < left.size(); i++) check(cell, came[i], left[i]);
        if (which == OP_cas) return;
        if (which != OP_exch) {
            check(cell, folded, last);
            add(last);
            return;
        }
        for (T value : left) add(value);
    }

    void crowd(bool shared) {
        bool alone = shared || S == softwarp::scope::block;
        for (int block = 0; block < BLOCKS; block++)
            for (int i = 0; i < STRIDE; i++)
                cells[block * STRIDE + i] = i >= 1 && i <= CELLS ? crowd_start<T>(which, i - 1) : (T)85;
        for (int k = 0; k < CROWD; k++) with[k] = crowd_operands<T>(which, k);
        work<T, S><<<BLOCKS, THREADS>>>(which, cells, with, olds, CELLS + 2, true, alone, shared);
        FINISH();
        for (int block = 0; block < (alone ? BLOCKS : 1); block++) {
            for (int i = 1; i <= CELLS; i++) chain(block, i - 1, alone, cells[block * STRIDE + i]);
            check(-1, (T)85, cells[block * STRIDE]);
            check(-1, (T)85, cells[block * STRIDE + CELLS + 1]);
        }
    }

    void run() {
        for (int shared = 0; shared < 2; shared++) {
            edges(shared);
            crowd(shared);
        }
        std::printf("%s: %d x %zu bytes, %016llx\n", label.c_str(), values, sizeof(T), digest.state);
        CUDA(cudaFree(cells));
        CUDA(cudaFree(olds));
        CUDA(cudaFree(with));
    }
};

/* The table, and what of it a program tests: the rows of one type. A type that no program tests does not compile. */
template <class T> struct type_of;
#define TYPE(number, T) template <> struct type_of<T> { static const int code = number; };
TYPE(0, signed char) TYPE(1, unsigned char) TYPE(2, short) TYPE(3, unsigned short) TYPE(4, int) TYPE(5, unsigned int)
TYPE(6, long long) TYPE(7, unsigned long long) TYPE(8, float) TYPE(9, double)
#undef TYPE

struct table_row { op which; int type; const char *name, *parameters; };
static const table_row table[] = {
#define EXT_VALUE(op, T, arch) {OP_##op, type_of<T>::code, #op, "(" #T " *, " #T ")"},
#define EXT_SWAP(T, arch) {OP_cas, type_of<T>::code, "cas", "(" #T " *, " #T ", " #T ")"},
#define EXT_CLAMPED(T, arch) {OP_clamped, type_of<T>::code, "add_clamped", "(" #T " *, " #T ", " #T ", " #T ")"},
#include <softwarp/atomics_extensions.def>
};

template <class T, softwarp::scope S> void test_scope(const char *scope) {
    for (const table_row &r : table) {
        if (r.type != type_of<T>::code) continue;
        std::string function = std::string("softwarp::atomic_") + r.name;
        std::string label = function + "<softwarp::scope::" + scope + ">" + r.parameters;
        row<T, S>{r.which, label}.run();
    }
}
template <class T> void test_type() {
    test_scope<T, softwarp::scope::block>("block");
    test_scope<T, softwarp::scope::device>("device");
    test_scope<T, softwarp::scope::system>("system");
}
