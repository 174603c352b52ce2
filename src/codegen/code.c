/* Where device code is: the runtime ends a thread of its own in the midst of a kernel only while that runs code of ours,
 * and no function of the runtime's or the C library's that may hold a lock (runtime/execute/interrupt.c).
 *
 *      define void @k.w32(..) {          =>   define void @k.w32(..) section "softwarp_code" {
 *      sw.register:  ..                       sw.register:  swrt_register_code(__start_softwarp_code, __stop_softwarp_code)
 *
 * The linker joins the sections of all objects of a program or library. The call is made with the kernel table, the
 * functions are placed behind optimisation, which makes further ones. */
#include "codegen/codegen.h"

static const char section[] = "softwarp_code";

void sw_place_code(struct sw_unit *unit) {
    for (LLVMValueRef f = LLVMGetFirstFunction(unit->ir.module); f; f = LLVMGetNextFunction(f)) {
        const char *given = LLVMGetSection(f);
        if (sw_is_defined(f) && !(given && *given))
            LLVMSetSection(f, section);
    }
}

void sw_register_code(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef types[] = {ir->ptr, ir->ptr};
    LLVMValueRef args[] = {sw_section_edge(unit, "start", section), sw_section_edge(unit, "stop", section)};
    LLVMTypeRef type = LLVMFunctionType(ir->nothing, types, 2, 0);
    sw_call(ir, sw_declare(ir, "swrt_register_code", type), args, 2, "");
}
