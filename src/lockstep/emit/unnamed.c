/* Warp functions that lanes call although their mask does not name them. The runtime answers these lanes
 * (runtime/execute/unnamed.c): this file writes all that they pass to memory (struct swrt_warp_call), calls it, and reads
 * the answers. For lanes that are named only a test of some bits is added; where the mask is a constant that names all
 * lanes there is no test. */
#include <stddef.h>

#include "lockstep/emit/serial.h"
#include "lockstep/emit/warp.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"

/* The lanes that run although their mask does not name them, as bits; null: there are none. */
static LLVMValueRef unnamed_lanes(const struct sw_operation *o, LLVMValueRef mask) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    if (o->masks) {
        LLVMValueRef own = LLVMBuildLShr(b, o->masks, sw_lane_numbers(l, l->ir->i32, 1), "");
        LLVMValueRef named = sw_mask_bits(l, LLVMBuildTrunc(b, own, sw_mask_type(l), ""));
        named = LLVMBuildIntCast2(b, named, l->ir->i32, 0, "");
        return LLVMBuildAnd(b, o->active, LLVMBuildNot(b, named, ""), "");
    }
    if (LLVMIsAConstantInt(mask) && LLVMConstIntGetZExtValue(mask) == UINT32_MAX)
        return NULL;
    return LLVMBuildAnd(b, o->active, LLVMBuildNot(b, sw_scalar(l, mask), ""), "");
}

static LLVMValueRef field(struct sw_lanes *l, LLVMValueRef call, size_t offset) {
    LLVMValueRef index = sw_const(l->ir->i64, offset);
    return LLVMBuildInBoundsGEP2(l->ir->builder, l->ir->i8, call, &index, 1, "");
}

static void put(struct sw_lanes *l, LLVMValueRef call, size_t offset, LLVMValueRef value) {
    LLVMSetAlignment(LLVMBuildStore(l->ir->builder, value, field(l, call, offset)), 8);
}

/* An operand as whole numbers of the field's width; floats by their bits. */
static void put_operand(const struct sw_operation *o, LLVMValueRef call, size_t offset, int index,
                        LLVMTypeRef element) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    if (index < 0)
        return;
    LLVMValueRef value = sw_vector(l, sw_operand(o, index));
    if (LLVMGetTypeKind(LLVMGetElementType(LLVMTypeOf(value))) == LLVMFloatTypeKind)
        value = LLVMBuildBitCast(b, value, LLVMVectorType(l->ir->i32, l->width), "");
    put(l, call, offset, LLVMBuildIntCast2(b, value, LLVMVectorType(element, l->width), 0, ""));
}

/* One part of the answer, in the vector form of the type that it has in the source. */
static LLVMValueRef get(struct sw_lanes *l, LLVMValueRef call, size_t offset, LLVMTypeRef type) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef words = LLVMVectorType(l->ir->i64, l->width), wide = LLVMVectorType(type, l->width);
    LLVMValueRef value = LLVMBuildLoad2(b, words, field(l, call, offset), "");
    LLVMSetAlignment(value, 8);
    if (type == l->ir->i1)
        return LLVMBuildICmp(b, LLVMIntNE, value, LLVMConstNull(words), "");
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        return LLVMBuildIntCast2(b, value, wide, 0, "");
    return LLVMBuildBitCast(b, LLVMBuildTrunc(b, value, LLVMVectorType(l->ir->i32, l->width), ""), wide, "");
}

/* In the form that the operation's result has. */
static LLVMValueRef shaped(const struct sw_operation *o, LLVMValueRef vector) {
    bool is_varying = sw_kind(o->l, o->at) == SW_VARYING;
    return is_varying ? vector : LLVMBuildExtractElement(o->l->ir->builder, vector, sw_first_lane(o->l), "");
}

static LLVMValueRef read_answer(const struct sw_operation *o, LLVMValueRef call) {
    struct sw_lanes *l = o->l;
    LLVMTypeRef type = LLVMTypeOf(o->at);
    size_t first = offsetof(struct swrt_warp_call, result), second = offsetof(struct swrt_warp_call, result2);
    if (o->request->result == SW_RESULT_NOTHING)
        return NULL;
    if (o->request->result != SW_RESULT_PAIR)
        return shaped(o, get(l, call, first, type));
    LLVMValueRef whole = LLVMGetPoison(sw_kind(l, o->at) == SW_VARYING ? sw_wide_type(l, type) : type);
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = shaped(o, get(l, call, i ? second : first, LLVMStructGetTypeAtIndex(type, i)));
        whole = LLVMBuildInsertValue(l->ir->builder, whole, part, i, "");
    }
    return whole;
}

