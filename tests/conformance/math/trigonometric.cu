/* Trigonometric functions and their inverses, in single and double precision, over their whole domains. */
#define ROWS_trigonometric(...) ROW(__VA_ARGS__)
#define SPARSE 1
#include "unary.h"
