/* Phis, masks and jumps at the end of a basic block (edge.c). */
#ifndef SW_EDGE_H
#define SW_EDGE_H

#include "lockstep/lanes/lanes.h"

void sw_emit_phis(struct sw_lanes *l, unsigned bb);
void sw_emit_end(struct sw_lanes *l, unsigned bb);
void sw_emit_latch(struct sw_lanes *l, unsigned point);
void sw_emit_check(struct sw_lanes *l, unsigned point);

#endif
