/* Memory (PTX ISA, ld, st, prefetch, cp.async; Memory Consistency Model).
 *
 * Caches are coherent here, so a cache operator says nothing, but for .cv, .wt and .cg, with which programs poll. Weak
 * accesses are plain; volatile ones are LLVM's; relaxed ones and stronger are the marker functions that atomics go by,
 * with a fence beside them for acquire and release, or in check builds with the order said
 * (transform/instrument/order.c).
 *
 * A vector of these that others may look at is accessed in pieces of up to 16 bytes at one stroke, as a GPU does it:
 * programs keep a value and the flag that it has come side by side (CUB's look-back, NCCL's protocols).
 * cp.async copies at once, and there is nothing to wait for; nobody looks at the cache policies. */
#include "ptx/ptx.h"

#include <string.h>

unsigned sw_ptx_space(struct sw_ptx_op *op) {
    static const struct {
        const char *name;
        unsigned space;
    } spaces[] = {{"global", SW_NVPTX_GLOBAL},          {"shared", SW_NVPTX_SHARED},  {"shared::cta", SW_NVPTX_SHARED},
                  {"shared::cluster", SW_NVPTX_SHARED}, {"const", SW_NVPTX_CONSTANT}, {"local", SW_NVPTX_LOCAL}};
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (sw_ptx_has(op, spaces[i].name))
            return spaces[i].space;
    return SW_NVPTX_GENERIC;
}

/* The register or number in [a+4], as a 64-bit address of its space. */
static LLVMValueRef base_address(struct sw_ptx_op *op, const struct sw_ptx_operand *at, unsigned space) {
    const struct sw_ptx_operand *base = &at->parts.at[0];
    struct sw_ptx_register *r = sw_ptx_find(op->ptx, base);
    bool is_short = r && !r->constant && r->type->bits == 32;
    if (is_short && (space == SW_NVPTX_GENERIC || space == SW_NVPTX_GLOBAL))
        return sw_ptx_error(op, "address '%s' has 32 bits; there it takes 64", base->text), NULL;
    LLVMValueRef value = sw_ptx_read(op, base, sw_ptx_type(is_short ? "b32" : "b64"), false);
    return value ? LLVMBuildIntCast2(op->b, value, op->ir->i64, 0, "") : NULL;
}

/* [a+4] as a pointer into its space; null and an error when it is no address. */
LLVMValueRef sw_ptx_pointer(struct sw_ptx_op *op, const struct sw_ptx_operand *at, unsigned space) {
    uint64_t offset = at->bits;
    if (at->kind != SW_PTX_ADDRESS)
        return sw_ptx_error(op, "'%s' is no address; that is written in brackets", at->text), NULL;
    if (at->parts.count > 1 && !sw_ptx_constant(op, &at->parts.at[1], &offset))
        return NULL;
    LLVMValueRef address = base_address(op, at, space);
    if (!address)
        return NULL;
    LLVMValueRef pointer = space == SW_NVPTX_SHARED
                               ? sw_ptx_pure_call(op, "__sw_shared_address", op->ir->ptr, &address, 1)
                               : LLVMBuildIntToPtr(op->b, address, op->ir->ptr, "");
    LLVMValueRef index = sw_const(op->ir->i64, offset);
    if (offset)
        pointer = LLVMBuildGEP2(op->b, op->ir->i8, pointer, &index, 1, "");
    if (space == SW_NVPTX_GENERIC || space == SW_NVPTX_LOCAL)
        return pointer;
    return LLVMBuildAddrSpaceCast(op->b, pointer, LLVMPointerTypeInContext(op->ir->context, space), "");
}

static const char *scope_of(struct sw_ptx_op *op) {
    if (sw_ptx_has(op, "cta"))
        return "block";
    return sw_ptx_has(op, "sys") || sw_ptx_has(op, "mmio") ? "system" : "device";
}

/* red acquires nothing, whatever it says (PTX ISA, Release and Acquire Patterns). */
static bool acquires(struct sw_ptx_op *op) {
    return !sw_equal(op->statement->name, "red") && (sw_ptx_has(op, "acquire") || sw_ptx_has(op, "acq_rel"));
}
static bool releases(struct sw_ptx_op *op) {
    return sw_ptx_has(op, "release") || sw_ptx_has(op, "acq_rel");
}

