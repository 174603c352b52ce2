/* Registration: what constructors and destructors of compiled objects call.
 *
 * Device objects register first (constructor priority 101), then the host objects that go with them, before any static
 * constructor of theirs and again behind these (cuda/softwarp/language/early_registration.h); a shared object
 * does both when it is loaded. When the same device object is in two shared objects, each host object belongs to the
 * one that registered last before it, which is the one in its own file. A module leaves when its last host object
 * does.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "device/context.h"
#include "module/registry_internal.h"
#include "os/libc_names.h"
#include "os/loader.h"
#include "os/thread/thread.h"
#include "report/error.h"
#include "report/refused.h"
#include "stream/engine.h"

#define WRAPPER_MAGIC 0x466243b1

/* What clang hands to __cudaRegisterFatBinary. */
struct wrapper {
    int magic, version;
    const void *data;
    void *unused;
};

int __cxa_atexit(void (*function)(void *), void *argument, void *library); /* Itanium C++ ABI 3.3.6.3 */

struct swrt_mutex swrt_registry_lock = SWRT_MUTEX_FREE;

static struct swrt_loaded *modules; /* the newest first */
static struct swrt_binary *binaries;

static bool any_may_be_gone;

static void unlink_module(const struct swrt_loaded *gone) {
    assert(!gone->num_binaries);
    struct swrt_loaded **link = &modules;
    while (*link && *link != gone)
        link = &(*link)->next;
    if (*link)
        *link = gone->next;
}

static bool is_gone(const struct swrt_binary *binary) {
    return binary->may_be_gone && !swrt_loaded_start(binary->wrapper);
}

/* What the thread that ends the program has unregistered stays, as kernels may run, and destructors launch more. But
 * who has opened a library may close it then, in a destructor; nobody looks there any more. Other threads close
 * libraries as always. */
static void forget_gone(void) {
    for (struct swrt_binary **link = &binaries; any_may_be_gone && *link;) {
        struct swrt_binary *binary = *link;
        if (!is_gone(binary)) {
            link = &binary->next;
            continue;
        }
        *link = binary->next;
        if (binary->loaded && !--binary->loaded->num_binaries)
            unlink_module(binary->loaded);
    }
}

static void note_may_be_gone(const struct swrt_binary *unregistered) {
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_binary *binary = binaries; binary; binary = binary->next)
        if (binary == unregistered)
            binary->may_be_gone = any_may_be_gone = true;
    swrt_mutex_unlock(&swrt_registry_lock);
}

struct swrt_loaded *swrt_loaded_first(void) {
    forget_gone();
    return modules;
}

struct swrt_binary *swrt_binary_first(void) {
    forget_gone();
    return binaries;
}

static bool has_id(const struct swrt_module *module, const uint64_t id[2]) {
    const uint64_t *ids = module->ids;
    for (uint32_t i = 0; i < module->num_ids; i++)
        if (ids[2 * i] == id[0] && ids[2 * i + 1] == id[1])
            return true;
    return false;
}

struct swrt_loaded *swrt_binary_resolve(struct swrt_binary *binary) {
    struct swrt_loaded *loaded = modules;
    if (binary->loaded)
        return binary->loaded;
    while (loaded && !has_id(loaded->module, binary->id))
        loaded = loaded->next;
    if (loaded)
        loaded->num_binaries++;
    return binary->loaded = loaded;
}

/* Every kernel of a module says whether it was built with --strict. */
static bool is_strict(const struct swrt_module *module) {
    const struct swrt_kernel *kernels = module->kernels;
    return module->num_kernels && kernels[0].flags & SWRT_KERNEL_STRICT;
}

void swrt_register_module(struct swrt_module *module) {
    if (module->abi_version != SWRT_ABI_VERSION) {
        fprintf(stderr,
                "softwarp: %s was compiled by another version of swcc (interface %u, this libsoftwarp has %u): "
                "compile it again\n",
                module->source ? (const char *)module->source : "a module", module->abi_version, SWRT_ABI_VERSION);
        return;
    }
    struct swrt_loaded *loaded = calloc(1, sizeof *loaded);
    if (!loaded)
        return;
    swrt_open_math();
    swrt_loaded_begin();
    loaded->module = module;
    swrt_memory_variables_by(swrt_symbol_find_address);
    swrt_refused_at_end(swrt_shadow_look);
    swrt_context_begins_by(swrt_registry_watch_exit);
    if (is_strict(module))
        swrt_program_is_strict();
    swrt_image_load(loaded);
    swrt_mutex_lock(&swrt_registry_lock);
    loaded->next = modules;
    modules = loaded;
    for (struct swrt_binary *binary = binaries; binary; binary = binary->next)
        if (!binary->loaded)
            swrt_variable_resolve_all(binary);
    swrt_mutex_unlock(&swrt_registry_lock);
}

/* False, with a message, when the object was not made by swcc. */
static bool read_id(const struct wrapper *wrapper, uint64_t id[2]) {
    const struct swrt_fatbin *fatbin = wrapper->data;
    if (wrapper->magic == WRAPPER_MAGIC && fatbin && !memcmp(fatbin->magic, SWRT_FATBIN_MAGIC, sizeof fatbin->magic)) {
        id[0] = fatbin->id0;
        id[1] = fatbin->id1;
        return true;
    }
    fprintf(stderr, "softwarp: an object in this program holds GPU code of another compiler, whose kernels cannot run: "
                    "compile it with swcc\n");
    return false;
}

