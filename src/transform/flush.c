/* Flush: single-precision atomicAdd outside shared memory takes denormal numbers for zero, and leaves none.
 *
 *      call float @__sw_atomic_add_f32_device(ptr %p, float %v)
 *  =>  call float @__sw_atomic_addftz_f32_device(ptr %p, float %v)      %p certainly not in shared memory
 *  =>  call float @__sw_atomic_addany_f32_device(ptr %p, float %v)      %p perhaps in shared memory
 *
 * So the PTX ISA says of atom.add.f32, and so does an H200, for device, managed and host memory alike. Additions that a
 * program makes itself, by compare-and-swap, keep denormal numbers; therefore this comes before retries. */
#include "transform/transform.h"

static void flush(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    struct sw_atomic a;
    if (!sw_atomic_of(at, &a) || a.op != SW_ATOMIC_add || a.type != SW_TYPE_f32)
        return;
    enum sw_space space = sw_space_of(unit, LLVMGetOperand(at, 0));
    if (space == SW_SPACE_SHARED)
        return;
    a.op = space == SW_SPACE_UNKNOWN ? SW_ATOMIC_addany : SW_ATOMIC_addftz;
    LLVMSetOperand(at, LLVMGetNumOperands(at) - 1, sw_declare(ir, sw_atomic_name(ir, &a), LLVMGetCalledFunctionType(at)));
}

void sw_pass_flush(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, flush, unit);
}
