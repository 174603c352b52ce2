/* What may have to wait for a lock that a host's thread holds (errand.c). */
#ifndef SWRT_ERRAND_H
#define SWRT_ERRAND_H

/* run(data): by the calling thread, if it is a host's; if it runs blocks, by another, for which it waits a second at
 * most. */
void swrt_errand(void (*run)(void *data), void *data);

#endif
