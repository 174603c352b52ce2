/* Phis, masks and jumps at the end of a basic block (edge.c). */
#ifndef SW_EDGE_H
#define SW_EDGE_H

#include "lockstep/lanes/lanes.h"

void sw_emit_phis(struct sw_lanes *l, unsigned bb);
void sw_emit_end(struct sw_lanes *l, unsigned bb);
void sw_emit_latch(struct sw_lanes *l, unsigned point);
void sw_emit_check(struct sw_lanes *l, unsigned point);
/* On to where lanes wait, if they do at some of these points. */
void sw_emit_way_on(struct sw_lanes *l, const struct sw_bitset *waiting);
/* The row goes into its region if one of its lanes waits at the first point, else on to the next row. */
void sw_emit_row_check(struct sw_lanes *l);

/* Values that wait in slots of phis. */
struct sw_kept_value {
    LLVMValueRef slot, value;
};
struct sw_kept {
    struct sw_kept_value *at;
    size_t count, capacity;
};
struct sw_kept sw_keep_incoming(struct sw_lanes *l, unsigned bb);
void sw_leave_incoming(struct sw_lanes *l, const struct sw_kept *kept);

#endif
