/* Sites: the hooks become calls of the runtime's functions, and what they say a table of constants.
 *
 *      call void @sw.hook(ptr %p, .. READ, size 4 ..), !dbg !7
 *   =>
 *      call void @sw.check_read.4(ptr %block, ptr %p, ptr @sw.sites + n)
 *
 * That function is instrument/quick.c's; it calls @swrt_check_read if a tool wants to be told.
 *
 * As late as that, so that every function that is inlined has been: a place within one has the places of the calls
 * around it as its callers. Hooks that say the same at the same place share a site, as those of an inlined function's
 * copies do that have the same callers. An order that is no constant even now chooses among the sites of all orders. */
#include "transform/instrument/hook.h"
#include "transform/transform.h"

#include <llvm-c/DebugInfo.h>

enum { NO_SITE = -1, ORDERS = SWRT_ORDER_SEQUENTIAL + 1 };

#define TYPE_U32 i32
#define TYPE_PTR ptr
#define DECLARE(kind, name) LLVMValueRef name;
#define FLATTEN(kind, name) row.name ? row.name : LLVMConstNull(ir->TYPE_##kind),
#define FIELD_TYPE(kind, name) ir->TYPE_##kind,
struct site_row {
    SWRT_SITE_FIELDS(DECLARE)
};

static LLVMTypeRef row_type(struct sw_ir *ir) {
    LLVMTypeRef types[] = {SWRT_SITE_FIELDS(FIELD_TYPE)};
    return LLVMStructTypeInContext(ir->context, types, sizeof types / sizeof *types, 0);
}

static LLVMValueRef row_constant(struct sw_ir *ir, struct site_row row) {
    LLVMValueRef parts[] = {SWRT_SITE_FIELDS(FLATTEN)};
    return LLVMConstStructInContext(ir->context, parts, sizeof parts / sizeof *parts, 0);
}

/* A site in the making. next: the next one at the same place, in the list by place; caller: its number. */
struct site {
    LLVMMetadataRef place;
    LLVMValueRef function, name, stands; /* stands: sw_place_of_hook, null where copies differ */
    unsigned kind, size, align, scope, order, flags;
    int caller, next;
    struct sw_values hooks; /* those whose reads it has */
};

struct table {
    struct sw_unit *unit;
    SW_VEC(struct site) sites;
    struct sw_map *by_place; /* a location, or the function of what has none -> 1 + number of the last one */
    struct sw_map *texts;    /* scope or file -> string */
    LLVMValueRef global;
    struct sw_map *by_hook; /* sw_note_site's */
};

static bool is_equal(const struct site *a, const struct site *b) {
    return a->function == b->function && a->name == b->name && a->kind == b->kind && a->size == b->size &&
           a->align == b->align && a->scope == b->scope && a->order == b->order && a->flags == b->flags;
}

/* The number of that site, a new one if it is not there yet. */
static int add_site(struct table *t, struct site site) {
    const void *key = site.place ? (const void *)site.place : (const void *)site.function;
    int first = (int)(intptr_t)sw_map_get(t->by_place, key) - 1;
    for (int i = first; i != NO_SITE; i = t->sites.at[i].next)
        if (is_equal(&t->sites.at[i], &site)) {
            struct site *found = &t->sites.at[i];
            found->stands = sw_is_same_place(found->stands, site.stands) ? found->stands : NULL;
            return i;
        }
    site.next = first;
    sw_vec_push(t->unit->ir.arena, &t->sites, site);
    sw_map_put(t->by_place, key, (void *)(intptr_t)t->sites.count);
    return (int)t->sites.count - 1;
}

static int add_caller(struct table *t, LLVMMetadataRef place, LLVMValueRef function) {
    LLVMMetadataRef at = place ? LLVMDILocationGetInlinedAt(place) : NULL;
    if (!at)
        return NO_SITE;
    int number = add_site(t, (struct site){.place = at, .function = function, .kind = SWRT_SITE_CALL});
    int caller = add_caller(t, at, function);
    t->sites.at[number].caller = caller;
    return number;
}

/* It is one of the site's. */
static void join(struct table *t, LLVMValueRef call, int number) {
    sw_vec_push(t->unit->ir.arena, &t->sites.at[number].hooks, call);
    sw_note_site(t->unit, t->by_hook, call, (unsigned)number);
}