static enum sw_ptx_order order_of(struct sw_ptx_op *op) {
    return acquires(op)   ? (releases(op) ? SW_PTX_BOTH : SW_PTX_ACQUIRE)
           : releases(op) ? SW_PTX_RELEASE
                          : SW_PTX_RELAXED;
}

/* fence without an order is acq_rel, membar is fence.sc. */
static enum sw_ptx_order fence_order(struct sw_ptx_op *op) {
    if (sw_ptx_has(op, "sc") || sw_equal(op->statement->name, "membar"))
        return SW_PTX_SEQUENTIAL;
    return order_of(op) == SW_PTX_RELAXED ? SW_PTX_BOTH : order_of(op);
}

/* Check builds: the fence with its order and, in the numbers of __NV_THREAD_SCOPE_*, its scope. */
static void said_fence(struct sw_ptx_op *op) {
    const char *scope = scope_of(op);
    unsigned number = sw_ptx_has(op, "cluster") ? 2 : sw_equal(scope, "block") ? 1 : sw_equal(scope, "device") ? 3 : 4;
    LLVMValueRef args[] = {sw_const(op->ir->i32, fence_order(op)), sw_const(op->ir->i32, number)};
    sw_ptx_call(op, "__sw_fence", op->ir->nothing, args, 2);
}

static void fence(struct sw_ptx_op *op) {
    const char *scope = scope_of(op);
    const char *name = sw_equal(scope, "block") ? "cta" : sw_equal(scope, "system") ? "sys" : "gl";
    sw_ptx_call(op, sw_arena_printf(op->ir->arena, "llvm.nvvm.membar.%s", name), op->ir->nothing, NULL, 0);
}

LLVMValueRef sw_ptx_generic(struct sw_ptx_op *op, LLVMValueRef pointer) {
    return LLVMTypeOf(pointer) == op->ir->ptr ? pointer : LLVMBuildAddrSpaceCast(op->b, pointer, op->ir->ptr, "");
}

static bool is_checked(struct sw_ptx_op *op) {
    return op->ptx->unit->options.check;
}

/* The fence beside an access of that order. */
static void fence_beside(struct sw_ptx_op *op) {
    if (!is_checked(op))
        fence(op);
}

/* The address of an atomic access; in check builds it has the order about it. */
LLVMValueRef sw_ptx_ordered(struct sw_ptx_op *op, LLVMValueRef pointer, enum sw_ptx_order order) {
    LLVMValueRef args[] = {sw_ptx_generic(op, pointer), sw_const(op->ir->i32, order)};
    if (!is_checked(op) || order == SW_PTX_RELAXED)
        return args[0];
    return sw_ptx_call(op, "__sw_ordered", op->ir->ptr, args, 2);
}

static LLVMValueRef ordered(struct sw_ptx_op *op, LLVMValueRef pointer) {
    return sw_ptx_ordered(op, pointer, order_of(op));
}

static bool is_strong(struct sw_ptx_op *op) {
    static const char *const words[] = {"relaxed", "acquire", "release", "mmio"};
    for (unsigned i = 0; i < 4; i++)
        if (sw_ptx_has(op, words[i]))
            return true;
    return false;
}

static bool is_volatile(struct sw_ptx_op *op) {
    return sw_ptx_has(op, "volatile") || sw_ptx_has(op, "cv") || sw_ptx_has(op, "cg") || sw_ptx_has(op, "wt");
}

static const char *marker(struct sw_ptx_op *op, const char *what) {
    return sw_arena_printf(op->ir->arena, "__sw_atomic_%s_u%u_%s", what, op->type[0]->bits, scope_of(op));
}

enum { MOST_ELEMENTS = 8 }; /* of a vector: .v8 */

/* How a vector's elements are taken: 1 without .v2, .v4, .v8. */
static unsigned element_count(struct sw_ptx_op *op, const struct sw_ptx_operand *operand) {
    unsigned said = sw_ptx_has(op, "v2") ? 2 : sw_ptx_has(op, "v4") ? 4 : sw_ptx_has(op, "v8") ? 8 : 1;
    unsigned given = operand->kind == SW_PTX_VECTOR ? (unsigned)operand->parts.count : 1;
    if (said == given)
        return said;
    sw_ptx_error(op, "'%s' has %u element%s, the instruction %u", operand->text, given, given == 1 ? "" : "s", said);
    return 0;
}

