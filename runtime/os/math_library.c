/* The C library's functions for device code, by names that no program has (softwarp/math_library.def).
 *
 *      swrt_libm_sin:  jmp *slot        slot: sin as libm.so itself knows it
 *
 * A plain reference to sin would be to the program's own function or variable of that name, if it has one, in a shared
 * library as well: the dynamic linker asks the program first. So the slots are filled by asking libm.so alone. Until
 * then, and in a program that is linked statically, they hold the function by its other name in the library (sinf64),
 * which is bound like any name.
 *
 * libmvec.so calls libm's functions for a few arguments, by their plain names. It is loaded when device code wants it,
 * and in such a way that it does not ask the program for them either. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/fatal.h"
#include "os/libc_names.h"
#include "os/loader.h"
#include "os/thread/lock.h"

#define HIDDEN __attribute__((visibility("hidden"), used))

/* The slot, and the function that goes through it. The stack and all registers are the caller's. */
#define SLOT(name, other, ...)                                                                                    \
    extern char first_##name[] __asm__(other) __VA_ARGS__;                                                        \
    HIDDEN void *swrt_slot_##name = first_##name;                                                                 \
    __asm__(".pushsection .text.swrt_libm, \"ax\", @progbits\n"                                                   \
            ".globl swrt_libm_" #name "\n.type swrt_libm_" #name ", @function\n.p2align 4\n"                      \
            "swrt_libm_" #name ":\nendbr64\njmp *swrt_slot_" #name "(%rip)\n"                                     \
            ".size swrt_libm_" #name ", . - swrt_libm_" #name "\n.popsection\n");
#define WEAK __attribute__((weak))
#define VECTOR(name) SLOT(name, #name, WEAK)

#define SW_LIBM(name) SLOT(name, #name "f64") SLOT(name##f, #name "f32")
#define SW_LIBM_R(name) SLOT(name##_r, #name "f64_r") SLOT(name##f_r, #name "f32_r")
#define SW_LIBC(name) SLOT(name, #name)
#define SW_LIBMVEC(name)                                                       \
    VECTOR(_ZGVbN2v_##name) VECTOR(_ZGVdN4v_##name) VECTOR(_ZGVeN8v_##name)    \
    VECTOR(_ZGVbN4v_##name##f) VECTOR(_ZGVdN8v_##name##f) VECTOR(_ZGVeN16v_##name##f)
#define SW_LIBMVEC2(name)                                                      \
    VECTOR(_ZGVbN2vv_##name) VECTOR(_ZGVdN4vv_##name) VECTOR(_ZGVeN8vv_##name) \
    VECTOR(_ZGVbN4vv_##name##f) VECTOR(_ZGVdN8vv_##name##f) VECTOR(_ZGVeN16vv_##name##f)
#include "softwarp/math_library.def"

/* What the library itself calls (libc_names.h). */
SLOT(on_exit, "on_exit")
SLOT(backtrace, "backtrace")
SLOT(open_memstream, "open_memstream")
SLOT(regcomp, "regcomp")
SLOT(regexec, "regexec")

struct slot {
    const char *name;
    void **at;
};

#define ROW(name) {#name, &swrt_slot_##name},
static const struct slot libm_slots[] = {
#define SW_LIBM(name) ROW(name) ROW(name##f)
#define SW_LIBM_R(name) ROW(name##_r) ROW(name##f_r)
#include "softwarp/math_library.def"
};

static const struct slot libc_slots[] = {
#define SW_LIBC(name) ROW(name)
#include "softwarp/math_library.def"
    ROW(on_exit) ROW(backtrace) ROW(open_memstream) ROW(regcomp) ROW(regexec)};

static const struct slot vector_slots[] = {
#define SW_LIBMVEC(name)                                        \
    ROW(_ZGVbN2v_##name) ROW(_ZGVdN4v_##name) ROW(_ZGVeN8v_##name) \
    ROW(_ZGVbN4v_##name##f) ROW(_ZGVdN8v_##name##f) ROW(_ZGVeN16v_##name##f)
#define SW_LIBMVEC2(name)                                          \
    ROW(_ZGVbN2vv_##name) ROW(_ZGVdN4vv_##name) ROW(_ZGVeN8vv_##name) \
    ROW(_ZGVbN4vv_##name##f) ROW(_ZGVdN8vv_##name##f) ROW(_ZGVeN16vv_##name##f)
#include "softwarp/math_library.def"
};

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* The program comes first; it names its dynamic linker. */
static int has_interpreter(struct dl_phdr_info *info, size_t size, void *context) {
    for (int i = 0; i < info->dlpi_phnum; i++)
        *(bool *)context |= info->dlpi_phdr[i].p_type == PT_INTERP;
    return 1;
}

/* A program without a dynamic linker cannot load anything; what it calls was bound when it was linked. */
static bool is_static_program(void) {
    bool is_dynamic = false;
    dl_iterate_phdr(has_interpreter, &is_dynamic);
    return !is_dynamic;
}

static void need(bool is_there, const char *file, const char *why) {
    if (is_there)
        return;
    swrt_fatal("device code needs %s: %s", file, why);
}

/* Functions that this version of the library lacks keep what the slot has. */
static void fill(const char *file, void *library, const struct slot *slots, size_t count) {
    need(library, file, library ? "" : dlerror());
    for (size_t i = 0; i < count; i++) {
        void *function = dlsym(library, slots[i].name);
        if (function)
            *slots[i].at = function;
    }
}

static void fill_scalar(void) {
    if (is_static_program())
        return;
    fill("libm.so.6", dlopen("libm.so.6", RTLD_LAZY | RTLD_LOCAL), libm_slots, COUNT(libm_slots));
    fill("libc.so.6", dlopen("libc.so.6", RTLD_LAZY | RTLD_LOCAL), libc_slots, COUNT(libc_slots));
}

static void fill_vectors(void) {
    if (is_static_program())
        need(*vector_slots[0].at, "libmvec", "link with -Wl,--whole-archive -lmvec -Wl,--no-whole-archive");
    else
        fill("libmvec.so.1", swrt_library_load_alone("libmvec.so.1"), vector_slots, COUNT(vector_slots));
}

void swrt_open_math(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, fill_scalar);
}

void swrt_open_vector_math(void) {
    static struct swrt_once once = SWRT_ONCE_NEW;
    swrt_once(&once, fill_vectors);
}
