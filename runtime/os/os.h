/* What the library's calls of the operating system become (os.c); nothing of it is called by these names in a source. */
#ifndef SWRT_OS_H
#define SWRT_OS_H

#include <signal.h>
#include <stddef.h>

#define OS(name)
#define OS_CALL_0(name) long swrt_os_##name(void);
#define OS_CALL_1(name) long swrt_os_##name(long);
#define OS_CALL_2(name) long swrt_os_##name(long, long);
#define OS_CALL_3(name) long swrt_os_##name(long, long, long);
#define OS_CALL(name, count) OS_CALL_##count(name)
#include "os/names.def"
#undef OS
#undef OS_CALL

long swrt_os_syscall(long number, long a, long b, long c, long d, long e, long f);
long swrt_os_mmap(long address, long bytes, int access, int flags, int file, long offset);
long swrt_os_pread(int file, long to, long bytes, long offset);
long swrt_os_pwrite(int file, long from, long bytes, long offset);
int swrt_os_waitpid(int process, int *status, int options);
int swrt_os_sched_getaffinity(int process, size_t bytes, void *set);
int swrt_os_sigaction(int signal, const struct sigaction *action, struct sigaction *before);
int swrt_os_pthread_sigmask(int how, const sigset_t *set, sigset_t *before);
int swrt_os_sigemptyset(sigset_t *set);
int swrt_os_sigfillset(sigset_t *set);
int swrt_os_sigaddset(sigset_t *set, int signal);
int swrt_os_sigdelset(sigset_t *set, int signal);
long swrt_os_sysconf(int name);

#endif
