/* `softwarp info`: what cudaGetDeviceProperties answers, for a person. */
#include <stdio.h>

#include "cuda_runtime_api.h"
#include "device/device.h"
#include "device/processor.h"
#include "os/machine.h"
#include "stream/engine.h"
#include "tool.h"

int swrt_tool_api_version(void) {
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return version;
}

static void line(const char *what, const char *value) {
    printf("  %-34s %s\n", what, value);
}

static void number(const char *what, long long value, const char *unit) {
    printf("  %-34s %lld%s%s\n", what, value, unit[0] ? " " : "", unit);
}

/* In the largest unit that leaves one digit or more before the point. */
static void bytes(const char *what, size_t value) {
    if (value >= (size_t)1 << 30)
        printf("  %-34s %.1f GiB\n", what, (double)value / (1 << 30));
    else if (value >= (size_t)1 << 20)
        printf("  %-34s %.1f MiB\n", what, (double)value / (1 << 20));
    else
        printf("  %-34s %zu KiB\n", what, value >> 10);
}

static void show_machine(const struct cudaDeviceProp *p) {
    const struct swrt_machine *facts = swrt_machine();
    char text[64];
    swrt_uuid_text(p->uuid, text, sizeof text);
    line("UUID", text);
    snprintf(text, sizeof text, "%d.%d", p->major, p->minor);
    line("compute capability", text);
    number("multiprocessors (cores)", p->multiProcessorCount, "");
    number("worker threads", swrt_worker_count(), "");
    if (p->clockRate)
        printf("  %-34s %.2f GHz\n", "clock", p->clockRate / 1e6);
    line("level, of --cpu=portable", swrt_processor_level());
    line("vector units", facts->avx512 ? "AVX-512" : facts->avx2 ? "AVX2" : "SSE2");
    if (facts->l1_bytes)
        bytes("L1 data cache of a core", facts->l1_bytes);
    if (facts->l2_bytes)
        bytes("L2 cache of a core", facts->l2_bytes);
    if (facts->l3_bytes)
        bytes("L3 cache", facts->l3_bytes);
}

static void show_memory(const struct cudaDeviceProp *p) {
    size_t left = 0, total = 0;
    cudaMemGetInfo(&left, &total);
    bytes("global memory", p->totalGlobalMem);
    bytes("free now", left);
    bytes("constant memory", p->totalConstMem);
    bytes("shared memory of a block", p->sharedMemPerBlock);
    bytes("  with cudaFuncSetAttribute", p->sharedMemPerBlockOptin);
    line("memory shared with the host", p->pageableMemoryAccess
                                            ? "yes: managed, pinned and pageable"
                                            : "yes: managed and pinned (with SOFTWARP_PAGEABLE=1 all)");
}

static void show_limits(const struct cudaDeviceProp *p) {
    char text[96];
    number("warp size", p->warpSize, "");
    number("threads of a block", p->maxThreadsPerBlock, "at most");
    snprintf(text, sizeof text, "%d x %d x %d at most", p->maxThreadsDim[0], p->maxThreadsDim[1], p->maxThreadsDim[2]);
    line("block dimensions", text);
    snprintf(text, sizeof text, "%d x %d x %d at most", p->maxGridSize[0], p->maxGridSize[1], p->maxGridSize[2]);
    line("grid dimensions", text);
    line("cooperative launch", p->cooperativeLaunch ? "yes" : "no");
}

static void show_device(int device) {
    struct cudaDeviceProp p;
    char bus[32] = "";
    if (cudaGetDeviceProperties(&p, device))
        return;
    cudaSetDevice(device);
    cudaDeviceGetPCIBusId(bus, sizeof bus, device);
    printf("Device %d (%s): %s\n", device, bus, p.name);
    show_machine(&p);
    show_memory(&p);
    show_limits(&p);
}

int swrt_tool_info(void) {
    int count = 0, version = swrt_tool_api_version();
    cudaError_t error = cudaGetDeviceCount(&count);
    printf("Softwarp %s: CUDA runtime API %d.%d on the CPU\n", SOFTWARP_VERSION, version / 1000, version % 1000 / 10);
    if (error) {
        fprintf(stderr, "softwarp: %s (by SOFTWARP_DEVICES, or CUDA_VISIBLE_DEVICES)\n", cudaGetErrorString(error));
        return 1;
    }
    for (int device = 0; device < count; device++)
        show_device(device);
    return 0;
}
