/* Looks through a launch's arguments for pointers that the kernel uses and that lead to memory which is not CUDA's: a GPU
 * refuses these. Nearly all arguments are settled by one subtraction or two; the rest is looked up. Pointers within
 * structures and within memory are not looked at: code built with --strict tests those when they are used. */
#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "device/device.h"
#include "memory/memory.h"
#include "os/memory/probe.h"
#include "report/error.h"
#include "report/kernel_name.h"
#include "report/refused.h"
#include "softwarp/abi.h"

enum { LOWEST = 1 << 16, ADDRESS_BITS = 47 };

static bool may_be_host(const void *address) {
    uintptr_t word = (uintptr_t)address;
    return word >= LOWEST && !(word >> ADDRESS_BITS) && !swrt_region_contains(address);
}

/* An error of the device, as it would come when the kernel runs. */
static cudaError_t refuse(const struct swrt_kernel *kernel, const char *shadow, const void *address) {
    char name[1024], what[1100];
    swrt_kernel_name(kernel->name, name, sizeof name);
    if (shadow)
        snprintf(what, sizeof what, "the host's shadow of the device variable %s", shadow);
    else
        snprintf(what, sizeof what, "ordinary host memory");
    fprintf(stderr, "========= Softwarp: Invalid access in kernel %s: it was given %s\n", name, what);
    fprintf(stderr, "=========     at %p (SOFTWARP_STRICT=1)\n", address);
    swrt_unread_note(NULL, kernel->name, cudaErrorIllegalAddress, NULL);
    swrt_set_sticky(swrt_current_device(), cudaErrorIllegalAddress);
    return cudaErrorIllegalAddress;
}

static cudaError_t look(const struct swrt_kernel *kernel, const void *address) {
    struct swrt_allocation found;
    if (swrt_memory_find(address, &found) != SWRT_MEMORY_NONE || swrt_reaches_host() || swrt_check_is_on())
        return cudaSuccess; /* memcheck knows better */
    const char *shadow = swrt_shadow_at(address);
    if (!shadow && !swrt_memory_readable(address, 1))
        return cudaSuccess; /* the kernel will fault */
    if (swrt_refused_in_doubt(address, shadow && swrt_shadow_at((const char *)address - 1) != shadow))
        return cudaSuccess;
    if (swrt_is_strict())
        return refuse(kernel, shadow, address);
    swrt_refused_note(shadow ? SWRT_REFUSED_SHADOW : SWRT_REFUSED_HOST_MEMORY, shadow ? shadow : kernel->name);
    return cudaSuccess;
}

cudaError_t swrt_refused_launch(const struct swrt_kernel *kernel, void **args) {
    const struct swrt_param *params = kernel->params;
    cudaError_t error = cudaSuccess;
    for (uint32_t i = 0; i < kernel->num_params && !error; i++) {
        const void *address;
        if (!(params[i].flags & SWRT_PARAM_REACHED))
            continue;
        memcpy(&address, args[i], sizeof address);
        if (may_be_host(address))
            error = look(kernel, address);
    }
    return error;
}