static const struct sw_ptx_operand *element_at(const struct sw_ptx_operand *operand, unsigned index) {
    assert(operand->kind == SW_PTX_VECTOR ? index < operand->parts.count : !index);
    return operand->kind == SW_PTX_VECTOR ? &operand->parts.at[index] : operand;
}

static LLVMValueRef step(struct sw_ptx_op *op, LLVMValueRef pointer, unsigned index) {
    return index ? sw_byte_offset(op->ir, pointer, (uint64_t)index * op->type[0]->bits / 8, "") : pointer;
}

static LLVMValueRef load_element(struct sw_ptx_op *op, LLVMValueRef pointer) {
    LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, op->type[0]->bits);
    if (is_strong(op)) {
        LLVMValueRef at = ordered(op, pointer);
        return sw_ptx_call(op, marker(op, "load"), type, &at, 1);
    }
    LLVMTypeRef real = sw_ptx_llvm_type(op->ir, op->type[0]);
    LLVMValueRef load = LLVMBuildLoad2(op->b, real, pointer, "");
    LLVMSetAlignment(load, op->type[0]->bits / 8);
    LLVMSetVolatile(load, is_volatile(op));
    return sw_ptx_as(op, load, type);
}

static void store_element(struct sw_ptx_op *op, LLVMValueRef pointer, LLVMValueRef value) {
    LLVMTypeRef type = LLVMIntTypeInContext(op->ir->context, op->type[0]->bits);
    if (is_strong(op)) {
        LLVMValueRef args[] = {ordered(op, pointer), sw_ptx_as(op, value, type)};
        sw_ptx_call(op, marker(op, "store"), op->ir->nothing, args, 2);
        return;
    }
    LLVMValueRef store = LLVMBuildStore(op->b, value, pointer);
    LLVMSetAlignment(store, op->type[0]->bits / 8);
    LLVMSetVolatile(store, is_volatile(op));
}

/* How many elements of a vector are accessed at one stroke. */
static unsigned elements_at_once(struct sw_ptx_op *op, unsigned count) {
    unsigned most = 128 / op->type[0]->bits;
    bool may_be_watched = is_strong(op) || is_volatile(op);
    return !may_be_watched ? 1 : count < most ? count : most;
}

/* The piece of a vector that is accessed at one stroke, as a number. */
static LLVMTypeRef piece_type(struct sw_ptx_op *op, unsigned elements) {
    return LLVMIntTypeInContext(op->ir->context, elements * op->type[0]->bits);
}

static const char *piece_marker(struct sw_ptx_op *op, const char *what, unsigned elements) {
    const char *scope = is_strong(op) ? scope_of(op) : "system"; /* of volatile ones */
    return sw_arena_printf(op->ir->arena, "__sw_atomic_%s_u%u_%s", what, elements * op->type[0]->bits, scope);
}

static void load_piece(struct sw_ptx_op *op, LLVMValueRef pointer, unsigned elements, LLVMValueRef *values) {
    LLVMTypeRef type = piece_type(op, elements), element = piece_type(op, 1);
    LLVMValueRef at = ordered(op, pointer), piece = sw_ptx_call(op, piece_marker(op, "load", elements), type, &at, 1);
    for (unsigned i = 0; i < elements; i++) {
        LLVMValueRef moved = LLVMBuildLShr(op->b, piece, sw_const(type, i * op->type[0]->bits), "");
        values[i] = LLVMBuildTrunc(op->b, moved, element, "");
    }
}

static void store_piece(struct sw_ptx_op *op, LLVMValueRef pointer, unsigned elements, const LLVMValueRef *values) {
    LLVMTypeRef type = piece_type(op, elements), element = piece_type(op, 1);
    LLVMValueRef piece = sw_const(type, 0);
    for (unsigned i = 0; i < elements; i++) {
        LLVMValueRef value = LLVMBuildZExt(op->b, sw_ptx_as(op, values[i], element), type, "");
        value = LLVMBuildShl(op->b, value, sw_const(type, i * op->type[0]->bits), "");
        piece = LLVMBuildOr(op->b, piece, value, "");
    }
    LLVMValueRef args[] = {ordered(op, pointer), piece};
    sw_ptx_call(op, piece_marker(op, "store", elements), op->ir->nothing, args, 2);
}

