/* Taking the names of atomic marker functions apart. Clang's own atomics lose their scope on the way to IR, so our
 * headers call a function whose name says operation, type and scope. */
#include "analysis/analysis.h"
#include "softwarp/assumptions.h"

#include <string.h>

#define NAME(name) #name,
static const char *const op_names[] = {SW_ATOMIC_OPS(NAME)};
static const char *const type_names[] = {SW_ATOMIC_TYPES(NAME)};
static const char *const scope_names[] = {SW_ATOMIC_SCOPES(NAME)};

/* Finds the word at *at (up to '_' or the end) in the list and steps over it; -1 when it is not there. */
static int take_word(const char **at, const char *const *names, int count) {
    size_t length = strcspn(*at, "_");
    for (int i = 0; i < count; i++)
        if (strlen(names[i]) == length && !strncmp(names[i], *at, length)) {
            *at += length + ((*at)[length] == '_');
            return i;
        }
    return -1;
}

bool sw_atomic_of(LLVMValueRef instruction, struct sw_atomic *atomic) {
    const char *at = sw_callee_name(instruction);
    if (!sw_starts_with(at, "__sw_atomic_"))
        return false;
    const char *whole = at;
    at += strlen("__sw_atomic_");
    int op = take_word(&at, op_names, SW_ATOMIC_OP_COUNT);
    int type = op < 0 ? -1 : take_word(&at, type_names, SW_ATOMIC_TYPE_COUNT);
    int scope = type < 0 ? -1 : take_word(&at, scope_names, SW_SCOPE_COUNT);
    bool is_wide = scope >= 0 && sw_equal(at, "wide"), is_deferred = scope >= 0 && sw_equal(at, "deferred");
    if (scope < 0 || (*at && !is_wide && !is_deferred))
        sw_bug("the atomic marker '%s' is not of the form __sw_atomic_<op>_<type>_<scope>", whole);
    *atomic = (struct sw_atomic){(enum sw_atomic_op)op, (enum sw_atomic_type)type, (enum sw_scope)scope, is_wide,
                                 is_deferred};
    return true;
}

const char *sw_atomic_name(struct sw_ir *ir, const struct sw_atomic *atomic) {
    return sw_arena_printf(ir->arena, "__sw_atomic_%s_%s_%s%s%s", op_names[atomic->op], type_names[atomic->type],
                           scope_names[atomic->scope], atomic->is_wide ? "_wide" : "",
                           atomic->is_deferred ? "_deferred" : "");
}

bool sw_atomic_is_plain(struct sw_unit *unit, LLVMValueRef call, const struct sw_atomic *atomic) {
    bool is_shared = sw_space_of(unit, LLVMGetOperand(call, 0)) == SW_SPACE_SHARED;
    return SW_PROVED(atomic_of_block, atomic->scope == SW_SCOPE_block || is_shared);
}

bool sw_atomic_adds(const struct sw_atomic *atomic) {
    return atomic->op == SW_ATOMIC_add || atomic->op == SW_ATOMIC_addftz || atomic->op == SW_ATOMIC_addany;
}

/* Signs matter to comparisons only. */
static enum sw_atomic_type unsigned_of(enum sw_atomic_type type) {
    return type == SW_TYPE_i32 ? SW_TYPE_u32 : type == SW_TYPE_i64 ? SW_TYPE_u64 : type;
}

/* Floats keep their order, unless the program permits sums of sums. */
const char *sw_atomic_deferred_function(struct sw_unit *unit, const struct sw_atomic *atomic) {
    static const struct {
        enum sw_atomic_op op;
        enum sw_atomic_type type;
    } kinds[] = {
#define KIND(op, name, type) {SW_ATOMIC_##op, SW_TYPE_##name},
        SWRT_DEFERRED_KINDS(KIND)
#undef KIND
    };
    enum sw_atomic_op op = atomic->op == SW_ATOMIC_sub ? SW_ATOMIC_add : atomic->op;
    bool compares = op == SW_ATOMIC_min || op == SW_ATOMIC_max;
    enum sw_atomic_type type = compares ? atomic->type : unsigned_of(atomic->type);
    bool is_float = type == SW_TYPE_f32 || type == SW_TYPE_f64, is_chain = is_float && !unit->options.fast_atomics;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (kinds[i].op == op && kinds[i].type == type)
            return sw_arena_printf(unit->ir.arena, "swrt_defer_%s%s_%s", is_chain ? "chain_" : "", op_names[op],
                                   type_names[type]);
    return NULL;
}

const char *sw_atomic_text(struct sw_ir *ir, LLVMValueRef marker) {
    struct sw_atomic a;
    if (!sw_atomic_of(marker, &a))
        return NULL;
    const char *op = sw_atomic_adds(&a) ? "add" : op_names[a.op];
    return sw_arena_printf(ir->arena, "%s %s, %s scope", op, type_names[a.type], scope_names[a.scope]);
}
