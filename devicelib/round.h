/* Directed rounding made of round-to-nearest and the sign of what it left over.
 *
 * Changing the processor's rounding mode costs tens of cycles, orders against other floating-point code, and has no
 * vector form per lane. Instead each operation computes its nearest result and a *residual*: any number with the sign
 * of (exact - value), zero exactly when value is exact. The value is one of the two neighbours of the exact result, so
 * one step in the right direction is all that directed rounding needs. A NaN residual (from infinite or NaN operands)
 * compares false with everything and so means "leave value alone".
 *
 * Whoever adds an operation keeps these rules:
 * 1. value is a neighbour of the exact result, infinity included (overflow: residual points back to the finite side);
 * 2. a value of zero with a residual carries the exact result's sign;
 * 3. zero_sign says what an exact zero looks like when rounding down: sums of opposite numbers are then -0.
 */
#ifndef SOFTWARP_DEVICELIB_ROUND_H
#define SOFTWARP_DEVICELIB_ROUND_H

#include "number.h"

struct near_float {
    float value;
    double residual;
    int zero_sign;
};

struct near_double {
    double value, residual;
    int zero_sign;
};

#define SW_ROUNDERS(type, name)                                                                              \
    SW_INLINE type name##_down(struct near_##type n)                                                         \
    {                                                                                                        \
        int minus = is_negative_##type(n.value);                                                             \
        type stepped = step_##type(n.value, minus ? 1 : -1);                                                 \
        type exact = n.value == 0 && n.residual == 0 && n.zero_sign ? (type)-0.0 : n.value;                  \
        return n.residual < 0 ? stepped : exact;                                                             \
    }                                                                                                        \
    SW_INLINE type name##_up(struct near_##type n)                                                           \
    {                                                                                                        \
        int minus = is_negative_##type(n.value);                                                             \
        return n.residual > 0 ? step_##type(n.value, minus ? -1 : 1) : n.value;                              \
    }                                                                                                        \
    SW_INLINE type name##_to_zero(struct near_##type n)                                                      \
    {                                                                                                        \
        int minus = is_negative_##type(n.value);                                                             \
        int too_far = minus ? n.residual > 0 : n.residual < 0;                                               \
        return too_far ? step_##type(n.value, -1) : n.value;                                                 \
    }
SW_ROUNDERS(float, round_float)
SW_ROUNDERS(double, round_double)

/* high + low, where low is far below high's last place, as a float. Two roundings are harmless here: a wrong tie
 * still leaves a neighbour of the exact result. */
SW_INLINE struct near_float float_near(double high, double low) {
    float value = (float)high;
    double residual = high - (double)value;
    return (struct near_float){value, residual != 0 ? residual : low, is_negative_float(value)};
}

#endif
