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

#include "lockstep/machine/machine.h"

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

/* Accesses to memory under a mask: which the machine has depends on how long its vectors are, and none has them of bytes
 * and shorts but AVX-512, whose gathers and scatters are of words, too. Others are made lane by lane, each with a branch. */
enum { SW_RESULT = ~0u >> 1 };
static const struct access {
    const char *name;
    unsigned value;        /* the operand that is stored; or the result */
    unsigned least_vector; /* bytes of the shortest vectors that a machine with the instruction has */
    bool has_narrow;       /* of bytes and shorts, too, with vectors of 64 bytes */
} accesses[] = {
    {"llvm.masked.load.", SW_RESULT, 32, true},
    {"llvm.masked.store.", 0, 32, true},
    {"llvm.masked.gather.", SW_RESULT, 32, false},
    {"llvm.masked.scatter.", 0, 64, false},
};
enum { LENGTH_OF_LANE = 2, LONGEST_VECTOR = 64 };

static unsigned length_of_access(unsigned bytes, LLVMValueRef at, const struct access *access) {
    LLVMValueRef value = access->value == SW_RESULT ? at : LLVMGetOperand(at, access->value);
    LLVMTypeRef type = LLVMTypeOf(value);
    bool is_narrow = bits_of(type) < 32;
    bool has_it = bytes >= access->least_vector && (!is_narrow || (access->has_narrow && bytes >= 64));
    if (has_it)
        return 1;
    return lanes_of(type) * (bytes < access->least_vector ? LENGTH_OF_LANE : 1);
}

/* 0: it is none. */
static unsigned length_of_accesses(unsigned bytes, LLVMValueRef at) {
    const char *callee = LLVMIsACallInst(at) ? sw_callee_name(at) : "";
    for (size_t i = 0; i < sizeof accesses / sizeof *accesses; i++)
        if (sw_starts_with(callee, accesses[i].name))
            return length_of_access(bytes, at, &accesses[i]);
    return 0;
}

/* In machine instructions, roughly, of a machine with vectors of so many bytes. */
static unsigned length_of(unsigned bytes, LLVMValueRef at) {
    unsigned length = length_of_long_integers(at), accesses = length ? 0 : length_of_accesses(bytes, at);
    if (length || accesses)
        return length + accesses;
    switch (LLVMGetInstructionOpcode(at)) {
    case LLVMSDiv:
    case LLVMUDiv:
    case LLVMSRem:
    case LLVMURem:
        return lanes_of(LLVMTypeOf(at));
    default:
        return 1;
    }
}

static unsigned total_length(struct sw_unit *unit, LLVMValueRef function, unsigned bytes) {
    struct sw_values all;
    unsigned length = 0;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        length += length_of(bytes, all.at[i]);
    return length;
}

bool sw_grew_too_long(struct sw_unit *unit, struct sw_growth *growth, LLVMValueRef function, unsigned rows) {
    unsigned length = total_length(unit, function, sw_vector_bytes(unit));
    bool is_much = growth->whole + length > MUCH_WHOLE;
    if (length > MOST_IN_ALL || length > rows * (is_much ? MOST_PER_ROW_OF_MANY : MOST_PER_ROW))
        return true;
    growth->whole += length;
    return false;
}

/* In code for rows that are not full gathers and scatters are for rows that wrap, which hardly ever come: any machine's count
 * as one. */
bool sw_rows_grew_too_long(struct sw_unit *unit, const struct sw_growth *growth, LLVMValueRef rows, LLVMValueRef full) {
    unsigned length = total_length(unit, rows, LONGEST_VECTOR);
    return length > (growth->has_much_code ? LONG_ROWS_OF_MANY : LONG_ROWS) &&
           length > 2 * total_length(unit, full, LONGEST_VECTOR);
}

struct sw_growth sw_growth_of(struct sw_unit *unit) {
    size_t length = 0;
    for (size_t i = 0; i < unit->kernels.count; i++)
        length += total_length(unit, unit->kernels.at[i]->function, LONGEST_VECTOR);
    return (struct sw_growth){.has_much_code = length > MUCH_CODE};
}
