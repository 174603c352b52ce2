/* Numbers become 8-bit numbers: floats and doubles at, between and beside all patterns, all halves, all bfloat16s, with
 * and without saturation (CUDA Math API, FP8 Conversion and Data Movement).
 */
#include "formats8.h"

static const __nv_saturation_t MODES[] = {__NV_NOSAT, __NV_SATFINITE};

/* Inputs by pattern, sign included: its value, the middle to the next, the floats and doubles beside both. */
enum { AROUND = 10 };
struct Around {
    double in[AROUND];
};

static double beside(double x, int step, bool wide) {
    if (wide) return std::nextafter(x, step > 0 ? INFINITY : -INFINITY);
    return std::nextafter((float)x, step > 0 ? INFINITY : -INFINITY);
}

template <typename F> Around around(unsigned pattern) {
    unsigned magnitude = pattern & 0x7f;
    double at = continued<F>(magnitude), middle = (at + continued<F>(magnitude + 1)) / 2;
    Around row = {{at, middle, beside(at, 1, false), beside(at, -1, false), beside(middle, 1, false),
                   beside(middle, -1, false), beside(at, 1, true), beside(at, -1, true), beside(middle, 1, true),
                   beside(middle, -1, true)}};
    for (double &x : row.in) x = pattern & 0x80 ? -x : x;
    return row;
}

struct Narrowed {
    unsigned char narrow[2][AROUND], wide[2][AROUND];
};

template <typename F> struct Narrow {
    const Around *inputs;
    __host__ __device__ Narrowed operator()(int i) const {
        Narrowed row;
        for (int mode = 0; mode < 2; mode++)
            for (int k = 0; k < AROUND; k++) {
                double x = inputs[i].in[k];
                row.narrow[mode][k] = __nv_cvt_float_to_fp8((float)x, (__nv_saturation_t)mode, F::KIND);
                row.wide[mode][k] = __nv_cvt_double_to_fp8(x, (__nv_saturation_t)mode, F::KIND);
                if (x != x && (row.wide[mode][k] & 0x7f) > (F::KIND == __NV_E4M3 ? 0x7e : 0x7c))
                    row.wide[mode][k] = 0x7f; /* which NaN a double's becomes is not said: an H200 keeps the sign */
            }
        return row;
    }
};

template <typename F> void check_around(const char *label) {
    Around *inputs = managed<Around>(257);
    for (int i = 0; i < 256; i++) inputs[i] = around<F>((unsigned)i);
    inputs[256] = Around{{NAN, -NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, -1e-300, 5e-324, -3e38}};
    run_both<Narrowed>(label, 257, Narrow<F>{inputs}, [=](int i, const Narrowed &row) {
        for (__nv_saturation_t mode : MODES)
            for (int k = 0; k < AROUND; k++) {
                double x = inputs[i].in[k];
                CHECK_AT(i * AROUND + k, pattern_of<F>((float)x, mode), (unsigned)row.narrow[mode][k]);
                CHECK_AT(i * AROUND + k, pattern_of<F>(x, mode), (unsigned)row.wide[mode][k]);
            }
    });
    CUDA(cudaFree(inputs));
}

/* All patterns of the 16-bit formats: without and with saturation, half and bfloat16. */
struct Sixteen {
    unsigned char from[2][2];
};

template <typename F> struct FromSixteen {
    __host__ __device__ Sixteen operator()(int i) const {
        Sixteen row;
        __half_raw half;
        __nv_bfloat16_raw bfloat;
        half.x = bfloat.x = (unsigned short)i;
        for (int mode = 0; mode < 2; mode++) {
            row.from[0][mode] = __nv_cvt_halfraw_to_fp8(half, (__nv_saturation_t)mode, F::KIND);
            row.from[1][mode] = __nv_cvt_bfloat16raw_to_fp8(bfloat, (__nv_saturation_t)mode, F::KIND);
        }
        return row;
    }
};

static double half_value(unsigned bits) {
    int exponent = (int)(bits >> 10 & 31), mantissa = (int)(bits & 1023);
    double x = exponent == 31 ? (mantissa ? NAN : INFINITY)
                              : std::ldexp(exponent ? 1024 + mantissa : mantissa, (exponent ? exponent : 1) - 25);
    return bits & 0x8000 ? -x : x;
}

static double bfloat_value(unsigned bits) {
    unsigned word = bits << 16;
    float x;
    std::memcpy(&x, &word, sizeof x);
    return x;
}

template <typename F> void check_sixteen(const char *label) {
    run_both<Sixteen>(label, 0x10000, FromSixteen<F>(), [](int i, const Sixteen &row) {
        for (__nv_saturation_t mode : MODES) {
            CHECK_AT(i, pattern_of<F>(half_value((unsigned)i), mode), (unsigned)row.from[0][mode]);
            CHECK_AT(i, pattern_of<F>(bfloat_value((unsigned)i), mode), (unsigned)row.from[1][mode]);
        }
    });
}

int main() {
    check_around<E4m3>("float and double to e4m3");
    check_around<E5m2>("float and double to e5m2");
    check_sixteen<E4m3>("half and bfloat16 to e4m3");
    check_sixteen<E5m2>("half and bfloat16 to e5m2");
    return check_result();
}
