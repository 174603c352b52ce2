/* exp, exp2, exp10, sin and cos on 8 doubles, and the single-precision functions that are computed in double precision:
 * with 2^-34 to spare nearly every result is the correctly rounded one, and overflow, underflow and denormals come
 * right with the conversion. The same reductions as in vector_float.h.
 */
#include "large_angle.h"
#include "vector_lanes.h"

#define LN2_HEAD 0x1.62e42fefa0000p-1 /* so short that n times it is exact */
#define LN2_TAIL 0x1.cf79abc9e3b3ap-40

/* Full precision, for 8 lanes: the widest vector of doubles that is passed by value. */
#if LANES == 8
VECTOR_FUNCTION(doubles, exp)(doubles x) {
    x = clamp_doubles(x, -746, 710);
    doubles rounder = x * 0x1.71547652b82fep+0 + DOUBLE_ROUNDER, n = rounder - DOUBLE_ROUNDER;
    doubles r = x - n * LN2_HEAD;
    r = r - n * LN2_TAIL;
    doubles q = r * 0x1.aabc222bf9e75p-26 + 0x1.28a17a1a02225p-22;
    q = q * r + 0x1.71e0ee0af4529p-19;
    q = q * r + 0x1.a019a924056b1p-16;
    q = q * r + 0x1.a01a00585e0f9p-13;
    q = q * r + 0x1.6c16c17d72f8ep-10;
    q = q * r + 0x1.111111114fd85p-7;
    q = q * r + 0x1.5555555552faep-5;
    q = q * r + 0x1.5555555555452p-3;
    q = q * r + 0.5;
    return scale_doubles(1 + (q * (r * r) + r), rounder);
}

VECTOR_FUNCTION(doubles, exp2)(doubles x) {
    x = clamp_doubles(x, -1076, 1025);
    doubles rounder = x + DOUBLE_ROUNDER, r = x - (rounder - DOUBLE_ROUNDER);
    doubles p = r * 0x1.e95eeae37ead5p-32 + 0x1.e61c859da8821p-28;
    p = p * r + 0x1.b5252fd755563p-24;
    p = p * r + 0x1.62bfc6e507dc9p-20;
    p = p * r + 0x1.ffcbfc6097282p-17;
    p = p * r + 0x1.4309130f25642p-13;
    p = p * r + 0x1.5d87fe789faa8p-10;
    p = p * r + 0x1.3b2ab6fb9ff7dp-7;
    p = p * r + 0x1.c6b08d704a128p-5;
    p = p * r + 0x1.ebfbdff82c5a5p-3;
    p = p * r + 0x1.62e42fefa39efp-1;
    return scale_doubles(p * r + 1, rounder);
}

VECTOR_FUNCTION(doubles, exp10)(doubles x) {
    x = clamp_doubles(x, -324, 309);
    doubles rounder = x * 0x1.a934f0979a371p+1 + DOUBLE_ROUNDER, n = rounder - DOUBLE_ROUNDER;
    doubles r = x - n * 0x1.34413509f0000p-2;
    r = r - n * 0x1.e7fbcc47c4acdp-40;
    doubles p = r * 0x1.f76e7c8f9c4d2p-13 + 0x1.2f75464db740ap-10;
    p = p * r + 0x1.4899de8b2b4e9p-8;
    p = p * r + 0x1.41165d9e4198ap-6;
    p = p * r + 0x1.16e4deebe2249p-4;
    p = p * r + 0x1.a7ed70a25c251p-3;
    p = p * r + 0x1.1429ffd21f88cp-1;
    p = p * r + 0x1.2bd7609fd4d6cp+0;
    p = p * r + 0x1.0470591de2b48p+1;
    p = p * r + 0x1.53524c73cea78p+1;
    p = p * r + 0x1.26bb1bbb55516p+1;
    return scale_doubles(p * r + 1, rounder);
}

struct quarter_turns {
    doubles rounder, r, low; /* x = n pi/2 + r + low, |r| <= pi/4, n in the low bits of rounder */
};

/* For |x| < 2^20: n times each of the first two parts of pi/2 is exact, and 119 bits of pi/2 leave enough digits where
 * x nearly is a multiple of it. */
VECTOR_HELPER struct quarter_turns quarter_turns_of(doubles x) {
    doubles rounder = x * 0x1.45f306dc9c883p-1 + DOUBLE_ROUNDER, n = rounder - DOUBLE_ROUNDER;
    doubles head = x - n * 0x1.921fb54400000p+0, middle = n * 0x1.0b4611a600000p-34;
    doubles sum = head - middle, lost = (head - sum) - middle;
    doubles tail = n * 0x1.3198a2e037073p-69 - lost, r = sum - tail;
    return (struct quarter_turns){rounder, r, (sum - r) - tail};
}

