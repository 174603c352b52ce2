/* Which variables of the host's hold pointers to device memory and nothing else:
 *
 *   float *d;                       held: what cudaMalloc gave
 *   cudaMalloc(&d, bytes);
 *   float *p = d + n, *q = h;       p holds that, too; q anything
 *   if (c) q = d;
 *
 * In: the host's unoptimised bitcode, where each variable is an alloca or a global and each use of it a load or store.
 * A variable is what one alloca, internal global or parameter leads to; a place is an offset in it. Known are all
 * writes to it, also those of functions of this file that get its address (`this` among them), unless its address gets
 * anywhere else: then it may hold anything. So may a place if one write is not known to be of device memory.
 *
 * Rules: the order of things is not looked at, so one other write anywhere is enough; who is in doubt says "anything".
 * Answers that would need themselves are "anything", but for a place that is written with a value of its own (p++). */
#include "pipeline/device_memory.h"

#include <string.h>

enum { POINTER_BYTES = 8, DEPTH = 12 };

/* value: null, when `allocator` gave what is written, and when nothing is known of it. */
struct write {
    int64_t offset;
    uint64_t bytes;
    LLVMValueRef value;
    const char *allocator;
    bool is_zero;
};

struct variable {
    LLVMValueRef base;
    bool is_open;  /* being looked at */
    bool gets_out; /* anybody may write to it */
    SW_VEC(struct write) writes;
};

/* Where a load reads: filled when its variable has been looked at. */
struct place {
    struct variable *variable;
    int64_t offset;
};

struct sw_holding_facts {
    struct sw_ir *ir;
    LLVMTargetDataRef layout;
    struct sw_map *variables; /* base -> struct variable */
    struct sw_map *places;    /* load -> struct place */
};

struct answer {
    const struct variable *variable;
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

/* ---- Functions */

/* Functions of CUDA's that write a pointer to device memory, and `bytes` in all, to where their first argument leads.
 * Memory from a pool may be the host's (cudaMemLocationTypeHost), so cudaMallocFromPoolAsync is none. */
static const struct allocator {
    const char *name, *shown;
    unsigned bytes;
} allocators[] = {{"cudaMalloc", "cudaMalloc", 8},
                  {"cudaMallocAsync", "cudaMallocAsync", 8},
                  {"cudaMallocAsync_ptsz", "cudaMallocAsync", 8},
                  {"cudaMallocPitch", "cudaMallocPitch", 8},
                  {"cudaMalloc3D", "cudaMalloc3D", 32},
                  {"cuMemAlloc_v2", "cuMemAlloc", 8},
                  {"cuMemAllocPitch_v2", "cuMemAllocPitch", 8},
                  {"cuMemAllocAsync", "cuMemAllocAsync", 8},
                  {"cuMemAllocAsync_ptsz", "cuMemAllocAsync", 8}};

/* Functions that only read through an argument: &pointer is no secret to them. */
static const struct {
    const char *name;
    unsigned argument;
} readers[] = {{"cudaMemcpy", 1},
               {"cudaMemcpyAsync", 1},
               {"cudaMemcpyAsync_ptsz", 1},
               {"cudaMemcpyToSymbol", 1},
               {"cudaMemcpyToSymbolAsync", 1},
               {"memcmp", 0},
               {"memcmp", 1}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

bool sw_allocates_device_memory(struct sw_ir *ir) {
    for (size_t i = 0; i < COUNT(allocators); i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, allocators[i].name);
        if (function && !sw_is_defined(function) && LLVMGetFirstUse(function))
            return true;
    }
    return false;
}

bool sw_is_any_call(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
}

static LLVMValueRef callee_of(LLVMValueRef call) {
    return sw_is_any_call(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
}

static bool may_be_replaced(LLVMValueRef function) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage;
}

LLVMValueRef sw_certain_callee(LLVMValueRef call) {
    LLVMValueRef function = callee_of(call);
    bool is_known = function && sw_is_defined(function) && !may_be_replaced(function);
    return is_known && LLVMCountParams(function) == LLVMGetNumArgOperands(call) ? function : NULL;
}

const char *sw_any_callee_name(LLVMValueRef call) {
    LLVMValueRef function = callee_of(call);
    return function && !sw_is_defined(function) ? sw_name(function) : "";
}

static const struct allocator *allocator_of(LLVMValueRef call) {
    const char *name = sw_any_callee_name(call);
    for (size_t i = 0; i < COUNT(allocators); i++)
        if (sw_equal(allocators[i].name, name))
            return &allocators[i];
    return NULL;
}

static bool only_reads(LLVMValueRef call, unsigned argument) {
    const char *name = sw_any_callee_name(call);
    for (size_t i = 0; i < COUNT(readers); i++)
        if (sw_equal(readers[i].name, name) && readers[i].argument == argument)
            return true;
    return false;
}

/* ---- Which writes a variable gets */

static struct variable *variable_of(struct sw_holding_facts *f, LLVMValueRef base);

static bool is_lifetime(LLVMValueRef user) {
    return sw_starts_with(sw_callee_name(user), "llvm.lifetime.");
}

/* The value that an alloca holds from its only store on; null: it is not like that. References and `this` are. */
static LLVMValueRef carried_by(LLVMValueRef alloca) {
    LLVMValueRef value = NULL;
    if (!LLVMIsAAllocaInst(alloca))
        return NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || is_lifetime(user))
            continue;
        if (value || !LLVMIsAStoreInst(user) || LLVMGetOperand(user, 1) != alloca)
            return NULL;
        value = LLVMGetOperand(user, 0);
    }
    return value;
}

