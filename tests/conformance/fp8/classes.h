/* A format's classes: layout, constructors from every type, which saturate, and vectors of two and four. */
#ifndef CLASSES_H
#define CLASSES_H

#include <type_traits>

#define SAME_LAYOUT(T, word)                                                                                  \
    static_assert(sizeof(T) == sizeof(word) && alignof(T) == alignof(word) && std::is_trivial<T>::value &&    \
                      std::is_standard_layout<T>::value && !std::is_convertible<float, T>::value,             \
                  #T)

/* One integer as each type, and its pattern. */
enum { TYPES = 12 };
struct Made {
    unsigned char of[TYPES];
};

template <typename F> struct Make {
    __host__ __device__ Made operator()(int i) const {
        typedef typename F::Number N;
        long long x = (long long)((unsigned long long)(i * 2 + 1) << (i % 61)) * (i % 3 ? 1 : -1);
        return Made{{N((short)x).__x, N((unsigned short)x).__x, N((int)x).__x, N((unsigned)x).__x, N((long)x).__x,
                     N((unsigned long)x).__x, N(x).__x, N((unsigned long long)x).__x, N((float)x).__x,
                     N((double)x).__x, N(__half((float)x)).__x, N(__nv_bfloat16((float)x)).__x}};
    }
};

template <typename F> void check_made(int i, const Made &row) {
    long long x = (long long)((unsigned long long)(i * 2 + 1) << (i % 61)) * (i % 3 ? 1 : -1);
    double as[TYPES] = {(double)(short)x, (double)(unsigned short)x, (double)(int)x, (double)(unsigned)x, (double)x,
                        (double)(unsigned long)x, (double)x, (double)(unsigned long)x, (double)x, (double)x,
                        __half2float(__half((float)x)), __bfloat162float(__nv_bfloat16((float)x))};
    for (int k = 0; k < TYPES; k++) CHECK_AT(i, pattern_of<F>(as[k], F::MODES - 1), (unsigned)row.of[k]);
}

/* Vectors from vectors of each type, and back; the conversion functions on pairs. */
struct Vectors {
    unsigned short pair[8];
    unsigned four[4];
    float back[6];
    unsigned short half[2];
};

template <typename F> struct Vectorise {
    __host__ __device__ Vectors operator()(int i) const {
        typedef typename F::Pair Pair;
        typedef typename F::Four Four;
        float4 f = make_float4(i * 0.375f, -i * 4.5f, 1.0f / (i + 1), i * 1000.0f);
        float2 p = make_float2(f.x, f.y), q = make_float2(f.z, f.w);
        double2 dp = make_double2(f.x, f.y);
        __half2 hp = __floats2half2_rn(p.x, p.y), hq = __floats2half2_rn(q.x, q.y);
        __nv_bfloat162 bp = __floats2bfloat162_rn(p.x, p.y), bq = __floats2bfloat162_rn(q.x, q.y);
        Four four(f);
        float4 back = float4(four);
        float2 back2 = float2(Pair(p));
        __half2_raw half = __half2(Pair(q));
        return Vectors{{Pair(p).__x, Pair(dp).__x, Pair(hp).__x, Pair(bp).__x,
                        F::from(q, 0), F::from(make_double2(q.x, q.y), 0), F::from((__half2_raw)hq, 0),
                        F::from((__nv_bfloat162_raw)bq, 0)},
                       {four.__x, Four(make_double4(f.x, f.y, f.z, f.w)).__x, Four(hp, hq).__x, Four(bp, bq).__x},
                       {back.x, back.y, back.z, back.w, back2.x, back2.y},
                       {half.x, half.y}};
    }
};

template <typename F> unsigned two(double a, double b, int mode) {
    return pattern_of<F>(a, mode) | pattern_of<F>(b, mode) << F::STEP;
}

template <typename F> void check_vectors(int i, const Vectors &row) {
    float f[] = {i * 0.375f, -i * 4.5f, 1.0f / (i + 1), i * 1000.0f};
    for (int from = 0; from < 4; from++) {
        double x[4];
        for (int k = 0; k < 4; k++)
            x[k] = from < 2 ? f[k] : from == 2 ? __half2float(__half(f[k])) : __bfloat162float(__nv_bfloat16(f[k]));
        unsigned low = two<F>(x[0], x[1], F::MODES - 1), high = two<F>(x[2], x[3], F::MODES - 1);
        CHECK_AT(i, low, (unsigned)row.pair[from]);
        CHECK_AT(i, two<F>(x[2], x[3], 0), (unsigned)row.pair[4 + from]);
        CHECK_AT(i, low | high << 2 * F::STEP, row.four[from]);
    }
    for (int k = 0; k < 6; k++) CHECK_AT(i, (float)value_of<F>(row.four[0] >> k % 4 * F::STEP & ((1u << F::STEP) - 1)), row.back[k]);
    for (int k = 0; k < 2; k++) {
        unsigned bits = row.four[0] >> (2 + k) * F::STEP & ((1u << F::STEP) - 1);
        CHECK_AT(i, (unsigned)F::half_of(bits).x, (unsigned)row.half[k]);
    }
}

/* Four doubles of each alignment. */
template <typename F> __global__ void from_aligned(typename F::Four *fours, double4_16a a, double4_32a b) {
    fours[0] = typename F::Four(a);
    fours[1] = typename F::Four(b);
}

template <typename F> void check_aligned() {
    typedef typename F::Four Four;
    const double x[] = {1.0, -2.0, 0.5, 1e9};
    double4_16a a = {x[0], x[1], x[2], x[3]};
    double4_32a b = {x[0], x[1], x[2], x[3]};
    unsigned last = F::MODES - 1, expected = two<F>(x[0], x[1], last) | two<F>(x[2], x[3], last) << 2 * F::STEP;
    Four *fours = managed<Four>(2);
    from_aligned<F><<<1, 1>>>(fours, a, b);
    FINISH();
    for (int i = 0; i < 2; i++) CHECK_AT(i, expected, (unsigned)fours[i].__x);
    CHECK_EQUAL(expected, (unsigned)Four(a).__x);
    CHECK_EQUAL(expected, (unsigned)Four(b).__x);
    CUDA(cudaFree(fours));
}

#endif
