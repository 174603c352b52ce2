/* What a GPU does by itself while the thread goes on (PTX ISA, Data Movement and Conversion Instructions: Asynchronous
 * Copy, st.async, red.async, st.bulk; Parallel Synchronization: clusterlaunchcontrol). Here there is nobody else: the
 * thread does it at once, and then tells the mbarrier that waits for the bytes.
 *
 *      cp.async.bulk [to], [from], size, [mbarrier]   =>   memcpy; the mbarrier's bytes -= size, with release
 *      cp.reduce.async.bulk.add.u32                   =>   a loop of relaxed atomics
 *
 * Groups of copies (commit_group, wait_group) have ended when they are waited for. What is multicast is done for each block
 * of the cluster that the mask names, at the same place of its shared memory, and told to its mbarrier. */
#include "ptx/ptx.h"

#include <string.h>

enum { PIECE = 16 }; /* bytes that sizes and addresses are multiples of */

static unsigned space_from(const char *name) {
    return sw_starts_with(name, "shared") ? SW_NVPTX_SHARED : SW_NVPTX_GLOBAL;
}

/* The rows' first two slots that are spaces say where to and where from. */
static bool places(struct sw_ptx_op *op, LLVMValueRef *to, LLVMValueRef *from) {
    unsigned first = sw_equal(op->statement->name, "cp") && sw_ptx_has(op, "reduce") ? 3 : 2;
    *to = sw_ptx_pointer(op, op->operand[0], space_from(op->slot[first]));
    *from = *to ? sw_ptx_pointer(op, op->operand[1], space_from(op->slot[first + 1])) : NULL;
    return *from != NULL;
}

/* Tells the mbarrier of the last address, where there is one. */
static void completed(struct sw_ptx_op *op, unsigned operand, LLVMValueRef bytes) {
    if (!sw_ptx_has(op, "mbarrier::complete_tx::bytes"))
        return;
    LLVMValueRef mbarrier = sw_ptx_pointer(op, op->operand[operand], SW_NVPTX_SHARED);
    if (mbarrier)
        sw_ptx_complete_bytes(op, mbarrier, bytes);
}

/* What is multicast, as the executing thread names it. */
struct multicast {
    LLVMValueRef to, from, mbarrier, size;
};

static void copy_to_block(struct sw_ptx_op *op, LLVMValueRef rank, void *data) {
    const struct multicast *m = data;
    LLVMValueRef to = sw_ptx_in_block(op, m->to, rank), size = LLVMBuildZExt(op->b, m->size, op->ir->i64, "");
    LLVMBuildMemCpy(op->b, sw_ptx_generic(op, to), PIECE, sw_ptx_generic(op, m->from), PIECE, size);
    sw_ptx_complete_bytes(op, sw_ptx_in_block(op, m->mbarrier, rank), m->size);
}

/* cp.async.bulk [to], [from], size{, [mbarrier]{, mask}} */
LLVMValueRef sw_ptx_emit_bulk_copy(struct sw_ptx_op *op) {
    LLVMValueRef to, from;
    if (!places(op, &to, &from))
        return NULL;
    if (sw_ptx_has(op, "multicast::cluster")) {
        struct multicast m = {to, from, sw_ptx_pointer(op, op->operand[3], SW_NVPTX_SHARED), op->value[2]};
        if (m.mbarrier)
            sw_ptx_each_block(op, op->value[4], copy_to_block, &m);
        return NULL;
    }
    LLVMValueRef size = LLVMBuildZExt(op->b, op->value[2], op->ir->i64, "");
    LLVMBuildMemCpy(op->b, sw_ptx_generic(op, to), PIECE, sw_ptx_generic(op, from), PIECE, size);
    completed(op, 3, op->value[2]);
    return NULL;
}

/* cp.async.bulk.ignore_oob [to], [from], size, left, right, [mbarrier]: so many bytes at both ends are not looked at, and stay
 * as they are; they count as copied. */
LLVMValueRef sw_ptx_emit_bulk_part(struct sw_ptx_op *op) {
    LLVMValueRef to, from;
    if (!places(op, &to, &from))
        return NULL;
    LLVMValueRef left = LLVMBuildZExt(op->b, op->value[3], op->ir->i64, "");
    LLVMValueRef size = LLVMBuildSub(op->b, op->value[2], op->value[3], "");
    size = LLVMBuildZExt(op->b, LLVMBuildSub(op->b, size, op->value[4], ""), op->ir->i64, "");
    to = LLVMBuildGEP2(op->b, op->ir->i8, to, &left, 1, "");
    from = LLVMBuildGEP2(op->b, op->ir->i8, from, &left, 1, "");
    LLVMBuildMemCpy(op->b, sw_ptx_generic(op, to), 1, sw_ptx_generic(op, from), 1, size);
    completed(op, 5, op->value[2]);
    return NULL;
}

