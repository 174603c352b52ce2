/* Parts: a large module is divided before LLVM's optimisation, so that several processes can compile it.
 *
 *      module: k.w32  k.w8  k.w1  m.w32  helper  cells   =>   part 0: k.w32  helper  cells  table
 *                                                             part 1: k.w8  k.w1  helper
 *                                                             part 2: m.w32  helper  (extern) cells
 *
 * What is divided are the variants of kernels: only the kernel table names them, and it is in part 0. Each is given to
 * the part that has least so far, the longest first. How many parts there are depends on the module alone, and so the
 * object does too: neither the machine nor the number of processes changes it.
 *
 * Functions and constants that several parts use are compiled in each. What there must be once is in one part, and has
 * a hidden name there that the others refer to: variables, what has an address that matters, and long functions, which
 * would take too much time again and again. Where it is short, the others see its contents, but have no copy. */
#include "codegen/codegen.h"

#include <stdlib.h>
#include <string.h>

enum {
    PART_LENGTH = 6000, /* instructions: about a second of optimisation and code generation */
    MOST_PARTS = 32,
    LONG_FUNCTION = 1000,
};

/* A function's place in the call graph. */
struct node {
    LLVMValueRef function;
    size_t length;
    unsigned visit;     /* the last one that came by, + 1 */
    unsigned first;     /* the first part that reaches it, + 1; 0: none */
    bool is_in_several; /* of them */
    bool is_root;
    SW_VEC(struct node *) callees;
};

struct divider {
    struct sw_unit *unit;
    struct sw_parts *parts;
    struct sw_map *nodes; /* of defined functions */
    struct sw_values functions;
    size_t length; /* of all of them */
};

static struct node *node_of(struct divider *d, LLVMValueRef function) {
    return function && LLVMIsAFunction(function) ? sw_map_get(d->nodes, function) : NULL;
}

static void add_callees(struct divider *d, struct node *node) {
    struct sw_values all;
    sw_instructions(&d->unit->ir, node->function, &all);
    node->length = all.count;
    d->length += all.count;
    for (size_t i = 0; i < all.count; i++) {
        struct node *callee = sw_is_call(all.at[i]) ? node_of(d, LLVMGetCalledValue(all.at[i])) : NULL;
        if (callee)
            sw_vec_push(d->unit->ir.arena, &node->callees, callee);
    }
}

static void build_graph(struct divider *d) {
    d->nodes = sw_map_create(d->unit->ir.arena);
    sw_functions(&d->unit->ir, &d->functions);
    for (size_t i = 0; i < d->functions.count; i++) {
        struct node *node = sw_arena_alloc(d->unit->ir.arena, sizeof *node);
        node->function = d->functions.at[i];
        sw_map_put(d->nodes, node->function, node);
    }
    for (size_t i = 0; i < d->functions.count; i++)
        add_callees(d, node_of(d, d->functions.at[i]));
}

/* The length of all that the function leads to. */
static size_t length_below(struct node *node, unsigned visit) {
    if (node->visit == visit)
        return 0;
    size_t length = node->length;
    node->visit = visit;
    for (size_t i = 0; i < node->callees.count; i++)
        length += length_below(node->callees.at[i], visit);
    return length;
}

static void add_root(struct divider *d, LLVMValueRef *function) {
    if (!*function)
        return;
    struct node *node = node_of(d, *function);
    assert(node && !node->is_root); /* each is made for one variant */
    struct sw_part_root root = {.function = function};
    root.length = length_below(node, (unsigned)d->parts->roots.count + 1);
    node->is_root = true;
    sw_vec_push(d->unit->ir.arena, &d->parts->roots, root);
}

static void collect_roots(struct divider *d) {
    for (size_t i = 0; i < d->unit->kernels.count; i++) {
        struct sw_kernel *kernel = d->unit->kernels.at[i];
        for (size_t k = 0; k < kernel->wide.count; k++) {
            add_root(d, &kernel->wide.at[k].loop);
            add_root(d, &kernel->wide.at[k].coroutine);
        }
        add_root(d, &kernel->loop);
        add_root(d, &kernel->coroutine);
    }
}

/* At -O0 there is little to win; an alias must be where its function is, and the constants of check builds together. */
static unsigned count_parts(const struct divider *d) {
    const struct sw_options *o = &d->unit->options;
    size_t count = o->parts ? o->parts : d->length / PART_LENGTH;
    if (!o->optimise || o->check || !sw_equal(o->emit, "obj") || sw_starts_with(o->output, "/dev/") ||
        LLVMGetFirstGlobalAlias(d->unit->ir.module))
        return 1;
    count = count > MOST_PARTS ? MOST_PARTS : count;
    count = count > d->parts->roots.count ? d->parts->roots.count : count;
    return count ? (unsigned)count : 1;
}

static int by_length(const void *one, const void *other) {
    const struct sw_part_root *a = *(struct sw_part_root *const *)one, *b = *(struct sw_part_root *const *)other;
    if (a->length != b->length)
        return a->length > b->length ? -1 : 1;
    return a < b ? -1 : 1;
}

