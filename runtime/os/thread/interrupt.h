/* What asks a program to end from outside (SIGINT, SIGTERM, SIGHUP): held back while something runs that has to say first what it
 * knows. */
#ifndef SWRT_INTERRUPT_H
#define SWRT_INTERRUPT_H

#include <stdbool.h>

/* From now on they are only noted, but for those that the program ignores. */
void swrt_interrupts_hold(void);

/* Whether one has come since. */
bool swrt_interrupt_came(void);

/* They do again what the program wants, mostly to end it; first of all the one that has come. */
void swrt_interrupts_release(void);

#endif
