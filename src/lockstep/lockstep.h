/* Lockstep: the code of one CUDA thread becomes the code of W of them, lane by lane in vectors.
 *
 * struct sw_lanes is one such translation: kernel, W and block shape given. It is made by sw_lockstep (lockstep.c), which
 * walks the source function's basic blocks in the order that flow.c has found and gives each instruction to the file of
 * its kind. Every emit function reads source operands through value.c and leaves its result there. */
#ifndef SW_LOCKSTEP_H
#define SW_LOCKSTEP_H

#include "analysis/shape.h"

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

/* The linear order of a function under divergence (flow.c). */
struct sw_flow {
    struct sw_point *points;
    unsigned count, exit;
    unsigned *point_of_bb, *latch_of_bb; /* latch_of_bb: of loop headers; else 0 */
};

/* A source value in the target: its scalar form (uniform: the value; affine: lane 0's) and its vector form, as far as
 * they have been made, valid in basic block `bb`; the slots carry them from one basic block to another. */
struct sw_form { LLVMValueRef value, slot; unsigned bb; };
struct sw_value { struct sw_form scalar, vector, incoming, first, holds; };

struct sw_lanes {
    struct sw_unit *unit;
    struct sw_ir *ir;
    struct sw_kernel *kernel;
    unsigned lanes;
    enum swrt_blocks blocks;
    LLVMValueRef from, to, block, tid;
    LLVMMetadataRef origin; /* where `from` counts as inlined into `to`; null without debug information */
    struct sw_shapes shapes;
    struct sw_flow flow;
    struct sw_bitset divergent; /* per bb: lanes may leave it to different successors */
    struct sw_bitset gathering; /* per bb: its first way is taken only when every lane is there */
    struct sw_map *values; /* source value -> struct sw_value [rows] */
    LLVMValueRef *mask_slots; /* per point and row */
    LLVMBasicBlockRef entry;
    LLVMValueRef all_lanes; /* the lanes that exist: constant all-ones when no warp is partial */
    LLVMValueRef mask;      /* lanes that run the current basic block */
    unsigned bb;            /* current source basic block */
    /* A whole block at once: `rows` runs of W threads side by side (rows.c). Else one row. */
    unsigned rows, row;      /* how many; the one that code is made for now */
    LLVMValueRef *row_masks; /* `mask` of each */
    bool all_rows;           /* code is made for all at once: of those, one runs */
    struct sw_shapes across; /* how values of the same lane differ between rows */
    LLVMValueRef failed;     /* slot: whether an assertion has failed in a function (attempt.c); null: none may */
};

/* lockstep.c: the kernel's code for W lanes, void (ptr %block, i32 %tid) for the threads tid .. tid + W - 1 (of whole
 * blocks, tid 0: for all); null when
 * lanes of it cannot run in lockstep: `obstacle` says why. The kernel is in the form that sw_lockstep_prepare gives. */
struct sw_obstacle { const char *why; LLVMValueRef where; };
LLVMValueRef sw_lockstep(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide,
                         struct sw_obstacle *obstacle);
void sw_lockstep_prepare(struct sw_unit *unit);
LLVMBasicBlockRef sw_append_bb(struct sw_lanes *l, const char *name); /* to the target */

/* flow.c */
/* gathering: basic blocks whose first way is taken only when every lane is there. */
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

/* rows.c */
bool sw_is_alike(const struct sw_lanes *l, LLVMValueRef value); /* the same in all rows, lane by lane */
bool sw_is_made_once(const struct sw_lanes *l, LLVMValueRef value); /* alike, or row 0's and a distance */
int64_t sw_row_distance(const struct sw_lanes *l, LLVMValueRef value); /* of what is made once: from row 0 to this one */
bool sw_rows_agree(const struct sw_lanes *l, LLVMValueRef at);
void sw_take_row(struct sw_lanes *l, unsigned row);
void sw_take_all_rows(struct sw_lanes *l); /* for what is alike: any row's lanes run */
bool sw_is_fence_alone(const struct sw_lanes *l, LLVMValueRef at); /* once for all lanes, and rows */
bool sw_is_done_once(const struct sw_lanes *l, LLVMValueRef at); /* and not row by row */
LLVMValueRef sw_join_masks(struct sw_lanes *l, LLVMValueRef *masks); /* of all rows */
bool sw_may_be_idle(const struct sw_lanes *l); /* code is made for a row of which perhaps no lane runs */
/* Where scalar code runs for a row none of whose lanes may: a pointer that is safe then to access. */
LLVMValueRef sw_safe_pointer(struct sw_lanes *l, LLVMValueRef pointer, LLVMTypeRef type);
LLVMValueRef sw_safe_divisor(struct sw_lanes *l, LLVMValueRef divisor);
void sw_drop_facts_when_idle(struct sw_lanes *l, LLVMValueRef load); /* what it says of a value that is read for nobody */
/* A call that is made for a row only if one of its lanes runs: open, make it, close; an idle row's result is zero. What
 * the call takes is read before. */
