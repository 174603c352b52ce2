/* Which thread a fault was of, where several ran side by side (culprit.c). */
#ifndef SWRT_CULPRIT_H
#define SWRT_CULPRIT_H

#include "execute/block.h"

/* After a fault of the slot's block, on the executor's thread: fills in, if it can be found out, the block's tid,
 * is_one_thread, and the address and the instruction as they were for that thread. */
void swrt_culprit_find(struct swrt_executor *executor, struct swrt_slot *slot, struct swrt_fault *fault);

/* For the signal handler: whether this is the process that looks for a thread; what it is told then. The latter returns
 * if the instruction is to be tried again. */
bool swrt_culprit_seeks(void);
void swrt_culprit_seen(const struct swrt_fault *now);
/* For who has found it without a signal: comes back if this is not the fault. */
void swrt_culprit_seen_if_met(const struct swrt_fault *now);

#endif
