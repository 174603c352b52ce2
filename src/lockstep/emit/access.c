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
#include "lockstep/emit/access.h"
#include "lockstep/emit/emit.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"
#include "softwarp/assumptions.h"

#include <inttypes.h>

enum { MOST_INTERLEAVED = 8, MOST_STRIDED = 4 };

static LLVMTargetDataRef layout_of(struct sw_lanes *l) {
    return LLVMGetModuleDataLayout(l->ir->module);
}

static unsigned bytes_of(struct sw_lanes *l, LLVMTypeRef type) {
    return (unsigned)LLVMStoreSizeOfType(layout_of(l), type);
}

static unsigned align_at(const struct sw_access *a, uint64_t offset) {
    unsigned lowest = offset ? 1u << __builtin_ctzll(offset) : a->align;
    return lowest < a->align ? lowest : a->align;
}

/* The address of a run of elements is that of one lane: unless it runs, only as aligned as the lanes' distance. A
 * granule of all lanes is aligned as a whole. */
static unsigned align_of_run(const struct sw_access *a, uint64_t offset) {
    unsigned all = a->granule * a->l->lanes;
    if (all)
        return all < SW_LOCAL_ALIGN ? all : SW_LOCAL_ALIGN;
    unsigned align = align_at(a, offset), step = 1u << __builtin_ctzll((uint64_t)a->stride);
    return SW_PROVED(run_is_aligned, sw_is_full(a->l->mask) || align < step) ? align : step;
}

bool sw_is_composite(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

static unsigned count_members(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
           : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                       : LLVMGetVectorSize(type);
}

static LLVMTypeRef member_type(LLVMTypeRef type, unsigned i) {
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
}

static uint64_t member_offset(struct sw_lanes *l, LLVMTypeRef type, unsigned i) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return LLVMOffsetOfElement(layout_of(l), type, i);
    return i * LLVMABISizeOfType(layout_of(l), LLVMGetElementType(type));
}

/* Whether all members are of one type, side by side, and fill the distance from lane to lane. */
static bool is_interleaved(const struct sw_access *a, LLVMTypeRef type) {
    unsigned count = sw_is_composite(type) ? count_members(type) : 0;
    if (a->granule || a->kind != SW_AFFINE || count < 2 || count > MOST_INTERLEAVED)
        return false;
    unsigned size = bytes_of(a->l, member_type(type, 0));
    for (unsigned i = 0; i < count; i++)
        if (member_type(type, i) != member_type(type, 0) || member_offset(a->l, type, i) != (uint64_t)i * size)
            return false;
    return !sw_is_composite(member_type(type, 0)) &&
           SW_PROVED(members_side_by_side, a->stride == (int64_t)count * size) &&
           LLVMSizeOfTypeInBits(layout_of(a->l), member_type(type, 0)) == 8ull * size;
}

static LLVMValueRef offset_address(const struct sw_access *a, int64_t offset) {
    LLVMValueRef index = sw_const(a->l->ir->i64, (uint64_t)offset * (a->granule ? a->l->lanes : 1));
    if (!offset)
        return a->base;
    if (a->kind == SW_VARYING)
        index = sw_splat(a->l, index);
    return LLVMBuildGEP2(a->l->ir->builder, a->l->ir->i8, a->base, &index, 1, "");
}

/* Each lane's address, for what is not contiguous. */
static LLVMValueRef addresses(const struct sw_access *a, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef first = offset_address(a, (int64_t)offset);
    if (a->kind == SW_VARYING)
        return first;
    LLVMValueRef offsets = sw_lane_numbers(l, l->ir->i64, a->stride);
    return LLVMBuildGEP2(l->ir->builder, l->ir->i8, first, &offsets, 1, "");
}

static LLVMValueRef permutation(struct sw_lanes *l, unsigned count, unsigned start, int step) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, count * sizeof *at);
    for (unsigned i = 0; i < count; i++)
        at[i] = sw_const(l->ir->i32, (uint64_t)(start + step * (int64_t)i));
    return LLVMConstVector(at, count);
}

static LLVMValueRef reversed(struct sw_lanes *l, LLVMValueRef vector) {
    LLVMValueRef order = permutation(l, l->lanes, l->lanes - 1, -1);
    return LLVMBuildShuffleVector(l->ir->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), order, "");
}

