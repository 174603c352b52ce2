/* Sleeping until a word changes (futex.h). */
#define _GNU_SOURCE
#include "os/thread/futex.h"

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

void swrt_futex_wait(_Atomic uint32_t *word, uint32_t seen) {
    syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, seen, NULL, NULL, 0);
}

void swrt_futex_wake(_Atomic uint32_t *word, uint32_t count) {
    syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, count, NULL, NULL, 0);
}

void swrt_futex_wait_shared(_Atomic uint32_t *word, uint32_t seen, uint32_t nanoseconds) {
    const struct timespec most = {.tv_sec = nanoseconds / 1000000000, .tv_nsec = nanoseconds % 1000000000};
    syscall(SYS_futex, word, FUTEX_WAIT, seen, &most, NULL, 0);
}

void swrt_futex_wake_shared(_Atomic uint32_t *word) {
    syscall(SYS_futex, word, FUTEX_WAKE, INT32_MAX, NULL, NULL, 0);
}
