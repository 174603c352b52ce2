/* Hyperbolic functions and their inverses, in single and double precision, over their whole domains. */
#define ROWS_hyperbolic(...) ROW(__VA_ARGS__)
#define SPARSE 1
#include "unary.h"