VECTOR_HELPER doubles sine_within(doubles r, doubles low) {
    doubles z = r * r, p = z * 0x1.5d927780fd7b7p-33 - 0x1.ae5e6503d61dap-26;
    p = p * z + 0x1.71de357732023p-19;
    p = p * z - 0x1.a01a019c12993p-13;
    p = p * z + 0x1.111111110f895p-7;
    p = p * z - 0x1.5555555555549p-3;
    return r + (p * (z * r) + (low - low * z * 0.5));
}

VECTOR_HELPER doubles cosine_within(doubles r, doubles low) {
    doubles z = r * r, p = z * -0x1.8fa5a85658c0ep-37 + 0x1.1ee9da65c6908p-29;
    p = p * z - 0x1.27e4f7efe8572p-22;
    p = p * z + 0x1.a01a019c8d819p-16;
    p = p * z - 0x1.6c16c16c1500cp-10;
    p = p * z + 0x1.555555555554bp-5;
    doubles half = z * 0.5, head = 1 - half;
    return head + (((1 - head) - half) + (p * (z * z) - r * low));
}

/* sin(x + quarters pi/2) for arguments of ordinary size. */
VECTOR_HELPER doubles sine_of_turns(doubles x, int64_t quarters) {
    struct quarter_turns turns = quarter_turns_of(x);
    longs n = double_bits(turns.rounder) + quarters;
    doubles sine = sine_within(turns.r, turns.low), cosine = cosine_within(turns.r, turns.low);
    doubles value = (n & 1) != 0 ? cosine : sine;
    return (doubles)(double_bits(value) ^ ((n & 2) << 62));
}

VECTOR_HELPER longs is_beyond_turns(doubles x) {
    return ~((doubles)(double_bits(x) & INT64_MAX) < 0x1p20);
}

/* Large arguments are rare and reduced one by one; so are infinity and NaN. */
static __attribute__((noinline)) doubles large_sine(doubles x, doubles value) {
    longs beyond = is_beyond_turns(x);
    for (int i = 0; i < LANES; i++)
        if (beyond[i])
            value[i] = sine_of_large_angle(x[i], 0);
    return value;
}

static __attribute__((noinline)) doubles large_cosine(doubles x, doubles value) {
    longs beyond = is_beyond_turns(x);
    for (int i = 0; i < LANES; i++)
        if (beyond[i])
            value[i] = sine_of_large_angle(x[i], 1);
    return value;
}

VECTOR_FUNCTION(doubles, sin)(doubles x) {
    doubles value = sine_of_turns(x, 0);
    value = x == 0 ? x : value; /* -0 */
    return __builtin_reduce_or(is_beyond_turns(x)) ? large_sine(x, value) : value;
}

VECTOR_FUNCTION(doubles, cos)(doubles x) {
    doubles value = sine_of_turns(x, 1);
    return __builtin_reduce_or(is_beyond_turns(x)) ? large_cosine(x, value) : value;
}
#endif

struct split_doubles {
    doubles n, f; /* x = 2^n (1 + f), -1/3 <= f < 1/3 */
};

/* For x within the range of floats (and so not denormal) or a little more. n is made of its bits by an addition, as
 * few machines convert 64-bit integers. */
VECTOR_HELPER struct split_doubles split_double(doubles x) {
    longs above = double_bits(x) - 0x3fe5555555555555;
    ulongs biased = (ulongs)(above + 0x3ff0000000000000) >> 52;
    doubles n = (doubles)(biased | 0x4330000000000000) - (0x1p52 + 1023);
    return (struct split_doubles){n, (doubles)(double_bits(x) - (above & (int64_t)0xfff0000000000000)) - 1};
}

/* log(1 + f) to 2^-41. */
VECTOR_HELPER doubles log_of_split(doubles f) {
    doubles r = f * 0x1.9923f774911bfp-4 - 0x1.ac114eded5644p-4;
    r = r * f + 0x1.20ecb28373590p-4;
    r = r * f - 0x1.3d01fd854c4bfp-4;
    r = r * f + 0x1.76de00c707e83p-4;
    r = r * f - 0x1.9bbdd5bb493f0p-4;
    r = r * f + 0x1.c6fb407057332p-4;
    r = r * f - 0x1.ffe68b115bc06p-4;
    r = r * f + 0x1.2492bdef7408cp-3;
    r = r * f - 0x1.5555a25e65e54p-3;
    r = r * f + 0x1.9999981529ad0p-3;
    r = r * f - 0x1.ffffff33a7a1fp-3;
    r = r * f + 0x1.555555563041cp-2;
    r = r * f - 0x1.0000000026e41p-1;
    return r * (f * f) + f;
}

