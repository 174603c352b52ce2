/* Numbers that nobody can guess (random.h). */
#define _GNU_SOURCE
#include "os/random.h"

#include <sys/syscall.h>
#include <unistd.h>

bool swrt_random(void *to, size_t bytes) {
    return syscall(SYS_getrandom, to, bytes, 0) == (long)bytes;
}
