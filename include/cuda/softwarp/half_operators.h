/* Operators of a 16-bit format and of its pair. Included once per format (see half_types.h). Besides its names:
 *   SW_OPERATORS, SW_PAIR_OPERATORS   whether a program wants them (__CUDA_NO_HALF_OPERATORS__ turns them off)
 * CUDA Math API: Half Arithmetic and Comparison Operators.
 */
#define SW_BINARY_OPERATOR(T, op, function)                                                     \
    SW_NARROW_FN T operator op(const T &a, const T &b) { return function(a, b); }               \
    SW_NARROW_FN T &operator op##=(T & a, const T &b) { return a = function(a, b); }
#define SW_COMPARISON_OPERATOR(T, op, function)                                                 \
    SW_NARROW_FN bool operator op(const T &a, const T &b) { return function(a, b); }
#define SW_STEP_OPERATOR(T, op, function, one)                                                  \
    SW_NARROW_FN T &operator op(T & a) { return a = function(a, one); }                         \
    SW_NARROW_FN T operator op(T & a, const int) {                                              \
        const T before = a;                                                                     \
        a = function(a, one);                                                                   \
        return before;                                                                          \
    }
#define SW_ONE SW_F(nearest_to)(1.0f)

#if SW_OPERATORS
SW_BINARY_OPERATOR(SW_N, +, __hadd)
SW_BINARY_OPERATOR(SW_N, -, __hsub)
SW_BINARY_OPERATOR(SW_N, *, __hmul)
SW_BINARY_OPERATOR(SW_N, /, __hdiv)
SW_STEP_OPERATOR(SW_N, ++, __hadd, SW_ONE)
SW_STEP_OPERATOR(SW_N, --, __hsub, SW_ONE)
SW_NARROW_FN SW_N operator+(const SW_N &a) { return a; }
SW_NARROW_FN SW_N operator-(const SW_N &a) { return __hneg(a); }
SW_COMPARISON_OPERATOR(SW_N, ==, __heq)
SW_COMPARISON_OPERATOR(SW_N, !=, __hneu)
SW_COMPARISON_OPERATOR(SW_N, <, __hlt)
SW_COMPARISON_OPERATOR(SW_N, >, __hgt)
SW_COMPARISON_OPERATOR(SW_N, <=, __hle)
SW_COMPARISON_OPERATOR(SW_N, >=, __hge)
#endif

#if SW_PAIR_OPERATORS
SW_BINARY_OPERATOR(SW_N2, +, __hadd2)
SW_BINARY_OPERATOR(SW_N2, -, __hsub2)
SW_BINARY_OPERATOR(SW_N2, *, __hmul2)
SW_BINARY_OPERATOR(SW_N2, /, __h2div)
SW_STEP_OPERATOR(SW_N2, ++, __hadd2, SW_N2(SW_ONE, SW_ONE))
SW_STEP_OPERATOR(SW_N2, --, __hsub2, SW_N2(SW_ONE, SW_ONE))
SW_NARROW_FN SW_N2 operator+(const SW_N2 &a) { return a; }
SW_NARROW_FN SW_N2 operator-(const SW_N2 &a) { return __hneg2(a); }
SW_COMPARISON_OPERATOR(SW_N2, ==, __hbeq2)
SW_COMPARISON_OPERATOR(SW_N2, !=, __hbneu2)
SW_COMPARISON_OPERATOR(SW_N2, <, __hblt2)
SW_COMPARISON_OPERATOR(SW_N2, >, __hbgt2)
SW_COMPARISON_OPERATOR(SW_N2, <=, __hble2)
SW_COMPARISON_OPERATOR(SW_N2, >=, __hbge2)
#endif

#undef SW_ONE
#undef SW_STEP_OPERATOR
#undef SW_COMPARISON_OPERATOR
#undef SW_BINARY_OPERATOR
