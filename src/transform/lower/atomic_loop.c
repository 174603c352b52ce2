/* Operations that no atomic instruction does: a compare-and-swap loop in a function of its own, one per operation and
 * type, inlined later (LLVM-C cannot split the caller's bb).
 *
 *      entry: guess = load p                seen = phi(guess, found)
 *      loop:  new = op(seen, value)         new is seen ? done : swap
 *      swap:  found = cmpxchg p, seen, new  succeeded ? done : loop
 *      done:  return seen
 *
 * What picks the larger or smaller of two values often changes nothing, and then it only reads: a line of memory that
 * is only read stays in every core's cache. That is sound because every fence that reaches beyond a block is a full one
 * (services.c): no other thread can tell a write of the value that was there already. */
#include "lockstep/atomic/combine.h"
#include "transform/lower/lower.h"

#include <string.h>

static bool may_change_nothing(const struct sw_atomic *a) {
    return a->op == SW_ATOMIC_min || a->op == SW_ATOMIC_max ||
           (a->op >= SW_ATOMIC_keepogt && a->op <= SW_ATOMIC_keepule);
}

/* LLVM's own loop compares what it found after a conversion to float and back, which NaNs do not survive: it never ends. */
static bool is_narrow_float(enum sw_atomic_type type) {
    return sw_atomic_is_float(type) && type != SW_TYPE_f32 && type != SW_TYPE_f64;
}

bool sw_atomic_needs_loop(const struct sw_atomic *a) {
    if (is_narrow_float(a->type) && a->op == SW_ATOMIC_add)
        return true;
    return a->is_wide || a->op == SW_ATOMIC_mul || a->op == SW_ATOMIC_addftz ||
           (may_change_nothing(a) && sw_atomic_is_float(a->type));
}

struct loop {
    LLVMValueRef function, seen;
    LLVMTypeRef bits; /* cmpxchg compares integers */
    LLVMBasicBlockRef entry, loop, swap, done;
};

static void build_entry(struct sw_ir *ir, struct loop *l) {
    LLVMBuilderRef b = ir->builder;
    LLVMPositionBuilderAtEnd(b, l->entry);
    LLVMValueRef guess = LLVMBuildLoad2(b, l->bits, LLVMGetParam(l->function, 0), "guess");
    LLVMSetOrdering(guess, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(guess, LLVMGetIntTypeWidth(l->bits) / 8);
    LLVMBuildBr(b, l->loop);
    LLVMPositionBuilderAtEnd(b, l->loop);
    l->seen = LLVMBuildPhi(b, l->bits, "seen");
    LLVMAddIncoming(l->seen, &guess, &l->entry, 1);
}

/* Returns what seen is as a value of the operation's type. */
static LLVMValueRef build_loop(struct sw_ir *ir, const struct sw_atomic *a, struct loop *l) {
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef value = LLVMGetParam(l->function, 1);
    LLVMValueRef old = LLVMBuildBitCast(b, l->seen, LLVMTypeOf(value), "");
    LLVMValueRef new = LLVMBuildBitCast(b, sw_atomic_combine(ir, a, old, value), l->bits, "new");
    if (may_change_nothing(a))
        LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, new, l->seen, "same"), l->done, l->swap);
    else
        LLVMBuildBr(b, l->swap);
    LLVMPositionBuilderAtEnd(b, l->swap);
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b, LLVMGetParam(l->function, 0), l->seen, new,
                                               LLVMAtomicOrderingMonotonic, LLVMAtomicOrderingMonotonic, 0);
    LLVMValueRef found = LLVMBuildExtractValue(b, pair, 0, "found");
    LLVMAddIncoming(l->seen, &found, &l->swap, 1);
    LLVMBuildCondBr(b, LLVMBuildExtractValue(b, pair, 1, "succeeded"), l->done, l->loop);
    return old;
}

