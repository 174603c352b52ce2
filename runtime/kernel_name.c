/* C++'s demangler: the program's own, or that of the C++ library where there is one. */
#define _GNU_SOURCE
#include "kernel_name.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef char *(*demangle_fn)(const char *, char *, size_t *, int *);

static demangle_fn find_demangle(void) {
    void *found = dlsym(RTLD_DEFAULT, "__cxa_demangle");
    void *library = found ? NULL : dlopen("libstdc++.so.6", RTLD_NOW | RTLD_LOCAL);
    return (demangle_fn)(found ? found : library ? dlsym(library, "__cxa_demangle") : NULL);
}

void swrt_kernel_name(const char *mangled, char *text, size_t size) {
    demangle_fn demangle = *mangled ? find_demangle() : NULL;
    int status = -1;
    char *name = demangle ? demangle(mangled, NULL, NULL, &status) : NULL;
    snprintf(text, size, "%s", status == 0 && name ? name : mangled);
    free(name);
}
