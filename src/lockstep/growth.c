/* Whether code is worth its compile time.
 *
 * Whole blocks: a block's rows share what is the same or grows evenly from one to the next, and use barriers that are nothing: with
 * that, code for a block is two to five times a row's. Where rows have little in common, above all in gathers, scatters
 * and atomics that go lane by lane, it is as many times as there are rows, and no faster than rows one after the other;
 * but LLVM takes many seconds for it. What counts is code a row, as the machine will have it: what no machine does on
 * vectors counts once for each lane.
 *
 * Rows that need not be full: each index is tested for wrapping within a row, which of full rows mostly is known; a
 * kernel with many different indices has three times as much code, of many small basic blocks, at which LLVM is slow. It
 * is for blocks of an odd number of threads, which such kernels hardly ever get; code for any block does there.
 *
 * Blocks of any shape: in a module with much code, only where a kernel asks for more than threadIdx.x. What others are
 * launched with is lines of threads, and code for rows does for these. */
#include "lockstep/growth.h"

/* The longest kernel that gains (a tile of a matrix product) has 170 a row; the shortest that does not, 380. */
enum { MOST_PER_ROW = 220 };
enum { LONG_ROWS = 2500, LONG_ROWS_OF_MANY = 600, MUCH_CODE = 10000 };

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

static unsigned total_length(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    unsigned length = 0;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        length += length_of(all.at[i]);
    return length;
}

bool sw_grew_too_long(struct sw_unit *unit, LLVMValueRef function, unsigned rows) {
    return total_length(unit, function) > rows * MOST_PER_ROW;
}

bool sw_rows_grew_too_long(struct sw_unit *unit, LLVMValueRef rows, LLVMValueRef full, bool has_much_code) {
    unsigned length = total_length(unit, rows);
    return length > (has_much_code ? LONG_ROWS_OF_MANY : LONG_ROWS) && length > 2 * total_length(unit, full);
}

bool sw_has_much_code(struct sw_unit *unit) {
    size_t length = 0;
    for (size_t i = 0; i < unit->kernels.count; i++)
        length += total_length(unit, unit->kernels.at[i]->function);
    return length > MUCH_CODE;
}
