/* Requests: a suspend point writes down in the block what it waits for, suspends, and reads the answer.
 *
 *      %r = call i32 @llvm.nvvm.barrier0.popc(i32 %p)
 *   =>
 *      store wait_kind, wait_op, wait_value ...
 *      call void @sw.suspend.point()           (inlined: a token, a branch; variants/coroutine.c completes it)
 *      %r = load wait_result
 */
#include "transform/lower/coming.h"
#include "transform/transform.h"

struct point {
    struct sw_unit *unit;
    LLVMValueRef block, call;
    const struct sw_request *request;
    unsigned site;
    LLVMValueRef coming; /* operations without a mask that the thread may come to from there; null: nobody asks */
};

struct points {
    SW_VEC(struct point) list;
    bool suspends; /* its function, there or in one that it awaits */
};

/* An operand widened to the field's width: floats by their bits, booleans and narrow integers by zeros. */
static LLVMValueRef widened(struct sw_ir *ir, LLVMValueRef value, LLVMTypeRef to) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (kind == LLVMFloatTypeKind)
        value = LLVMBuildBitCast(ir->builder, value, ir->i32, "");
    else if (kind == LLVMDoubleTypeKind)
        value = LLVMBuildBitCast(ir->builder, value, ir->i64, "");
    return LLVMBuildIntCast2(ir->builder, value, to, 0, "");
}

static void state(const struct point *p, enum sw_block_field field, int operand) {
    LLVMTypeRef type = LLVMStructGetTypeAtIndex(p->unit->block_type, field);
    LLVMValueRef value = operand < 0 ? LLVMConstNull(type)
                                     : widened(&p->unit->ir, LLVMGetOperand(p->call, (unsigned)operand), type);
    sw_block_store(p->unit, p->block, field, value);
}

static void state_constant(const struct point *p, enum sw_block_field field, unsigned value) {
    sw_block_store(p->unit, p->block, field, sw_const(p->unit->ir.i32, value));
}

static void state_request(const struct point *p) {
    const struct sw_request *r = p->request;
    assert((int)LLVMGetNumArgOperands(p->call) > r->arg && (int)LLVMGetNumArgOperands(p->call) > r->value);
    state_constant(p, SW_BLOCK_wait_kind, r->kind);
    state_constant(p, SW_BLOCK_wait_op, r->op);
    state(p, SW_BLOCK_wait_arg, r->arg);
    if (p->coming)
        sw_block_store(p->unit, p->block, SW_BLOCK_wait_coming, p->coming);
    if (r->kind == SWRT_WAIT_YIELD || r->kind == SWRT_WAIT_GRID)
        return;
    state(p, SW_BLOCK_wait_mask, r->mask);
    state(p, SW_BLOCK_wait_value, r->value);
    state(p, SW_BLOCK_wait_clamp, r->clamp);
    if (r->kind == SWRT_WAIT_CONVERGED || r->kind == SWRT_WAIT_WARP)
        state_constant(p, SW_BLOCK_wait_site, p->site);
}

/* The answer in the type that the call had. */
static LLVMValueRef narrowed(struct sw_ir *ir, LLVMValueRef answer, LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (kind == LLVMFloatTypeKind)
        return LLVMBuildBitCast(ir->builder, LLVMBuildTrunc(ir->builder, answer, ir->i32, ""), type, "");
    if (kind == LLVMDoubleTypeKind)
        return LLVMBuildBitCast(ir->builder, answer, type, "");
    return LLVMBuildIntCast2(ir->builder, answer, type, 0, "");
}

static LLVMValueRef truth(struct sw_ir *ir, LLVMValueRef answer) {
    return LLVMBuildICmp(ir->builder, LLVMIntNE, answer, LLVMConstNull(LLVMTypeOf(answer)), "");
}

static LLVMValueRef read_answer(const struct point *p) {
    struct sw_ir *ir = &p->unit->ir;
    LLVMTypeRef type = LLVMTypeOf(p->call);
    if (p->request->result == SW_RESULT_NOTHING)
        return NULL;
    LLVMValueRef answer = sw_block_load(p->unit, p->block, SW_BLOCK_wait_result, "answer");
    if (p->request->result == SW_RESULT_TRUTH)
        return truth(ir, answer);
    if (p->request->result == SW_RESULT_VALUE)
        return narrowed(ir, answer, type);
    LLVMValueRef second = truth(ir, sw_block_load(p->unit, p->block, SW_BLOCK_wait_result2, ""));
    LLVMValueRef pair = LLVMBuildInsertValue(ir->builder, LLVMGetPoison(type),
                                             narrowed(ir, answer, LLVMStructGetTypeAtIndex(type, 0)), 0, "");
    return LLVMBuildInsertValue(ir->builder, pair, second, 1, "");
}

