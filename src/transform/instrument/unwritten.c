/* Unwritten: local variables get a shadow that says which of their bytes are written, and reads of what is not a hook.
 *
 *      %x = alloca i32                       %x = alloca i32; %x.written = alloca i32; store i32 0, %x.written
 *      store i32 %v, %x                =>    store i32 %v, %x; store i32 0x01010101, %x.written
 *      %r = load i32, %x                     call sw.hook(.. load %x.written ..); %r = load i32, %x
 *
 * A shadow has a byte for each byte of its variable and the same accesses, so that mem2reg and SROA dissolve it
 * wherever they dissolve the variable: of what is surely written a hook with a constant is left, and goes. It is
 * nothing where a variable begins, which is at llvm.lifetime.start: in each turn of a loop that it belongs to.
 *
 * A read is one that does something with the value. What only copies takes the shadow along: copies of memory, loads
 * whose values are stored to a local variable (as arguments are that have been inlined), structures returned by value.
 * Bit fields are loaded and stored back to change some bits, and threads give shuffles what only the leader has set. A
 * piece of a structure that is no member of it, such as a structure as one integer, may have gaps.
 *
 * Variables whose address gets out (to functions, to memory, to a choice of pointers) are left alone.
 *
 * This file has the variables and the writes; what is read is in shadow_reads.c. */
#include "transform/instrument/shadows.h"

#include "softwarp/assumptions.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { MOST_BYTES = 16384 };

/* ---- Which variables */

/* Of an address another in the same variable. */
static bool makes_address(LLVMValueRef user) {
    return LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user) || LLVMIsAAddrSpaceCastInst(user);
}

/* What an address may be used for. */
static bool is_harmless(LLVMValueRef user, LLVMValueRef address) {
    if (makes_address(user) || LLVMIsALoadInst(user) || LLVMIsAICmpInst(user))
        return true;
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) != address;
    return sw_is_copy(user) || sw_starts_with(sw_callee_name(user), "llvm.lifetime.");
}

static bool stays(LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!is_harmless(user, address) || (makes_address(user) && !stays(user)))
            return false;
    }
    return true;
}

static void begin(struct sw_shadows *s, LLVMValueRef shadow, uint64_t bytes) {
    LLVMTypeRef type = sw_piece_type(s, bytes);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        LLVMBuildStore(s->ir->builder, LLVMConstNull(type), shadow);
    else
        sw_fill_shadow(s, shadow, 0, sw_const(s->ir->i64, bytes));
}

/* The same address in the shadow, behind the one in the variable. */
static void mirror(struct sw_shadows *s, LLVMValueRef address, LLVMValueRef shadow) {
    sw_map_put(s->shadows, address, shadow);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (sw_shadow_of(s, user) || LLVMIsAICmpInst(user))
            continue;
        if (makes_address(user)) {
            LLVMValueRef clone = LLVMInstructionClone(user);
            LLVMSetOperand(clone, 0, shadow);
            sw_before(s->ir, LLVMGetNextInstruction(user));
            LLVMInsertIntoBuilder(s->ir->builder, clone);
            mirror(s, user, clone);
        } else {
            sw_vec_push(s->ir->arena, &s->accesses, user);
        }
    }
}

static void add(struct sw_shadows *s, LLVMValueRef alloca) {
    struct sw_ir *ir = s->ir;
    uint64_t bytes = sw_local_bytes(s->layout, alloca);
    if (bytes > MOST_BYTES || !SW_PROVED(shadow_sees_all, stays(alloca)))
        return;
    sw_before(ir, LLVMGetNextInstruction(alloca));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef shadow = LLVMBuildAlloca(ir->builder, sw_piece_type(s, bytes), "");
    LLVMSetValueName2(shadow, "written", strlen("written"));
    LLVMSetAlignment(shadow, LLVMGetAlignment(alloca));
    sw_mark_shadow(s->unit, shadow);
    sw_at_entry(ir, LLVMGetBasicBlockParent(LLVMGetInstructionParent(alloca)));
    begin(s, shadow, bytes);
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
        if (sw_starts_with(sw_callee_name(LLVMGetUser(use)), "llvm.lifetime.start")) {
            sw_before(ir, LLVMGetNextInstruction(LLVMGetUser(use)));
            begin(s, shadow, bytes);
        }
    mirror(s, alloca, shadow);
}

/* ---- Writes */

