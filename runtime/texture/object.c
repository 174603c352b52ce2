/* The objects that are. Device code may read a descriptor at any time, so one is never given back to the system: what
 * is destroyed is cleared, so that reading it faults, and used again. */
#include "base/assert.h"
#include "texture/texture.h"

#include <stdlib.h>
#include <string.h>

#include "device/device.h"
#include "os/thread/lock.h"
#include "report/error.h"

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct swrt_object *objects; /* free ones too */

static struct swrt_object *first_free(void) {
    struct swrt_object *at = objects;
    while (at && at->kind != SWRT_OBJECT_FREE)
        at = at->next;
    return at;
}

/* Publishes a copy of what was made on the stack. */
static cudaError_t publish(const struct swrt_object *made, struct swrt_object **out) {
    assert(made->kind != SWRT_OBJECT_FREE);
    swrt_mutex_lock(&lock);
    struct swrt_object *object = first_free();
    if (!object && (object = calloc(1, sizeof *object))) {
        object->next = objects;
        objects = object;
    }
    if (object) {
        struct swrt_object *next = object->next;
        *object = *made;
        object->next = next;
    }
    swrt_mutex_unlock(&lock);
    *out = object;
    return object ? cudaSuccess : cudaErrorMemoryAllocation;
}

cudaError_t swrt_texture_create(struct swrt_object **out, const struct cudaResourceDesc *resource,
                                const struct cudaTextureDesc *desc, const struct cudaResourceViewDesc *view) {
    struct swrt_object made = {.kind = SWRT_OBJECT_TEXTURE,
                               .device = swrt_current_device(),
                               .has_view = view != NULL,
                               .resource = *resource,
                               .desc = *desc};
    if (view)
        made.view = *view;
    SWRT_TRY(swrt_texture_resource(&made.texture, resource, view));
    SWRT_TRY(swrt_texture_describe(&made.texture, desc, resource->resType));
    return publish(&made, out);
}

cudaError_t swrt_surface_create(struct swrt_object **out, const struct cudaResourceDesc *resource) {
    struct swrt_object made = {.kind = SWRT_OBJECT_SURFACE, .device = swrt_current_device(), .resource = *resource};
    if (resource->resType != cudaResourceTypeArray)
        return swrt_because(cudaErrorInvalidValue, "only an array can be a surface");
    SWRT_TRY(swrt_texture_resource(&made.texture, resource, NULL));
    if (!(resource->res.array.array->flags & cudaArraySurfaceLoadStore))
        return swrt_because(cudaErrorInvalidValue, "the array was made without cudaArraySurfaceLoadStore");
    return publish(&made, out);
}

bool swrt_object_has(const void *address) {
    swrt_mutex_lock(&lock);
    const struct swrt_object *at = objects;
    while (at && (size_t)((const char *)address - (const char *)at) >= sizeof *at)
        at = at->next;
    swrt_mutex_unlock(&lock);
    return at;
}

cudaError_t swrt_object_find(unsigned long long handle, enum swrt_object_kind kind, struct swrt_object **out) {
    swrt_mutex_lock(&lock);
    struct swrt_object *at = objects;
    while (at && (unsigned long long)(size_t)at != handle)
        at = at->next;
    if (at && at->kind != kind)
        at = NULL;
    swrt_mutex_unlock(&lock);
    *out = at;
    if (at)
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidValue, "%#llx is no %s object", handle,
                        kind == SWRT_OBJECT_TEXTURE ? "texture" : "surface");
}

static void clear(struct swrt_object *object) {
    struct swrt_object *next = object->next;
    memset(object, 0, sizeof *object);
    object->next = next;
}

void swrt_object_destroy(struct swrt_object *object) {
    swrt_mutex_lock(&lock);
    clear(object);
    swrt_mutex_unlock(&lock);
}

void swrt_texture_reset_device(int device) {
    swrt_reference_reset_device(device);
    swrt_mutex_lock(&lock);
    for (struct swrt_object *at = objects; at; at = at->next)
        if (at->kind && at->device == device)
            clear(at);
    swrt_mutex_unlock(&lock);
}
