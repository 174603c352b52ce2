// UNSUPPORTED: quick
/* Operations that programs build from atomicCAS, in the shapes in which they are written: each tries again until its
 * compare-and-swap succeeds. What every pair of old value and operand gives, special values included, is compared with
 * the CPU, in global and in shared memory; then all threads of several blocks work on the same few words. */
#include "../check.h"
#include <climits>
#include <cmath>
#include <limits>

#define BLOCKS 6
#define THREADS 96
#define COUNT (BLOCKS * THREADS)

typedef unsigned int uint;
typedef unsigned long long ull;

/* A T as atomicCAS takes it, and back. */
template <typename T, typename Bits> struct as_integer {
    typedef Bits bits;
    static __device__ bits to(T value) { return (bits)value; }
    static __device__ T from(bits value) { return (T)value; }
};
template <typename T> struct word;
template <> struct word<int> : as_integer<int, int> {};
template <> struct word<uint> : as_integer<uint, uint> {};
template <> struct word<ull> : as_integer<ull, ull> {};
template <> struct word<long long> : as_integer<long long, ull> {};
template <> struct word<unsigned short> : as_integer<unsigned short, unsigned short> {};
template <> struct word<float> {
    typedef int bits;
    static __device__ bits to(float value) { return __float_as_int(value); }
    static __device__ float from(bits value) { return __int_as_float(value); }
};
template <> struct word<double> {
    typedef ull bits;
    static __device__ bits to(double value) { return __double_as_longlong(value); }
    static __device__ double from(bits value) { return __longlong_as_double(value); }
};

/* The usual loop, for any new = Op::next(old, value); gives the old value. */
template <class Op, typename T> __device__ T modify(T *address, T value) {
    typedef word<T> as;
    typedef typename as::bits bits;
    bits *p = reinterpret_cast<bits *>(address), old = *p, assumed;
    do {
        assumed = old;
        old = atomicCAS(p, assumed, as::to(Op::next(as::from(assumed), value)));
    } while (assumed != old);
    return as::from(old);
}

/* Loops that end early where the old value is enough: one gives the old value, one says whether it wrote. */
template <class Wish, typename T> __device__ T improve(T *address, T value) {
    typedef word<T> as;
    typename as::bits *p = reinterpret_cast<typename as::bits *>(address), old = *p, assumed;
    while (Wish::wants(as::from(old), value)) {
        assumed = old;
        if ((old = atomicCAS(p, assumed, as::to(value))) == assumed) break;
    }
    return as::from(old);
}
template <class Wish, typename T> __device__ bool improves(T *address, T value) {
    typedef word<T> as;
    typename as::bits *p = reinterpret_cast<typename as::bits *>(address);
    T seen = *(volatile T *)address;
    while (Wish::wants(seen, value)) {
        typename as::bits found = atomicCAS(p, as::to(seen), as::to(value));
        if (found == as::to(seen)) return true;
        seen = as::from(found);
    }
    return false;
}

/* Operations; `expected` is what the CPU must find in memory. */
#define OPERATION(name, expression)                                                       \
    struct name {                                                                         \
        template <typename T> __host__ __device__ static T next(T old, T value) {         \
            return expression;                                                            \
        }                                                                                 \
        template <typename T> static T expected(T old, T value) { return next(old, value); } \
    };
OPERATION(add, old + value)
OPERATION(subtract, old - value)
OPERATION(subtract_from, value - old)
OPERATION(multiply, old *value)
OPERATION(exchange, value)
OPERATION(greater, old > value ? old : value)
OPERATION(greater_or_old, old >= value ? old : value)
OPERATION(greater_value, value > old ? value : old)
OPERATION(not_less, !(old < value) ? old : value)
OPERATION(less, old < value ? old : value)
OPERATION(less_or_old, old <= value ? old : value)
OPERATION(less_value, value < old ? value : old)
OPERATION(not_greater, !(old > value) ? old : value)
OPERATION(bit_or, old | value)
OPERATION(bit_and, old &value)
OPERATION(bit_xor, old ^ value)
OPERATION(count_up, old >= value ? 0 : old + 1)
OPERATION(count_down, old == 0 || old > value ? value : old - 1)
OPERATION(add_up_to_100, old + value > 100 ? 100 : old + value)

/* fmax and fmin: a NaN loses, -0 is less than +0; the CPU's may take either zero. */
template <bool is_max> struct extreme {
    __device__ static float next(float old, float value) { return is_max ? fmaxf(value, old) : fminf(old, value); }
    __device__ static double next(double old, double value) { return is_max ? fmax(value, old) : fmin(old, value); }
    template <typename T> static T expected(T old, T value) {
        if (old != old || value != value) return old != old ? value : old;
        if (old == value) return std::signbit(old) == is_max ? value : old;
        return (old > value) == is_max ? old : value;
    }
};

#define WISH(name, condition)                                                                           \
    struct name {                                                                                       \
        template <typename T> __host__ __device__ static bool wants(T old, T value) { return condition; } \
    };
