/* NVTX names for what the runtime API has (NVTX C API reference, "CUDA Runtime Resource Naming"). */
#ifndef NVTOOLSEXT_CUDART_V3
#define NVTOOLSEXT_CUDART_V3

#include "../cuda_runtime_api.h"
#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_CUDART 5

typedef enum nvtxResourceCUDARTType_t {
    NVTX_RESOURCE_TYPE_CUDART_DEVICE = NVTX_RESOURCE_MAKE_TYPE(CUDART, 0),
    NVTX_RESOURCE_TYPE_CUDART_STREAM = NVTX_RESOURCE_MAKE_TYPE(CUDART, 1),
    NVTX_RESOURCE_TYPE_CUDART_EVENT = NVTX_RESOURCE_MAKE_TYPE(CUDART, 2)
} nvtxResourceCUDARTType_t;

#define NVTX_CUDART(...) SWNVTX_FUNCTION(CUDART, __VA_ARGS__)
#include "../softwarp/nvtx/functions.def"
#undef NVTX_CUDART

#ifdef __cplusplus
}
#endif

#define nvtxNameCudaDevice SWNVTX_TEXT(nvtxNameCudaDevice)
#define nvtxNameCudaStream SWNVTX_TEXT(nvtxNameCudaStream)
#define nvtxNameCudaEvent SWNVTX_TEXT(nvtxNameCudaEvent)

#endif
