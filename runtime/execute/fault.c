/* Faults of device code: from the signal to the error code.
 *
 * A bad access in a kernel must not end the process. The handler notes what happened and jumps back into the executor's
 * loop; explaining the fault (names, source lines) needs functions that a handler must not call. The jump leaks nothing:
 * coroutine frames, the block's memory and printf's scratch belong to the executor, and the one lock that device code can
 * hold is noted there (struct swrt_executor.held).
 *
 * A signal that device code has not caused goes to the handler that was there before (os/thread/fault_signals.h). A thread
 * that begins to run a grid's blocks sees to it that faults arrive here. */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "execute/block.h"
#include "execute/culprit.h"
#include "execute/deferred.h"
#include "memory/memory.h"
#include "os/thread/fault_signals.h"
#include "report/error.h"
#include "stream/verifier.h"

enum { NEAR_STACK = 64 << 10 };

static const struct swrt_fault overrun = {
    .kind = SWRT_FAULT_SIGNAL, .signal = SWRT_SIGNAL_ACCESS, .overrun = true, .error = cudaErrorIllegalAddress};
static const struct swrt_fault frame_overrun = {.kind = SWRT_FAULT_SIGNAL,
                                                .signal = SWRT_SIGNAL_ACCESS,
                                                .overrun = true,
                                                .in_frame = true,
                                                .error = cudaErrorIllegalAddress};

/* Whether the opcode after a legacy (no VEX) prefix sequence is one whose memory operand must be aligned. */
static bool legacy_needs_alignment(uint8_t opcode, bool operand_size) {
    switch (opcode) {
    case 0x28:
    case 0x29:
    case 0x2b:
        return true;
    case 0x6f:
    case 0x7f:
    case 0xe7:
        return operand_size;
    default:
        return (opcode >= 0x50 && opcode <= 0x5f) || (operand_size && opcode >= 0x60 && opcode <= 0x76) ||
               (operand_size && opcode >= 0xd1);
    }
}

static bool vector_needs_alignment(uint8_t opcode, unsigned prefix) {
    return opcode == 0x28 || opcode == 0x29 || opcode == 0x2b ||
           (prefix == 1 && (opcode == 0x6f || opcode == 0x7f || opcode == 0xe7));
}

/* A general-protection fault has two causes in compiled code: an address with impossible high bits, or a vector access
 * that is not aligned. The instruction tells. */
static bool is_aligned_access(const uint8_t *code) {
    if (code[0] == 0xc5)
        return vector_needs_alignment(code[2], code[1] & 3);
    if (code[0] == 0xc4)
        return vector_needs_alignment(code[3], code[2] & 3);
    if (code[0] == 0x62)
        return vector_needs_alignment(code[4], code[2] & 3);
    bool operand_size = false;
    for (; *code == 0x66 || (*code & 0xf0) == 0x40; code++)
        operand_size |= *code == 0x66;
    return code[0] == 0x0f && legacy_needs_alignment(code[1], operand_size);
}

static cudaError_t error_of(const struct swrt_fault *fault) {
    if (fault->misaligned)
        return cudaErrorMisalignedAddress;
    bool is_address = fault->signal == SWRT_SIGNAL_ACCESS || fault->signal == SWRT_SIGNAL_PAGE;
    return is_address ? cudaErrorIllegalAddress : cudaErrorLaunchFailure;
}

/* Where nothing but a stack that has grown too far leads to. */
static bool is_below_stack(uintptr_t address) {
    const struct swrt_executor *x = swrt_self()->executor;
    if (x && x->running && swrt_fiber_overflows(x->running, (const void *)address))
        return true;
    uintptr_t low = (uintptr_t)swrt_self()->stack_low;
    return low && address < low && low - address <= SWRT_STACK_GUARD;
}

static enum swrt_beyond beyond_frames(const struct swrt_slot *slot, uintptr_t address) {
    return swrt_fiber_beyond(slot, address) ? SWRT_BEYOND_END : swrt_frames_beyond(&slot->frames, address);
}

/* A stack that has grown too far ends near where it would have gone on. */
static bool is_full(const struct swrt_executor *x) {
    const char *top = x->running ? x->running->block.locals : NULL;
    return top && top < x->locals.low + NEAR_STACK;
}

static void note_overrun(struct swrt_fault *fault, const struct swrt_executor *x) {
    if (!x)
        return;
    enum swrt_beyond beyond = swrt_guarded_beyond(&x->locals, fault->address);
    fault->stack_overflow = beyond == SWRT_BEYOND_START && is_full(x);
    if (beyond == SWRT_NOT_BEYOND && x->running)
        beyond = beyond_frames(x->running, fault->address);
    fault->is_before = beyond == SWRT_BEYOND_START;
    fault->overrun = beyond != SWRT_NOT_BEYOND && !fault->stack_overflow;
}

static void note(struct swrt_fault *fault, const struct swrt_fault_signal *from) {
    bool is_access = from->signal == SWRT_SIGNAL_ACCESS;
    *fault = (struct swrt_fault){.kind = SWRT_FAULT_SIGNAL,
                                 .signal = from->signal,
                                 .address = from->address,
                                 .pc = from->pc,
                                 .general_protection = from->general_protection};
    if (fault->general_protection)
        fault->misaligned = is_aligned_access((const uint8_t *)fault->pc);
    else if (is_access)
        note_overrun(fault, swrt_self()->executor);
    if (is_access && !fault->general_protection && !fault->overrun)
        fault->stack_overflow |= is_below_stack(fault->address) ||
                                 (fault->address + NEAR_STACK > from->sp && fault->address < from->sp + NEAR_STACK);
    fault->is_read = fault->overrun && !from->is_write;
    /* No code where a function pointer led to: the call stands before the address that it has pushed. */
    fault->is_call = is_access && !fault->general_protection && fault->pc == fault->address;
    if (fault->is_call)
        fault->pc = *(const uintptr_t *)from->sp - 1;
    const struct swrt_executor *x = swrt_self()->executor;
    if (x && x->running && !fault->overrun && swrt_fiber_overrun(x->running)) /* the rest followed from that */
        *fault = overrun;
    fault->misaligned |= from->is_misaligned;
    fault->error = error_of(fault);
}

