/* Host code's atomic operations in check builds: the thread sanitizer's calls stand in their place and do them
 * (-fsanitize=thread; compiler-rt, tsan_interface_atomic.h). A tool is told before an operation, which it may delay,
 * and behind it, and knows what it has read or written: between the two no device code is told of.
 *
 * All are as strong as the strongest order: nobody sees a difference but in speed. Nor are the operations themselves
 * anything but compare-and-swap; of 16 bytes the compiler's library might use a lock, which kernels do not know. */
#include <stdatomic.h>

#include "check/check.h"
#include "report/refused.h"

#define WEAK __attribute__((weak))

enum what { EXCHANGE, ADD, SUB, AND, OR, XOR, NAND };

/* As the sanitizer numbers them; consume is as acquire. */
static uint8_t order_of(int given) {
    static const uint8_t orders[] = {SWRT_ORDER_RELAXED, SWRT_ORDER_ACQUIRE, SWRT_ORDER_ACQUIRE,
                                     SWRT_ORDER_RELEASE, SWRT_ORDER_BOTH,    SWRT_ORDER_SEQUENTIAL};
    return given >= 0 && given < (int)sizeof orders ? orders[given] : SWRT_ORDER_SEQUENTIAL;
}

/* Of a compare-and-swap, which has a second order for when it fails: what both ask for. */
static uint8_t order_of_both(int success, int failure) {
    uint8_t order = order_of(success), other = order_of(failure);
    if (other == SWRT_ORDER_ACQUIRE && order == SWRT_ORDER_RELEASE)
        return SWRT_ORDER_BOTH;
    return other > order && other != SWRT_ORDER_RELEASE ? other : order;
}

static struct swrt_host_atomic begin(const volatile void *address, uint32_t size, uint8_t kind, uint8_t order,
                                     const void *caller) {
    struct swrt_host_atomic access = {.address = (const void *)address,
                                      .caller = caller,
                                      .size = size,
                                      .kind = kind,
                                      .order = order,
                                      .wrote = kind != SWRT_SITE_READ};
    swrt_refused_host(access.address, size, access.wrote, caller);
    swrt_check_host_atomic_begins(&access);
    return access;
}

typedef unsigned __int128 atomic128;
typedef uint64_t atomic64;
typedef uint32_t atomic32;
typedef uint16_t atomic16;
typedef uint8_t atomic8;