LLVMValueRef sw_ptx_emit_ld(struct sw_ptx_op *op) {
    unsigned count = element_count(op, op->operand[0]), at_once = elements_at_once(op, count);
    LLVMValueRef pointer = count ? sw_ptx_pointer(op, op->operand[1], sw_ptx_space(op)) : NULL, values[MOST_ELEMENTS];
    if (!pointer)
        return NULL;
    for (unsigned i = 0; i < count; i += at_once)
        if (at_once == 1)
            values[i] = load_element(op, step(op, pointer, i));
        else
            load_piece(op, step(op, pointer, i), at_once, &values[i]);
    if (sw_ptx_has(op, "acquire"))
        fence_beside(op);
    for (unsigned i = 0; i < count; i++)
        sw_ptx_write(op, element_at(op->operand[0], i), op->type[0],
                     sw_ptx_as(op, values[i], sw_ptx_llvm_type(op->ir, op->type[0])), true);
    return NULL;
}

LLVMValueRef sw_ptx_emit_st(struct sw_ptx_op *op) {
    unsigned count = element_count(op, op->operand[1]), at_once = elements_at_once(op, count);
    LLVMValueRef pointer = count ? sw_ptx_pointer(op, op->operand[0], sw_ptx_space(op)) : NULL, values[MOST_ELEMENTS];
    if (!pointer)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        if (!(values[i] = sw_ptx_read(op, element_at(op->operand[1], i), op->type[0], true)))
            return NULL;
    if (sw_ptx_has(op, "release"))
        fence_beside(op);
    for (unsigned i = 0; i < count; i += at_once)
        if (at_once == 1)
            store_element(op, step(op, pointer, i), values[i]);
        else
            store_piece(op, step(op, pointer, i), at_once, &values[i]);
    return NULL;
}

/* A hint; the address must be one all the same. */
LLVMValueRef sw_ptx_emit_prefetch(struct sw_ptx_op *op) {
    sw_ptx_pointer(op, op->operand[0], sw_ptx_space(op));
    return NULL;
}

/* How much of it cp.async reads: a number, or nothing where a predicate is true. Null: all. */
static LLVMValueRef size_read(struct sw_ptx_op *op, uint64_t size) {
    LLVMTypeRef word = op->ir->i32;
    if (op->count - sw_ptx_has(op, "L2::cache_hint") < 4)
        return NULL;
    struct sw_ptx_register *r = sw_ptx_find(op->ptx, op->operand[3]);
    if (!r || r->type->kind != 'p')
        return sw_ptx_read(op, op->operand[3], sw_ptx_type("u32"), false);
    LLVMValueRef is_ignored = sw_ptx_read(op, op->operand[3], r->type, false);
    return LLVMBuildSelect(op->b, is_ignored, sw_const(word, 0), sw_const(word, size), "");
}

/* cp.async.{ca,cg}.shared.global [to], [from], size{, size that is read, the rest being zeros}{, cache policy}. */
LLVMValueRef sw_ptx_emit_cp_async(struct sw_ptx_op *op) {
    uint64_t size;
    LLVMValueRef to = sw_ptx_pointer(op, op->operand[0], SW_NVPTX_SHARED);
    LLVMValueRef from = to ? sw_ptx_pointer(op, op->operand[1], SW_NVPTX_GLOBAL) : NULL;
    if (!from || !sw_ptx_constant(op, op->operand[2], &size))
        return NULL;
    if (size != 16 && (size != 4 && size != 8))
        return sw_ptx_error(op, "it copies 4, 8 or 16 bytes"), NULL;
    LLVMTypeRef word = op->ir->i32;
    LLVMValueRef most = size_read(op, size);
    for (unsigned i = 0; i < size / 4; i++) {
        LLVMValueRef value, source = sw_byte_offset(op->ir, from, 4 * i, "");
        if (most) { /* nothing is read from behind the part that counts */
            LLVMValueRef args[] = {sw_ptx_generic(op, source), most, sw_const(word, 4 * i)};
            value = sw_ptx_call(op, "__nv_ptx_read_part", word, args, 3);
        } else {
            value = LLVMBuildLoad2(op->b, word, source, "");
        }
        LLVMBuildStore(op->b, value, sw_byte_offset(op->ir, to, 4 * i, ""));
    }
    return NULL;
}

