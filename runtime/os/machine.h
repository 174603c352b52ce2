/* What the system says of this machine. 0: it does not. */
#ifndef SWRT_MACHINE_H
#define SWRT_MACHINE_H

#include <stddef.h>

/* Cores that this process may use, as far as the system's scheduler has a say; at least 1. */
unsigned swrt_machine_cores(void);

/* Bytes of a core's second-level cache, and of the third. */
size_t swrt_machine_l2_bytes(void);
size_t swrt_machine_l3_bytes(void);

#endif
