/* Numbers become those of a format: floats and doubles at, between and beside all its patterns, all halves, all
 * bfloat16s, in each mode; a dense sample of floats and doubles.
 */
#ifndef NARROWING_H
#define NARROWING_H

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
    unsigned magnitude = pattern & (F::SIGN - 1);
    double at = continued<F>(magnitude), middle = (at + continued<F>(magnitude + 1)) / 2;
    Around row = {{at, middle, beside(at, 1, false), beside(at, -1, false), beside(middle, 1, false),
                   beside(middle, -1, false), beside(at, 1, true), beside(at, -1, true), beside(middle, 1, true),
                   beside(middle, -1, true)}};
    for (double &x : row.in) x = pattern & F::SIGN ? -x : x;
    return row;
}

template <int MODES> struct Narrowed {
    unsigned char narrow[MODES][AROUND], wide[MODES][AROUND];
};

template <typename F> struct Narrow {
    const Around *inputs;
    __host__ __device__ Narrowed<F::MODES> operator()(int i) const {
        Narrowed<F::MODES> row;
        for (int mode = 0; mode < F::MODES; mode++)
            for (int k = 0; k < AROUND; k++) {
                row.narrow[mode][k] = F::from((float)inputs[i].in[k], mode);
                row.wide[mode][k] = F::from(inputs[i].in[k], mode);
            }
        return row;
    }
};

template <typename F> void check_around(const char *label) {
    const int patterns = 2 * F::SIGN;
    Around *inputs = managed<Around>(patterns + 1);
    for (int i = 0; i < patterns; i++) inputs[i] = around<F>((unsigned)i);
    inputs[patterns] = Around{{NAN, -NAN, INFINITY, -INFINITY, 1e300, -1e300, 1e-300, -1e-300, 5e-324, -3e38}};
    run_both<Narrowed<F::MODES>>(label, patterns + 1, Narrow<F>{inputs}, [=](int i, const Narrowed<F::MODES> &row) {
        for (int mode = 0; mode < F::MODES; mode++)
            for (int k = 0; k < AROUND; k++) {
                double x = inputs[i].in[k];
                CHECK_AT(i * AROUND + k, pattern_of<F>((float)x, mode), (unsigned)row.narrow[mode][k]);
                CHECK_AT(i * AROUND + k, pattern_of<F>(x, mode), (unsigned)row.wide[mode][k]);
            }
    });
    CUDA(cudaFree(inputs));
}

/* All patterns of the 16-bit formats in all modes: half and bfloat16. */
template <int MODES> struct Sixteen {
    unsigned char from[2][MODES];
};

template <typename F> struct FromSixteen {
    __host__ __device__ Sixteen<F::MODES> operator()(int i) const {
        Sixteen<F::MODES> row;
        __half_raw half;
        __nv_bfloat16_raw bfloat;
        half.x = bfloat.x = (unsigned short)i;
        for (int mode = 0; mode < F::MODES; mode++) {
            row.from[0][mode] = F::from(half, mode);
            row.from[1][mode] = F::from(bfloat, mode);
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
    typedef Sixteen<F::MODES> Row;
    run_both<Row>(label, 0x10000, FromSixteen<F>(), [](int i, const Row &row) {
        for (int mode = 0; mode < F::MODES; mode++) {
            CHECK_AT(i, pattern_of<F>(half_value((unsigned)i), mode), (unsigned)row.from[0][mode]);
            CHECK_AT(i, pattern_of<F>(bfloat_value((unsigned)i), mode), (unsigned)row.from[1][mode]);
        }
    });
}

/* Floats and doubles with all upper 16 bits, and below these nothing, the least, the most. */
template <int MODES> struct Dense {
    unsigned char narrow[MODES][3], wide[MODES][3];
};

__host__ __device__ inline float dense_float(int i, int k) {
    unsigned bits = (unsigned)i << 16 | (k == 2 ? 0xffffu : (unsigned)k);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

__host__ __device__ inline double dense_double(int i, int k) {
    unsigned long long bits = (unsigned long long)i << 48 | (k == 2 ? 0xffffffffffffull : (unsigned long long)k);
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

template <typename F> struct FromDense {
    __host__ __device__ Dense<F::MODES> operator()(int i) const {
        Dense<F::MODES> row;
        for (int mode = 0; mode < F::MODES; mode++)
            for (int k = 0; k < 3; k++) {
                row.narrow[mode][k] = F::from(dense_float(i, k), mode);
                row.wide[mode][k] = F::from(dense_double(i, k), mode);
            }
        return row;
    }
};

template <typename F> void check_dense(const char *label) {
    typedef Dense<F::MODES> Row;
    run_both<Row>(label, 0x10000, FromDense<F>(), [](int i, const Row &row) {
        for (int mode = 0; mode < F::MODES; mode++)
            for (int k = 0; k < 3; k++) {
                CHECK_AT(i, pattern_of<F>(dense_float(i, k), mode), (unsigned)row.narrow[mode][k]);
                CHECK_AT(i, pattern_of<F>(dense_double(i, k), mode), (unsigned)row.wide[mode][k]);
            }
    });
}

#endif
