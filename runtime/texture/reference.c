/* Variables of type texture<> and surface<>: registered by the host's start-up code, bound by the program.
 *
 * The device side of such a variable is 8 bytes: the handle of an object, made anew by each binding from what the
 * host's variable says then. A binding waits for the device, because kernels already launched go on with the old one.
 */
#include <stdlib.h>

#include "device/device.h"
#include "module/registry.h"
#include "os/thread/lock.h"
#include "report/error.h"
#include "stream/engine.h"
#include "texture/reference.h"
#include "texture/texture.h"

struct reference {
    const void *owner, *host;
    int normalised_read;
    struct swrt_object *object[SWRT_MAX_DEVICES];
    size_t offset[SWRT_MAX_DEVICES];
    struct reference *next;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct reference *references;

static void add(const void *owner, const void *host, int normalised_read) {
    struct reference *made = calloc(1, sizeof *made);
    if (!made)
        return;
    *made = (struct reference){.owner = owner, .host = host, .normalised_read = normalised_read};
    swrt_mutex_lock(&lock);
    made->next = references;
    references = made;
    swrt_mutex_unlock(&lock);
}

static void drop_all(const void *owner) {
    swrt_mutex_lock(&lock);
    for (struct reference **link = &references; *link;) {
        struct reference *at = *link;
        if (at->owner != owner) {
            link = &at->next;
            continue;
        }
        *link = at->next;
        free(at);
    }
    swrt_mutex_unlock(&lock);
}

static void register_reference(void **handle, const void *host, const char *name, int normalised_read) {
    if (swrt_registry_add_reference(handle, host, name, drop_all))
        add(handle, host, normalised_read);
}

void __cudaRegisterTexture(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int dim, int norm, int ext) {
    register_reference(handle, hostVar, deviceName, norm);
}

void __cudaRegisterSurface(void **handle, const void *hostVar, const void **deviceAddress, const char *deviceName,
                           int dim, int ext) {
    register_reference(handle, hostVar, deviceName, 0);
}

void swrt_reference_reset_device(int device) {
    swrt_mutex_lock(&lock);
    for (struct reference *at = references; at; at = at->next)
        at->object[device] = NULL;
    swrt_mutex_unlock(&lock);
}

static struct reference *find(const void *host) {
    swrt_mutex_lock(&lock);
    struct reference *at = references;
    while (at && at->host != host)
        at = at->next;
    swrt_mutex_unlock(&lock);
    return at;
}

cudaError_t swrt_reference_find(const void *host, int *normalised_read) {
    struct reference *found = find(host);
    if (normalised_read && found)
        *normalised_read = found->normalised_read;
    return found ? cudaSuccess : cudaErrorInvalidTexture;
}

cudaError_t swrt_reference_bind(const void *host, struct swrt_object *object, size_t offset) {
    int device = swrt_current_device();
    struct reference *reference = find(host);
    size_t bytes;
    char *place = NULL;
    if (!reference)
        return cudaErrorInvalidTexture;
    cudaError_t error = swrt_symbol_find(host, device, &place, &bytes);
    if (error && error != cudaErrorInvalidSymbol)
        return error; /* a variable that no kernel uses is not in the module */
    SWRT_TRY(swrt_device_wait(device));
    if (!error)
        *(unsigned long long *)place = (unsigned long long)(size_t)object;
    if (reference->object[device])
        swrt_object_destroy(reference->object[device]);
    reference->object[device] = object;
    reference->offset[device] = offset;
    return cudaSuccess;
}

cudaError_t swrt_reference_offset(const void *host, size_t *offset) {
    struct reference *reference = find(host);
    if (!reference)
        return cudaErrorInvalidTexture;
    if (!reference->object[swrt_current_device()])
        return cudaErrorInvalidTextureBinding;
    *offset = reference->offset[swrt_current_device()];
    return cudaSuccess;
}
