/* Memory between memory that nobody may touch.
 *
 *      guard | memory | zeros to be read | guard
 *
 * To read a little beyond an array is common, in code that does not use what it has read, and a GPU says nothing; so
 * what lies next behind can be made readable. */
#define _GNU_SOURCE
#include "os/memory/guarded.h"

#include <sys/mman.h>

enum { LEAST_GUARD = 1 << 20 };

static bool create(struct swrt_guarded *memory, size_t bytes, size_t readable, size_t guard) {
    size_t whole = guard + bytes + readable + guard;
    char *start = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (start == MAP_FAILED)
        return false;
    *memory = (struct swrt_guarded){
        .low = start + guard, .high = start + guard + bytes, .readable = readable, .guard = guard};
    madvise(start, whole, MADV_NOHUGEPAGE); /* of most, a page or two are used */
    if (!mprotect(memory->low, bytes, PROT_READ | PROT_WRITE) &&
        (!readable || !mprotect(memory->high, readable, PROT_READ)))
        return true;
    munmap(start, whole);
    return false;
}

bool swrt_guarded_create(struct swrt_guarded *memory, size_t bytes, size_t readable, size_t guard) {
    if (create(memory, bytes, readable, guard) || create(memory, bytes, readable, LEAST_GUARD))
        return true;
    *memory = (struct swrt_guarded){0};
    return false;
}

void swrt_guarded_destroy(struct swrt_guarded *memory) {
    if (memory->low)
        munmap(memory->low - memory->guard,
               (size_t)(memory->high - memory->low) + memory->readable + 2 * memory->guard);
    *memory = (struct swrt_guarded){0};
}

enum swrt_beyond swrt_guarded_beyond(const struct swrt_guarded *memory, uintptr_t address) {
    uintptr_t low = (uintptr_t)memory->low, high = (uintptr_t)memory->high;
    if (address - high < memory->readable + memory->guard)
        return SWRT_BEYOND_END;
    return low - address - 1 < memory->guard ? SWRT_BEYOND_START : SWRT_NOT_BEYOND;
}
