/* Interrupts that are held back (interrupt.h). */
#include "os/thread/interrupt.h"

#include <signal.h>
#include <unistd.h>

enum { COUNT = 3 };
static const int numbers[COUNT] = {SIGINT, SIGTERM, SIGHUP};
static struct sigaction before[COUNT];
static volatile sig_atomic_t came;

static void note(int number) {
    came = number;
}

void swrt_interrupts_hold(void) {
    const struct sigaction own = {.sa_handler = note, .sa_flags = SA_RESTART | SA_ONSTACK};
    for (unsigned i = 0; i < COUNT; i++) {
        sigaction(numbers[i], &own, &before[i]);
        if (before[i].sa_handler == SIG_IGN)
            sigaction(numbers[i], &before[i], NULL);
    }
}

bool swrt_interrupt_came(void) {
    return came;
}

void swrt_interrupts_release(void) {
    int number = came;
    came = 0;
    for (unsigned i = 0; i < COUNT; i++)
        sigaction(numbers[i], &before[i], NULL);
    if (number)
        kill(getpid(), number);
}
