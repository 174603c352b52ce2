// A kernel of a module of its own that sets *started and then computes for very long (../loops_beside.cu).
#include <cuda_runtime.h>

void call_of_module(unsigned *started, unsigned long long *out, unsigned long long turns, cudaStream_t stream);
