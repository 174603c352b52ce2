/* Block loops: the loop over a block's threads as generated code, so that LLVM can hoist out of it.
 *
 *      z:  tid_z = iz        <-----------+
 *      y:  tid_y = iy        <--------+  |
 *      x:  tid_x = ix; tid = linear <-+  |
 *          call kernel(block)      |  |  |
 *          ix+1 < ntid_x ----------+  |  |
 *          iy+1 < ntid_y -------------+  |
 *          iz+1 < ntid_z ----------------+
 *      ret
 * No dimension is zero, so the tests stand at the bottom. A block that is to run backwards has its last thread first:
 * tid_x = ntid_x - 1 - ix; that is for checkers, and for kernels that have code for several lanes as well, to which
 * this code is the reference (`softwarp verify` asks whether its result depends on the order).
 *
 * When an assertion fails in a function that is not inlined, the loop is left in the middle, and the assertion may fail for
 * threads that have not run yet. So the loop of a kernel that calls such a function can be run again, leaving out the
 * threads that have run (swrt_block.done). With W threads at once those are left out that ran beside the failing one, too.
 * A kernel that waits in its code for one lane may have such a loop for several lanes.
 *
 * In check builds every loop can be, and can end behind any thread (swrt_block.until): the explorer runs a kernel's threads
 * each by itself. */
#include "analysis/analysis.h"
#include "transform/variants/variants.h"

struct thread_loop {
    LLVMBasicBlockRef head;
    LLVMValueRef index; /* phi */
    LLVMValueRef thread;
    enum sw_block_field tid, ntid;
};

static LLVMBasicBlockRef append(struct sw_ir *ir, LLVMValueRef function, const char *name) {
    return LLVMAppendBasicBlockInContext(ir->context, function, name);
}

/* The index, counted from the end if the block runs backwards. */
static LLVMValueRef turned(struct sw_unit *unit, LLVMValueRef block, const struct thread_loop *loop) {
    LLVMBuilderRef b = unit->ir.builder;
    LLVMValueRef is_turned = sw_block_load_fixed(unit, block, SW_BLOCK_backwards, "backwards");
    LLVMValueRef end = sw_block_load_fixed(unit, block, loop->ntid, "");
    LLVMValueRef last = LLVMBuildSub(b, end, sw_const(unit->ir.i32, 1), "");
    is_turned = LLVMBuildICmp(b, LLVMIntNE, is_turned, sw_const(unit->ir.i32, 0), "");
    return LLVMBuildSelect(b, is_turned, LLVMBuildSub(b, last, loop->index, ""), loop->index, "thread");
}

static void open_loop(struct sw_unit *unit, LLVMValueRef function, struct thread_loop *loop, const char *name,
                      bool may_turn) {
    struct sw_ir *ir = &unit->ir;
    LLVMBasicBlockRef from = LLVMGetInsertBlock(ir->builder);
    LLVMValueRef zero = sw_const(ir->i32, 0);
    loop->head = append(ir, function, name);
    LLVMBuildBr(ir->builder, loop->head);
    LLVMPositionBuilderAtEnd(ir->builder, loop->head);
    loop->index = LLVMBuildPhi(ir->builder, ir->i32, name);
    LLVMAddIncoming(loop->index, &zero, &from, 1);
    loop->thread = may_turn ? turned(unit, LLVMGetParam(function, 0), loop) : loop->index;
    sw_block_store(unit, LLVMGetParam(function, 0), loop->tid, loop->thread);
}

static void close_loop(struct sw_unit *unit, LLVMValueRef function, struct thread_loop *loop) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef next = LLVMBuildAdd(ir->builder, loop->index, sw_const(ir->i32, 1), "");
    LLVMValueRef end = sw_block_load_fixed(unit, LLVMGetParam(function, 0), loop->ntid, "");
    LLVMValueRef more = LLVMBuildICmp(ir->builder, LLVMIntULT, next, end, "");
    LLVMBasicBlockRef from = LLVMGetInsertBlock(ir->builder), done = append(ir, function, "done");
    LLVMAddIncoming(loop->index, &next, &from, 1);
    LLVMBuildCondBr(ir->builder, more, loop->head, done);
    LLVMPositionBuilderAtEnd(ir->builder, done);
}

/* A report of a fault reads it. Accesses of the kernel's do not pass a store that they may alias, and volatile, it stays
 * although the next turn overwrites it and nobody here reads it. */
