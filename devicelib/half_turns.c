/* sinpi, cospi, sincospi: functions of half turns.
 *
 * The argument is reduced exactly before pi enters: a = n / 2 + r with |r| <= 1/4, so a quadrant's bounds are hit
 * exactly and sinpi of an integer is a zero. pi * r is carried in two doubles.
 */
#include "devicelib.h"
#include "number.h"

#define PI 0x1.921fb54442d18p+1
#define PI_LOW 0x1.1a62633145c07p-53

struct turn {
    double sine, cosine;
};

/* Even multiples of 2^53 and more are whole turns: trunc leaves them nothing. Zero results carry the sign of a for the
 * sine, + for the cosine. */
static struct turn turn_of(double a) {
    double whole = 2 * __builtin_trunc(a * 0.5), rest = a - whole; /* |rest| < 2, exact, sign of a */
    double quarter = __builtin_rint(rest * 2), r = rest - quarter * 0.5;
    struct pair angle = product_exact(r, PI);
    angle.low = __builtin_fma(r, PI_LOW, angle.low);
    double s = __builtin_sin(angle.high), c = __builtin_cos(angle.high);
    double sine = __builtin_fma(c, angle.low, s), cosine = __builtin_fma(-s, angle.low, c);
    int quadrant = (int)quarter & 3;
    double first = quadrant & 1 ? cosine : sine, second = quadrant & 1 ? sine : cosine;
    struct turn turn = {quadrant & 2 ? -first : first, (quadrant + 1) & 2 ? -second : second};
    if (turn.sine == 0)
        turn.sine = __builtin_copysign(0, a);
    if (turn.cosine == 0)
        turn.cosine = 0;
    return turn;
}

/* inf - inf: the sine and cosine of an infinity are NaN. */
static struct turn turn_or_nan(double a) {
    if (is_finite_double(a))
        return turn_of(a);
    return (struct turn){a - a, a - a};
}

double __nv_sinpi(double a) {
    return turn_or_nan(a).sine;
}

double __nv_cospi(double a) {
    return turn_or_nan(a).cosine;
}

void __nv_sincospi(double a, double *sine, double *cosine) {
    struct turn turn = turn_or_nan(a);
    *sine = turn.sine;
    *cosine = turn.cosine;
}

float __nv_sinpif(float a) {
    return (float)turn_or_nan(a).sine;
}

float __nv_cospif(float a) {
    return (float)turn_or_nan(a).cosine;
}

void __nv_sincospif(float a, float *sine, float *cosine) {
    struct turn turn = turn_or_nan(a);
    *sine = (float)turn.sine;
    *cosine = (float)turn.cosine;
}
