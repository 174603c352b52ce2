/* Indices of which it is not proved that they wrap in no lane: 32-bit numbers, extended to 64 bits, are consecutive unless
 * lane 0's and the last lane's lie on both sides of a wrap. That is asked where memory is accessed, by one test of
 * scalars: lane 0's address is computed anew, from what is certain, and the extensions on the way to it are tested. The
 * vector of addresses is there for when the test fails.
 *
 *      i = add i32 %n, %tid       (affine)                 first = zext i32 (lane 0's i)
 *      w = zext i32 i to i64      (affine, tested)    =>   holds = lane 0's i + 31 does not overflow
 *      p = gep float, base, w     (affine, tested)         p     = gep float, base, first */
#include "lockstep/lockstep.h"

enum { LONGEST = 24 };

struct tester {
    struct sw_lanes *l;
    LLVMValueRef holds;
    unsigned count;
    bool failed;
    struct sw_map *made; /* what has been computed already */
};

/* A signed or unsigned number of that width, as a distance. */
static bool fits(int64_t distance, unsigned width, bool is_signed) {
    uint64_t size = distance < 0 ? 0 - (uint64_t)distance : (uint64_t)distance;
    return width < 64 && size < 1ull << (width - is_signed);
}

/* From lane 0's operand on, no lane's wraps. */
static void test_extension(struct tester *t, LLVMValueRef at, LLVMValueRef first) {
    struct sw_lanes *l = t->l;
    LLVMTypeRef type = LLVMTypeOf(first);
    struct sw_shape shape = sw_shape_of(&l->shapes, LLVMGetOperand(at, 0));
    int64_t distance;
    bool is_signed = sw_base_opcode(&l->shapes, at) == LLVMSExt, is_up = shape.stride > 0;
    if (__builtin_mul_overflow(shape.stride, (int64_t)l->lanes - 1, &distance) ||
        !fits(distance, LLVMGetIntTypeWidth(type), is_signed)) {
        t->failed = true;
        return;
    }
    uint64_t size = is_up ? (uint64_t)distance : 0 - (uint64_t)distance;
    const char *name = is_signed ? (is_up ? "llvm.sadd.with.overflow" : "llvm.ssub.with.overflow")
                                 : (is_up ? "llvm.uadd.with.overflow" : "llvm.usub.with.overflow");
    LLVMValueRef args[] = {first, sw_const(type, size)};
    LLVMValueRef sum = sw_call_intrinsic(l->ir, name, &type, 1, args, 2, "");
    LLVMValueRef wraps = LLVMBuildExtractValue(l->ir->builder, sum, 1, "");
    LLVMValueRef holds = LLVMBuildNot(l->ir->builder, wraps, "");
    t->holds = t->holds ? LLVMBuildAnd(l->ir->builder, t->holds, holds, "") : holds;
}

static bool is_extension(LLVMValueRef at) {
    return LLVMIsASExtInst(at) || LLVMIsAZExtInst(at);
}

static LLVMValueRef first_of(struct tester *t, LLVMValueRef value);

/* What is a line among the lanes that run only, is tested as well: lane 0 need not run. */
static LLVMValueRef extend(struct tester *t, LLVMValueRef at, LLVMValueRef first) {
    bool is_anchored = sw_shape_of(&t->l->shapes, LLVMGetOperand(at, 0)).is_anchored;
    if (is_anchored || sw_map_has(t->l->shapes.checks, at))
        test_extension(t, at, first);
    LLVMOpcode opcode = sw_base_opcode(&t->l->shapes, at);
    return LLVMBuildCast(t->l->ir->builder, opcode, first, LLVMTypeOf(at), "");
}

/* Lane 0's, by the operation that its shape has been found for. */
static LLVMValueRef compute(struct tester *t, LLVMValueRef at) {
    struct sw_lanes *l = t->l;
    LLVMValueRef operands[LONGEST];
    int count = LLVMGetNumOperands(at);
    for (int i = 0; i < count && i < LONGEST; i++)
        operands[i] = first_of(t, LLVMGetOperand(at, (unsigned)i));
    LLVMOpcode opcode = sw_base_opcode(&l->shapes, at);
    if (count > LONGEST || t->failed) {
        t->failed = true;
        return NULL;
    }
    if (is_extension(at))
        return extend(t, at, operands[0]);
    if (opcode != LLVMGetInstructionOpcode(at)) /* a sum in the guise of an or */
        return LLVMBuildBinOp(l->ir->builder, opcode, operands[0], operands[1], "");
    return sw_clone_scalar(l, at, operands, true);
}

/* The scalar is a value's own where it is certain; else computed from such. Loops go too far. */
static LLVMValueRef first_of(struct tester *t, LLVMValueRef value) {
    struct sw_lanes *l = t->l;
    LLVMValueRef made = sw_map_get(t->made, value);
    if (made)
        return made;
    if (sw_kind(l, value) != SW_VARYING)
        return sw_scalar(l, value);
    struct sw_shape shape = sw_shape_of(&l->shapes, value);
    bool is_simple = LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value);
    if (t->failed || !shape.is_tested || shape.kind != SW_AFFINE || !is_simple || ++t->count > LONGEST ||
        sw_granule_of(&l->shapes, value)) {
        t->failed = true;
        return NULL;
    }
    made = compute(t, value);
    if (made)
        sw_map_put(t->made, value, made);
    return made;
}

bool sw_test_affine(struct sw_lanes *l, LLVMValueRef value, struct sw_tested *tested) {
    struct tester t = {.l = l, .made = sw_map_create(l->ir->arena)};
    if (!LLVMIsAInstruction(value) || !sw_shape_of(&l->shapes, value).is_tested)
        return false;
    *tested = (struct sw_tested){.value = first_of(&t, value)};
    tested->holds = t.holds;
    return !t.failed && t.holds;
}
