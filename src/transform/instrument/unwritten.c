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
 * Variables whose address gets out (to functions, to memory, to a choice of pointers) are left alone. */
#include "transform/instrument/unwritten.h"

#include "softwarp/assumptions.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { PIECE = 8, MOST_PIECES = 8, MOST_BYTES = 16384 };
#define ONES 0x0101010101010101ull

/* shadows: an address in a variable -> in its shadow. copied: a load, or a member of what was loaded -> struct value;
 * copies of memory that are done. flags: a value -> whether it is written. followed: values whose uses were looked
 * for. */
struct shadows {
    struct sw_unit *unit;
    struct sw_ir *ir;
    LLVMTargetDataRef layout;
    struct sw_map *shadows, *copied, *flags, *followed, *names;
    struct sw_values accesses;
};

/* The shadow of a value: of each 8 bytes of it, then of 4, 2, 1. */
struct value {
    unsigned count;
    uint64_t bytes;
    LLVMValueRef piece[MOST_PIECES];
};

/* An instruction that does something with a value. */
struct read {
    LLVMValueRef user, value;
};
struct reads {
    struct read *at;
    size_t count, capacity;
};

static LLVMValueRef shadow_of(struct shadows *s, LLVMValueRef pointer) {
    return sw_map_get(s->shadows, pointer);
}

static uint64_t store_size(struct shadows *s, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(s->layout, type);
}

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

/* The type of a shadow of so many bytes: an integer where one value may be made of it. */
static LLVMTypeRef piece_type(struct shadows *s, uint64_t bytes) {
    bool is_power = bytes && !(bytes & (bytes - 1));
    return is_power && bytes <= PIECE ? LLVMIntTypeInContext(s->ir->context, 8 * (unsigned)bytes)
                                      : LLVMArrayType2(s->ir->i8, bytes);
}

static void fill(struct shadows *s, LLVMValueRef shadow, unsigned value, LLVMValueRef bytes) {
    LLVMBuildMemSet(s->ir->builder, shadow, sw_const(s->ir->i8, value), bytes, 1);
}

static void begin(struct shadows *s, LLVMValueRef shadow, uint64_t bytes) {
    LLVMTypeRef type = piece_type(s, bytes);
    if (LLVMGetTypeKind(type) == LLVMIntegerTypeKind)
        LLVMBuildStore(s->ir->builder, LLVMConstNull(type), shadow);
    else
        fill(s, shadow, 0, sw_const(s->ir->i64, bytes));
}

