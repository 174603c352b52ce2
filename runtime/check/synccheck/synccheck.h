/* synccheck: what the runtime tells it; nothing while it is off. */
#ifndef SWRT_SYNCCHECK_H
#define SWRT_SYNCCHECK_H

#include <stdbool.h>
#include <stdint.h>

struct swrt_slot;
struct swrt_barrier;

void swrt_synccheck_barrier(struct swrt_slot *slot, const struct swrt_barrier *barrier); /* it opens */
/* It opens although fewer threads have come than it says, since the others have finished. */
void swrt_synccheck_short(struct swrt_slot *slot, const struct swrt_barrier *barrier);
void swrt_synccheck_grid(const struct swrt_slot *slot); /* the block goes on behind the grid's barrier */
/* No thread of the block can ever go on. False: nobody has been told. */
bool swrt_synccheck_stuck(struct swrt_slot *slot);
/* A warp function (enum swrt_warp_op) is called with a mask that does not name the caller. */
void swrt_synccheck_unnamed(struct swrt_slot *slot, uint32_t op, uint32_t mask, uint32_t lane);

#endif
