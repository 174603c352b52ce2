/* Conversions of half and bfloat16: floats and doubles at, between and beside all patterns, in each rounding mode; what
 * C++ converts by itself.
 */
// FEW-RUNS
#include "formats.h"

/* The names of a format's conversions differ by format; these wrap them as overloads on a tag. */
#define FROM_FLOAT(F, suffix)                                                           \
    static BOTH void from_float(F, float a, unsigned short (&out)[4]) {                 \
        out[RN] = (unsigned short)F::bits(__float##suffix##_rn(a));                     \
        out[RZ] = (unsigned short)F::bits(__float##suffix##_rz(a));                     \
        out[RD] = (unsigned short)F::bits(__float##suffix##_rd(a));                     \
        out[RU] = (unsigned short)F::bits(__float##suffix##_ru(a));                     \
    }
FROM_FLOAT(Half, 2half)
FROM_FLOAT(Bfloat, 2bfloat16)

static BOTH float to_float(Half, __half a) { return __half2float(a); }
static BOTH float to_float(Bfloat, __nv_bfloat16 a) { return __bfloat162float(a); }
static BOTH unsigned from_double(Half, double a) { return Half::bits(__double2half(a)); }
static BOTH unsigned from_double(Bfloat, double a) { return Bfloat::bits(__double2bfloat16(a)); }

/* Floats around a pattern: its value, the middle to the next one, the float on either side of each; and the middle
 * with something that only a double can hold. */
enum { AROUND = 6 };
struct Narrowed {
    float in[AROUND];
    double fine[2];
    unsigned short out[AROUND][4], nearest[2];
};

template <typename F> struct Narrow {
    BOTH void operator()(int pattern, Narrowed &row) const {
        float at = to_float(F(), F::number((unsigned)pattern)), next = to_float(F(), F::number((unsigned)pattern + 1));
        float middle = at * 0.5f + next * 0.5f;
        row.in[0] = at;
        row.in[1] = middle;
        for (int i = 0; i < 4; i++) {
            float x = row.in[i / 2];
            unsigned word;
            memcpy(&word, &x, 4);
            word += x == 0 || x - x != 0 ? 0u : i & 1 ? 1u : ~0u;
            memcpy(&row.in[2 + i], &word, 4);
        }
        for (int i = 0; i < AROUND; i++) from_float(F(), row.in[i], row.out[i]);
        for (int i = 0; i < 2; i++) {
            row.fine[i] = (double)middle * (i ? 1 + 1e-15 : 1 - 1e-15);
            row.nearest[i] = (unsigned short)from_double(F(), row.fine[i]);
        }
    }
};

template <typename F> void check_narrowed(int pattern, const Narrowed &row) {
    for (int i = 0; i < AROUND; i++)
        for (int mode = RN; mode <= RU; mode++)
            CHECK_PATTERN(F, pattern, pattern_of<F>(row.in[i], 0, (Mode)mode), row.out[i][mode]);
    for (int i = 0; i < 2; i++) CHECK_PATTERN(F, pattern, pattern_of<F>(row.fine[i], 0, RN), row.nearest[i]);
}

template <typename F> void check_format() {
    run_both<Narrowed>(PATTERNS, Narrow<F>(), check_narrowed<F>);
}

/* The classes' own conversions, which C++ picks by itself. */
static void check_implicit() {
    __half h = 1.5f, from_int = 3, from_double = 0.1;
    float f = h;
    double d = h;
    int i = __half(-2.75f);
    CHECK(f == 1.5f && d == 1.5 && i == -2);
    CHECK_EQUAL(0x4200u, Half::bits(from_int));
    CHECK_EQUAL(0x2e66u, Half::bits(from_double));
    CHECK(h && !__half(0.0f) && !__half(-0.0f));
    h = 7u;
    CHECK_EQUAL(0x4700u, Half::bits(h));
    __nv_bfloat16 b = 1.5f;
    CHECK((float)b == 1.5f && (short)__nv_bfloat16(-3.5f) == -3 && (unsigned char)__half(300.0f) == 255);
    __half_raw raw = h;
    CHECK(raw.x == 0x4700 && sizeof(__half) == 2 && sizeof(__half2) == 4 && alignof(__half2) == 4);
    CHECK(__half2float(__half(b)) == 1.5f && (float)__nv_bfloat16(__half(0.1f)) == 0.10009765625f);
}

int main() {
    check_format<Half>();
    check_format<Bfloat>();
    check_implicit();
    return check_result();
}
