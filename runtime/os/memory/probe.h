/* Whether memory may be read or written by this process: asked of the system, without a fault. */
#ifndef SWRT_PROBE_H
#define SWRT_PROBE_H

#include <stdbool.h>
#include <stddef.h>

/* All of bytes from the address on, which may be any; of no bytes, true. Nothing there is changed. Another thread may
 * unmap it at once: the answer is for what the program has been asked to use, not for what it is about to give back. */
bool swrt_memory_readable(const void *address, size_t bytes);
bool swrt_memory_writable(void *address, size_t bytes);

#endif
