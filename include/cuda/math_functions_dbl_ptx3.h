/* One of CUDA's names for a part of what cuda_runtime.h brings; see there. */
#ifndef SOFTWARP_ALIAS_MATH_FUNCTIONS_DBL_PTX3_H
#define SOFTWARP_ALIAS_MATH_FUNCTIONS_DBL_PTX3_H

#include "cuda_runtime.h"

#endif
