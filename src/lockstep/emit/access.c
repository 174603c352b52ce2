/* Memory: how lanes read and write follows from the address.
 *
 *   uniform                       one scalar access
 *   one element a lane, ascending a vector access under the mask; descending: the same, reversed
 *   n elements a lane             an access to all of them, taken apart or put together (structures, float4)
 *   one of every 2, 3 or 4        those between are read, too, or left out by a mask
 *   anything else                 gather, scatter (lanes in ascending order: LLVM LangRef, llvm.masked.scatter)
 *
 * Structures, arrays and short vectors are accessed member by member, unless they lie side by side. In a local variable
 * that lies interleaved (analysis/locals.c) offsets count W times, and what is larger than a granule is put together. */
#include "lockstep/emit/access_forms.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

#include <inttypes.h>

/* What makes an access scattered. */
static const char *describe(const struct sw_access *a) {
    LLVMValueRef pointer = LLVMGetOperand(a->at, LLVMIsAStoreInst(a->at) ? 1 : 0);
    const char *whose = LLVMIsAAllocaInst(sw_strip_pointer(pointer)) ? "local variable" : NULL;
    if (a->kind == SW_AFFINE)
        return sw_arena_printf(a->l->ir->arena, "%s%s%" PRId64 " byte%s from lane to lane", whose ? whose : "",
                               whose ? ", " : "", a->stride, a->stride == 1 ? "" : "s");
    return sw_shape_of(&a->l->shapes, pointer).is_tested ? "the index may wrap around" : whose;
}

const char *sw_side_by_side(const struct sw_access *a) {
    if (a->certainty == SW_IF_HOLDS)
        return "if the index does not wrap around";
    return a->granule ? "local variable, interleaved" : NULL;
}

/* Atomics done by a load and a store say so themselves; behind a test, what is meant to be is what is said. */
void sw_access_remark(const struct sw_access *a, enum sw_remark_kind kind, const char *detail) {
    if ((!sw_is_call(a->at) || sw_is_copy(a->at)) && a->certainty != SW_IF_NOT)
        sw_remark(a->l->unit, kind, a->at, detail);
}

void sw_remark_scattered(const struct sw_access *a, enum sw_remark_kind strided, enum sw_remark_kind scattered) {
    sw_access_remark(a, a->kind == SW_AFFINE ? strided : scattered, describe(a));
}

static LLVMTypeRef integer_of(struct sw_lanes *l, unsigned bytes) {
    return LLVMIntTypeInContext(l->ir->context, 8 * bytes);
}

static LLVMValueRef load_one(const struct sw_access *a, LLVMTypeRef type, uint64_t offset);
static void store_one(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset);

/* What a granule is too small for: the lowest one first. */
static LLVMValueRef load_granules(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef element = integer_of(l, sw_bytes_of(l, type)), whole_type = LLVMVectorType(element, l->width);
    LLVMValueRef whole = LLVMConstNull(whole_type);
    for (unsigned at = 0; at < sw_bytes_of(l, type); at += a->granule) {
        LLVMValueRef part = load_one(a, integer_of(l, a->granule), offset + at);
        part = LLVMBuildZExt(b, part, whole_type, "");
        part = LLVMBuildShl(b, part, sw_splat(l, sw_const(element, 8 * at)), "");
        whole = LLVMBuildOr(b, whole, part, "");
    }
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    return LLVMBuildCast(b, is_pointer ? LLVMIntToPtr : LLVMBitCast, whole, LLVMVectorType(type, l->width), "");
}

static void store_granules(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef element = integer_of(l, sw_bytes_of(l, type)), part_type = integer_of(l, a->granule);
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    LLVMTypeRef whole_type = LLVMVectorType(element, l->width);
    LLVMValueRef whole = LLVMBuildCast(b, is_pointer ? LLVMPtrToInt : LLVMBitCast, value, whole_type, "");
    for (unsigned at = 0; at < sw_bytes_of(l, type); at += a->granule) {
        LLVMValueRef part = LLVMBuildLShr(b, whole, sw_splat(l, sw_const(element, 8 * at)), "");
        part = LLVMBuildTrunc(b, part, LLVMVectorType(part_type, l->width), "");
        store_one(a, part_type, part, offset + at);
    }
}

