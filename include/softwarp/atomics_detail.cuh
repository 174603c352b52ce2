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
template <class T_> struct same { typedef T_ type; };
template <class T_> using value = typename same<T_>::type;

/* CUDA's own functions, by scope. */
template <scope S_> struct native;

#define SOFTWARP_NATIVE(S, suffix, condition)                                                                          \
    template <> struct native<scope::S> {                                                                              \
        template <class W_> static SOFTWARP_DEVICE W_ cas(W_ *address, W_ compare, W_ value) {                         \
            static_assert(condition || !sizeof(W_), "the system scope needs sm_60");                                   \
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
    template <class W_> static SOFTWARP_DEVICE W_ name(W_ *address, W_ value) {                                        \
        static_assert(condition || !sizeof(W_), "the system scope needs sm_60");                                       \
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
template <scope S_, class W_> SOFTWARP_DEVICE W_ cas(W_ *address, W_ compare, W_ value) {
    return native<S_>::cas(address, compare, value);
}
#if SOFTWARP_ARCH >= 700
template <scope S_>
SOFTWARP_DEVICE unsigned short cas(unsigned short *address, unsigned short compare, unsigned short value) {
#if defined(__SOFTWARP__)
    return native<S_>::cas(address, compare, value);
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
template <class W_, unsigned Bytes> struct low_bytes {
    static SOFTWARP_DEVICE W_ mask() { return ((W_)1 << 8 * Bytes) - 1; }
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
template <class W_, class T_> SOFTWARP_DEVICE W_ to_bits(const T_ &from) {
    W_ bits = W_();
    memcpy(&bits, &from, sizeof(T_));
    return bits;
}
template <class T_, class W_> SOFTWARP_DEVICE T_ from_bits(W_ bits) {
    alignas(T_) unsigned char store[sizeof(T_)];
    memcpy(store, &bits, sizeof(T_));
    return *reinterpret_cast<T_ *>(store);
}

/* What a loop takes for the old value at first: any value that was there, because the compare-and-swap tells whether it
 * still is, but no mixture of two, because a program's operation sees it. Plain under swcc, so that nothing remains of
 * it where the loop becomes one operation. */
template <scope S_, class W_> SOFTWARP_DEVICE W_ guess(W_ *address) {
#if defined(__SOFTWARP__)
    return *address;
#else
    return *static_cast<volatile W_ *>(address);
#endif
}
template <scope S_> SOFTWARP_DEVICE wide_word guess(wide_word *address) {
    return cas<S_>(address, wide_word(), wide_word());
}

/* A cell that is a whole word, and one that is a part of a word. */
template <class T_, class W_> struct whole {
    W_ *address;
    SOFTWARP_DEVICE explicit whole(T_ *cell) : address(reinterpret_cast<W_ *>(cell)) {}
    SOFTWARP_DEVICE T_ get(W_ word) const { return from_bits<T_>(word); }
    SOFTWARP_DEVICE W_ with(W_, const T_ &value) const { return to_bits<W_>(value); }
};
template <class T_, class W_> SOFTWARP_DEVICE unsigned offset_in_word(T_ *cell) {
    size_t offset = reinterpret_cast<size_t>(cell) % sizeof(W_);
    if (alignof(T_) < sizeof(T_) && offset + sizeof(T_) > sizeof(W_))
        __trap(); /* it lies across two words */
    return (unsigned)offset;
}
template <class T_, class W_> struct part {
    W_ *address;
    unsigned shift;
    SOFTWARP_DEVICE explicit part(T_ *cell) : shift(8 * offset_in_word<T_, W_>(cell)) {
        address = reinterpret_cast<W_ *>(reinterpret_cast<size_t>(cell) - shift / 8);
    }
    SOFTWARP_DEVICE W_ mask() const { return low_bytes<W_, sizeof(T_)>::mask() << shift; }
    SOFTWARP_DEVICE W_ bits(const T_ &value) const { return to_bits<W_>(value) << shift; }
    SOFTWARP_DEVICE T_ get(W_ word) const { return from_bits<T_>(word >> shift); }
    SOFTWARP_DEVICE W_ with(W_ word, const T_ &value) const { return (word & ~mask()) | bits(value); }
};
/* Which of them a type's cells are. */
template <class T_> using word_around = typename word<sizeof(T_) <= 4 ? 4 : sizeof(T_) <= 8 ? 8 : 16>::type;
template <class T_> using enclosing = part<T_, word_around<T_>>;
template <class T_, scope S_, unsigned Bytes = sizeof(T_)> struct cell_of { typedef enclosing<T_> type; };
template <class T_, scope S_> struct cell_of<T_, S_, 4> { typedef whole<T_, word<4>::type> type; };
template <class T_, scope S_> struct cell_of<T_, S_, 8> { typedef whole<T_, word<8>::type> type; };
template <class T_, scope S_> struct cell_of<T_, S_, 16> { typedef whole<T_, word<16>::type> type; };
#if SOFTWARP_ARCH >= 700
template <class T_> struct cell_of<T_, scope::block, 2> { typedef whole<T_, unsigned short> type; };
template <class T_> struct cell_of<T_, scope::device, 2> { typedef whole<T_, unsigned short> type; };
#if defined(__SOFTWARP__)
template <class T_> struct cell_of<T_, scope::system, 2> { typedef whole<T_, unsigned short> type; };
#endif
#endif

/* What its use for a type checks. */
template <class T_> struct can_update {
    static_assert(std::is_trivially_copyable<T_>::value, "an atomic cell must be trivially copyable");
    static_assert(sizeof(T_) <= 16, "an atomic cell has 16 bytes at most");
    static_assert(sizeof(T_) <= 8 || SOFTWARP_ARCH >= 900, "an atomic cell of more than 8 bytes needs sm_90");
    enum { yes = 1 };
};

/* Every operation: new = op(old), again until nobody comes between. */
template <scope S_, class T_, class Op> SOFTWARP_DEVICE T_ update(T_ *address, const Op &op) {
    static_assert(can_update<T_>::yes, "");
    typename cell_of<T_, S_>::type cell(address);
    auto old = guess<S_>(cell.address), assumed = old;
    do {
        assumed = old;
        old = cas<S_>(cell.address, assumed, cell.with(assumed, op(cell.get(assumed))));
    } while (old != assumed);
    return cell.get(old);
}

/* The same for operations of which swcc makes no one operation: its lanes, which run side by side, would keep failing
 * each other on one cell. What is not inlined they do one after the other. */
template <scope S_, class T_, class Op> SOFTWARP_IN_TURN T_ update_in_turn(T_ *address, const Op op) {
    return update<S_>(address, op);
}

/* Whether a loop on such cells may be one operation to swcc; and whether that of a minimum or maximum may. */
template <class T_> struct has_word {
    static constexpr bool value = sizeof(T_) == 4 || sizeof(T_) == 8 || (sizeof(T_) == 2 && SOFTWARP_ARCH >= 700);
};
template <class T_> struct has_order {
    static constexpr bool value =
        has_word<T_>::value && (std::is_floating_point<T_>::value || !std::is_signed<T_>::value);
};
template <bool> struct best {
    template <scope S_, class T_, class Op> static SOFTWARP_DEVICE T_ update(T_ *address, const Op &op) {
        return detail::update<S_>(address, op);
    }
};
template <> struct best<false> {
    template <scope S_, class T_, class Op> static SOFTWARP_DEVICE T_ update(T_ *address, const Op &op) {
        return update_in_turn<S_>(address, op);
    }
};

/* The same for operations that often change nothing, which on a GPU is found out without a compare-and-swap. */
template <scope S_, class T_, class Op> SOFTWARP_DEVICE T_ improve(T_ *address, const Op &op) {
#if defined(__SOFTWARP__)
    return best<has_order<T_>::value>::template update<S_>(address, op);
#else
    typename cell_of<T_, S_>::type cell(address);
    auto old = guess<S_>(cell.address), assumed = old;
    do {
        assumed = old;
        auto wanted = cell.with(assumed, op(cell.get(assumed)));
        if (wanted == assumed)
            break;
        old = cas<S_>(cell.address, assumed, wanted);
    } while (old != assumed);
    return cell.get(assumed);
#endif
}

/* Arithmetic on values, without undefined overflow. */
template <class T_> using wide = typename std::conditional<(sizeof(T_) < 4), unsigned int,
                                                          typename std::make_unsigned<T_>::type>::type;
template <class T_> struct ends {
    static constexpr bool is_signed = std::is_signed<T_>::value;
    static constexpr T_ high = (T_)((wide<T_>)-1 >> (8 * (sizeof(wide<T_>) - sizeof(T_)) + is_signed));
    static constexpr T_ low = is_signed ? (T_)(-high - 1) : (T_)0;
};

template <class T_, bool Float = std::is_floating_point<T_>::value> struct arithmetic {
    static SOFTWARP_DEVICE T_ add(T_ a, T_ b) { return (T_)((wide<T_>)a + (wide<T_>)b); }
    static SOFTWARP_DEVICE T_ mul(T_ a, T_ b) { return (T_)((wide<T_>)a * (wide<T_>)b); }
    static SOFTWARP_DEVICE T_ negative(T_ a) { return (T_)(0 - (wide<T_>)a); }
    static SOFTWARP_DEVICE T_ min(T_ a, T_ b) { return b < a ? b : a; }
    static SOFTWARP_DEVICE T_ max(T_ a, T_ b) { return a < b ? b : a; }
    static SOFTWARP_DEVICE T_ add_sat(T_ a, T_ b) {
        T_ sum = add(a, b);
        bool over = std::is_signed<T_>::value ? ((a ^ sum) & (b ^ sum)) < 0 : sum < a;
        return !over ? sum : std::is_signed<T_>::value && a < 0 ? ends<T_>::low : ends<T_>::high;
    }
    static SOFTWARP_DEVICE T_ sub_sat(T_ a, T_ b) {
        T_ rest = (T_)((wide<T_>)a - (wide<T_>)b);
        bool over = std::is_signed<T_>::value ? ((a ^ b) & (a ^ rest)) < 0 : a < b;
        return !over ? rest : std::is_signed<T_>::value && a >= 0 ? ends<T_>::high : ends<T_>::low;
    }
};
template <class T_> struct arithmetic<T_, true> {
    static SOFTWARP_DEVICE T_ add(T_ a, T_ b) { return a + b; }
    static SOFTWARP_DEVICE T_ mul(T_ a, T_ b) { return a * b; }
    static SOFTWARP_DEVICE T_ negative(T_ a) { return -a; }
    static SOFTWARP_DEVICE float min(float a, float b) { return fminf(a, b); }
    static SOFTWARP_DEVICE float max(float a, float b) { return fmaxf(a, b); }
    static SOFTWARP_DEVICE double min(double a, double b) { return fmin(a, b); }
    static SOFTWARP_DEVICE double max(double a, double b) { return fmax(a, b); }
    static SOFTWARP_DEVICE T_ add_sat(T_ a, T_ b) { return a + b; }
};

/* new = f(old, value), f being one of those. */
#define SOFTWARP_OPERATION(name)                                                                                       \
    template <class T_> struct op_##name {                                                                             \
        T_ value;                                                                                                      \
        SOFTWARP_DEVICE T_ operator()(T_ old) const { return arithmetic<T_>::name(old, value); }                       \
    };
SOFTWARP_OPERATION(add)
SOFTWARP_OPERATION(mul)
SOFTWARP_OPERATION(min)
SOFTWARP_OPERATION(max)
SOFTWARP_OPERATION(add_sat)
SOFTWARP_OPERATION(sub_sat)
#undef SOFTWARP_OPERATION
template <class T_> struct op_add_clamped {
    T_ value, low, high;
    SOFTWARP_DEVICE T_ operator()(T_ old) const {
        typedef arithmetic<T_> as;
        return as::min(as::max(as::add_sat(old, value), low), high);
    }
};
template <class T_> struct op_exch {
    T_ value;
    SOFTWARP_DEVICE T_ operator()(const T_ &) const { return value; }
};
template <class T_> struct op_cas {
    T_ compare, value;
    SOFTWARP_DEVICE T_ operator()(const T_ &old) const {
        typedef word_around<T_> W_;
        return to_bits<W_>(old) == to_bits<W_>(compare) ? value : old;
    }
};

/* How a type's operations are made: integers of a word by CUDA's functions, others mostly by loops. */
enum class kind { small, word, real };
template <class T_> struct kind_of {
    static_assert(std::is_arithmetic<T_>::value && !std::is_same<T_, bool>::value && sizeof(T_) <= 8,
                  "atomic arithmetic is for integers of 8 to 64 bits, float and double");
    static constexpr kind integer = sizeof(T_) < 4 ? kind::small : kind::word;
    static constexpr kind value = std::is_floating_point<T_>::value ? kind::real : integer;
};
template <class T_> using unsigned_word = word_around<T_>;
template <class T_> using signed_word = typename std::conditional<sizeof(T_) == 4, int, long long>::type;
template <class T_> using ordered_word =
    typename std::conditional<std::is_signed<T_>::value, signed_word<T_>, unsigned_word<T_>>::type;

template <scope S_, class T_, kind = kind_of<T_>::value> struct made;
template <scope S_, class T_> struct made<S_, T_, kind::small> {
    static SOFTWARP_DEVICE T_ add(T_ *p, T_ v) {
        return best<has_word<T_>::value>::template update<S_>(p, op_add<T_>{v});
    }
    static SOFTWARP_DEVICE T_ min(T_ *p, T_ v) { return improve<S_>(p, op_min<T_>{v}); }
    static SOFTWARP_DEVICE T_ max(T_ *p, T_ v) { return improve<S_>(p, op_max<T_>{v}); }
    /* What leaves the neighbours as they are: ones, or zeros. */
    static SOFTWARP_DEVICE T_ bit_and(T_ *p, T_ v) {
        enclosing<T_> cell(p);
        return cell.get(native<S_>::bit_and(cell.address, cell.bits(v) | ~cell.mask()));
    }
    static SOFTWARP_DEVICE T_ bit_or(T_ *p, T_ v) {
        enclosing<T_> cell(p);
        return cell.get(native<S_>::bit_or(cell.address, cell.bits(v)));
    }
    static SOFTWARP_DEVICE T_ bit_xor(T_ *p, T_ v) {
        enclosing<T_> cell(p);
        return cell.get(native<S_>::bit_xor(cell.address, cell.bits(v)));
    }
};
template <scope S_, class T_> struct made<S_, T_, kind::word> {
    typedef unsigned_word<T_> bits;
    typedef ordered_word<T_> ordered;
    static SOFTWARP_DEVICE bits *at(T_ *p) { return reinterpret_cast<bits *>(p); }
    static SOFTWARP_DEVICE T_ add(T_ *p, T_ v) { return (T_)native<S_>::add(at(p), (bits)v); }
    static SOFTWARP_DEVICE T_ min(T_ *p, T_ v) {
        return (T_)native<S_>::min(reinterpret_cast<ordered *>(p), (ordered)v);
    }
    static SOFTWARP_DEVICE T_ max(T_ *p, T_ v) {
        return (T_)native<S_>::max(reinterpret_cast<ordered *>(p), (ordered)v);
    }
    static SOFTWARP_DEVICE T_ bit_and(T_ *p, T_ v) { return (T_)native<S_>::bit_and(at(p), (bits)v); }
    static SOFTWARP_DEVICE T_ bit_or(T_ *p, T_ v) { return (T_)native<S_>::bit_or(at(p), (bits)v); }
    static SOFTWARP_DEVICE T_ bit_xor(T_ *p, T_ v) { return (T_)native<S_>::bit_xor(at(p), (bits)v); }
};
template <scope S_, class T_> struct made<S_, T_, kind::real> {
    static SOFTWARP_DEVICE float add(float *p, float v) { return native<S_>::add(p, v); }
    static SOFTWARP_DEVICE double add(double *p, double v) {
#if SOFTWARP_ARCH >= 600
        return native<S_>::add(p, v);
#else
        return update<S_>(p, op_add<double>{v});
#endif
    }
    static SOFTWARP_DEVICE T_ min(T_ *p, T_ v) { return improve<S_>(p, op_min<T_>{v}); }
    static SOFTWARP_DEVICE T_ max(T_ *p, T_ v) { return improve<S_>(p, op_max<T_>{v}); }
};

/* Exchange and compare-and-swap: a word's own where the cell is one. */
template <scope S_, class T_, class W_> SOFTWARP_DEVICE T_ exchange(whole<T_, W_> cell, T_ *, const T_ &value) {
    return cell.get(native<S_>::exch(cell.address, cell.with(W_(), value)));
}
template <scope S_, class T_>
SOFTWARP_DEVICE T_ exchange(whole<T_, unsigned short>, T_ *address, const T_ &value) {
    return update<S_>(address, op_exch<T_>{value});
}
template <scope S_, class T_, class W_> SOFTWARP_DEVICE T_ exchange(part<T_, W_>, T_ *address, const T_ &value) {
    return update_in_turn<S_>(address, op_exch<T_>{value});
}
template <scope S_, class T_, class W_>
SOFTWARP_DEVICE T_ compare_and_swap(whole<T_, W_> cell, T_ *, const T_ &compare, const T_ &value) {
    return cell.get(cas<S_>(cell.address, cell.with(W_(), compare), cell.with(W_(), value)));
}
template <scope S_, class T_, class W_>
SOFTWARP_DEVICE T_ compare_and_swap(part<T_, W_>, T_ *address, const T_ &compare, const T_ &value) {
    return update_in_turn<S_>(address, op_cas<T_>{compare, value});
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

template <scope S_> SOFTWARP_DEVICE void fence() {
    if (S_ == scope::block)
        __threadfence_block();
    else if (S_ == scope::device)
        __threadfence();
    else
        __threadfence_system();
}

} // namespace detail

} // namespace softwarp
