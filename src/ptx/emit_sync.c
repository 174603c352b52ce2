/* Barriers, warp operations, control flow (PTX ISA, Parallel Synchronization and Communication, Control Flow,
 * Miscellaneous). */
#include "ptx/ptx.h"

#define NAME(...) sw_arena_printf(op->ir->arena, __VA_ARGS__)

static LLVMValueRef barrier_call(struct sw_ptx_op *op, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                                 unsigned count) {
    LLVMValueRef call = sw_ptx_call(op, name, result, args, count);
    if (!LLVMGetIntrinsicID(sw_called_function(call)))
        sw_add_attribute(op->ir, sw_called_function(call), "convergent");
    return call;
}

static bool is_zero(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && LLVMIsNull(value);
}

/* bar.sync a{, b} */
LLVMValueRef sw_ptx_emit_bar_sync(struct sw_ptx_op *op) {
    if (op->count == 1 && is_zero(op->value[0]))
        barrier_call(op, "llvm.nvvm.barrier0", op->ir->nothing, NULL, 0);
    else if (op->count == 1)
        barrier_call(op, "llvm.nvvm.barrier.sync", op->ir->nothing, op->value, 1);
    else
        barrier_call(op, "llvm.nvvm.barrier.sync.cnt", op->ir->nothing, op->value, 2);
    return NULL;
}

LLVMValueRef sw_ptx_emit_bar_arrive(struct sw_ptx_op *op) {
    barrier_call(op, "__sw_barrier_arrive", op->ir->nothing, op->value, 2);
    return NULL;
}

/* bar.red.popc.u32 d, a{, b}, p; bar.red.{and,or}.pred d, a{, b}, p */
LLVMValueRef sw_ptx_emit_bar_red(struct sw_ptx_op *op) {
    const char *what = sw_ptx_has(op, "popc") ? "popc" : sw_ptx_has(op, "and") ? "and" : "or";
    bool counts = sw_equal(what, "popc"), has_count = op->count == 4;
    const struct sw_ptx_type *word = sw_ptx_type("u32");
    LLVMValueRef id = sw_ptx_read(op, op->operand[1], word, false);
    LLVMValueRef threads = has_count ? sw_ptx_read(op, op->operand[2], word, false) : sw_const(op->ir->i32, 0);
    LLVMValueRef truth = sw_ptx_read(op, op->operand[op->count - 1], sw_ptx_type("pred"), false);
    if (!id || !threads || !truth)
        return NULL;
    LLVMValueRef args[] = {LLVMBuildZExt(op->b, truth, op->ir->i32, ""), id, threads};
    LLVMValueRef result = is_zero(id) && !has_count
                              ? barrier_call(op, NAME("llvm.nvvm.barrier0.%s", what), op->ir->i32, args, 1)
                              : barrier_call(op, NAME("__sw_barrier_%s", what), op->ir->i32, args, 3);
    if (counts)
        return result;
    return LLVMBuildICmp(op->b, LLVMIntNE, result, LLVMConstNull(op->ir->i32), "");
}

/* barrier.cluster.arrive, .wait. Nothing is made of .relaxed. */
LLVMValueRef sw_ptx_emit_bar_cluster(struct sw_ptx_op *op) {
    barrier_call(op, NAME("llvm.nvvm.barrier.cluster.%s", op->row->argument), op->ir->nothing, NULL, 0);
    return NULL;
}

LLVMValueRef sw_ptx_emit_bar_warp(struct sw_ptx_op *op) {
    barrier_call(op, "llvm.nvvm.bar.warp.sync", op->ir->nothing, op->value, 1);
    return NULL;
}

/* shfl{.sync}.mode.b32 d{|p}, a, b, c{, mask} */
LLVMValueRef sw_ptx_emit_shfl(struct sw_ptx_op *op) {
    bool is_sync = op->value[4], is_pair = op->operand[0]->kind == SW_PTX_PAIR;
    LLVMTypeRef parts[] = {op->ir->i32, op->ir->i1}, pair = LLVMStructTypeInContext(op->ir->context, parts, 2, 0);
    LLVMValueRef args[] = {op->value[4], op->value[1], op->value[2], op->value[3]};
    const struct sw_ptx_operand *to = op->operand[0];
    const char *mode = sw_ptx_has(op, "up")     ? "up"
                       : sw_ptx_has(op, "down") ? "down"
                       : sw_ptx_has(op, "bfly") ? "bfly"
                                                : "idx";
    const char *name = NAME("llvm.nvvm.shfl.%s%s.i32%s", is_sync ? "sync." : "", mode, is_pair ? "p" : "");
    LLVMValueRef answer = barrier_call(op, name, is_pair ? pair : op->ir->i32, args + !is_sync, 4 - !is_sync);
    LLVMValueRef value = is_pair ? LLVMBuildExtractValue(op->b, answer, 0, "") : answer;
    sw_ptx_write(op, is_pair ? &to->parts.at[0] : to, sw_ptx_type("b32"), value, false);
    if (is_pair)
        sw_ptx_write(op, &to->parts.at[1], sw_ptx_type("pred"), LLVMBuildExtractValue(op->b, answer, 1, ""), false);
    return NULL;
}