static int add_hook(struct table *t, LLVMValueRef call, const struct sw_hook *hook, unsigned order) {
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call));
    struct site site = {.place = LLVMInstructionGetDebugLoc(call),
                        .function = function,
                        .name = hook->name,
                        .stands = sw_place_of_hook(t->unit, call),
                        .kind = hook->kind,
                        .size = hook->size,
                        .align = hook->align,
                        .scope = hook->scope,
                        .order = order,
                        .flags = hook->flags};
    int number = add_site(t, site), caller = add_caller(t, site.place, function);
    t->sites.at[number].caller = caller;
    join(t, call, number);
    return number;
}

/* The number of a hook's site; of one whose order is not known the first of as many sites as there are orders. */
static int number_of(struct table *t, LLVMValueRef call, const struct sw_hook *hook) {
    if (LLVMIsAConstantInt(hook->order))
        return add_hook(t, call, hook, (unsigned)LLVMConstIntGetZExtValue(hook->order));
    int first = (int)t->sites.count;
    for (unsigned order = 0; order < ORDERS; order++) {
        struct sw_hook each = *hook;
        struct site site = {.place = LLVMInstructionGetDebugLoc(call),
                            .name = each.name,
                            .stands = sw_place_of_hook(t->unit, call),
                            .kind = each.kind,
                            .function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)),
                            .size = each.size,
                            .align = each.align,
                            .scope = each.scope,
                            .order = order,
                            .flags = each.flags,
                            .caller = NO_SITE,
                            .next = NO_SITE};
        sw_vec_push(t->unit->ir.arena, &t->sites, site);
    }
    int caller = add_caller(t, t->sites.at[first].place, t->sites.at[first].function);
    for (unsigned order = 0; order < ORDERS; order++) {
        t->sites.at[first + (int)order].caller = caller;
        join(t, call, first + (int)order);
    }
    return first;
}

/* The table's own strings, each once. */
static LLVMValueRef text_of(struct table *t, const void *key, const char *text) {
    LLVMValueRef string = sw_map_get(t->texts, key);
    if (!string && text) {
        string = sw_string(&t->unit->ir, text);
        sw_map_put(t->texts, key, string);
    }
    return string;
}

static LLVMValueRef function_name(struct table *t, const struct site *site) {
    struct sw_ir *ir = &t->unit->ir;
    LLVMMetadataRef subprogram = site->place ? sw_subprogram_of(ir, LLVMDILocationGetScope(site->place)) : NULL;
    const char *name = subprogram ? sw_subprogram_name(ir, subprogram) : NULL;
    if (name)
        return text_of(t, subprogram, name);
    return text_of(t, site->function, sw_name(site->function));
}

static LLVMValueRef file_name(struct table *t, LLVMMetadataRef scope) {
    LLVMMetadataRef file = LLVMDIScopeGetFile(scope);
    return file ? text_of(t, file, sw_path_of_scope(t->unit->ir.arena, scope)) : NULL;
}

static LLVMValueRef address_of(struct table *t, LLVMValueRef number) {
    return LLVMConstInBoundsGEP2(row_type(&t->unit->ir), t->global, &number, 1);
}

static LLVMValueRef reads_of(struct table *t, const struct site *site) {
    return sw_reads_constant(t->unit, t->by_hook, &site->hooks, (unsigned)(site - t->sites.at));
}

static LLVMValueRef constant_of(struct table *t, const struct site *site) {
    struct sw_ir *ir = &t->unit->ir;
    LLVMMetadataRef scope = site->place ? LLVMDILocationGetScope(site->place) : LLVMGetSubprogram(site->function);
    bool is_own = scope && sw_is_own_scope(t->unit, scope);
    unsigned line = site->place ? LLVMDILocationGetLine(site->place) : scope ? LLVMDISubprogramGetLine(scope) : 0;
    return row_constant(
        ir, (struct site_row){
                .function = function_name(t, site),
                .file = scope ? file_name(t, scope) : NULL,
                .caller = site->caller == NO_SITE ? NULL : address_of(t, sw_const(ir->i64, (uint64_t)site->caller)),
                .name = site->name,
                .place = sw_place_constant(t->unit, site->stands),
                .reads = reads_of(t, site),
                .line = sw_const(ir->i32, line),
                .column = sw_const(ir->i32, site->place ? LLVMDILocationGetColumn(site->place) : 0),
                .kind = sw_const(ir->i32, site->kind),
                .size = sw_const(ir->i32, site->size),
                .align = sw_const(ir->i32, site->align),
                .scope = sw_const(ir->i32, site->scope),
                .order = sw_const(ir->i32, site->order),
                .flags = sw_const(ir->i32, site->flags | (is_own ? SWRT_SITE_OURS : 0))});
}

