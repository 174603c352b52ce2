/* The functions that CUDA has and C has not: rsqrt, exp10, sinpi, erfinv and others, in single and double precision, over
 * their whole domains. */
// FEW-RUNS
#define ROWS_own(...) ROW(__VA_ARGS__)
#define ROWS_device(...) ROW(__VA_ARGS__)
#define SPARSE 2
#include "unary.h"