/* The same address in the shadow, behind the one in the variable. */
static void mirror(struct shadows *s, LLVMValueRef address, LLVMValueRef shadow) {
    sw_map_put(s->shadows, address, shadow);
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (shadow_of(s, user) || LLVMIsAICmpInst(user))
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

static void add(struct shadows *s, LLVMValueRef alloca) {
    struct sw_ir *ir = s->ir;
    uint64_t bytes = sw_local_bytes(s->layout, alloca);
    if (bytes > MOST_BYTES || !SW_PROVED(shadow_sees_all, stays(alloca)))
        return;
    sw_before(ir, LLVMGetNextInstruction(alloca));
    LLVMSetCurrentDebugLocation2(ir->builder, NULL);
    LLVMValueRef shadow = LLVMBuildAlloca(ir->builder, piece_type(s, bytes), "");
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

/* ---- Values */

static unsigned piece_size(uint64_t left) {
    return left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
}

static LLVMValueRef piece_at(struct shadows *s, LLVMValueRef shadow, uint64_t offset) {
    return offset ? sw_byte_offset(s->ir, shadow, offset, "") : shadow;
}

/* At the builder's place. None of what is larger than MOST_PIECES. */
static struct value load_shadow(struct shadows *s, LLVMValueRef shadow, uint64_t bytes) {
    struct value v = {.bytes = bytes};
    if (bytes > MOST_PIECES * PIECE / 2)
        return v;
    for (uint64_t at = 0; at < bytes; at += piece_size(bytes - at)) {
        LLVMTypeRef type = piece_type(s, piece_size(bytes - at));
        LLVMValueRef piece = LLVMBuildLoad2(s->ir->builder, type, piece_at(s, shadow, at), "");
        LLVMSetAlignment(piece, 1);
        v.piece[v.count++] = piece;
    }
    return v;
}

/* null: all of it is written. */
static void store_shadow(struct shadows *s, LLVMValueRef shadow, uint64_t bytes, const struct value *v) {
    if (!v && bytes > MOST_PIECES * PIECE / 2) {
        fill(s, shadow, 1, sw_const(s->ir->i64, bytes));
        return;
    }
    unsigned i = 0;
    for (uint64_t at = 0; at < bytes; at += piece_size(bytes - at)) {
        LLVMValueRef piece = v ? v->piece[i++] : sw_const(piece_type(s, piece_size(bytes - at)), ONES);
        LLVMSetAlignment(LLVMBuildStore(s->ir->builder, piece, piece_at(s, shadow, at)), 1);
    }
}

/* Whether all the pieces are written. */
static LLVMValueRef all_written(struct shadows *s, const struct value *v) {
    LLVMValueRef all = NULL;
    for (unsigned i = 0; i < v->count; i++) {
        LLVMValueRef ones = sw_const(LLVMTypeOf(v->piece[i]), ONES);
        LLVMValueRef is = LLVMBuildICmp(s->ir->builder, LLVMIntEQ, v->piece[i], ones, "");
        all = all ? LLVMBuildAnd(s->ir->builder, all, is, "") : is;
    }
    return all;
}

/* Of a load, made before it when first wanted. null: not of a shadowed variable, or too large. */
static const struct value *value_of_load(struct shadows *s, LLVMValueRef load) {
    LLVMValueRef shadow = shadow_of(s, LLVMGetOperand(load, 0));
    struct value *v = sw_map_get(s->copied, load);
    if (!shadow || v)
        return v;
    v = sw_arena_alloc(s->ir->arena, sizeof *v);
    sw_before(s->ir, load);
    *v = load_shadow(s, shadow, store_size(s, LLVMTypeOf(load)));
    if (!v->count)
        return NULL;
    sw_map_put(s->copied, load, v);
    return v;
}

/* Of a member of a structure that was loaded. */
static const struct value *value_of_member(struct shadows *s, LLVMValueRef extract) {
    LLVMValueRef load = LLVMGetOperand(extract, 0);
    LLVMValueRef shadow = LLVMIsALoadInst(load) ? shadow_of(s, LLVMGetOperand(load, 0)) : NULL;
    struct value *v = sw_map_get(s->copied, extract);
    if (!shadow || v)
        return v;
    v = sw_arena_alloc(s->ir->arena, sizeof *v);
    LLVMTypeRef type = LLVMTypeOf(load);
    uint64_t offset = 0;
    for (unsigned i = 0; i < LLVMGetNumIndices(extract); i++) {
        unsigned index = LLVMGetIndices(extract)[i];
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        LLVMTypeRef element = is_struct ? LLVMStructGetTypeAtIndex(type, index) : LLVMGetElementType(type);
        offset += is_struct ? LLVMOffsetOfElement(s->layout, type, index)
                            : index * LLVMABISizeOfType(s->layout, element);
        type = element;
    }
    sw_before(s->ir, load);
    *v = load_shadow(s, piece_at(s, shadow, offset), store_size(s, type));
    if (!v->count)
        return NULL;
    sw_map_put(s->copied, extract, v);
    return v;
}

/* Instructions that only bring a value into another form. */
static bool is_form(LLVMValueRef value) {
    bool shifts = LLVMIsAInstruction(value) &&
                  (LLVMGetInstructionOpcode(value) == LLVMShl || LLVMGetInstructionOpcode(value) == LLVMLShr ||
                   LLVMGetInstructionOpcode(value) == LLVMAShr);
    return LLVMIsACastInst(value) || (shifts && LLVMIsAConstantInt(LLVMGetOperand(value, 1)));
}

static const struct value *value_of(struct shadows *s, LLVMValueRef value) {
    if (LLVMIsALoadInst(value))
        return value_of_load(s, value);
    return LLVMIsAExtractValueInst(value) ? value_of_member(s, value) : NULL;
}

/* ---- Reads */

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
    return is_form(user) || LLVMIsAPHINode(user) ? PASSES : READS;
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
static void find_reads(struct shadows *s, LLVMValueRef value, struct reads *into) {
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
static bool is_scalar(struct shadows *s, LLVMValueRef address, uint64_t bytes) {
    LLVMTypeRef type = type_at(address);
    while (type && (LLVMGetTypeKind(type) == LLVMStructTypeKind || LLVMGetTypeKind(type) == LLVMArrayTypeKind)) {
        bool is_struct = LLVMGetTypeKind(type) == LLVMStructTypeKind;
        if (is_struct ? !LLVMCountStructElementTypes(type) : !LLVMGetArrayLength2(type))
            return false;
        type = is_struct ? LLVMStructGetTypeAtIndex(type, 0) : LLVMGetElementType(type);
    }
    return type && store_size(s, type) == bytes;
}

/* Some bits of what is loaded: bit fields, among which others may never be written. */
static bool takes_bits(LLVMValueRef load) {
    for (LLVMUseRef use = LLVMGetFirstUse(load); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool masks = LLVMGetInstructionOpcode(user) == LLVMAnd && LLVMIsAConstantInt(LLVMGetOperand(user, 1));
        if (!masks && (!is_form(user) || LLVMIsACastInst(user)))
            return false;
    }
    return true;
}

/* A load whose value is tested: a scalar. */
static bool is_tested(struct shadows *s, LLVMValueRef load) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(load));
    uint64_t bytes = store_size(s, LLVMTypeOf(load));
    return kind != LLVMStructTypeKind && kind != LLVMArrayTypeKind && kind != LLVMVectorTypeKind && bytes <= PIECE &&
           !(bytes & (bytes - 1));
}

/* Of what is loaded as one it is enough that some of it is written. */
static bool may_have_gaps(struct shadows *s, LLVMValueRef load) {
    if (!LLVMIsALoadInst(load) || !is_tested(s, load))
        return false;
    bool is_whole = is_scalar(s, LLVMGetOperand(load, 0), store_size(s, LLVMTypeOf(load)));
    return SW_PROVED(value_has_gaps, takes_bits(load) || !is_whole);
}

static LLVMValueRef flag_of(struct shadows *s, LLVMValueRef value);

static LLVMValueRef flag_of_phi(struct shadows *s, LLVMValueRef phi) {
    struct sw_ir *ir = s->ir;
    sw_before(ir, phi);
    LLVMValueRef flags = LLVMBuildPhi(ir->builder, ir->i1, "");
    sw_map_put(s->flags, phi, flags);
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef flag = flag_of(s, LLVMGetIncomingValue(phi, i));
        LLVMValueRef value = flag ? flag : sw_const(ir->i1, 1);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        LLVMAddIncoming(flags, &value, &from, 1);
    }
    return flags;
}