/* vote{.sync}.{all,any,uni}.pred p, a{, mask}; vote{.sync}.ballot.b32 d, a{, mask} */
LLVMValueRef sw_ptx_emit_vote(struct sw_ptx_op *op) {
    bool is_sync = op->value[2];
    const char *mode = sw_ptx_has(op, "all")   ? "all"
                       : sw_ptx_has(op, "any") ? "any"
                       : sw_ptx_has(op, "uni") ? "uni"
                                               : "ballot";
    LLVMTypeRef type = sw_equal(mode, "ballot") ? op->ir->i32 : op->ir->i1;
    LLVMValueRef args[] = {op->value[2], op->value[1]};
    return barrier_call(op, NAME("llvm.nvvm.vote.%s%s", mode, is_sync ? ".sync" : ""), type, args + !is_sync,
                        2 - !is_sync);
}

/* match.any.sync.b32 d, a, mask; match.all.sync.b32 d{|p}, a, mask */
LLVMValueRef sw_ptx_emit_match(struct sw_ptx_op *op) {
    unsigned bits = op->type[0]->bits;
    bool is_all = sw_ptx_has(op, "all"), is_pair = op->operand[0]->kind == SW_PTX_PAIR;
    LLVMTypeRef parts[] = {op->ir->i32, op->ir->i1}, pair = LLVMStructTypeInContext(op->ir->context, parts, 2, 0);
    LLVMValueRef args[] = {op->value[2], op->value[1]};
    const struct sw_ptx_operand *to = op->operand[0];
    const char *name = NAME("llvm.nvvm.match.%s.sync.i%u%s", is_all ? "all" : "any", bits, is_all ? "p" : "");
    if (is_pair && !is_all)
        return sw_ptx_error(op, "match.any writes no predicate"), NULL;
    LLVMValueRef answer = barrier_call(op, name, is_all ? pair : op->ir->i32, args, 2);
    LLVMValueRef value = is_all ? LLVMBuildExtractValue(op->b, answer, 0, "") : answer;
    sw_ptx_write(op, is_pair ? &to->parts.at[0] : to, sw_ptx_type("b32"), value, false);
    if (is_pair)
        sw_ptx_write(op, &to->parts.at[1], sw_ptx_type("pred"), LLVMBuildExtractValue(op->b, answer, 1, ""), false);
    return NULL;
}

LLVMValueRef sw_ptx_emit_redux(struct sw_ptx_op *op) {
    static const char *const names[] = {"add", "min", "max", "and", "or", "xor"};
    for (unsigned i = 0; i < 6; i++) {
        if (!sw_ptx_has(op, names[i]))
            continue;
        bool is_unsigned = op->type[0]->kind == 'u' && (i == 1 || i == 2);
        return barrier_call(op, NAME("llvm.nvvm.redux.sync.%s%s", is_unsigned ? "u" : "", names[i]), op->ir->i32,
                            op->value + 1, 2);
    }
    return NULL;
}

/* A float's bits as a number that is greater where the float is; and back. All bits are the canonical NaN's. */
static LLVMValueRef ranked(struct sw_ptx_op *op, LLVMValueRef bits) {
    LLVMValueRef is_negative = LLVMBuildAShr(op->b, bits, sw_const(op->ir->i32, 31), "");
    return LLVMBuildXor(op->b, bits, LLVMBuildOr(op->b, is_negative, sw_const(op->ir->i32, 0x80000000), ""), "");
}
static LLVMValueRef unranked(struct sw_ptx_op *op, LLVMValueRef rank) {
    LLVMValueRef was_negative = LLVMBuildNot(op->b, LLVMBuildAShr(op->b, rank, sw_const(op->ir->i32, 31), ""), "");
    return LLVMBuildXor(op->b, rank, LLVMBuildOr(op->b, was_negative, sw_const(op->ir->i32, 0x80000000), ""), "");
}