static LLVMValueRef load_contiguous(const struct sw_access *a, LLVMTypeRef vector, LLVMValueRef from, LLVMValueRef mask,
                                    unsigned align) {
    struct sw_ir *ir = a->l->ir;
    LLVMValueRef made;
    if (SW_PROVED(load_of_all_lanes, sw_is_full(mask))) {
        made = LLVMBuildLoad2(ir->builder, vector, from, "");
        LLVMSetAlignment(made, align);
    } else {
        LLVMTypeRef types[] = {vector, LLVMTypeOf(from)};
        LLVMValueRef args[] = {from, sw_const(ir->i32, align), mask, LLVMGetPoison(vector)};
        made = sw_call_intrinsic(ir, "llvm.masked.load", types, 2, args, 4, "");
    }
    return made;
}

static void store_contiguous(const struct sw_access *a, LLVMValueRef value, LLVMValueRef to, LLVMValueRef mask,
                             unsigned align) {
    struct sw_ir *ir = a->l->ir;
    if (SW_PROVED(store_of_all_lanes, sw_is_full(mask))) {
        LLVMSetAlignment(LLVMBuildStore(ir->builder, value, to), align);
    } else {
        LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(to)};
        LLVMValueRef args[] = {value, to, sw_const(ir->i32, align), mask};
        sw_call_intrinsic(ir, "llvm.masked.store", types, 2, args, 4, "");
    }
}

static LLVMValueRef load_scattered(const struct sw_access *a, LLVMTypeRef vector, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef from = addresses(a, offset);
    LLVMTypeRef types[] = {vector, LLVMTypeOf(from)};
    LLVMValueRef args[] = {from, sw_const(l->ir->i32, align_at(a, offset)), l->mask, LLVMGetPoison(vector)};
    return sw_call_intrinsic(l->ir, "llvm.masked.gather", types, 2, args, 4, "");
}

static void store_scattered(const struct sw_access *a, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef to = addresses(a, offset);
    LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(to)};
    LLVMValueRef args[] = {value, to, sw_const(l->ir->i32, align_at(a, offset)), l->mask};
    sw_call_intrinsic(l->ir, "llvm.masked.scatter", types, 2, args, 4, "");
}

/* What makes an access scattered. */
static const char *describe(const struct sw_access *a) {
    LLVMValueRef pointer = LLVMGetOperand(a->at, LLVMIsAStoreInst(a->at) ? 1 : 0);
    const char *whose = LLVMIsAAllocaInst(sw_strip_pointer(pointer)) ? "local variable" : NULL;
    if (a->kind == SW_AFFINE)
        return sw_arena_printf(a->l->ir->arena, "%s%s%" PRId64 " bytes from lane to lane", whose ? whose : "",
                               whose ? ", " : "", a->stride);
    return sw_shape_of(&a->l->shapes, pointer).is_tested ? "the index may wrap around" : whose;
}

static const char *describe_side_by_side(const struct sw_access *a) {
    if (a->certainty == SW_IF_HOLDS)
        return "if the index does not wrap around";
    return a->granule ? "local variable, interleaved" : NULL;
}

/* Atomics done by a load and a store say so themselves; behind a test, what is meant to be is what is said. */
static void remark(const struct sw_access *a, enum sw_remark_kind kind, const char *detail) {
    if ((!sw_is_call(a->at) || sw_is_copy(a->at)) && a->certainty != SW_IF_NOT)
        sw_remark(a->l->unit, kind, a->at, detail);
}

static void remark_scattered(const struct sw_access *a, enum sw_remark_kind strided, enum sw_remark_kind scattered) {
    remark(a, a->kind == SW_AFFINE ? strided : scattered, describe(a));
}

static LLVMValueRef load_same(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    LLVMValueRef from = offset_address(a, (int64_t)offset);
    LLVMValueRef made = LLVMBuildLoad2(a->l->ir->builder, type, sw_safe_pointer(a->l, from, type), "");
    LLVMSetAlignment(made, align_at(a, offset));
    return sw_splat(a->l, made);
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
    LLVMTypeRef element = integer_of(l, bytes_of(l, type)), whole_type = LLVMVectorType(element, l->lanes);
    LLVMValueRef whole = LLVMConstNull(whole_type);
    for (unsigned at = 0; at < bytes_of(l, type); at += a->granule) {
        LLVMValueRef part = load_one(a, integer_of(l, a->granule), offset + at);
        part = LLVMBuildZExt(b, part, whole_type, "");
        part = LLVMBuildShl(b, part, sw_splat(l, sw_const(element, 8 * at)), "");
        whole = LLVMBuildOr(b, whole, part, "");
    }
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    return LLVMBuildCast(b, is_pointer ? LLVMIntToPtr : LLVMBitCast, whole, LLVMVectorType(type, l->lanes), "");
}

