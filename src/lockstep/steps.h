/* Steps of one translation, which lockstep.c goes through. */
#ifndef SW_STEPS_H
#define SW_STEPS_H

#include "lockstep/lanes/lanes.h"
#include "lockstep/lockstep.h"

/* check.c: whether W lanes of this kernel can run in lockstep, or why not. */
bool sw_lockstep_allows(struct sw_lanes *l, struct sw_obstacle *obstacle);

/* call.c: any call, by what it calls. */
void sw_emit_call(struct sw_lanes *l, LLVMValueRef at);

#endif
