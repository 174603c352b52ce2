/* Signals of the calling thread (signal.h). */
#define _GNU_SOURCE
#include "os/signal.h"

#include "os/fault_signals.h"

void swrt_signals_block(struct swrt_signal_mask *before) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before->os);
}

void swrt_signals_unblock_faults(struct swrt_signal_mask *before) {
    sigset_t faults;
    sigemptyset(&faults);
    for (enum swrt_signal signal = 0; signal < SWRT_SIGNALS; signal++)
        sigaddset(&faults, swrt_signal_number(signal));
    pthread_sigmask(SIG_UNBLOCK, &faults, before ? &before->os : NULL);
}

void swrt_signals_restore(const struct swrt_signal_mask *before) {
    pthread_sigmask(SIG_SETMASK, &before->os, NULL);
}

bool swrt_signal_stack_use(void *low, size_t bytes, struct swrt_signal_stack *before) {
    const stack_t own = {.ss_sp = low, .ss_size = bytes};
    return !sigaltstack(&own, before ? &before->os : NULL);
}

void swrt_signal_stack_restore(const struct swrt_signal_stack *before) {
    sigaltstack(&before->os, NULL);
}