static void store_granules(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef element = integer_of(l, bytes_of(l, type)), part_type = integer_of(l, a->granule);
    bool is_pointer = LLVMGetTypeKind(type) == LLVMPointerTypeKind;
    LLVMTypeRef whole_type = LLVMVectorType(element, l->lanes);
    LLVMValueRef whole = LLVMBuildCast(b, is_pointer ? LLVMPtrToInt : LLVMBitCast, value, whole_type, "");
    for (unsigned at = 0; at < bytes_of(l, type); at += a->granule) {
        LLVMValueRef part = LLVMBuildLShr(b, whole, sw_splat(l, sw_const(element, 8 * at)), "");
        part = LLVMBuildTrunc(b, part, LLVMVectorType(part_type, l->lanes), "");
        store_one(a, part_type, part, offset + at);
    }
}

/* Elements from lane to lane, when they lie near each other; else 0: then what is between costs more than going to each
 * lane's own. Measured on a Cascade Lake: loads of 16 bytes a lane take 0.4 to 0.6 of a gather's time, of 2 to 8 bytes
 * 0.15 to 0.4; stores of 2 to 8 bytes 0.25 to 0.8 of a scatter's, of 16 bytes 1.1 to 1.2. */
static unsigned elements_apart(const struct sw_access *a, LLVMTypeRef type) {
    int64_t size = bytes_of(a->l, type), count = a->stride / size, near = LLVMIsAStoreInst(a->at) ? 8 : 16;
    bool is_whole = a->kind == SW_AFFINE && !a->granule && a->stride <= near &&
                    SW_PROVED(whole_elements_apart, a->stride % size == 0);
    return is_whole && count > 1 && count <= MOST_STRIDED ? (unsigned)count : 0;
}

static bool has_masks(const struct sw_access *a) {
    return sw_vector_bytes(a->l->unit) == 64;
}

/* Each lane's truth at its own element, none between. */
static LLVMValueRef spread_mask(struct sw_lanes *l, unsigned apart) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->lanes * apart * sizeof *at);
    LLVMValueRef none = LLVMConstNull(sw_mask_type(l));
    for (unsigned i = 0; i < l->lanes * apart; i++)
        at[i] = sw_const(l->ir->i32, i % apart ? l->lanes : i / apart);
    return LLVMBuildShuffleVector(l->ir->builder, l->mask, none, LLVMConstVector(at, l->lanes * apart), "");
}

/* Two loads without masks: one from the first lane's element on, one that ends with the last lane's. No page lies between
 * two neighbours' elements. */
static LLVMValueRef load_with_gaps(const struct sw_access *a, LLVMTypeRef type, uint64_t offset, unsigned apart) {
    struct sw_lanes *l = a->l;
    unsigned count = l->lanes * apart / 2, second = (l->lanes - 1) * apart + 1 - count;
    LLVMTypeRef half = LLVMVectorType(type, count);
    LLVMValueRef all = LLVMConstAllOnes(LLVMVectorType(l->ir->i1, count)), parts[2];
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->lanes * sizeof *order);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t at = offset + (uint64_t)i * second * bytes_of(l, type);
        parts[i] = load_contiguous(a, half, offset_address(a, (int64_t)at), all, align_at(a, at));
    }
    for (unsigned i = 0; i < l->lanes; i++)
        order[i] = sw_const(l->ir->i32, i * apart < count ? i * apart : i * apart - second + count);
    return LLVMBuildShuffleVector(l->ir->builder, parts[0], parts[1], LLVMConstVector(order, l->lanes), "");
}

static LLVMValueRef load_strided(const struct sw_access *a, LLVMTypeRef type, uint64_t offset, unsigned apart) {
    struct sw_lanes *l = a->l;
    remark_scattered(a, SW_REMARK_LOAD_STRIDED, SW_REMARK_LOAD_GATHER);
    if (SW_PROVED(gaps_of_all_lanes, sw_is_full(l->mask)))
        return load_with_gaps(a, type, offset, apart);
    LLVMTypeRef vector = LLVMVectorType(type, l->lanes * apart);
    LLVMValueRef from = offset_address(a, (int64_t)offset), mask = spread_mask(l, apart);
    LLVMValueRef all = load_contiguous(a, vector, from, mask, align_of_run(a, offset));
    LLVMValueRef order = permutation(l, l->lanes, 0, (int)apart);
    return LLVMBuildShuffleVector(l->ir->builder, all, LLVMGetPoison(vector), order, "");
}

