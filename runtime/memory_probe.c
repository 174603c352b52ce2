/* Asks the kernel whether memory may be read or written, so that a bad host pointer is an error code and not a dead
 * process.
 *
 * Three system calls, none of which touches the program's data: msync(MS_ASYNC) fails when any page of a range is not
 * mapped; a futex wait that cannot sleep fails with EFAULT when its word cannot be read; a futex wake that first adds 0
 * to a word atomically fails with EFAULT when the word cannot be written. The permissions of the first and the last
 * page stand for those between. Unlike process_vm_readv these are allowed in every container.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "memory.h"

static uint32_t *word_of(uintptr_t address) {
    return (uint32_t *)(address & ~(uintptr_t)3);
}

/* False also when the range wraps around the address space. */
static bool mapped(uintptr_t address, size_t bytes) {
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = address & ~(page - 1);
    if (address + bytes < address) return false;
    return msync((void *)start, address + bytes - start, MS_ASYNC) == 0 || errno == EBUSY;
}

static bool word_readable(uint32_t *word) {
    struct timespec at_once = {0, 0};
    long result = syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0x5afe5afeu, &at_once, NULL, 0);
    return result == 0 || errno != EFAULT;
}

static bool word_writable(uint32_t *word) {
    uint32_t own = 0;
    long result = syscall(SYS_futex, &own, FUTEX_WAKE_OP_PRIVATE, 1, (void *)0, word,
                          FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0xfff));
    return result >= 0 || errno != EFAULT;
}

bool swrt_memory_readable(const void *address, size_t bytes) {
    uintptr_t start = (uintptr_t)address;
    if (!bytes) return true;
    return address && mapped(start, bytes) && word_readable(word_of(start)) &&
           word_readable(word_of(start + bytes - 1));
}

bool swrt_memory_writable(void *address, size_t bytes) {
    uintptr_t start = (uintptr_t)address;
    if (!bytes) return true;
    return address && mapped(start, bytes) && word_writable(word_of(start)) &&
           word_writable(word_of(start + bytes - 1));
}