struct sw_if_active { LLVMBasicBlockRef from, done; };
void sw_open_if_active(struct sw_lanes *l, LLVMValueRef call, struct sw_if_active *f);
LLVMValueRef sw_close_if_active(struct sw_lanes *l, const struct sw_if_active *f, LLVMValueRef result);
void sw_emit_block_barrier(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request);

/* check.c: whether W lanes of this kernel can run in lockstep, or why not. */
bool sw_lockstep_allows(struct sw_lanes *l, struct sw_obstacle *obstacle);

/* value.c: shapes, forms, types. */
enum sw_shape_kind sw_kind_among(const struct sw_shapes *shapes, LLVMValueRef instruction);
enum sw_shape_kind sw_kind(const struct sw_lanes *l, LLVMValueRef value); /* uniform, affine or varying */
int64_t sw_stride(const struct sw_lanes *l, LLVMValueRef value);
LLVMTypeRef sw_wide_type(const struct sw_lanes *l, LLVMTypeRef type);
LLVMValueRef sw_scalar(struct sw_lanes *l, LLVMValueRef value); /* of a uniform or affine value */
LLVMValueRef sw_vector(struct sw_lanes *l, LLVMValueRef value); /* of any */
void sw_set_scalar(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef scalar);
void sw_set_vector(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef vector);
void sw_set_result(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef result); /* the form that its kind says */
/* A second form of some that vary: lane 0's value, and the truth that the others follow from it by the value's stride.
 * get: false when there is none. */
struct sw_tested { LLVMValueRef first, holds; };
void sw_set_tested(struct sw_lanes *l, LLVMValueRef value, const struct sw_tested *tested);
bool sw_get_tested(struct sw_lanes *l, LLVMValueRef value, struct sw_tested *tested);
struct sw_value *sw_value_of(struct sw_lanes *l, LLVMValueRef value);
/* An alloca at the entry, of the compiler's own; of: anybody's, that holds `first`, if there is one, from there on. */
LLVMValueRef sw_new_slot(struct sw_lanes *l, LLVMTypeRef type, const char *label);
LLVMValueRef sw_new_slot_of(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef first, const char *label);
void sw_insert_clone(struct sw_lanes *l, LLVMValueRef clone); /* with the place of what is built now */
LLVMValueRef sw_splat(struct sw_lanes *l, LLVMValueRef scalar);
LLVMValueRef sw_elements(struct sw_lanes *l, LLVMValueRef vector, unsigned first, unsigned step, unsigned count);
LLVMValueRef sw_lane_numbers(struct sw_lanes *l, LLVMTypeRef type, int64_t factor); /* <0, f, 2f, ...> */

/* mask.c */
LLVMTypeRef sw_mask_type(const struct sw_lanes *l);
bool sw_is_full(LLVMValueRef mask); /* known to be all lanes */
LLVMValueRef sw_mask_bits(struct sw_lanes *l, LLVMValueRef mask); /* as an integer of W bits */
LLVMValueRef sw_mask_any(struct sw_lanes *l, LLVMValueRef mask);
LLVMValueRef sw_mask_and(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef condition, bool is_negated);
LLVMValueRef sw_blend(struct sw_lanes *l, LLVMValueRef mask, LLVMValueRef yes, LLVMValueRef no); /* vectors */
LLVMValueRef sw_first_lane(struct sw_lanes *l); /* number of the first, last lane that runs; i32 */
LLVMValueRef sw_last_lane(struct sw_lanes *l);

/* edge.c: phis, masks and jumps at the end of a basic block. */
void sw_emit_phis(struct sw_lanes *l, unsigned bb);
void sw_emit_end(struct sw_lanes *l, unsigned bb);
void sw_emit_latch(struct sw_lanes *l, unsigned point);
void sw_emit_check(struct sw_lanes *l, unsigned point);

/* serial.c: memory for a vector whose elements are accessed one by one, in use from here until its lifetime ends:
 * outside, it takes no room. Alignment 64 whatever the type. */
LLVMValueRef sw_open_memory(struct sw_lanes *l, LLVMTypeRef vector);
/* The type whose vectors lie in memory as arrays do: truths and integers of odd widths are packed. */
LLVMTypeRef sw_element_type(struct sw_lanes *l, LLVMTypeRef type);
void sw_lifetime(struct sw_lanes *l, LLVMValueRef slot, bool starts);

/* A loop over the lanes that run. What differs between lanes is passed in and out through memory. */
struct sw_passed {
    LLVMTypeRef type;        /* of one lane's value */
    LLVMValueRef same;       /* the value, when it is uniform */
    LLVMValueRef memory;     /* one element a lane */
    struct sw_passed *parts; /* of a structure, array or short vector */
    unsigned count;
};
struct sw_serial {
    struct sw_lanes *l;
    LLVMBasicBlockRef head, done;
    LLVMValueRef bits, lane; /* lane: i32 */
};
struct sw_passed sw_pass_in(struct sw_lanes *l, LLVMValueRef value); /* before the loop */
struct sw_passed sw_pass_vector(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef vector);
struct sw_passed sw_pass_nothing(struct sw_lanes *l, LLVMTypeRef type); /* memory for a result */
void sw_serial_open(struct sw_lanes *l, struct sw_serial *s);
LLVMValueRef sw_serial_get(struct sw_serial *s, const struct sw_passed *passed);
void sw_serial_put(struct sw_serial *s, const struct sw_passed *passed, LLVMValueRef value);
void sw_serial_close(struct sw_serial *s);
void sw_pass_end(struct sw_lanes *l, const struct sw_passed *passed); /* it is not used any more */
LLVMValueRef sw_pass_out(struct sw_lanes *l, const struct sw_passed *passed); /* behind the loop; the vector */
void sw_name_thread(struct sw_serial *s); /* in the block: what a callee reads its threadIdx from, and reports read */
void sw_emit_serial(struct sw_lanes *l, LLVMValueRef at); /* any instruction, lane by lane */

