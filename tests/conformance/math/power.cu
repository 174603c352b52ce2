/* Roots, exponentials and logarithms, in single and double precision, over their whole domains. */
#define ROWS_power(...) ROW(__VA_ARGS__)
#define SPARSE 1
#include "unary.h"
