/* Whether code for a whole block grew too long to be worth its compile time.
 *
 * A block's rows share what is the same or grows evenly from one to the next, and use barriers that are nothing: with
 * that, code for a block is two to five times a row's. Where rows have little in common, above all in gathers, scatters
 * and atomics that go lane by lane, it is as many times as there are rows, and no faster than rows one after the other;
 * but LLVM takes many seconds for it. What counts is code a row, as the machine will have it: what no machine does on
 * vectors counts once for each lane. */
#include "transform/transform.h"

/* The longest kernel that gains (a tile of a matrix product) has 170 a row; the shortest that does not, 380. */
enum { MOST_PER_ROW = 220 };

static unsigned lanes_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static unsigned bits_of(LLVMTypeRef type) {
    LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 32;
}

/* In machine instructions, roughly. */
static unsigned length_of(LLVMValueRef at) {
    const char *callee = LLVMIsACallInst(at) ? sw_callee_name(at) : "";
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        return lanes_of(LLVMTypeOf(at));
    default:
        break;
    }
    /* Bytes and shorts are gathered one by one. */
    if (sw_starts_with(callee, "llvm.masked.gather.") && bits_of(LLVMTypeOf(at)) < 32)
        return lanes_of(LLVMTypeOf(at));
    if (sw_starts_with(callee, "llvm.masked.scatter.") && bits_of(LLVMTypeOf(LLVMGetOperand(at, 0))) < 32)
        return lanes_of(LLVMTypeOf(LLVMGetOperand(at, 0)));
    return 1;
}

bool sw_grew_too_long(struct sw_unit *unit, LLVMValueRef function, unsigned rows) {
    struct sw_values all;
    unsigned length = 0;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        length += length_of(all.at[i]);
    return length > rows * MOST_PER_ROW;
}