static void push_write(struct sw_holding_facts *f, struct variable *v, struct write write) {
    sw_vec_push(f->ir->arena, &v->writes, write);
}

static void follow(struct sw_holding_facts *f, struct variable *v, LLVMValueRef address, int64_t offset);

static void follow_carrier(struct sw_holding_facts *f, struct variable *v, LLVMValueRef store, int64_t offset) {
    LLVMValueRef carrier = LLVMGetOperand(store, 1);
    if (!carried_by(carrier)) {
        v->gets_out = true;
        return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(carrier); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)))
            follow(f, v, LLVMGetUser(use), offset);
}

static void follow_store(struct sw_holding_facts *f, struct variable *v, LLVMValueRef store, LLVMValueRef address,
                         int64_t offset) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (value == address)
        follow_carrier(f, v, store, offset);
    else
        push_write(f, v,
                   (struct write){
                       .offset = offset, .value = value, .bytes = LLVMStoreSizeOfType(f->layout, LLVMTypeOf(value))});
}

static bool is_zero(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

static void follow_fill(struct sw_holding_facts *f, struct variable *v, LLVMValueRef call, LLVMValueRef address,
                        int64_t offset) {
    LLVMValueRef bytes = LLVMGetOperand(call, 2);
    if (LLVMGetOperand(call, 0) != address)
        return; /* copied from */
    if (!LLVMIsAConstantInt(bytes))
        v->gets_out = true;
    else
        push_write(f, v,
                   (struct write){.offset = offset,
                                  .bytes = LLVMConstIntGetZExtValue(bytes),
                                  .is_zero = sw_is_fill(call) && is_zero(LLVMGetOperand(call, 1))});
}

static void follow_allocator(struct sw_holding_facts *f, struct variable *v, const struct allocator *allocator,
                             int64_t offset) {
    push_write(f, v, (struct write){.offset = offset, .bytes = POINTER_BYTES, .allocator = allocator->shown});
    if (allocator->bytes > POINTER_BYTES)
        push_write(f, v, (struct write){.offset = offset + POINTER_BYTES, .bytes = allocator->bytes - POINTER_BYTES});
}

/* What a callee's own variables hold is asked there, not here, where they may be another call's. */
static LLVMValueRef as_seen_outside(LLVMValueRef value) {
    return value && (LLVMIsAConstantPointerNull(value) || sw_is_any_call(value)) ? value : NULL;
}

/* What a function of this file writes through its parameter is written to what is passed. */
static void follow_callee(struct sw_holding_facts *f, struct variable *v, LLVMValueRef callee, unsigned argument,
                          int64_t offset) {
    const struct variable *there = variable_of(f, LLVMGetParam(callee, argument));
    v->gets_out |= there->gets_out || there->is_open;
    for (size_t i = 0; i < there->writes.count && !v->gets_out; i++) {
        struct write write = there->writes.at[i];
        write.offset += offset;
        write.value = as_seen_outside(write.value);
        push_write(f, v, write);
    }
}

static bool is_passed_by_value(LLVMValueRef call, unsigned argument) {
    return LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
}

static void follow_argument(struct sw_holding_facts *f, struct variable *v, LLVMValueRef call, unsigned argument,
                            int64_t offset) {
    const struct allocator *allocator = allocator_of(call);
    LLVMValueRef callee = sw_certain_callee(call);
    if (is_passed_by_value(call, argument) || only_reads(call, argument))
        return;
    if (allocator && argument == 0)
        follow_allocator(f, v, allocator, offset);
    else if (allocator && argument == 1) /* the pitch */
        push_write(f, v, (struct write){.offset = offset, .bytes = POINTER_BYTES});
    else if (callee)
        follow_callee(f, v, callee, argument, offset);
    else
        v->gets_out = true;
}

static void follow_call(struct sw_holding_facts *f, struct variable *v, LLVMValueRef call, LLVMValueRef address,
                        int64_t offset) {
    v->gets_out |= LLVMGetCalledValue(call) == address;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == address)
            follow_argument(f, v, call, i, offset);
}

static void note_load(struct sw_holding_facts *f, struct variable *v, LLVMValueRef load, int64_t offset) {
    struct place *place = sw_arena_alloc(f->ir->arena, sizeof *place);
    *place = (struct place){v, offset};
    sw_map_put(f->places, load, place);
}

