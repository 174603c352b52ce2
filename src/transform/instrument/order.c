/* Hooks of what orders: atomic operations, fences, and places at which a thread waits.
 *
 * Order is never read off LLVM's instructions: clang writes atomicAdd as seq_cst and means relaxed. Functions that take
 * an order say so around the address (headers and inline PTX, of check builds alone):
 *
 *      %p = call ptr @__sw_ordered(ptr %a, i32 2); call i32 @__sw_atomic_load_u32_device(ptr %p)      acquire
 *      call void @__sw_fence(i32 4, i32 3)                                                            acq_rel, device
 *
 * with the numbers of C++'s and CUDA's built-in functions (__ATOMIC_*, __NV_THREAD_SCOPE_*). Neither is left behind. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

#include <llvm-c/DebugInfo.h>

/* From C++'s numbers: relaxed, consume, acquire, release, acq_rel, seq_cst. */
static LLVMValueRef order_from(struct sw_ir *ir, LLVMValueRef given) {
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef number = LLVMBuildIntCast2(b, given, ir->i32, 0, "");
    LLVMValueRef is_relaxed = LLVMBuildICmp(b, LLVMIntEQ, number, sw_const(ir->i32, 0), "");
    LLVMValueRef is_consume = LLVMBuildICmp(b, LLVMIntEQ, number, sw_const(ir->i32, 1), "");
    LLVMValueRef other = LLVMBuildSelect(b, is_consume, sw_const(ir->i32, SWRT_ORDER_ACQUIRE), number, "");
    return LLVMBuildSelect(b, is_relaxed, sw_const(ir->i32, SWRT_ORDER_RELAXED), other, "");
}

