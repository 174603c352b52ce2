/* Shapes: how a value differs between the lanes of one warp (or of the W threads that one coroutine carries).
 *
 *  uniform   the same in all lanes
 *  affine    lane i has lane 0's value + i * stride, modulo 2^width (pointers: stride in bytes)
 *  varying   anything
 *
 * Lane 0's value is a scalar that is computed whether lane 0 runs or not, by the instruction's own operation (see
 * sw_base_opcode) on lane 0's operands and *without* its flags (nsw, inbounds, exact, ...), which promise something
 * of the lanes that run only. What is known of its bits (`bits`) therefore holds in any case.
 *
 * An affine integer also says whether it is a *line*: true without the modulo, read as signed or as unsigned numbers.
 * Only then does an extension to more bits keep it. There are three ways to know:
 *  - the bits: when no lane carries out of the lowest k bits (a *cell*), nothing wraps. blockIdx.x * blockDim.x +
 *    threadIdx.x is a line where blockDim.x is a multiple of W.
 *  - flags (nsw, nuw): such a line is *anchored*: it holds among the lanes that run, but lane 0's value may have
 *    wrapped if that lane does not run. An extension of it is, f being the first lane that runs,
 *    ext(lane 0's + f * stride) - f * stride. A lane whose flag is broken has poison, which alone is no error, and
 *    would spoil the others by way of f: flags are believed where poison is undefined behaviour (shape_poison.c).
 *  - a test: where neither shows it, the extension is listed in `checks`: affine provided that lane 0's operand and
 *    lane W-1's do not lie on both sides of a wrap. All that is affine because of a test says so (is_tested); nothing
 *    is uniform because of one. Limits (shape_limit.c) are listed there too: lines while no lane meets them. */
#ifndef SW_SHAPE_H
#define SW_SHAPE_H

#include "analysis/analysis.h"
#include "analysis/bits.h"

#include <stdio.h>

enum sw_shape_kind { SW_UNSEEN, SW_UNIFORM, SW_AFFINE, SW_VARYING };

struct sw_shape {
    enum sw_shape_kind kind;
    int64_t stride;
    bool is_signed_line, is_unsigned_line;
    bool is_anchored;    /* a line by flags: true of the lanes that run, not of lane 0's value when it does not run */
    bool is_tested;      /* affine only where the tests of its extensions and limits hold */
    struct sw_bits bits; /* of an integer: what is known of the uniform value, or of lane 0's */
};

/* The block shape that a variant is made for: W, and what threadIdx.x, .y and .z are. */
struct sw_thread_shapes {
    struct sw_shape x, y, z;
    unsigned lanes;
    bool is_full;               /* blockDim.x is a multiple of W */
    bool counts_up;             /* blockIdx.x * blockDim.x + threadIdx.x is below 2^31 in all lanes */
    bool is_across;             /* not the threads of a run: the same one of several runs */
    struct sw_block_size whole; /* blockDim where it is known, else zeros */
};

struct sw_shapes {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    struct sw_thread_shapes threads;
    struct sw_map *of;                 /* value -> struct sw_shape * */
    struct sw_bitset divergent_branch; /* per bb: lanes may leave it to different successors */
    struct sw_bitset join;             /* per bb: lanes that parted meet here, so its phis mix */
    struct sw_bitset divergent_loop;   /* per loop: lanes may leave it in different iterations */
    struct sw_bitset divergent_cycle;  /* per bb: in a cycle of several entries that lanes run at different times */
    struct sw_map *checks;             /* extensions and limits that are affine under a test */
    struct sw_map *granules;           /* sw_interleaved_locals */
    int *labels;                       /* divergence.c: room for its labels, when nobody uses it */
};

/* locals.c: addresses in local variables that lie interleaved among W lanes -> their variable's granule, unsigned *.
 * Byte o of lane i's variable is at o * W + i * granule. */
struct sw_map *sw_interleaved_locals(struct sw_unit *unit, const struct sw_cfg *cfg);
unsigned sw_granule_of(const struct sw_shapes *shapes, LLVMValueRef address); /* 0: it is no such address */

/* shape.c. The function is in LCSSA form (values leave loops through phis); its parameters are uniform. */
void sw_shapes_find(struct sw_unit *unit, LLVMValueRef function, struct sw_thread_shapes threads,
                    struct sw_shapes *shapes);
struct sw_shape sw_shape_of(const struct sw_shapes *shapes, LLVMValueRef value);
/* Each run of W threads lies in one row (enum swrt_blocks: ROWS, FULL_ROWS). */
struct sw_thread_shapes sw_threads_in_rows(unsigned lanes, bool is_full);
struct sw_thread_shapes sw_threads_anyhow(unsigned lanes);
/* Thread i of each of the runs of `width` threads, each within a row, that make up a block. */
struct sw_thread_shapes sw_threads_across(unsigned width, struct sw_block_size size);