static LLVMValueRef make_function(struct sw_ir *ir, const struct sw_atomic *a, const char *name, LLVMTypeRef type) {
    LLVMTypeRef function_type = LLVMFunctionType(type, (LLVMTypeRef[]){ir->ptr, type}, 2, 0);
    LLVMValueRef function = LLVMAddFunction(ir->module, name, function_type);
    unsigned width = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type);
    struct loop l = {.function = function, .bits = LLVMIntTypeInContext(ir->context, width)};
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_add_attribute(ir, function, "alwaysinline");
    sw_add_attribute(ir, function, "nounwind");
    l.entry = LLVMAppendBasicBlockInContext(ir->context, function, "entry");
    l.loop = LLVMAppendBasicBlockInContext(ir->context, function, "loop");
    l.swap = LLVMAppendBasicBlockInContext(ir->context, function, "swap");
    l.done = LLVMAppendBasicBlockInContext(ir->context, function, "done");
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    build_entry(ir, &l);
    LLVMValueRef old = build_loop(ir, a, &l);
    LLVMPositionBuilderAtEnd(ir->builder, l.done);
    LLVMBuildRet(ir->builder, old);
    return function;
}

LLVMValueRef sw_call_atomic_loop(struct sw_ir *ir, const struct sw_atomic *a, LLVMValueRef at, LLVMValueRef pointer,
                                 LLVMValueRef value) {
    const char *marker = sw_atomic_name(ir, a) + strlen("__sw_"); /* and its scope is no matter here */
    const char *name = sw_arena_printf(ir->arena, "sw.%.*s%s", (int)(strrchr(marker, '_') - marker), marker,
                                       a->is_wide ? ".wide" : "");
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (!function)
        function = make_function(ir, a, name, LLVMTypeOf(value));
    sw_before(ir, at);
    return sw_call(ir, function, (LLVMValueRef[]){pointer, value}, 2, "");
}

/* T (ptr p, T expected, T new): what was there. */
static LLVMValueRef make_swap(struct sw_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMBuilderRef b = ir->builder;
    LLVMTypeRef types[] = {ir->ptr, type, type};
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMFunctionType(type, types, 3, 0)), args[3];
    LLVMGetParams(function, args);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_add_attribute(ir, function, "alwaysinline");
    sw_add_attribute(ir, function, "nounwind");
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, function, "entry");
    LLVMBasicBlockRef look = LLVMAppendBasicBlockInContext(ir->context, function, "look");
    LLVMBasicBlockRef swap = LLVMAppendBasicBlockInContext(ir->context, function, "swap");
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, args[1], args[2], "same"), look, swap);
    LLVMPositionBuilderAtEnd(b, look);
    LLVMValueRef seen = LLVMBuildLoad2(b, type, args[0], "seen");
    LLVMSetOrdering(seen, LLVMAtomicOrderingMonotonic);
    LLVMSetAlignment(seen, LLVMGetIntTypeWidth(type) / 8);
    LLVMBuildRet(b, seen);
    LLVMPositionBuilderAtEnd(b, swap);
    LLVMValueRef pair = LLVMBuildAtomicCmpXchg(b, args[0], args[1], args[2], LLVMAtomicOrderingMonotonic,
                                               LLVMAtomicOrderingMonotonic, 0);
    LLVMBuildRet(b, LLVMBuildExtractValue(b, pair, 0, "found"));
    return function;
}

LLVMValueRef sw_call_swap(struct sw_ir *ir, LLVMValueRef at, LLVMValueRef *operands) {
    LLVMTypeRef type = LLVMTypeOf(operands[1]);
    const char *name = sw_arena_printf(ir->arena, "sw.swap.i%u", LLVMGetIntTypeWidth(type));
    LLVMValueRef function = LLVMGetNamedFunction(ir->module, name);
    if (!function)
        function = make_swap(ir, name, type);
    sw_before(ir, at);
    return sw_call(ir, function, operands, 3, "");
}
