/* Analyses: they read IR and state facts; none of them changes it. Grouped under the file that defines each. */
#ifndef SW_ANALYSIS_H
#define SW_ANALYSIS_H

#include "ir/unit.h"

/* request.c: suspend points (requests.def). */
enum sw_result { SW_RESULT_NOTHING, SW_RESULT_VALUE, SW_RESULT_TRUTH, SW_RESULT_PAIR };
struct sw_request {
    const char *function;
    unsigned kind, op;
    int mask, value, arg, clamp; /* operand numbers, -1: none */
    enum sw_result result;
};
const struct sw_request *sw_request_of(LLVMValueRef instruction); /* null when it is not a suspend point */
bool sw_is_barrier(LLVMValueRef instruction);                     /* the block's, or the grid's */
bool sw_is_in_step(const struct sw_request *request);             /* what lockstep does anyway: transform/exchanges.c */
/* Without a mask: of the lanes that branches bring together there, on GPUs that have it, so until sm_62. */
bool sw_meets_lanes(const struct sw_request *request);
LLVMValueRef sw_request_operand(LLVMValueRef call, int index); /* null for -1 */
/* Whether a barrier is for all of a block of so many threads: it counts none, or as many, and all wait. */
bool sw_meets_whole_block(LLVMValueRef barrier, const struct sw_request *request, unsigned threads);
bool sw_gives_way(const struct sw_request *request); /* once, to those that read: transform/broadcasts.c */
enum sw_remark_kind sw_request_remark(const struct sw_request *request);
const char *sw_request_text(const struct sw_request *request); /* which of its kind it is, for a person */

/* atomic.c: the names of the marker functions, taken apart: __sw_atomic_<op>_<type>_<scope>, of lockstep's
 * also .._wide, of the deferral pass .._deferred.
 * CUDA has no functions for mul and the like, nor for min and max of floats; they stand for recognised retry loops.
 * addftz and addany (f32): additions that flush denormals, everywhere or where the address is not in shared memory.
 * min and max of floats are fminf and fmaxf: a NaN loses against a number, -0 is less than +0.
 * keep<predicate>: new = old <predicate> value ? old : value, the predicate being one of fcmp's. */
#define SW_ATOMIC_OPS(X)                                                                                              \
    X(add) X(sub) X(exch) X(min) X(max) X(inc) X(dec) X(cas) X(and) X(or) X(xor) X(load) X(store)                    \
    X(mul) X(addftz) X(addany) X(keepogt) X(keepoge) X(keepugt) X(keepuge) X(keepolt) X(keepole) X(keepult) X(keepule)
#define SW_ATOMIC_TYPES(X) \
    X(i32) X(u32) X(i64) X(u64) X(f32) X(f64) X(u8) X(u16) X(f16) X(v2f16) X(bf16) X(v2bf16) X(u128)
#define SW_ATOMIC_SCOPES(X) X(block) X(device) X(system)
#define SW_OP(name) SW_ATOMIC_##name,
#define SW_TYPE(name) SW_TYPE_##name,
#define SW_SCOPE(name) SW_SCOPE_##name,
enum sw_atomic_op { SW_ATOMIC_OPS(SW_OP) SW_ATOMIC_OP_COUNT };
enum sw_atomic_type { SW_ATOMIC_TYPES(SW_TYPE) SW_ATOMIC_TYPE_COUNT };
enum sw_scope { SW_ATOMIC_SCOPES(SW_SCOPE) SW_SCOPE_COUNT };
#undef SW_OP
#undef SW_TYPE
#undef SW_SCOPE
struct sw_atomic {
    enum sw_atomic_op op;
    enum sw_atomic_type type;
    enum sw_scope scope;
    bool is_wide;     /* of as many elements, side by side, as 16 bytes hold: lockstep's */
    bool is_deferred; /* nobody can tell when it is done, before the kernel ends */
};
/* Whether no other worker can see it: block scope, or shared memory for certain. */
bool sw_atomic_is_plain(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *atomic);
bool sw_atomic_of(LLVMValueRef instruction, struct sw_atomic *atomic);        /* false: not such a call */
const char *sw_atomic_name(struct sw_ir *ir, const struct sw_atomic *atomic); /* of the marker function */
/* The runtime's function that such operations are put off to (abi.h); null: there is none. */
const char *sw_atomic_deferred_function(struct sw_unit *unit, const struct sw_atomic *atomic);
#define SW_TEST_ALIGNMENT "__sw_test_alignment" /* void (ptr, i32 size): lockstep's, where no marker is left */
bool sw_atomic_adds(const struct sw_atomic *atomic);               /* flushing or not */
const char *sw_atomic_text(struct sw_ir *ir, LLVMValueRef marker); /* "add i32, device scope", of a call */

/* reached.c: whether a kernel may read or write memory through a parameter; whether it may print. For messages only. */
bool sw_is_reached(LLVMValueRef parameter);
bool sw_prints(struct sw_ir *ir, LLVMValueRef function);

/* space.c: where a pointer leads. Other: local memory, and arguments. */
enum sw_space { SW_SPACE_UNKNOWN, SW_SPACE_GLOBAL, SW_SPACE_SHARED, SW_SPACE_CONSTANT, SW_SPACE_OTHER };
enum sw_space sw_space_of(struct sw_unit *unit, LLVMValueRef pointer);

