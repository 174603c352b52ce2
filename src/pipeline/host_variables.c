/* Which writes a variable of the host's gets, all of them:
 *
 *   float *d;                       written at offset 0: by cudaMalloc, which gets its address
 *   cudaMalloc(&d, bytes);
 *   set(&d, n);                     and whatever set() of this file writes through its parameter
 *   elsewhere(&d);                  its address gets out: anybody may write to it
 *
 * In: the host's unoptimised bitcode, where each variable is an alloca or a global and each use of it a load or store.
 * A variable is what one alloca, internal global or parameter leads to; a place is an offset in it. Known are all
 * writes to it, also those of functions of this file that get its address (`this` among them), unless its address gets
 * anywhere else: then it may hold anything. */
#include "pipeline/host_variables.h"

#include <string.h>

enum { DEPTH = 12 }; /* references to references */

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

static void push_write(struct sw_holding_facts *f, struct sw_host_variable *v, struct sw_host_write write) {
    sw_vec_push(f->ir->arena, &v->writes, write);
}

static void follow(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef address, int64_t offset);

static void follow_carrier(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef store, int64_t offset) {
    LLVMValueRef carrier = LLVMGetOperand(store, 1);
    if (!carried_by(carrier)) {
        v->gets_out = true;
        return;
    }
    for (LLVMUseRef use = LLVMGetFirstUse(carrier); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)))
            follow(f, v, LLVMGetUser(use), offset);
}

static void follow_store(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef store,
                         LLVMValueRef address, int64_t offset) {
    LLVMValueRef value = LLVMGetOperand(store, 0);
    if (value == address)
        follow_carrier(f, v, store, offset);
    else
        push_write(f, v,
                   (struct sw_host_write){
                       .offset = offset, .value = value, .bytes = LLVMStoreSizeOfType(f->layout, LLVMTypeOf(value))});
}

bool sw_is_zero(LLVMValueRef value) {
    return LLVMIsAConstantInt(value) && !LLVMConstIntGetZExtValue(value);
}

static void follow_fill(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef call, LLVMValueRef address,
                        int64_t offset) {
    LLVMValueRef bytes = LLVMGetOperand(call, 2);
    if (LLVMGetOperand(call, 0) != address)
        return; /* copied from */
    if (!LLVMIsAConstantInt(bytes))
        v->gets_out = true;
    else
        push_write(f, v,
                   (struct sw_host_write){.offset = offset,
                                          .bytes = LLVMConstIntGetZExtValue(bytes),
                                          .is_zero = sw_is_fill(call) && sw_is_zero(LLVMGetOperand(call, 1))});
}

static void follow_allocator(struct sw_holding_facts *f, struct sw_host_variable *v,
                             const struct sw_allocator *allocator, int64_t offset) {
    push_write(f, v,
               (struct sw_host_write){.offset = offset, .bytes = SW_POINTER_BYTES, .allocator = allocator->shown});
    if (allocator->bytes > SW_POINTER_BYTES)
        push_write(
            f, v,
            (struct sw_host_write){.offset = offset + SW_POINTER_BYTES, .bytes = allocator->bytes - SW_POINTER_BYTES});
}

/* What a callee's own variables hold is asked there, not here, where they may be another call's. */
static LLVMValueRef as_seen_outside(LLVMValueRef value) {
    return value && (LLVMIsAConstantPointerNull(value) || sw_is_any_call(value)) ? value : NULL;
}

/* What a function of this file writes through its parameter is written to what is passed. */
static void follow_callee(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef callee,
                          unsigned argument, int64_t offset) {
    const struct sw_host_variable *there = sw_host_variable_of(f, LLVMGetParam(callee, argument));
    v->gets_out |= there->gets_out || there->is_open;
    for (size_t i = 0; i < there->writes.count && !v->gets_out; i++) {
        struct sw_host_write write = there->writes.at[i];
        write.offset += offset;
        write.value = as_seen_outside(write.value);
        push_write(f, v, write);
    }
}

static bool is_passed_by_value(LLVMValueRef call, unsigned argument) {
    return LLVMGetCallSiteEnumAttribute(call, argument + 1, LLVMGetEnumAttributeKindForName("byval", strlen("byval")));
}

static void follow_argument(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef call,
                            unsigned argument, int64_t offset) {
    const struct sw_allocator *allocator = sw_allocator_of(call);
    LLVMValueRef callee = sw_certain_callee(call);
    if (is_passed_by_value(call, argument) || sw_only_reads(call, argument))
        return;
    if (allocator && argument == 0)
        follow_allocator(f, v, allocator, offset);
    else if (allocator && argument == 1) /* the pitch */
        push_write(f, v, (struct sw_host_write){.offset = offset, .bytes = SW_POINTER_BYTES});
    else if (callee)
        follow_callee(f, v, callee, argument, offset);
    else
        v->gets_out = true;
}

static void follow_call(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef call, LLVMValueRef address,
                        int64_t offset) {
    v->gets_out |= LLVMGetCalledValue(call) == address;
    for (unsigned i = 0; i < LLVMGetNumArgOperands(call); i++)
        if (LLVMGetOperand(call, i) == address)
            follow_argument(f, v, call, i, offset);
}

static void note_load(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef load, int64_t offset) {
    struct sw_host_place *place = sw_arena_alloc(f->ir->arena, sizeof *place);
    *place = (struct sw_host_place){v, offset};
    sw_map_put(f->places, load, place);
}

static void follow_step(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef step, LLVMValueRef address,
                        int64_t offset) {
    int64_t further;
    if (sw_has_constant_offset(f->layout, step, address, &further))
        follow(f, v, step, offset + further);
    else
        v->gets_out = true;
}

static void follow_user(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef user, LLVMValueRef address,
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

static void follow(struct sw_holding_facts *f, struct sw_host_variable *v, LLVMValueRef address, int64_t offset) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use && !v->gets_out; use = LLVMGetNextUse(use))
        follow_user(f, v, LLVMGetUser(use), address, offset);
}

struct sw_host_variable *sw_host_variable_of(struct sw_holding_facts *f, LLVMValueRef base) {
    struct sw_host_variable *v = sw_map_get(f->variables, base);
    if (v)
        return v;
    v = sw_arena_alloc(f->ir->arena, sizeof *v);
    *v = (struct sw_host_variable){.base = base, .is_open = true};
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

const struct sw_host_place *sw_host_place_of(struct sw_holding_facts *f, LLVMValueRef load) {
    LLVMValueRef base = base_of(LLVMGetOperand(load, 0));
    if (!base || sw_host_variable_of(f, base)->gets_out)
        return NULL;
    return sw_map_get(f->places, load);
}

struct sw_holding_facts *sw_holding_facts(struct sw_ir *ir) {
    struct sw_holding_facts *f = sw_arena_alloc(ir->arena, sizeof *f);
    *f = (struct sw_holding_facts){ir, LLVMGetModuleDataLayout(ir->module), sw_map_create(ir->arena),
                                   sw_map_create(ir->arena)};
    return f;
}
