/* Which of the process's files an address lies in: the program's or a library's.
 *
 * dladdr would take the loader's lock, which whoever opens or closes a library has while that one's constructors and
 * destructors call the registry; the lock of the list of files, which this takes, is held by nobody who calls out. */
#define _GNU_SOURCE
#include <link.h>

#include "module/registry_internal.h"

struct file_query {
    uintptr_t address;
    const void *headers; /* of the file that was found */
};

static int visit_file(struct dl_phdr_info *file, size_t size, void *data) {
    struct file_query *query = data;
    for (int i = 0; i < file->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &file->dlpi_phdr[i];
        uintptr_t start = file->dlpi_addr + segment->p_vaddr;
        if (segment->p_type != PT_LOAD || query->address - start >= segment->p_memsz) continue;
        query->headers = file->dlpi_phdr;
        return 1;
    }
    return 0;
}

const void *swrt_file_of(const void *address) {
    struct file_query query = {.address = (uintptr_t)address};
    dl_iterate_phdr(visit_file, &query);
    return query.headers;
}
