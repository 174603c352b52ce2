/* Which of the process's files an address lies in, the program's or a library's, and what of the memory there is the file's.
 *
 * The registry asks while it holds its lock. So none of the loader's is taken: whoever opens or closes a library has one
 * while that one's constructors and destructors call the registry, and so has who goes through the list of files
 * (dl_iterate_phdr) while it calls functions of the program's. _dl_find_object, by which exceptions find their way, takes
 * none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <string.h>

#include "module/registry_internal.h"

static bool find(const void *address, struct dl_find_object *file) {
    return !_dl_find_object((void *)address, file);
}

const void *swrt_file_of(const void *address) {
    struct dl_find_object file;
    return find(address, &file) ? file.dlfo_map_start : NULL;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A file begins with its header, and so does the memory that it is loaded to. */
static const ElfW(Ehdr) *header_of(const struct dl_find_object *file) {
    const ElfW(Ehdr) *header = file->dlfo_map_start;
    return memcmp(header->e_ident, ELFMAG, SELFMAG) ? NULL : header;
}

/* A segment's memory past its part of the file (.bss) starts as zero. */
size_t swrt_file_bytes(const void *start, size_t bytes) {
    struct dl_find_object file;
    const ElfW(Ehdr) *header = find(start, &file) ? header_of(&file) : NULL;
    const ElfW(Phdr) *segments = header ? (const void *)((const char *)header + header->e_phoff) : NULL;
    for (unsigned i = 0; header && i < header->e_phnum; i++) {
        uintptr_t offset = (uintptr_t)start - file.dlfo_link_map->l_addr - segments[i].p_vaddr;
        if (segments[i].p_type == PT_LOAD && offset < segments[i].p_memsz)
            return offset < segments[i].p_filesz ? least(segments[i].p_filesz - offset, bytes) : 0;
    }
    return bytes;
}
