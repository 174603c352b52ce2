/* How much memory there is: the machine's, or what the process's control group (a container) grants it, in bytes. What
 * nobody limits is 2^60. */
#ifndef SWRT_MEMORY_SIZE_H
#define SWRT_MEMORY_SIZE_H

#include <stddef.h>

struct swrt_memory_size {
    size_t all;  /* used or not */
    size_t left; /* what is available just now, and what the system keeps of files only */
};
struct swrt_memory_size swrt_memory_size(void);

extern const char *swrt_memory_files_root; /* in front of the paths of the system's files: "", but for tests */

#endif