/* The marker of an atomic operation, and the type that it takes. */
static const char *atomic_marker(struct sw_ptx_op *op, const char *what) {
    static const char *const names[][2] = {{"b32", "u32"}, {"b64", "u64"}, {"b16", "u16"},     {"b128", "u128"},
                                           {"s32", "i32"}, {"s64", "i64"}, {"f16x2", "v2f16"}, {"bf16x2", "v2bf16"}};
    const char *type = op->type[0]->name;
    for (unsigned i = 0; i < 8; i++)
        if (sw_equal(names[i][0], type)) {
            type = names[i][1];
            break;
        }
    return sw_arena_printf(op->ir->arena, "__sw_atomic_%s_%s_%s", what, type, scope_of(op));
}

LLVMValueRef sw_ptx_atomic(struct sw_ptx_op *op, LLVMValueRef pointer, LLVMValueRef *values, unsigned count) {
    static const char *const ops[] = {"add", "and", "or", "xor", "exch", "cas", "inc", "dec", "min", "max"};
    const char *what = NULL;
    for (unsigned i = 0; i < 10; i++)
        if (sw_ptx_has(op, ops[i]))
            what = ops[i];
    LLVMTypeRef type = sw_ptx_llvm_type(op->ir, op->type[0]);
    LLVMValueRef args[3] = {ordered(op, pointer)};
    for (unsigned i = 0; i < count; i++)
        args[1 + i] = values[i];
    return sw_ptx_call(op, atomic_marker(op, what), type, args, 1 + count);
}

/* atom.cas takes two values, the other operations one. */
LLVMValueRef sw_ptx_emit_atom(struct sw_ptx_op *op) {
    LLVMValueRef pointer = sw_ptx_pointer(op, op->operand[1], sw_ptx_space(op));
    if (!pointer)
        return NULL;
    if (releases(op))
        fence_beside(op);
    LLVMValueRef old = sw_ptx_atomic(op, pointer, op->value + 2, sw_ptx_has(op, "cas") ? 2 : 1);
    if (acquires(op))
        fence_beside(op);
    return old;
}

/* A vector's elements, each in an atomic operation of its own, as on a GPU; old: what was there, or null. */
static bool each_atomic(struct sw_ptx_op *op, const struct sw_ptx_operand *at, const struct sw_ptx_operand *given,
                        LLVMValueRef *old) {
    LLVMValueRef values[MOST_ELEMENTS];
    unsigned count = element_count(op, given);
    LLVMValueRef pointer = count ? sw_ptx_pointer(op, at, sw_ptx_space(op)) : NULL;
    if (!pointer)
        return false;
    for (unsigned i = 0; i < count; i++)
        if (!(values[i] = sw_ptx_read(op, element_at(given, i), op->type[0], false)))
            return false;
    if (releases(op))
        fence_beside(op);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef was = sw_ptx_atomic(op, step(op, pointer, i), &values[i], 1);
        if (old)
            old[i] = was;
    }
    return true;
}

/* atom.v2, .v4, .v8: d is as long as b, or _ for all of it. */
LLVMValueRef sw_ptx_emit_atom_vector(struct sw_ptx_op *op) {
    LLVMValueRef old[MOST_ELEMENTS];
    bool is_dropped = op->operand[0]->kind == SW_PTX_NOTHING;
    unsigned count = is_dropped ? 0 : element_count(op, op->operand[0]);
    if ((!count && !is_dropped) || !each_atomic(op, op->operand[1], op->operand[2], old))
        return NULL;
    if (acquires(op))
        fence_beside(op);
    for (unsigned i = 0; i < count; i++)
        if (!sw_ptx_write(op, element_at(op->operand[0], i), op->type[0], old[i], false))
            return NULL;
    return NULL;
}

/* red: the same without the old value. */
LLVMValueRef sw_ptx_emit_red(struct sw_ptx_op *op) {
    each_atomic(op, op->operand[0], op->operand[1], NULL);
    return NULL;
}

/* membar.{cta,gl,sys}, fence{.sc,.acq_rel}.scope */
LLVMValueRef sw_ptx_emit_fence(struct sw_ptx_op *op) {
    if (is_checked(op))
        said_fence(op);
    else
        fence(op);
    return NULL;
}