static void follow_step(struct sw_holding_facts *f, struct variable *v, LLVMValueRef step, LLVMValueRef address,
                        int64_t offset) {
    int64_t further;
    if (sw_has_constant_offset(f->layout, step, address, &further))
        follow(f, v, step, offset + further);
    else
        v->gets_out = true;
}

static void follow_user(struct sw_holding_facts *f, struct variable *v, LLVMValueRef user, LLVMValueRef address,
                        int64_t offset) {
    if (sw_pointer_before(user) == address)
        follow_step(f, v, user, address, offset);
    else if (LLVMIsALoadInst(user))
        note_load(f, v, user, offset);
    else if (LLVMIsAStoreInst(user))
        follow_store(f, v, user, address, offset);
    else if (sw_is_copy(user))
        follow_fill(f, v, user, address, offset);
    else if (sw_is_any_call(user) && !is_lifetime(user))
        follow_call(f, v, user, address, offset);
    else if (!LLVMIsAICmpInst(user) && !is_lifetime(user))
        v->gets_out = true;
}

static void follow(struct sw_holding_facts *f, struct variable *v, LLVMValueRef address, int64_t offset) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !v->gets_out; use = LLVMGetNextUse(use))
        follow_user(f, v, LLVMGetUser(use), address, offset);
}

static struct variable *variable_of(struct sw_holding_facts *f, LLVMValueRef base) {
    struct variable *v = sw_map_get(f->variables, base);
    if (v)
        return v;
    v = sw_arena_alloc(f->ir->arena, sizeof *v);
    *v = (struct variable){.base = base, .is_open = true};
    sw_map_put(f->variables, base, v);
    follow(f, v, base, 0);
    v->is_open = false;
    return v;
}

/* The alloca, global or parameter that a pointer leads to, through references and `this`; null: not to be told. */
static LLVMValueRef base_of(LLVMValueRef pointer) {
    for (unsigned i = 0; pointer && i < DEPTH; i++) {
        pointer = sw_strip_pointer(pointer);
        if (LLVMIsAAllocaInst(pointer) || LLVMIsAGlobalVariable(pointer) || LLVMIsAArgument(pointer))
            return pointer;
        pointer = LLVMIsALoadInst(pointer) ? carried_by(LLVMGetOperand(pointer, 0)) : NULL;
    }
    return NULL;
}

static const struct place *place_of(struct sw_holding_facts *f, LLVMValueRef load) {
    LLVMValueRef base = base_of(LLVMGetOperand(load, 0));
    if (!base || variable_of(f, base)->gets_out)
        return NULL;
    return sw_map_get(f->places, load);
}

/* ---- What is held */

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

static bool overlaps(const struct write *w, int64_t offset) {
    return w->offset < offset + POINTER_BYTES && offset < w->offset + (int64_t)w->bytes;
}

static bool is_own_value(struct sw_holding *h, LLVMValueRef value, const struct answer *a) {
    LLVMValueRef load = sw_strip_pointer(value);
    const struct place *place = LLVMIsALoadInst(load) ? place_of(h->facts, load) : NULL;
    return place && place->variable == a->variable && place->offset == a->offset;
}

static struct sw_held written_by(struct sw_holding *h, const struct write *w, const struct answer *a) {
    if (w->is_zero)
        return nothing;
    if (w->offset != a->offset || w->bytes != POINTER_BYTES)
        return other;
    if (w->allocator)
        return (struct sw_held){SW_HELD_DEVICE, w->allocator};
    if (!w->value)
        return other;
    return is_own_value(h, w->value, a) ? nothing : sw_held_by(h, w->value);
}

static struct answer *answer_for(struct sw_holding *h, const struct variable *v, int64_t offset) {
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

static struct sw_held held_at(struct sw_holding *h, const struct place *place) {
    const struct variable *v = place->variable;
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
    if (LLVMIsAConstantPointerNull(value) || is_zero(value))
        return nothing;
    if (callee)
        return returned_by(h, callee);
    const struct place *place = LLVMIsALoadInst(value) ? place_of(h->facts, value) : NULL;
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

struct sw_holding_facts *sw_holding_facts(struct sw_ir *ir) {
    struct sw_holding_facts *f = sw_arena_alloc(ir->arena, sizeof *f);
    *f = (struct sw_holding_facts){ir, LLVMGetModuleDataLayout(ir->module), sw_map_create(ir->arena),
                                   sw_map_create(ir->arena)};
    return f;
}

struct sw_holding *sw_holding_if(struct sw_holding_facts *facts, LLVMValueRef argument) {
    struct sw_arena *arena = facts->ir->arena;
    struct sw_holding *h = sw_arena_alloc(arena, sizeof *h);
    *h = (struct sw_holding){
        .facts = facts, .argument = argument, .answers = sw_map_create(arena), .returned = sw_map_create(arena)};
    return h;
}
