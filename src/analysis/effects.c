/* Effects of instructions (effects.h). Loads, stores and LLVM's own atomics say it themselves; of calls it is known of
 * suspend points, marker functions of atomics, copies, intrinsics and library functions; attributes say the rest. */
#include "analysis/effects.h"

#include <string.h>

static struct sw_effect everything(void) {
    return (struct sw_effect){.reads_anything = true,
                              .writes_anything = true,
                              .is_volatile = true,
                              .orders = true,
                              .waits = true,
                              .may_end = true,
                              .is_unknown = true};
}

static uint64_t size_of(LLVMValueRef at, LLVMTypeRef type) {
    LLVMModuleRef module = LLVMGetGlobalParent(LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)));
    return LLVMTypeIsSized(type) ? LLVMStoreSizeOfType(LLVMGetModuleDataLayout(module), type) : 0;
}

static void touch(struct sw_effect *e, LLVMValueRef pointer, uint64_t bytes, bool reads, bool writes) {
    if (e->touches == sizeof e->touch / sizeof *e->touch) {
        e->reads_anything |= reads;
        e->writes_anything |= writes;
        return;
    }
    e->touch[e->touches++] = (struct sw_touch){pointer, bytes, reads, writes};
}

/* A load, a store, or an atomic instruction of LLVM's. */
static struct sw_effect effect_of_access(LLVMValueRef at) {
    struct sw_effect e = {.is_volatile = LLVMGetVolatile(at), .scope = SW_SCOPE_system};
    bool is_load = LLVMIsALoadInst(at), is_store = LLVMIsAStoreInst(at), is_exchange = LLVMIsAAtomicCmpXchgInst(at);
    LLVMTypeRef type = is_load ? LLVMTypeOf(at) : LLVMTypeOf(LLVMGetOperand(at, is_store ? 0 : 1));
    LLVMAtomicOrdering order = is_exchange ? LLVMGetCmpXchgSuccessOrdering(at) : LLVMGetOrdering(at);
    e.is_atomic = order != LLVMAtomicOrderingNotAtomic;
    e.orders = order > LLVMAtomicOrderingMonotonic ||
               (is_exchange && LLVMGetCmpXchgFailureOrdering(at) > LLVMAtomicOrderingMonotonic);
    touch(&e, LLVMGetOperand(at, is_store ? 1 : 0), size_of(at, type), !is_store, !is_load);
    return e;
}

/* Relaxed: headers put fences beside what is more. */
static struct sw_effect effect_of_marker(LLVMValueRef at, const struct sw_atomic *a) {
    struct sw_effect e = {.is_atomic = true, .scope = a->scope};
    bool is_load = a->op == SW_ATOMIC_load, is_store = a->op == SW_ATOMIC_store;
    LLVMTypeRef type = is_store ? LLVMTypeOf(LLVMGetOperand(at, 1)) : LLVMTypeOf(at);
    e.is_volatile = is_load || is_store; /* a program may wait on it */
    touch(&e, LLVMGetOperand(at, 0), size_of(at, type), !is_store, !is_load);
    return e;
}

static bool is_true(LLVMValueRef value) {
    return !LLVMIsAConstantInt(value) || LLVMConstIntGetZExtValue(value);
}

static struct sw_effect effect_of_copy(LLVMValueRef at) {
    struct sw_effect e = {.is_volatile = is_true(LLVMGetOperand(at, 3))};
    LLVMValueRef size = LLVMGetOperand(at, 2);
    uint64_t bytes = LLVMIsAConstantInt(size) ? LLVMConstIntGetZExtValue(size) : 0;
    touch(&e, LLVMGetOperand(at, 0), bytes, false, true);
    if (!sw_is_fill(at))
        touch(&e, LLVMGetOperand(at, 1), bytes, true, false);
    return e;
}

/* Their names say that they concern nobody, though LLVM takes them for accesses of memory. */
bool sw_is_annotation(LLVMValueRef call) {
    const char *name = sw_callee_name(call);
    static const char *const names[] = {"llvm.lifetime.",  "llvm.dbg.",      "llvm.assume",
                                        "llvm.donothing",  "llvm.prefetch",  "llvm.experimental.noalias.",
                                        "llvm.sideeffect", "llvm.invariant."};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(name, names[i]))
            return true;
    return false;
}

/* Mathematics and the like: of memory they touch what they are given pointers to. Texture fetches are among them by
 * name only (__nv_sw_..). */
static bool is_of_library(LLVMValueRef function, const char *name) {
    return sw_starts_with(name, "__nv_") && !sw_starts_with(name, "__nv_sw_") &&
           !sw_has_attribute(function, "noreturn");
}

static void touch_operands(struct sw_effect *e, LLVMValueRef call, bool reads, bool writes) {
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetTypeKind(LLVMTypeOf(LLVMGetOperand(call, i))) == LLVMPointerTypeKind)
            touch(e, LLVMGetOperand(call, i), 0, reads, writes);
}

/* LLVM's attribute `memory` has two bits, read and write, for each kind of memory: what arguments point to, what no
 * program can reach, and other. */
enum { READ = 1, WRITE = 2, ARGUMENTS = 0, INACCESSIBLE = 2, OTHER = 4 };