static void store_strided(const struct sw_access *a, LLVMValueRef value, uint64_t offset, unsigned apart) {
    struct sw_lanes *l = a->l;
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->lanes * apart * sizeof *order);
    remark_scattered(a, SW_REMARK_STORE_STRIDED, SW_REMARK_STORE_SCATTER);
    for (unsigned i = 0; i < l->lanes * apart; i++)
        order[i] = i % apart ? LLVMGetUndef(l->ir->i32) : sw_const(l->ir->i32, i / apart);
    LLVMValueRef poison = LLVMGetPoison(LLVMTypeOf(value)), spread = LLVMConstVector(order, l->lanes * apart);
    value = LLVMBuildShuffleVector(l->ir->builder, value, poison, spread, "");
    LLVMValueRef to = offset_address(a, (int64_t)offset), mask = spread_mask(l, apart);
    store_contiguous(a, value, to, mask, align_of_run(a, offset));
}

static LLVMValueRef load_one(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    struct sw_lanes *l = a->l;
    unsigned apart = elements_apart(a, type);
    LLVMTypeRef vector = LLVMVectorType(type, l->lanes);
    int64_t size = bytes_of(l, type), back = (int64_t)(l->lanes - 1) * size;
    if (a->kind == SW_UNIFORM) {
        remark(a, SW_REMARK_LOAD_UNIFORM, NULL);
        return load_same(a, type, offset);
    }
    if (a->granule && size > a->granule)
        return load_granules(a, type, offset);
    if (a->kind == SW_AFFINE && SW_PROVED(load_side_by_side, a->stride == size)) {
        remark(a, SW_REMARK_LOAD_VECTOR, describe_side_by_side(a));
        return load_contiguous(a, vector, offset_address(a, (int64_t)offset), l->mask, align_of_run(a, offset));
    }
    if (a->kind == SW_AFFINE && a->stride == -size) {
        remark(a, SW_REMARK_LOAD_REVERSED, describe_side_by_side(a));
        LLVMValueRef from = offset_address(a, (int64_t)offset - back);
        LLVMValueRef mask = sw_is_full(l->mask) ? l->mask : reversed(l, l->mask);
        return reversed(l, load_contiguous(a, vector, from, mask, align_of_run(a, offset)));
    }
    if (apart && (sw_is_full(l->mask) || has_masks(a)))
        return load_strided(a, type, offset, apart);
    remark_scattered(a, SW_REMARK_LOAD_STRIDED, SW_REMARK_LOAD_GATHER);
    return load_scattered(a, vector, offset);
}

static void store_one(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    int64_t size = bytes_of(l, type), back = (int64_t)(l->lanes - 1) * size;
    if (a->granule && size > a->granule) {
        store_granules(a, type, value, offset);
    } else if (a->kind == SW_AFFINE && SW_PROVED(store_side_by_side, a->stride == size)) {
        remark(a, SW_REMARK_STORE_VECTOR, describe_side_by_side(a));
        store_contiguous(a, value, offset_address(a, (int64_t)offset), l->mask, align_of_run(a, offset));
    } else if (a->kind == SW_AFFINE && a->stride == -size) {
        remark(a, SW_REMARK_STORE_REVERSED, describe_side_by_side(a));
        LLVMValueRef to = offset_address(a, (int64_t)offset - back);
        LLVMValueRef mask = sw_is_full(l->mask) ? l->mask : reversed(l, l->mask);
        store_contiguous(a, reversed(l, value), to, mask, align_of_run(a, offset));
    } else if (elements_apart(a, type) && has_masks(a)) {
        store_strided(a, value, offset, elements_apart(a, type));
    } else {
        remark_scattered(a, SW_REMARK_STORE_STRIDED, SW_REMARK_STORE_SCATTER);
        store_scattered(a, value, offset);
    }
}

/* Each lane's truth, `count` times. */
static LLVMValueRef repeated_mask(struct sw_lanes *l, unsigned count) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->lanes * count * sizeof *at);
    for (unsigned i = 0; i < l->lanes * count; i++)
        at[i] = sw_const(l->ir->i32, i / count);
    if (sw_is_full(l->mask))
        return LLVMConstAllOnes(LLVMVectorType(l->ir->i1, l->lanes * count));
    return LLVMBuildShuffleVector(l->ir->builder, l->mask, LLVMGetPoison(sw_mask_type(l)),
                                  LLVMConstVector(at, l->lanes * count), "");
}

