/* A fence for all threads of the process at once (membarrier), by one of them: so that the others, who do the same thing
 * over and over, need none. */
#ifndef SWRT_FENCE_H
#define SWRT_FENCE_H

#include <stdbool.h>

/* Once, before the first. false: this system has none, and the others have to fence by themselves. */
bool swrt_fence_all_begin(void);

/* After: each thread has done a full fence since the call began. */
void swrt_fence_all(void);

#endif