LLVMValueRef sw_suspend_point(struct sw_ir *ir) {
    return sw_declare(ir, "sw.suspend.point", LLVMFunctionType(ir->nothing, NULL, 0, 0));
}

/* void sw.suspend.point(): if (sw.suspend.token() == 0) return; unreachable. Only now: nobody may take it apart. */
static void define_suspend_point(struct sw_ir *ir) {
    LLVMValueRef point = sw_suspend_point(ir);
    LLVMSetLinkage(point, LLVMInternalLinkage);
    sw_add_attribute(ir, point, "alwaysinline");
    LLVMBasicBlockRef entry = LLVMAppendBasicBlockInContext(ir->context, point, "entry");
    LLVMBasicBlockRef resume = LLVMAppendBasicBlockInContext(ir->context, point, "resume");
    LLVMBasicBlockRef leave = LLVMAppendBasicBlockInContext(ir->context, point, "leave");
    LLVMPositionBuilderAtEnd(ir->builder, entry);
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef token = sw_declare(ir, "sw.suspend.token", LLVMFunctionType(ir->i8, NULL, 0, 0));
    LLVMValueRef answer = sw_call(ir, token, NULL, 0, "");
    LLVMValueRef resumes = LLVMBuildICmp(ir->builder, LLVMIntEQ, answer, LLVMConstNull(ir->i8), "");
    LLVMBuildCondBr(ir->builder, resumes, resume, leave);
    LLVMPositionBuilderAtEnd(ir->builder, resume);
    LLVMBuildRetVoid(ir->builder);
    LLVMPositionBuilderAtEnd(ir->builder, leave);
    LLVMBuildUnreachable(ir->builder);
}

/* In a thread with a stack of its own. */
static void suspend_by_call(const struct point *p) {
    struct sw_ir *ir = &p->unit->ir;
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0);
    LLVMValueRef block = p->block;
    sw_call(ir, sw_declare(ir, "swrt_fiber_suspend", type), &block, 1, "");
}

struct lowering {
    struct sw_unit *unit;
    struct sw_map *sites; /* of requests: the number, as a pointer */
    unsigned last;        /* of them */
    bool has_meetings;    /* some operation is without a mask: */
    struct sw_coming *coming;
};

/* What the requests of one function say about it. */
struct habits {
    bool suspends, waits, syncs_grid;
};

static void number(struct lowering *l, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(&l->unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        const struct sw_request *request = sw_request_of(all.at[i]);
        if (!request)
            continue;
        sw_map_put(l->sites, all.at[i], (void *)(uintptr_t)++l->last);
        l->has_meetings |= sw_meets_lanes(request);
    }
}

static void number_all(struct lowering *l) {
    struct sw_unit *unit = l->unit;
    struct sw_values functions = unit->nested;
    if (sw_threads_have_stacks(unit))
        sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        number(l, functions.at[i]);
    for (size_t i = 0; i < unit->kernels.count && !sw_threads_have_stacks(unit); i++) {
        struct sw_kernel *kernel = unit->kernels.at[i];
        number(l, kernel->function);
        for (size_t k = 0; k < kernel->wide.count; k++)
            number(l, kernel->wide.at[k].function);
    }
}

/* While all requests are there. */
static struct lowering begin(struct sw_unit *unit) {
    struct lowering l = {unit, sw_map_create(unit->ir.arena), 0, false, NULL};
    number_all(&l);
    if (l.has_meetings)
        l.coming = sw_find_coming(unit, l.sites, l.last);
    return l;
}

static void find_points(struct lowering *l, LLVMValueRef function, struct points *points) {
    struct sw_unit *unit = l->unit;
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        const struct sw_request *request = sw_request_of(all.at[i]);
        struct point p = {unit, LLVMGetParam(function, 0), all.at[i], request, 0, NULL};
        points->suspends |= request || sw_equal(sw_callee_name(all.at[i]), "sw.await");
        if (!request)
            continue;
        if (l->coming && (request->kind == SWRT_WAIT_YIELD || request->kind == SWRT_WAIT_CONVERGED))
            p.coming = sw_coming_behind(l->coming, all.at[i]);
        p.site = (unsigned)(uintptr_t)sw_map_get(l->sites, all.at[i]);
        sw_vec_push(unit->ir.arena, &points->list, p);
    }
}

