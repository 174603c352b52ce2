/* The functions that CUDA has and C has not, called by the host. */
#define ROWS_own(...) ROW(__VA_ARGS__)
#define SPARSE 10
#define HOST_ONLY
#include "unary.h"
