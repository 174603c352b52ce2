/* One of CUDA's names for a part of what cuda_runtime.h brings; see there. */
#ifndef SOFTWARP_ALIAS_SM_20_INTRINSICS_HPP
#define SOFTWARP_ALIAS_SM_20_INTRINSICS_HPP

#include "cuda_runtime.h"

#endif
