/* The stack for local variables that may be overrun: nothing else lies there, no return address and nothing of the
 * runtime's. A thread's outermost frame ends where the stack does. Behind it is memory that nobody may touch, and in
 * front of it, too: wide enough that an index which went astray by some millions meets it.
 *
 *      guard | stack, growing down: ..., the function that the kernel calls, the kernel | zeros to be read | guard
 */
#include "execute/locals.h"

#include "execute/block.h"

enum { READABLE = 64 << 10, GUARD = 256 << 20 };

bool swrt_locals_create(struct swrt_guarded *stack) {
    return swrt_guarded_create(stack, SWRT_STACK_BYTES, READABLE, GUARD);
}

void **swrt_locals(void) {
    return &swrt_self()->executor->running->block.locals;
}

void swrt_local_overrun(void) {
    swrt_fault_overrun(swrt_self()->executor);
}
