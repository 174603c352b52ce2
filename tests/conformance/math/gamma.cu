/* Error and gamma functions, in single and double precision, over their whole domains. */
#define ROWS_gamma(...) ROW(__VA_ARGS__)
#define LGAMMA
#define SPARSE 1
#include "unary.h"
