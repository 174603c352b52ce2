/* Strict: accesses ask whether their address is one that a GPU reaches (--strict).
 *
 *      %x = load float, ptr %p     =>    call void @sw.reach(ptr %p)          inlined later:
 *                                        %x = load float, ptr %p
 *
 *      out = p - swrt_reach_base is not below swrt_reach_bytes       out ? far : done
 *      far:  call void @swrt_reach(ptr p)
 *
 * Nearly all that a kernel reaches lies in the runtime's region, so a subtraction and a comparison are what it costs;
 * the runtime tells the rest apart (reach.c). Vectors of addresses are compared at once, lanes that are off counting as
 * inside. This stands behind lockstep, so that code for several lanes is what it is without, and the same in all variants.
 * No question is asked of what starts from a local, shared or device variable or from what the block holds. */
#include "transform/transform.h"

#include <string.h>

struct strict {
    struct sw_ir *ir;
    struct sw_map *asked; /* in the basic block at hand */
    LLVMBasicBlockRef bb;
};

static LLVMValueRef field(struct sw_ir *ir, const char *name) {
    LLVMValueRef global = LLVMGetNamedGlobal(ir->module, name);
    global = global ? global : LLVMAddGlobal(ir->module, ir->i64, name);
    LLVMValueRef load = LLVMBuildLoad2(ir->builder, ir->i64, global, "");
    sw_mark_invariant(ir, load);
    return load;
}

static LLVMValueRef splat(struct sw_ir *ir, LLVMValueRef value, LLVMTypeRef vector) {
    unsigned count = LLVMGetVectorSize(vector);
    LLVMValueRef one = LLVMBuildInsertElement(ir->builder, LLVMGetPoison(vector), value, sw_const(ir->i32, 0), "");
    LLVMValueRef zeros = LLVMConstNull(LLVMVectorType(ir->i32, count));
    return LLVMBuildShuffleVector(ir->builder, one, LLVMGetPoison(vector), zeros, "");
}

/* Asks for each address of a vector; inside, the runtime finds nothing wrong. */
static void ask_each(struct sw_ir *ir, LLVMValueRef addresses) {
    LLVMValueRef ask = sw_declare(ir, "swrt_reach", LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0));
    for (unsigned i = 0; i < LLVMGetVectorSize(LLVMTypeOf(addresses)); i++) {
        LLVMValueRef one = LLVMBuildExtractElement(ir->builder, addresses, sw_const(ir->i32, i), "");
        sw_call(ir, ask, &one, 1, "");
    }
}

/* void sw.reach.far.W(<W x ptr>): kept out of the code that asks. */
static LLVMValueRef far_function(struct sw_ir *ir, LLVMTypeRef vector) {
    const char *name = sw_arena_printf(ir->arena, "sw.reach.far.%u", LLVMGetVectorSize(vector));
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (function)
        return function;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(ir->builder);
    function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, &vector, 1, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_add_attribute(ir, function, "noinline");
    LLVMPositionBuilderAtEnd(ir->builder, LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    ask_each(ir, LLVMGetParam(function, 0));
    LLVMBuildRetVoid(ir->builder);
    LLVMPositionBuilderAtEnd(ir->builder, before);
    return function;
}

/* Whether the address, or one of a vector, lies outside of the region. */
static LLVMValueRef is_outside(struct sw_ir *ir, LLVMValueRef address, LLVMTypeRef type) {
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef number = is_vector ? LLVMVectorType(ir->i64, LLVMGetVectorSize(type)) : ir->i64;
    LLVMValueRef base = field(ir, "swrt_reach_base"), bytes = field(ir, "swrt_reach_bytes");
    LLVMValueRef at = LLVMBuildPtrToInt(ir->builder, address, number, "");
    LLVMValueRef offset = LLVMBuildSub(ir->builder, at, is_vector ? splat(ir, base, number) : base, "");
    LLVMValueRef out = LLVMBuildICmp(ir->builder, LLVMIntUGE, offset, is_vector ? splat(ir, bytes, number) : bytes, "");
    LLVMTypeRef mask = LLVMTypeOf(out);
    return is_vector ? sw_call_intrinsic(ir, "llvm.vector.reduce.or", &mask, 1, &out, 1, "") : out;
}

static void build_question(struct sw_ir *ir, LLVMValueRef function, LLVMTypeRef type) {
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, function, "entry");
    LLVMBasicBlockRef far = LLVMAppendBasicBlockInContext(ir->context, function, "far");
    LLVMBasicBlockRef done = LLVMAppendBasicBlockInContext(ir->context, function, "done");
    LLVMValueRef address = LLVMGetParam(function, 0);
    LLVMPositionBuilderAtEnd(ir->builder, entry);
    LLVMBuildCondBr(ir->builder, is_outside(ir, address, type), far, done);
    LLVMPositionBuilderAtEnd(ir->builder, far);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMValueRef ask = is_vector ? far_function(ir, type)
                                 : sw_declare(ir, "swrt_reach", LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0));
    sw_call(ir, ask, &address, 1, "");
    LLVMBuildBr(ir->builder, done);
    LLVMPositionBuilderAtEnd(ir->builder, done);
    LLVMBuildRetVoid(ir->builder);
}

