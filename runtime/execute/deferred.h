/* Atomic operations that an executor has put off (deferred.c). Generated code calls swrt_defer_.. (abi.h). */
#ifndef SWRT_DEFERRED_H
#define SWRT_DEFERRED_H

struct swrt_deferred *swrt_deferred_create(void);                             /* null: no memory */
void swrt_deferred_begin(struct swrt_deferred *deferred, const void *kernel); /* blocks of it will run */
/* After a fault: what called for the operation that faulted, behind the call; null when it was no such operation. */
const void *swrt_deferred_faulted(struct swrt_deferred *deferred);
/* Does all that has been put off. Before anybody may be told that the blocks have run. */
void swrt_deferred_settle(struct swrt_deferred *deferred, const void *kernel);

#endif
