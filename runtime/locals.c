/* The stack for local variables that may be overrun: nothing else lies there, no return address and nothing of the
 * runtime's. A thread's outermost frame ends where the stack does. Behind it is memory that nobody may touch, and in
 * front of it, too: wide enough that an index which went astray by some millions meets it.
 *
 *      guard | stack, growing down: ..., the function that the kernel calls, the kernel | zeros to be read | guard
 *
 * To read a little beyond an array is common, in code that does not use what it has read, and a GPU says nothing; so
 * what lies next behind the stack can be read. */
#define _GNU_SOURCE
#include "locals.h"

#include <stddef.h>
#include <sys/mman.h>

#include "block.h"

enum { BYTES = SWRT_STACK_BYTES, READABLE = 64 << 10, GUARD = 256 << 20, LEAST_GUARD = 1 << 20 };

static bool create(struct swrt_locals *locals, size_t guard) {
    size_t whole = guard + BYTES + READABLE + guard;
    char *start = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (start == MAP_FAILED)
        return false;
    *locals = (struct swrt_locals){.low = start + guard, .high = start + guard + BYTES, .guard = guard};
    madvise(start, whole, MADV_NOHUGEPAGE); /* of most, a page or two are used */
    if (!mprotect(locals->low, BYTES, PROT_READ | PROT_WRITE) && !mprotect(locals->high, READABLE, PROT_READ))
        return true;
    munmap(start, whole);
    return false;
}

/* A process whose address space is limited (ulimit -v) has narrow guards. */
bool swrt_locals_create(struct swrt_locals *locals) {
    return create(locals, GUARD) || create(locals, LEAST_GUARD);
}

enum swrt_beyond swrt_locals_beyond(const struct swrt_locals *locals, uintptr_t address) {
    uintptr_t low = (uintptr_t)locals->low, high = (uintptr_t)locals->high;
    if (address - high < READABLE + locals->guard)
        return SWRT_BEYOND_END;
    return low - address - 1 < locals->guard ? SWRT_BEYOND_START : SWRT_NOT_BEYOND;
}

void **swrt_locals(void) {
    return &swrt_self()->executor->running->block.locals;
}

void swrt_local_overrun(void) {
    swrt_fault_overrun(swrt_self()->executor);
}
