/* The lock that a stream of C's has (flockfile): the host's threads hold it while they print. Who runs blocks must not wait
 * for it (os/thread/errand.h). The thread that holds it may print, and take it again. */
#ifndef SWRT_OUTPUT_LOCK_H
#define SWRT_OUTPUT_LOCK_H

#include <stdbool.h>
#include <stdio.h>

/* Waits until nobody else holds it. */
void swrt_output_lock(FILE *stream);

/* The same without waiting. false: somebody else does. */
bool swrt_output_try(FILE *stream);

/* Before: the caller holds it. As often as it has been taken. */
void swrt_output_unlock(FILE *stream);

#endif
