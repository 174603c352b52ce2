/* Types of pointers to the driver API's functions (CUDA Driver API reference, "Driver Entry Point Access"), for what
 * cuGetProcAddress answers: PFN_cuInit, and PFN_cuInit_v2000 with the release that brought this form of the function. */
#ifndef CUDATYPEDEFS_H
#define CUDATYPEDEFS_H

#include "cuda.h"

/* In C++ its newer forms are overloads. */
typedef CUresult (*PFN_cuCtxCreate_v3020)(CUcontext *pctx, unsigned int flags, CUdevice dev);
typedef PFN_cuCtxCreate_v3020 PFN_cuCtxCreate;

#define PFN(name, symbol, release) typedef __typeof__(symbol) *PFN_##name##_v##release;
#define PFN_LAST(name, symbol, release)                     \
    typedef __typeof__(symbol) *PFN_##name##_v##release;    \
    typedef PFN_##name##_v##release PFN_##name;
#include "softwarp/driver/typedefs.def"
#undef PFN
#undef PFN_LAST

#endif
