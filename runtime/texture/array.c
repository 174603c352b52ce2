/* The arrays that are: two lists under one lock. Handles are looked up before they are touched, because a program may
 * pass one that it has freed. */
#include "texture/array.h"

#include <stdlib.h>

#include "base/plural.h"
#include "device/device.h"
#include "os/thread/lock.h"
#include "report/error.h"
#include "stream/engine.h"

#define ROW_UNIT ((size_t)16)

static struct swrt_mutex lock = SWRT_MUTEX_FREE;
static struct cudaArray *arrays;
static struct cudaMipmappedArray *mipmappeds;

static size_t at_least_one(size_t n) {
    return n ? n : 1;
}

static cudaError_t allocate(struct cudaArray *array, unsigned texel_bytes) {
    struct cudaExtent e = array->extent;
    size_t pitch = (e.width * texel_bytes + ROW_UNIT - 1) / ROW_UNIT * ROW_UNIT, slice, bytes;
    if (__builtin_mul_overflow(pitch, at_least_one(e.height), &slice) ||
        __builtin_mul_overflow(slice, at_least_one(e.depth), &bytes))
        return swrt_because(cudaErrorMemoryAllocation, "sizes overflow");
    char *base = swrt_memory_alloc(bytes, SWRT_MEMORY_DEVICE, array->device, 0);
    if (!base)
        return swrt_because(cudaErrorMemoryAllocation, "an array of %zu byte%s; %zu are left", bytes, swrt_s(bytes),
                            swrt_memory_left(swrt_memory_allocated()));
    swrt_memory_touch(base, bytes);
    array->image = (struct swrt_image){base,
                                       (long long)pitch,
                                       (long long)slice,
                                       (int)e.width,
                                       (int)at_least_one(e.height),
                                       (int)at_least_one(e.depth),
                                       texel_bytes};
    return cudaSuccess;
}

static void link_array(struct cudaArray *array) {
    swrt_mutex_lock(&lock);
    array->next = arrays;
    arrays = array;
    swrt_mutex_unlock(&lock);
}

static bool unlink_array(struct cudaArray *array) {
    swrt_mutex_lock(&lock);
    struct cudaArray **link = &arrays;
    while (*link && *link != array)
        link = &(*link)->next;
    bool found = *link != NULL;
    if (found)
        *link = array->next;
    swrt_mutex_unlock(&lock);
    return found;
}

static void release(struct cudaArray *array) {
    swrt_memory_free(array->image.base, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE);
    free(array);
}

cudaError_t swrt_array_create(struct cudaArray **out, const struct cudaChannelFormatDesc *desc,
                              struct cudaExtent extent, unsigned flags) {
    unsigned texel_bytes;
    SWRT_TRY(swrt_channel_check(desc, &texel_bytes));
    SWRT_TRY(swrt_array_check(extent, flags));
    struct cudaArray *array = calloc(1, sizeof *array);
    if (!array)
        return cudaErrorMemoryAllocation;
    array->desc = *desc;
    array->extent = extent;
    array->flags = flags;
    array->device = swrt_current_device();
    cudaError_t error = allocate(array, texel_bytes);
    if (error) {
        free(array);
        return error;
    }
    link_array(array);
    *out = array;
    return cudaSuccess;
}

cudaError_t swrt_array_destroy(struct cudaArray *array) {
    SWRT_TRY(swrt_array_valid(array));
    if (array->is_level)
        return swrt_because(cudaErrorInvalidValue, "the array is a level of a mipmapped array");
    SWRT_TRY(swrt_devices_wait());
    if (unlink_array(array))
        release(array);
    return cudaSuccess;
}

/* Half in each dimension, as long as there is one; layers and faces stay. */
static struct cudaExtent next_level(struct cudaExtent e, unsigned flags) {
    bool keeps_depth = flags & (cudaArrayLayered | cudaArrayCubemap);
    e.width = e.width > 1 ? e.width / 2 : e.width;
    e.height = e.height > 1 ? e.height / 2 : e.height;
    e.depth = !keeps_depth && e.depth > 1 ? e.depth / 2 : e.depth;
    return e;
}

static unsigned most_levels(struct cudaExtent e, unsigned flags) {
    size_t longest = e.width > e.height ? e.width : e.height;
    if (!(flags & (cudaArrayLayered | cudaArrayCubemap)) && e.depth > longest)
        longest = e.depth;
    return longest ? 64 - (unsigned)__builtin_clzll(longest) : 1;
}