/* void sw.reach(ptr), void sw.reach.W(<W x ptr>) */
static LLVMValueRef question(struct sw_ir *ir, LLVMTypeRef type) {
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    const char *name = is_vector ? sw_arena_printf(ir->arena, "sw.reach.%u", LLVMGetVectorSize(type)) : "sw.reach";
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (function)
        return function;
    function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, &type, 1, 0));
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_add_attribute(ir, function, "alwaysinline");
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    build_question(ir, function, type);
    return function;
}

static bool is_block(LLVMValueRef value) {
    return LLVMIsAArgument(value) && sw_equal(sw_name(value), "block");
}

/* The thread's own, the block's, or a variable of the program's. */
static bool is_known(LLVMValueRef pointer) {
    LLVMValueRef base = sw_strip_pointer(pointer);
    if (LLVMIsALoadInst(base))
        return is_block(sw_strip_pointer(LLVMGetOperand(base, 0)));
    return LLVMIsAAllocaInst(base) || LLVMIsAGlobalVariable(base) || is_block(base) || LLVMIsAConstantPointerNull(base);
}

/* Where the first element lies that the mask lets through, of elements side by side: those before may lie in front of
 * all that the thread may touch. */
static LLVMValueRef of_first_lane(struct sw_ir *ir, LLVMValueRef address, LLVMValueRef bits, LLVMTypeRef element) {
    LLVMTypeRef type = LLVMTypeOf(bits);
    LLVMValueRef args[] = {bits, sw_const(ir->i1, 0)};
    LLVMValueRef first = sw_call_intrinsic(ir, "llvm.cttz", &type, 1, args, 2, "");
    first = LLVMBuildIntCast2(ir->builder, first, ir->i64, 0, "");
    return LLVMBuildGEP2(ir->builder, element, address, &first, 1, "");
}

/* Lanes that are off count as inside: they get the region's first address. */
static LLVMValueRef of_active_lanes(struct sw_ir *ir, LLVMValueRef address, LLVMValueRef mask, LLVMTypeRef element) {
    LLVMTypeRef type = LLVMTypeOf(address);
    LLVMValueRef inside = LLVMBuildIntToPtr(ir->builder, field(ir, "swrt_reach_base"), ir->ptr, "");
    if (LLVMGetTypeKind(type) == LLVMVectorTypeKind)
        return LLVMBuildSelect(ir->builder, mask, address, splat(ir, inside, type), "");
    LLVMTypeRef number = LLVMIntTypeInContext(ir->context, LLVMGetVectorSize(LLVMTypeOf(mask)));
    LLVMValueRef bits = LLVMBuildBitCast(ir->builder, mask, number, "");
    LLVMValueRef any = LLVMBuildICmp(ir->builder, LLVMIntNE, bits, LLVMConstNull(number), "");
    return LLVMBuildSelect(ir->builder, any, of_first_lane(ir, address, bits, element), inside, "");
}

