/* NVTX names for what the driver API has (NVTX C API reference, "CUDA Resource Naming"). */
#ifndef NVTOOLSEXT_CUDA_V3
#define NVTOOLSEXT_CUDA_V3

#include "../cuda.h"
#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_CUDA 4

typedef enum nvtxResourceCUDAType_t {
    NVTX_RESOURCE_TYPE_CUDA_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDA, 1),
    NVTX_RESOURCE_TYPE_CUDA_CONTEXT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 2),
    NVTX_RESOURCE_TYPE_CUDA_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDA, 3),
    NVTX_RESOURCE_TYPE_CUDA_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDA, 4)
} nvtxResourceCUDAType_t;

#define NVTX_CUDA(...) SWNVTX_FUNCTION(CUDA, __VA_ARGS__)
#include "../softwarp/nvtx/functions.def"
#undef NVTX_CUDA

#ifdef __cplusplus
}
#endif

#define nvtxNameCuDevice SWNVTX_TEXT(nvtxNameCuDevice)
#define nvtxNameCuContext SWNVTX_TEXT(nvtxNameCuContext)
#define nvtxNameCuStream SWNVTX_TEXT(nvtxNameCuStream)
#define nvtxNameCuEvent SWNVTX_TEXT(nvtxNameCuEvent)

#endif