static LLVMValueRef load_one(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    struct sw_lanes *l = a->l;
    unsigned apart = sw_elements_apart(a, type);
    LLVMTypeRef vector = LLVMVectorType(type, l->width);
    int64_t size = sw_bytes_of(l, type), back = (int64_t)(l->width - 1) * size;
    if (a->kind == SW_UNIFORM) {
        sw_access_remark(a, SW_REMARK_LOAD_UNIFORM, NULL);
        return sw_load_same(a, type, offset);
    }
    if (a->granule && size > a->granule)
        return load_granules(a, type, offset);
    if (a->kind == SW_AFFINE && SW_PROVED(load_side_by_side, a->stride == size)) {
        sw_access_remark(a, SW_REMARK_LOAD_VECTOR, sw_side_by_side(a));
        return sw_load_run(a, vector, sw_access_address(a, (int64_t)offset), l->mask, sw_run_align(a, offset));
    }
    if (a->kind == SW_AFFINE && a->stride == -size) {
        sw_access_remark(a, SW_REMARK_LOAD_REVERSED, sw_side_by_side(a));
        LLVMValueRef from = sw_access_address(a, (int64_t)offset - back);
        LLVMValueRef mask = sw_is_full(l->mask) ? l->mask : sw_reversed(l, l->mask);
        return sw_reversed(l, sw_load_run(a, vector, from, mask, sw_run_align(a, offset)));
    }
    if (apart && (sw_is_full(l->mask) || sw_has_masks(a)))
        return sw_load_strided(a, type, offset, apart);
    sw_remark_scattered(a, SW_REMARK_LOAD_STRIDED, SW_REMARK_LOAD_GATHER);
    return sw_load_scattered(a, vector, offset);
}

static void store_one(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    int64_t size = sw_bytes_of(l, type), back = (int64_t)(l->width - 1) * size;
    if (a->granule && size > a->granule) {
        store_granules(a, type, value, offset);
    } else if (a->kind == SW_AFFINE && SW_PROVED(store_side_by_side, a->stride == size)) {
        sw_access_remark(a, SW_REMARK_STORE_VECTOR, sw_side_by_side(a));
        sw_store_run(a, value, sw_access_address(a, (int64_t)offset), l->mask, sw_run_align(a, offset));
    } else if (a->kind == SW_AFFINE && a->stride == -size) {
        sw_access_remark(a, SW_REMARK_STORE_REVERSED, sw_side_by_side(a));
        LLVMValueRef to = sw_access_address(a, (int64_t)offset - back);
        LLVMValueRef mask = sw_is_full(l->mask) ? l->mask : sw_reversed(l, l->mask);
        sw_store_run(a, sw_reversed(l, value), to, mask, sw_run_align(a, offset));
    } else if (sw_elements_apart(a, type) && sw_has_masks(a)) {
        sw_store_strided(a, value, offset, sw_elements_apart(a, type));
    } else {
        sw_remark_scattered(a, SW_REMARK_STORE_STRIDED, SW_REMARK_STORE_SCATTER);
        sw_store_scattered(a, value, offset);
    }
}

LLVMValueRef sw_access_load(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    if (!sw_is_composite(type))
        return load_one(a, type, offset);
    if (sw_is_interleaved(a, type))
        return sw_load_interleaved(a, type, offset);
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(a->l, type));
    for (unsigned i = 0; i < sw_count_members(type); i++) {
        LLVMValueRef part = sw_access_load(a, sw_member_type(type, i), offset + sw_member_offset(a->l, type, i));
        whole = LLVMBuildInsertValue(a->l->ir->builder, whole, part, i, "");
    }
    return whole;
}

void sw_access_store(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    if (!sw_is_composite(type)) {
        store_one(a, type, value, offset);
    } else if (sw_is_interleaved(a, type)) {
        sw_store_interleaved(a, type, value, offset);
    } else {
        for (unsigned i = 0; i < sw_count_members(type); i++) {
            LLVMValueRef part = LLVMBuildExtractValue(a->l->ir->builder, value, i, "");
            sw_access_store(a, sw_member_type(type, i), part, offset + sw_member_offset(a->l, type, i));
        }
    }
}

struct sw_access sw_access_of(struct sw_lanes *l, LLVMValueRef at, LLVMValueRef pointer, unsigned align) {
    struct sw_access a = {.l = l,
                          .at = at,
                          .kind = sw_kind(l, pointer),
                          .stride = sw_stride(l, pointer),
                          .align = align,
                          .granule = sw_granule_of(&l->shapes, pointer)};
    a.base = a.kind == SW_VARYING ? sw_vector(l, pointer) : sw_scalar(l, pointer);
    if (a.granule)
        a.align = a.granule;
    return a;
}

struct sw_access sw_access_behind(struct sw_access a, LLVMValueRef distance) {
    assert(LLVMTypeOf(distance) == a.l->ir->i64);
    LLVMBuilderRef b = a.l->ir->builder;
    if (a.granule)
        distance = LLVMBuildMul(b, distance, sw_const(LLVMTypeOf(distance), a.l->width), "");
    a.base = LLVMBuildGEP2(b, a.l->ir->i8, a.base, &distance, 1, "");
    return a;
}

bool sw_access_runs_on(const struct sw_access *a, LLVMTypeRef type) {
    int64_t size = sw_bytes_of(a->l, type);
    if (sw_is_composite(type))
        return sw_is_interleaved(a, type);
    return a->stride == size || a->stride == -size || sw_elements_apart(a, type);
}
