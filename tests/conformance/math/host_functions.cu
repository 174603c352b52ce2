/* The functions that CUDA has and C has not, called by the host. */
// NO-GPU: there these are CUDA's own functions of the host, for which the guide states no bounds
#define ROWS_own(...) ROW(__VA_ARGS__)
#define SPARSE 10
#define HOST_ONLY
#include "unary.h"
