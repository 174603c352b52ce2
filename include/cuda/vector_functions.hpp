/* CUDA's other name for vector_functions.h. */
#include "vector_functions.h"