static void name_thread(struct sw_unit *unit, LLVMValueRef block, LLVMValueRef tid) {
    LLVMValueRef field = sw_block_field_address(unit, block, SW_BLOCK_tid);
    LLVMSetVolatile(LLVMBuildStore(unit->ir.builder, tid, field), 1);
}

static void store_linear(struct sw_unit *unit, LLVMValueRef block, const struct thread_loop *loops) {
    LLVMBuilderRef b = unit->ir.builder;
    LLVMValueRef nx = sw_block_load_fixed(unit, block, SW_BLOCK_ntid_x, "ntid.x");
    LLVMValueRef ny = sw_block_load_fixed(unit, block, SW_BLOCK_ntid_y, "ntid.y");
    LLVMValueRef row = LLVMBuildAdd(b, LLVMBuildMul(b, loops[0].thread, ny, ""), loops[1].thread, "");
    LLVMValueRef linear = LLVMBuildAdd(b, LLVMBuildMul(b, row, nx, ""), loops[2].thread, "linear");
    name_thread(unit, block, linear);
}

/* How many threads have had their turn. */
static LLVMValueRef number_of(struct sw_unit *unit, LLVMValueRef block, const struct thread_loop *loops) {
    LLVMBuilderRef b = unit->ir.builder;
    LLVMValueRef nx = sw_block_load_fixed(unit, block, SW_BLOCK_ntid_x, "ntid.x");
    LLVMValueRef ny = sw_block_load_fixed(unit, block, SW_BLOCK_ntid_y, "ntid.y");
    LLVMValueRef row = LLVMBuildAdd(b, LLVMBuildMul(b, loops[0].index, ny, ""), loops[1].index, "");
    return LLVMBuildAdd(b, LLVMBuildMul(b, row, nx, ""), loops[2].index, "number");
}

/* Threads that have run are left out, up to the end of the loop's body, which is returned. */
static LLVMBasicBlockRef skip_done(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef number) {
    struct sw_ir *ir = &unit->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef block = LLVMGetParam(function, 0);
    LLVMValueRef done = sw_block_load_fixed(unit, block, SW_BLOCK_done, "done");
    LLVMBasicBlockRef run = append(ir, function, "thread"), next = append(ir, function, "next");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntULT, number, done, ""), next, run);
    LLVMPositionBuilderAtEnd(b, run);
    return next;
}

/* Behind the kernel: the loop goes on, unless that was the last thread that is wanted. */
static void end_until(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef number, LLVMBasicBlockRef next) {
    struct sw_ir *ir = &unit->ir;
    LLVMBuilderRef b = ir->builder;
    LLVMValueRef until = sw_block_load_fixed(unit, LLVMGetParam(function, 0), SW_BLOCK_until, "until");
    LLVMValueRef behind = LLVMBuildAdd(b, number, sw_const(ir->i32, 1), "");
    LLVMBasicBlockRef end = append(ir, function, "end");
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, behind, until, ""), end, next);
    LLVMPositionBuilderAtEnd(b, end);
    LLVMBuildRetVoid(b);
}

static bool fails(LLVMValueRef at) {
    return sw_is_call(at) && sw_equal(sw_callee_name(at), "swrt_assertfail");
}

bool sw_leaves_threads_out(struct sw_unit *unit, const struct sw_kernel *kernel) {
    struct sw_values all;
    sw_instructions(&unit->ir, kernel->function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_call(all.at[i]) && sw_call_reaches(&unit->ir, all.at[i], fails))
            return true;
    return false;
}

/* A place for the call of the kernel, which is inlined. */
static LLVMMetadataRef describe(struct sw_unit *unit, LLVMValueRef function, LLVMValueRef kernel) {
    return unit->options.optimise ? sw_describe_like(&unit->ir, function, kernel)
                                  : NULL; /* else it has its own lines */
}

