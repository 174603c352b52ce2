/* Coming: sets of operations at which threads without a mask meet (coming.h), by the numbers of their sites.
 *
 *   inside(f)    those that a call of f may come to               up the call graph
 *   from(bb)     from the bb's start on, with END where the       backwards over each function's graph
 *                function's end is among what is to come
 *   beyond(f)    behind f's end: what is behind its calls, and    down the call graph
 *                beyond their functions where the end is to come
 *
 * The sets are exact but for the ways that a program never goes: a thread that is waited for though it cannot come is
 * waited for for ever, and without one that may come a shuffle gives another value. */
#include "transform/lower/coming.h"

#include <string.h>

/* A function's end; no site has the number. */
enum { END = 0, WORD = 64 };

struct function {
    LLVMValueRef value;
    struct sw_cfg cfg;
    struct sw_bitset *from; /* of each bb */
    struct sw_bitset inside, beyond;
    bool is_called;
};

/* One that may come to a defined function. */
struct call {
    LLVMValueRef at;
    struct function *caller;
    struct sw_values targets;
    struct sw_bitset behind; /* in its function */
};

struct set {
    size_t first, count; /* words */
    const uint64_t *words;
    LLVMValueRef constant;
};

struct sw_coming {
    struct sw_unit *unit;
    struct sw_ir *ir;
    const struct sw_map *sites;
    size_t bits;
    struct function *functions;
    size_t num_functions;
    struct sw_map *function; /* of values: theirs */
    SW_VEC(struct call) calls;
    struct sw_map *call; /* of instructions: the index + 1 */
    SW_VEC(struct set) sets;
};

static bool is_meeting(LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    return request && sw_meets_lanes(request);
}

static size_t site_of(const struct sw_coming *c, LLVMValueRef at) {
    return (uintptr_t)sw_map_get(c->sites, at);
}

static struct sw_bitset empty(const struct sw_coming *c) {
    return sw_bitset_create(c->ir->arena, c->bits);
}

/* ---- The call graph ---------------------------------------------------------------------------------------------- */

static void note_call(struct sw_coming *c, struct function *caller, LLVMValueRef at) {
    struct call call = {.at = at, .caller = caller};
    sw_call_targets(c->ir, at, &call.targets);
    if (!call.targets.count)
        return;
    call.behind = empty(c);
    sw_vec_push(c->ir->arena, &c->calls, call);
    sw_map_put(c->call, at, (void *)(uintptr_t)c->calls.count);
}

static void read_function(struct sw_coming *c, struct function *f) {
    struct sw_values all;
    sw_instructions(c->ir, f->value, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is_meeting(all.at[i]))
            sw_bitset_set(&f->inside, site_of(c, all.at[i]));
        else if (sw_is_call(all.at[i]))
            note_call(c, f, all.at[i]);
}

static void read_functions(struct sw_coming *c) {
    struct sw_values values;
    sw_functions(c->ir, &values);
    c->num_functions = values.count;
    c->functions = sw_arena_alloc(c->ir->arena, (values.count + 1) * sizeof *c->functions);
    for (size_t i = 0; i < values.count; i++) {
        struct function *f = &c->functions[i];
        *f = (struct function){.value = values.at[i], .inside = empty(c), .beyond = empty(c)};
        sw_map_put(c->function, f->value, f);
        read_function(c, f);
    }
}

static struct function *target(const struct sw_coming *c, const struct call *call, size_t number) {
    return sw_map_get(c->function, call->targets.at[number]);
}

static void find_inside(struct sw_coming *c) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = c->calls.count; i-- > 0;)
            for (size_t k = 0; k < c->calls.at[i].targets.count; k++)
                changed |= sw_bitset_union(&c->calls.at[i].caller->inside, &target(c, &c->calls.at[i], k)->inside);
    }
}

/* ---- In a function ----------------------------------------------------------------------------------------------- */

static void add_at(const struct sw_coming *c, LLVMValueRef at, struct sw_bitset *met) {
    size_t call = (uintptr_t)sw_map_get(c->call, at);
    if (is_meeting(at))
        sw_bitset_set(met, site_of(c, at));
    if (LLVMIsAReturnInst(at))
        sw_bitset_set(met, END);
    for (size_t k = 0; call && k < c->calls.at[call - 1].targets.count; k++)
        sw_bitset_union(met, &target(c, &c->calls.at[call - 1], k)->inside);
}

static void add_from(const struct sw_coming *c, LLVMValueRef at, struct sw_bitset *met) {
    for (; at; at = LLVMGetNextInstruction(at))
        add_at(c, at, met);
}

static bool add_successors(const struct function *f, unsigned bb, struct sw_bitset *met) {
    bool changed = false;
    for (unsigned k = 0; k < f->cfg.bbs[bb].succs; k++)
        changed |= sw_bitset_union(met, &f->from[f->cfg.bbs[bb].succ[k]]);
    return changed;
}

