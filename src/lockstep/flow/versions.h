/* Loops in two versions, with and without masks (versions.c). */
#ifndef SW_VERSIONS_H
#define SW_VERSIONS_H

#include "analysis/analysis.h"
#include "ir/unit.h"

/* The function is in the form that loop-simplify and lcssa give, and has to be brought into it again. */
void sw_make_versions(struct sw_unit *unit, LLVMValueRef function);
bool sw_is_everyone(LLVMValueRef at); /* a call of sw.everyone */
/* For code of one lane: each sw.everyone(truth) is the truth. */
/* Whether the basic block lies in the loop that follows one of all lanes. */
bool sw_is_rest(struct sw_ir *ir, const struct sw_cfg *cfg, unsigned bb);
void sw_drop_versions(struct sw_unit *unit);

#endif
