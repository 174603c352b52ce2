/* What the files of module/ share. Nothing outside them includes this.
 *
 * Words: a *binary* is one translation unit's host object, which knows names and host pointers; a *loaded module* is
 * one device object, which knows code and variables. Binaries name modules by a 128-bit id. One lock guards all of
 * it.
 */
#ifndef SWRT_REGISTRY_INTERNAL_H
#define SWRT_REGISTRY_INTERNAL_H

#include <stdint.h>

#include "base/map.h"
#include "module/registry.h"
#include "os/thread/lock.h"

struct swrt_loaded {
    struct swrt_module *module;
    char *images[SWRT_MAX_DEVICES]; /* [0] is module->image; the others are made when first asked for */
    unsigned num_binaries;
    bool has_adopted; /* the managed variables that the host does not name */
    struct swrt_loaded *next;
};

struct swrt_variable {
    const char *host;
    const char *name;
    struct swrt_binary *binary;
    const struct swrt_var *var; /* null until the module is known */
    bool starts_as_zero;        /* the shadow, once the module is known */
    bool is_reference;          /* to a texture or surface: what host code sets of it is meant to be set */
    struct swrt_variable *next; /* of the binary */
};

struct swrt_function_node {
    struct swrt_function function; /* first: the API hands out pointers to it */
    const char *folded_with;       /* null, or another kernel that the linker has given the same stub */
    struct swrt_function_node *next;
};

struct swrt_binary {
    uint64_t id[2];
    const void *wrapper;        /* what was registered */
    unsigned num_registrations; /* 2 when its file was registered early and again */
    bool may_be_gone;           /* unregistered by who ends the program */
    struct swrt_loaded *loaded; /* null until the module is known */
    struct swrt_function_node *functions;
    struct swrt_variable *variables;
    void (*drop_references)(const void *owner); /* null: it has none */
    struct swrt_binary *next;
};

extern struct swrt_mutex swrt_registry_lock;

/* registry.c; all with the lock held */
struct swrt_loaded *swrt_loaded_first(void);
struct swrt_binary *swrt_binary_first(void);
/* Finds the binary's module if it was not known yet; null when it is not registered. */
struct swrt_loaded *swrt_binary_resolve(struct swrt_binary *binary);

/* function.c */
void swrt_function_add(struct swrt_binary *binary, const void *host, const char *name);
void swrt_function_drop_all(struct swrt_binary *binary);
void swrt_registry_watch_exit(void);
bool swrt_registry_is_exiting(void); /* this thread has called exit(), after CUDA was used */

/* variable.c */
void swrt_variable_add(struct swrt_binary *binary, const char *host, const char *name);
void swrt_variable_drop_all(struct swrt_binary *binary);
void swrt_variable_resolve_all(struct swrt_binary *binary); /* joins managed variables to the device's cells */
void swrt_variable_adopt_all(struct swrt_binary *binary);   /* once its module's first kernel is to run */

/* shadow.c: whether the shadow of a variable whose module is known is zero, as far as that is looked at */
bool swrt_shadow_is_zero(const struct swrt_variable *variable);

/* image.c */
void swrt_image_load(struct swrt_loaded *loaded);
void swrt_image_unload(struct swrt_loaded *loaded);
char *swrt_image_on(struct swrt_loaded *loaded, int device); /* null when out of memory */
void swrt_image_reset(struct swrt_loaded *loaded, int device);
/* Asks for huge pages inside a large variable. */
void swrt_image_use_huge_pages(void *start, size_t bytes);

#endif
