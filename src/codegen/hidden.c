/* Names of the host's that end at the library, or the program, that the unit becomes part of: functions that launch kernels
 * and shadows of device variables. Were they to be seen from outside, the dynamic linker would make one of two libraries'
 * kernels, or variables, of the same name, or take a function of the C library for one.
 *
 *      .weak _Z16__device_stub__kPi
 *      .hidden _Z16__device_stub__kPi
 *
 * A linker that finds a symbol called hidden anywhere hides it; weak, because some of them nobody defines. */
#include "codegen/codegen.h"

#include <string.h>

void sw_hide_names(struct sw_unit *unit, const struct sw_strings *names) {
    for (size_t i = 0; i < names->count; i++) {
        const char *name = names->at[i];
        const char *text = sw_arena_printf(unit->ir.arena, ".weak \"%s\"\n.hidden \"%s\"\n", name, name);
        LLVMAppendModuleInlineAsm(unit->ir.module, text, strlen(text));
    }
}