static void find_from(struct sw_coming *c, struct function *f) {
    sw_cfg_build(c->ir, f->value, &f->cfg);
    unsigned count = f->cfg.count;
    f->from = sw_arena_alloc(c->ir->arena, (count + 1) * sizeof *f->from);
    for (unsigned b = 0; b < count; b++) {
        f->from[b] = empty(c);
        add_from(c, LLVMGetFirstInstruction(f->cfg.bbs[b].bb), &f->from[b]);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned b = count; b-- > 0;)
            changed |= add_successors(f, b, &f->from[b]);
    }
}

static void add_behind(const struct sw_coming *c, const struct function *f, LLVMValueRef at, struct sw_bitset *met) {
    int bb = sw_cfg_number(&f->cfg, LLVMGetInstructionParent(at));
    if (bb < 0)
        return;
    add_from(c, LLVMGetNextInstruction(at), met);
    add_successors(f, (unsigned)bb, met);
}

/* ---- Behind a function's end ------------------------------------------------------------------------------------- */

static bool add_beyond(const struct sw_coming *c, struct call *call) {
    bool changed = false;
    for (size_t k = 0; k < call->targets.count; k++) {
        struct function *f = target(c, call, k);
        changed |= sw_bitset_union(&f->beyond, &call->behind);
        if (sw_bitset_get(&call->behind, END))
            changed |= sw_bitset_union(&f->beyond, &call->caller->beyond);
    }
    return changed;
}

static void find_behind(const struct sw_coming *c, struct call *call) {
    add_behind(c, call->caller, call->at, &call->behind);
    for (size_t k = 0; k < call->targets.count; k++)
        target(c, call, k)->is_called = true;
}

/* Nobody knows who calls it. */
static bool is_called_from_elsewhere(const struct sw_coming *c, const struct function *f) {
    return !f->is_called && !sw_kernel_of(c->unit, f->value) && sw_address_taken(f->value);
}

static void find_beyond(struct sw_coming *c) {
    for (size_t i = 0; i < c->calls.count; i++)
        find_behind(c, &c->calls.at[i]);
    for (size_t i = 0; i < c->num_functions; i++)
        if (is_called_from_elsewhere(c, &c->functions[i]))
            sw_bitset_fill(&c->functions[i].beyond);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < c->calls.count; i++)
            changed |= add_beyond(c, &c->calls.at[i]);
    }
}

struct sw_coming *sw_find_coming(struct sw_unit *unit, const struct sw_map *sites, unsigned last) {
    struct sw_coming *c = sw_arena_alloc(unit->ir.arena, sizeof *c);
    *c = (struct sw_coming){.unit = unit, .ir = &unit->ir, .sites = sites, .bits = (size_t)last + 1};
    c->function = sw_map_create(c->ir->arena);
    c->call = sw_map_create(c->ir->arena);
    read_functions(c);
    find_inside(c);
    for (size_t i = 0; i < c->num_functions; i++)
        find_from(c, &c->functions[i]);
    find_beyond(c);
    return c;
}

/* ---- Sets as constants ------------------------------------------------------------------------------------------- */

/* The words from the first that is not 0 to the last. */
static struct set trimmed(const struct sw_bitset *bits) {
    size_t first = 0, end = (bits->bits + WORD - 1) / WORD;
    while (first < end && !bits->words[first])
        first++;
    while (first < end && !bits->words[end - 1])
        end--;
    return (struct set){first, end - first, bits->words + first, NULL};
}

static LLVMValueRef constant_of(struct sw_ir *ir, const struct set *set) {
    LLVMTypeRef type = LLVMArrayType2(ir->i64, set->count + 1);
    LLVMValueRef global = LLVMAddGlobal(ir->module, type, "sw.coming");
    LLVMValueRef *words = sw_arena_alloc(ir->arena, (set->count + 1) * sizeof *words);
    words[0] = sw_const(ir->i64, (uint64_t)set->count << 32 | set->first);
    for (size_t i = 0; i < set->count; i++)
        words[i + 1] = sw_const(ir->i64, set->words[i]);
    LLVMSetInitializer(global, LLVMConstArray2(ir->i64, words, set->count + 1));
    LLVMSetLinkage(global, LLVMInternalLinkage);
    LLVMSetGlobalConstant(global, 1);
    return global;
}

static bool is_same(const struct set *a, const struct set *b) {
    return a->first == b->first && a->count == b->count && !memcmp(a->words, b->words, a->count * sizeof *a->words);
}

LLVMValueRef sw_coming_behind(struct sw_coming *c, LLVMValueRef at) {
    const struct function *f = sw_map_get(c->function, LLVMGetBasicBlockParent(LLVMGetInstructionParent(at)));
    struct sw_bitset met = empty(c);
    add_behind(c, f, at, &met);
    if (sw_bitset_get(&met, END))
        sw_bitset_union(&met, &f->beyond);
    met.words[0] &= ~(1ull << END);
    struct set set = trimmed(&met);
    if (!set.count)
        return LLVMConstNull(c->ir->ptr);
    for (size_t i = 0; i < c->sets.count; i++)
        if (is_same(&c->sets.at[i], &set))
            return c->sets.at[i].constant;
    set.constant = constant_of(c->ir, &set);
    sw_vec_push(c->ir->arena, &c->sets, set);
    return set.constant;
}
