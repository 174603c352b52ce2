/* Processes, by their numbers. */
#ifndef SWRT_PROCESS_H
#define SWRT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

int32_t swrt_process_this(void);

/* Whether a process has ended, and nobody has its number. A process that may not be asked about is still there. */
bool swrt_process_is_gone(int32_t process);

/* Has the function called in each child that the program forks, before it comes back from fork. */
void swrt_process_at_fork(void (*in_child)(void));

#endif
