/* Threads of debug builds: each has a stack of its own and is an ordinary thread of control to a debugger. Its
 * functions are called and return, its variables stay where they are, what it waits in is a call that comes back.
 *
 *      swrt_fiber_start    called for each thread instead of a coroutine's code: makes one, runs it to its first wait
 *      swrt_fiber_suspend  called by the thread, with its request in the block: back to who has resumed it
 *      swrt_fiber_end      called by the kernel in front of each of its returns: does not come back
 *
 * Nothing runs beside: a worker stands on one of the stacks, or on its own. Stacks of threads that have ended are used
 * again at once, so a kernel without waits uses one.
 *
 * A GPU gives a thread 512 KB at most. Below each stack is memory that nobody may touch, and so above each, which is
 * below the next; but each such place costs the process two of its 65530 mappings, so stacks beyond MOST_GUARDED end
 * where the next one begins, further away than any thread that a GPU can run gets.
 *
 * A local variable that is written to beyond its end changes what its thread has above it, and nothing else: fibers lie
 * elsewhere. A function that was called looks for that before it returns (LLVM's stack protector,
 * src/codegen/locals.c); the kernel ends here, and a mark above its variables tells.
 */
#include "execute/fiber.h"

#include <stdatomic.h>
#include <stdlib.h>

#include "base/fatal.h"
#include "execute/block.h"
#include "os/memory/pages.h"

/* An odd number of pages from one to the next: they would share few places in the processor's tables of pages. */
enum {
    STACK_BYTES = 2 << 20,
    GUARD_BYTES = (1 << 20) + 4096,
    UNIT = STACK_BYTES + GUARD_BYTES,
    CHUNK_STACKS = 64,
    MOST_GUARDED = 12000,
    COLOURS = 32,
    COLOUR_BYTES = 128,
    CHUNK_BYTES = CHUNK_STACKS * UNIT + GUARD_BYTES
};

struct swrt_fiber_chunk {
    struct swrt_fiber_chunk *next;
    char *start;
    struct swrt_fiber fibers[CHUNK_STACKS];
};

/* Keeps the caller's registers on its stack and *save, and goes on where `to` was kept. */
void swrt_fiber_switch(char **save, char *to);
/* Where a thread begins, with its fiber in rbx and its kernel in r12. There is no caller for a debugger to find. */
void swrt_fiber_begin(void);
void swrt_fiber_entered(struct swrt_fiber *fiber);
__asm__(".text\n"
        ".p2align 4\n"
        ".globl swrt_fiber_switch\n"
        ".hidden swrt_fiber_switch\n"
        ".type swrt_fiber_switch, @function\n"
        "swrt_fiber_switch:\n"
        "    .cfi_startproc\n"
        "    pushq %rbp\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %rbp, 0\n"
        "    pushq %rbx\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %rbx, 0\n"
        "    pushq %r12\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %r12, 0\n"
        "    pushq %r13\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %r13, 0\n"
        "    pushq %r14\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %r14, 0\n"
        "    pushq %r15\n    .cfi_adjust_cfa_offset 8\n    .cfi_rel_offset %r15, 0\n"
        "    movq %rsp, (%rdi)\n"
        "    movq %rsi, %rsp\n"
        "    popq %r15\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %r15\n"
        "    popq %r14\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %r14\n"
        "    popq %r13\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %r13\n"
        "    popq %r12\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %r12\n"
        "    popq %rbx\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %rbx\n"
        "    popq %rbp\n    .cfi_adjust_cfa_offset -8\n    .cfi_restore %rbp\n"
        "    popq %rcx\n    .cfi_adjust_cfa_offset -8\n    .cfi_register %rip, %rcx\n"
        "    jmpq *%rcx\n" /* a processor takes every ret for one to its last call, and that was another stack's */
        "    .cfi_endproc\n"
        ".size swrt_fiber_switch, . - swrt_fiber_switch\n"
        ".p2align 4\n"
        ".globl swrt_fiber_begin\n"
        ".hidden swrt_fiber_begin\n"
        ".type swrt_fiber_begin, @function\n"
        "swrt_fiber_begin:\n"
        "    .cfi_startproc\n"
        "    .cfi_undefined %rip\n"
        "    movq %rbx, %rdi\n"
        "    callq swrt_fiber_entered\n"
        "    movq %r13, %rdi\n"
        "    callq *%r12\n"
        "    ud2\n"
        "    .cfi_endproc\n"
        ".size swrt_fiber_begin, . - swrt_fiber_begin\n");

