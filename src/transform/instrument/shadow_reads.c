/* Reads of local variables: hooks at what does something with a value that may not be written. */
#include "transform/instrument/shadows.h"

#include "softwarp/assumptions.h"

#include <string.h>

/* An instruction that does something with a value. */
struct read {
    LLVMValueRef user, value;
};
struct reads {
    struct read *at;
    size_t count, capacity;
};

/* What an instruction does with a value. */
enum use { NO_USE, PASSES, READS };

static enum use use_in_call(LLVMValueRef call) {
    LLVMValueRef function = sw_called_function(call);
    return function && !sw_is_defined(function) && !strstr(sw_name(function), "shfl") ? READS : NO_USE;
}

static enum use use_in(LLVMValueRef user, LLVMValueRef value) {
    if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == value)
        return LLVMIsAAllocaInst(sw_strip_pointer(LLVMGetOperand(user, 1))) ? NO_USE : READS;
    if (LLVMIsAReturnInst(user))
        return NO_USE;
    if (sw_is_call(user))
        return use_in_call(user);
    return sw_is_form(user) || LLVMIsAPHINode(user) ? PASSES : READS;
}

/* The bits of a field that are to stay, on their way back: and, or, store. */
static bool goes_back(LLVMValueRef value, LLVMValueRef load, unsigned depth) {
    LLVMUseRef use = LLVMGetFirstUse(value);
    if (!use || LLVMGetNextUse(use) || depth > 2)
        return false;
    LLVMValueRef user = LLVMGetUser(use);
    if (LLVMIsAStoreInst(user))
        return LLVMGetOperand(user, 0) == value && LLVMGetOperand(user, 1) == LLVMGetOperand(load, 0);
    LLVMOpcode op = LLVMGetInstructionOpcode(user);
    return (op == LLVMAnd ? LLVMIsAConstantInt(LLVMGetOperand(user, 1)) != NULL : op == LLVMOr) &&
           goes_back(user, load, depth + 1);
}

/* Where something is done with a value: each once. */
static void find_reads(struct sw_shadows *s, LLVMValueRef value, struct reads *into) {
    if (sw_map_has(s->followed, value))
        return;
    sw_map_put(s->followed, value, value);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        enum use what = use_in(user, value);
        if (what == PASSES)
            find_reads(s, user, into);
        else if (what == READS)
            sw_vec_push(s->ir->arena, into, ((struct read){user, value}));
    }
}

/* The type that an address was computed for. */
static LLVMTypeRef type_at(LLVMValueRef address) {
    if (LLVMIsAAllocaInst(address))
        return LLVMGetAllocatedType(address);
    if (!LLVMIsAGetElementPtrInst(address))
        return NULL;
    LLVMTypeRef type = LLVMGetGEPSourceElementType(address);
    for (unsigned i = 2; i < (unsigned)LLVMGetNumOperands(address); i++) {
        LLVMValueRef index = LLVMGetOperand(address, i);
        type = LLVMGetTypeKind(type) == LLVMStructTypeKind
                   ? LLVMStructGetTypeAtIndex(type, (unsigned)LLVMConstIntGetZExtValue(index))
                   : LLVMGetElementType(type);
    }
    return type;
}

/* Whether a scalar of that size, and nothing larger, lies there: not a structure, with gaps, seen as one number. */
static bool is_scalar(struct sw_shadows *s, LLVMValueRef address, uint64_t bytes) {
    LLVMTypeRef type = type_at(address);
    while (type && (LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind)) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        if (is_struct ? !LLVMCountStructElementTypes(type) : !LLVMGetArrayLength2(type))
            return false;
        type = is_struct ? LLVMStructGetTypeAtIndex(type, 0) : LLVMGetElementType(type);
    }
    return type && sw_stored_bytes(s, type) == bytes;
}

/* Some bits of what is loaded: bit fields, among which others may never be written. */
static bool takes_bits(LLVMValueRef load) {
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool masks = LLVMGetInstructionOpcode(user) == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(user, 1));
        if (!masks && (!sw_is_form(user) || LLVMIsACastInst(user)))
            return false;
    }
    return true;
}

/* A load whose value is tested: a scalar. */
static bool is_tested(struct sw_shadows *s, LLVMValueRef load) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
    uint64_t bytes = sw_stored_bytes(s, LLVMTypeOf(load));
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind && bytes <= SW_PIECE &&
           !(bytes & (bytes - 1));
}

/* Of what is loaded as one it is enough that some of it is written. */
static bool may_have_gaps(struct sw_shadows *s, LLVMValueRef load) {
    if (!LLVMIsALoadInst(load) || !is_tested(s, load))
        return false;
    bool is_whole = is_scalar(s, LLVMGetOperand(load, 0), sw_stored_bytes(s, LLVMTypeOf(load)));
    return SW_PROVED(value_has_gaps, takes_bits(load) || !is_whole);
}

static LLVMValueRef flag_of_phi(struct sw_shadows *s, LLVMValueRef phi) {
    struct sw_ir *ir = s->ir;
    sw_before(ir, phi);
    LLVMValueRef flags = LLVMBuildPhi(ir->builder, ir->i1, "");
    sw_map_put(s->flags, phi, flags);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef flag = sw_written_flag(s, LLVMGetIncomingValue(phi, i));
        LLVMValueRef value = flag ? flag : sw_const(ir->i1, 1);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(flags, &value, &from, 1);
    }
    return flags;
}