WISH(larger, value > old)
WISH(larger_or_unordered, !(old >= value))
WISH(smaller, value < old)
WISH(smaller_or_unordered, !(old <= value))
WISH(not_smaller, old <= value)

/* Every pair of special values, one thread each, with its own word. */

template <typename T> static const T *specials(int *count);
template <> const float *specials<float>(int *count) {
    static const float values[] = {0.0f, -0.0f, 1.5f, -1.5f, INFINITY, -INFINITY, NAN, 1e-40f, 3e38f};
    return *count = 9, values;
}
template <> const double *specials<double>(int *count) {
    static const double values[] = {0.0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, NAN, 1e-310, 1e308};
    return *count = 9, values;
}
template <> const int *specials<int>(int *count) {
    static const int values[] = {0, 1, -1, INT_MAX, INT_MIN, 77};
    return *count = 6, values;
}
template <> const uint *specials<uint>(int *count) {
    static const uint values[] = {0, 1, UINT_MAX, 0x80000000u, 0x7fffffffu, 77};
    return *count = 6, values;
}
template <> const long long *specials<long long>(int *count) {
    static const long long values[] = {0, 1, -1, LLONG_MAX, LLONG_MIN, 77};
    return *count = 6, values;
}
template <> const ull *specials<ull>(int *count) {
    static const ull values[] = {0, 1, ULLONG_MAX, 1ull << 63, 1ull << 32, 77};
    return *count = 6, values;
}
template <> const unsigned short *specials<unsigned short>(int *count) {
    static const unsigned short values[] = {0, 1, 0xffff, 0x8000, 0x7fff, 77};
    return *count = 6, values;
}

template <class Op, typename T> __global__ void modify_each(T *cells, const T *values, T *olds, bool in_shared) {
    __shared__ T copy[THREADS];
    int i = threadIdx.x;
    if (in_shared) {
        copy[i] = cells[i];
        olds[i] = modify<Op>(&copy[i], values[i]);
        cells[i] = copy[i];
    } else {
        olds[i] = modify<Op>(&cells[i], values[i]);
    }
}

template <class Wish, typename T>
__global__ void improve_each(T *cells, const T *values, T *olds, T *others, bool *wrote) {
    int i = threadIdx.x;
    olds[i] = improve<Wish>(&cells[i], values[i]);
    wrote[i] = improves<Wish>(&others[i], values[i]);
}

template <typename T> struct pairs {
    T *cells, *values, *olds;
    int count, total;
    const T *special;

    pairs() {
        special = specials<T>(&count);
        total = count * count;
        cells = managed<T>(total);
        values = managed<T>(total);
        olds = managed<T>(total);
        for (int i = 0; i < total; i++) {
            cells[i] = old(i);
            values[i] = value(i);
        }
    }
    ~pairs() {
        CUDA(cudaFree(cells));
        CUDA(cudaFree(values));
        CUDA(cudaFree(olds));
    }
    T old(int i) const { return special[i / count]; }
    T value(int i) const { return special[i % count]; }
};

template <class Op, typename T> static void check_each() {
    for (int in_shared = 0; in_shared < 2; in_shared++) {
        pairs<T> all;
        modify_each<Op><<<1, all.total>>>(all.cells, all.values, all.olds, in_shared != 0);
        FINISH();
        for (int i = 0; i < all.total; i++) {
            CHECK_AT(i, all.old(i), all.olds[i]);
            CHECK_AT(i, (T)Op::expected(all.old(i), all.value(i)), all.cells[i]);
        }
    }
}

template <class Wish, typename T> static void check_wish() {
    pairs<T> all, others;
    bool *wrote = managed<bool>(all.total);
    improve_each<Wish><<<1, all.total>>>(all.cells, all.values, all.olds, others.cells, wrote);
    FINISH();
    for (int i = 0; i < all.total; i++) {
        bool wants = Wish::wants(all.old(i), all.value(i));
        CHECK_AT(i, all.old(i), all.olds[i]);
        CHECK_AT(i, wants ? all.value(i) : all.old(i), all.cells[i]);
        CHECK_AT(i, wants, wrote[i]);
        CHECK_AT(i, wants ? all.value(i) : all.old(i), others.cells[i]);
    }
    CUDA(cudaFree(wrote));
}

/* One type has every choice, the others one of each direction. */
template <typename T> static void check_order() {
    check_each<greater, T>();
    check_each<less_value, T>();
    check_wish<larger, T>();
    check_wish<smaller_or_unordered, T>();
}

static void check_choices() {
    check_each<greater_or_old, float>();
    check_each<greater_value, float>();
    check_each<not_less, float>();
    check_each<less, float>();
    check_each<less_or_old, float>();
    check_each<not_greater, float>();
    check_wish<larger_or_unordered, float>();
    check_wish<smaller, float>();
    check_wish<not_smaller, float>();
    check_each<extreme<true>, float>();
    check_each<extreme<false>, float>();
    check_each<extreme<true>, double>();
    check_each<extreme<false>, double>();
}