/* What swrt_fiber_switch takes from a stack. */
struct kept {
    void *r15, *r14, *r13, *r12, *rbx, *rbp, (*go_on)(void);
};

static _Noreturn void no_memory(const struct swrt_slot *slot) {
    struct swrt_executor *x = slot->executor;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                   .error = cudaErrorMemoryAllocation,
                                   .message = "out of memory for the stacks of the block's threads"};
    swrt_fault_raise(x);
}

static bool reserve(struct swrt_fibers *fibers) {
    size_t bytes = CHUNK_BYTES;
    struct swrt_fiber_chunk *chunk = malloc(sizeof *chunk);
    char *start = swrt_pages_map(bytes);
    if (!chunk || !start) {
        free(chunk);
        return false;
    }
    swrt_pages_prefer_small(start, bytes); /* of most, a page or two are used */
    swrt_pages_allow(start + bytes - GUARD_BYTES, GUARD_BYTES, SWRT_NO_ACCESS);
    chunk->next = fibers->chunks;
    chunk->start = start;
    fibers->chunks = chunk;
    fibers->chunk = start;
    fibers->left = CHUNK_STACKS;
    return true;
}

/* What a mark is made of; it takes a cache line at the top of the stack. */
enum { MARK_WORDS = 8 };

static uint64_t mark_of(const struct swrt_fiber *fiber) {
    return (uintptr_t)fiber ^ 0x9d39247e33776d41u;
}

static void set_mark(const struct swrt_fiber *fiber) {
    for (unsigned i = 0; i < MARK_WORDS; i++)
        fiber->mark[i] = mark_of(fiber);
}

static bool is_marked(const struct swrt_fiber *fiber) {
    for (unsigned i = 0; i < MARK_WORDS; i++)
        if (fiber->mark[i] != mark_of(fiber))
            return false;
    return true;
}

/* Stacks do not begin at the same place in a page all: they would share few cache sets. */
static struct swrt_fiber *make(struct swrt_fibers *fibers) {
    static _Atomic unsigned guarded;
    if (!fibers->left && !reserve(fibers))
        return NULL;
    char *start = fibers->chunk, *low = start + GUARD_BYTES;
    if (atomic_load_explicit(&guarded, memory_order_relaxed) < MOST_GUARDED &&
        swrt_pages_allow(start, GUARD_BYTES, SWRT_NO_ACCESS))
        atomic_fetch_add_explicit(&guarded, 1, memory_order_relaxed);
    size_t colour = fibers->left % COLOURS * COLOUR_BYTES;
    fibers->chunk += UNIT;
    fibers->left--;
    struct swrt_fiber *fiber = &fibers->chunks->fibers[fibers->left];
    fiber->low = low;
    fiber->bytes = STACK_BYTES;
    fiber->mark = (uint64_t *)(low + STACK_BYTES - colour) - MARK_WORDS;
    swrt_stack_register(low, low + STACK_BYTES - 1);
    return fiber;
}

static struct swrt_fiber *take(struct swrt_slot *slot) {
    struct swrt_fibers *fibers = &slot->executor->fibers;
    struct swrt_fiber *fiber = fibers->spare;
    if (fiber)
        fibers->spare = fiber->next;
    else if (!(fiber = make(fibers)))
        no_memory(slot);
    fiber->link = &slot->fibers;
    fiber->next = slot->fibers;
    if (fiber->next)
        fiber->next->link = &fiber->next;
    return slot->fibers = fiber;
}

static void give_back(struct swrt_slot *slot, struct swrt_fiber *fiber) {
    struct swrt_fibers *fibers = &slot->executor->fibers;
    *fiber->link = fiber->next;
    if (fiber->next)
        fiber->next->link = fiber->link;
    fiber->next = fibers->spare;
    fibers->spare = fiber;
}

void swrt_fibers_drop(struct swrt_slot *slot) {
    while (slot->fibers)
        give_back(slot, slot->fibers);
}

/* Until it waits or ends. */
static inline __attribute__((always_inline)) void run(struct swrt_slot *slot, struct swrt_fiber *fiber) {
    void *fake = NULL;
    slot->fiber = fiber;
    swrt_stack_leave(&fake, fiber->low, fiber->bytes);
    swrt_fiber_switch(&fiber->back, fiber->own);
    swrt_stack_arrive(fake, NULL, NULL);
    slot->fiber = NULL;
    if (!fiber->resume)
        give_back(slot, fiber);
}

static void resume(void *fiber) {
    struct swrt_fiber *f = fiber;
    run(f->block->runtime, f);
}

