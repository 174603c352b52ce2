/* One run of the program: told by its environment what to check and where to write what it finds. Address space layout
 * is not randomised, so that the same run gives the same addresses, and the same report. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

static void set_number(const char *name, unsigned number) {
    char text[16];
    snprintf(text, sizeof text, "%u", number);
    setenv(name, text, 1);
}

/* The reverse order comes second: of any two it begins the other one first. */
static void set_order(unsigned seed) {
    if (seed > 1)
        set_number("SOFTWARP_SHUFFLE", seed);
    else if (seed)
        setenv("SOFTWARP_SHUFFLE", "reverse", 1);
    else
        unsetenv("SOFTWARP_SHUFFLE");
}

static void set_if(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

static void set_verify(const struct check_options *o, int file) {
    unsetenv("SOFTWARP_CHECK");
    setenv("SOFTWARP_VERIFY", "1", 1);
    set_number("SOFTWARP_CHECK_OUTPUT", (unsigned)file);
    set_if("SOFTWARP_VERIFY_KERNEL", o->kernel);
    set_if("SOFTWARP_VERIFY_SKIP", o->verify->skip);
    set_if("SOFTWARP_VERIFY_COUNT", o->verify->count);
    set_if("SOFTWARP_VERIFY_ULP", o->verify->ulp);
    set_if("SOFTWARP_VERIFY_TOLERANCE", o->verify->tolerance);
    set_if("SOFTWARP_VERIFY_TYPE", o->verify->type);
    set_if("SOFTWARP_VERIFY_LIMIT", o->verify->limit);
}

static void set_environment(const struct check_options *o, unsigned run, int file) {
    if (o->verify) {
        set_verify(o, file);
        return;
    }
    setenv("SOFTWARP_CHECK", o->tools, 1);
    set_number("SOFTWARP_CHECK_OUTPUT", (unsigned)file);
    if (o->leaks) setenv("SOFTWARP_CHECK_LEAKS", "full", 1);
    if (o->policy) setenv("SOFTWARP_CHECK_POLICY", o->policy, 1);
    if (o->api_errors) setenv("SOFTWARP_CHECK_API_ERRORS", o->api_errors, 1);
    if (o->skip || o->launches) {
        set_number("SOFTWARP_CHECK_SKIP", o->skip);
        set_number("SOFTWARP_CHECK_COUNT", o->launches);
        swrt_kernel_filters_set(&o->filters, "SOFTWARP_CHECK_KERNELS");
    }
    set_order(o->first_seed + run);
}

/* What it prints is the same each time, so once is enough. */
static void silence(void) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) dup2(nowhere, STDOUT_FILENO);
}

static pid_t child; /* 0: none */

static void pass_on(int number) {
    if (child > 0) kill(child, number);
}

/* SIGINT from a terminal is the program's affair, and SIGTERM is passed on to it: what it has found by then is told. */
static void handle_signals(void) {
    struct sigaction action = {.sa_handler = pass_on, .sa_flags = SA_RESTART};
    sigaction(SIGTERM, &action, NULL);
    signal(SIGINT, SIG_IGN);
}

static _Noreturn void become_program(const struct check_options *o, unsigned run, int file, pid_t parent) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent) _exit(1);
    int layout = personality(0xffffffff);
    if (layout >= 0) personality((unsigned long)layout | ADDR_NO_RANDOMIZE);
    set_environment(o, run, file);
    if (run) silence();
    execvp(o->program[0], o->program);
    fprintf(stderr, "%s: cannot run %s: %s\n", o->command, o->program[0], strerror(errno));
    int status = errno == ENOENT ? 127 : 126;
    dprintf(file, "not-run\n");
    _exit(status);
}

int check_run(const struct check_options *o, unsigned run, FILE *from) {
    int file = fileno(from), status;
    fcntl(file, F_SETFD, 0);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND);
    fflush(stdout);
    pid_t self = getpid();
    child = fork();
    if (child < 0) {
        fprintf(stderr, "%s: cannot start a process: %s\n", o->command, strerror(errno));
        exit(1);
    }
    if (!child) become_program(o, run, file, self);
    handle_signals();
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    signal(SIGTERM, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    int number = WTERMSIG(status);
    fprintf(stderr, "%s: the program was ended by signal %d (%s)\n", o->command, number, strsignal(number));
    return 128 + number;
}