/* Where a bit of the mask is set, the byte at that place in each piece is copied. */
static void copy_masked(struct sw_ptx_op *op, LLVMValueRef to, LLVMValueRef from, LLVMValueRef number,
                        LLVMValueRef mask) {
    LLVMBasicBlockRef byte = sw_ptx_new_bb(op->ptx, "byte"), next = sw_ptx_new_bb(op->ptx, "next");
    LLVMValueRef place = LLVMBuildTrunc(op->b, number, op->ir->i16, "");
    place = LLVMBuildAnd(op->b, place, sw_const(op->ir->i16, PIECE - 1), "");
    LLVMValueRef is_set = LLVMBuildTrunc(op->b, LLVMBuildLShr(op->b, mask, place, ""), op->ir->i1, "set");
    LLVMBuildCondBr(op->b, is_set, byte, next);
    LLVMPositionBuilderAtEnd(op->b, byte);
    LLVMValueRef source = LLVMBuildGEP2(op->b, op->ir->i8, from, &number, 1, "");
    LLVMBuildStore(op->b, LLVMBuildLoad2(op->b, op->ir->i8, source, ""),
                   LLVMBuildGEP2(op->b, op->ir->i8, to, &number, 1, ""));
    LLVMBuildBr(op->b, next);
    LLVMPositionBuilderAtEnd(op->b, next);
}

/* cp.async.bulk.cp_mask [to], [from], size{, policy}, mask */
LLVMValueRef sw_ptx_emit_bulk_masked(struct sw_ptx_op *op) {
    LLVMValueRef to, from, zero = sw_const(op->ir->i64, 0), mask = op->value[op->count - 1];
    LLVMBasicBlockRef loop = sw_ptx_new_bb(op->ptx, "masked"), behind = sw_ptx_new_bb(op->ptx, "copied");
    if (!places(op, &to, &from))
        return NULL;
    LLVMValueRef size = LLVMBuildZExt(op->b, op->value[2], op->ir->i64, "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(op->b);
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntNE, size, zero, ""), loop, behind);
    LLVMPositionBuilderAtEnd(op->b, loop);
    LLVMValueRef number = LLVMBuildPhi(op->b, op->ir->i64, "number");
    copy_masked(op, to, from, number, mask);
    LLVMValueRef next = LLVMBuildAdd(op->b, number, sw_const(op->ir->i64, 1), "");
    LLVMBasicBlockRef last = LLVMGetInsertBlock(op->b);
    LLVMAddIncoming(number, (LLVMValueRef[]){zero, next}, (LLVMBasicBlockRef[]){before, last}, 2);
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntULT, next, size, ""), loop, behind);
    LLVMPositionBuilderAtEnd(op->b, behind);
    return NULL;
}

/* One element of what is reduced. */
static void reduce_at(struct sw_ptx_op *op, LLVMValueRef to, LLVMValueRef from, LLVMValueRef offset) {
    LLVMTypeRef type = sw_ptx_llvm_type(op->ir, op->type[0]);
    LLVMValueRef source = LLVMBuildGEP2(op->b, op->ir->i8, from, &offset, 1, "");
    LLVMValueRef target = LLVMBuildGEP2(op->b, op->ir->i8, to, &offset, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(op->b, type, source, "");
    LLVMSetAlignment(value, op->type[0]->bits / 8);
    sw_ptx_atomic(op, target, &value, 1);
}

/* cp.reduce.async.bulk [to], [from], size{, [mbarrier]}. The size is no less than one piece. */
LLVMValueRef sw_ptx_emit_bulk_reduce(struct sw_ptx_op *op) {
    LLVMValueRef to, from, step = sw_const(op->ir->i64, op->type[0]->bits / 8), zero = sw_const(op->ir->i64, 0);
    LLVMBasicBlockRef loop = sw_ptx_new_bb(op->ptx, "reduce"), behind = sw_ptx_new_bb(op->ptx, "reduced");
    if (!places(op, &to, &from))
        return NULL;
    LLVMValueRef size = LLVMBuildZExt(op->b, op->value[2], op->ir->i64, "");
    LLVMBasicBlockRef before = LLVMGetInsertBlock(op->b);
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntUGE, size, step, ""), loop, behind);
    LLVMPositionBuilderAtEnd(op->b, loop);
    LLVMValueRef offset = LLVMBuildPhi(op->b, op->ir->i64, "offset");
    reduce_at(op, to, from, offset);
    LLVMValueRef next = LLVMBuildAdd(op->b, offset, step, "");
    LLVMAddIncoming(offset, (LLVMValueRef[]){zero, next}, (LLVMBasicBlockRef[]){before, loop}, 2);
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntULT, next, size, ""), loop, behind);
    LLVMPositionBuilderAtEnd(op->b, behind);
    completed(op, 3, op->value[2]);
    return NULL;
}

