/* Black-Scholes on 16 lanes with its own exp and log.
 *
 * Divisions and roots are estimates with one Newton step, both reciprocals of the distribution's polynomial come from
 * one division, and denormal numbers are flushed: exp(-d*d/2) of far options is denormal, and each costs a microcode
 * assist.
 */
#include "share.h"

static inline __m512 all(float value) {
    return _mm512_set1_ps(value);
}

/* p * x + c */
static inline __m512 horner(__m512 p, __m512 x, float c) {
    return _mm512_fmadd_ps(p, x, all(c));
}

/* Cody and Waite's reduction by ln 2 in two parts, a polynomial of degree 6; about 1 ulp. */
static inline __m512 exp16(__m512 x) {
    const __m512 round = all(12582912.0f);
    __m512 n = _mm512_sub_ps(_mm512_fmadd_ps(x, all(1.44269504f), round), round);
    __m512 r = _mm512_fnmadd_ps(n, all(0.693359375f), x);
    r = _mm512_fnmadd_ps(n, all(-2.12194440e-4f), r);

    __m512 p = horner(all(1.9875691500e-4f), r, 1.3981999507e-3f);
    p = horner(p, r, 8.3334519073e-3f);
    p = horner(p, r, 4.1665795894e-2f);
    p = horner(p, r, 1.6666665459e-1f);
    p = horner(p, r, 0.5f);
    p = _mm512_fmadd_ps(p, _mm512_mul_ps(r, r), _mm512_add_ps(r, all(1.0f)));
    return _mm512_scalef_ps(p, n);
}

/* Mantissa in [0.75, 1.5), the polynomial of Cephes' logf. */
static inline __m512 log16(__m512 x) {
    __m512 e = _mm512_getexp_ps(_mm512_mul_ps(x, all(1.33333337f)));
    __m512 f = _mm512_sub_ps(_mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src), all(1.0f));
    __m512 z = _mm512_mul_ps(f, f);

    __m512 p = horner(all(7.0376836292e-2f), f, -1.1514610310e-1f);
    p = horner(p, f, 1.1676998740e-1f);
    p = horner(p, f, -1.2420140846e-1f);
    p = horner(p, f, 1.4249322787e-1f);
    p = horner(p, f, -1.6668057665e-1f);
    p = horner(p, f, 2.0000714765e-1f);
    p = horner(p, f, -2.4999993993e-1f);
    p = horner(p, f, 3.3333331174e-1f);
    p = _mm512_mul_ps(p, _mm512_mul_ps(f, z));
    p = _mm512_fmadd_ps(e, all(-2.12194440e-4f), p);
    p = _mm512_fnmadd_ps(all(0.5f), z, p);
    return _mm512_fmadd_ps(e, all(0.693359375f), _mm512_add_ps(f, p));
}

static inline __m512 reciprocal(__m512 x) {
    __m512 r = _mm512_rcp14_ps(x);

    return _mm512_mul_ps(r, _mm512_fnmadd_ps(x, r, all(2.0f)));
}

static inline __m512 reciprocal_root(__m512 x) {
    __m512 r = _mm512_rsqrt14_ps(x), h = _mm512_mul_ps(_mm512_mul_ps(x, r), r);

    return _mm512_mul_ps(r, _mm512_fnmadd_ps(h, all(0.5f), all(1.5f)));
}

/* The cumulative normal distribution of d, where k = 1 / denominator(d). */
static inline __m512 denominator(__m512 d) {
    return _mm512_fmadd_ps(all(0.2316419f), _mm512_abs_ps(d), all(1.0f));
}

static inline __m512 normal(__m512 d, __m512 k) {
    __m512 e = exp16(_mm512_mul_ps(_mm512_mul_ps(d, d), all(-0.5f)));
    __m512 p = horner(all(1.330274429f), k, -1.821255978f);
    p = horner(p, k, 1.781477937f);
    p = horner(p, k, -0.356563782f);
    p = horner(p, k, 0.31938153f);
    __m512 tail = _mm512_mul_ps(_mm512_mul_ps(all(0.39894228f), e), _mm512_mul_ps(k, p));

    return _mm512_mask_sub_ps(tail, _mm512_cmp_ps_mask(d, _mm512_setzero_ps(), _CMP_GT_OQ), all(1.0f), tail);
}

static inline void price16(size_t i) {
    const float v = OPTIONS_VOLATILITY, r = OPTIONS_RATE;
    __m512 s = _mm512_load_ps(bench.options.price + i), x = _mm512_load_ps(bench.options.strike + i);
    __m512 t = _mm512_load_ps(bench.options.years + i), unroot = reciprocal_root(t), root = _mm512_mul_ps(t, unroot);

    __m512 drift = _mm512_fmadd_ps(all(r + 0.5f * v * v), t, log16(_mm512_mul_ps(s, reciprocal(x))));
    __m512 d1 = _mm512_mul_ps(_mm512_mul_ps(drift, unroot), all(1.0f / v)), d2 = _mm512_fnmadd_ps(all(v), root, d1);
    __m512 below1 = denominator(d1), below2 = denominator(d2), both = reciprocal(_mm512_mul_ps(below1, below2));
    __m512 n1 = normal(d1, _mm512_mul_ps(both, below2)), n2 = normal(d2, _mm512_mul_ps(both, below1));
    __m512 discounted = _mm512_mul_ps(x, exp16(_mm512_mul_ps(t, all(-r))));

    _mm512_store_ps(bench.options.call + i, _mm512_fmsub_ps(s, n1, _mm512_mul_ps(discounted, n2)));
    __m512 other = _mm512_mul_ps(s, _mm512_sub_ps(all(1.0f), n1));
    _mm512_store_ps(bench.options.put + i, _mm512_fmsub_ps(discounted, _mm512_sub_ps(all(1.0f), n2), other));
}

void run_options(void) {
    enum { FLUSH_DENORMALS = 0x8040 };

#pragma omp parallel
    {
        unsigned control = _mm_getcsr();
        _mm_setcsr(control | FLUSH_DENORMALS);
        struct share share = my_share(OPTIONS_N, 16);
        for (size_t i = share.first; i < share.end; i += 16)
            price16(i);
        _mm_setcsr(control);
    }
}
