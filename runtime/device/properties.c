/* cudaDeviceProp of each device: true facts about this CPU where there are any, the limits of compute capability 9.0
 * (CUDA C++ Programming Guide, "Compute Capabilities") where the number is a rule that programs rely on.
 *
 * Decisions: a core is a multiprocessor. l2CacheSize is the cache that all cores share, as a GPU's is: the L3 where
 * there is one. integrated is 1, because device memory is host memory. Textures are aligned as cudaMalloc aligns. The
 * memory's clock cannot be learned and is 0.
 */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "device/device.h"
#include "report/error.h"
#include "os/thread/lock.h"
#include "os/machine.h"
#include "report/refused.h"

static struct cudaDeviceProp properties[SWRT_MAX_DEVICES];

static void fill_execution(struct cudaDeviceProp *p, const struct swrt_machine *facts) {
    p->major = 9;
    p->minor = 0;
    p->multiProcessorCount = (int)facts->cores;
    p->clockRate = (int)swrt_clock_khz();
    p->warpSize = 32;
    p->maxThreadsPerBlock = 1024;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = 1024;
    p->maxThreadsDim[2] = 64;
    p->maxGridSize[0] = 2147483647;
    p->maxGridSize[1] = p->maxGridSize[2] = 65535;
    p->maxThreadsPerMultiProcessor = 2048;
    p->maxBlocksPerMultiProcessor = 32;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->asyncEngineCount = 2;
    p->deviceOverlap = 1;
    p->concurrentKernels = 1;
    p->streamPrioritiesSupported = 1;
    p->cooperativeLaunch = 1;
    p->clusterLaunch = 1;
    p->computePreemptionSupported = 1;
    p->singleToDoublePrecisionPerfRatio = 2;
    p->computeMode = cudaComputeModeDefault;
    p->deviceNumaId = -1;
}

static void fill_memory(struct cudaDeviceProp *p, const struct swrt_machine *facts) {
    size_t shared_cache = facts->l3_bytes ? facts->l3_bytes : facts->l2_bytes;
    p->totalGlobalMem = swrt_memory_total();
    p->l2CacheSize = (int)shared_cache;
    p->sharedMemPerBlock = 48 << 10;
    p->sharedMemPerBlockOptin = 227 << 10;
    p->sharedMemPerMultiprocessor = 228 << 10;
    p->reservedSharedMemPerBlock = 1 << 10;
    p->totalConstMem = 64 << 10;
    p->memPitch = 2147483647;
    p->textureAlignment = p->surfaceAlignment = 256;
    p->texturePitchAlignment = 32;
    p->memoryBusWidth = 64;
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
}

/* The largest textures and surfaces: those of a GPU of compute capability 9.0. */
static void fill_textures(struct cudaDeviceProp *p) {
    static const struct cudaDeviceProp most = {
        .maxTexture1D = 131072,
        .maxTexture1DMipmap = 32768,
        .maxTexture1DLinear = 268435456,
        .maxTexture2D = {131072, 65536},
        .maxTexture2DMipmap = {32768, 32768},
        .maxTexture2DLinear = {131072, 65000, 2097120},
        .maxTexture2DGather = {32768, 32768},
        .maxTexture3D = {16384, 16384, 16384},
        .maxTexture3DAlt = {8192, 8192, 32768},
        .maxTextureCubemap = 32768,
        .maxTexture1DLayered = {32768, 2048},
        .maxTexture2DLayered = {32768, 32768, 2048},
        .maxTextureCubemapLayered = {32768, 2046},
        .maxSurface1D = 32768,
        .maxSurface2D = {131072, 65536},
        .maxSurface3D = {16384, 16384, 16384},
        .maxSurface1DLayered = {32768, 2048},
        .maxSurface2DLayered = {32768, 32768, 2048},
        .maxSurfaceCubemap = 32768,
        .maxSurfaceCubemapLayered = {32768, 2046},
    };
    size_t first = offsetof(struct cudaDeviceProp, maxTexture1D),
           end = offsetof(struct cudaDeviceProp, surfaceAlignment);
    memcpy((char *)p + first, (const char *)&most + first, end - first);
}

static void fill_addressing(struct cudaDeviceProp *p) {
    p->integrated = 1;
    p->canMapHostMemory = 1;
    p->unifiedAddressing = 1;
    p->managedMemory = 1;
    p->concurrentManagedAccess = 1;
    p->directManagedMemAccessFromHost = 1;
    p->pageableMemoryAccess = p->pageableMemoryAccessUsesHostPageTables = swrt_reaches_host();
    p->hostNativeAtomicSupported = 1;
    p->canUseHostPointerForRegisteredMem = 1;
    p->hostRegisterSupported = 1;
    p->hostRegisterReadOnlySupported = 1;
    p->memoryPoolsSupported = 1;
    p->memoryPoolSupportedHandleTypes = cudaMemHandleTypePosixFileDescriptor;
    p->ipcEventSupported = 1;
}

static void fill_name(char *name, size_t size) {
    snprintf(name, size, "Softwarp: %s", swrt_machine()->cpu);
}

/* Stable on one machine, different between devices. */
cudaUUID_t swrt_device_uuid(int place) {
    struct cudaDeviceProp p;
    unsigned long long hash = 0xcbf29ce484222325ull, memory = swrt_memory_total();
    fill_name(p.name, sizeof p.name);
    for (const char *c = p.name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 0x100000001b3ull;
    for (unsigned i = 0; i < sizeof p.uuid.bytes; i++) {
        hash = (hash ^ (unsigned)place ^ memory) * 0x100000001b3ull;
        p.uuid.bytes[i] = (char)(hash >> 32);
    }
    return p.uuid;
}

static void fill_all(void) {
    const struct swrt_machine *facts = swrt_machine();
    for (int device = 0; device < swrt_device_count(); device++) {
        struct cudaDeviceProp *p = &properties[device];
        fill_name(p->name, sizeof p->name);
        fill_execution(p, facts);
        fill_memory(p, facts);
        fill_textures(p);
        fill_addressing(p);
        p->uuid = swrt_device_uuid(swrt_device_place(device));
        p->pciDeviceID = swrt_device_place(device);
    }
}

const struct cudaDeviceProp *swrt_device_properties(int device) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, fill_all);
    return &properties[device];
}

cudaError_t swrt_device_attribute(int *value, enum cudaDeviceAttr attribute, int device) {
    const struct cudaDeviceProp *p = swrt_device_properties(device);
    switch (attribute) {
#define A(name, number, expression) \
    case cudaDevAttr##name: *value = (int)(expression); return cudaSuccess;
#include "softwarp/runtime/device_attributes.def"
#undef A
    default:
        return swrt_because(cudaErrorInvalidValue, "there is no device attribute %d", (int)attribute);
    }
}
