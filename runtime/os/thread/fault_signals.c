/* Faults (fault_signals.h): from the signal to who sees to it.
 *
 * The handler runs on a stack of its own, so that endless recursion in a kernel is survived too. It is installed without
 * blocking the signal (SA_NODEFER), because it may be left by a jump. Signals that nobody of the runtime's wants go to
 * whoever handled them before, with those blocked that it has asked for. A program that installs its own handler later
 * does not take away ours: it is checked, at the price of a system call, each time that somebody has an interest in
 * faults. SIGSEGV is asked for alone, and the others with it when it has been taken: generated code divides by nothing
 * that traps (src/transform/guard.c) and holds no instruction that is none, and files behind memory seldom get
 * shorter. */
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
static atomic_bool is_spent[NSIG]; /* it was for one signal (SA_RESETHAND), which has come */
static atomic_bool stay_open;
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

/* What the system blocks while the handler runs. */
static sigset_t blocked_by(const struct sigaction *action, int signal) {
    sigset_t blocked = action->sa_mask;
    if (!(action->sa_flags & SA_NODEFER))
        sigaddset(&blocked, signal);
    for (int i = 0; i < SWRT_SIGNALS && atomic_load(&stay_open); i++)
        sigdelset(&blocked, numbers[i]);
    return blocked;
}

static void call(const struct sigaction *action, int signal, siginfo_t *info, void *context) {
    sigset_t blocked = blocked_by(action, signal), before;
    pthread_sigmask(SIG_BLOCK, &blocked, &before);
    if (action->sa_flags & SA_SIGINFO)
        action->sa_sigaction(signal, info, context);
    else
        action->sa_handler(signal);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Whether there is a function to call. One that was for one signal is there once. */
static bool takes_function(const struct sigaction *action, int signal) {
    bool is_function = action->sa_flags & SA_SIGINFO ||
                       (action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN);
    return is_function && !(action->sa_flags & SA_RESETHAND && atomic_exchange(&is_spent[signal], true));
}

static void pass_on(int signal, siginfo_t *info, void *context) {
    const struct sigaction *old = &previous[signal];
    bool is_ignored = !(old->sa_flags & SA_SIGINFO) && old->sa_handler == SIG_IGN && info->si_code <= 0;
    if (is_ignored)
        return;
    if (!is_going_round() && takes_function(old, signal))
        call(old, signal, info, context);
    else
        restore_default(signal, info);
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
    if (is_ours(signal))
        return;
    sigaction(signal, &action, &previous[signal]);
    atomic_store(&is_spent[signal], false);
}

void swrt_faults_stay_open(void) {
    atomic_store(&stay_open, true);
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
