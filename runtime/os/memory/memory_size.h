/* How much memory there is: the machine's, or what the process's control group (a container) grants it, in bytes. What
 * nobody limits is 2^60. */
#ifndef SWRT_MEMORY_SIZE_H
#define SWRT_MEMORY_SIZE_H

#include <stddef.h>

size_t swrt_memory_of_machine(void);      /* all of it, used or not */
size_t swrt_memory_of_machine_left(void); /* what is available just now, and what the system keeps of files only */

extern const char *swrt_memory_files_root; /* in front of the paths of the system's files: "", but for tests */

#endif
