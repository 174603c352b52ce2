/* Signals: which of them the calling thread gets, and the stack that their handlers run on. What each launch does is
 * inline. */
#ifndef SWRT_SIGNAL_H
#define SWRT_SIGNAL_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>

/* Which signals a thread does not get. */
struct swrt_signal_mask {
    sigset_t os;
};

/* Blocks every signal, faults as well, which then end the process. *before: what was blocked. */
void swrt_signals_block(struct swrt_signal_mask *before);

/* Lets the signals of faults (fault_signals.h) through, whatever the program has blocked: a fault whose signal is blocked
 * ends the process, whoever would handle it. before: null: nobody needs to know. */
void swrt_signals_unblock_faults(struct swrt_signal_mask *before);

/* Before: *before is from one of these. After: what was blocked then is, and nothing else. */
static inline void swrt_signals_restore(const struct swrt_signal_mask *before) {
    pthread_sigmask(SIG_SETMASK, &before->os, NULL);
}

struct swrt_signal_stack {
    stack_t os;
};

/* Has the handlers of the calling thread run on that stack. *before: what they ran on. false: all is as it was, because one
 * runs just now, on the old one. before: null: nobody needs to know. */
static inline bool swrt_signal_stack_use(void *low, size_t bytes, struct swrt_signal_stack *before) {
    const stack_t own = {.ss_sp = low, .ss_size = bytes};
    return !sigaltstack(&own, before ? &before->os : NULL);
}

static inline void swrt_signal_stack_restore(const struct swrt_signal_stack *before) {
    sigaltstack(&before->os, NULL);
}

#endif