/* redux.sync.{min,max}{.abs}{.NaN}.f32: of ranks. A NaN has the one that loses, or with .NaN wins. */
LLVMValueRef sw_ptx_emit_redux_float(struct sw_ptx_op *op) {
    LLVMBuilderRef b = op->b;
    bool is_max = sw_ptx_has(op, "max"), wins = sw_ptx_has(op, "NaN");
    LLVMValueRef bits = sw_ptx_as(op, op->value[1], op->ir->i32), least = sw_const(op->ir->i32, 0);
    LLVMValueRef nan = sw_const(op->ir->i32, is_max == wins ? 0xffffffff : 0);
    LLVMValueRef is_nan = LLVMBuildFCmp(b, LLVMRealUNO, op->value[1], op->value[1], "");
    if (sw_ptx_has(op, "abs"))
        bits = LLVMBuildAnd(b, bits, sw_const(op->ir->i32, 0x7fffffff), "");
    LLVMValueRef args[] = {LLVMBuildSelect(b, is_nan, nan, ranked(op, bits), ""), op->value[2]};
    LLVMValueRef rank = barrier_call(op, NAME("llvm.nvvm.redux.sync.u%s", is_max ? "max" : "min"), op->ir->i32, args,
                                     2);
    LLVMValueRef is_least = LLVMBuildICmp(b, LLVMIntEQ, rank, least, "");
    rank = LLVMBuildSelect(b, is_least, sw_const(op->ir->i32, 0xffffffff), rank, "");
    return sw_ptx_as(op, unranked(op, rank), op->ir->f32);
}

LLVMValueRef sw_ptx_emit_activemask(struct sw_ptx_op *op) {
    return barrier_call(op, "__sw_activemask", op->ir->i32, NULL, 0);
}

/* elect.sync d|p, mask: the lowest lane of those that the mask names and that have not exited, and whether the caller is
 * it. */
LLVMValueRef sw_ptx_emit_elect(struct sw_ptx_op *op) {
    const struct sw_ptx_operand *to = op->operand[0];
    if (to->kind != SW_PTX_PAIR)
        return sw_ptx_error(op, "it writes d|p"), NULL;
    LLVMValueRef args[] = {op->value[1], sw_const(op->ir->i1, 1)};
    LLVMValueRef there = barrier_call(op, "llvm.nvvm.vote.ballot.sync", op->ir->i32, args, 2);
    LLVMValueRef lowest = sw_ptx_overloaded(op, "llvm.cttz", (LLVMValueRef[]){there, sw_const(op->ir->i1, 0)}, 2);
    LLVMValueRef is_own = LLVMBuildICmp(op->b, LLVMIntEQ, lowest, sw_ptx_special(op, "%laneid"), "");
    sw_ptx_write(op, &to->parts.at[0], sw_ptx_type("b32"), lowest, false);
    sw_ptx_write(op, &to->parts.at[1], sw_ptx_type("pred"), is_own, false);
    return NULL;
}

LLVMValueRef sw_ptx_emit_nanosleep(struct sw_ptx_op *op) {
    sw_ptx_call(op, "__sw_nanosleep", op->ir->nothing, op->value, 1);
    return NULL;
}

LLVMValueRef sw_ptx_emit_trap(struct sw_ptx_op *op) {
    sw_ptx_call(op, "llvm.trap", op->ir->nothing, NULL, 0);
    return NULL;
}

LLVMValueRef sw_ptx_emit_brkpt(struct sw_ptx_op *op) {
    sw_ptx_call(op, "__sw_breakpoint", op->ir->nothing, NULL, 0);
    return NULL;
}

/* What follows is reached by a label only. */
static void open_unreached(struct sw_ptx_op *op) {
    LLVMPositionBuilderAtEnd(op->b, sw_ptx_new_bb(op->ptx, "next"));
}

/* The thread ends: the assembly pass makes a kernel's return of it. */
LLVMValueRef sw_ptx_emit_exit(struct sw_ptx_op *op) {
    sw_ptx_call(op, "llvm.nvvm.exit", op->ir->nothing, NULL, 0);
    LLVMBuildUnreachable(op->b);
    open_unreached(op);
    return NULL;
}

LLVMValueRef sw_ptx_emit_bra(struct sw_ptx_op *op) {
    const struct sw_ptx_operand *to = op->operand[0];
    if (to->kind != SW_PTX_NAME)
        return sw_ptx_error(op, "'%s' is no label", to->text), NULL;
    LLVMBuildBr(op->b, sw_ptx_label_bb(op->ptx, to->name));
    open_unreached(op);
    return NULL;
}
