/* Memory maps and their protection (pages.h). */
#define _GNU_SOURCE
#include "os/memory/pages.h"

#include <sys/mman.h>

enum { OWN = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE };

static int protection(enum swrt_access access) {
    static const int of[] = {
        [SWRT_NO_ACCESS] = PROT_NONE, [SWRT_READ_ONLY] = PROT_READ, [SWRT_READ_WRITE] = PROT_READ | PROT_WRITE};
    return of[access];
}

static void *map(void *start, size_t bytes, enum swrt_access access, int flags, int file, size_t offset) {
    void *address = mmap(start, bytes, protection(access), flags, file, (off_t)offset);
    return address == MAP_FAILED ? NULL : address;
}

void *swrt_pages_reserve(size_t bytes) {
    return map(NULL, bytes, SWRT_NO_ACCESS, OWN, -1, 0);
}

void *swrt_pages_map(size_t bytes) {
    return map(NULL, bytes, SWRT_READ_WRITE, OWN, -1, 0);
}

void swrt_pages_unmap(void *start, size_t bytes) {
    munmap(start, bytes);
}

bool swrt_pages_allow(void *start, size_t bytes, enum swrt_access access) {
    return !mprotect(start, bytes, protection(access));
}

void swrt_pages_discard(void *start, size_t bytes) {
    madvise(start, bytes, MADV_DONTNEED);
}

bool swrt_pages_renew(void *start, size_t bytes, enum swrt_access access) {
    return map(start, bytes, access, OWN | MAP_FIXED, -1, 0);
}

bool swrt_pages_map_file(void *start, size_t bytes, enum swrt_access access, int file, size_t offset) {
    return map(start, bytes, access, MAP_SHARED | MAP_FIXED, file, offset);
}

void *swrt_pages_map_whole_file(size_t bytes, int file) {
    return map(NULL, bytes, SWRT_READ_WRITE, MAP_SHARED, file, 0);
}

void swrt_pages_discard_file(void *start, size_t bytes) {
    madvise(start, bytes, MADV_REMOVE);
}

void swrt_pages_prefer_huge(void *start, size_t bytes) {
    madvise(start, bytes, MADV_HUGEPAGE);
}

bool swrt_pages_prefer_small(void *start, size_t bytes) {
    return !madvise(start, bytes, MADV_NOHUGEPAGE);
}

/* Kernels before 5.14 cannot, and C libraries before them do not name it. */
void swrt_pages_populate(void *start, size_t bytes) {
#ifdef MADV_POPULATE_WRITE
    madvise(start, bytes, MADV_POPULATE_WRITE);
#else
    (void)start, (void)bytes;
#endif
}
