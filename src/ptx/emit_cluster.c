/* Other blocks of the cluster (PTX ISA, mapa, getctarank, .multicast::cluster; State Spaces: shared::cluster).
 *
 * The blocks' shared memories lie one behind the other, each 2^log bytes after the one before (softwarp/abi.h: window), and
 * addresses of shared memory count from the first one's:
 *
 *      mapa d, a, rank   =>   d = a & (2^log - 1) | rank << log
 *      getctarank d, a   =>   d = a >> log
 *
 * A generic address becomes one of shared memory before that, and is one again behind it. */
#include "ptx/ptx.h"

static LLVMValueRef log_of_size(struct sw_ptx_op *op) {
    return sw_ptx_special(op, "%shared_log");
}

/* An address of shared memory, in 32 bits, and the same in the block of that rank. */
static LLVMValueRef in_block(struct sw_ptx_op *op, LLVMValueRef address, LLVMValueRef rank) {
    LLVMValueRef log = log_of_size(op), size = LLVMBuildShl(op->b, sw_const(op->ir->i32, 1), log, "");
    LLVMValueRef mask = LLVMBuildSub(op->b, size, sw_const(op->ir->i32, 1), "");
    LLVMValueRef offset = LLVMBuildAnd(op->b, address, mask, "");
    return LLVMBuildOr(op->b, offset, LLVMBuildShl(op->b, rank, log, ""), "");
}

static LLVMValueRef shared_address(struct sw_ptx_op *op, LLVMValueRef pointer) {
    LLVMValueRef offset = sw_ptx_pure_call(op, "__sw_shared_offset", op->ir->i64, &pointer, 1);
    return LLVMBuildTrunc(op->b, offset, op->ir->i32, "");
}

static LLVMValueRef pointer_of(struct sw_ptx_op *op, LLVMValueRef address) {
    LLVMValueRef offset = LLVMBuildZExt(op->b, address, op->ir->i64, "");
    return sw_ptx_pure_call(op, "__sw_shared_address", op->ir->ptr, &offset, 1);
}

static bool is_generic(struct sw_ptx_op *op) {
    return sw_ptx_space(op) == SW_NVPTX_GENERIC;
}

/* The operand, which is an address in that space, as one of shared memory. */
static LLVMValueRef operand_address(struct sw_ptx_op *op) {
    if (!is_generic(op))
        return LLVMBuildIntCast2(op->b, op->value[1], op->ir->i32, 0, "");
    return shared_address(op, LLVMBuildIntToPtr(op->b, op->value[1], op->ir->ptr, ""));
}

/* mapa d, a, rank */
LLVMValueRef sw_ptx_emit_mapa(struct sw_ptx_op *op) {
    LLVMTypeRef type = LLVMTypeOf(op->value[1]);
    LLVMValueRef address = in_block(op, operand_address(op), op->value[2]);
    return is_generic(op) ? LLVMBuildPtrToInt(op->b, pointer_of(op, address), type, "")
                          : LLVMBuildIntCast2(op->b, address, type, 0, "");
}

/* getctarank d, a */
LLVMValueRef sw_ptx_emit_getctarank(struct sw_ptx_op *op) {
    return LLVMBuildLShr(op->b, operand_address(op), log_of_size(op), "");
}

LLVMValueRef sw_ptx_in_block(struct sw_ptx_op *op, LLVMValueRef pointer, LLVMValueRef rank) {
    LLVMValueRef moved = pointer_of(op, in_block(op, shared_address(op, sw_ptx_generic(op, pointer)), rank));
    return LLVMBuildAddrSpaceCast(op->b, moved, LLVMTypeOf(pointer), "");
}

/*      before -> loop(rank) -> chosen -> next -> behind     (loop -> next where the mask has no such bit, next -> loop) */
void sw_ptx_each_block(struct sw_ptx_op *op, LLVMValueRef mask, void (*visit)(struct sw_ptx_op *, LLVMValueRef, void *),
                       void *data) {
    enum { MOST_BLOCKS = 16 };
    LLVMBuilderRef b = op->b;
    LLVMTypeRef word = op->ir->i32;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), loop = sw_ptx_new_bb(op->ptx, "block");
    LLVMBasicBlockRef chosen = sw_ptx_new_bb(op->ptx, "chosen"), next = sw_ptx_new_bb(op->ptx, "next");
    LLVMBasicBlockRef behind = sw_ptx_new_bb(op->ptx, "behind");
    LLVMValueRef bits = LLVMBuildZExtOrBitCast(b, mask, word, ""), one = sw_const(word, 1);
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef rank = LLVMBuildPhi(b, word, "rank"), bit = LLVMBuildAnd(b, LLVMBuildLShr(b, bits, rank, ""), one, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, bit, sw_const(word, 0), ""), chosen, next);
    LLVMPositionBuilderAtEnd(b, chosen);
    visit(op, rank, data);
    LLVMBuildBr(b, next);
    LLVMPositionBuilderAtEnd(b, next);
    LLVMValueRef following = LLVMBuildAdd(b, rank, one, "");
    LLVMAddIncoming(rank, (LLVMValueRef[]){sw_const(word, 0), following}, (LLVMBasicBlockRef[]){before, next}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, following, sw_const(word, MOST_BLOCKS), ""), loop, behind);
    LLVMPositionBuilderAtEnd(b, behind);
}