/* Whether a value is written, an i1 beside what it was loaded by; null: it comes from no shadowed variable. */
static LLVMValueRef flag_of(struct shadows *s, LLVMValueRef value) {
    LLVMValueRef flag = sw_map_get(s->flags, value);
    if (flag)
        return flag;
    if (LLVMIsAPHINode(value))
        return flag_of_phi(s, value);
    if (is_form(value))
        return flag_of(s, LLVMGetOperand(value, 0));
    const struct value *v = value_of(s, value);
    if (!v)
        return NULL;
    sw_before(s->ir, LLVMIsALoadInst(value) ? value : LLVMGetOperand(value, 0));
    if (may_have_gaps(s, value))
        flag = LLVMBuildICmp(s->ir->builder, LLVMIntNE, v->piece[0], LLVMConstNull(LLVMTypeOf(v->piece[0])), "");
    else
        flag = all_written(s, v);
    sw_map_put(s->flags, value, flag);
    return flag;
}

/* "x" of x.addr.i; null of what the program has not named. */
static LLVMValueRef name_of(struct shadows *s, LLVMValueRef address) {
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
static enum place place_of(struct shadows *s, LLVMValueRef address, uint64_t bytes) {
    LLVMValueRef alloca = sw_strip_pointer(address);
    int64_t offset;
    if (!LLVMIsAAllocaInst(alloca) || !sw_has_constant_offset(s->layout, address, alloca, &offset))
        return ANYWHERE;
    return offset >= 0 && (uint64_t)offset + bytes <= sw_local_bytes(s->layout, alloca) ? INSIDE : OUTSIDE;
}

static void put_hook(struct shadows *s, LLVMValueRef load, LLVMTypeRef type, LLVMValueRef written) {
    struct sw_hook hook = {.function = SW_HOOK_UNWRITTEN,
                           .bytes = written,
                           .kind = SWRT_SITE_READ,
                           .size = (unsigned)store_size(s, type),
                           .name = name_of(s, LLVMGetOperand(load, 0))};
    sw_put_hook(s->unit, &hook);
}

/* A byte each for those of the value, as one number. */
static LLVMValueRef number_of(struct shadows *s, LLVMValueRef flag, LLVMTypeRef type) {
    uint64_t bytes = store_size(s, type), ones = bytes < PIECE ? ONES >> (64 - 8 * bytes) : ONES;
    LLVMTypeRef i64 = s->ir->i64;
    return LLVMBuildSelect(s->ir->builder, flag, sw_const(i64, ones), sw_const(i64, 0), "");
}

/* Told once: the value counts as written from then on. */
static void tell_at_load(struct shadows *s, LLVMValueRef load) {
    const struct value *v = value_of(s, load);
    LLVMValueRef address = LLVMGetOperand(load, 0), flag = may_have_gaps(s, load) ? flag_of(s, load) : NULL;
    sw_before(s->ir, load);
    LLVMTypeRef type = LLVMTypeOf(load);
    LLVMValueRef written = flag ? number_of(s, flag, type) : LLVMBuildZExt(s->ir->builder, v->piece[0], s->ir->i64, "");
    put_hook(s, load, type, written);
    if (SW_PROVED(told_at_one_place, place_of(s, address, v->bytes) == INSIDE))
        store_shadow(s, shadow_of(s, address), v->bytes, NULL);
}

static bool is_chosen(LLVMValueRef value) {
    while (is_form(value))
        value = LLVMGetOperand(value, 0);
    return LLVMIsAPHINode(value);
}

/* Told at the load when its own block reads it; otherwise, and of what a phi may take instead, where it is read. */
static void see_load(struct shadows *s, LLVMValueRef load) {
    struct reads reads = {0};
    bool is_near = false;
    if (place_of(s, LLVMGetOperand(load, 0), store_size(s, LLVMTypeOf(load))) == OUTSIDE)
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
        LLVMValueRef flag = flag_of(s, reads.at[i].value);
        sw_before(s->ir, reads.at[i].user);
        put_hook(s, load, type, number_of(s, flag, type));
    }
}

