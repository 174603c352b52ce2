/* Attempts: calls, lane by lane, of a function in which an assertion may fail. When one fails, the runtime jumps back here
 * and the next lane has its turn, so that each thread's message is printed, as on a GPU. When all lanes have had theirs the
 * warp ends (runtime/execute/trap.c), and no result is used.
 *
 *      %r = call i32 @f(ptr %block, i32 %x)
 *   =>
 *      %values = { lanes that are left, tid, where each operand and the result lie, an element a lane }
 *   again:
 *      %bad = call i32 @__sw_assert_try(ptr @sw.attempt, ptr %values)
 *      if (%bad) goto again                                                  of a whole block: all rows
 *      if (one was bad) __sw_assert_end()
 *
 *   @sw.attempt(ptr %block, ptr %values): the loop over the lanes; a lane is taken off the list before it is called.
 *
 * The runtime notes the place to jump back to once for all lanes, so a lane's call costs one store more. */
#include "lockstep/emit/serial.h"
#include "lockstep/emit/stop.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"

/* What is handed over; the first elements are always there. */
enum { LEFT, TID };
struct attempt {
    struct sw_lanes *l;
    SW_VEC(LLVMValueRef) outside; /* what the elements hold */
    LLVMTypeRef type;             /* of the structure */
    LLVMValueRef function;
    unsigned next; /* element, while they are read */
};

bool sw_may_fail(struct sw_lanes *l, LLVMValueRef at) {
    return sw_is_call(at) && !LLVMIsAInlineAsm(LLVMGetCalledValue(at)) && !sw_is_stop(at) &&
           sw_call_reaches(l->ir, at, sw_is_assertion);
}

static bool is_handed_over(const struct attempt *a, LLVMValueRef value) {
    return value && !LLVMIsAConstant(value) && value != a->l->block;
}

static void hand_over(struct attempt *a, const struct sw_passed *p) {
    LLVMValueRef value = p->same ? p->same : p->memory;
    if (is_handed_over(a, value))
        sw_vec_push(a->l->ir->arena, &a->outside, value);
    for (unsigned i = 0; i < p->count; i++)
        hand_over(a, &p->parts[i]);
}

static LLVMValueRef element(const struct attempt *a, LLVMValueRef values, unsigned i) {
    return LLVMBuildStructGEP2(a->l->ir->builder, a->type, values, i, "");
}

static LLVMValueRef take(struct attempt *a) {
    LLVMValueRef values = LLVMGetParam(a->function, 1);
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(a->type, a->next);
    return LLVMBuildLoad2(a->l->ir->builder, type, element(a, values, a->next++), "");
}

/* In the order in which it was handed over. */
static struct sw_passed take_over(struct attempt *a, const struct sw_passed *p) {
    struct sw_passed own = *p;
    if (p->same == a->l->block)
        own.same = LLVMGetParam(a->function, 0);
    else if (is_handed_over(a, p->same))
        own.same = take(a);
    else if (!p->same && p->memory)
        own.memory = take(a);
    if (p->count)
        own.parts = sw_arena_alloc(a->l->ir->arena, p->count * sizeof *own.parts);
    for (unsigned i = 0; i < p->count; i++)
        own.parts[i] = take_over(a, &p->parts[i]);
    return own;
}

static void pack(struct attempt *a, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out) {
    struct sw_ir *ir = a->l->ir;
    sw_vec_push(ir->arena, &a->outside, sw_mask_bits(a->l, a->l->mask));
    sw_vec_push(ir->arena, &a->outside, a->l->tid);
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        hand_over(a, &in[i]);
    if (out)
        hand_over(a, out);
    LLVMTypeRef *types = sw_arena_alloc(ir->arena, a->outside.count * sizeof *types);
    for (size_t i = 0; i < a->outside.count; i++)
        types[i] = LLVMTypeOf(a->outside.at[i]);
    a->type = LLVMStructTypeInContext(ir->context, types, (unsigned)a->outside.count, 0);
}

/* The body for one lane. */
static void call_for_lane(struct sw_serial *s, LLVMValueRef at, const struct sw_passed *in,
                          const struct sw_passed *out) {
    LLVMValueRef call = LLVMInstructionClone(at);
    sw_name_thread(s);
    for (int i = 0; i < LLVMGetNumOperands(at); i++)
        if (in[i].type)
            LLVMSetOperand(call, (unsigned)i, sw_serial_get(s, &in[i]));
    sw_insert_clone(s->l, call);
    if (out)
        sw_serial_put(s, out, call);
}

