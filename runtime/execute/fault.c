/* Faults of device code: from the signal to the error code.
 *
 * A bad access in a kernel must not end the process. The handler only notes what happened and jumps back into the
 * executor's loop; explaining it (names, source lines) needs functions that a handler must not call. The jump leaves
 * nothing behind: coroutine frames, the block's memory and printf's scratch belong to the executor, and the one lock
 * that device code can hold is remembered there (struct swrt_executor.held).
 *
 * The handler runs on a stack of its own, so that endless recursion in a kernel is survived too. It is installed
 * without blocking the signal (SA_NODEFER), because it is left by a jump. Signals that do not come from device code go
 * to whoever handled them before, and a program that installs its own handler later does not take away ours: it is
 * checked, at the price of a system call, whenever a thread sets about running a grid's blocks. SIGSEGV is asked for
 * alone, and the others with it when it has been taken: generated code divides by nothing that traps
 * (src/transform/guard.c) and holds no instruction that is none, and files behind memory seldom get shorter.
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

#include "check/check.h"
#include "execute/block.h"
#include "execute/culprit.h"
#include "execute/deferred.h"
#include "memory/memory.h"
#include "stream/verifier.h"

enum { NEAR_STACK = 64 << 10, TRAP_GENERAL_PROTECTION = 13, ERROR_WRITE = 2, MOST_DEEPER = 8 };

static const int signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
static struct sigaction previous[NSIG];
static const struct swrt_fault overrun = {
    .kind = SWRT_FAULT_SIGNAL, .signal = SIGSEGV, .overrun = true, .error = cudaErrorIllegalAddress};
static const struct swrt_fault frame_overrun = {.kind = SWRT_FAULT_SIGNAL, .signal = SIGSEGV, .overrun = true,
                                                .in_frame = true, .error = cudaErrorIllegalAddress};
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

static void restore_default(int signal, const siginfo_t *info) {
    /* Returning repeats the instruction, now with the default action; a signal that was sent must be resent. */
    struct sigaction restore = {.sa_handler = SIG_DFL};
    sigaction(signal, &restore, NULL);
    if (info->si_code <= 0)
        raise(signal);
}

/* A handler that was installed after ours may call ours as the one before it, and so on for ever. It may as well leave
 * by a jump and never return, so calls can not be counted; but only a recursion gets deeper every time. */
static bool is_going_round(void) {
    char *frame = __builtin_frame_address(0);
    struct swrt_fault_notes *notes = swrt_fault_notes();
    notes->deeper = notes->frame && frame < notes->frame ? notes->deeper + 1 : 0;
    notes->frame = frame;
    return notes->deeper > MOST_DEEPER;
}

static void pass_on(int signal, siginfo_t *info, void *context) {
    const struct sigaction *old = &previous[signal];
    bool is_function = old->sa_flags & SA_SIGINFO || (old->sa_handler != SIG_DFL && old->sa_handler != SIG_IGN);
    if (!is_function || is_going_round())
        restore_default(signal, info);
    else if (old->sa_flags & SA_SIGINFO)
        old->sa_sigaction(signal, info, context);
    else
        old->sa_handler(signal);
}

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
    return fault->signal == SIGSEGV || fault->signal == SIGBUS ? cudaErrorIllegalAddress : cudaErrorLaunchFailure;
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

