/* C++'s demangler: the program's own, or that of the C++ library where there is one. */
#define _GNU_SOURCE
#include "report/kernel_name.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "os/errand.h"

typedef char *(*demangle_fn)(const char *, char *, size_t *, int *);

static _Atomic(demangle_fn) found_demangle;

static void find_demangle(void *unused) {
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    void *library = found ? NULL : dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    found_demangle = (demangle_fn)(found ? found : library ? dlsym(library, "__cxa_demangle") : NULL);
}

void swrt_kernel_name(const char *mangled, char *text, size_t size) {
    bool is_mangled = mangled[0] == '_' && mangled[1] == 'Z'; /* a function of C's named f is no float */
    if (is_mangled)
        swrt_errand(find_demangle, NULL);
    demangle_fn demangle = found_demangle;
    int status = -1;
    char *name = is_mangled && demangle ? demangle(mangled, NULL, NULL, &status) : NULL;
    snprintf(text, size, "%s", status == 0 && name ? name : mangled);
    free(name);
}
