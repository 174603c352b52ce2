/* What the system says of this machine. */
#ifndef SWRT_MACHINE_H
#define SWRT_MACHINE_H

#include <stdbool.h>
#include <stddef.h>

struct swrt_machine {
    char cpu[128];      /* "Intel(R) Xeon(R) …"; "CPU" if nobody knows */
    unsigned cores;     /* that this process may use, at most what its container grants; at least 1 */
    size_t l1_bytes;    /* data cache of one core */
    size_t l2_bytes;    /* of one core */
    size_t l3_bytes;    /* the largest shared one; 0 when there is none */
    unsigned clock_khz; /* highest clock of a core */
    bool avx2, avx512;
};

/* All of it; a number that the system does not tell is 0. Read at the first call and constant afterwards. */
const struct swrt_machine *swrt_machine(void);

/* Cores as far as the scheduler has a say, whatever a container grants in time; at least 1. Asked anew each time. */
unsigned swrt_machine_cores(void);

#endif
