/* Members of structures, arrays and short vectors; where they lie side by side from lane to lane, all of them are one
 * access, taken apart or put together in registers:
 *
 *      x0 y0 x1 y1 x2 y2 ...   <=>   x0 x1 x2 ... and y0 y1 y2 ... */
#include "lockstep/emit/access_forms.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

enum { MOST_INTERLEAVED = 8 };

unsigned sw_count_members(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind  ? LLVMCountStructElementTypes(type)
           : kind == LLVMArrayTypeKind ? (unsigned)LLVMGetArrayLength2(type)
                                       : LLVMGetVectorSize(type);
}

LLVMTypeRef sw_member_type(LLVMTypeRef type, unsigned i) {
    assert(i < sw_count_members(type));
    return LLVMGetTypeKind(type) == LLVMStructTypeKind ? LLVMStructGetTypeAtIndex(type, i) : LLVMGetElementType(type);
}

uint64_t sw_member_offset(struct sw_lanes *l, LLVMTypeRef type, unsigned i) {
    if (LLVMGetTypeKind(type) == LLVMStructTypeKind)
        return LLVMOffsetOfElement(sw_layout_of(l), type, i);
    return i * LLVMABISizeOfType(sw_layout_of(l), LLVMGetElementType(type));
}

bool sw_is_composite(LLVMTypeRef type) {
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    return kind == LLVMStructTypeKind || kind == LLVMArrayTypeKind || kind == LLVMVectorTypeKind;
}

bool sw_is_regular(struct sw_lanes *l, LLVMTypeRef type) {
    if (!sw_is_composite(type))
        return LLVMSizeOfTypeInBits(sw_layout_of(l), type) == 8 * LLVMABISizeOfType(sw_layout_of(l), type);
    for (unsigned i = 0; i < sw_count_members(type); i++)
        if (!sw_is_regular(l, sw_member_type(type, i)))
            return false;
    return true;
}

/* Whether all members are of one type, side by side, and fill the distance from lane to lane. */
bool sw_is_interleaved(const struct sw_access *a, LLVMTypeRef type) {
    unsigned count = sw_is_composite(type) ? sw_count_members(type) : 0;
    if (a->granule || a->kind != SW_AFFINE || count < 2 || count > MOST_INTERLEAVED)
        return false;
    unsigned size = sw_bytes_of(a->l, sw_member_type(type, 0));
    for (unsigned i = 0; i < count; i++)
        if (sw_member_type(type, i) != sw_member_type(type, 0) || sw_member_offset(a->l, type, i) != (uint64_t)i * size)
            return false;
    return !sw_is_composite(sw_member_type(type, 0)) &&
           SW_PROVED(members_side_by_side, a->stride == (int64_t)count * size) &&
           LLVMSizeOfTypeInBits(sw_layout_of(a->l), sw_member_type(type, 0)) == 8ull * size;
}

/* Each lane's truth, `count` times. */
static LLVMValueRef repeated_mask(struct sw_lanes *l, unsigned count) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->width * count * sizeof *at);
    for (unsigned i = 0; i < l->width * count; i++)
        at[i] = sw_const(l->ir->i32, i / count);
    if (sw_is_full(l->mask))
        return LLVMConstAllOnes(LLVMVectorType(l->ir->i1, l->width * count));
    return LLVMBuildShuffleVector(l->ir->builder, l->mask, LLVMGetPoison(sw_mask_type(l)),
                                  LLVMConstVector(at, l->width * count), "");
}

LLVMValueRef sw_load_interleaved(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    unsigned count = sw_count_members(type);
    LLVMTypeRef vector = LLVMVectorType(sw_member_type(type, 0), l->width * count);
    sw_access_remark(a, SW_REMARK_LOAD_INTERLEAVED, sw_side_by_side(a));
    LLVMValueRef from = sw_access_address(a, (int64_t)offset), mask = repeated_mask(l, count);
    LLVMValueRef all = sw_load_run(a, vector, from, mask, sw_run_align(a, offset));
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(l, type));
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef order = sw_permutation(l, l->width, i, (int)count);
        LLVMValueRef part = LLVMBuildShuffleVector(b, all, LLVMGetPoison(vector), order, "");
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

/* Vectors side by side, doubling: <a0 b0 ...> is made by one shuffle of the two halves' concatenations. */
static LLVMValueRef concatenated(struct sw_lanes *l, LLVMValueRef *parts, unsigned count) {
    assert(count && count <= MOST_INTERLEAVED);
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef element = LLVMGetElementType(LLVMTypeOf(parts[0]));
    unsigned padded = 1;
    while (padded < count)
        padded *= 2;
    LLVMValueRef level[MOST_INTERLEAVED] = {NULL};
    for (unsigned i = 0; i < padded; i++)
        level[i] = i < count ? parts[i] : LLVMGetPoison(LLVMVectorType(element, l->width));
    for (unsigned size = l->width; padded > 1; padded /= 2, size *= 2)
        for (unsigned i = 0; i < padded / 2; i++)
            level[i] = LLVMBuildShuffleVector(b, level[2 * i], level[2 * i + 1], sw_permutation(l, 2 * size, 0, 1), "");
    return level[0];
}

void sw_store_interleaved(const struct sw_access *a, LLVMTypeRef type, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMBuilderRef b = l->ir->builder;
    unsigned count = sw_count_members(type), total = l->width * count;
    LLVMValueRef parts[MOST_INTERLEAVED] = {NULL}, *order = sw_arena_alloc(l->ir->arena, total * sizeof *order);
    sw_access_remark(a, SW_REMARK_STORE_INTERLEAVED, sw_side_by_side(a));
    for (unsigned i = 0; i < count; i++)
        parts[i] = LLVMBuildExtractValue(b, value, i, "");
    for (unsigned i = 0; i < total; i++)
        order[i] = sw_const(l->ir->i32, i % count * l->width + i / count);
    LLVMValueRef all = concatenated(l, parts, count), mask = repeated_mask(l, count);
    all = LLVMBuildShuffleVector(b, all, LLVMGetPoison(LLVMTypeOf(all)), LLVMConstVector(order, total), "");
    sw_store_run(a, all, sw_access_address(a, (int64_t)offset), mask, sw_run_align(a, offset));
}