template <typename T> static void check_arithmetic() {
    check_each<add, T>();
    check_each<subtract, T>();
    check_each<multiply, T>();
}

static void check_others() {
    check_each<subtract_from, float>();
    check_each<exchange, ull>();
    check_each<bit_or, uint>();
    check_each<bit_and, unsigned short>();
    check_each<bit_xor, ull>();
    check_each<count_up, uint>();
    check_each<count_up, unsigned short>();
    check_each<count_down, uint>();
    check_each<count_down, ull>();
    check_each<add_up_to_100, uint>();
}

/* Many threads, few words. */

struct contended {
    float largest, raised;
    double sum;
    uint packed, clamped, round;
    int tickets, raises, tries;
    ull shared_sum;
    float shared_least;
    int olds[COUNT];
    bool was_raised[COUNT];
};

/* Adds to one half of a 32-bit word. */
__device__ void add_to_half(unsigned short *address, unsigned short value) {
    uint *word = (uint *)((size_t)address & ~(size_t)2), old = *word, assumed;
    bool is_high = (size_t)address & 2;
    do {
        assumed = old;
        unsigned short half = is_high ? assumed >> 16 : assumed;
        half += value;
        uint next = is_high ? (assumed & 0xffff) | (uint)half << 16 : (assumed & 0xffff0000) | half;
        old = atomicCAS(word, assumed, next);
    } while (assumed != old);
}

/* The first guess is no read of memory; how often it tried is part of the result. */
__device__ int take_ticket(int *address, int *tries) {
    int seen = 0, found, count = 1;
    while ((found = atomicCAS(address, seen, seen + 1)) != seen) {
        seen = found;
        count++;
    }
    atomicAdd(tries, count);
    return seen;
}

__device__ float value_of(int i) {
    return (float)((i * 37) % COUNT) - 100.5f;
}

__global__ void fight(contended *c) {
    __shared__ ull sum;
    __shared__ float least;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float value = value_of(i);
    if (threadIdx.x == 0) {
        sum = 0;
        least = 1e30f;
    }
    __syncthreads();
    modify<extreme<true>>(&c->largest, value);
    if (i % 3) modify<add>(&c->sum, 0.25 * i);
    add_to_half((unsigned short *)&c->packed + i % 2, (unsigned short)i);
    modify<add_up_to_100>(&c->clamped, (uint)(i % 2));
    modify<count_up>(&c->round, 9u);
    c->olds[i] = take_ticket(&c->tickets, &c->tries);
    c->was_raised[i] = improves<larger>(&c->raised, value);
    if (c->was_raised[i]) modify<add>(&c->raises, 1);
    modify<add>(&sum, (ull)i << 20);
    modify<less>(&least, value);
    __syncthreads();
    if (threadIdx.x == 0) {
        modify<add>(&c->shared_sum, sum);
        modify<extreme<false>>(&c->shared_least, least);
    }
}

static void check_contended() {
    contended *c = managed<contended>(1);
    c->largest = c->raised = -1e30f;
    fight<<<BLOCKS, THREADS>>>(c);
    FINISH();
    double sum = 0;
    ull shared_sum = 0;
    unsigned short half[2] = {0, 0};
    int seen[COUNT] = {0}, raises = 0;
    for (int i = 0; i < COUNT; i++) {
        sum += i % 3 ? 0.25 * i : 0;
        shared_sum += (ull)i << 20;
        half[i % 2] += (unsigned short)i;
        seen[c->olds[i]]++;
        raises += c->was_raised[i];
    }
    CHECK_EQUAL(COUNT - 1 - 100.5f, c->largest);
    CHECK_EQUAL(COUNT - 1 - 100.5f, c->raised);
    CHECK_EQUAL(sum, c->sum);
    CHECK_EQUAL((uint)half[1] << 16 | half[0], c->packed);
    CHECK_EQUAL(100u, c->clamped);
    CHECK_EQUAL((uint)COUNT % 10, c->round);
    CHECK_EQUAL(COUNT, c->tickets);
    CHECK(c->tries >= 2 * COUNT - 1);
    for (int i = 0; i < COUNT; i++) CHECK_AT(i, 1, seen[i]);
    CHECK_EQUAL(raises, c->raises);
    CHECK(raises >= 1);
    CHECK_EQUAL(shared_sum, c->shared_sum);
    CHECK_EQUAL(-100.5f, c->shared_least);
    CUDA(cudaFree(c));
}

int main() {
    check_order<float>();
    check_order<double>();
    check_order<int>();
    check_order<long long>();
    check_order<ull>();
    check_order<unsigned short>();
    check_choices();
    check_arithmetic<float>();
    check_arithmetic<double>();
    check_arithmetic<uint>();
    check_others();
    check_contended();
    return check_result();
}
