/* What softwarp/atomics.cuh is made of: CUDA's own functions by scope, cells in words, the loop in which every other
 * operation is made, and the operations. Included by that file only. */
#include <string.h>
#include <type_traits>

#define SOFTWARP_DEVICE __device__ __forceinline__
#if defined(__SOFTWARP__)
#define SOFTWARP_IN_TURN __device__ __noinline__
#else
#define SOFTWARP_IN_TURN SOFTWARP_DEVICE
#endif
#if defined(__CUDA_ARCH__)
#define SOFTWARP_ARCH __CUDA_ARCH__
#else
#define SOFTWARP_ARCH 10000 /* on the host's side of a .cu file everything is only read */
#endif

namespace softwarp {

/* Among which threads an operation is indivisible. */
enum class scope { block, device, system };

namespace detail {

/* Not deduced: atomic_add(&byte, 1) is meant for the byte's type. */
template <class T> struct same { typedef T type; };
template <class T> using value = typename same<T>::type;

/* CUDA's own functions, by scope. */
template <scope S> struct native;

#define SOFTWARP_NATIVE(S, suffix, condition)                                                                          \
    template <> struct native<scope::S> {                                                                              \
        template <class W> static SOFTWARP_DEVICE W cas(W *address, W compare, W value) {                              \
            static_assert(condition || !sizeof(W), "the system scope needs sm_60");                                    \
            return atomicCAS##suffix(address, compare, value);                                                         \
        }                                                                                                              \
        SOFTWARP_ONE(exch, atomicExch##suffix, condition)                                                              \
        SOFTWARP_ONE(add, atomicAdd##suffix, condition)                                                                \
        SOFTWARP_ONE(min, atomicMin##suffix, condition)                                                                \
        SOFTWARP_ONE(max, atomicMax##suffix, condition)                                                                \
        SOFTWARP_ONE(bit_and, atomicAnd##suffix, condition)                                                            \
        SOFTWARP_ONE(bit_or, atomicOr##suffix, condition)                                                              \
        SOFTWARP_ONE(bit_xor, atomicXor##suffix, condition)                                                            \
        SOFTWARP_ONE(inc, atomicInc##suffix, condition)                                                                \
    };
#define SOFTWARP_ONE(name, function, condition)                                                                        \
    template <class W> static SOFTWARP_DEVICE W name(W *address, W value) {                                            \
        static_assert(condition || !sizeof(W), "the system scope needs sm_60");                                        \
        return function(address, value);                                                                               \
    }
SOFTWARP_NATIVE(device, , true)
#if SOFTWARP_ARCH >= 600
SOFTWARP_NATIVE(block, _block, true)
SOFTWARP_NATIVE(system, _system, true)
#else
SOFTWARP_NATIVE(block, , true)
SOFTWARP_NATIVE(system, , false)
#endif
#undef SOFTWARP_ONE
#undef SOFTWARP_NATIVE

/* Compare-and-swap. CUDA's 16-bit one has no form for blocks or the system; the device's will do for a block. */
template <scope S, class W> SOFTWARP_DEVICE W cas(W *address, W compare, W value) {
    return native<S>::cas(address, compare, value);
}
#if SOFTWARP_ARCH >= 700
template <scope S>
SOFTWARP_DEVICE unsigned short cas(unsigned short *address, unsigned short compare, unsigned short value) {
#if defined(__SOFTWARP__)
    return native<S>::cas(address, compare, value);
#else
    return native<scope::device>::cas(address, compare, value);
#endif
}
#endif

/* A word of 16 bytes, as far as cells need it; shifts by less than 64. Two halves, because that is what threads have
 * registers for. */
struct alignas(16) wide_word { unsigned long long low, high; };
SOFTWARP_DEVICE bool operator==(wide_word a, wide_word b) { return a.low == b.low && a.high == b.high; }
SOFTWARP_DEVICE bool operator!=(wide_word a, wide_word b) { return !(a == b); }
SOFTWARP_DEVICE wide_word operator~(wide_word a) { return wide_word{~a.low, ~a.high}; }
SOFTWARP_DEVICE wide_word operator&(wide_word a, wide_word b) { return wide_word{a.low & b.low, a.high & b.high}; }
SOFTWARP_DEVICE wide_word operator|(wide_word a, wide_word b) { return wide_word{a.low | b.low, a.high | b.high}; }
SOFTWARP_DEVICE wide_word operator<<(wide_word a, unsigned n) {
    return wide_word{a.low << n, a.high << n | (n ? a.low >> (64 - n) : 0)};
}
SOFTWARP_DEVICE wide_word operator>>(wide_word a, unsigned n) {
    return wide_word{a.low >> n | (n ? a.high << (64 - n) : 0), a.high >> n};
}
template <class W, unsigned Bytes> struct low_bytes {
    static SOFTWARP_DEVICE W mask() { return ((W)1 << 8 * Bytes) - 1; }
};
template <unsigned Bytes> struct low_bytes<wide_word, Bytes> {
    static SOFTWARP_DEVICE wide_word mask() { return wide_word{~0ull, (1ull << 8 * (Bytes - 8)) - 1}; }
};

/* The words that have a compare-and-swap, by bytes. */
template <unsigned Bytes> struct word;
template <> struct word<4> { typedef unsigned int type; };
template <> struct word<8> { typedef unsigned long long type; };
template <> struct word<16> { typedef wide_word type; };

/* A value's bits as a word, zeros above them; and back. */
template <class W, class T> SOFTWARP_DEVICE W to_bits(const T &from) {
    W bits = W();
    memcpy(&bits, &from, sizeof(T));
    return bits;
}
template <class T, class W> SOFTWARP_DEVICE T from_bits(W bits) {
    alignas(T) unsigned char store[sizeof(T)];
    memcpy(store, &bits, sizeof(T));
    return *reinterpret_cast<T *>(store);
}

/* What a loop takes for the old value at first: any value that was there, because the compare-and-swap tells whether it
 * still is, but no mixture of two, because a program's operation sees it. Plain under swcc, so that nothing remains of
 * it where the loop becomes one operation. */
template <scope S, class W> SOFTWARP_DEVICE W guess(W *address) {
#if defined(__SOFTWARP__)
    return *address;
#else
    return *static_cast<volatile W *>(address);
#endif
}
template <scope S> SOFTWARP_DEVICE wide_word guess(wide_word *address) {
    return cas<S>(address, wide_word(), wide_word());
}

/* A cell that is a whole word, and one that is a part of a word. */
template <class T, class W> struct whole {
    W *address;
    SOFTWARP_DEVICE explicit whole(T *cell) : address(reinterpret_cast<W *>(cell)) {}
    SOFTWARP_DEVICE T get(W word) const { return from_bits<T>(word); }
    SOFTWARP_DEVICE W with(W, const T &value) const { return to_bits<W>(value); }
};
template <class T, class W> SOFTWARP_DEVICE unsigned offset_in_word(T *cell) {
    size_t offset = reinterpret_cast<size_t>(cell) % sizeof(W);
    if (alignof(T) < sizeof(T) && offset + sizeof(T) > sizeof(W))
        __trap(); /* it lies across two words */
    return (unsigned)offset;
}
template <class T, class W> struct part {
    W *address;
    unsigned shift;
    SOFTWARP_DEVICE explicit part(T *cell) : shift(8 * offset_in_word<T, W>(cell)) {
        address = reinterpret_cast<W *>(reinterpret_cast<size_t>(cell) - shift / 8);
    }
    SOFTWARP_DEVICE W mask() const { return low_bytes<W, sizeof(T)>::mask() << shift; }
    SOFTWARP_DEVICE W bits(const T &value) const { return to_bits<W>(value) << shift; }
    SOFTWARP_DEVICE T get(W word) const { return from_bits<T>(word >> shift); }
    SOFTWARP_DEVICE W with(W word, const T &value) const { return (word & ~mask()) | bits(value); }
};
/* Which of them a type's cells are. */
template <class T> using word_around = typename word<sizeof(T) <= 4 ? 4 : sizeof(T) <= 8 ? 8 : 16>::type;
template <class T> using enclosing = part<T, word_around<T>>;
template <class T, scope S, unsigned Bytes = sizeof(T)> struct cell_of { typedef enclosing<T> type; };
template <class T, scope S> struct cell_of<T, S, 4> { typedef whole<T, word<4>::type> type; };
template <class T, scope S> struct cell_of<T, S, 8> { typedef whole<T, word<8>::type> type; };
template <class T, scope S> struct cell_of<T, S, 16> { typedef whole<T, word<16>::type> type; };
#if SOFTWARP_ARCH >= 700
template <class T> struct cell_of<T, scope::block, 2> { typedef whole<T, unsigned short> type; };
template <class T> struct cell_of<T, scope::device, 2> { typedef whole<T, unsigned short> type; };
#if defined(__SOFTWARP__)
template <class T> struct cell_of<T, scope::system, 2> { typedef whole<T, unsigned short> type; };
#endif
#endif

/* What its use for a type checks. */
template <class T> struct can_update {
    static_assert(std::is_trivially_copyable<T>::value, "an atomic cell must be trivially copyable");
    static_assert(sizeof(T) <= 16, "an atomic cell has 16 bytes at most");
    static_assert(sizeof(T) <= 8 || SOFTWARP_ARCH >= 900, "an atomic cell of more than 8 bytes needs sm_90");
    enum { yes = 1 };
};

/* Every operation: new = op(old), again until nobody comes between. */
template <scope S, class T, class Op> SOFTWARP_DEVICE T update(T *address, const Op &op) {
    static_assert(can_update<T>::yes, "");
    typename cell_of<T, S>::type cell(address);
    auto old = guess<S>(cell.address), assumed = old;
    do {
        assumed = old;
        old = cas<S>(cell.address, assumed, cell.with(assumed, op(cell.get(assumed))));
    } while (old != assumed);
    return cell.get(old);
}

/* The same for operations of which swcc makes no one operation: its lanes, which run side by side, would keep failing
 * each other on one cell. What is not inlined they do one after the other. */
template <scope S, class T, class Op> SOFTWARP_IN_TURN T update_in_turn(T *address, const Op op) {
    return update<S>(address, op);
}

/* Whether a loop on such cells may be one operation to swcc; and whether that of a minimum or maximum may. */
template <class T> struct has_word {
    static constexpr bool value = sizeof(T) == 4 || sizeof(T) == 8 || (sizeof(T) == 2 && SOFTWARP_ARCH >= 700);
};
template <class T> struct has_order {
    static constexpr bool value = has_word<T>::value && (std::is_floating_point<T>::value || !std::is_signed<T>::value);
};
template <bool> struct best {
    template <scope S, class T, class Op> static SOFTWARP_DEVICE T update(T *address, const Op &op) {
        return detail::update<S>(address, op);
    }
};
template <> struct best<false> {
    template <scope S, class T, class Op> static SOFTWARP_DEVICE T update(T *address, const Op &op) {
        return update_in_turn<S>(address, op);
    }
};

/* The same for operations that often change nothing, which on a GPU is found out without a compare-and-swap. */
template <scope S, class T, class Op> SOFTWARP_DEVICE T improve(T *address, const Op &op) {
#if defined(__SOFTWARP__)
    return best<has_order<T>::value>::template update<S>(address, op);
#else
    typename cell_of<T, S>::type cell(address);
    auto old = guess<S>(cell.address), assumed = old;
    do {
        assumed = old;
        auto wanted = cell.with(assumed, op(cell.get(assumed)));
        if (wanted == assumed)
            break;
        old = cas<S>(cell.address, assumed, wanted);
    } while (old != assumed);
    return cell.get(assumed);
#endif
}

/* Arithmetic on values, without undefined overflow. */
template <class T> using wide = typename std::conditional<(sizeof(T) < 4), unsigned int,
                                                          typename std::make_unsigned<T>::type>::type;
template <class T> struct ends {
    static constexpr bool is_signed = std::is_signed<T>::value;
    static constexpr T high = (T)((wide<T>)-1 >> (8 * (sizeof(wide<T>) - sizeof(T)) + is_signed));
    static constexpr T low = is_signed ? (T)(-high - 1) : (T)0;
};

template <class T, bool Float = std::is_floating_point<T>::value> struct arithmetic {
    static SOFTWARP_DEVICE T add(T a, T b) { return (T)((wide<T>)a + (wide<T>)b); }
    static SOFTWARP_DEVICE T mul(T a, T b) { return (T)((wide<T>)a * (wide<T>)b); }
    static SOFTWARP_DEVICE T negative(T a) { return (T)(0 - (wide<T>)a); }
    static SOFTWARP_DEVICE T min(T a, T b) { return b < a ? b : a; }
    static SOFTWARP_DEVICE T max(T a, T b) { return a < b ? b : a; }
    static SOFTWARP_DEVICE T add_sat(T a, T b) {
        T sum = add(a, b);
        bool over = std::is_signed<T>::value ? ((a ^ sum) & (b ^ sum)) < 0 : sum < a;
        return !over ? sum : std::is_signed<T>::value && a < 0 ? ends<T>::low : ends<T>::high;
    }
    static SOFTWARP_DEVICE T sub_sat(T a, T b) {
        T rest = (T)((wide<T>)a - (wide<T>)b);
        bool over = std::is_signed<T>::value ? ((a ^ b) & (a ^ rest)) < 0 : a < b;
        return !over ? rest : std::is_signed<T>::value && a >= 0 ? ends<T>::high : ends<T>::low;
    }
};
template <class T> struct arithmetic<T, true> {
    static SOFTWARP_DEVICE T add(T a, T b) { return a + b; }
    static SOFTWARP_DEVICE T mul(T a, T b) { return a * b; }
    static SOFTWARP_DEVICE T negative(T a) { return -a; }
    static SOFTWARP_DEVICE float min(float a, float b) { return fminf(a, b); }
    static SOFTWARP_DEVICE float max(float a, float b) { return fmaxf(a, b); }
    static SOFTWARP_DEVICE double min(double a, double b) { return fmin(a, b); }
    static SOFTWARP_DEVICE double max(double a, double b) { return fmax(a, b); }
    static SOFTWARP_DEVICE T add_sat(T a, T b) { return a + b; }
};

/* new = f(old, value), f being one of those. */
#define SOFTWARP_OPERATION(name)                                                                                       \
    template <class T> struct op_##name {                                                                              \
        T value;                                                                                                       \
        SOFTWARP_DEVICE T operator()(T old) const { return arithmetic<T>::name(old, value); }                          \
    };
SOFTWARP_OPERATION(add)
SOFTWARP_OPERATION(mul)
SOFTWARP_OPERATION(min)
SOFTWARP_OPERATION(max)
SOFTWARP_OPERATION(add_sat)
SOFTWARP_OPERATION(sub_sat)
#undef SOFTWARP_OPERATION
template <class T> struct op_add_clamped {
    T value, low, high;
    SOFTWARP_DEVICE T operator()(T old) const {
        typedef arithmetic<T> as;
        return as::min(as::max(as::add_sat(old, value), low), high);
    }
};
template <class T> struct op_exch {
    T value;
    SOFTWARP_DEVICE T operator()(const T &) const { return value; }
};
template <class T> struct op_cas {
    T compare, value;
    SOFTWARP_DEVICE T operator()(const T &old) const {
        typedef word_around<T> W;
        return to_bits<W>(old) == to_bits<W>(compare) ? value : old;
    }
};

/* How a type's operations are made: integers of a word by CUDA's functions, others mostly by loops. */
enum class kind { small, word, real };
template <class T> struct kind_of {
    static_assert(std::is_arithmetic<T>::value && !std::is_same<T, bool>::value && sizeof(T) <= 8,
                  "atomic arithmetic is for integers of 8 to 64 bits, float and double");
    static constexpr kind integer = sizeof(T) < 4 ? kind::small : kind::word;
    static constexpr kind value = std::is_floating_point<T>::value ? kind::real : integer;
};
template <class T> using unsigned_word = word_around<T>;
template <class T> using signed_word = typename std::conditional<sizeof(T) == 4, int, long long>::type;
template <class T> using ordered_word =
    typename std::conditional<std::is_signed<T>::value, signed_word<T>, unsigned_word<T>>::type;

template <scope S, class T, kind = kind_of<T>::value> struct made;
template <scope S, class T> struct made<S, T, kind::small> {
    static SOFTWARP_DEVICE T add(T *p, T v) { return best<has_word<T>::value>::template update<S>(p, op_add<T>{v}); }
    static SOFTWARP_DEVICE T min(T *p, T v) { return improve<S>(p, op_min<T>{v}); }
    static SOFTWARP_DEVICE T max(T *p, T v) { return improve<S>(p, op_max<T>{v}); }
    /* What leaves the neighbours as they are: ones, or zeros. */
    static SOFTWARP_DEVICE T bit_and(T *p, T v) {
        enclosing<T> cell(p);
        return cell.get(native<S>::bit_and(cell.address, cell.bits(v) | ~cell.mask()));
    }
    static SOFTWARP_DEVICE T bit_or(T *p, T v) {
        enclosing<T> cell(p);
        return cell.get(native<S>::bit_or(cell.address, cell.bits(v)));
    }
    static SOFTWARP_DEVICE T bit_xor(T *p, T v) {
        enclosing<T> cell(p);
        return cell.get(native<S>::bit_xor(cell.address, cell.bits(v)));
    }
};
template <scope S, class T> struct made<S, T, kind::word> {
    typedef unsigned_word<T> bits;
    typedef ordered_word<T> ordered;
    static SOFTWARP_DEVICE bits *at(T *p) { return reinterpret_cast<bits *>(p); }
    static SOFTWARP_DEVICE T add(T *p, T v) { return (T)native<S>::add(at(p), (bits)v); }
    static SOFTWARP_DEVICE T min(T *p, T v) { return (T)native<S>::min(reinterpret_cast<ordered *>(p), (ordered)v); }
    static SOFTWARP_DEVICE T max(T *p, T v) { return (T)native<S>::max(reinterpret_cast<ordered *>(p), (ordered)v); }
    static SOFTWARP_DEVICE T bit_and(T *p, T v) { return (T)native<S>::bit_and(at(p), (bits)v); }
    static SOFTWARP_DEVICE T bit_or(T *p, T v) { return (T)native<S>::bit_or(at(p), (bits)v); }
    static SOFTWARP_DEVICE T bit_xor(T *p, T v) { return (T)native<S>::bit_xor(at(p), (bits)v); }
};
template <scope S, class T> struct made<S, T, kind::real> {
    static SOFTWARP_DEVICE float add(float *p, float v) { return native<S>::add(p, v); }
    static SOFTWARP_DEVICE double add(double *p, double v) {
#if SOFTWARP_ARCH >= 600
        return native<S>::add(p, v);
#else
        return update<S>(p, op_add<double>{v});
#endif
    }
    static SOFTWARP_DEVICE T min(T *p, T v) { return improve<S>(p, op_min<T>{v}); }
    static SOFTWARP_DEVICE T max(T *p, T v) { return improve<S>(p, op_max<T>{v}); }
};

/* Exchange and compare-and-swap: a word's own where the cell is one. */
template <scope S, class T, class W> SOFTWARP_DEVICE T exchange(whole<T, W> cell, T *, const T &value) {
    return cell.get(native<S>::exch(cell.address, cell.with(W(), value)));
}
template <scope S, class T>
SOFTWARP_DEVICE T exchange(whole<T, unsigned short>, T *address, const T &value) {
    return update<S>(address, op_exch<T>{value});
}
template <scope S, class T, class W> SOFTWARP_DEVICE T exchange(part<T, W>, T *address, const T &value) {
    return update_in_turn<S>(address, op_exch<T>{value});
}
template <scope S, class T, class W>
SOFTWARP_DEVICE T compare_and_swap(whole<T, W> cell, T *, const T &compare, const T &value) {
    return cell.get(cas<S>(cell.address, cell.with(W(), compare), cell.with(W(), value)));
}
template <scope S, class T, class W>
SOFTWARP_DEVICE T compare_and_swap(part<T, W>, T *address, const T &compare, const T &value) {
    return update_in_turn<S>(address, op_cas<T>{compare, value});
}

/* Of the lanes that are here together, those with the same address. */
SOFTWARP_DEVICE unsigned peers_of(unsigned here, const void *address) {
    unsigned long long key = reinterpret_cast<size_t>(address);
#if SOFTWARP_ARCH >= 700
    return __match_any_sync(here, key);
#else
    unsigned peers = 0;
    for (unsigned rest = here; rest;) {
        bool alike = key == __shfl_sync(here, key, __ffs((int)rest) - 1);
        unsigned those = __ballot_sync(here, alike);
        peers = alike ? those : peers;
        rest &= ~those;
    }
    return peers;
#endif
}

SOFTWARP_DEVICE unsigned thread_in_block() {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
}

template <scope S> SOFTWARP_DEVICE void fence() {
    if (S == scope::block)
        __threadfence_block();
    else if (S == scope::device)
        __threadfence();
    else
        __threadfence_system();
}

} // namespace detail

} // namespace softwarp