static void assign_roots(struct divider *d) {
    size_t count = d->parts->roots.count, lengths[MOST_PARTS] = {0};
    assert(0 < d->parts->count && d->parts->count <= MOST_PARTS);
    struct sw_part_root **order = sw_arena_alloc(d->unit->ir.arena, count * sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = &d->parts->roots.at[i];
    qsort(order, count, sizeof *order, by_length);
    for (size_t i = 0; i < count; i++) {
        unsigned least = 0;
        for (unsigned part = 1; part < d->parts->count; part++)
            least = lengths[part] < lengths[least] ? part : least;
        order[i]->part = least;
        lengths[least] += order[i]->length;
    }
}

static void reach(struct node *node, unsigned part) {
    assert(node);
    if (node->first == part + 1 || node->visit == part + 1)
        return;
    node->visit = part + 1;
    node->is_in_several = node->first != 0;
    node->first = node->first ? node->first : part + 1;
    for (size_t i = 0; i < node->callees.count; i++)
        reach(node->callees.at[i], part);
}

/* What has an address is in part 0, as the tables that may name it are. */
static void reach_all(struct divider *d) {
    for (size_t i = 0; i < d->functions.count; i++)
        node_of(d, d->functions.at[i])->visit = 0;
    for (size_t i = 0; i < d->functions.count; i++)
        if (sw_address_taken(d->functions.at[i]))
            reach(node_of(d, d->functions.at[i]), 0);
    for (unsigned part = 0; part < d->parts->count; part++)
        for (size_t i = 0; i < d->parts->roots.count; i++)
            if (d->parts->roots.at[i].part == part)
                reach(node_of(d, *d->parts->roots.at[i].function), part);
}

/* A name that no other object of a link has: with the id of the unit. */
static void show(struct divider *d, LLVMValueRef value) {
    const struct sw_unit *unit = d->unit;
    const char *old = sw_name(value);
    if (!*old)
        old = sw_arena_printf(unit->ir.arena, "sw.shared%zu", d->parts->shared.count);
    const char *name = sw_own_name(unit, old, unit->options.version);
    LLVMSetLinkage(value, LLVMExternalLinkage);
    LLVMSetVisibility(value, LLVMHiddenVisibility);
    LLVMSetValueName2(value, name, strlen(name));
}

static void share(struct divider *d, LLVMValueRef value, unsigned part, bool is_apart) {
    struct sw_part_shared shared = {value, part, is_apart};
    assert(part < d->parts->count);
    show(d, value);
    sw_vec_push(d->unit->ir.arena, &d->parts->shared, shared);
}

static void share_functions(struct divider *d) {
    for (size_t i = 0; i < d->functions.count; i++) {
        const struct node *node = node_of(d, d->functions.at[i]);
        bool is_long = node->length >= LONG_FUNCTION && !sw_has_attribute(node->function, "alwaysinline");
        bool is_apart = is_long || sw_has_attribute(node->function, "presplitcoroutine");
        if (node->is_root)
            continue;
        if (sw_address_taken(node->function))
            share(d, node->function, 0, is_apart);
        else if (is_long && node->is_in_several)
            share(d, node->function, node->first - 1, is_apart);
    }
}

static void share_globals(struct divider *d) {
    for (LLVMValueRef g = LLVMGetFirstGlobal(d->unit->ir.module); g; g = LLVMGetNextGlobal(g)) {
        bool has_address = !LLVMIsGlobalConstant(g) || LLVMGetUnnamedAddress(g) == LLVMNoUnnamedAddr;
        if (LLVMGetInitializer(g) && has_address && LLVMGetFirstUse(g) && !sw_starts_with(sw_name(g), "llvm."))
            share(d, g, 0, !LLVMIsGlobalConstant(g));
    }
}

void sw_divide(struct sw_unit *unit, struct sw_parts *parts) {
    struct divider d = {.unit = unit, .parts = parts};
    *parts = (struct sw_parts){0};
    build_graph(&d);
    collect_roots(&d);
    parts->count = count_parts(&d);
    if (parts->count == 1)
        return;
    assign_roots(&d);
    reach_all(&d);
    share_functions(&d);
    share_globals(&d);
    for (size_t i = 0; i < parts->roots.count; i++)
        if (parts->roots.at[i].part)
            show(&d, *parts->roots.at[i].function);
}

/* The others refer to it. */
static void leave_out(struct sw_unit *unit, const struct sw_part_shared *shared) {
    if (!shared->is_apart)
        LLVMSetLinkage(shared->value, LLVMAvailableExternallyLinkage);
    else if (LLVMIsAFunction(shared->value))
        sw_declare_instead(&unit->ir, shared->value);
    else
        LLVMSetInitializer(shared->value, NULL);
}

void sw_keep_part(struct sw_unit *unit, const struct sw_parts *parts, unsigned part) {
    for (size_t i = 0; i < parts->shared.count; i++)
        if (parts->shared.at[i].part != part)
            leave_out(unit, &parts->shared.at[i]);
    for (size_t i = 0; i < parts->roots.count; i++) {
        const struct sw_part_root *root = &parts->roots.at[i];
        if (root->part == part)
            continue;
        LLVMValueRef declared = sw_declare_instead(&unit->ir, *root->function);
        *root->function = part ? NULL : declared; /* without a table, it goes */
    }
}
