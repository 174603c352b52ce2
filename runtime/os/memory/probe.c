/* Asks the kernel whether memory may be read or written, so that a bad host pointer is an error code and not a dead
 * process.
 *
 * None of the system calls used changes the program's data. mincore fails when any page of a range is not mapped.
 * Whether the first and the last page may be read or written (they stand for those between) is asked by having the
 * kernel populate them; kernels before 5.14 cannot, and there a futex answers: a wait that cannot sleep fails with
 * EFAULT when its word cannot be read, a wake that first adds 0 to a word atomically when it cannot be written. The
 * futex alone would do, but valgrind takes every such call for the program's own bad access. Unlike process_vm_readv
 * all of these are allowed in every container.
 */
#define _GNU_SOURCE
#include "os/memory/probe.h"

#include <errno.h>
#include <linux/futex.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define PAGE ((uintptr_t)4096)
#define POPULATE_READ 22 /* MADV_POPULATE_READ, which older C libraries do not name */
#define POPULATE_WRITE 23
#define PAGES_AT_ONCE 4096

enum access { READ, WRITE };

/* False also when the range wraps around the address space. */
static bool mapped(uintptr_t address, size_t bytes) {
    unsigned char resident[PAGES_AT_ONCE];
    uintptr_t end = address + bytes;
    if (end < address)
        return false;
    for (uintptr_t at = address & ~(PAGE - 1); at < end; at += PAGES_AT_ONCE * PAGE) {
        size_t left = end - at;
        if (mincore((void *)at, left < PAGES_AT_ONCE * PAGE ? left : PAGES_AT_ONCE * PAGE, resident))
            return false;
    }
    return true;
}

static bool futex_allows(uintptr_t address, enum access access) {
    uint32_t own = 0, *word = (uint32_t *)(address & ~(uintptr_t)3);
    struct timespec at_once = {0, 0};
    long result = access == READ ? syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 0x5afe5afeu, &at_once, NULL, 0)
                                 : syscall(SYS_futex, &own, FUTEX_WAKE_OP_PRIVATE, 1, (void *)0, word,
                                           FUTEX_OP(FUTEX_OP_ADD, 0, FUTEX_OP_CMP_EQ, 0xfff));
    return result >= 0 || errno != EFAULT;
}

/* EINVAL is the answer of old kernels and for special mappings, but also for a missing permission. */
static bool page_allows(uintptr_t address, enum access access) {
    void *page = (void *)(address & ~(PAGE - 1));
    if (!madvise(page, PAGE, access == READ ? POPULATE_READ : POPULATE_WRITE))
        return true;
    return errno == EINVAL && futex_allows(address, access);
}

static bool allowed(const void *start, size_t bytes, enum access access) {
    uintptr_t first = (uintptr_t)start, last = first + bytes - 1;
    if (!bytes)
        return true;
    if (!start || !mapped(first, bytes) || !page_allows(first, access))
        return false;
    return last / PAGE == first / PAGE || page_allows(last, access);
}

bool swrt_memory_readable(const void *address, size_t bytes) {
    return allowed(address, bytes, READ);
}

bool swrt_memory_writable(void *address, size_t bytes) {
    return allowed(address, bytes, WRITE);
}
