/* One of CUDA's names for a part of what cuda_runtime.h brings; see there. */
#ifndef SOFTWARP_ALIAS_SM_13_DOUBLE_FUNCTIONS_H
#define SOFTWARP_ALIAS_SM_13_DOUBLE_FUNCTIONS_H

#include "cuda_runtime.h"

#endif
