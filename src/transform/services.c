/* Services: what device code gets from its surroundings: special registers, fences, printf, assert, traps, the device
 * heap, address predicates. Each is a row of the table here. A function that has no row, and is no suspend point, is left
 * for the library pass, which finds or refuses it. */
#include "analysis/shape.h"
#include "ir/sample.h"
#include "transform/lower/registers.h"
#include "transform/transform.h"

#include <string.h>

struct site {
    struct sw_unit *unit;
    LLVMValueRef block, call;
};

static LLVMValueRef arg(const struct site *s, unsigned index) {
    return LLVMGetOperand(s->call, index);
}

static LLVMValueRef call_runtime(const struct site *s, const char *name, LLVMTypeRef result, LLVMValueRef *args,
                                 unsigned count) {
    LLVMTypeRef types[12];
    assert(count <= sizeof types / sizeof *types);
    for (unsigned i = 0; i < count; i++)
        types[i] = LLVMTypeOf(args[i]);
    LLVMValueRef function = sw_declare(&s->unit->ir, name, LLVMFunctionType(result, types, count, 0));
    sw_add_attribute(&s->unit->ir, function, "nounwind");
    return sw_call(&s->unit->ir, function, args, count, "");
}

static LLVMValueRef do_printf(const struct site *s) {
    return call_runtime(s, "swrt_vprintf", s->unit->ir.i32, (LLVMValueRef[]){s->block, arg(s, 0), arg(s, 1)}, 3);
}

static LLVMValueRef do_malloc(const struct site *s) {
    return call_runtime(s, "swrt_device_malloc", s->unit->ir.ptr, (LLVMValueRef[]){s->block, arg(s, 0)}, 2);
}

static LLVMValueRef do_free(const struct site *s) {
    call_runtime(s, "swrt_device_free", s->unit->ir.nothing, (LLVMValueRef[]){s->block, arg(s, 0)}, 2);
    return NULL;
}

static LLVMValueRef do_device_call(const struct site *s) {
    return call_runtime(s, "swrt_device_call", s->unit->ir.i32, (LLVMValueRef[]){s->block, arg(s, 0), arg(s, 1)}, 3);
}

/* A failed assertion in two steps, where some threads end and others go on (src/lockstep/emit/stop.c, too). */
static LLVMValueRef do_assert_note(const struct site *s) {
    LLVMValueRef args[] = {s->block, arg(s, 0), arg(s, 1), arg(s, 2), arg(s, 3)};
    call_runtime(s, "swrt_assert_note", s->unit->ir.nothing, args, 5);
    return NULL;
}

static LLVMValueRef do_assert_stop(const struct site *s) {
    LLVMValueRef block = s->block;
    call_runtime(s, "swrt_assert_stop", s->unit->ir.nothing, &block, 1);
    return NULL;
}

static LLVMValueRef do_assert_try(const struct site *s) {
    return call_runtime(s, "swrt_assert_try", s->unit->ir.i32, (LLVMValueRef[]){s->block, arg(s, 0), arg(s, 1)}, 3);
}

static LLVMValueRef do_assert_end(const struct site *s) {
    LLVMValueRef block = s->block;
    call_runtime(s, "swrt_assert_end", s->unit->ir.nothing, &block, 1);
    sw_add_attribute(&s->unit->ir, LLVMGetNamedFunction(s->unit->ir.module, "swrt_assert_end"), "cold");
    return NULL;
}

static LLVMValueRef do_assert(const struct site *s) {
    LLVMValueRef args[] = {s->block, arg(s, 0), arg(s, 1), arg(s, 2), arg(s, 3)};
    call_runtime(s, "swrt_assertfail", s->unit->ir.nothing, args, 5);
    return NULL;
}

static LLVMValueRef stop(const struct site *s, enum swrt_trap_kind kind) {
    LLVMValueRef args[] = {s->block, sw_const(s->unit->ir.i32, kind), LLVMConstNull(s->unit->ir.ptr)};
    call_runtime(s, "swrt_trap", s->unit->ir.nothing, args, 3);
    return NULL;
}

