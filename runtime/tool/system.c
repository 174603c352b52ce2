/* Running programs, and what else the tool wants of the operating system (system.h). */
#define _GNU_SOURCE
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

void tool_open_standard_files(void) {
    int file;
    do
        file = open("/dev/null", O_RDWR);
    while (file >= 0 && file <= STDERR_FILENO);
    if (file >= 0)
        close(file);
}

long tool_input_place(void) {
    return lseek(STDIN_FILENO, 0, SEEK_CUR);
}

void tool_input_return(long place) {
    if (place >= 0)
        lseek(STDIN_FILENO, place, SEEK_SET);
}

void tool_folder(char *to, size_t size) {
    if (!getcwd(to, size))
        snprintf(to, size, "/");
}

void tool_own_file(char *to, size_t size) {
    ssize_t length = readlink("/proc/self/exe", to, size - 1);
    to[length > 0 ? length : 0] = 0;
}

bool tool_make_folder(const char *name) {
    struct stat status;
    if (!mkdir(name, 0777))
        return true;
    if (errno != EEXIST || stat(name, &status))
        return false;
    errno = ENOTDIR;
    return S_ISDIR(status.st_mode) && !access(name, W_OK | X_OK);
}

bool tool_has_terminal(void) {
    const char *kind = getenv("TERM");
    return isatty(STDERR_FILENO) && kind && strcmp(kind, "dumb");
}

/* The file is there and no folder, or its folder is. A pipe is not opened: its reader would see it end. */
bool tool_may_write(const char *name) {
    struct stat status;
    char folder[4096];
    if (!stat(name, &status)) {
        errno = EISDIR;
        return !S_ISDIR(status.st_mode) && !access(name, W_OK);
    }
    const char *slash = strrchr(name, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - name) + 1 : 1, slash ? name : ".");
    return !access(folder, W_OK | X_OK);
}

bool tool_can_run(const char *name) {
    const char *path = getenv("PATH");
    if (strchr(name, '/'))
        return true; /* a path; why it cannot be run is said when it is */
    for (path = path ? path : "/bin:/usr/bin"; path; path = strchr(path, ':')) {
        char file[4096];
        path += *path == ':';
        size_t length = strcspn(path, ":");
        snprintf(file, sizeof file, "%.*s/%s", length ? (int)length : 1, length ? path : ".", name);
        if (!access(file, X_OK))
            return true;
    }
    return false;
}

void tool_set_variable(const char *name, const char *value) {
    if (value)
        setenv(name, value, 1);
    else
        unsetenv(name);
}

void tool_become(const char *path, char **words) {
    execv(path, words);
}

/* What it prints is the same each time, so once is enough. */
static void silence(void) {
    int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0)
        dup2(nowhere, STDOUT_FILENO);
}

static pid_t child; /* 0: none */
static volatile sig_atomic_t received;

/* What a terminal sends its whole group has the program already. */
static void pass_on(int number, siginfo_t *from, void *context) {
    (void)context;
    received = number;
    if (child > 0 && from->si_code != SI_KERNEL)
        kill(child, number);
}

int tool_signal(void) {
    return received;
}

const char *tool_signal_text(void) {
    return strsignal(received);
}

static const int passed[] = {SIGTERM, SIGINT, SIGHUP};
enum { PASSED = sizeof passed / sizeof *passed };
static struct sigaction usual[PASSED];

/* What the program has found by then is told. Signals that are ignored (nohup) stay so. */
static void handle_signals(void) {
    struct sigaction action = {.sa_sigaction = pass_on, .sa_flags = SA_RESTART | SA_SIGINFO};
    for (int i = 0; i < PASSED; i++) {
        sigaction(passed[i], NULL, &usual[i]);
        if (usual[i].sa_handler != SIG_IGN)
            sigaction(passed[i], &action, NULL);
    }
}

static void handle_no_signals(void) {
    for (int i = 0; i < PASSED; i++)
        sigaction(passed[i], &usual[i], NULL);
}

/* Those that come in between are for both. */
static void hold_signals(bool hold) {
    sigset_t set;
    sigemptyset(&set);
    for (int i = 0; i < PASSED; i++)
        sigaddset(&set, passed[i]);
    sigprocmask(hold ? SIG_BLOCK : SIG_UNBLOCK, &set, NULL);
}

void tool_results_name(int results, char *to, size_t size) {
    struct stat status = {0};
    fstat(results, &status);
    snprintf(to, size, "%d:%ld:%llu", results, (long)getppid(), (unsigned long long)status.st_ino);
}

static _Noreturn void become_program(const struct tool_program *p, int file, pid_t parent) {
    handle_no_signals();
    hold_signals(false);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1);
    int layout = personality(0xffffffff);
    if (layout >= 0)
        personality((unsigned long)layout | ADDR_NO_RANDOMIZE);
    p->prepare(p->data, file);
    if (p->is_silent)
        silence();
    execvp(p->words[0], p->words);
    fprintf(stderr, "%s: cannot run %s: %s\n", p->command, p->words[0], strerror(errno));
    int status = errno == ENOENT ? 127 : 126;
    dprintf(file, "not-run\n");
    _exit(status);
}

int tool_run(const struct tool_program *p) {
    int file = fileno(p->results), status;
    fcntl(file, F_SETFD, 0);
    fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_APPEND);
    fflush(stdout);
    pid_t self = getpid();
    handle_signals();
    hold_signals(true);
    child = fork();
    if (child < 0) {
        fprintf(stderr, "%s: cannot start a process: %s\n", p->command, strerror(errno));
        exit(1);
    }
    if (!child)
        become_program(p, file, self);
    hold_signals(false);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = 0;
    handle_no_signals();
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    int number = WTERMSIG(status);
    fprintf(stderr, "%s: the program was ended by signal %d (%s)\n", p->command, number, strsignal(number));
    return 128 + number;
}