/* log2 of a float that is not negative, -inf for zero, inf and NaN as they are. */
VECTOR_HELPER doubles log2_in_double(floats a) {
    doubles x = to_doubles(a);
    struct split_doubles s = split_double(x);
    doubles value = log_of_split(s.f) * 0x1.71547652b82fep+0 + s.n;
    value = x == 0 ? (doubles)-__builtin_inf() : value;
    return x < __builtin_inf() ? value : x;
}

/* 2^y for a float's range of results and what rounds to zero or infinity. */
VECTOR_HELPER floats exp2_from_double(doubles y) {
    y = clamp_doubles(y, -200, 200);
    doubles rounder = y + DOUBLE_ROUNDER, r = y - (rounder - DOUBLE_ROUNDER);
    doubles p = r * 0x1.fde338642be85p-17 + 0x1.445d42b6ec872p-13;
    p = p * r + 0x1.5d8a8a485c7e6p-10;
    p = p * r + 0x1.3b29f2bbdbda6p-7;
    p = p * r + 0x1.c6b08aba6728cp-5;
    p = p * r + 0x1.ebfbe0786e5a2p-3;
    p = p * r + 0x1.62e42ff0e53bdp-1;
    p = p * r + 1;
    return to_floats(p * (doubles)((double_bits(rounder) << 52) + 0x3ff0000000000000));
}

/* C's annex F, case by case: what the formula does not give by itself. */
VECTOR_FUNCTION(floats, powf)(floats a, floats b) {
    floats size = magnitude_of(a), value = exp2_from_double(to_doubles(b) * log2_in_double(size));
    floats half = b * 0.5f;
    ints is_whole = __builtin_elementwise_rint(b) == b;
    ints is_odd = is_whole & (__builtin_elementwise_rint(half) != half);
    value = (floats)(float_bits(value) ^ (float_bits(a) & is_odd & INT32_MIN));
    value = ((a < 0) & (size < __builtin_inff()) & ~is_whole) ? (floats)__builtin_nanf("") : value;
    ints is_one = (a == 1) | (b == 0) | ((size == 1) & (magnitude_of(b) == __builtin_inff()));
    return is_one ? (floats)1 : value;
}

VECTOR_FUNCTION(floats, cbrtf)(floats a) {
    return with_sign_of(exp2_from_double(log2_in_double(magnitude_of(a)) * 0x1.5555555555555p-2), a);
}

VECTOR_FUNCTION(floats, rcbrtf)(floats a) {
    return with_sign_of(exp2_from_double(log2_in_double(magnitude_of(a)) * -0x1.5555555555555p-2), a);
}

/* 2^n e^r - 1 = 2^n (e^r - 1) + (2^n - 1), which is exact where it matters, at n = 0. */
VECTOR_FUNCTION(floats, expm1f)(floats a) {
    doubles x = clamp_doubles(to_doubles(a), -30, 100);
    doubles rounder = x * 0x1.71547652b82fep+0 + DOUBLE_ROUNDER, n = rounder - DOUBLE_ROUNDER;
    doubles r = x - n * LN2_HEAD;
    r = r - n * LN2_TAIL;
    doubles q = r * 0x1.9f2fc00b1ec1ap-13 + 0x1.6d8f309625721p-10;
    q = q * r + 0x1.1112549b83becp-7;
    q = q * r + 0x1.55548ae73bb79p-5;
    q = q * r + 0x1.555554564d3c2p-3;
    q = q * r + 0x1.0000003be4e93p-1;
    doubles power = (doubles)((double_bits(rounder) << 52) + 0x3ff0000000000000);
    doubles value = power * (q * (r * r) + r) + (power - 1);
    return with_sign_of(to_floats(x == x ? value : x), a);
}

/* Where 1 + a keeps its exponent, a itself is the fraction, with all its digits. */
VECTOR_FUNCTION(floats, log1pf)(floats a) {
    doubles x = to_doubles(a), sum = 1 + x;
    struct split_doubles s = split_double(sum);
    doubles value = s.n * 0x1.62e42fefa39efp-1 + log_of_split(s.n == 0 ? x : s.f);
    value = sum == 0 ? (doubles)-__builtin_inf() : value;
    value = sum < 0 ? (doubles)__builtin_nan("") : value;
    return with_sign_of(to_floats(sum < __builtin_inf() ? value : sum), a);
}

VECTOR_FUNCTION(floats, hypotf)(floats a, floats b) {
    doubles x = to_doubles(a), y = to_doubles(b);
    floats value = to_floats(__builtin_elementwise_sqrt(x * x + y * y));
    ints is_infinite = (magnitude_of(a) == __builtin_inff()) | (magnitude_of(b) == __builtin_inff());
    return is_infinite ? (floats)__builtin_inff() : value;
}
