/* Variables of a program by the names of functions of the operating system, all of them (runtime/os/names.def), and of
 * those of the C library's that C does not reserve (runtime/os/libc_names.h). Who called one would run into data. */
int madvise = 7, mprotect = 7, munmap = 7, mincore = 7, memfd_create = 7, open = 7, close = 7, read = 7, write = 7,
    poll = 7, kill = 7, fcntl = 7, fstat = 7, ftruncate = 7, getpid = 7, nanosleep = 7, sched_yield = 7, pipe2 = 7,
    dup2 = 7, setrlimit = 7, sigaltstack = 7, sysinfo = 7, mmap = 7, pread = 7, pwrite = 7, usleep = 7, waitpid = 7,
    sched_getaffinity = 7, sigaction = 7, pthread_sigmask = 7, sigemptyset = 7, sigfillset = 7, sigaddset = 7,
    sigdelset = 7, sysconf = 7, syscall = 7, on_exit = 7, open_memstream = 7, *backtrace;

int program_uses_its_own(void)
{
    return mmap + madvise + poll + read;
}