/* A write's hook, which may stop the kernel, comes first. */
static void go_behind(struct sw_shadows *s, LLVMValueRef at) {
    sw_before(s->ir, LLVMGetNextInstruction(at));
    LLVMSetCurrentDebugLocation2(s->ir->builder, LLVMInstructionGetDebugLoc(at));
}

/* What has another form than what was loaded is all written or not at all. */
static bool value_to_store(struct sw_shadows *s, LLVMValueRef value, LLVMValueRef flag, struct sw_shadow_value *v) {
    const struct sw_shadow_value *loaded = sw_shadow_value_of(s, value);
    if (loaded)
        *v = *loaded;
    if (!flag)
        return loaded;
    *v = (struct sw_shadow_value){.bytes = sw_stored_bytes(s, LLVMTypeOf(value))};
    for (uint64_t at = 0; at < v->bytes; at += sw_piece_size(v->bytes - at)) {
        LLVMTypeRef type = sw_piece_type(s, sw_piece_size(v->bytes - at));
        v->piece[v->count++] = LLVMBuildSelect(s->ir->builder, flag, sw_const(type, SW_WRITTEN), LLVMConstNull(type),
                                               "");
    }
    return true;
}

static void see_store(struct sw_shadows *s, LLVMValueRef store) {
    struct sw_shadow_value v;
    LLVMValueRef value = LLVMGetOperand(store, 0),
                 flag = sw_shadow_value_of(s, value) ? NULL : sw_written_flag(s, value);
    sw_before(s->ir, store);
    bool is_copy = value_to_store(s, value, flag, &v);
    go_behind(s, store);
    sw_store_shadow(s, sw_shadow_of(s, LLVMGetOperand(store, 1)), sw_stored_bytes(s, LLVMTypeOf(value)),
                    is_copy ? &v : NULL);
}

static void see_copy(struct sw_shadows *s, LLVMValueRef copy) {
    LLVMValueRef to = sw_shadow_of(s, LLVMGetOperand(copy, 0)), bytes = LLVMGetOperand(copy, 2);
    LLVMValueRef from = sw_is_fill(copy) ? NULL : sw_shadow_of(s, LLVMGetOperand(copy, 1));
    if (!to)
        return;
    go_behind(s, copy);
    if (!from)
        sw_fill_shadow(s, to, 1, bytes);
    else if (sw_is_move(copy))
        LLVMBuildMemMove(s->ir->builder, to, 1, from, 1, bytes);
    else
        LLVMBuildMemCpy(s->ir->builder, to, 1, from, 1, bytes);
}

static void shadow_function(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_ir *ir = &unit->ir;
    struct sw_shadows s = {.unit = unit,
                           .ir = ir,
                           .layout = LLVMGetModuleDataLayout(ir->module),
                           .shadows = sw_map_create(ir->arena),
                           .copied = sw_map_create(ir->arena),
                           .flags = sw_map_create(ir->arena),
                           .followed = sw_map_create(ir->arena),
                           .names = sw_map_create(ir->arena)};
    struct sw_values doubtful;
    sw_doubtful_variables(unit, function, false, &doubtful);
    for (size_t i = 0; i < doubtful.count; i++)
        add(&s, doubtful.at[i]);
    for (size_t i = 0; i < s.accesses.count; i++)
        if (LLVMIsALoadInst(s.accesses.at[i]))
            sw_see_shadowed_load(&s, s.accesses.at[i]);
    for (size_t i = 0; i < s.accesses.count; i++) {
        LLVMValueRef at = s.accesses.at[i];
        if (LLVMIsAStoreInst(at))
            see_store(&s, at);
        else if (sw_is_copy(at) && !sw_map_has(s.copied, at))
            sw_map_put(s.copied, at, at), see_copy(&s, at);
    }
}

void sw_shadow_locals(struct sw_unit *unit) {
    struct sw_values functions;
    sw_release_doubtful(unit);
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        shadow_function(unit, functions.at[i]);
}

static void drop(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    struct sw_hook hook;
    (void)ir, (void)unused;
    if (!sw_hook_of(at, &hook) || hook.function != SW_HOOK_UNWRITTEN)
        return;
    uint64_t all = SW_WRITTEN >> (64 - 8 * hook.size);
    bool is_known = LLVMIsAConstantInt(hook.bytes);
    if (SW_PROVED(written_for_certain, is_known && LLVMConstIntGetZExtValue(hook.bytes) == all))
        LLVMInstructionEraseFromParent(at);
}

void sw_drop_written(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, drop, NULL);
}
