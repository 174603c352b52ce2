/* CUDA's types without its functions: vector types, dim3, and the runtime API's structures and enumerations. */
#ifndef __BUILTIN_TYPES_H__
#define __BUILTIN_TYPES_H__

#include "host_defines.h"
#include "vector_types.h"
#include "driver_types.h"

#endif
