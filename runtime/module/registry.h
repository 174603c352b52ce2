/* Kernels and device variables: what compiled objects register at start-up and what the API finds by host pointer. */
#ifndef SWRT_REGISTRY_H
#define SWRT_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "cuda_runtime_api.h"
#include "device/device.h"
#include "memory/memory.h"
#include "softwarp/abi.h"

/* A kernel as the host names it. The settings at the end belong to cudaFuncSetAttribute and its kin. */
struct swrt_function {
    const void *host;                 /* address of the host's stub */
    const struct swrt_kernel *kernel; /* never null in what swrt_function_find returns */
    struct swrt_module *module;
    const char *name; /* mangled device name */
    struct swrt_binary *binary;
    int max_dynamic_shared; /* bytes of dynamic shared memory allowed by the program; 0: never set */
    int carveout;           /* -1: the default */
    enum cudaFuncCache cache_config;
    uint32_t required_cluster[3]; /* by the program, or zeros */
    bool has_large_clusters;      /* of up to 16 blocks, which not all GPUs have */
    enum cudaClusterSchedulingPolicy cluster_policy;
};

/* function.c: null when host_function is not a registered kernel (cudaErrorInvalidDeviceFunction). */
struct swrt_function *swrt_function_find(const void *host_function);

/* A kernel and a module as the driver API names them (a function is its own handle); null for what is no such handle. */
struct swrt_function *swrt_function_from_handle(cudaFunction_t handle);
struct swrt_module *swrt_module_from_handle(const void *handle);
/* A kernel of the module by its device name. */
struct swrt_function *swrt_function_by_name(struct swrt_module *module, const char *name);
/* cudaErrorInvalidSymbol when the module has no such variable. */
cudaError_t swrt_variable_by_name(struct swrt_module *module, const char *name, int device, char **address,
                                  size_t *bytes);

/* image.c: the module's device variables on a device; null when out of memory. */
void *swrt_module_image(struct swrt_module *module, int device);

/* variable.c: the place and size of a device variable on a device. symbol: the host's variable, or a name.
 * cudaErrorInvalidSymbol when there is none. */
cudaError_t swrt_symbol_find(const void *symbol, int device, char **address, size_t *bytes);
/* Whether address lies in a device variable (kind DEVICE) or a managed one (MANAGED); fills *found. */
bool swrt_symbol_find_address(const void *address, struct swrt_allocation *found);
/* The device variable, not managed, that is nearest to an address that lies in none, if it is so near; its mangled
 * name. */
struct swrt_symbol_near {
    const char *name, *base;
    size_t bytes;
};
bool swrt_symbol_near(const void *address, size_t most, struct swrt_symbol_near *near);
/* Visits each variable that device code may write to, on each device where it is; managed ones once. */
struct swrt_symbol_place {
    const char *name; /* mangled */
    char *base;
    size_t bytes;
    bool is_managed;
};
void swrt_symbol_each(void (*visit)(const struct swrt_symbol_place *place, void *data), void *data);
/* Whether it is a __constant__ variable's. */
bool swrt_symbol_is_constant(const void *address);
/* Whether some module was built with --strict. */
/* cudaDeviceReset: gives the device's variables their initial values again. */
void swrt_registry_reset_device(int device);

/* registry.c: a texture or surface reference, to the registry a variable like others; false: it is there already. drop:
 * the binary, which is its owner, goes. */
bool swrt_registry_add_reference(void **handle, const void *host, const char *name, void (*drop)(const void *owner));

#endif
