/* log, log2 and log10 on 8 doubles: as in vector_float.h, with polynomials of twice the length. */
#include "coefficients.h"
#include "vector_lanes.h"

#if LANES == 8
static const double log_coefficients[] = {
    -0x1.0000000000000p-1, 0x1.55555555555d9p-2,  -0x1.0000000000755p-2, 0x1.9999999985a36p-3,  -0x1.5555555455873p-3,
    0x1.2492492bde813p-3,  -0x1.00000067a7735p-3, 0x1.c71c70059c3a1p-4,  -0x1.99997091f675bp-4, 0x1.745d00256244fp-4,
    -0x1.555986f6aefa7p-4, 0x1.3b1e28919b914p-4,  -0x1.24600f171254ap-4, 0x1.101d01e82cdf6p-4,  -0x1.002bc9be45d35p-4,
    0x1.f2e56e70900fbp-5,  -0x1.e8238fff762e3p-5, 0x1.9beedbf601606p-5,  -0x1.d9bbe505837e3p-6, 0x1.02c80c72e0e83p-7,
};

static const double log2_coefficients[] = {
    -0x1.71547652b82fap-1, 0x1.ec709dc3a049ap-2,  -0x1.71547652b9825p-2, 0x1.2776c50eee5acp-2,  -0x1.ec709dc19f265p-3,
    0x1.a61762af2a693p-3,  -0x1.7154770331898p-3, 0x1.484b134d9bfa6p-3,  -0x1.2776a55b3fdd9p-3, 0x1.0c9a5cd7e4943p-3,
    -0x1.ec76a77acfd02p-4, 0x1.c6a15999d992ap-4,  -0x1.a5d4bdf76d251p-4, 0x1.8880fce3e8342p-4,  -0x1.7140711a7846dp-4,
    0x1.67b3fd2aec73dp-4,  -0x1.6155935043becp-4, 0x1.2c206b0ad93f9p-4,  -0x1.5b64840f1b8eap-5, 0x1.7d8482d537313p-7,
};

/* c[0] + c[1] x + ... of 20 coefficients. */
VECTOR_HELPER doubles long_polynomial(const double *c, doubles x) {
    doubles sum = c[19];
#pragma clang loop unroll(full)
    for (int i = 18; i >= 0; i--)
        sum = sum * x + c[i];
    return sum;
}

struct split_logarithm {
    doubles n, f; /* x = 2^n (1 + f), -1/4 <= f < 1/2 */
};

#ifdef VECTOR_AVX512
/* Zero, infinity and NaN give an n that makes the logarithm right, negative numbers a NaN for f. */
VECTOR_HELPER struct split_logarithm split_any(doubles x) {
    doubles part = _mm512_getmant_pd(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);
    doubles n = (doubles)_mm512_getexp_pd(x) - (doubles)_mm512_getexp_pd(part);
    return (struct split_logarithm){n, part - 1};
}

VECTOR_HELPER doubles or_special(doubles x, doubles value) {
    (void)x;
    return value;
}
#else
VECTOR_HELPER struct split_logarithm split_any(doubles x) {
    doubles scaled = x < 0x1p-1022 ? x * 0x1p52 : x;
    doubles bias = x < 0x1p-1022 ? (doubles)(0x1p52 + 1023 + 52) : (doubles)(0x1p52 + 1023);
    longs above = double_bits(scaled) - 0x3fe8000000000000;
    ulongs biased = (ulongs)(above + 0x3ff0000000000000) >> 52;
    doubles part = (doubles)(double_bits(scaled) - (above & (int64_t)0xfff0000000000000));
    return (struct split_logarithm){(doubles)(biased | 0x4330000000000000) - bias, part - 1};
}

VECTOR_HELPER doubles or_special(doubles x, doubles value) {
    doubles special = x < 0 ? (doubles)__builtin_nan("") : x;
    special = x == 0 ? (doubles)-__builtin_inf() : special;
    return ((x > 0) & (x < __builtin_inf())) ? value : special;
}
#endif

VECTOR_FUNCTION(doubles, log)(doubles x) {
    struct split_logarithm s = split_any(x);
    doubles low = long_polynomial(log_coefficients, s.f) * (s.f * s.f) + s.n * 0x1.cf79abc9e3b3ap-40;
    return or_special(x, s.n * 0x1.62e42fefa0000p-1 + (s.f + low));
}

VECTOR_FUNCTION(doubles, log2)(doubles x) {
    struct split_logarithm s = split_any(x);
    doubles low = long_polynomial(log2_coefficients, s.f) * (s.f * s.f) + s.f * 0x1.c551d94ae0bf8p-2; /* log2(e) - 1 */
    return or_special(x, (s.n + s.f) + low);
}

VECTOR_FUNCTION(doubles, log10)(doubles x) {
    struct split_logarithm s = split_any(x);
    doubles low = long_polynomial(log10_coefficients, s.f) * (s.f * s.f);
    low = s.n * 0x1.e7fbcc47c4acdp-40 + (low - s.f * 0x1.0d213ab646bc7p-4);           /* 1/2 - log10(e) */
    doubles whole = s.n * 0x1.34413509f0000p-2, part = s.f * 0.5, sum = whole + part; /* both products are exact */
    doubles lost = (whole - sum) + part;
    lost = lost == lost ? lost : 0; /* at infinity */
    return or_special(x, sum + (low + lost));
}
#endif
