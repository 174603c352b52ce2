/* Which variables of the host's hold pointers to device memory and nothing else:
 *
 *   float *d;                       held: what cudaMalloc gave
 *   cudaMalloc(&d, bytes);
 *   float *p = d + n, *q = h;       p holds that, too; q anything
 *   if (c) q = d;
 *
 * In: the writes that each variable gets (host_variables.c). A place may hold anything if one write is not known to be of
 * device memory.
 *
 * Rules: the order of things is not looked at, so one other write anywhere is enough; who is in doubt says "anything".
 * Answers that would need themselves are "anything", but for a place that is written with a value of its own (p++). */
#include "pipeline/device_memory.h"

#include "pipeline/host_variables.h"

enum { DEPTH = 12 }; /* values that are given by values */

struct answer {
    const struct sw_host_variable *variable;
    int64_t offset;
    bool is_open;
    struct sw_held held;
};

struct sw_holding {
    struct sw_holding_facts *facts;
    LLVMValueRef argument;
    struct sw_map *answers;  /* variable -> struct answers */
    struct sw_map *returned; /* function -> struct sw_held */
    unsigned depth;
};
struct answers {
    SW_VEC(struct answer *) list;
};

static const struct sw_held other = {SW_HELD_OTHER, NULL}, nothing = {SW_HELD_NOTHING, NULL};

/* One or the other. */
static struct sw_held either(struct sw_held a, struct sw_held b) {
    if (a.kind == SW_HELD_OTHER || b.kind == SW_HELD_OTHER)
        return other;
    return a.kind == SW_HELD_DEVICE ? a : b;
}

/* Nobody but this module sees it, and it begins as null, as far as it is looked at. */
static bool begins_known(LLVMValueRef base) {
    if (LLVMIsAAllocaInst(base))
        return true;
    LLVMLinkage linkage = LLVMIsAGlobalVariable(base) ? LLVMGetLinkage(base) : LLVMExternalLinkage;
    bool is_own = linkage == LLVMInternalLinkage || linkage == LLVMPrivateLinkage;
    return is_own && LLVMGetInitializer(base) && LLVMIsNull(LLVMGetInitializer(base));
}

static bool overlaps(const struct sw_host_write *w, int64_t offset) {
    return w->offset < offset + SW_POINTER_BYTES && offset < w->offset + (int64_t)w->bytes;
}

static bool is_own_value(struct sw_holding *h, LLVMValueRef value, const struct answer *a) {
    LLVMValueRef load = sw_strip_pointer(value);
    const struct sw_host_place *place = LLVMIsALoadInst(load) ? sw_host_place_of(h->facts, load) : NULL;
    return place && place->variable == a->variable && place->offset == a->offset;
}

static struct sw_held written_by(struct sw_holding *h, const struct sw_host_write *w, const struct answer *a) {
    if (w->is_zero)
        return nothing;
    if (w->offset != a->offset || w->bytes != SW_POINTER_BYTES)
        return other;
    if (w->allocator)
        return (struct sw_held){SW_HELD_DEVICE, w->allocator};
    if (!w->value)
        return other;
    return is_own_value(h, w->value, a) ? nothing : sw_held_by(h, w->value);
}

static struct answer *answer_for(struct sw_holding *h, const struct sw_host_variable *v, int64_t offset) {
    struct sw_arena *arena = h->facts->ir->arena;
    struct answers *all = sw_map_get(h->answers, v);
    if (!all)
        sw_map_put(h->answers, v, all = sw_arena_alloc(arena, sizeof *all));
    for (size_t i = 0; i < all->list.count; i++)
        if (all->list.at[i]->offset == offset)
            return all->list.at[i];
    struct answer *a = sw_arena_alloc(arena, sizeof *a);
    *a = (struct answer){.variable = v, .offset = offset};
    sw_vec_push(arena, &all->list, a);
    return a;
}

static struct sw_held held_at(struct sw_holding *h, const struct sw_host_place *place) {
    const struct sw_host_variable *v = place->variable;
    bool is_known = !v->gets_out && begins_known(v->base);
    if (!is_known)
        return other;
    struct answer *a = answer_for(h, v, place->offset);
    if (a->is_open || a->held.kind != SW_HELD_OTHER)
        return a->held;
    a->is_open = true; /* for good: what has been answered is not asked again */
    struct sw_held held = nothing;
    for (size_t i = 0; i < v->writes.count && held.kind != SW_HELD_OTHER; i++)
        if (overlaps(&v->writes.at[i], place->offset))
            held = either(held, written_by(h, &v->writes.at[i], a));
    return a->held = held;
}

/* What all returns of a function give. */
static struct sw_held returned_by(struct sw_holding *h, LLVMValueRef function) {
    struct sw_held *known = sw_map_get(h->returned, function), held = nothing;
    if (known)
        return *known;
    if (h->argument && LLVMGetParamParent(h->argument) == function)
        return other;                                           /* another call of it, with another argument */
    known = sw_arena_alloc(h->facts->ir->arena, sizeof *known); /* anything, as long as it is being asked */
    sw_map_put(h->returned, function, known);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb)) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(bb);
        if (LLVMIsAReturnInst(end) && LLVMGetNumOperands(end) == 1)
            held = either(held, sw_held_by(h, LLVMGetOperand(end, 0)));
    }
    return *known = held;
}

static struct sw_held held_by(struct sw_holding *h, LLVMValueRef value) {
    LLVMValueRef callee = sw_certain_callee(value);
    if (value == h->argument)
        return (struct sw_held){SW_HELD_DEVICE, NULL};
    if (LLVMIsAConstantPointerNull(value) || sw_is_zero(value))
        return nothing;
    if (callee)
        return returned_by(h, callee);
    const struct sw_host_place *place = LLVMIsALoadInst(value) ? sw_host_place_of(h->facts, value) : NULL;
    return place ? held_at(h, place) : other;
}

/* Casts between pointers and integers are what the driver API's CUdeviceptr needs. */
static LLVMValueRef strip(LLVMValueRef value) {
    value = sw_strip_pointer(value);
    while (LLVMIsAIntToPtrInst(value) || LLVMIsAPtrToIntInst(value))
        value = sw_strip_pointer(LLVMGetOperand(value, 0));
    return value;
}

struct sw_held sw_held_by(struct sw_holding *h, LLVMValueRef value) {
    if (h->depth >= DEPTH)
        return other;
    h->depth++;
    struct sw_held held = held_by(h, strip(value));
    h->depth--;
    return held;
}

struct sw_holding *sw_holding_if(struct sw_holding_facts *facts, LLVMValueRef argument) {
    struct sw_arena *arena = facts->ir->arena;
    struct sw_holding *h = sw_arena_alloc(arena, sizeof *h);
    *h = (struct sw_holding){
        .facts = facts, .argument = argument, .answers = sw_map_create(arena), .returned = sw_map_create(arena)};
    return h;
}