static bool is_held(uintptr_t address) {
    return swrt_memory_held(address) || (swrt_verifier && swrt_verifier->fault(address));
}

static bool handle(const struct swrt_fault_signal *fault) {
    struct swrt_executor *x = swrt_self()->executor;
    if (swrt_culprit_seeks()) {
        struct swrt_fault now;
        note(&now, fault);
        swrt_culprit_seen(&now);
        return true;
    }
    if (fault->is_protected && is_held(fault->address))
        return true;
    if (fault->is_interrupt && swrt_is_sent_for()) {
        swrt_interrupted(fault->pc);
        return true;
    }
    if (!x || !x->running || fault->is_sent)
        return false;
    note(&x->fault, fault);
    swrt_fault_raise(x);
}

void swrt_fault_install(void) {
    swrt_faults_watch(SWRT_ASKED_FIRST, handle);
}

void swrt_fault_assertions(struct swrt_executor *x) {
    struct swrt_block *block = &x->running->block;
    const struct swrt_assertion *first = &x->assertions[0];
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_ASSERT,
                                   .error = cudaErrorAssert,
                                   .message = first->message,
                                   .file = first->file,
                                   .function = first->function,
                                   .line = first->line,
                                   .is_one_thread = true};
    block->tid = first->tid; /* it may name another by now */
    block->tid_x = x->tids_x[first->tid];
    block->tid_y = x->tids_y[first->tid];
    block->tid_z = x->tids_z[first->tid];
}

bool swrt_fault_has_others(const struct swrt_executor *x) {
    return x->fault.kind == SWRT_FAULT_ASSERT && x->num_assertions && x->num_assertions < SWRT_MOST_ASSERTIONS &&
           !swrt_check_is_on() && !x->running->grid->stop;
}

void swrt_fault_raise(struct swrt_executor *executor) {
    struct swrt_slot *slot = executor->running;
    if (slot && slot->steering)
        slot->steering->stopped(slot);
    longjmp(executor->recover, 1);
}

void swrt_fault_overrun(struct swrt_executor *executor) {
    executor->fault = overrun;
    swrt_fault_raise(executor);
}

void swrt_fault_frame(struct swrt_executor *executor) {
    executor->fault = frame_overrun;
    swrt_fault_raise(executor);
}

/* Addresses of x86-64 have 48 bits; those above are like the highest of them. */
static bool has_impossible_bits(uintptr_t address) {
    return (uintptr_t)((intptr_t)(address << 16) >> 16) != address;
}

/* Whether the function that could not be called is the one with which a thread goes on, which stands first in its frame.
 * (A null there is a thread that has ended.) The frame of one that has not begun may be another block's, long gone. */
static bool resumes_nowhere(const struct swrt_fault *fault, struct swrt_slot *slot) {
    const void *frame = swrt_coroutine_of(slot, slot->block.tid)->frame;
    uintptr_t function = frame && swrt_frames_hold(&slot->frames, frame) ? *(const uintptr_t *)frame : 0;
    if (fault->general_protection)
        return has_impossible_bits(function);
    return function && fault->is_call && function == fault->address;
}

/* Where a frame was overrun, what came after it is only what followed from that. */
static void look_at_frames(struct swrt_executor *x, struct swrt_slot *slot) {
    if (!x->fault.overrun && (swrt_slot_overrun(slot) || resumes_nowhere(&x->fault, slot)))
        x->fault = frame_overrun;
}

void swrt_fault_handle(struct swrt_executor *x) {
    struct swrt_slot *slot = x->running;
    if (x->held) {
        swrt_mutex_unlock(x->held);
        x->held = NULL;
    }
    const void *behind = swrt_deferred_faulted(x->deferred);
    if (behind)
        x->fault.pc = (uintptr_t)behind - 1;
    if (x->num_assertions) /* they came first, whatever it was that happened to others then */
        swrt_fault_assertions(x);
    if (!slot->grid->variant->loop && x->fault.kind == SWRT_FAULT_SIGNAL)
        look_at_frames(x, slot);
    bool first = !atomic_exchange(&slot->grid->stop, true);
    if (first && swrt_verifier)
        first = !swrt_verifier->hides_fault(slot->grid, &x->fault);
    /* A fault while this one is explained must not come back here. */
    x->running = NULL;
    if (first)
        swrt_culprit_find(x, slot, &x->fault);
    if (first) { /* said first, set then: a program that sees the error may exit at once */
        swrt_report_fault(slot, &x->fault);
        if (x->fault.kind != SWRT_FAULT_REPORTED)
            swrt_check_stopped(&slot->block, &x->fault);
        swrt_unread_note(NULL, slot->grid->kernel->name, x->fault.error, NULL);
        swrt_set_sticky(slot->grid->device, x->fault.error);
        swrt_interrupt_others(x, slot->grid->device);
    }
    x->num_assertions = 0;
    x->running = slot;
}