/* For threads of the host beside it; device code runs on one worker. */
static void real_fence(struct sw_ir *ir) {
    LLVMBuildFence(ir->builder, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
}

static unsigned scope_of(const struct sw_atomic *a) {
    static const unsigned scopes[] = {
        [SW_SCOPE_block] = SWRT_SCOPE_BLOCK,
        [SW_SCOPE_device] = SWRT_SCOPE_DEVICE,
        [SW_SCOPE_system] = SWRT_SCOPE_SYSTEM,
    };
    return scopes[a->scope];
}

/* An operation that acquires reads, whoever uses the value. order: null for relaxed. */
static bool acquires(LLVMValueRef order) {
    if (!order)
        return false;
    uint64_t number = LLVMIsAConstantInt(order) ? LLVMConstIntGetZExtValue(order) : SWRT_ORDER_SEQUENTIAL;
    return number != SWRT_ORDER_RELAXED && number != SWRT_ORDER_RELEASE;
}

static enum swrt_site_kind kind_of(LLVMValueRef call, const struct sw_atomic *a, LLVMValueRef order) {
    switch (a->op) {
    case SW_ATOMIC_load:
        return SWRT_SITE_READ;
    case SW_ATOMIC_store:
        return SWRT_SITE_WRITE;
    case SW_ATOMIC_cas:
        return SWRT_SITE_CAS;
    case SW_ATOMIC_exch:
        return SWRT_SITE_RMW; /* PTX has no red.exch */
    default:
        return LLVMGetFirstUse(call) || acquires(order) ? SWRT_SITE_RMW : SWRT_SITE_REDUCE;
    }
}

/* Behind a compare-and-swap. */
static void hook_swapped(struct sw_unit *unit, struct sw_hook hook, LLVMValueRef is_swapped) {
    hook.function = SW_HOOK_SWAPPED;
    hook.bytes = is_swapped;
    sw_put_hook(unit, &hook);
}

static void at_behind(struct sw_ir *ir, LLVMValueRef at) {
    sw_before(ir, LLVMGetNextInstruction(at));
    LLVMSetCurrentDebugLocation2(ir->builder, LLVMInstructionGetDebugLoc(at));
}

/* Takes __sw_ordered off the address. Null: it was not there. */
static LLVMValueRef take_order(struct sw_ir *ir, LLVMValueRef call) {
    LLVMValueRef ordered = LLVMGetOperand(call, 0);
    if (!sw_equal(sw_callee_name(ordered), "__sw_ordered"))
        return NULL;
    LLVMSetOperand(call, 0, LLVMGetOperand(ordered, 0));
    return order_from(ir, LLVMGetOperand(ordered, 1));
}

/* PTX ISA, atom: of packed types each element is updated atomically, the whole need not be. */
static unsigned flags_of(LLVMValueRef call, const struct sw_atomic *a) {
    bool is_packed = a->type == SW_TYPE_v2f16 || a->type == SW_TYPE_v2bf16;
    return (sw_is_ticket(call) ? SWRT_SITE_TICKET : 0) | (is_packed ? SWRT_SITE_PACKED : 0);
}

static void hook_marker(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *a) {
    struct sw_ir *ir = &unit->ir;
    struct sw_private found;
    LLVMTypeRef result = LLVMTypeOf(call);
    bool gives = LLVMGetTypeKind(result) != LLVMVoidTypeKind;
    unsigned size = sw_store_size(unit, gives ? result : LLVMTypeOf(LLVMGetOperand(call, 1)));
    sw_before(ir, call);
    LLVMValueRef order = take_order(ir, call), pointer = LLVMGetOperand(call, 0);
    if (order)
        real_fence(ir);
    if (!sw_is_private(unit, pointer, &found)) {
        struct sw_hook hook = {.function = SW_HOOK_ATOMIC,
                               .address = pointer,
                               .kind = kind_of(call, a, order),
                               .size = size,
                               .align = size,
                               .scope = scope_of(a),
                               .name = sw_variable_name(unit, pointer),
                               .flags = flags_of(call, a) | (order ? 0 : SWRT_SITE_UNORDERED),
                               .order = order ? order : sw_const(ir->i32, SWRT_ORDER_RELAXED)};
        sw_put_hook(unit, &hook);
        at_behind(ir, call);
        if (a->op == SW_ATOMIC_cas)
            hook_swapped(unit, hook, LLVMBuildICmp(ir->builder, LLVMIntEQ, call, LLVMGetOperand(call, 1), ""));
    }
    at_behind(ir, call);
    if (order)
        real_fence(ir);
}

/* Atomic instructions, of clang's own built-in functions: relaxed, among the device's threads. */
static void hook_instruction(struct sw_unit *unit, LLVMValueRef at) {
    struct sw_ir *ir = &unit->ir;
    struct sw_private found;
    bool swaps = LLVMIsAAtomicCmpXchgInst(at);
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    unsigned size = sw_store_size(unit, LLVMTypeOf(LLVMGetOperand(at, 1)));
    if (sw_is_private(unit, pointer, &found))
        return;
    struct sw_hook hook = {.function = SW_HOOK_ATOMIC,
                           .address = pointer,
                           .size = size,
                           .align = size,
                           .kind = swaps                 ? SWRT_SITE_CAS
                                   : LLVMGetFirstUse(at) ? SWRT_SITE_RMW
                                                         : SWRT_SITE_REDUCE,
                           .scope = SWRT_SCOPE_DEVICE,
                           .flags = SWRT_SITE_UNORDERED,
                           .name = sw_variable_name(unit, pointer),
                           .order = sw_const(ir->i32, SWRT_ORDER_RELAXED)};
    sw_before(ir, at);
    sw_put_hook(unit, &hook);
    if (!swaps)
        return;
    at_behind(ir, at);
    hook_swapped(unit, hook, LLVMBuildExtractValue(ir->builder, at, 1, ""));
}

static void put_fence(struct sw_unit *unit, unsigned scope, LLVMValueRef order) {
    struct sw_hook hook = {.function = SW_HOOK_FENCE, .kind = SWRT_SITE_FENCE, .scope = scope, .order = order};
    sw_put_hook(unit, &hook);
}

/* The program's own: order and scope as numbers. The scope is a literal in all but odd programs, else the widest. */
static void hook_ordered_fence(struct sw_unit *unit, LLVMValueRef call) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef scope = LLVMGetOperand(call, 1);
    sw_before(ir, call);
    unsigned number = LLVMIsAConstantInt(scope) ? (unsigned)LLVMConstIntGetZExtValue(scope) : SWRT_SCOPE_SYSTEM;
    put_fence(unit, number > SWRT_SCOPE_SYSTEM ? SWRT_SCOPE_SYSTEM : number, order_from(ir, LLVMGetOperand(call, 0)));
    real_fence(ir);
    LLVMInstructionEraseFromParent(call);
}