LLVMValueRef sw_written_flag(struct sw_shadows *s, LLVMValueRef value) {
    LLVMValueRef flag = sw_map_get(s->flags, value);
    if (flag)
        return flag;
    if (LLVMIsAPHINode(value))
        return flag_of_phi(s, value);
    if (sw_is_form(value))
        return sw_written_flag(s, LLVMGetOperand(value, 0));
    const struct sw_shadow_value *v = sw_shadow_value_of(s, value);
    if (!v)
        return NULL;
    sw_before(s->ir, LLVMIsALoadInst(value) ? value : LLVMGetOperand(value, 0));
    if (may_have_gaps(s, value))
        flag = LLVMBuildICmp(s->ir->builder, LLVMIntNE, v->piece[0], LLVMConstNull(LLVMTypeOf(v->piece[0])), "");
    else
        flag = sw_all_written(s, v);
    sw_map_put(s->flags, value, flag);
    return flag;
}

/* "x" of x.addr.i; null of what the program has not named. */
static LLVMValueRef name_of(struct sw_shadows *s, LLVMValueRef address) {
    LLVMValueRef alloca = sw_strip_pointer(address);
    const char *name = sw_name(alloca), *dot = strchr(name, '.');
    bool is_own = !dot || sw_starts_with(dot, ".addr") || sw_starts_with(dot, ".i");
    if (!*name || !is_own || sw_starts_with(name, "retval") || sw_starts_with(name, "__"))
        return NULL;
    LLVMValueRef text = sw_map_get(s->names, alloca);
    if (!text) {
        text = sw_string(s->ir, dot ? sw_arena_strndup(s->ir->arena, name, (size_t)(dot - name)) : name);
        sw_map_put(s->names, alloca, text);
    }
    return text;
}

enum place { ANYWHERE, INSIDE, OUTSIDE };

/* Where in its variable an access lies, or whether it does at all. */
static enum place place_of(struct sw_shadows *s, LLVMValueRef address, uint64_t bytes) {
    LLVMValueRef alloca = sw_strip_pointer(address);
    int64_t offset;
    if (!LLVMIsAAllocaInst(alloca) || !sw_has_constant_offset(s->layout, address, alloca, &offset))
        return ANYWHERE;
    return offset >= 0 && (uint64_t)offset + bytes <= sw_local_bytes(s->layout, alloca) ? INSIDE : OUTSIDE;
}

static void put_hook(struct sw_shadows *s, LLVMValueRef load, LLVMTypeRef type, LLVMValueRef written) {
    struct sw_hook hook = {.function = SW_HOOK_UNWRITTEN,
                           .bytes = written,
                           .kind = SWRT_SITE_READ,
                           .size = (unsigned)sw_stored_bytes(s, type),
                           .name = name_of(s, LLVMGetOperand(load, 0))};
    sw_put_hook(s->unit, &hook);
}

/* A byte each for those of the value, as one number. */
static LLVMValueRef number_of(struct sw_shadows *s, LLVMValueRef flag, LLVMTypeRef type) {
    uint64_t bytes = sw_stored_bytes(s, type), ones = bytes < SW_PIECE ? SW_WRITTEN >> (64 - 8 * bytes) : SW_WRITTEN;
    LLVMTypeRef i64 = s->ir->i64;
    return LLVMBuildSelect(s->ir->builder, flag, sw_const(i64, ones), sw_const(i64, 0), "");
}

/* Told once: the value counts as written from then on. */
static void tell_at_load(struct sw_shadows *s, LLVMValueRef load) {
    const struct sw_shadow_value *v = sw_shadow_value_of(s, load);
    LLVMValueRef address = LLVMGetOperand(load, 0), flag = may_have_gaps(s, load) ? sw_written_flag(s, load) : NULL;
    sw_before(s->ir, load);
    LLVMTypeRef type = LLVMTypeOf(load);
    LLVMValueRef written = flag ? number_of(s, flag, type) : LLVMBuildZExt(s->ir->builder, v->piece[0], s->ir->i64, "");
    put_hook(s, load, type, written);
    if (SW_PROVED(told_at_one_place, place_of(s, address, v->bytes) == INSIDE))
        sw_store_shadow(s, sw_shadow_of(s, address), v->bytes, NULL);
}

static bool is_chosen(LLVMValueRef value) {
    while (sw_is_form(value))
        value = LLVMGetOperand(value, 0);
    return LLVMIsAPHINode(value);
}

/* Told at the load when its own block reads it; otherwise, and of what a phi may take instead, where it is read. */
void sw_see_shadowed_load(struct sw_shadows *s, LLVMValueRef load) {
    struct reads reads = {0};
    bool is_near = false;
    if (place_of(s, LLVMGetOperand(load, 0), sw_stored_bytes(s, LLVMTypeOf(load))) == OUTSIDE)
        return; /* that is told of */
    if (!is_tested(s, load) || SW_PROVED(read_goes_back, goes_back(load, load, 0)))
        return;
    find_reads(s, load, &reads);
    for (size_t i = 0; i < reads.count; i++)
        is_near |= !is_chosen(reads.at[i].value) &&
                   LLVMGetInstructionParent(reads.at[i].user) == LLVMGetInstructionParent(load);
    if (is_near)
        tell_at_load(s, load);
    for (size_t i = 0; i < reads.count; i++) {
        if (is_near && !is_chosen(reads.at[i].value))
            continue;
        LLVMTypeRef type = LLVMTypeOf(reads.at[i].value);
        LLVMValueRef flag = sw_written_flag(s, reads.at[i].value);
        sw_before(s->ir, reads.at[i].user);
        put_hook(s, load, type, number_of(s, flag, type));
    }
}
