/* The operating system by names that no program has.
 *
 * Only the names of the C standard are reserved: a program may have a function or a variable `read`, `poll` or `mmap`, and
 * the linker would give the library that one. So in the archive calls of these functions (names.def) become calls of
 * swrt_os_<name> (CMakeLists.txt), which are system calls, and do not go through the C library where it has no name for
 * them that is its own. What has to (threads, the dynamic loader, clocks) keeps its name. Arguments pass as they come, in
 * registers of 64 bits; so do those of variadic functions. */
#define _GNU_SOURCE
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>

#include "os/os.h"

static long raw(long number, long a, long b, long c, long d, long e, long f) {
    register long r10 __asm__("r10") = d;
    register long r8 __asm__("r8") = e;
    register long r9 __asm__("r9") = f;
    long result;
    __asm__ volatile("syscall"
                     : "=a"(result)
                     : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    return result;
}

static long answer(long result) {
    if (result < 0 && result > -4096) {
        errno = (int)-result;
        return -1;
    }
    return result;
}

long swrt_os_syscall(long number, long a, long b, long c, long d, long e, long f) {
    return answer(raw(number, a, b, c, d, e, f));
}

#define OS_PARAMS_0 void
#define OS_PARAMS_1 long a
#define OS_PARAMS_2 long a, long b
#define OS_PARAMS_3 long a, long b, long c
#define OS_ARGS_0 0, 0, 0
#define OS_ARGS_1 a, 0, 0
#define OS_ARGS_2 a, b, 0
#define OS_ARGS_3 a, b, c
#define OS(name)
#define OS_CALL(name, count)                                                          \
    long swrt_os_##name(OS_PARAMS_##count) {                                          \
        return swrt_os_syscall(SYS_##name, OS_ARGS_##count, 0, 0, 0);                 \
    }
#include "os/names.def"
#undef OS
#undef OS_CALL

long swrt_os_mmap(long address, long bytes, int access, int flags, int file, long offset) {
    return swrt_os_syscall(SYS_mmap, address, bytes, access, flags, file, offset);
}

long swrt_os_pread(int file, long to, long bytes, long offset) {
    return swrt_os_syscall(SYS_pread64, file, to, bytes, offset, 0, 0);
}

long swrt_os_pwrite(int file, long from, long bytes, long offset) {
    return swrt_os_syscall(SYS_pwrite64, file, from, bytes, offset, 0, 0);
}

int swrt_os_waitpid(int process, int *status, int options) {
    return (int)swrt_os_syscall(SYS_wait4, process, (long)status, options, 0, 0, 0);
}

/* The system call says how many bytes it has filled in. */
int swrt_os_sched_getaffinity(int process, size_t bytes, void *set) {
    long filled = swrt_os_syscall(SYS_sched_getaffinity, process, (long)bytes, (long)set, 0, 0, 0);
    if (filled < 0)
        return -1;
    memset((char *)set + filled, 0, bytes - (size_t)filled);
    return 0;
}

/* These the C library has by names of its own, too. */
int __sigaction(int, const struct sigaction *, struct sigaction *);
long __sysconf(int);

int swrt_os_sigaction(int signal, const struct sigaction *action, struct sigaction *before) {
    return __sigaction(signal, action, before);
}

long swrt_os_sysconf(int name) {
    return __sysconf(name);
}

/* Signal 32 and 33 are the C library's: a thread can not block them. */
static unsigned long own_signals(void) {
    return 3ul << 31;
}

int swrt_os_pthread_sigmask(int how, const sigset_t *set, sigset_t *before) {
    unsigned long wanted = set ? *(const unsigned long *)set & ~own_signals() : 0;
    return (int)-raw(SYS_rt_sigprocmask, how, set ? (long)&wanted : 0, (long)before, sizeof wanted, 0, 0);
}

int swrt_os_sigemptyset(sigset_t *set) {
    memset(set, 0, sizeof *set);
    return 0;
}

int swrt_os_sigfillset(sigset_t *set) {
    memset(set, 0xff, sizeof *set);
    *(unsigned long *)set &= ~own_signals();
    return 0;
}

int swrt_os_sigaddset(sigset_t *set, int signal) {
    *(unsigned long *)set |= 1ul << (signal - 1);
    return 0;
}

int swrt_os_sigdelset(sigset_t *set, int signal) {
    *(unsigned long *)set &= ~(1ul << (signal - 1));
    return 0;
}
