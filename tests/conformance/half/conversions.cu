/* Conversions of half and bfloat16: every pattern to float and to each integer type in each rounding mode; floats and
 * doubles at, between and beside all patterns, and integers, the other way.
 */
#include <climits>
#include "formats.h"

/* The names of a format's conversions differ by format; these wrap them as overloads on a tag. */
#define TO_INTEGER(F, prefix, name, T)                                                                                 \
    static BOTH void to_integer(F, F::Number a, T (&out)[4]) {                                                         \
        out[RN] = prefix##name##_rn(a);                                                                                \
        out[RZ] = prefix##name##_rz(a);                                                                                \
        out[RD] = prefix##name##_rd(a);                                                                                \
        out[RU] = prefix##name##_ru(a);                                                                                \
    }
#define FROM_INTEGER(F, name, suffix, T)                                                                               \
    static BOTH void from_integer(F, T a, unsigned short (&out)[4]) {                                                  \
        out[RN] = (unsigned short)F::bits(__##name##suffix##_rn(a));                                                   \
        out[RZ] = (unsigned short)F::bits(__##name##suffix##_rz(a));                                                   \
        out[RD] = (unsigned short)F::bits(__##name##suffix##_rd(a));                                                   \
        out[RU] = (unsigned short)F::bits(__##name##suffix##_ru(a));                                                   \
    }
#define INTEGER(name, T)                                                                                               \
    TO_INTEGER(Half, __half2, name, T)                                                                                 \
    TO_INTEGER(Bfloat, __bfloat162, name, T)                                                                           \
    FROM_INTEGER(Half, name, 2half, T)                                                                                 \
    FROM_INTEGER(Bfloat, name, 2bfloat16, T)
INTEGER(short, short)
INTEGER(ushort, unsigned short)
INTEGER(int, int)
INTEGER(uint, unsigned)
INTEGER(ll, long long)
INTEGER(ull, unsigned long long)
FROM_INTEGER(Half, float, 2half, float)
FROM_INTEGER(Bfloat, float, 2bfloat16, float)

static BOTH float to_float(Half, __half a) { return __half2float(a); }
static BOTH float to_float(Bfloat, __nv_bfloat16 a) { return __bfloat162float(a); }
static BOTH signed char to_char(Half, __half a) { return __half2char_rz(a); }
static BOTH signed char to_char(Bfloat, __nv_bfloat16 a) { return __bfloat162char_rz(a); }
static BOTH unsigned char to_uchar(Half, __half a) { return __half2uchar_rz(a); }
static BOTH unsigned char to_uchar(Bfloat, __nv_bfloat16 a) { return __bfloat162uchar_rz(a); }
static BOTH unsigned from_double(Half, double a) { return Half::bits(__double2half(a)); }
static BOTH unsigned from_double(Bfloat, double a) { return Bfloat::bits(__double2bfloat16(a)); }

struct Integers {
    float f;
    signed char c;
    unsigned char uc;
    short s[4];
    unsigned short us[4];
    int i[4];
    unsigned ui[4];
    long long ll[4];
    unsigned long long ull[4];
};

template <typename F> struct ToIntegers {
    BOTH void operator()(int pattern, Integers &row) const {
        typename F::Number a = F::number((unsigned)pattern);
        row.f = to_float(F(), a);
        row.c = to_char(F(), a);
        row.uc = to_uchar(F(), a);
        to_integer(F(), a, row.s);
        to_integer(F(), a, row.us);
        to_integer(F(), a, row.i);
        to_integer(F(), a, row.ui);
        to_integer(F(), a, row.ll);
        to_integer(F(), a, row.ull);
    }
};

static double whole(double x, int mode) {
    return mode == RN ? std::rint(x) : mode == RZ ? std::trunc(x) : mode == RD ? std::floor(x) : std::ceil(x);
}

/* x as an integer, saturating. */
template <typename T> T saturated(double x, int mode, T lowest, T highest, T nan) {
    double y = whole(x, mode);
    if (y != y) return nan;
    return y <= (double)lowest ? lowest : y >= (double)highest ? highest : (T)y;
}

template <typename F> void check_integers(int pattern, const Integers &row) {
    double x = value_of<F>((unsigned)pattern);
    CHECK_AT(pattern, (float)x, row.f);
    CHECK_AT(pattern, (int)saturated<signed char>(x, RZ, -128, 127, 0), (int)row.c);
    CHECK_AT(pattern, (int)saturated<unsigned char>(x, RZ, 0, 255, 0), (int)row.uc);
    for (int mode = RN; mode <= RU; mode++) {
        CHECK_AT(pattern, (int)saturated<short>(x, mode, SHRT_MIN, SHRT_MAX, 0), (int)row.s[mode]);
        CHECK_AT(pattern, (int)saturated<unsigned short>(x, mode, 0, USHRT_MAX, 0), (int)row.us[mode]);
        CHECK_AT(pattern, saturated<int>(x, mode, INT_MIN, INT_MAX, 0), row.i[mode]);
        CHECK_AT(pattern, saturated<unsigned>(x, mode, 0, UINT_MAX, 0), row.ui[mode]);
        CHECK_AT(pattern, saturated<long long>(x, mode, LLONG_MIN, LLONG_MAX, LLONG_MIN), row.ll[mode]);
        CHECK_AT(pattern, saturated<unsigned long long>(x, mode, 0, ULLONG_MAX, 1ull << 63), row.ull[mode]);
    }
}

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
        for (int i = 0; i < AROUND; i++) from_integer(F(), row.in[i], row.out[i]);
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

/* Integers: all small ones, and random ones of every length. */
enum { SMALL = 10000, LARGE = 30000 };
struct FromIntegers {
    long long in;
    unsigned short s[4], us[4], i[4], ui[4], ll[4], ull[4];
};

template <typename F> struct NarrowIntegers {
    BOTH void operator()(int index, FromIntegers &row) const {
        unsigned long long word = (unsigned long long)scramble((unsigned)index) << 32 | scramble(~(unsigned)index);
        row.in = index < SMALL ? index - SMALL / 2 : (long long)(word >> (index & 63));
        from_integer(F(), (short)row.in, row.s);
        from_integer(F(), (unsigned short)row.in, row.us);
        from_integer(F(), (int)row.in, row.i);
        from_integer(F(), (unsigned)row.in, row.ui);
        from_integer(F(), row.in, row.ll);
        from_integer(F(), (unsigned long long)row.in, row.ull);
    }
};

/* An integer as a double and what that leaves over. */
template <typename F> unsigned pattern_of_integer(__int128 x, int mode) {
    double sum = (double)x;
    return pattern_of<F>(sum, (double)(x - (__int128)sum), (Mode)mode);
}

template <typename F> void check_from_integers(int index, const FromIntegers &row) {
    for (int mode = RN; mode <= RU; mode++) {
        CHECK_PATTERN(F, index, pattern_of_integer<F>((short)row.in, mode), row.s[mode]);
        CHECK_PATTERN(F, index, pattern_of_integer<F>((unsigned short)row.in, mode), row.us[mode]);
        CHECK_PATTERN(F, index, pattern_of_integer<F>((int)row.in, mode), row.i[mode]);
        CHECK_PATTERN(F, index, pattern_of_integer<F>((unsigned)row.in, mode), row.ui[mode]);
        CHECK_PATTERN(F, index, pattern_of_integer<F>(row.in, mode), row.ll[mode]);
        CHECK_PATTERN(F, index, pattern_of_integer<F>((unsigned long long)row.in, mode), row.ull[mode]);
    }
}

template <typename F> void check_format() {
    run_both<Integers>(PATTERNS, ToIntegers<F>(), check_integers<F>);
    run_both<Narrowed>(PATTERNS, Narrow<F>(), check_narrowed<F>);
    run_both<FromIntegers>(SMALL + LARGE, NarrowIntegers<F>(), check_from_integers<F>);
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
