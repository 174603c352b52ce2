/* Lines: drops the source lines that clang was asked for only for the sake of remarks and errors, once the last of these has
 * been made. The object is then the one that it would have been without them. */
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>

void sw_pass_lines(struct sw_unit *unit) {
    if (unit->options.drop_lines)
        LLVMStripModuleDebugInfo(unit->ir.module);
}
