/* Operators of a 16-bit format and of its pair, from the rows of functions.def. Included once per format (see
 * types.h). Besides its names:
 *   SW_OPERATORS, SW_PAIR_OPERATORS   whether a program wants them (__CUDA_NO_HALF_OPERATORS__ turns them off)
 * CUDA Math API: Half Arithmetic and Comparison Operators.
 */
#define SW_BINARY_OPERATOR(T, op, function)                                                     \
    SW_NARROW_FN T operator op(const T &a, const T &b) { return function(a, b); }               \
    SW_NARROW_FN T &operator op##=(T & a, const T &b) { return a = function(a, b); }
#define SW_STEP_OPERATOR(T, op, function, one)                                                  \
    SW_NARROW_FN T &operator op(T & a) { return a = function(a, one); }                         \
    SW_NARROW_FN T operator op(T & a, const int) {                                              \
        const T before = a;                                                                     \
        a = function(a, one);                                                                   \
        return before;                                                                          \
    }
#define SW_SIGN_OPERATOR(T, op, function) SW_NARROW_FN T operator op(const T &a) { return function(a); }
#define SW_RELATION(T, op, function) \
    SW_NARROW_FN bool operator op(const T &a, const T &b) { return function(a, b); }
#define SW_ONE SW_F(nearest_to)(1.0f)

#if SW_OPERATORS
SW_NARROW_FN SW_N operator+(const SW_N &a) { return a; }
#define SW_ROW_OPERATOR(op, name, pair) SW_BINARY_OPERATOR(SW_N, op, __##name)
#define SW_ROW_STEP(op, name, pair) SW_STEP_OPERATOR(SW_N, op, __##name, SW_ONE)
#define SW_ROW_SIGN(op, name, pair) SW_SIGN_OPERATOR(SW_N, op, __##name)
#define SW_ROW_RELATION(op, name) SW_RELATION(SW_N, op, __h##name)
#include "functions.def"
#endif

#if SW_PAIR_OPERATORS
SW_NARROW_FN SW_N2 operator+(const SW_N2 &a) { return a; }
#define SW_ROW_OPERATOR(op, name, pair) SW_BINARY_OPERATOR(SW_N2, op, __##pair)
#define SW_ROW_STEP(op, name, pair) SW_STEP_OPERATOR(SW_N2, op, __##pair, SW_N2(SW_ONE, SW_ONE))
#define SW_ROW_SIGN(op, name, pair) SW_SIGN_OPERATOR(SW_N2, op, __##pair)
#define SW_ROW_RELATION(op, name) SW_RELATION(SW_N2, op, __hb##name##2)
#include "functions.def"
#endif

#undef SW_ONE
#undef SW_SIGN_OPERATOR
#undef SW_STEP_OPERATOR
#undef SW_RELATION
#undef SW_BINARY_OPERATOR
