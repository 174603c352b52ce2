/* Signals of the calling thread (signal.h). */
#define _GNU_SOURCE
#include "os/thread/signal.h"

void swrt_signals_block(struct swrt_signal_mask *before) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before->os);
}
