/* Lines: source lines that clang was asked for because of remarks and errors alone go as soon as the last of these has
 * been made, so that the object is the one that it would have been without them. */
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>

void sw_pass_lines(struct sw_unit *unit) {
    if (unit->options.drop_lines)
        LLVMStripModuleDebugInfo(unit->ir.module);
}
