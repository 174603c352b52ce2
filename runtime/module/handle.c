/* Modules by the handles of the driver API, kernels and variables by their names in them. */
#include <string.h>

#include "module/registry_internal.h"

/* With the lock held. */
static struct swrt_loaded *find_loaded(const void *module) {
    struct swrt_loaded *loaded = swrt_loaded_first();
    while (loaded && loaded->module != module)
        loaded = loaded->next;
    return loaded;
}

struct swrt_module *swrt_module_from_handle(const void *handle) {
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_loaded *loaded = find_loaded(handle);
    swrt_mutex_unlock(&swrt_registry_lock);
    return loaded ? loaded->module : NULL;
}

/* The host address of a kernel of that name in that module, with the lock held. */
static const void *host_address(const struct swrt_module *module, const char *name) {
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next) {
        struct swrt_loaded *loaded = swrt_binary_resolve(binary);
        if (!loaded || loaded->module != module)
            continue;
        for (struct swrt_function_node *node = binary->functions; node; node = node->next)
            if (!strcmp(node->function.name, name))
                return node->function.host;
    }
    return NULL;
}

struct swrt_function *swrt_function_by_name(struct swrt_module *module, const char *name) {
    swrt_mutex_lock(&swrt_registry_lock);
    const void *host = host_address(module, name);
    swrt_mutex_unlock(&swrt_registry_lock);
    return host ? swrt_function_find(host) : NULL;
}

/* With the lock held. */
static const char *host_variable(const struct swrt_module *module, const char *name) {
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next) {
        struct swrt_loaded *loaded = swrt_binary_resolve(binary);
        if (!loaded || loaded->module != module)
            continue;
        for (struct swrt_variable *variable = binary->variables; variable; variable = variable->next)
            if (!strcmp(variable->name, name))
                return variable->host;
    }
    return NULL;
}

cudaError_t swrt_variable_by_name(struct swrt_module *module, const char *name, int device, char **address,
                                  size_t *bytes) {
    swrt_mutex_lock(&swrt_registry_lock);
    const char *host = host_variable(module, name);
    swrt_mutex_unlock(&swrt_registry_lock);
    return host ? swrt_symbol_find(host, device, address, bytes) : cudaErrorInvalidSymbol;
}