/* In the one address space that this machine has. */
static LLVMValueRef generic(struct sw_ir *ir, LLVMValueRef address) {
    LLVMTypeRef type = LLVMTypeOf(address);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef wanted = is_vector ? LLVMVectorType(ir->ptr, LLVMGetVectorSize(type)) : ir->ptr;
    return type == wanted ? address : LLVMBuildAddrSpaceCast(ir->builder, address, wanted, "");
}

static void ask(struct strict *s, LLVMValueRef at, LLVMValueRef address) {
    struct sw_ir *ir = s->ir;
    if (is_known(address) || sw_map_has(s->asked, address))
        return;
    sw_map_put(s->asked, address, address);
    sw_before(ir, at);
    LLVMValueRef asked = generic(ir, address);
    LLVMValueRef function = question(ir, LLVMTypeOf(asked));
    sw_before(ir, at);
    sw_call(ir, function, &asked, 1, "");
}

static void ask_of_lanes(struct strict *s, LLVMValueRef at, LLVMValueRef address, LLVMValueRef mask,
                         LLVMTypeRef vector) {
    struct sw_ir *ir = s->ir;
    if (is_known(address))
        return;
    sw_before(ir, at);
    LLVMValueRef asked = generic(ir, address);
    LLVMValueRef function = question(ir, LLVMTypeOf(asked));
    sw_before(ir, at);
    asked = of_active_lanes(ir, asked, mask, LLVMGetElementType(vector));
    sw_call(ir, function, &asked, 1, "");
}

/* masked.load(ptr, align, mask, else), gather the same; masked.store(value, ptr, align, mask), scatter the same. */
static bool ask_masked(struct strict *s, LLVMValueRef call, const char *name) {
    static const struct {
        const char *start;
        unsigned address, mask;
    } forms[] = {{"llvm.masked.load.", 0, 2},
                 {"llvm.masked.gather.", 0, 2},
                 {"llvm.masked.store.", 1, 3},
                 {"llvm.masked.scatter.", 1, 3}};
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (sw_starts_with(name, forms[i].start)) {
            LLVMTypeRef vector = LLVMTypeOf(forms[i].address ? LLVMGetOperand(call, 0) : call);
            ask_of_lanes(s, call, LLVMGetOperand(call, forms[i].address), LLVMGetOperand(call, forms[i].mask), vector);
            return true;
        }
    return false;
}

static void see(struct strict *s, LLVMValueRef at) {
    if (LLVMIsALoadInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
        ask(s, at, LLVMGetOperand(at, 0));
    else if (LLVMIsAStoreInst(at))
        ask(s, at, LLVMGetOperand(at, 1));
    else if (!sw_is_call(at) || ask_masked(s, at, sw_callee_name(at)))
        return;
    if (sw_is_copy(at) && !sw_is_fill(at)) /* what a fill has there is no address */
        ask(s, at, LLVMGetOperand(at, 1));
    if (sw_is_copy(at))
        ask(s, at, LLVMGetOperand(at, 0));
}

void sw_pass_strict(struct sw_unit *unit) {
    struct sw_values functions = {0}, all = {0};
    if (!unit->options.strict)
        return;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct strict s = {.ir = &unit->ir};
        sw_instructions(&unit->ir, functions.at[i], &all);
        for (size_t k = 0; k < all.count; k++) {
            if (LLVMGetInstructionParent(all.at[k]) != s.bb) {
                s.bb = LLVMGetInstructionParent(all.at[k]);
                s.asked = sw_map_create(unit->ir.arena);
            }
            see(&s, all.at[k]);
        }
    }
}
