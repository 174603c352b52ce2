/* Undefined: refuses functions that the library pass has listed and that are called and not defined still, each with the place
 * of a call. Functions that the passes between have stopped calling are no error. */
#include "transform/symbols/symbols.h"
#include "transform/transform.h"

static void refuse(struct sw_unit *unit, const struct sw_undefined *u) {
    const char *file = sw_symbol_file(unit, u->name), *name = sw_symbol_text(unit, u->name);
    const char *user = sw_symbol_text(unit, u->user);
    if (sw_starts_with(u->name, "llvm.nvvm."))
        sw_error(u->place, "the GPU instruction '%s' is not supported (in '%s')", u->name, user);
    else if (file)
        sw_error(u->place,
                 "undefined reference to '%s' in '%s' (used in '%s'): no object of this device link defines it", name,
                 file, user);
    else
        sw_error(u->place, "undefined device function '%s' (used in '%s'); a function of another file needs -rdc=true",
                 name, user);
}

void sw_pass_undefined(struct sw_unit *unit) {
    for (size_t i = 0; i < unit->undefined.count; i++) {
        LLVMValueRef function = LLVMGetNamedFunction(unit->ir.module, unit->undefined.at[i].name);
        if (function && !sw_is_defined(function) && LLVMGetFirstUse(function))
            refuse(unit, &unit->undefined.at[i]);
    }
}