/* ---- Writes */

/* A write's hook, which may stop the kernel, comes first. */
static void go_behind(struct shadows *s, LLVMValueRef at) {
    sw_before(s->ir, LLVMGetNextInstruction(at));
    LLVMSetCurrentDebugLocation2(s->ir->builder, LLVMInstructionGetDebugLoc(at));
}

/* What has another form than what was loaded is all written or not at all. */
static bool value_to_store(struct shadows *s, LLVMValueRef value, LLVMValueRef flag, struct value *v) {
    const struct value *loaded = value_of(s, value);
    if (loaded)
        *v = *loaded;
    if (!flag)
        return loaded;
    *v = (struct value){.bytes = store_size(s, LLVMTypeOf(value))};
    for (uint64_t at = 0; at < v->bytes; at += piece_size(v->bytes - at)) {
        LLVMTypeRef type = piece_type(s, piece_size(v->bytes - at));
        v->piece[v->count++] = LLVMBuildSelect(s->ir->builder, flag, sw_const(type, ONES), LLVMConstNull(type), "");
    }
    return true;
}

static void see_store(struct shadows *s, LLVMValueRef store) {
    struct value v;
    LLVMValueRef value = LLVMGetOperand(store, 0), flag = value_of(s, value) ? NULL : flag_of(s, value);
    sw_before(s->ir, store);
    bool is_copy = value_to_store(s, value, flag, &v);
    go_behind(s, store);
    store_shadow(s, shadow_of(s, LLVMGetOperand(store, 1)), store_size(s, LLVMTypeOf(value)), is_copy ? &v : NULL);
}

static void see_copy(struct shadows *s, LLVMValueRef copy) {
    LLVMValueRef to = shadow_of(s, LLVMGetOperand(copy, 0)), bytes = LLVMGetOperand(copy, 2);
    LLVMValueRef from = sw_is_fill(copy) ? NULL : shadow_of(s, LLVMGetOperand(copy, 1));
    if (!to)
        return;
    go_behind(s, copy);
    if (!from)
        fill(s, to, 1, bytes);
    else if (sw_is_move(copy))
        LLVMBuildMemMove(s->ir->builder, to, 1, from, 1, bytes);
    else
        LLVMBuildMemCpy(s->ir->builder, to, 1, from, 1, bytes);
}

static void shadow_function(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_ir *ir = &unit->ir;
    struct shadows s = {.unit = unit,
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
            see_load(&s, s.accesses.at[i]);
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
    uint64_t all = ONES >> (64 - 8 * hook.size);
    bool is_known = LLVMIsAConstantInt(hook.bytes);
    if (SW_PROVED(written_for_certain, is_known && LLVMConstIntGetZExtValue(hook.bytes) == all))
        LLVMInstructionEraseFromParent(at);
}

void sw_drop_written(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, drop, NULL);
}