static void make_table(struct table *t) {
    struct sw_ir *ir = &t->unit->ir;
    LLVMTypeRef type = LLVMArrayType2(row_type(ir), t->sites.count);
    t->global = LLVMAddGlobal(ir->module, type, "sw.sites");
    LLVMValueRef *rows = sw_arena_alloc(ir->arena, t->sites.count * sizeof *rows);
    for (size_t i = 0; i < t->sites.count; i++)
        rows[i] = constant_of(t, &t->sites.at[i]);
    LLVMSetInitializer(t->global, LLVMConstArray2(row_type(ir), rows, t->sites.count));
    LLVMSetLinkage(t->global, LLVMInternalLinkage);
    t->unit->sites = t->global;
    t->unit->num_sites = t->sites.count;
}

/* The runtime's functions: which of the hook's operands come between the block and the site. */
enum { ADDRESS = 1, OTHER = 2, BYTES = 4, SWAPPED = 8 };
static const struct {
    const char *name;
    unsigned operands;
} functions[] = {
    [SW_HOOK_READ] = {"swrt_check_read", ADDRESS},
    [SW_HOOK_WRITE] = {"swrt_check_write", ADDRESS},
    [SW_HOOK_ATOMIC] = {"swrt_check_atomic", ADDRESS},
    [SW_HOOK_SWAPPED] = {"swrt_check_swapped", ADDRESS | SWAPPED},
    [SW_HOOK_COPY] = {"swrt_check_copy", ADDRESS | OTHER | BYTES},
    [SW_HOOK_FILL] = {"swrt_check_fill", ADDRESS | BYTES},
    [SW_HOOK_LOCAL] = {"swrt_check_local", ADDRESS | OTHER | BYTES},
    [SW_HOOK_UNWRITTEN] = {"swrt_check_unwritten", BYTES},
    [SW_HOOK_FENCE] = {"swrt_check_fence", 0},
    [SW_HOOK_WAIT] = {"swrt_check_wait", 0},
    [SW_HOOK_TURN] = {"swrt_check_turn", BYTES},
};

static LLVMValueRef site_address(struct table *t, const struct sw_hook *hook, int number) {
    struct sw_ir *ir = &t->unit->ir;
    LLVMValueRef first = address_of(t, sw_const(ir->i64, (uint64_t)number));
    if (LLVMIsAConstantInt(hook->order))
        return first;
    LLVMValueRef order = LLVMBuildZExt(ir->builder, hook->order, ir->i64, "");
    return LLVMBuildInBoundsGEP2(ir->builder, row_type(ir), first, &order, 1, "site");
}

static void call_runtime(struct table *t, LLVMValueRef call, const struct sw_hook *hook, int number) {
    struct sw_ir *ir = &t->unit->ir;
    unsigned operands = functions[hook->function].operands, count = 0;
    LLVMValueRef args[5];
    sw_before(ir, call);
    args[count++] = LLVMGetParam(LLVMGetBasicBlockParent(LLVMGetInstructionParent(call)), 0);
    if (operands & ADDRESS)
        args[count++] = hook->address;
    if (operands & OTHER)
        args[count++] = hook->other;
    if (operands & BYTES)
        args[count++] = hook->bytes;
    if (operands & SWAPPED)
        args[count++] = LLVMBuildTrunc(ir->builder, hook->bytes, ir->i32, "");
    args[count++] = site_address(t, hook, number);
    sw_call_hook(t->unit, call, hook, functions[hook->function].name, args, count);
    LLVMInstructionEraseFromParent(call);
}

struct found {
    LLVMValueRef call;
    int number;
};

void sw_pass_sites(struct sw_unit *unit) {
    struct table t = {.unit = unit,
                      .by_place = sw_map_create(unit->ir.arena),
                      .texts = sw_map_create(unit->ir.arena),
                      .by_hook = sw_map_create(unit->ir.arena)};
    SW_VEC(struct found) hooks = {0};
    struct sw_values all, defined;
    struct sw_hook hook;
    sw_functions(&unit->ir, &defined);
    for (size_t i = 0; i < defined.count; i++) {
        sw_instructions(&unit->ir, defined.at[i], &all);
        for (size_t k = 0; k < all.count; k++)
            if (sw_hook_of(all.at[k], &hook)) {
                struct found found = {all.at[k], number_of(&t, all.at[k], &hook)};
                sw_vec_push(unit->ir.arena, &hooks, found);
            }
    }
    if (!t.sites.count)
        return;
    make_table(&t);
    for (size_t i = 0; i < hooks.count; i++) {
        sw_hook_of(hooks.at[i].call, &hook);
        call_runtime(&t, hooks.at[i].call, &hook, hooks.at[i].number);
    }
}
