/* Which of the process's files an address lies in, the program's or a library's, and what of the memory there comes
 * from the file.
 *
 * The registry asks while it holds its lock. So none of the loader's is taken: whoever opens or closes a library has
 * one while that one's constructors and destructors call the registry, and so has who goes through the list of files
 * (dl_iterate_phdr) while it calls functions of the program's. _dl_find_object, by which exceptions find their way,
 * takes none. C libraries before 2.35 do not have it, nor do programs that are linked statically: there the list has
 * to do. */
#define _GNU_SOURCE
#include "os/loader.h"

#include <dlfcn.h>
#include <link.h>
#include <string.h>

static int (*find_object)(void *address, struct dl_find_object *found); /* null: there is none */

struct file {
    const char *start; /* of its memory */
    uintptr_t base;    /* what is added to the addresses in it */
};

struct query {
    uintptr_t address;
    struct file *file;
};

static int visit_file(struct dl_phdr_info *info, size_t size, void *data) {
    struct query *query = data;
    uintptr_t first = UINTPTR_MAX;
    bool is_found = false;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD)
            continue;
        first = start < first ? start : first;
        is_found |= query->address - start < segment->p_memsz;
    }
    if (is_found)
        *query->file = (struct file){(const char *)first, info->dlpi_addr}; /* NOLINT */
    return is_found;
}

void swrt_loaded_begin(void) {
    *(void **)&find_object = dlsym(RTLD_DEFAULT, "_dl_find_object");
}

static bool find(const void *address, struct file *file) {
    struct dl_find_object found;
    struct query query = {(uintptr_t)address, file};
    if (!find_object)
        return dl_iterate_phdr(visit_file, &query);
    if (find_object((void *)address, &found))
        return false;
    *file = (struct file){found.dlfo_map_start, found.dlfo_link_map->l_addr};
    return true;
}

const void *swrt_loaded_start(const void *address) {
    struct file file;
    return find(address, &file) ? file.start : NULL;
}

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

/* A file begins with its header, and so does the memory that it is loaded to. */
static const ElfW(Ehdr) * header_of(const struct file *file) {
    return memcmp(file->start, ELFMAG, SELFMAG) ? NULL : (const void *)file->start;
}

/* A segment's memory past its part of the file (.bss) starts as zero. */
size_t swrt_loaded_bytes(const void *start, size_t bytes) {
    struct file file;
    const ElfW(Ehdr) *header = find(start, &file) ? header_of(&file) : NULL;
    const ElfW(Phdr) *segments = header ? (const void *)(file.start + header->e_phoff) : NULL;
    for (unsigned i = 0; header && i < header->e_phnum; i++) {
        uintptr_t offset = (uintptr_t)start - file.base - segments[i].p_vaddr;
        if (segments[i].p_type == PT_LOAD && offset < segments[i].p_memsz)
            return offset < segments[i].p_filesz ? least(segments[i].p_filesz - offset, bytes) : 0;
    }
    return bytes;
}