static void release_levels(struct cudaMipmappedArray *mipmapped) {
    for (unsigned i = 0; i < mipmapped->levels; i++)
        if (mipmapped->level[i] && unlink_array(mipmapped->level[i]))
            release(mipmapped->level[i]);
    free(mipmapped);
}

cudaError_t swrt_mipmapped_create(struct cudaMipmappedArray **out, const struct cudaChannelFormatDesc *desc,
                                  struct cudaExtent extent, unsigned levels, unsigned flags) {
    struct cudaMipmappedArray *mipmapped = calloc(1, sizeof *mipmapped);
    if (!mipmapped)
        return cudaErrorMemoryAllocation;
    unsigned most = most_levels(extent, flags);
    if (most > SWRT_TEXTURE_LEVELS)
        most = SWRT_TEXTURE_LEVELS;
    mipmapped->levels = levels > most ? most : levels ? levels : 1;
    cudaError_t error = cudaSuccess;
    for (unsigned i = 0; i < mipmapped->levels && !error; i++, extent = next_level(extent, flags)) {
        error = swrt_array_create(&mipmapped->level[i], desc, extent, flags);
        if (!error)
            mipmapped->level[i]->is_level = true;
    }
    if (error) {
        release_levels(mipmapped);
        return error;
    }
    swrt_mutex_lock(&lock);
    mipmapped->next = mipmappeds;
    mipmappeds = mipmapped;
    swrt_mutex_unlock(&lock);
    *out = mipmapped;
    return cudaSuccess;
}

static bool unlink_mipmapped(struct cudaMipmappedArray *mipmapped) {
    swrt_mutex_lock(&lock);
    struct cudaMipmappedArray **link = &mipmappeds;
    while (*link && *link != mipmapped)
        link = &(*link)->next;
    bool found = *link != NULL;
    if (found)
        *link = mipmapped->next;
    swrt_mutex_unlock(&lock);
    return found;
}

cudaError_t swrt_mipmapped_destroy(struct cudaMipmappedArray *mipmapped) {
    if (!swrt_mipmapped_alive(mipmapped))
        return cudaErrorInvalidResourceHandle;
    SWRT_TRY(swrt_devices_wait());
    if (unlink_mipmapped(mipmapped))
        release_levels(mipmapped);
    return cudaSuccess;
}

void swrt_array_each(void (*visit)(const struct cudaArray *array, void *data), void *data) {
    swrt_mutex_lock(&lock);
    for (const struct cudaArray *at = arrays; at; at = at->next)
        visit(at, data);
    swrt_mutex_unlock(&lock);
}

bool swrt_array_alive(const struct cudaArray *array) {
    swrt_mutex_lock(&lock);
    const struct cudaArray *at = arrays;
    while (at && at != array)
        at = at->next;
    swrt_mutex_unlock(&lock);
    return at != NULL;
}

bool swrt_mipmapped_alive(const struct cudaMipmappedArray *mipmapped) {
    swrt_mutex_lock(&lock);
    const struct cudaMipmappedArray *at = mipmappeds;
    while (at && at != mipmapped)
        at = at->next;
    swrt_mutex_unlock(&lock);
    return at != NULL;
}

cudaError_t swrt_array_valid(const struct cudaArray *array) {
    if (swrt_array_alive(array))
        return cudaSuccess;
    return swrt_because(cudaErrorInvalidResourceHandle, "%p is no CUDA array", (const void *)array);
}

static struct cudaMipmappedArray *mipmapped_of_device(int device) {
    struct cudaMipmappedArray *at = mipmappeds;
    while (at && at->level[0]->device != device)
        at = at->next;
    return at;
}

static struct cudaArray *array_of_device(int device) {
    struct cudaArray *at = arrays;
    while (at && at->device != device)
        at = at->next;
    return at;
}

/* Memory goes with all of the device's memory; only the handles are to be forgotten. */
void swrt_array_reset_device(int device) {
    struct cudaMipmappedArray *mipmapped;
    struct cudaArray *array;
    while ((mipmapped = mipmapped_of_device(device)))
        if (unlink_mipmapped(mipmapped))
            release_levels(mipmapped);
    while ((array = array_of_device(device)))
        if (unlink_array(array))
            release(array);
}
