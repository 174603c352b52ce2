/* Which operations without a mask a thread may yet come to from where it lets others run: what meets there waits for it
 * (runtime/execute/warp.c). */
#ifndef SW_COMING_H
#define SW_COMING_H

#include "analysis/analysis.h"
#include "ir/unit.h"

struct sw_coming;

/* sites: the numbers of all requests, from 1 to last, as pointers. */
struct sw_coming *sw_find_coming(struct sw_unit *unit, const struct sw_map *sites, unsigned last);
/* Behind a request, for wait_coming (softwarp/abi.h). */
LLVMValueRef sw_coming_behind(struct sw_coming *coming, LLVMValueRef at);

#endif
