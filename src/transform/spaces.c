/* Spaces: where the address space of an atomic operation changes what it does.
 *
 *      call float @__sw_atomic_add_f32_device(ptr %p, float %v)
 *  =>  call float @__sw_atomic_addftz_f32_device(ptr %p, float %v)      %p certainly not in shared memory
 *  =>  call float @__sw_atomic_addany_f32_device(ptr %p, float %v)      %p perhaps in shared memory
 *
 * Single-precision atomicAdd outside shared memory takes denormal numbers for zero, and makes none: the PTX ISA says so
 * of atom.add.f32, and an H200 does it, in device, managed and host memory. Additions that a program makes itself, by
 * compare-and-swap, keep denormal numbers; therefore this pass comes before retries.
 *
 *      call i32 @__sw_atomic_add_i32_device(ptr @constant, ..)   =>   call @__sw_constant_atomic() before it
 *
 * Constant memory cannot be written; a kernel that tries stops, as on an H200 (unspecified launch failure). In code that
 * is not optimised, pointers pass through variables: of those of which nothing is known the runtime is asked. */
#include "transform/transform.h"

static void flush(struct sw_ir *ir, LLVMValueRef at, struct sw_atomic *a, enum sw_space space) {
    a->op = space == SW_SPACE_UNKNOWN ? SW_ATOMIC_addany : SW_ATOMIC_addftz;
    LLVMSetOperand(at, LLVMGetNumArgOperands(at), sw_declare(ir, sw_atomic_name(ir, a), LLVMGetCalledFunctionType(at)));
}

static void refuse(struct sw_ir *ir, LLVMValueRef at) {
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, NULL, 0, 0);
    sw_before(ir, at);
    sw_call(ir, sw_declare(ir, "__sw_constant_atomic", type), NULL, 0, "");
}

static void ask(struct sw_ir *ir, LLVMValueRef at) {
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, &ir->ptr, 1, 0);
    LLVMValueRef pointer = LLVMGetOperand(at, 0);
    sw_before(ir, at);
    sw_call(ir, sw_declare(ir, "__sw_refuse_constant", type), &pointer, 1, "");
}

static void see(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct sw_unit *unit = data;
    struct sw_atomic a;
    if (!sw_atomic_of(at, &a))
        return;
    enum sw_space space = sw_space_of(unit, LLVMGetOperand(at, 0));
    if (space == SW_SPACE_CONSTANT && a.op != SW_ATOMIC_load)
        refuse(ir, at);
    else if (space == SW_SPACE_UNKNOWN && a.op != SW_ATOMIC_load && !unit->options.optimise)
        ask(ir, at);
    if (a.op == SW_ATOMIC_add && a.type == SW_TYPE_f32 && space != SW_SPACE_SHARED)
        flush(ir, at, &a, space);
}

void sw_pass_spaces(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, see, unit);
}