/* The binary of a wrapper that was registered early, and is again; null: the first time. */
static void **register_again(const void *wrapper) {
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_binary *binary = binaries;
    while (binary && binary->wrapper != wrapper)
        binary = binary->next;
    if (binary)
        binary->num_registrations++;
    swrt_mutex_unlock(&swrt_registry_lock);
    return (void **)binary;
}

/* Whether what is registered for the handle is there already, or there is no handle. */
static bool is_registered(void **handle) {
    return !handle || ((struct swrt_binary *)handle)->num_registrations > 1;
}

void **__cudaRegisterFatBinary(void *fatbin_wrapper) {
    void **known = register_again(fatbin_wrapper);
    if (known)
        return known;
    struct swrt_binary *binary = calloc(1, sizeof *binary);
    if (!binary)
        return NULL;
    binary->wrapper = fatbin_wrapper;
    binary->num_registrations = 1;
    read_id(fatbin_wrapper, binary->id);
    swrt_mutex_lock(&swrt_registry_lock);
    binary->next = binaries;
    binaries = binary;
    swrt_binary_resolve(binary);
    swrt_mutex_unlock(&swrt_registry_lock);
    return (void **)binary;
}

void __cudaRegisterFatBinaryEnd(void **handle) {
    if (!handle)
        return;
    swrt_mutex_lock(&swrt_registry_lock);
    swrt_variable_resolve_all((struct swrt_binary *)handle);
    swrt_mutex_unlock(&swrt_registry_lock);
}

int __cudaRegisterFunction(void **handle, const char *hostFun, char *deviceFun, const char *deviceName,
                           int thread_limit, void *tid, void *bid, void *bDim, void *gDim, int *wSize) {
    if (is_registered(handle))
        return 0;
    swrt_mutex_lock(&swrt_registry_lock);
    swrt_function_add((struct swrt_binary *)handle, hostFun, deviceName);
    swrt_mutex_unlock(&swrt_registry_lock);
    return 0;
}

void __cudaRegisterVar(void **handle, char *hostVar, char *deviceAddress, const char *deviceName, int ext, size_t size,
                       int constant, int global) {
    if (is_registered(handle))
        return;
    swrt_mutex_lock(&swrt_registry_lock);
    swrt_variable_add((struct swrt_binary *)handle, hostVar, deviceName);
    swrt_mutex_unlock(&swrt_registry_lock);
}

bool swrt_registry_add_reference(void **handle, const void *host, const char *name, void (*drop)(const void *owner)) {
    struct swrt_binary *binary = (struct swrt_binary *)handle;
    if (is_registered(handle))
        return false;
    swrt_mutex_lock(&swrt_registry_lock);
    swrt_variable_add(binary, host, name);
    if (binary->variables && binary->variables->host == host)
        binary->variables->is_reference = true;
    binary->drop_references = drop;
    swrt_mutex_unlock(&swrt_registry_lock);
    return true;
}

void **swrt_register_linked(void (*register_globals)(void **handle), void *fatbin_wrapper) {
    void **handle = __cudaRegisterFatBinary(fatbin_wrapper);
    if (!handle)
        return NULL;
    register_globals(handle);
    __cudaRegisterFatBinaryEnd(handle);
    return handle;
}

static void drop_module(struct swrt_loaded *dropped) {
    unlink_module(dropped);
    swrt_image_unload(dropped);
    free(dropped);
}

static void drop_binary(struct swrt_binary *dropped) {
    struct swrt_binary **link = &binaries;
    while (*link && *link != dropped)
        link = &(*link)->next;
    if (!*link)
        return; /* not one of ours, or dropped before */
    if (--dropped->num_registrations)
        return;
    *link = dropped->next;
    if (dropped->drop_references)
        dropped->drop_references(dropped);
    swrt_function_drop_all(dropped);
    swrt_variable_drop_all(dropped);
    if (dropped->loaded && !--dropped->loaded->num_binaries)
        drop_module(dropped->loaded);
    free(dropped);
}

void __cudaUnregisterFatBinary(void **handle) {
    struct swrt_binary *binary = (struct swrt_binary *)handle;
    if (!handle || swrt_context_forked())
        return;
    if (swrt_registry_is_exiting() || swrt_self()->callback) { /* a host function's stream waits for its end */
        note_may_be_gone(binary);
        return;
    }
    for (int device = 0; device < swrt_device_count(); device++)
        swrt_device_wait(device);
    swrt_mutex_lock(&swrt_registry_lock);
    drop_binary(binary);
    swrt_mutex_unlock(&swrt_registry_lock);
}

static void unregister_early(void *binary) {
    __cudaUnregisterFatBinary(binary);
}

static struct swrt_binary *newest_binary(void) {
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_binary *newest = binaries;
    swrt_mutex_unlock(&swrt_registry_lock);
    return newest;
}

/* Static destructors may launch, too: what clang's code unregisters stays until these are through. What comes meanwhile is
 * the file's: the loader runs constructors of one library at a time. */
void swrt_register_early(void (*register_file)(void), void *library) {
    const struct swrt_binary *before = newest_binary();
    register_file();
    for (struct swrt_binary *own = newest_binary(); own && own != before; own = own->next)
        __cxa_atexit(unregister_early, own, library);
}

void swrt_registry_reset_device(int device) {
    swrt_mutex_lock(&swrt_registry_lock);
    for (struct swrt_loaded *loaded = modules; loaded; loaded = loaded->next)
        swrt_image_reset(loaded, device);
    swrt_mutex_unlock(&swrt_registry_lock);
}
