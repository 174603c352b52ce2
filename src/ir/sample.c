/* What is common to samples for one thread and for many (sample.h). */
#include "ir/sample.h"

#include "softwarp/abi.h"

enum { FIRST_ROW = 2, ALIGN = 64 };

bool sw_is_sample(LLVMValueRef call) {
    return sw_is_call(call) && sw_equal(sw_callee_name(call), SW_SAMPLE_MARKER);
}

LLVMTypeRef sw_sample_type(struct sw_ir *ir) {
    return LLVMArrayType2(LLVMArrayType2(ir->i32, SWRT_SAMPLE_LANES), SWRT_SAMPLE_IN + SWRT_SAMPLE_OUT);
}

bool sw_sample_has_row(LLVMValueRef call, unsigned row) {
    LLVMValueRef given = LLVMGetOperand(call, FIRST_ROW + row);
    return !LLVMIsConstant(given) || !LLVMIsNull(given);
}

static unsigned rows_of(LLVMValueRef call) {
    unsigned rows = 0;
    for (unsigned i = 0; i < SWRT_SAMPLE_IN; i++)
        rows |= (unsigned)sw_sample_has_row(call, i) << i;
    return rows;
}

static LLVMValueRef row_of(struct sw_ir *ir, LLVMValueRef memory, unsigned row) {
    return sw_byte_offset(ir, memory, (uint64_t)row * SWRT_SAMPLE_LANES * sizeof(uint32_t), "");
}

void sw_sample_put(struct sw_ir *ir, LLVMValueRef memory, unsigned row, LLVMValueRef value) {
    value = LLVMBuildFreeze(ir->builder, value, "");
    LLVMSetAlignment(LLVMBuildStore(ir->builder, value, row_of(ir, memory, row)), ALIGN);
}

void sw_sample_run(struct sw_ir *ir, LLVMValueRef call, LLVMValueRef texture, LLVMValueRef how, LLVMValueRef lanes,
                   LLVMValueRef memory) {
    how = LLVMBuildOr(ir->builder, how, sw_const(ir->i32, rows_of(call) << SWRT_SAMPLE_ROWS), "");
    LLVMTypeRef params[] = {ir->ptr, ir->i32, ir->i32, ir->ptr};
    LLVMValueRef function = sw_declare(ir, "swrt_sample", LLVMFunctionType(ir->nothing, params, 4, 0));
    sw_add_attribute(ir, function, "nounwind");
    sw_call(ir, function, (LLVMValueRef[]){texture, how, lanes, memory}, 4, "");
}

LLVMValueRef sw_sample_get(struct sw_ir *ir, LLVMValueRef memory, LLVMTypeRef colour) {
    LLVMValueRef whole = LLVMGetPoison(colour);
    for (unsigned i = 0; i < SWRT_SAMPLE_OUT; i++) {
        LLVMValueRef from = row_of(ir, memory, SWRT_SAMPLE_IN + i);
        LLVMValueRef word = LLVMBuildLoad2(ir->builder, LLVMStructGetTypeAtIndex(colour, i), from, "");
        LLVMSetAlignment(word, ALIGN);
        whole = LLVMBuildInsertValue(ir->builder, whole, word, i, "");
    }
    return whole;
}