static LLVMValueRef do_trap(const struct site *s) {
    return stop(s, SWRT_TRAP_TRAP);
}
static LLVMValueRef do_constant(const struct site *s) {
    return stop(s, SWRT_TRAP_ATOMIC_ON_CONSTANT);
}
static LLVMValueRef do_vector(const struct site *s) {
    return stop(s, SWRT_TRAP_VECTOR_IN_SHARED);
}

static LLVMValueRef do_phase(const struct site *s) {
    return stop(s, SWRT_TRAP_PHASE_ENDED);
}

static LLVMValueRef do_refuse_constant(const struct site *s) {
    call_runtime(s, "swrt_refuse_constant", s->unit->ir.nothing, (LLVMValueRef[]){s->block, arg(s, 0)}, 2);
    return NULL;
}

static LLVMValueRef do_unnamed_lanes(const struct site *s) {
    call_runtime(s, "swrt_unnamed_lanes", s->unit->ir.nothing, (LLVMValueRef[]){s->block, arg(s, 0)}, 2);
    sw_add_attribute(&s->unit->ir, LLVMGetNamedFunction(s->unit->ir.module, "swrt_unnamed_lanes"), "cold");
    return NULL;
}

/* Copies by tensor maps (src/ptx/emit_tensor.c): the marker's arguments behind the block. */
static LLVMValueRef tensor_call(const struct site *s, const char *name, LLVMTypeRef result) {
    LLVMValueRef args[12] = {s->block};
    unsigned count = LLVMGetNumArgOperands(s->call);
    assert(count < sizeof args / sizeof *args);
    for (unsigned i = 0; i < count; i++)
        args[1 + i] = arg(s, i);
    return call_runtime(s, name, result, args, count + 1);
}
static LLVMValueRef do_tensor_copy(const struct site *s) {
    return tensor_call(s, "swrt_tensor_copy", s->unit->ir.i32);
}
static LLVMValueRef do_tensor_pieces(const struct site *s) {
    return tensor_call(s, "swrt_tensor_pieces", s->unit->ir.i64);
}
static LLVMValueRef do_tensor_piece(const struct site *s) {
    return tensor_call(s, "swrt_tensor_piece", LLVMTypeOf(s->call));
}
static LLVMValueRef do_tensor_replace(const struct site *s) {
    return tensor_call(s, "swrt_tensor_replace", s->unit->ir.nothing);
}
static LLVMValueRef do_tensor_finish(const struct site *s) {
    return call_runtime(s, "swrt_tensor_finish", s->unit->ir.nothing, (LLVMValueRef[]){arg(s, 0), arg(s, 1), arg(s, 2)},
                        3);
}

static LLVMValueRef do_cooperation(const struct site *s) {
    return sw_block_load_fixed(s->unit, s->block, SW_BLOCK_cooperation, "cooperation");
}

static LLVMValueRef do_operand(const struct site *s) {
    return arg(s, 0);
}

static LLVMValueRef do_timer(const struct site *s) {
    return call_runtime(s, "swrt_globaltimer", s->unit->ir.i64, NULL, 0);
}

static LLVMValueRef do_nsmid(const struct site *s) {
    return call_runtime(s, "swrt_multiprocessors", s->unit->ir.i32, NULL, 0);
}

static LLVMValueRef do_space(const struct site *s) {
    return call_runtime(s, "swrt_address_space", s->unit->ir.i32, (LLVMValueRef[]){s->block, arg(s, 0)}, 2);
}

static LLVMValueRef equals_space(const struct site *s, LLVMValueRef answer, enum swrt_space space) {
    return LLVMBuildICmp(s->unit->ir.builder, LLVMIntEQ, answer, sw_const(s->unit->ir.i32, space), "");
}

static LLVMValueRef is_space(const struct site *s, enum swrt_space space) {
    return equals_space(s, do_space(s), space);
}

/* The window of the parameters lies in the global one (PTX ISA, isspacep). */
static LLVMValueRef do_is_global(const struct site *s) {
    LLVMValueRef space = do_space(s), is_parameter = equals_space(s, space, SWRT_SPACE_PARAMETER);
    return LLVMBuildOr(s->unit->ir.builder, equals_space(s, space, SWRT_SPACE_GLOBAL), is_parameter, "is_global");
}

static LLVMValueRef do_is_parameter(const struct site *s) {
    return is_space(s, SWRT_SPACE_PARAMETER);
}

