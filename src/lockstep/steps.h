/* Steps of one translation, which lockstep.c goes through. */
#ifndef SW_STEPS_H
#define SW_STEPS_H

#include "lockstep/lanes/lanes.h"
#include "lockstep/lockstep.h"

/* check.c: whether W lanes of this kernel can run in lockstep, or why not. */
bool sw_lockstep_allows(struct sw_lanes *l, struct sw_obstacle *obstacle);

/* apart.c: the regions of the linear order that rows of a whole block go through one after the other; false: some loop
 * that they do not go through together can be none. */
bool sw_find_rows_apart(struct sw_lanes *l);

/* registers.c: how many rows at a time go through the loop of that number: all, or as many as divide them evenly. */
unsigned sw_rows_in_registers(const struct sw_lanes *l, size_t loop);

/* call.c: any call, by what it calls. */
void sw_emit_call(struct sw_lanes *l, LLVMValueRef at);

#endif