/* shape_rule.c: the shape of one instruction from those of its operands, control flow aside. */
struct sw_shape sw_shape_rule(struct sw_shapes *shapes, LLVMValueRef instruction);
/* The operation that computes lane 0's value of an affine result: the instruction's own, but
 *   add    for an `or disjoint`: the bits of lane 0 may overlap when it does not run
 *   sext   for a `zext nneg` whose operand is a line as a signed number only */
LLVMOpcode sw_base_opcode(const struct sw_shapes *shapes, LLVMValueRef instruction);

/* shape_call.c: threadIdx and its like, and other calls. */
struct sw_shape sw_shape_of_call(struct sw_shapes *shapes, LLVMValueRef call, enum sw_shape_kind operands);

/* shape_limit.c: the least or greatest of two numbers. */
bool sw_is_limit(LLVMValueRef instruction, bool *is_signed, bool *is_least);
struct sw_shape sw_shape_of_limit(struct sw_shapes *shapes, LLVMValueRef limit, bool is_signed);

/* shape_line.c: shapes as such: making and joining them, what they say about wrapping and comparing. */
/* Of an integer of up to 64 bits; everything else counts as 64 bits of which nothing is known. */
unsigned sw_width_of(LLVMValueRef value);
struct sw_shape sw_shape_uniform(struct sw_bits bits);
struct sw_shape sw_shape_varying(void);
/* An affine shape of this width, or a uniform one when the stride comes to nothing; with the lines that bits show. */
struct sw_shape sw_shape_affine(int64_t stride, struct sw_bits bits, unsigned width, unsigned lanes);
/* The same with lines that are known otherwise. */
struct sw_shape sw_shape_with_lines(struct sw_shape shape, bool is_signed, bool is_unsigned, bool is_anchored);
struct sw_shape sw_shape_join(struct sw_shape a, struct sw_shape b);
bool sw_shape_equal(struct sw_shape a, struct sw_shape b);
/* log2 of what the value (lane 0's, of an affine one) is certainly a multiple of; 64 when it is 0. */
unsigned sw_shape_align(struct sw_shape shape);
/* Whether all lanes have the same bits from bit k on: none carries out of the k lowest. */
bool sw_shape_stays_in_cell(struct sw_shape shape, unsigned k, unsigned lanes);
bool sw_shape_has_cell(struct sw_shape shape, unsigned up_to, unsigned lanes);       /* for some k up to this */
uint64_t sw_shape_mixed_bits(struct sw_shape shape, unsigned width, unsigned lanes); /* in which lanes may differ */
/* Whether an affine and a uniform value compare with one result in all lanes. */
bool sw_shape_compares_uniformly(struct sw_shape affine, struct sw_shape uniform, LLVMIntPredicate predicate,
                                 unsigned width, unsigned lanes);

/* shape_poison.c: whether a lane for which this value is poison has undefined behaviour, at once and for certain. */
bool sw_poison_is_undefined(LLVMValueRef value);

/* divergence.c: marks what a divergent branch at the end of basic block `bb` does: joins, loops left at different
 * times, divergent cycles. Says whether something new was marked. */
bool sw_divergence_spread(struct sw_shapes *shapes, unsigned bb);

/* lane_bits.c: what is known of an integer in one lane of 32. steps: of the search, which adds to it and ends some time. */
struct sw_bits sw_bits_in_lane(const struct sw_shapes *shapes, LLVMValueRef value, unsigned lane, unsigned *steps);

/* vote_parts.c: the operation with a mask among the lanes of a warp that gives the value (the first of a pair); null: none.
 * And whether a value is the ballot among the mask's lanes for those who said yes, the rest of the mask for others. */
const struct sw_request *sw_warp_operation_of(LLVMValueRef value, LLVMValueRef *mask);
bool sw_parts_by_vote(LLVMValueRef value, LLVMValueRef *mask);

/* agreement.c: whether lanes that reach a warp operation of this mask together meet there all that their masks name.
 * SW_GROUP_MASK: i32 (i32), its operand, of which the program says so (cooperative groups). */
#define SW_GROUP_MASK "__sw_group_mask"
/* i32 (i32, ptr): a thread asks the runtime for something (include/cuda/softwarp/device/calls.def). */
#define SW_DEVICE_CALL "__sw_device_call"
bool sw_masks_agree(const struct sw_shapes *shapes, LLVMValueRef mask);

/* shape_print.c: one line per value, for tests and for people. */
void sw_shapes_print(struct sw_shapes *shapes, FILE *to);

#endif