static LLVMValueRef is_within(const struct site *s, LLVMValueRef shared, LLVMValueRef bytes) {
    struct sw_ir *ir = &s->unit->ir;
    LLVMValueRef start = LLVMBuildPtrToInt(ir->builder, shared, ir->i64, "");
    LLVMValueRef offset = LLVMBuildPtrToInt(ir->builder, arg(s, 0), ir->i64, "");
    offset = LLVMBuildSub(ir->builder, offset, start, "");
    bytes = LLVMBuildZExt(ir->builder, bytes, ir->i64, "");
    return LLVMBuildICmp(ir->builder, LLVMIntULT, offset, bytes, "is_shared");
}

static LLVMValueRef do_is_shared(const struct site *s) {
    LLVMValueRef shared = sw_block_load_fixed(s->unit, s->block, SW_BLOCK_shared, "shared");
    return is_within(s, shared, sw_block_load_fixed(s->unit, s->block, SW_BLOCK_shared_bytes, "shared_bytes"));
}

/* In the shared memory of some block of the cluster. */
static LLVMValueRef do_is_cluster_shared(const struct site *s) {
    LLVMValueRef window = sw_block_load_fixed(s->unit, s->block, SW_BLOCK_window, "window");
    return is_within(s, window, sw_block_load_fixed(s->unit, s->block, SW_BLOCK_window_bytes, "window_bytes"));
}

static LLVMValueRef do_is_constant(const struct site *s) {
    return is_space(s, SWRT_SPACE_CONSTANT);
}
static LLVMValueRef do_is_local(const struct site *s) {
    return is_space(s, SWRT_SPACE_LOCAL);
}

/* One thread's sample of a texture: lane 0 of 32. */
static LLVMValueRef do_sample(const struct site *s) {
    struct sw_ir *ir = &s->unit->ir;
    LLVMTypeRef type = sw_sample_type(ir);
    sw_at_entry(ir, LLVMGetBasicBlockParent(LLVMGetInstructionParent(s->call)));
    LLVMValueRef memory = LLVMBuildAlloca(ir->builder, type, "sample");
    LLVMSetAlignment(memory, 64);
    sw_before(ir, s->call);
    LLVMValueRef life[] = {sw_const(ir->i64, sizeof(struct swrt_sample)), memory};
    sw_call_intrinsic(ir, "llvm.lifetime.start", &ir->ptr, 1, life, 2, "");
    for (unsigned i = 0; i < SWRT_SAMPLE_IN; i++)
        if (sw_sample_has_row(s->call, i))
            sw_sample_put(ir, memory, i, arg(s, i + 2));
    sw_sample_run(ir, s->call, arg(s, 0), arg(s, 1), sw_const(ir->i32, 1), memory);
    LLVMValueRef colour = sw_sample_get(ir, memory, LLVMTypeOf(s->call));
    sw_call_intrinsic(ir, "llvm.lifetime.end", &ir->ptr, 1, life, 2, "");
    return colour;
}

/* A fence. One block runs on one thread, so in block scope only the compiler has to be held back. */
static LLVMValueRef do_block_fence(const struct site *s) {
    LLVMBuildFence(s->unit->ir.builder, LLVMAtomicOrderingSequentiallyConsistent, 1, "");
    return NULL;
}

static LLVMValueRef do_fence(const struct site *s) {
    LLVMBuildFence(s->unit->ir.builder, LLVMAtomicOrderingSequentiallyConsistent, 0, "");
    return NULL;
}

