/* Time, and who used the processors meanwhile. All in milliseconds. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

double clock_now(void);
/* Processor time that this process has used. */
double clock_own(void);
/* Processor time that the whole machine has used, with what a hypervisor took away; 0 where that cannot be told. */
double clock_machine(void);

#endif