__attribute__((used)) void swrt_fiber_entered(struct swrt_fiber *fiber) {
    swrt_stack_arrive(NULL, &fiber->from, &fiber->from_bytes);
}

/* The stack pointer on 16 bytes when all that is kept has been taken. */
static void prepare(struct swrt_fiber *fiber, char *high, void (*function)(struct swrt_block *),
                    struct swrt_block *block) {
    struct kept *kept = (struct kept *)(high - sizeof *kept - 16);
    *kept = (struct kept){.rbx = fiber, .r12 = (void *)function, .r13 = block, .go_on = swrt_fiber_begin};
    fiber->own = (char *)kept;
}

void swrt_fiber_begin_at(struct swrt_fiber *fiber, void (*function)(struct swrt_block *), struct swrt_block *block) {
    prepare(fiber, fiber->low + fiber->bytes, function, block);
}

void swrt_fiber_go(struct swrt_fiber *fiber) {
    void *fake = NULL;
    swrt_stack_leave(&fake, fiber->low, fiber->bytes);
    swrt_fiber_switch(&fiber->back, fiber->own);
    swrt_stack_arrive(fake, NULL, NULL);
}

void swrt_fiber_come_back(struct swrt_fiber *fiber) {
    swrt_stack_leave(&fiber->fake, fiber->from, fiber->from_bytes);
    swrt_fiber_switch(&fiber->own, fiber->back);
    swrt_stack_arrive(fiber->fake, &fiber->from, &fiber->from_bytes);
}

void swrt_fiber_leave(struct swrt_fiber *fiber) {
    swrt_stack_leave(NULL, fiber->from, fiber->from_bytes);
    swrt_fiber_switch(&fiber->own, fiber->back);
    swrt_fatal("a thread of a kernel was resumed after its end: this is a bug in Softwarp, please report it");
}

void *swrt_fiber_start(struct swrt_block *block, void (*kernel)(struct swrt_block *)) {
    struct swrt_slot *slot = block->runtime;
    struct swrt_fiber *fiber = take(slot);
    set_mark(fiber);
    fiber->resume = resume;
    fiber->block = block;
    fiber->kernel = kernel;
    prepare(fiber, (char *)fiber->mark, kernel, block);
    run(slot, fiber);
    return fiber;
}

/* The block that device code names lies on the thread's stack, where it may have been written over. */
static struct swrt_slot *slot_that_runs(const struct swrt_block *block) {
    struct swrt_executor *x = swrt_self()->executor;
    if (block != &x->running->block)
        swrt_fault_overrun(x);
    return x->running;
}

void swrt_fiber_suspend(struct swrt_block *block) {
    struct swrt_fiber *fiber = slot_that_runs(block)->fiber;
    fiber->at = __builtin_return_address(0);
    swrt_fiber_come_back(fiber);
}

void swrt_fiber_end(struct swrt_block *block) {
    struct swrt_slot *slot = slot_that_runs(block);
    struct swrt_fiber *fiber = slot->fiber;
    if (!is_marked(fiber))
        swrt_fault_overrun(slot->executor);
    fiber->resume = NULL;
    swrt_fiber_leave(fiber);
}

void swrt_fiber_left(struct swrt_slot *slot) {
    struct swrt_fiber *fiber = slot->fiber;
    if (!fiber)
        return;
    slot->fiber = NULL;
    swrt_stack_leave(NULL, fiber->from, fiber->from_bytes);
    swrt_stack_arrive(NULL, NULL, NULL);
}

bool swrt_fibers_hold(const struct swrt_slot *slot, const void *address) {
    for (const struct swrt_fiber_chunk *c = slot->executor->fibers.chunks; c; c = c->next)
        if ((uintptr_t)address - (uintptr_t)c->start < CHUNK_BYTES)
            return true;
    return false;
}

bool swrt_fiber_overflows(const struct swrt_slot *slot, const void *address) {
    const struct swrt_fiber *fiber = slot->fiber;
    return fiber && (uintptr_t)fiber->low - (uintptr_t)address - 1 < GUARD_BYTES;
}

bool swrt_fiber_beyond(const struct swrt_slot *slot, uintptr_t address) {
    const struct swrt_fiber *fiber = slot->fiber;
    return fiber && address - (uintptr_t)fiber->low - STACK_BYTES < GUARD_BYTES;
}

bool swrt_fiber_overrun(const struct swrt_slot *slot) {
    return slot->fiber && !is_marked(slot->fiber);
}
