/* A fence for all threads (fence.h). */
#define _GNU_SOURCE
#include "os/thread/fence.h"

#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

bool swrt_fence_all_begin(void) {
    return !syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0);
}

void swrt_fence_all(void) {
    syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0);
}