/* cfg.c: the control-flow graph of one function, basic blocks numbered in reverse post-order (unreachable ones left
 * out), with immediate dominators (Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm) and loops: natural ones,
 * and cycles with several entries, whose header is the entry that comes first. */
struct sw_bb {
    LLVMBasicBlockRef bb;
    unsigned *succ, *pred;
    unsigned succs, preds;
    unsigned idom; /* the entry's is itself */
    int loop;      /* innermost loop, or -1 */
};
struct sw_loop {
    unsigned header;
    int parent; /* loop around it, or -1 */
    unsigned *latches;
    unsigned num_latches;
    struct sw_bitset bbs; /* members */
    bool is_irreducible;  /* the header does not dominate every latch */
};
struct sw_cfg {
    LLVMValueRef function;
    struct sw_bb *bbs;
    unsigned count;
    struct sw_map *number; /* LLVMBasicBlockRef -> number + 1 */
    SW_VEC(struct sw_loop) loops;
    bool is_irreducible; /* some loop is */
};
void sw_cfg_build(struct sw_ir *ir, LLVMValueRef function, struct sw_cfg *cfg);
int sw_cfg_number(const struct sw_cfg *cfg, LLVMBasicBlockRef bb);  /* -1 when unreachable */
bool sw_loop_is_innermost(const struct sw_cfg *cfg, size_t number); /* no loop lies in it */
bool sw_loop_has_bb(const struct sw_cfg *cfg, const struct sw_loop *loop, LLVMBasicBlockRef bb);
bool sw_loop_has(const struct sw_cfg *cfg, const struct sw_loop *loop, LLVMValueRef value); /* computed in the loop */
bool sw_cfg_dominates(const struct sw_cfg *cfg, unsigned a, unsigned b);
/* For each basic block those that all ways from it to the end come through, itself included (its post-dominators). Ways
 * into basic blocks of `left` do not count; null: all do. */
struct sw_bitset *sw_cfg_following(struct sw_arena *arena, const struct sw_cfg *cfg, const struct sw_bitset *left);

/* waiting.c: loops that may wait until another thread changes memory: all but those that end whatever others do. */
bool sw_loop_waits(struct sw_unit *unit, const struct sw_cfg *cfg, const struct sw_loop *loop);

/* yields.c: where waiting loops yield. */
bool sw_is_yield(LLVMValueRef at);
bool sw_yields(LLVMBasicBlockRef bb);
/* The bb in which the turns of a loop with one latch end: the latch, or the one before a latch that only yields. */
unsigned sw_loop_end(const struct sw_cfg *cfg, const struct sw_loop *loop);

/* recursion.c: calls that lead back into the function that they stand in, where that may wait like a loop. */
void sw_waiting_turns(struct sw_unit *unit, struct sw_values *turns);

/* retry/retry.c: loops that are one read-modify-write, written with compare-and-swap. */
struct sw_retry {
    LLVMValueRef cas, old;              /* the marker call; the header's phi of what it expects */
    LLVMBasicBlockRef head, swap, done; /* header; the bb of the cas, the same or behind it; where success leads */
    LLVMBasicBlockRef back;             /* what leads from swap to head: swap, or a bb that only yields */
    LLVMValueRef success;               /* the comparison that says whether the cas succeeded, */
    bool is_success_when;               /* when it is this */
    LLVMBasicBlockRef skip;             /* where the head leads when old is enough; null when head and swap are one */
    LLVMValueRef test;                  /* the head's, */
    bool skips_when;                    /* when it is this */
    struct sw_atomic atomic;            /* what the whole does, test included, */
    LLVMValueRef operand;               /* with this; its type may differ from the marker's parameter by a bitcast */
};
bool sw_retry_of(const struct sw_cfg *cfg, const struct sw_loop *loop, struct sw_retry *retry);
/* What a select by the success of a retry's cas gives; null for any other value. */
LLVMValueRef sw_retry_side(const struct sw_retry *retry, LLVMValueRef select, bool succeeded);
bool sw_is_pure(LLVMValueRef instruction); /* its value depends on its operands alone */

/* calls.c: the call graph. */
bool sw_is_recursive(struct sw_ir *ir, LLVMValueRef function);
bool sw_call_leads_to(struct sw_ir *ir, LLVMValueRef call, LLVMValueRef function); /* at once, or through others */
/* The defined functions that a call may go to. */
void sw_call_targets(struct sw_ir *ir, LLVMValueRef call, struct sw_values *targets);
/* Functions that may suspend: they contain a suspend point, or call one that may. Keys of the map. */
struct sw_map *sw_suspending_functions(struct sw_ir *ir);
/* Those of them that do so at an operation at which lanes meet by the place in the code, not by a mask. */
struct sw_map *sw_converging_functions(struct sw_ir *ir);
/* Whether a call may run, in a defined function and what that calls, an instruction of which `is` holds. */
bool sw_call_reaches(struct sw_ir *ir, LLVMValueRef call, bool (*is)(LLVMValueRef instruction));

#endif