static struct sw_effect effect_of_attributes(LLVMValueRef at, LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", strlen("memory"));
    LLVMAttributeRef memory = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    if (!memory)
        memory = LLVMGetCallSiteEnumAttribute(at, LLVMAttributeFunctionIndex, kind);
    uint64_t bits = memory ? LLVMGetEnumAttributeValue(memory) : 0;
    if (!memory || (bits >> INACCESSIBLE & WRITE)) /* a clock, say */
        return everything();
    struct sw_effect e = {.may_end = !sw_has_attribute(function, "willreturn") ||
                                     !sw_has_attribute(function, "nounwind")};
    e.reads_anything = bits >> OTHER & READ;
    e.writes_anything = bits >> OTHER & WRITE;
    if (bits >> ARGUMENTS & (READ | WRITE))
        touch_operands(&e, at, bits >> ARGUMENTS & READ, bits >> ARGUMENTS & WRITE);
    return e;
}

static bool is_fence(const char *name) {
    return sw_starts_with(name, "llvm.nvvm.membar.") || sw_starts_with(name, "llvm.nvvm.fence.") ||
           sw_equal(name, "__sw_fence");
}

/* Another value each time, and no memory. */
static bool is_clock(const char *name, LLVMValueRef function) {
    return sw_starts_with(name, "__sw_globaltimer") || sw_starts_with(name, "llvm.readcyclecounter") ||
           (sw_starts_with(name, "llvm.nvvm.read.ptx.sreg.") && !sw_accesses_nothing(function));
}

/* Statements without text hold the compiler back, which is how one says so to it alone. Others are not known. */
static struct sw_effect effect_of_assembly(LLVMValueRef at) {
    size_t length;
    struct sw_effect e = {.orders = true};
    LLVMGetInlineAsmAsmString(LLVMGetCalledValue(at), &length);
    if (length)
        return everything();
    touch_operands(&e, at, true, true);
    return e;
}

static bool is_trap(const char *name) {
    return sw_equal(name, "llvm.trap") || sw_equal(name, "llvm.debugtrap") || sw_equal(name, "llvm.nvvm.exit");
}

static struct sw_effect effect_of_call(LLVMValueRef at) {
    LLVMValueRef function = sw_called_function(at);
    const char *name = sw_callee_name(at);
    struct sw_atomic atomic;
    struct sw_effect e = {0};
    if (LLVMIsAInvokeInst(at))
        return everything();
    if (LLVMIsAInlineAsm(LLVMGetCalledValue(at)))
        return effect_of_assembly(at);
    if (!function)
        return everything();
    if (sw_request_of(at))
        return (struct sw_effect){.waits = true, .orders = true};
    if (sw_atomic_of(at, &atomic))
        return effect_of_marker(at, &atomic);
    if (sw_is_copy(at) || sw_is_fill(at))
        return effect_of_copy(at);
    if (sw_is_annotation(at))
        return e;
    if (is_fence(name))
        return (struct sw_effect){.orders = true};
    if (is_clock(name, function))
        return (struct sw_effect){.is_volatile = true};
    if (sw_starts_with(name, "llvm.nvvm.read.ptx.sreg."))
        return e;
    if (sw_equal(name, "vprintf")) /* done as often as it is written */
        return (struct sw_effect){.reads_anything = true, .is_volatile = true};
    if (sw_starts_with(name, SW_TENSOR_MARKER)) /* by the map, which says where */
        return (struct sw_effect){.reads_anything = true, .writes_anything = true, .may_end = true};
    if (is_trap(name))
        return (struct sw_effect){.may_end = true};
    if (!is_of_library(function, name))
        return effect_of_attributes(at, function);
    touch_operands(&e, at, true, true);
    return e;
}

/* Values, addresses, and control within the function. */
static bool is_quiet(LLVMValueRef at) {
    return LLVMIsABinaryOperator(at) || LLVMIsAUnaryOperator(at) || LLVMIsACastInst(at) || LLVMIsACmpInst(at) ||
           LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at) || LLVMIsAGetElementPtrInst(at) || LLVMIsAPHINode(at) ||
           LLVMIsAExtractElementInst(at) || LLVMIsAInsertElementInst(at) || LLVMIsAShuffleVectorInst(at) ||
           LLVMIsAExtractValueInst(at) || LLVMIsAInsertValueInst(at) || LLVMIsAAllocaInst(at) ||
           LLVMIsABranchInst(at) || LLVMIsASwitchInst(at);
}

struct sw_effect sw_effect_of(LLVMValueRef at) {
    if (is_quiet(at))
        return (struct sw_effect){0};
    if (LLVMIsALoadInst(at) || LLVMIsAStoreInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at))
        return effect_of_access(at);
    if (LLVMIsAFenceInst(at))
        return (struct sw_effect){.orders = true};
    if (LLVMIsAReturnInst(at) || LLVMIsAUnreachableInst(at))
        return (struct sw_effect){.may_end = true};
    return sw_is_call(at) ? effect_of_call(at) : everything();
}

bool sw_is_fence(const struct sw_effect *e) {
    return e->is_unknown || (e->orders && !e->waits);
}

bool sw_is_without_effect(const struct sw_effect *e) {
    return !e->touches && !e->reads_anything && !e->writes_anything && !e->is_volatile && !e->orders && !e->waits &&
           !e->may_end && !e->is_unknown;
}

bool sw_may_read(const struct sw_effect *e) {
    bool reads = e->reads_anything;
    for (unsigned i = 0; i < e->touches; i++)
        reads |= e->touch[i].reads;
    return reads;
}

bool sw_may_write(const struct sw_effect *e) {
    bool writes = e->writes_anything;
    for (unsigned i = 0; i < e->touches; i++)
        writes |= e->touch[i].writes;
    return writes;
}

bool sw_may_change_for_others(struct sw_unit *unit, const struct sw_effect *e) {
    bool changes = e->writes_anything;
    for (unsigned i = 0; i < e->touches; i++)
        changes |= e->touch[i].writes && !sw_is_own(unit, e->touch[i].pointer);
    return changes;
}
