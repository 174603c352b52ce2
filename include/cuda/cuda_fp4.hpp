/* CUDA keeps the definitions behind cuda_fp4.h in a file of this name; here they come with that header. */
#include "cuda_fp4.h"