static struct habits lower_points(struct sw_unit *unit, const struct points *points) {
    struct sw_ir *ir = &unit->ir;
    struct habits habits = {points->suspends, false, false};
    LLVMValueRef suspend = sw_threads_have_stacks(unit) ? NULL : sw_suspend_point(ir);
    for (size_t i = 0; i < points->list.count; i++) {
        const struct point *p = &points->list.at[i];
        habits.waits |= p->request->kind == SWRT_WAIT_YIELD && !sw_gives_way(p->request);
        habits.syncs_grid |= p->request->kind == SWRT_WAIT_GRID;
        sw_before(ir, p->call);
        state_request(p);
        if (sw_threads_have_stacks(unit))
            suspend_by_call(p);
        else
            sw_call(ir, suspend, NULL, 0, "");
        sw_replace(p->call, read_answer(p));
    }
    return habits;
}

static struct habits lower_function(struct lowering *l, LLVMValueRef function) {
    struct points points = {{0}, false};
    find_points(l, function, &points);
    return lower_points(l->unit, &points);
}

/* The nested pass's sw.await is a call up to here, so that no pass takes its suspend point apart. */
static void inline_awaits(struct sw_ir *ir) {
    LLVMValueRef await = LLVMGetNamedFunction(ir->module, "sw.await");
    if (!await)
        return;
    sw_remove_attribute(await, "noinline");
    sw_add_attribute(ir, await, "alwaysinline");
}

static bool is_waiting_turn(LLVMValueRef instruction) {
    const struct sw_request *request = sw_request_of(instruction);
    return request && request->kind == SWRT_WAIT_YIELD && !sw_gives_way(request);
}

static bool is_grid_barrier(LLVMValueRef instruction) {
    const struct sw_request *request = sw_request_of(instruction);
    return request && request->kind == SWRT_WAIT_GRID;
}

static bool does(struct sw_unit *unit, LLVMValueRef function, bool (*is)(LLVMValueRef instruction)) {
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is(all.at[i]) || (sw_is_call(all.at[i]) && sw_call_reaches(&unit->ir, all.at[i], is)))
            return true;
    return false;
}

/* Threads with stacks of their own wait in whatever function it is; each can be stopped at, so all kernels are such. */
static void lower_for_fibers(struct sw_unit *unit) {
    struct sw_values functions;
    struct lowering l = begin(unit);
    for (size_t i = 0; i < unit->kernels.count; i++) {
        struct sw_kernel *kernel = unit->kernels.at[i];
        kernel->suspends = true;
        kernel->waits = does(unit, kernel->function, is_waiting_turn);
        kernel->syncs_grid = does(unit, kernel->function, is_grid_barrier);
    }
    sw_functions(&unit->ir, &functions);
    struct points *points = sw_arena_alloc(unit->ir.arena, (functions.count + 1) * sizeof *points);
    for (size_t i = 0; i < functions.count; i++) {
        points[i] = (struct points){{0}, false};
        find_points(&l, functions.at[i], &points[i]);
    }
    for (size_t i = 0; i < functions.count; i++)
        lower_points(unit, &points[i]);
}

void sw_pass_requests(struct sw_unit *unit) {
    struct habits nested = {false, false, false};
    if (sw_threads_have_stacks(unit)) {
        lower_for_fibers(unit);
        return;
    }
    struct lowering l = begin(unit);
    define_suspend_point(&unit->ir);
    for (size_t i = 0; i < unit->nested.count; i++) {
        struct habits habits = lower_function(&l, unit->nested.at[i]);
        nested.waits |= habits.waits;
        nested.syncs_grid |= habits.syncs_grid;
    }
    for (size_t i = 0; i < unit->kernels.count; i++) {
        struct sw_kernel *kernel = unit->kernels.at[i];
        struct habits habits = lower_function(&l, kernel->function);
        kernel->suspends = habits.suspends;
        kernel->waits = habits.waits || (habits.suspends && nested.waits);
        kernel->syncs_grid = habits.syncs_grid || (habits.suspends && nested.syncs_grid);
        for (size_t k = 0; k < kernel->wide.count; k++)
            kernel->wide.at[k].suspends = lower_function(&l, kernel->wide.at[k].function).suspends;
    }
    inline_awaits(&unit->ir);
    sw_ir_run_passes(&unit->ir, "always-inline", NULL);
}