/* Cold, and it touches no memory of the kernel's, so that the way of the others stays as it is. */
static LLVMValueRef service(struct sw_lanes *l) {
    enum { ARGUMENTS = 3, INACCESSIBLE = 3 << 2 }; /* LLVM's attribute `memory`: read and written */
    LLVMTypeRef type = LLVMFunctionType(l->ir->nothing, &l->ir->ptr, 1, 0);
    LLVMValueRef function = sw_declare(l->ir, "__sw_unnamed_lanes", type);
    unsigned memory = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef touches = LLVMCreateEnumAttribute(l->ir->context, memory, ARGUMENTS | INACCESSIBLE);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, touches);
    sw_add_attribute(l->ir, function, "cold");
    sw_add_attribute(l->ir, function, "nounwind");
    return function;
}

static LLVMValueRef ask(const struct sw_operation *o, LLVMValueRef mask) {
    struct sw_lanes *l = o->l;
    const struct sw_request *r = o->request;
    LLVMTypeRef i32 = l->ir->i32;
    LLVMValueRef call = sw_open_memory(l, LLVMArrayType2(l->ir->i64, sizeof(struct swrt_warp_call) / 8));
    put(l, call, offsetof(struct swrt_warp_call, op), sw_const(i32, r->op));
    LLVMSetAlignment(LLVMBuildStore(l->ir->builder, o->active, field(l, call, offsetof(struct swrt_warp_call, lanes))),
                     4);
    put(l, call, offsetof(struct swrt_warp_call, mask), o->masks ? o->masks : sw_splat(l, sw_scalar(l, mask)));
    put_operand(o, call, offsetof(struct swrt_warp_call, arg), r->arg, i32);
    put_operand(o, call, offsetof(struct swrt_warp_call, clamp), r->clamp, i32);
    put_operand(o, call, offsetof(struct swrt_warp_call, value), r->value, l->ir->i64);
    sw_call(l->ir, service(l), &call, 1, "");
    LLVMValueRef answer = read_answer(o, call);
    sw_lifetime(l, call, false);
    return answer;
}

/* Operands have their forms before the ways part: what is made in one of them the other does not know. */
static void read_operands(const struct sw_operation *o) {
    const struct sw_request *r = o->request;
    int operands[] = {r->value, r->arg, r->clamp};
    for (unsigned i = 0; i < 3; i++) {
        LLVMValueRef value = sw_operand(o, operands[i]);
        if (!value)
            continue;
        if (sw_kind(o->l, value) != SW_VARYING)
            sw_scalar(o->l, value);
        sw_vector(o->l, value);
    }
}

bool sw_open_detour(const struct sw_operation *o, LLVMValueRef mask, struct sw_detour *detour) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef lanes = unnamed_lanes(o, mask);
    if (!lanes)
        return false;
    read_operands(o);
    LLVMBasicBlockRef unnamed = sw_append_bb(l, "unnamed"), named = sw_append_bb(l, "named");
    detour->rejoin = sw_append_bb(l, "answered");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, lanes, sw_const(l->ir->i32, 0), ""), unnamed, named);
    LLVMPositionBuilderAtEnd(b, unnamed);
    detour->result = ask(o, mask);
    detour->end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, detour->rejoin);
    LLVMPositionBuilderAtEnd(b, named);
    return true;
}

void sw_close_detour(const struct sw_operation *o, const struct sw_detour *detour) {
    struct sw_lanes *l = o->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef end = LLVMGetInsertBlock(b);
    LLVMBuildBr(b, detour->rejoin);
    LLVMPositionBuilderAtEnd(b, detour->rejoin);
    if (!detour->result)
        return;
    const struct sw_value *value = sw_value_of(l, o->at);
    LLVMValueRef usual = sw_kind(l, o->at) == SW_VARYING ? value->vector.value : value->scalar.value;
    LLVMValueRef result = LLVMBuildPhi(b, LLVMTypeOf(usual), "");
    LLVMAddIncoming(result, (LLVMValueRef[]){usual, detour->result}, (LLVMBasicBlockRef[]){end, detour->end}, 2);
    sw_set_result(l, o->at, result);
}
