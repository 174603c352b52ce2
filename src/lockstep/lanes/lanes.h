/* struct sw_lanes is one translation into lockstep code: kernel, W and block shape given. lockstep.c makes it, walks the
 * source function's basic blocks in the order that flow.c has found, and gives each instruction to the file of its kind.
 * Every emit function reads source operands through value.c and leaves its result there. */
#ifndef SW_LANES_H
#define SW_LANES_H

#include "analysis/shape.h"
#include "lockstep/flow/flow.h"

/* A source value in the target: its scalar form (uniform: the value; affine: lane 0's) and its vector form, as far as
 * they have been made, valid in the target's basic block of that number; the slots carry them from one to another. */
struct sw_form {
    LLVMValueRef value, slot;
    unsigned made;
};
struct sw_value {
    struct sw_form scalar, vector, incoming, first, holds;
};

struct sw_lanes {
    struct sw_unit *unit;
    struct sw_ir *ir;
    struct sw_kernel *kernel;
    unsigned width; /* W */
    enum swrt_blocks blocks;
    struct sw_block_size size; /* of a whole block */
    LLVMValueRef from, to, block, tid;
    LLVMMetadataRef origin; /* where `from` counts as inlined into `to`; null without debug information */
    struct sw_shapes shapes;
    struct sw_flow flow;
    struct sw_bitset divergent; /* per bb: lanes may leave it to different successors */
    struct sw_bitset gathering; /* per bb: its first way is taken only when every lane is there */
    struct sw_bitset rest;      /* per bb: in a loop that follows one of all lanes (versions.c) */
    struct sw_bitset apart;     /* per bb: in a region that rows go through one after the other (apart.c) */
    bool loops_fit;             /* rows go through each loop together, or one after the other */
    struct sw_map *values;      /* source value -> struct sw_value [rows] */
    LLVMValueRef *mask_slots;   /* per point and row */
    LLVMBasicBlockRef entry;
    LLVMValueRef all_lanes; /* the lanes that exist: constant all-ones when no warp is partial */
    LLVMValueRef mask;      /* lanes that run the current basic block */
    unsigned bb;            /* current source basic block */
    unsigned made;          /* basic blocks of the target begun so far for those of the source: which one is current */
    /* A whole block at once: `rows` runs of W threads side by side (rows.c). Else one row. */
    unsigned rows, row;             /* how many; the one that code is made for now */
    unsigned first_row, end_row;    /* those that the current code is for: all, or in a region some */
    const struct sw_region *region; /* there: it, */
    LLVMBasicBlockRef region_end;   /* and where control goes when they have left it */
    LLVMValueRef *row_masks;        /* `mask` of each */
    bool all_rows;                  /* code is made for all at once: of those, one runs */
    struct sw_shapes across;        /* how values of the same lane differ between rows */
    LLVMValueRef failed; /* slot: whether an assertion has failed in a function (attempt.c); null: none may */
};

/* Of memory in the frame: more does not come back from a coroutine's. */
enum { SW_LOCAL_ALIGN = 64 };

/* value.c */
LLVMBasicBlockRef sw_append_bb(struct sw_lanes *l, const char *name); /* to the target */

#endif