LLVMValueRef sw_make_loop(struct sw_unit *unit, struct sw_kernel *kernel, unsigned lanes) {
    struct sw_ir *ir = &unit->ir;
    assert(sw_is_defined(kernel->function) && LLVMCountParams(kernel->function) == 1);
    const char *name = sw_arena_printf(ir->arena, "%s.block.w%u", kernel->name, lanes);
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMGlobalGetValueType(kernel->function));
    struct thread_loop loops[3] = {{.tid = SW_BLOCK_tid_z, .ntid = SW_BLOCK_ntid_z},
                                   {.tid = SW_BLOCK_tid_y, .ntid = SW_BLOCK_ntid_y},
                                   {.tid = SW_BLOCK_tid_x, .ntid = SW_BLOCK_ntid_x}};
    static const char *const names[3] = {"z", "y", "x"};
    LLVMValueRef block = LLVMGetParam(function, 0);
    bool may_turn = unit->options.check || kernel->wide.count;
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_mark_block(ir, function);
    LLVMPositionBuilderAtEnd(ir->builder, append(ir, function, "entry"));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    sw_say_arguments(unit, kernel, block);
    for (unsigned i = 0; i < 3; i++)
        open_loop(unit, function, &loops[i], names[i], may_turn);
    LLVMValueRef number = kernel->skips ? number_of(unit, block, loops) : NULL;
    LLVMBasicBlockRef next = kernel->skips ? skip_done(unit, function, number) : NULL;
    store_linear(unit, block, loops);
    LLVMSetCurrentDebugLocation2(ir->builder, describe(unit, function, kernel->function));
    sw_call(ir, kernel->function, &block, 1, "");
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    if (next && unit->options.check)
        end_until(unit, function, number, next);
    else if (next)
        LLVMBuildBr(ir->builder, next);
    if (next)
        LLVMPositionBuilderAtEnd(ir->builder, next);
    for (unsigned i = 3; i-- > 0;)
        close_loop(unit, function, &loops[i]);
    LLVMBuildRetVoid(ir->builder);
    LLVMSetLinkage(kernel->function, LLVMInternalLinkage);
    if (unit->options.optimise > 0) {
        sw_remove_attribute(kernel->function, "noinline"); /* of a unit compiled with -O0, or of the program's own */
        sw_add_attribute(ir, kernel->function, "alwaysinline");
    }
    return function;
}

/* The loop over the runs of W threads. */
LLVMValueRef sw_make_wide_loop(struct sw_unit *unit, struct sw_kernel *kernel, const struct sw_wide *wide) {
    struct sw_ir *ir = &unit->ir;
    LLVMBuilderRef b = ir->builder;
    const char *name = sw_arena_printf(ir->arena, "%s.block.w%u.%u", kernel->name, wide->threads, wide->blocks);
    LLVMValueRef function = LLVMAddFunction(ir->module, name, LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0));
    LLVMValueRef block = LLVMGetParam(function, 0), first = sw_const(ir->i32, 0);
    LLVMBasicBlockRef entry = append(ir, function, "entry"), loop = append(ir, function, "run");
    LLVMSetLinkage(function, LLVMInternalLinkage);
    sw_mark_block(ir, function);
    LLVMPositionBuilderAtEnd(b, entry);
    LLVMSetCurrentDebugLocation2(b, NULL);
    sw_say_arguments(unit, kernel, block);
    LLVMValueRef threads = sw_block_load_fixed(unit, block, SW_BLOCK_nthreads, "threads");
    if (kernel->skips)
        first = sw_block_load_fixed(unit, block, SW_BLOCK_done, "done");
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef tid = LLVMBuildPhi(b, ir->i32, "tid");
    LLVMValueRef args[] = {block, tid};
    name_thread(unit, block, tid);
    LLVMSetCurrentDebugLocation2(b, describe(unit, function, wide->function));
    sw_call(ir, wide->function, args, 2, "");
    LLVMSetCurrentDebugLocation2(b, NULL);
    bool is_whole = wide->blocks == SWRT_BLOCKS_WHOLE;
    LLVMValueRef next = LLVMBuildNUWAdd(b, tid, sw_const(ir->i32, wide->threads), "");
    LLVMAddIncoming(tid, (LLVMValueRef[]){first, next}, (LLVMBasicBlockRef[]){entry, loop}, 2);
    LLVMBasicBlockRef done = append(ir, function, "done");
    LLVMValueRef more = is_whole ? sw_const(ir->i1, 0) : LLVMBuildICmp(b, LLVMIntULT, next, threads, "");
    LLVMBuildCondBr(b, more, loop, done);
    LLVMPositionBuilderAtEnd(b, done);
    LLVMBuildRetVoid(b);
    sw_add_attribute(ir, wide->function, "alwaysinline");
    return function;
}