/* The bytes of the row's elements. */
static LLVMValueRef bytes_of_elements(struct sw_ptx_op *op, const struct sw_ptx_operand *operand) {
    size_t count = operand->kind == SW_PTX_VECTOR ? operand->parts.count : 1;
    return sw_const(op->ir->i32, count * op->type[0]->bits / 8);
}

/* st.async [a], b, [mbarrier] */
LLVMValueRef sw_ptx_emit_st_async(struct sw_ptx_op *op) {
    sw_ptx_emit_st(op);
    if (!op->ptx->is_wrong)
        completed(op, 2, bytes_of_elements(op, op->operand[1]));
    return NULL;
}

/* red.async [a], b, [mbarrier] */
LLVMValueRef sw_ptx_emit_red_async(struct sw_ptx_op *op) {
    sw_ptx_emit_red(op);
    if (!op->ptx->is_wrong)
        completed(op, 2, bytes_of_elements(op, op->operand[1]));
    return NULL;
}

/* st.bulk [a], size, 0 */
LLVMValueRef sw_ptx_emit_st_bulk(struct sw_ptx_op *op) {
    uint64_t value;
    LLVMValueRef to = sw_ptx_pointer(op, op->operand[0], SW_NVPTX_SHARED);
    if (!to || !sw_ptx_constant(op, op->operand[2], &value))
        return NULL;
    if (value)
        return sw_ptx_error(op, "it stores zeros"), NULL;
    LLVMBuildMemSet(op->b, sw_ptx_generic(op, to), sw_const(op->ir->i8, 0), op->value[1], 8);
    return NULL;
}

static void answer_to_block(struct sw_ptx_op *op, LLVMValueRef rank, void *data) {
    const struct multicast *m = data;
    LLVMValueRef to = sw_ptx_in_block(op, m->to, rank), size = sw_const(op->ir->i64, PIECE);
    LLVMBuildMemSet(op->b, sw_ptx_generic(op, to), sw_const(op->ir->i8, 0), size, PIECE);
    sw_ptx_complete_bytes(op, sw_ptx_in_block(op, m->mbarrier, rank), m->size);
}

/* A bit for each block of the cluster. */
static LLVMValueRef all_blocks(struct sw_ptx_op *op) {
    LLVMValueRef one = sw_const(op->ir->i32, 1), blocks = sw_ptx_special(op, "%cluster_nctarank");
    return LLVMBuildSub(op->b, LLVMBuildShl(op->b, one, blocks, ""), one, "");
}

/* clusterlaunchcontrol.try_cancel [to], [mbarrier]: blocks that have not begun are none that could be called off; the
 * answer is zeros. */
LLVMValueRef sw_ptx_emit_try_cancel(struct sw_ptx_op *op) {
    LLVMValueRef to = sw_ptx_pointer(op, op->operand[0], SW_NVPTX_SHARED);
    if (!to)
        return NULL;
    if (sw_ptx_has(op, "multicast::cluster::all")) {
        struct multicast m = {to, NULL, sw_ptx_pointer(op, op->operand[1], SW_NVPTX_SHARED),
                              sw_const(op->ir->i32, PIECE)};
        if (m.mbarrier)
            sw_ptx_each_block(op, all_blocks(op), answer_to_block, &m);
        return NULL;
    }
    LLVMValueRef size = sw_const(op->ir->i64, PIECE);
    LLVMBuildMemSet(op->b, sw_ptx_generic(op, to), sw_const(op->ir->i8, 0), size, PIECE);
    completed(op, 1, sw_const(op->ir->i32, PIECE));
    return NULL;
}

/* .query_cancel: what an answer of zeros says. */
LLVMValueRef sw_ptx_emit_zero(struct sw_ptx_op *op) {
    return LLVMConstNull(sw_ptx_llvm_type(op->ir, op->type[0]));
}
LLVMValueRef sw_ptx_emit_zeros(struct sw_ptx_op *op) {
    const struct sw_ptx_operand *to = op->operand[0];
    if (to->kind != SW_PTX_VECTOR || to->parts.count != 4)
        return sw_ptx_error(op, "it writes four registers"), NULL;
    for (size_t i = 0; i < to->parts.count; i++)
        sw_ptx_write(op, &to->parts.at[i], op->type[0], LLVMConstNull(op->ir->i32), false);
    return NULL;
}
