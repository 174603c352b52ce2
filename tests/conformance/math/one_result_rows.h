/* RESULT(expression) for each result of each function of the table; x, y, z, w, several, n are arguments. Included for the
 * expressions and for their names, so without a guard. ROUNDED: with the functions that have rounding modes, which are of
 * both types, else with those that are fast. */
#define MATH1(family, name, ...) RESULT(OF(name)(x))
#define MATH2(family, name, ...) RESULT(OF(name)(x, y))
#define MATH3(name, ...) RESULT(OF(name)(x, y, z))
#define MATH4(name, ...) RESULT(OF(name)(x, y, z, w))
#define MATH_ARRAY(name) RESULT(OF(name)(4, several))
#define MATH_PAIR(name, ...) RESULT((OF(name)(x, &first, &second), first)) RESULT((OF(name)(x, &first, &second), second))
#define MATH_BESSEL(name, ...) RESULT(OF(name)(x))
#define MATH_BESSEL_N(name) RESULT(OF(name)(n, x))
#define EXACT1(name) RESULT(OF(name)(x))
#define EXACT2(name) RESULT(OF(name)(x, y))
#define EXACT3(name) RESULT(OF(name)(x, y, z))
#define EXACT_OPERATOR(name, arity, expression) RESULT(expression)
#define EXACT_TO(type, name) RESULT((long long)OF(name)(x))
#define EXACT_CLASS(name) RESULT((long long)(bool)name(x))
#define EXACT_SCALE(type, name) RESULT(OF(name)(x, (type)(n * 9)))
#define T REAL
#define EXACT_OUT(type, name) RESULT(EXACT_OUT_FIRST(type, name)) RESULT(EXACT_OUT_SECOND(type, name))
#define EXACT_OUT_FIRST(type, name) [&] { type part; return OF(name)(x, &part); }()
#define EXACT_OUT_SECOND(type, name) [&] { type part; OF(name)(x, &part); return (REAL)part; }()
#define EXACT_REMQUO(name) RESULT(OF(name)(x, y, &whole)) RESULT((long long)((OF(name)(x, y, &whole), whole) & 7))
#if ROUNDED
#define DIRECTED(type, arity, name, ...) DIRECTED_##arity(type, name, rn) DIRECTED_##arity(type, name, rz) \
    DIRECTED_##arity(type, name, ru) DIRECTED_##arity(type, name, rd)
#define DIRECTED_1(type, name, mode) RESULT(__##name##_##mode((type)x))
#define DIRECTED_2(type, name, mode) RESULT(__##name##_##mode((type)x, (type)y))
#define DIRECTED_3(type, name, mode) RESULT(__##name##_##mode((type)x, (type)y, (type)z))
#define DIRECTED_NEAREST(type, name) RESULT(__##name##_rn((type)x))
#else
#define FAST1(name, ...) RESULT(__##name((float)x))
#define FAST2(name, ...) RESULT(__##name((float)x, (float)y))
#define FAST_PAIR(name, ...) RESULT([&] { float a, b; __##name((float)x, &a, &b); return a; }()) \
    RESULT([&] { float a, b; __##name((float)x, &a, &b); return b; }())
#define FAST_EXACT(name) RESULT(__##name((float)x))
#endif
#include <softwarp/math/functions.def>
#undef T
#undef EXACT_OUT_FIRST
#undef EXACT_OUT_SECOND
#undef DIRECTED_1
#undef DIRECTED_2
#undef DIRECTED_3
/* What the table has not: conversions, powers of integers, contracted sums, operations of other widths. */
RESULT((long long)(int)x)
RESULT((long long)(unsigned)x)
RESULT((long long)x)
RESULT((long long)(unsigned long long)x)
RESULT((double)(float)x)
RESULT((float)(double)y)
RESULT(OF(pow)(x, REAL(2)))
RESULT(OF(pow)(x, REAL(n)))
RESULT(pow(x, n))
/* Contracted, if arguments are not known: the last CONTRACTED rows. */
RESULT(x * y + z)
RESULT(x * y - z * w)
RESULT(z - x * y)
RESULT(x / REAL(3) + y / REAL(8))
RESULT(OF(sin)(x) * OF(cos)(y) + OF(exp)(-x * x))
