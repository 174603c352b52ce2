/* Child processes, by posix_spawn: it does not copy the parent's memory and reports a failed exec as an error here. */
#include "base/base.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static int add_redirection(posix_spawn_file_actions_t *actions, int fd, const char *path) {
    return path ? posix_spawn_file_actions_addopen(actions, fd, path, O_WRONLY | O_CREAT | O_TRUNC, 0666) : 0;
}

/* Starts the command; its stdout and stderr go into the named files, or where ours go when null. */
bool sw_process_start_into(struct sw_process *process, const char *const *argv, const char *out, const char *err) {
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (!error)
        error = add_redirection(&actions, STDOUT_FILENO, out);
    if (!error)
        error = add_redirection(&actions, STDERR_FILENO, err);
    if (!error)
        error = posix_spawnp(&process->pid, argv[0], &actions, NULL, (char *const *)argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    if (error)
        sw_error(SW_NOWHERE, "cannot start %s: %s", argv[0], strerror(error));
    return !error;
}

/* Starts the command argv[0] (found along PATH when it has no slash). */
bool sw_process_start(struct sw_process *process, const char *const *argv) {
    return sw_process_start_into(process, argv, NULL, NULL);
}

static int status_of(int status) {
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* Waits for the child's end: its exit status, or 128 + the signal that killed it. */
int sw_process_wait(struct sw_process *process) {
    int status;
    while (waitpid(process->pid, &status, 0) < 0)
        if (errno != EINTR)
            sw_bug("waiting for process %d: %s", process->pid, strerror(errno));
    return status_of(status);
}

/* Waits until any child ends, names it in *ended, and gives its status as above. There must be a child. */
int sw_process_wait_any(struct sw_process *ended) {
    int status;
    while ((ended->pid = waitpid(-1, &status, 0)) < 0)
        if (errno != EINTR)
            sw_bug("waiting for a process: %s", strerror(errno));
    return status_of(status);
}
