/* A line on the terminal while a launch is explored. */
#ifndef SWRT_LAUNCH_PROGRESS_H
#define SWRT_LAUNCH_PROGRESS_H

#include <stdint.h>

struct swrt_grid;

enum swrt_explore_phase { SWRT_PHASE_OUTCOMES, SWRT_PHASE_REPAIRS };

/* A launch is explored from here on, then repairs are looked for: SOFTWARP_EXPLORE_PROGRESS=1 has that shown. */
void swrt_explore_progress_begin(const struct swrt_grid *grid);
void swrt_explore_progress_phase(enum swrt_explore_phase phase);
/* What is known so far. It is shown twice a second, however often it comes. */
void swrt_explore_progress_tell(uint64_t executions, unsigned outcomes);
/* Nothing is left of the line. */
void swrt_explore_progress_end(void);

#endif
