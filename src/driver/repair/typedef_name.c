/* typedef struct { T f() {..} } Name;   " Name" behind struct: in CUDA mode clang asks for the linkage of f too early */
#include "driver/repair/repair.h"

bool sw_repair_typedef_name(struct sw_repair *r, const char *line, const char *rest) {
    if (!sw_has(line, "anonymous non-C-compatible type given name for linkage purposes by typedef"))
        return false;
    const char *name = sw_quoted(r->arena, rest, "type is given name '");
    return sw_add_patch(r, line, (struct sw_patch){.word = sw_arena_printf(r->arena, " %s", name), .put = sw_put_word});
}
