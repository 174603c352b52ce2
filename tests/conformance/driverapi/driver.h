/* The driver API's forms of the conformance macros. */
#ifndef DRIVER_H
#define DRIVER_H

#include <cuda.h>

#include "../conformance.h"

static inline Words show(CUresult value)
{
    const char *name = nullptr;
    return cuGetErrorName(value, &name) == CUDA_SUCCESS ? name : "no CUresult";
}

static inline void check_driver_call(const char *file, int line, const char *what, CUresult result)
{
    if (result == CUDA_SUCCESS)
        return;
    printf("%s:%d: %s: %s\n", file, line, what, show(result).c_str());
    exit(1);
}

/* CUDA 13's form of cuCtxCreate has parameters that CUDA 12's has not. */
static inline CUresult create_context(CUcontext *context, unsigned flags, CUdevice device)
{
#if CUDA_VERSION >= 13000
    return cuCtxCreate(context, nullptr, flags, device);
#else
    return cuCtxCreate(context, flags, device);
#endif
}

/* The call must succeed, or the program stops. */
#define DRIVER(call) check_driver_call(__FILE__, __LINE__, #call, (call))
/* The call must fail like this. */
#define EXPECT_RESULT(call, result) expect_equal(__FILE__, __LINE__, #call, (call), result)

#endif