static void hook_fence_instruction(struct sw_unit *unit, LLVMValueRef at) {
    enum swrt_order order = LLVMGetOrdering(at) == LLVMAtomicOrderingSequentiallyConsistent ? SWRT_ORDER_SEQUENTIAL
                                                                                            : SWRT_ORDER_BOTH;
    if (LLVMIsAtomicSingleThread(at))
        return;
    sw_before(&unit->ir, at);
    put_fence(unit, SWRT_SCOPE_SYSTEM, sw_const(unit->ir.i32, order));
}

/* __threadfence and its kin, membar; -1: none. */
static int scope_of_fence(const char *name) {
    static const struct {
        const char *name;
        int scope;
    } fences[] = {{"llvm.nvvm.membar.cta", SWRT_SCOPE_BLOCK},
                  {"llvm.nvvm.membar.gl", SWRT_SCOPE_DEVICE},
                  {"llvm.nvvm.membar.sys", SWRT_SCOPE_SYSTEM},
                  {"llvm.nvvm.fence.sc.cluster", SWRT_SCOPE_CLUSTER}};
    for (size_t i = 0; i < sizeof fences / sizeof *fences; i++)
        if (sw_equal(fences[i].name, name))
            return fences[i].scope;
    return -1;
}

/* Lanes that are kept in step (transform/exchanges.c) wait without a word of the program's: a turn. */
static void hook_wait(struct sw_unit *unit, LLVMValueRef at, const struct sw_request *request) {
    static const enum swrt_site_kind kinds[] = {[SWRT_WAIT_BARRIER] = SWRT_SITE_BARRIER,
                                                [SWRT_WAIT_WARP] = SWRT_SITE_WARP,
                                                [SWRT_WAIT_CONVERGED] = SWRT_SITE_WARP,
                                                [SWRT_WAIT_YIELD] = SWRT_SITE_YIELD,
                                                [SWRT_WAIT_GRID] = SWRT_SITE_GRID};
    struct sw_hook hook = {.function = SW_HOOK_WAIT,
                           .kind = sw_is_in_step(request) ? SWRT_SITE_YIELD : kinds[request->kind]};
    sw_before(&unit->ir, at);
    sw_put_hook(unit, &hook);
}

void sw_hook_order(struct sw_unit *unit, LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    int scope = scope_of_fence(sw_callee_name(at));
    struct sw_atomic atomic;
    if (request) {
        hook_wait(unit, at, request);
    } else if (sw_atomic_of(at, &atomic)) {
        hook_marker(unit, at, &atomic);
    } else if (scope >= 0) {
        sw_before(&unit->ir, at);
        put_fence(unit, (unsigned)scope, sw_const(unit->ir.i32, SWRT_ORDER_SEQUENTIAL));
    } else if (sw_equal(sw_callee_name(at), "__sw_fence")) {
        hook_ordered_fence(unit, at);
    } else if (LLVMIsAFenceInst(at)) {
        hook_fence_instruction(unit, at);
    } else if (LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at)) {
        hook_instruction(unit, at);
    }
}
