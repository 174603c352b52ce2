/* Launches from device code: the checks of execute/launch.c, and what a grid's threads may not do. */
#include <stdlib.h>
#include <string.h>

#include "execute/cluster/cluster.h"
#include "execute/dynamic/family.h"
#include "module/registry.h"
#include "report/error.h"

enum { MOST_DEPTH = 24, MOST_NAME = 1 << 16 };

/* Words of a launch (cuda/softwarp/device/calls.def). */
enum { KERNEL, ARGUMENTS, BYTES, DIMENSIONS, SHARED = 6, STREAM };

static struct swrt_grid *grid_of(const struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    return slot->grid;
}

bool swrt_device_function(struct swrt_block *block, uint64_t handle, struct swrt_function *function) {
    const char *text = (const char *)(uintptr_t)handle;
    size_t mark = strlen(SWRT_KERNEL_HANDLE);
    if (!text || strncmp(text, SWRT_KERNEL_HANDLE, mark))
        return false;
    struct swrt_module *module = (struct swrt_module *)grid_of(block)->module;
    const struct swrt_function *known = swrt_function_by_name(module, text + mark);
    const struct swrt_kernel *kernels = module->kernels;
    *function = known ? *known : (struct swrt_function){.module = module, .carveout = -1};
    for (uint32_t i = 0; i < module->num_kernels && !function->kernel; i++)
        if (!strcmp(kernels[i].name, text + mark))
            function->kernel = &kernels[i];
    return function->kernel != NULL;
}

static void read_launch(const uint64_t *word, struct swrt_launch *launch) {
    memcpy(&launch->grid, &word[DIMENSIONS], sizeof launch->grid);
    memcpy(&launch->block, (const char *)&word[DIMENSIONS] + sizeof launch->grid, sizeof launch->block);
    launch->shared = word[SHARED];
}

static cudaError_t add(struct swrt_block *block, const struct swrt_launch *launch, const struct swrt_function *function,
                       const void *arguments, size_t bytes, cudaStream_t stream) {
    const struct swrt_kernel *kernel = function->kernel;
    uintptr_t in;
    struct swrt_child *child = swrt_child_create(SWRT_CHILD_GRID, kernel->params_bytes);
    struct swrt_family *family = swrt_family_of(block);
    if (!child || !family || !swrt_family_stream(block, stream, &in)) {
        bool has_memory = child && family;
        free(child);
        return has_memory ? cudaErrorInvalidResourceHandle : cudaErrorMemoryAllocation;
    }
    child->stream = in;
    child->launch = *launch;
    child->kernel = kernel;
    child->variant = swrt_launch_variant(launch, function);
    if (bytes)
        memcpy(child->data, arguments, bytes);
    return swrt_family_add(family, child);
}

/* bytes: of the arguments, at most as many as the kernel has. */
static cudaError_t launch(struct swrt_block *block, const uint64_t *word, const void *arguments, size_t bytes,
                          cudaStream_t stream) {
    struct swrt_launch launch = {.cooperative = false};
    struct swrt_function function;
    if (!swrt_device_function(block, word[KERNEL], &function))
        return swrt_because(cudaErrorInvalidDeviceFunction, "it is no kernel of this device link");
    read_launch(word, &launch);
    SWRT_TRY(swrt_launch_check(&launch, &function));
    uint32_t size[3];
    bool has_clusters;
    SWRT_TRY(swrt_cluster_size(&launch, &function, size, &has_clusters));
    if (has_clusters)
        launch.cluster = (dim3){size[0], size[1], size[2]};
    if (grid_of(block)->depth >= MOST_DEPTH && stream != cudaStreamTailLaunch)
        return cudaErrorLaunchMaxDepthExceeded;
    size_t most = function.kernel->params_bytes;
    return add(block, &launch, &function, arguments, bytes < most ? bytes : most, stream);
}

static cudaStream_t stream_in(uint64_t word) {
    return (cudaStream_t)(uintptr_t)word;
}

cudaError_t swrt_device_launch(struct swrt_block *block, uint64_t *word) {
    return launch(block, word, (const void *)(uintptr_t)word[ARGUMENTS], word[BYTES], stream_in(word[STREAM]));
}

/* ---- Launches in parts: a buffer on the device's heap, which the launch gives back ------------------------------- */

/* The most that a parameter's type asks for; before the buffer lies where its memory begins. */
enum { BUFFER_ALIGN = 64 };

static void *take_buffer(struct swrt_block *block, size_t bytes) {
    char *memory = swrt_device_malloc(block, bytes + BUFFER_ALIGN + sizeof memory);
    if (!memory)
        return NULL;
    uintptr_t first = (uintptr_t)memory + sizeof memory;
    char **buffer = (char **)((first + BUFFER_ALIGN - 1) / BUFFER_ALIGN * BUFFER_ALIGN);
    buffer[-1] = memory;
    return buffer;
}

static void give_buffer(struct swrt_block *block, void *buffer) {
    if (buffer)
        swrt_device_free(block, ((char **)buffer)[-1]);
}

cudaError_t swrt_device_get_buffer(struct swrt_block *block, uint64_t *word) {
    void *buffer = take_buffer(block, word[0]);
    word[1] = (uintptr_t)buffer;
    return buffer ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t swrt_device_launch_buffer(struct swrt_block *block, uint64_t *word) {
    void *buffer = (void *)(uintptr_t)word[ARGUMENTS];
    cudaError_t error = launch(block, word, buffer, buffer ? SIZE_MAX : 0, stream_in(word[STREAM]));
    give_buffer(block, buffer);
    return error;
}

/* Before the arguments lies what the launch is to be. */
enum { CONFIGURED_WORDS = BUFFER_ALIGN / sizeof(uint64_t) };

cudaError_t swrt_device_get_configured(struct swrt_block *block, uint64_t *word) {
    struct swrt_function function;
    word[STREAM] = 0;
    if (!swrt_device_function(block, word[KERNEL], &function))
        return cudaErrorInvalidDeviceFunction;
    uint64_t *buffer = take_buffer(block, CONFIGURED_WORDS * sizeof *buffer + function.kernel->params_bytes);
    if (!buffer)
        return cudaErrorMemoryAllocation;
    memcpy(buffer, word, CONFIGURED_WORDS * sizeof *buffer);
    word[STREAM] = (uintptr_t)(buffer + CONFIGURED_WORDS);
    return cudaSuccess;
}

cudaError_t swrt_device_launch_configured(struct swrt_block *block, uint64_t *word) {
    uint64_t *arguments = (uint64_t *)(uintptr_t)word[0];
    if (!arguments)
        return cudaErrorInvalidValue;
    cudaError_t error = launch(block, arguments - CONFIGURED_WORDS, arguments, SIZE_MAX, stream_in(word[1]));
    give_buffer(block, arguments - CONFIGURED_WORDS);
    return error;
}