/* Whether it was as expected; what was found stands in *expected then. */
#define SWAP_BY_BUILTIN(bits)                                                                                          \
    static bool swap##bits(volatile atomic##bits *at, atomic##bits *expected, atomic##bits value) {                    \
        return atomic_compare_exchange_strong((volatile _Atomic(atomic##bits) *)at, expected, value);            \
    }                                                                                                                  \
    static atomic##bits load##bits(volatile atomic##bits *at) {                                                        \
        return atomic_load((volatile _Atomic(atomic##bits) *)at);                                                                  \
    }
SWAP_BY_BUILTIN(8)
SWAP_BY_BUILTIN(16)
SWAP_BY_BUILTIN(32)
SWAP_BY_BUILTIN(64)

static bool swap128(volatile atomic128 *at, atomic128 *expected, atomic128 value) {
    uint64_t low = (uint64_t)*expected, high = (uint64_t)(*expected >> 64);
    bool is_done;
    __asm__ volatile("lock cmpxchg16b %1"
                     : "=@ccz"(is_done), "+m"(*at), "+a"(low), "+d"(high)
                     : "b"((uint64_t)value), "c"((uint64_t)(value >> 64))
                     : "memory");
    *expected = (atomic128)high << 64 | low;
    return is_done;
}
static atomic128 load128(volatile atomic128 *at) {
    atomic128 found = 0;
    swap128(at, &found, 0);
    return found;
}

#define UPDATE(bits)                                                                                                   \
    static atomic##bits update##bits(volatile atomic##bits *at, atomic##bits value, enum what what, int order,         \
                                     const void *caller) {                                                             \
        struct swrt_host_atomic access = begin(at, bits / 8, SWRT_SITE_RMW, order_of(order), caller);                  \
        atomic##bits old = load##bits(at), next;                                                                       \
        do                                                                                                             \
            next = (atomic##bits)(what == EXCHANGE ? value                                                             \
                                  : what == ADD    ? old + value                                                       \
                                  : what == SUB    ? old - value                                                       \
                                  : what == AND    ? (old & value)                                                     \
                                  : what == OR     ? (old | value)                                                     \
                                  : what == XOR    ? (old ^ value)                                                     \
                                                   : ~(old & value));                                                  \
        while (!swap##bits(at, &old, next));                                                                           \
        swrt_check_host_atomic(&access);                                                                               \
        return old;                                                                                                    \
    }                                                                                                                  \
    static bool compare##bits(volatile atomic##bits *at, atomic##bits *expected, atomic##bits value, uint8_t order,    \
                              const void *caller) {                                                                    \
        struct swrt_host_atomic access = begin(at, bits / 8, SWRT_SITE_CAS, order, caller);                            \
        access.wrote = swap##bits(at, expected, value);                                                                \
        swrt_check_host_atomic(&access);                                                                               \
        return access.wrote;                                                                                           \
    }

#define OPERATION(bits, name, what)                                                                                    \
    WEAK atomic##bits __tsan_atomic##bits##_##name(volatile atomic##bits *at, atomic##bits value, int order) {         \
        return update##bits(at, value, what, order, __builtin_return_address(0));                                      \
    }

#define ATOMIC(bits)                                                                                                   \
    UPDATE(bits)                                                                                                       \
    WEAK atomic##bits __tsan_atomic##bits##_load(const volatile atomic##bits *at, int order) {                         \
        const void *caller = __builtin_return_address(0);                                                              \
        struct swrt_host_atomic access = begin(at, bits / 8, SWRT_SITE_READ, order_of(order), caller);                 \
        atomic##bits value = load##bits((volatile atomic##bits *)at);                                                  \
        swrt_check_host_atomic(&access);                                                                               \
        return value;                                                                                                  \
    }                                                                                                                  \
    WEAK void __tsan_atomic##bits##_store(volatile atomic##bits *at, atomic##bits value, int order) {                  \
        const void *caller = __builtin_return_address(0);                                                              \
        struct swrt_host_atomic access = begin(at, bits / 8, SWRT_SITE_WRITE, order_of(order), caller);                \
        atomic##bits old = load##bits(at);                                                                             \
        while (!swap##bits(at, &old, value)) {                                                                         \
        }                                                                                                              \
        swrt_check_host_atomic(&access);                                                                               \
    }                                                                                                                  \
    OPERATION(bits, exchange, EXCHANGE)                                                                                \
    OPERATION(bits, fetch_add, ADD)                                                                                    \
    OPERATION(bits, fetch_sub, SUB)                                                                                    \
    OPERATION(bits, fetch_and, AND)                                                                                    \
    OPERATION(bits, fetch_or, OR)                                                                                      \
    OPERATION(bits, fetch_xor, XOR)                                                                                    \
    OPERATION(bits, fetch_nand, NAND)                                                                                  \
    WEAK atomic##bits __tsan_atomic##bits##_compare_exchange_val(volatile atomic##bits *at, atomic##bits expected,     \
                                                                 atomic##bits value, int success, int failure) {       \
        compare##bits(at, &expected, value, order_of_both(success, failure), __builtin_return_address(0));             \
        return expected;                                                                                               \
    }
SWRT_HOST_ATOMICS(ATOMIC)

WEAK void __tsan_atomic_thread_fence(int order) {
    atomic_thread_fence(memory_order_seq_cst);
    swrt_check_host_fence(order_of(order));
}

WEAK void __tsan_atomic_signal_fence(int order) {
    (void)order;
}