static void note(struct swrt_fault *fault, int signal, const siginfo_t *info, const ucontext_t *context) {
    *fault = (struct swrt_fault){.kind = SWRT_FAULT_SIGNAL, .signal = signal, .code = info->si_code};
    fault->address = (uintptr_t)info->si_addr;
#ifdef __x86_64__
    uintptr_t sp = (uintptr_t)context->uc_mcontext.gregs[REG_RSP];
    fault->pc = (uintptr_t)context->uc_mcontext.gregs[REG_RIP];
    fault->general_protection =
        signal == SIGSEGV && context->uc_mcontext.gregs[REG_TRAPNO] == TRAP_GENERAL_PROTECTION;
    if (fault->general_protection)
        fault->misaligned = is_aligned_access((const uint8_t *)fault->pc);
    else if (signal == SIGSEGV)
        note_overrun(fault, swrt_self()->executor);
    if (signal == SIGSEGV && !fault->general_protection && !fault->overrun)
        fault->stack_overflow |= is_below_stack(fault->address) ||
                                (fault->address + NEAR_STACK > sp && fault->address < sp + NEAR_STACK);
    fault->is_read = fault->overrun && !(context->uc_mcontext.gregs[REG_ERR] & ERROR_WRITE);
    /* No code where a function pointer led to: the call stands before the address that it has pushed. */
    fault->is_call = signal == SIGSEGV && !fault->general_protection && fault->pc == fault->address;
    if (fault->is_call)
        fault->pc = *(const uintptr_t *)sp - 1;
#endif
    const struct swrt_executor *x = swrt_self()->executor;
    if (x && x->running && !fault->overrun && swrt_fiber_overrun(x->running)) /* the rest followed from that */
        *fault = overrun;
    fault->misaligned |= signal == SIGBUS && info->si_code == BUS_ADRALN;
    fault->error = error_of(fault);
}

static bool is_held(uintptr_t address) {
    return swrt_memory_held(address) || (swrt_verifier && swrt_verifier->fault(address));
}

static void handle_signal(int signal, siginfo_t *info, void *context) {
    struct swrt_executor *x = swrt_self()->executor;
    uintptr_t address = (uintptr_t)info->si_addr;
    if (swrt_culprit_seeks()) {
        struct swrt_fault now;
        note(&now, signal, info, context);
        swrt_culprit_seen(&now);
        return;
    }
    if (signal == SIGSEGV && info->si_code == SEGV_ACCERR && is_held(address))
        return;
    if (swrt_verifier && swrt_verifier->interrupt(signal, info))
        return;
    if (!x || !x->running || info->si_code <= 0) {
        pass_on(signal, info, context);
        return;
    }
    note(&x->fault, signal, info, context);
    siglongjmp(x->recover, 1);
}

static bool is_ours(int signal) {
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && now.sa_flags & SA_SIGINFO && now.sa_sigaction == handle_signal;
}

static void install(int signal) {
    struct sigaction action = {.sa_sigaction = handle_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    sigemptyset(&action.sa_mask);
    if (!is_ours(signal))
        sigaction(signal, &action, &previous[signal]);
}

void swrt_fault_install(void) {
    if (is_ours(SIGSEGV))
        return;
    swrt_mutex_lock(&lock);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        install(signals[i]);
    swrt_mutex_unlock(&lock);
}

/* A fault whose signal is blocked ends the process, whatever the handler. */
void swrt_fault_unblock(sigset_t *before) {
    sigset_t faults;
    sigemptyset(&faults);
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        sigaddset(&faults, signals[i]);
    pthread_sigmask(SIG_UNBLOCK, &faults, before);
}

void swrt_fault_assertions(struct swrt_executor *x) {
    struct swrt_block *block = &x->running->block;
    const struct swrt_assertion *first = &x->assertions[0];
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_ASSERT, .error = cudaErrorAssert, .message = first->message,
                                   .file = first->file, .function = first->function, .line = first->line,
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
    siglongjmp(executor->recover, 1);
}

void swrt_fault_overrun(struct swrt_executor *executor) {
    executor->fault = overrun;
    swrt_fault_raise(executor);
}

void swrt_fault_frame(struct swrt_executor *executor) {
    executor->fault = frame_overrun;
    swrt_fault_raise(executor);
}

/* Where a frame was overrun, what came after it is only what followed from that. */
static void look_at_frames(struct swrt_executor *x, struct swrt_slot *slot) {
    if (!x->fault.overrun && swrt_slot_overrun(slot))
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
    if (!slot->grid->variant->plain && x->fault.kind == SWRT_FAULT_SIGNAL)
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
    }
    x->num_assertions = 0;
    x->running = slot;
}
