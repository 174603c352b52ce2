/* Lockstep: the code of one CUDA thread becomes the code of W of them, lane by lane in vectors. */
#ifndef SW_LOCKSTEP_H
#define SW_LOCKSTEP_H

#include "ir/unit.h"

/* The kernel's code for W lanes, void (ptr %block, i32 %tid) for the threads tid .. tid + W - 1 (of whole blocks, tid
 * 0: for all); null when lanes of it cannot run in lockstep: `obstacle` says why. The kernel is in the form that
 * sw_lockstep_prepare gives. */
struct sw_obstacle {
    const char *why;
    LLVMValueRef where;
};
LLVMValueRef sw_lockstep(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide,
                         struct sw_obstacle *obstacle);
void sw_lockstep_prepare(struct sw_unit *unit);

#endif
