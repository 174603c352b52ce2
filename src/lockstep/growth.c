/* Whether code is worth its compile time.
 *
 * Whole blocks: a block's rows share what is the same or grows evenly from one to the next, walk memory side by side, and
 * use barriers that are nothing: with that, code for a block is two to five times a row's. Where rows have little in
 * common, above all in gathers, scatters and atomics that go lane by lane, it is as many times as there are rows, and LLVM
 * takes long for it. What counts is code a row, as the machine will have it: what no machine does on vectors counts once
 * for each lane. In a module with much code for whole blocks only short code is added to it; and no copy is longer than
 * what LLVM, whose time grows faster than basic blocks do, takes a second or two for.
 *
 * Rows that need not be full: each index is tested for wrapping within a row, which of full rows mostly is known; a
 * kernel with many different indices has three times as much code, of many small basic blocks, at which LLVM is slow. It
 * is for blocks of an odd number of threads, which such kernels hardly ever get; code for any block does there.
 *
 * Blocks of any shape: in a module with much code, only where a kernel asks for more than threadIdx.x. What others are
 * launched with is lines of threads, and code for rows does for these. */
#include "lockstep/growth.h"

/* Measured over 30 kernels: docs/decisions/0022. A thousand instructions take LLVM 50 to 80 ms. */
enum { MOST_PER_ROW = 1000, MOST_PER_ROW_OF_MANY = 220, MOST_IN_ALL = 10000, MUCH_WHOLE = 40000 };
enum { LONG_ROWS = 2500, LONG_ROWS_OF_MANY = 600, MUCH_CODE = 10000 };

static unsigned lanes_of(LLVMTypeRef type) {
    return LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetVectorSize(type) : 1;
}

static unsigned bits_of(LLVMTypeRef type) {
    LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMVectorTypeKind ? LLVMGetElementType(type) : type;
    return LLVMGetTypeKind(element) == LLVMIntegerTypeKind ? LLVMGetIntTypeWidth(element) : 32;
}

/* Vectors of integers above 64 bits are no machine's: each lane's words one by one. 0: it has none. */
static unsigned length_of_long_integers(LLVMValueRef at) {
    enum { WORD = 64 };
    LLVMTypeRef type = LLVMTypeOf(at);
    unsigned bits = bits_of(type);
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
        LLVMTypeRef operand = LLVMTypeOf(LLVMGetOperand(at, (unsigned)i));
        if (lanes_of(operand) > 1 && bits_of(operand) > bits) {
            type = operand;
            bits = bits_of(operand);
        }
    }
    return bits > WORD && lanes_of(type) > 1 ? lanes_of(type) * ((bits + WORD - 1) / WORD) : 0;
}

/* In machine instructions, roughly. */
static unsigned length_of(LLVMValueRef at) {
    const char *callee = LLVMIsACallInst(at) ? sw_callee_name(at) : "";
    unsigned length = length_of_long_integers(at);
    if (length)
        return length;
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

bool sw_grew_too_long(struct sw_unit *unit, struct sw_growth *growth, LLVMValueRef function, unsigned rows) {
    unsigned length = total_length(unit, function);
    bool is_much = growth->whole + length > MUCH_WHOLE;
    if (length > MOST_IN_ALL || length > rows * (is_much ? MOST_PER_ROW_OF_MANY : MOST_PER_ROW))
        return true;
    growth->whole += length;
    return false;
}

bool sw_rows_grew_too_long(struct sw_unit *unit, const struct sw_growth *growth, LLVMValueRef rows, LLVMValueRef full) {
    unsigned length = total_length(unit, rows);
    return length > (growth->has_much_code ? LONG_ROWS_OF_MANY : LONG_ROWS) && length > 2 * total_length(unit, full);
}

struct sw_growth sw_growth_of(struct sw_unit *unit) {
    size_t length = 0;
    for (size_t i = 0; i < unit->kernels.count; i++)
        length += total_length(unit, unit->kernels.at[i]->function);
    return (struct sw_growth){.has_much_code = length > MUCH_CODE};
}
