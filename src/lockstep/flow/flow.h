/* The linear order of a function under divergence (flow.c). */
#ifndef SW_FLOW_H
#define SW_FLOW_H

#include "analysis/analysis.h"

/* One place in the linear order: a basic block, the latch of a loop (behind the loop's last basic block), or the end. */
enum sw_point_kind { SW_POINT_BB, SW_POINT_LATCH, SW_POINT_EXIT };
struct sw_point {
    enum sw_point_kind kind;
    unsigned bb;              /* of a latch: the loop's header */
    struct sw_bitset pending; /* points, other than this one, at which lanes may wait when this one is entered */
    bool is_checked;          /* may be entered with no lane waiting at it */
    bool is_reached;
    LLVMBasicBlockRef check, body;
};

/* Points next to each other that rows of a whole block go through so many at a time, one group after the other: `first` is the
 * only way in. */
struct sw_region {
    unsigned first, last, rows;
    struct sw_bitset leaving; /* points behind it at which lanes may wait when all rows have gone through */
};

struct sw_flow {
    struct sw_point *points;
    unsigned count, exit;
    unsigned *point_of_bb, *latch_of_bb; /* latch_of_bb: of loop headers; else 0 */
    SW_VEC(struct sw_region) regions;    /* in their order, and none within another */
};

/* The points and their order. */
void sw_flow_order(struct sw_arena *arena, const struct sw_cfg *cfg, struct sw_flow *flow);
void sw_flow_add_region(struct sw_arena *arena, struct sw_flow *flow, const struct sw_region *region);
const struct sw_region *sw_flow_region(const struct sw_flow *flow, unsigned point); /* that it lies in, or null */
/* Where lanes may wait. divergent: basic blocks that lanes may leave by different ways; gathering: those whose first way
 * is taken only when every lane is there. */
void sw_flow_find(struct sw_arena *arena, const struct sw_cfg *cfg, const struct sw_bitset *divergent,
                  const struct sw_bitset *gathering, struct sw_flow *flow);
/* Whether all lanes that have not exited run the basic block together. */
bool sw_flow_is_together(const struct sw_flow *flow, unsigned bb);
/* The next point when lanes wait at those of the set; SW_NO_POINT for an empty one. `others`: some wait elsewhere. */
enum { SW_NO_POINT = -1 };
int sw_flow_next(const struct sw_flow *flow, const struct sw_bitset *waiting, bool *others);
/* The point that an edge of the source leads to: a basic block, or its loop's latch when it leads back, or the exit when
 * it leads to nothing but a return. */
unsigned sw_flow_target(const struct sw_flow *flow, const struct sw_cfg *cfg, unsigned from, unsigned to);

#endif
