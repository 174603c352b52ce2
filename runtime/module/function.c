/* Kernels by the address of their host stub, or by that of their entry here, which is the handle that cudaGetKernel and
 * its kin give. The device side is looked up by name when a kernel is first used. */
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "module/registry_internal.h"
#include "os/loader.h"
#include "os/thread/thread_id.h"
#include "report/error.h"
#include "report/kernel_name.h"

static struct swrt_map functions; /* host stub, or handle -> struct swrt_function_node */

/* Libraries and the program may have a kernel of one name each (a template's), and the dynamic linker then gives all of
 * them the stub of one, which is its own kernel's: the name of it lies in the same file. */
static bool is_of_its_file(const struct swrt_function_node *node) {
    const void *file = swrt_loaded_start(node->function.host);
    return file && file == swrt_loaded_start(node->function.name);
}

static const struct swrt_kernel *find_kernel(const struct swrt_module *module, const char *name) {
    const struct swrt_kernel *kernels = module->kernels;
    for (uint32_t i = 0; i < module->num_kernels; i++)
        if (!strcmp(kernels[i].name, name))
            return &kernels[i];
    return NULL;
}

static bool has_own_stub(const struct swrt_function_node *node) {
    const struct swrt_loaded *loaded = node->function.binary->loaded;
    const struct swrt_kernel *kernel = loaded ? find_kernel(loaded->module, node->function.name) : NULL;
    return kernel && kernel->flags & SWRT_KERNEL_OWN_STUB;
}

/* One kernel that two objects of a device link register, or one of a template's, or inline, of each, whose stub these may
 * have in common (-static-global-template-stub=false). */
static bool may_have_one_stub(const struct swrt_function_node *a, const struct swrt_function_node *b) {
    const struct swrt_loaded *loaded = a->function.binary->loaded;
    if (strcmp(a->function.name, b->function.name))
        return false;
    return (loaded && loaded == b->function.binary->loaded) || !(has_own_stub(a) || has_own_stub(b));
}

/* Two kernels of one file with one stub: then a linker has taken their stubs for the same function (--icf=all), and which
 * of them a launch means nobody can tell. */
static bool are_folded(const struct swrt_function_node *a, const struct swrt_function_node *b) {
    return !may_have_one_stub(a, b) && is_of_its_file(a) && is_of_its_file(b);
}

/* The owner of the stub has its address; else who came first. */
static void put(struct swrt_function_node *node) {
    struct swrt_function_node *other = swrt_map_get(&functions, node->function.host);
    if (other && other != node && are_folded(other, node))
        other->folded_with = node->function.name;
    if (!other || (!is_of_its_file(other) && is_of_its_file(node)))
        swrt_map_put(&functions, node->function.host, node);
}

void swrt_function_add(struct swrt_binary *binary, const void *host, const char *name) {
    struct swrt_function_node *node = calloc(1, sizeof *node);
    if (!node)
        return;
    node->function.host = host;
    node->function.name = name;
    node->function.binary = binary;
    node->function.carveout = -1;
    node->next = binary->functions;
    binary->functions = node;
    put(node);
    swrt_map_put(&functions, node, node);
}

/* Of those that are left, who has the address now. */
static void put_again(const void *host) {
    for (struct swrt_binary *binary = swrt_binary_first(); binary; binary = binary->next)
        for (struct swrt_function_node *node = binary->functions; node; node = node->next)
            if (node->function.host == host)
                put(node);
}

void swrt_function_drop_all(struct swrt_binary *binary) {
    while (binary->functions) {
        struct swrt_function_node *node = binary->functions;
        binary->functions = node->next;
        swrt_map_remove(&functions, node, node);
        if (swrt_map_remove(&functions, node->function.host, node))
            put_again(node->function.host);
        free(node);
    }
}

static void resolve(struct swrt_function *function) {
    struct swrt_loaded *loaded = swrt_binary_resolve(function->binary);
    if (!loaded)
        return;
    swrt_variable_adopt_all(function->binary);
    function->module = loaded->module;
    function->kernel = find_kernel(loaded->module, function->name);
}

static atomic_bool exiting;
static struct swrt_thread_id exits; /* who called exit() */

static void note_exit(void) {
    exits = swrt_thread_this();
    atomic_store_explicit(&exiting, true, memory_order_release);
}

static void watch_exit(void) {
    atexit(note_exit);
}

/* Handlers run in reverse: this one, registered when CUDA is first used, runs before any that an object registered when
 * it was loaded. A constructor may use it before other objects are there: so it is registered once more when the first
 * kernel is used. */
void swrt_registry_watch_exit(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, watch_exit);
}

bool swrt_registry_is_exiting(void) {
    return atomic_load_explicit(&exiting, memory_order_acquire) && swrt_thread_is_this(exits);
}

/* A program that goes on without its kernels is told why, whatever it asks. */
static struct swrt_function *refuse_folded(const char *name, const char *other) {
    static atomic_flag is_told = ATOMIC_FLAG_INIT;
    char first[512], second[512];
    swrt_kernel_name(name, first, sizeof first);
    swrt_kernel_name(other, second, sizeof second);
    if (!atomic_flag_test_and_set(&is_told))
        fprintf(stderr,
                "softwarp: the linker has made one function of those that launch %s and %s: link without --icf=all, or "
                "with --icf=safe\n",
                first, second);
    swrt_because(cudaErrorInvalidDeviceFunction, "the linker has made one function of it and another kernel's");
    return NULL;
}

struct swrt_function *swrt_function_find(const void *host_function) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, watch_exit);
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_function_node *node = swrt_map_get(&functions, host_function);
    if (node && !node->function.kernel)
        resolve(&node->function);
    const char *folded_with = node ? node->folded_with : NULL;
    swrt_mutex_unlock(&swrt_registry_lock);
    if (folded_with)
        return refuse_folded(node->function.name, folded_with);
    if (node && node->function.kernel)
        return &node->function;
    swrt_because(cudaErrorInvalidDeviceFunction,
                 "%p is no kernel of this program (a name as a string never is one), or is not "
                 "registered yet: constructors with a priority run before that",
                 host_function);
    return NULL;
}

struct swrt_function *swrt_function_from_handle(cudaFunction_t handle) {
    swrt_mutex_lock(&swrt_registry_lock);
    struct swrt_function_node *node = handle ? swrt_map_get(&functions, handle) : NULL;
    swrt_mutex_unlock(&swrt_registry_lock);
    return node && (void *)node == (void *)handle ? &node->function : NULL;
}
