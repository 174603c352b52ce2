/* Samples of textures (ir/sample.h): the lanes' coordinates go to memory as vectors, one call of the runtime for all
 * lanes that run, and the colours come back as vectors. Lanes with different textures go one by one. */
#include "ir/sample.h"
#include "lockstep/emit/emit.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"

enum { TEXTURE, HOW, FIRST_ROW };

bool sw_emit_sample(struct sw_lanes *l, LLVMValueRef at) {
    struct sw_ir *ir = l->ir;
    LLVMValueRef texture = LLVMGetOperand(at, TEXTURE), how = LLVMGetOperand(at, HOW);
    if (sw_kind(l, texture) != SW_UNIFORM || sw_kind(l, how) != SW_UNIFORM)
        return false;
    LLVMValueRef memory = sw_open_memory(l, sw_sample_type(ir));
    for (unsigned i = 0; i < SWRT_SAMPLE_IN; i++)
        if (sw_sample_has_row(at, i))
            sw_sample_put(ir, memory, i, sw_vector(l, LLVMGetOperand(at, FIRST_ROW + i)));
    LLVMValueRef lanes = LLVMBuildZExt(ir->builder, sw_mask_bits(l, l->mask), ir->i32, "");
    LLVMValueRef handle = sw_scalar(l, texture), flags = sw_scalar(l, how);
    struct sw_if_active f;
    sw_open_if_active(l, at, &f);
    sw_sample_run(ir, at, handle, flags, lanes, memory);
    sw_close_if_active(l, &f, NULL);
    LLVMValueRef colour = sw_sample_get(ir, memory, sw_wide_type(l, LLVMTypeOf(at)));
    sw_lifetime(l, memory, false);
    sw_remark(l->unit, SW_REMARK_CALL_VECTOR, at, "texture");
    sw_set_vector(l, at, colour);
    return true;
}