static void define_loop(struct attempt *a, struct sw_lanes *inner, LLVMValueRef at, const struct sw_passed *in,
                        const struct sw_passed *out) {
    struct sw_ir *ir = inner->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMBasicBlockRef entry = LLVMGetInsertBlock(b);
    struct sw_serial s = {.l = inner, .head = sw_append_bb(inner, "lane"), .done = sw_append_bb(inner, "done")};
    LLVMValueRef place = element(a, LLVMGetParam(a->function, 1), LEFT);
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(a->type, LEFT);
    LLVMValueRef all = LLVMBuildLoad2(b, type, place, "");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, all, LLVMConstNull(type), ""), s.head, s.done);
    LLVMPositionBuilderAtEnd(b, s.head);
    s.bits = LLVMBuildPhi(b, type, "left");
    LLVMValueRef args[] = {s.bits, sw_const(ir->i1, 1)};
    s.lane = sw_call_intrinsic(ir, "llvm.cttz", &type, 1, args, 2, "");
    s.lane = LLVMBuildIntCast2(b, s.lane, ir->i32, 0, "lane");
    LLVMValueRef left = LLVMBuildAnd(b, s.bits, LLVMBuildSub(b, s.bits, sw_const(type, 1), ""), "");
    LLVMBuildStore(b, left, place);
    call_for_lane(&s, at, in, out);
    LLVMAddIncoming(s.bits, (LLVMValueRef[]){all, left}, (LLVMBasicBlockRef[]){entry, LLVMGetInsertBlock(b)}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntNE, left, LLVMConstNull(type), ""), s.head, s.done);
    LLVMPositionBuilderAtEnd(b, s.done);
    LLVMBuildRetVoid(b);
}

/* void sw.attempt(ptr %block, ptr %values) */
static void define(struct attempt *a, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out) {
    struct sw_ir *ir = a->l->ir;
    LLVMBasicBlockRef here = LLVMGetInsertBlock(ir->builder);
    LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(ir->builder);
    int count = LLVMGetNumOperands(at);
    struct sw_passed *own = sw_arena_alloc(ir->arena, (size_t)count * sizeof *own), own_out;
    struct sw_lanes inner = *a->l;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, (LLVMTypeRef[]){ir->ptr, ir->ptr}, 2, 0);
    a->function = inner.to = LLVMAddFunction(ir->module, "sw.attempt", type);
    LLVMSetLinkage(a->function, LLVMInternalLinkage);
    LLVMSetValueName2(LLVMGetParam(a->function, 0), "block", 5);
    LLVMPositionBuilderAtEnd(ir->builder, sw_append_bb(&inner, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    a->next = TID;
    inner.block = LLVMGetParam(a->function, 0);
    inner.tid = take(a);
    for (int i = 0; i < count; i++)
        own[i] = take_over(a, &in[i]);
    if (out)
        own_out = take_over(a, out);
    define_loop(a, &inner, at, own, out ? &own_out : NULL);
    LLVMPositionBuilderAtEnd(ir->builder, here);
    LLVMSetCurrentDebugLocation2(ir->builder, where);
}

static void note_failure(struct sw_lanes *l, LLVMValueRef bad) {
    LLVMBuilderRef b = l->ir->builder;
    if (!l->failed)
        l->failed = sw_new_slot_of(l, l->ir->i32, sw_const(l->ir->i32, 0), "failed");
    LLVMValueRef before = LLVMBuildLoad2(b, l->ir->i32, l->failed, "");
    LLVMBuildStore(b, LLVMBuildOr(b, before, bad, ""), l->failed);
}

static void try_until_all_were_called(struct attempt *a, LLVMValueRef values) {
    struct sw_ir *ir = a->l->ir;
    LLVMBasicBlockRef again = sw_append_bb(a->l, "again"), done = sw_append_bb(a->l, "lanes.done");
    LLVMTypeRef type = LLVMFunctionType(ir->i32, (LLVMTypeRef[]){ir->ptr, ir->ptr}, 2, 0);
    LLVMValueRef args[] = {a->function, values};
    LLVMBuildBr(ir->builder, again);
    LLVMPositionBuilderAtEnd(ir->builder, again);
    LLVMValueRef bad = sw_call(ir, sw_declare(ir, "__sw_assert_try", type), args, 2, "bad");
    note_failure(a->l, bad);
    LLVMBuildCondBr(ir->builder, LLVMBuildICmp(ir->builder, LLVMIntNE, bad, sw_const(ir->i32, 0), ""), again, done);
    LLVMPositionBuilderAtEnd(ir->builder, done);
}

/* Behind the last row. */
static void end_if_failed(struct sw_lanes *l) {
    struct sw_ir *ir = l->ir;
    if (l->row + 1 < l->end_row && !l->all_rows)
        return;
    LLVMBasicBlockRef fails = sw_append_bb(l, "fails"), holds = sw_append_bb(l, "holds");
    LLVMValueRef failed = LLVMBuildLoad2(ir->builder, ir->i32, l->failed, "");
    failed = LLVMBuildICmp(ir->builder, LLVMIntNE, failed, sw_const(ir->i32, 0), "");
    LLVMBuildCondBr(ir->builder, failed, fails, holds);
    LLVMPositionBuilderAtEnd(ir->builder, fails);
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, NULL, 0, 0);
    sw_call(ir, sw_declare(ir, "__sw_assert_end", type), NULL, 0, "");
    LLVMBuildUnreachable(ir->builder);
    LLVMPositionBuilderAtEnd(ir->builder, holds);
}

void sw_emit_attempt(struct sw_lanes *l, LLVMValueRef at, const struct sw_passed *in, const struct sw_passed *out) {
    struct attempt a = {.l = l};
    pack(&a, at, in, out);
    LLVMValueRef values = sw_new_slot(l, a.type, "values");
    for (size_t i = 0; i < a.outside.count; i++)
        LLVMBuildStore(l->ir->builder, a.outside.at[i], element(&a, values, (unsigned)i));
    define(&a, at, in, out);
    try_until_all_were_called(&a, values);
    end_if_failed(l);
}
