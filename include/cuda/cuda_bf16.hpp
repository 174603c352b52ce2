/* CUDA keeps the definitions behind cuda_bf16.h in a file of this name; here they come with that header. */
#include "cuda_bf16.h"
