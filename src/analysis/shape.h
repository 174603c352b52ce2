/* Shapes: how a value differs between the lanes of one warp (or of the W threads that one coroutine carries).
 *
 *  uniform   the same in all lanes
 *  affine    lane i has lane 0's value + i * stride, modulo 2^width (pointers: stride in bytes)
 *  varying   anything
 *
 * An affine value also says whether that line is true without the modulo, read as signed or as unsigned numbers: only
 * then does an extension to more bits keep it (tid.x is; blockIdx.x * blockDim.x + threadIdx.x, which is unsigned and
 * may wrap, is not). Where it cannot be proved, the extension is affine under one test per warp, and listed. */
#ifndef SW_SHAPE_H
#define SW_SHAPE_H

#include "analysis/analysis.h"

#include <stdio.h>

enum sw_shape_kind { SW_UNSEEN, SW_UNIFORM, SW_AFFINE, SW_VARYING };

struct sw_shape {
    enum sw_shape_kind kind;
    int64_t stride;
    bool is_signed_line, is_unsigned_line;
};

/* The shapes of threadIdx.x, .y and .z in the block shape that a variant is made for. */
struct sw_thread_shapes { struct sw_shape x, y, z; };

struct sw_shapes {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    struct sw_thread_shapes threads;
    struct sw_map *of;                  /* value -> struct sw_shape * */
    struct sw_bitset divergent_branch;  /* per bb: lanes may leave it to different successors */
    struct sw_bitset join;              /* per bb: lanes that parted meet here, so its phis mix */
    struct sw_bitset divergent_loop;    /* per loop: lanes may leave it in different iterations */
    struct sw_map *checks;              /* extensions that are affine under a test */
};

/* shape.c. The function is in LCSSA form (values leave loops through phis). */
void sw_shapes_find(struct sw_unit *unit, LLVMValueRef function, struct sw_thread_shapes threads, struct sw_shapes *shapes);
struct sw_shape sw_shape_of(const struct sw_shapes *shapes, LLVMValueRef value);
/* Blocks of one dimension: x counts the lanes. Blocks of several: depends on the width, in general varying. */
struct sw_thread_shapes sw_threads_in_a_row(void);
struct sw_thread_shapes sw_threads_anyhow(void);

/* shape_rule.c: the shape of one instruction from those of its operands, control flow aside. */
struct sw_shape sw_shape_rule(struct sw_shapes *shapes, LLVMValueRef instruction);
struct sw_shape sw_shape_join(struct sw_shape a, struct sw_shape b);
bool sw_shape_equal(struct sw_shape a, struct sw_shape b);

/* divergence.c: marks what a divergent branch at the end of basic block `bb` does: joins, loops left at different times.
 * Says whether something new was marked. */
bool sw_divergence_spread(struct sw_shapes *shapes, unsigned bb);

/* shape_print.c: one line per value, for tests and for people. */
void sw_shapes_print(struct sw_shapes *shapes, FILE *to);

#endif
