/* Libraries, their symbols, and the list of files (loader.h; loaded.c has what takes no lock). */
#define _GNU_SOURCE
#include "os/loader.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>

void *swrt_library_load(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL);
}

/* __tsan_init is ours, too: check/host/plain.c. */
static bool has_sanitizer(void) {
    static const char *const names[] = {"__asan_init", "__tsan_acquire", "__msan_init"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (dlsym(RTLD_DEFAULT, names[i]))
            return true;
    return false;
}

void *swrt_library_load_alone(const char *name) {
    return dlopen(name, RTLD_NOW | RTLD_LOCAL | (has_sanitizer() ? 0 : RTLD_DEEPBIND));
}

void *swrt_library_loaded(const char *name) {
    return dlopen(name, RTLD_LAZY | RTLD_NOLOAD);
}

void *swrt_library_symbol(void *library, const char *name) {
    return dlsym(library ? library : RTLD_DEFAULT, name);
}

const char *swrt_loaded_name(const void *address) {
    Dl_info info;
    return dladdr(address, &info) && info.dli_fname && *info.dli_fname ? info.dli_fname : program_invocation_name;
}

struct visit {
    bool (*function)(const struct swrt_segment *segment, void *data);
    void *data;
};

/* false: nobody has asked for such. */
static bool describe(struct swrt_segment *segment, const struct dl_phdr_info *file, const ElfW(Phdr) * header) {
    *segment = (struct swrt_segment){.is_writable = header->p_flags & PF_W,
                                     .start = (const char *)file->dlpi_addr + header->p_vaddr,
                                     .bytes = header->p_memsz,
                                     .file = *file->dlpi_name ? file->dlpi_name : program_invocation_name};
    if (header->p_type == PT_LOAD)
        segment->kind = SWRT_SEGMENT_LOADED;
    else if (header->p_type == PT_GNU_RELRO)
        segment->kind = SWRT_SEGMENT_CONSTANT;
    else if (header->p_type == PT_NOTE && header->p_align <= 4)
        segment->kind = SWRT_SEGMENT_NOTES;
    else
        return false;
    return true;
}

static int visit_file(struct dl_phdr_info *file, size_t size, void *data) {
    const struct visit *visit = data;
    struct swrt_segment segment;
    for (int i = 0; i < file->dlpi_phnum; i++)
        if (describe(&segment, file, &file->dlpi_phdr[i]) && visit->function(&segment, visit->data))
            return 1;
    return 0;
}

void swrt_segments_visit(bool (*visit)(const struct swrt_segment *segment, void *data), void *data) {
    struct visit both = {visit, data};
    dl_iterate_phdr(visit_file, &both);
}
