/* NVTX for locks of the program's own making (NVTX C API reference, "Synchronization"). */
#ifndef NVTOOLSEXT_SYNC_V3
#define NVTOOLSEXT_SYNC_V3

#include "nvToolsExt.h"

#ifdef __cplusplus
extern "C" {
#endif

#define NVTX_RESOURCE_CLASS_SYNC_OS 2
#define NVTX_RESOURCE_CLASS_SYNC_PTHREAD 3

typedef struct nvtxSyncUser *nvtxSyncUser_t;

typedef struct nvtxSyncUserAttributes_v0 {
    uint16_t version;
    uint16_t size; /* NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE */
    int32_t messageType;
    nvtxMessageValue_t message;
} nvtxSyncUserAttributes_v0;
typedef nvtxSyncUserAttributes_v0 nvtxSyncUserAttributes_t;
#define NVTX_SYNCUSER_ATTRIB_STRUCT_SIZE ((uint16_t)sizeof(nvtxSyncUserAttributes_v0))

#define NVTX_SYNC(...) SWNVTX_FUNCTION(SYNC, __VA_ARGS__)
#include "../softwarp/nvtx/functions.def"
#undef NVTX_SYNC

#ifdef __cplusplus
}
#endif

#endif
