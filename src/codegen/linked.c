/* The symbol by which an object that carries device bitcode needs the object that the code was linked into.
 *
 *   object of -dc:      @swrt_device_link_of_<id> = external           an object that was never device-linked does not
 *   device object:      @swrt_device_link_of_<id> = constant 0         link; and the device object is taken out of the
 *                                                                      archive that it lies in (nvcc -dlink, ar, ld)
 *
 * Hidden, so that two shared libraries may hold the same object, each with its own device link. */
#include "codegen/codegen.h"

#include <inttypes.h>

static LLVMValueRef symbol_of(struct sw_unit *unit, struct sw_id id) {
    const char *name = sw_arena_printf(unit->ir.arena, "swrt_device_link_of_%016" PRIx64 "%016" PRIx64, id.id0, id.id1);
    LLVMValueRef symbol = LLVMAddGlobal(unit->ir.module, unit->ir.i8, name);
    LLVMSetVisibility(symbol, LLVMHiddenVisibility);
    LLVMSetGlobalConstant(symbol, 1);
    return symbol;
}

void sw_define_links(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->ids.count; i++)
        LLVMSetInitializer(symbol_of(unit, unit->ids.at[i]), LLVMConstInt(unit->ir.i8, 0, 0));
}

void sw_need_links(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->ids.count; i++) {
        LLVMValueRef need = LLVMAddGlobal(unit->ir.module, unit->ir.ptr, "sw.link");
        LLVMSetInitializer(need, symbol_of(unit, unit->ids.at[i]));
        LLVMSetLinkage(need, LLVMInternalLinkage);
    }
}
