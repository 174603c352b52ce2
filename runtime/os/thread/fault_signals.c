/* Faults (fault_signals.h): from the signal to who sees to it.
 *
 * The handler runs on a stack of its own, so that endless recursion in a kernel is survived too. It is installed
 * without blocking the signal (SA_NODEFER), because it may be left by a jump. Signals that nobody of the runtime's wants
 * go to whoever handled them before, and a program that installs its own handler later does not take away ours: it is
 * checked, at the price of a system call, each time that somebody has an interest in faults. SIGSEGV is asked for
 * alone, and the others with it when it has been taken: generated code divides by nothing that traps
 * (src/transform/guard.c) and holds no instruction that is none, and files behind memory seldom get shorter. */
#define _GNU_SOURCE
#include "os/thread/fault_signals.h"

#include <signal.h>
#include <stdatomic.h>
#include <ucontext.h>
#include <unistd.h>

#include "os/thread/lock.h"
#include "os/thread/signal.h"
#include "os/thread/thread.h"

enum { TRAP_GENERAL_PROTECTION = 13, ERROR_WRITE = 2, MOST_DEEPER = 8 };

static const int numbers[SWRT_SIGNALS] = {[SWRT_SIGNAL_ACCESS] = SIGSEGV,
                                          [SWRT_SIGNAL_PAGE] = SIGBUS,
                                          [SWRT_SIGNAL_ARITHMETIC] = SIGFPE,
                                          [SWRT_SIGNAL_INSTRUCTION] = SIGILL};
static struct sigaction previous[NSIG];
static _Atomic(swrt_fault_handler) handlers[SWRT_FAULT_TURNS];
static struct swrt_mutex lock = SWRT_MUTEX_FREE;

void swrt_signals_unblock_faults(struct swrt_signal_mask *before) {
    sigset_t faults;
    sigemptyset(&faults);
    for (int i = 0; i < SWRT_SIGNALS; i++)
        sigaddset(&faults, numbers[i]);
    pthread_sigmask(SIG_UNBLOCK, &faults, before ? &before->os : NULL);
}

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

static enum swrt_signal kind_of(int number) {
    enum swrt_signal signal = 0;
    while (numbers[signal] != number)
        signal++;
    return signal;
}

static bool is_interrupt(int signal, const siginfo_t *info) {
    return signal == SIGILL && info->si_code == SI_TKILL && info->si_pid == getpid();
}

static void describe(struct swrt_fault_signal *fault, int signal, const siginfo_t *info, const ucontext_t *context) {
    const greg_t *registers = context->uc_mcontext.gregs;
    *fault = (struct swrt_fault_signal){.signal = kind_of(signal),
                                        .is_sent = info->si_code <= 0,
                                        .is_interrupt = is_interrupt(signal, info),
                                        .is_protected = signal == SIGSEGV && info->si_code == SEGV_ACCERR,
                                        .general_protection = signal == SIGSEGV &&
                                                              registers[REG_TRAPNO] == TRAP_GENERAL_PROTECTION,
                                        .is_misaligned = signal == SIGBUS && info->si_code == BUS_ADRALN,
                                        .is_write = registers[REG_ERR] & ERROR_WRITE,
                                        .address = (uintptr_t)info->si_addr,
                                        .pc = (uintptr_t)registers[REG_RIP],
                                        .sp = (uintptr_t)registers[REG_RSP]};
}

static void handle_signal(int signal, siginfo_t *info, void *context) {
    struct swrt_fault_signal fault;
    describe(&fault, signal, info, context);
    for (int turn = 0; turn < SWRT_FAULT_TURNS; turn++) {
        swrt_fault_handler handler = atomic_load(&handlers[turn]);
        if (handler && handler(&fault))
            return;
    }
    pass_on(signal, info, context);
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

void swrt_faults_watch(enum swrt_fault_turn turn, swrt_fault_handler handler) {
    if (atomic_load_explicit(&handlers[turn], memory_order_relaxed) != handler)
        atomic_store(&handlers[turn], handler);
    if (is_ours(SIGSEGV))
        return;
    swrt_mutex_lock(&lock);
    for (int i = 0; i < SWRT_SIGNALS; i++)
        install(numbers[i]);
    swrt_mutex_unlock(&lock);
}

void swrt_thread_interrupt(struct swrt_thread_id thread) {
    swrt_mutex_lock(&lock);
    install(SIGILL); /* the program may have put another handler there since */
    swrt_mutex_unlock(&lock);
    pthread_kill(thread.os, SIGILL);
}

/* A handler of the program's that comes back would have the access done. */
_Noreturn void swrt_fault_crash(void) {
    raise(SIGSEGV);
    signal(SIGSEGV, SIG_DFL);
    raise(SIGSEGV);
    for (;;)
        _exit(128 + SIGSEGV);
}
