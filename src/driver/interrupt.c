/* Signals: Ctrl-C and its kin end the running steps, and swcc itself through exit(), so that temporary files and
 * half-made results go. The handler only notes the signal and passes it on to the children. */
#include "driver/driver.h"

#include <signal.h>
#include <stddef.h>

enum { MOST_CHILDREN = 256 };

static volatile sig_atomic_t caught;
static volatile sig_atomic_t children[MOST_CHILDREN]; /* 0: a free place */

static void on_signal(int signal) {
    caught = signal;
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (children[i])
            kill(children[i], SIGTERM);
}

/* Catches the signals that end a program, but for those that the caller ignores (nohup). */
void sw_interrupt_install(void) {
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction before, action = {.sa_handler = on_signal};
        sigemptyset(&action.sa_mask);
        if (sigaction(signals[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(signals[i], &action, NULL);
    }
}

/* The child gets the signals that come from now on. */
void sw_interrupt_watch(int pid) {
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (!children[i]) {
            children[i] = pid;
            break;
        }
    if (caught)
        kill(pid, SIGTERM);
}

void sw_interrupt_unwatch(int pid) {
    for (int i = 0; i < MOST_CHILDREN; i++)
        if (children[i] == pid)
            children[i] = 0;
}

/* The signal that was caught; 0 when none was. */
int sw_interrupt_signal(void) {
    return caught;
}
