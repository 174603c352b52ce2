/* Arithmetic on known bits. Sums follow the carries of the smallest and the largest sum: where they agree, and the bits
 * added are known, the bit of the sum is. (As LLVM's KnownBits does it.) */
#include "analysis/bits.h"
#include "base/assert.h"

uint64_t sw_low_bits(unsigned count) {
    return count >= 64 ? ~0ull : (1ull << count) - 1;
}

/* Trailing zeros; 64 of 0. */
static unsigned trailing(uint64_t word) {
    return word ? (unsigned)__builtin_ctzll(word) : 64;
}

static unsigned length(uint64_t word) {
    return word ? 64 - (unsigned)__builtin_clzll(word) : 0;
}

struct sw_bits sw_bits_none(unsigned width) {
    return (struct sw_bits){~sw_low_bits(width), 0};
}

struct sw_bits sw_bits_constant(uint64_t value, unsigned width) {
    value &= sw_low_bits(width);
    return (struct sw_bits){~value, value};
}

struct sw_bits sw_bits_up_to(uint64_t most) {
    return (struct sw_bits){~sw_low_bits(length(most)), 0};
}

struct sw_bits sw_bits_join(struct sw_bits a, struct sw_bits b) {
    return (struct sw_bits){a.zeros & b.zeros, a.ones & b.ones};
}

bool sw_bits_equal(struct sw_bits a, struct sw_bits b) {
    return a.zeros == b.zeros && a.ones == b.ones;
}

bool sw_bits_is_constant(struct sw_bits a) {
    return (a.zeros | a.ones) == ~0ull;
}

uint64_t sw_bits_upper_zeros(struct sw_bits a) {
    return ~sw_low_bits(length(~a.zeros));
}

uint64_t sw_bits_lower_known(struct sw_bits a) {
    return sw_low_bits(trailing(~(a.zeros | a.ones)));
}

unsigned sw_bits_align(struct sw_bits a) {
    return trailing(~a.zeros);
}

struct sw_bits sw_bits_trunc(struct sw_bits a, unsigned width) {
    uint64_t low = sw_low_bits(width);
    return (struct sw_bits){a.zeros | ~low, a.ones & low};
}

static struct sw_bits sum(struct sw_bits a, struct sw_bits b, unsigned carry, unsigned width) {
    uint64_t most = ~a.zeros + ~b.zeros + carry, least = a.ones + b.ones + carry;
    uint64_t carried = ~(most ^ a.zeros ^ b.zeros) | (least ^ a.ones ^ b.ones); /* bits whose incoming carry is known */
    uint64_t known = (a.zeros | a.ones) & (b.zeros | b.ones) & carried;
    return sw_bits_trunc((struct sw_bits){~most & known, least & known}, width);
}

struct sw_bits sw_bits_add(struct sw_bits a, struct sw_bits b, unsigned width) {
    return sum(a, b, 0, width);
}

struct sw_bits sw_bits_sub(struct sw_bits a, struct sw_bits b, unsigned width) {
    return sum(a, (struct sw_bits){b.ones, b.zeros}, 1, width);
}

/* The lowest bits of a product need those of the factors, less as many as the other has trailing zeros; how long it is
 * follows from the largest factors. */
struct sw_bits sw_bits_mul(struct sw_bits a, struct sw_bits b, unsigned width) {
    unsigned known_a = trailing(~(a.zeros | a.ones)) + sw_bits_align(b);
    unsigned known_b = trailing(~(b.zeros | b.ones)) + sw_bits_align(a);
    uint64_t low = sw_low_bits(known_a < known_b ? known_a : known_b), product = a.ones * b.ones, most;
    struct sw_bits result = {~product & low, product & low};
    if (!__builtin_mul_overflow(~a.zeros, ~b.zeros, &most) && most <= sw_low_bits(width))
        result.zeros |= sw_bits_up_to(most).zeros;
    return sw_bits_trunc(result, width);
}

struct sw_bits sw_bits_shl(struct sw_bits a, unsigned by, unsigned width) {
    return by >= width ? sw_bits_none(width)
                       : sw_bits_trunc((struct sw_bits){a.zeros << by | sw_low_bits(by), a.ones << by}, width);
}

struct sw_bits sw_bits_lshr(struct sw_bits a, unsigned by) {
    return by >= 64 ? sw_bits_none(64) : (struct sw_bits){~(~a.zeros >> by), a.ones >> by};
}

struct sw_bits sw_bits_udiv(struct sw_bits a, struct sw_bits b) {
    return sw_bits_up_to(~a.zeros / (b.ones ? b.ones : 1));
}

struct sw_bits sw_bits_urem(struct sw_bits a, struct sw_bits b) {
    uint64_t most = ~b.zeros;
    if (sw_bits_is_constant(b) && most && !(most & (most - 1)))
        return sw_bits_and(a, sw_bits_up_to(most - 1));
    return sw_bits_up_to(most && most - 1 < ~a.zeros ? most - 1 : ~a.zeros);
}

struct sw_bits sw_bits_and(struct sw_bits a, struct sw_bits b) {
    return (struct sw_bits){a.zeros | b.zeros, a.ones & b.ones};
}

struct sw_bits sw_bits_or(struct sw_bits a, struct sw_bits b) {
    return (struct sw_bits){a.zeros & b.zeros, a.ones | b.ones};
}

struct sw_bits sw_bits_xor(struct sw_bits a, struct sw_bits b) {
    return (struct sw_bits){(a.zeros & b.zeros) | (a.ones & b.ones), (a.zeros & b.ones) | (a.ones & b.zeros)};
}

struct sw_bits sw_bits_sext(struct sw_bits a, unsigned from, unsigned to) {
    assert(0 < from && from <= to && to <= 64);
    uint64_t above = sw_low_bits(to) & ~sw_low_bits(from), sign = 1ull << (from - 1);
    if (a.ones & sign)
        return (struct sw_bits){a.zeros & ~above, a.ones | above};
    return a.zeros & sign ? a : (struct sw_bits){a.zeros & ~above, a.ones};
}

/* Copies of the sign come in from above: known ones where the sign is known. */
struct sw_bits sw_bits_ashr(struct sw_bits a, unsigned by, unsigned width) {
    struct sw_bits wide = sw_bits_sext(a, width, 64);
    uint64_t zeros = (uint64_t)((int64_t)wide.zeros >> by), ones = (uint64_t)((int64_t)wide.ones >> by);
    return sw_bits_trunc((struct sw_bits){zeros, ones}, width);
}

bool sw_compare(LLVMIntPredicate predicate, uint64_t a, uint64_t b, unsigned width) {
    unsigned up = 64 - width;
    int64_t x = (int64_t)(a << up) >> up, y = (int64_t)(b << up) >> up;
    switch (predicate) {
    case LLVMIntEQ:
        return a == b;
    case LLVMIntNE:
        return a != b;
    case LLVMIntUGT:
        return a > b;
    case LLVMIntUGE:
        return a >= b;
    case LLVMIntULT:
        return a < b;
    case LLVMIntULE:
        return a <= b;
    case LLVMIntSGT:
        return x > y;
    case LLVMIntSGE:
        return x >= y;
    case LLVMIntSLT:
        return x < y;
    default:
        return x <= y;
    }
}