/* stop.c: traps and failed assertions, after which nothing comes. */
bool sw_is_stop(LLVMValueRef at); /* but no assertion */
bool sw_is_assertion(LLVMValueRef at);
void sw_emit_assertion(struct sw_lanes *l, LLVMValueRef at);

/* attempt.c: a call, lane by lane, in which an assertion may fail. in: of each operand; out: null if there is no result. */
bool sw_may_fail(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_attempt(struct sw_lanes *l, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out);

/* arith.c, memory.c, call.c, atomic.c, warp.c: instructions by kind. */
void sw_emit_arithmetic(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_scalar(struct sw_lanes *l, LLVMValueRef at); /* a uniform or affine result from uniform or affine operands */
/* The instruction on scalars in place of its operands (null: a basic block). is_affine: lane 0 need not run: no flags. */
LLVMValueRef sw_clone_scalar(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef *operands, bool is_affine);
/* tested.c: the second form of what is affine only if extensions on the way to it pass a test (shape.h). */
void sw_emit_tested(struct sw_lanes *l, LLVMValueRef at);
/* ahead.c: prefetches what the same load will read some iterations later. from: lane 0's address; size: of an element. */
void sw_ask_ahead(struct sw_lanes *l, LLVMValueRef pointer, LLVMValueRef from, uint64_t size);
void sw_emit_load(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_store(struct sw_lanes *l, LLVMValueRef at);
/* The compiler moves no access of memory across: there, threads wait for each other, or accesses are volatile. */
void sw_hold_order(struct sw_lanes *l);
bool sw_emit_copy(struct sw_lanes *l, LLVMValueRef at); /* memcpy and its kin; false: not at once for all lanes */
/* What the lanes that run read and write at their addresses; `at` is the source instruction that does. */
LLVMValueRef sw_load_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, unsigned align);
void sw_store_lanes(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMTypeRef type, LLVMValueRef vector,
                    unsigned align);
/* locals.c: local variables, and addresses in those that lie interleaved (analysis/locals.c). */
enum { SW_LOCAL_ALIGN = 64 }; /* the most: more does not come back from a coroutine's frame */
void sw_emit_alloca(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_local_address(struct sw_lanes *l, LLVMValueRef at); /* a GEP */
bool sw_is_local_copy(struct sw_lanes *l, LLVMValueRef at); /* from or to such a variable */
void sw_emit_local_copy(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_call(struct sw_lanes *l, LLVMValueRef at);
void sw_emit_everyone(struct sw_lanes *l, LLVMValueRef at); /* rows.c */
bool sw_emit_sample(struct sw_lanes *l, LLVMValueRef at); /* sample.c; false: not for all lanes at once */
void sw_emit_atomic(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* Of all rows at once, where one address is all lanes'; else false. */
bool sw_emit_atomic_rows(struct sw_lanes *l, LLVMValueRef at);
/* One lane's operation, on its pointer and value. */
LLVMValueRef sw_call_marker(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, LLVMValueRef value);
/* Lane i's element is lane i - distance's, `fill`'s below. */
LLVMValueRef sw_moved_up(struct sw_lanes *l, LLVMValueRef values, LLVMValueRef fill, unsigned distance);
/* atomic_ordered.c: one address for all lanes, where their order decides; false: not such an operation. */
bool sw_emit_atomic_ordered(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* atomic_chain.c: one address for all lanes, floats: what one operation after the other gives. Of all rows: no results. */
bool sw_is_chained(const struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_chain(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_chain_of_rows(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
/* atomic_each.c: without results; a loop over the lanes that run; and, where possible, on vectors with results. */
void sw_emit_alignment_test(struct sw_lanes *l, LLVMValueRef pointer, unsigned size); /* where no marker is left */
void sw_emit_atomic_each(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_by_lane(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
bool sw_has_wide_form(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic); /* 16 bytes at a time */
bool sw_emit_atomic_side_by_side(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_part_by_mask(struct sw_lanes *l, LLVMBasicBlockRef all, LLVMBasicBlockRef some); /* whether all lanes run */
/* atomic_conflict.c: within a block, on vectors, whoever meets whom. */
bool sw_has_conflict_free_form(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_atomic_conflict_free(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *atomic);
void sw_emit_request(struct sw_lanes *l, LLVMValueRef at, const struct sw_request *request);

#endif
