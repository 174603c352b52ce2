// printf in kernels: what C has beyond the programming guide's format.
// NO-GPU: an H200 prints %.*d as it stands, and takes %hhd for something else
#define PRINTF_MORE
#include "printf_table.cu"
