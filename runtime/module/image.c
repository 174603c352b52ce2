/* Images: the memory of a module's device variables, one per device.
 *
 * Device 0's image is part of the program's own zeroed data; the others are made when first asked for. All of them
 * start as zeros and the module's initial values. Pointers in those that point into the image were resolved by the
 * linker for device 0, and are redirected for the others by the module's list of relocations.
 */
#include <string.h>

#include "base/assert.h"
#include "module/registry_internal.h"
#include "os/memory/pages.h"

#define HUGE_PAGE ((uintptr_t)2 << 20)

void swrt_image_use_huge_pages(void *start, size_t bytes) {
    uintptr_t first = ((uintptr_t)start + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    uintptr_t last = ((uintptr_t)start + bytes) & ~(HUGE_PAGE - 1);
    if (last > first)
        swrt_pages_prefer_huge((void *)first, last - first);
}

/* Where an image has a pointer into itself. */
static void relocate(const struct swrt_module *module, char *image) {
    const struct swrt_reloc *relocs = module->relocs;
    for (uint32_t i = 0; i < module->num_relocs; i++) {
        char *target = image + relocs[i].target;
        assert(relocs[i].offset + sizeof target <= module->image_bytes);
        memcpy(image + relocs[i].offset, &target, sizeof target);
    }
}

static void initialise(const struct swrt_module *module, char *image) {
    assert(module->init_bytes <= module->image_bytes);
    if (module->init_bytes)
        memcpy(image, module->init, module->init_bytes);
    relocate(module, image);
}

void swrt_image_load(struct swrt_loaded *loaded) {
    const struct swrt_module *module = loaded->module;
    loaded->images[0] = module->image;
    if (!module->image_bytes)
        return;
    swrt_image_use_huge_pages(module->image, module->image_bytes);
    initialise(module, module->image);
}

void swrt_image_unload(struct swrt_loaded *loaded) {
    for (int device = 1; device < SWRT_MAX_DEVICES; device++)
        if (loaded->images[device])
            swrt_memory_free_raw(loaded->images[device], loaded->module->image_bytes);
}

static void reinitialise(const struct swrt_module *module, char *image) {
    memset(image, 0, module->image_bytes);
    initialise(module, image);
}

char *swrt_image_on(struct swrt_loaded *loaded, int device) {
    assert(device >= 0 && device < SWRT_MAX_DEVICES);
    if (loaded->images[device] || !loaded->module->image_bytes)
        return loaded->images[device];
    char *image = swrt_memory_alloc_raw(loaded->module->image_bytes);
    if (image)
        reinitialise(loaded->module, image);
    return loaded->images[device] = image;
}

void swrt_image_reset(struct swrt_loaded *loaded, int device) {
    if (loaded->images[device])
        reinitialise(loaded->module, loaded->images[device]);
}

void *swrt_module_image(struct swrt_module *module, int device) {
    if (device == 0)
        return module->image;
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_loaded *loaded = swrt_loaded_first();
    while (loaded && loaded->module != module)
        loaded = loaded->next;
    char *image = loaded ? swrt_image_on(loaded, device) : NULL;
    swrt_mutex_unlock(&swrt_registry_lock);
    return image;
}
