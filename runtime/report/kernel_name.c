/* C++'s demangler: the program's own, or that of the C++ library where there is one. */
#include "report/kernel_name.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "os/thread/errand.h"
#include "os/loader.h"
#include "softwarp/names.h"

typedef char *(*demangle_fn)(const char *, char *, size_t *, int *);

static _Atomic(demangle_fn) found_demangle;

static void find_demangle(void *unused) {
    void *found = swrt_library_symbol(NULL, "__cxa_demangle");
    void *library = found ? NULL : swrt_library_load("libstdc++.so.6");
    found_demangle = (demangle_fn)(found ? found : library ? swrt_library_symbol(library, "__cxa_demangle") : NULL);
}

void swrt_kernel_name(const char *mangled, char *text, size_t size) {
    bool is_mangled = mangled[0] == '_' && mangled[1] == 'Z'; /* a function of C's named f is no float */
    if (is_mangled)
        swrt_errand(find_demangle, NULL);
    demangle_fn demangle = found_demangle;
    int status = -1;
    size_t length = sw_source_name_length(mangled);
    char *source = is_mangled && demangle ? malloc(length + 1) : NULL;
    if (source) {
        memcpy(source, mangled, length);
        source[length] = 0;
    }
    char *name = source ? demangle(source, NULL, NULL, &status) : NULL;
    free(source);
    snprintf(text, size, "%s", status == 0 && name ? name : mangled);
    free(name);
}