static LLVMValueRef load_interleaved(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    unsigned count = count_members(type);
    LLVMTypeRef vector = LLVMVectorType(member_type(type, 0), l->lanes * count);
    remark(a, SW_REMARK_LOAD_INTERLEAVED, describe_side_by_side(a));
    LLVMValueRef from = offset_address(a, (int64_t)offset), mask = repeated_mask(l, count);
    LLVMValueRef all = load_contiguous(a, vector, from, mask, align_of_run(a, offset));
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(l, type));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef order = permutation(l, l->lanes, i, (int)count);
        LLVMValueRef part = LLVMBuildShuffleVector(b, all, LLVMGetPoison(vector), order, "");
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

/* Vectors side by side, doubling: <a0 b0 ...> is made by one shuffle of the two halves' concatenations. */
static LLVMValueRef concatenated(struct sw_lanes *l, LLVMValueRef *parts, unsigned count) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(parts[0]));
    unsigned padded = 1;
    while (padded < count)
        padded *= 2;
    LLVMValueRef level[MOST_INTERLEAVED] = {NULL};
    for (unsigned i = 0; i < padded; i++)
        level[i] = i < count ? parts[i] : LLVMGetPoison(LLVMVectorType(element, l->lanes));
    for (unsigned size = l->lanes; padded > 1; padded /= 2, size *= 2)
        for (unsigned i = 0; i < padded / 2; i++)
            level[i] = LLVMBuildShuffleVector(b, level[2 * i], level[2 * i + 1], permutation(l, 2 * size, 0, 1), "");
    return level[0];
}

static void store_interleaved(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    unsigned count = count_members(type), total = l->lanes * count;
    LLVMValueRef parts[MOST_INTERLEAVED] = {NULL}, *order = sw_arena_alloc(l->ir->arena, total * sizeof *order);
    remark(a, SW_REMARK_STORE_INTERLEAVED, describe_side_by_side(a));
    for (unsigned i = 0; i < count; i++)
        parts[i] = LLVMBuildExtractValue(b, value, i, "");
    for (unsigned i = 0; i < total; i++)
        order[i] = sw_const(l->ir->i32, i % count * l->lanes + i / count);
    LLVMValueRef all = concatenated(l, parts, count), mask = repeated_mask(l, count);
    all = LLVMBuildShuffleVector(b, all, LLVMGetPoison(LLVMTypeOf(all)), LLVMConstVector(order, total), "");
    store_contiguous(a, all, offset_address(a, (int64_t)offset), mask, align_of_run(a, offset));
}

LLVMValueRef sw_access_load(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    if (!sw_is_composite(type))
        return load_one(a, type, offset);
    if (is_interleaved(a, type))
        return load_interleaved(a, type, offset);
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(a->l, type));
    for (unsigned i = 0; i < count_members(type); i++) {
        LLVMValueRef part = sw_access_load(a, member_type(type, i), offset + member_offset(a->l, type, i));
        whole = LLVMBuildInsertValue(a->l->ir->builder, whole, part, i, "");
    }
    return whole;
}

void sw_access_store(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    if (!sw_is_composite(type)) {
        store_one(a, type, value, offset);
    } else if (is_interleaved(a, type)) {
        store_interleaved(a, type, value, offset);
    } else {
        for (unsigned i = 0; i < count_members(type); i++) {
            LLVMValueRef part = LLVMBuildExtractValue(a->l->ir->builder, value, i, "");
            sw_access_store(a, member_type(type, i), part, offset + member_offset(a->l, type, i));
        }
    }
}

bool sw_is_regular(struct sw_lanes *l, LLVMTypeRef type) {
    if (!sw_is_composite(type))
        return LLVMSizeOfTypeInBits(layout_of(l), type) == 8 * LLVMABISizeOfType(layout_of(l), type);
    for (unsigned i = 0; i < count_members(type); i++)
        if (!sw_is_regular(l, member_type(type, i)))
            return false;
    return true;
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
    LLVMBuilderRef b = a.l->ir->builder;
    if (a.granule)
        distance = LLVMBuildMul(b, distance, sw_const(LLVMTypeOf(distance), a.l->lanes), "");
    a.base = LLVMBuildGEP2(b, a.l->ir->i8, a.base, &distance, 1, "");
    return a;
}

bool sw_access_runs_on(const struct sw_access *a, LLVMTypeRef type) {
    int64_t size = bytes_of(a->l, type);
    if (sw_is_composite(type))
        return is_interleaved(a, type);
    return a->stride == size || a->stride == -size || elements_apart(a, type);
}