struct service {
    const char *function;
    LLVMValueRef (*lower)(const struct site *site); /* the value of the call, null for none */
};
static const struct service services[] = {
    {"vprintf", do_printf},
    {SW_SAMPLE_MARKER, do_sample},
    {"malloc", do_malloc},
    {"free", do_free},
    {SW_DEVICE_CALL, do_device_call},
    {"__assertfail", do_assert},
    {"__sw_assert_note", do_assert_note},
    {"__sw_assert_stop", do_assert_stop},
    {"__sw_assert_try", do_assert_try},
    {"__sw_assert_end", do_assert_end},
    {"llvm.trap", do_trap},
    {"__sw_constant_atomic", do_constant},
    {"__sw_refuse_constant", do_refuse_constant},
    {"__sw_vector_atomic_in_shared", do_vector},
    {"__sw_phase_ended", do_phase},
    {"__sw_tensor_copy", do_tensor_copy},
    {"__sw_tensor_pieces", do_tensor_pieces},
    {"__sw_tensor_piece", do_tensor_piece},
    {"__sw_tensor_finish", do_tensor_finish},
    {"__sw_tensor_replace", do_tensor_replace},
    {"__sw_breakpoint", do_trap},
    {"llvm.debugtrap", do_trap},
    {"__sw_unnamed_lanes", do_unnamed_lanes},
    {"llvm.nvvm.membar.cta", do_block_fence},
    {"llvm.nvvm.membar.gl", do_fence},
    {"llvm.nvvm.membar.sys", do_fence},
    {"llvm.nvvm.fence.sc.cluster", do_fence},
    {"__sw_cooperation", do_cooperation},
    {SW_GROUP_MASK, do_operand},
    {"llvm.nvvm.read.ptx.sreg.globaltimer", do_timer},
    {"llvm.nvvm.read.ptx.sreg.nsmid", do_nsmid},
    {"llvm.nvvm.isspacep.global", do_is_global},
    {"llvm.nvvm.isspacep.shared", do_is_shared},
    {"llvm.nvvm.isspacep.const", do_is_constant},
    {"llvm.nvvm.isspacep.local", do_is_local},
    {"__sw_is_parameter", do_is_parameter},
    {"__sw_is_cluster_shared", do_is_cluster_shared},
};

static const struct service *find_service(const char *name) {
    for (size_t i = 0; i < sizeof services / sizeof *services; i++)
        if (sw_equal(services[i].function, name))
            return &services[i];
    return NULL;
}

static void lower_call(struct sw_unit *unit, struct sw_registers *registers, LLVMValueRef call) {
    static const char prefix[] = "llvm.nvvm.read.ptx.sreg.";
    const char *name = sw_callee_name(call);
    const struct service *service = find_service(name);
    if (service) {
        struct site site = {unit, registers->block, call};
        sw_before(&unit->ir, call);
        sw_replace(call, service->lower(&site));
    } else if (sw_starts_with(name, prefix)) {
        LLVMValueRef value = sw_register_value(registers, call, name + strlen(prefix));
        if (value)
            sw_replace(call, value);
    }
}

/* In the kernel itself a failed assertion need not end more than its thread: that one returns, the others of its block
 * go on and may fail as well. */
static void end_thread(struct sw_unit *unit, LLVMValueRef call, LLVMValueRef unreachable) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef args[8], note, stop;
    unsigned count = LLVMGetNumArgOperands(call);
    assert(count <= sizeof args / sizeof *args && LLVMIsAUnreachableInst(unreachable));
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(call, i);
    note = sw_declare(ir, "__sw_assert_note", LLVMGetCalledFunctionType(call));
    stop = sw_declare(ir, "__sw_assert_stop", LLVMFunctionType(ir->nothing, NULL, 0, 0));
    sw_before(ir, call);
    sw_call(ir, note, args, count, "");
    sw_call(ir, stop, NULL, 0, "");
    LLVMInstructionEraseFromParent(call);
    sw_before(ir, unreachable);
    LLVMBuildRetVoid(ir->builder);
    sw_remove_attribute(LLVMGetBasicBlockParent(LLVMGetInstructionParent(unreachable)), "noreturn");
    LLVMInstructionEraseFromParent(unreachable);
}

static void end_threads(struct sw_unit *unit, LLVMValueRef function) {
    if (unit->options.check || !sw_kernel_of(unit, function))
        return;
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb), before = LLVMGetPreviousInstruction(end);
        if (LLVMIsAUnreachableInst(end) && before && sw_is_call(before) &&
            sw_equal(sw_callee_name(before), "__assertfail"))
            end_thread(unit, before, end);
    }
}

void sw_pass_services(struct sw_unit *unit) {
    struct sw_values functions, all;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct sw_registers registers;
        end_threads(unit, functions.at[i]);
        sw_registers_start(&registers, unit, functions.at[i]);
        sw_instructions(&unit->ir, functions.at[i], &all);
        for (size_t k = 0; k < all.count; k++)
            if (sw_is_call(all.at[k]))
                lower_call(unit, &registers, all.at[k]);
    }
}
