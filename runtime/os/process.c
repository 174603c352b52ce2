/* Processes (process.h). */
#define _GNU_SOURCE
#include "os/process.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

int32_t swrt_process_this(void) {
    return getpid();
}

bool swrt_process_is_gone(int32_t process) {
    return kill(process, 0) && errno == ESRCH;
}

void swrt_process_at_fork(void (*in_child)(void)) {
    pthread_atfork(NULL, NULL, in_child);
}
