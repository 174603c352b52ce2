/* Which operations without a mask a thread may yet come to from where it lets others run: what meets there waits for it
 * (runtime/execute/warp.c). */
#ifndef SW_COMING_H
#define SW_COMING_H

#include "analysis/analysis.h"
#include "ir/unit.h"

/* Sets of operations, of one function: a bit for each site, by its number modulo 32. */
struct sw_coming {
    struct sw_ir *ir;
    struct sw_cfg cfg;
    struct sw_map *site; /* of requests: the number, as a pointer */
    uint32_t *from;      /* of each bb: what a thread comes to from its start on */
    uint32_t beyond;     /* and behind the function's end */
    bool calls_wait;     /* ordinary ones may; else only those of the nested pass */
};
/* Whether some function has such an operation. */
bool sw_meets_without_mask(struct sw_unit *unit);
/* site: of the request before the function's first one. */
void sw_find_coming(struct sw_unit *unit, LLVMValueRef function, unsigned site, struct sw_coming *coming);
/* Behind an instruction. */
uint32_t sw_coming_behind(const struct sw_coming *coming, LLVMValueRef at);

#endif
