/* Accesses of one element a lane: a run of elements under the mask, scattered ones, and one that all lanes share. */
#include "lockstep/emit/access_forms.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

unsigned sw_bytes_of(struct sw_lanes *l, LLVMTypeRef type) {
    return (unsigned)LLVMStoreSizeOfType(sw_layout_of(l), type);
}

unsigned sw_align_at(const struct sw_access *a, uint64_t offset) {
    assert(a->align && !(a->align & (a->align - 1)));
    unsigned lowest = offset ? 1u << __builtin_ctzll(offset) : a->align;
    return lowest < a->align ? lowest : a->align;
}

/* The address of a run of elements is that of one lane: unless it runs, only as aligned as the lanes' distance. A
 * granule of all lanes is aligned as a whole. */
unsigned sw_run_align(const struct sw_access *a, uint64_t offset) {
    assert(a->kind == SW_AFFINE && a->stride);
    unsigned all = a->granule * a->l->width;
    if (all)
        return all < SW_LOCAL_ALIGN ? all : SW_LOCAL_ALIGN;
    unsigned align = sw_align_at(a, offset), step = 1u << __builtin_ctzll((uint64_t)a->stride);
    return SW_PROVED(run_is_aligned, sw_is_full(a->l->mask) || align < step) ? align : step;
}

LLVMValueRef sw_access_address(const struct sw_access *a, int64_t offset) {
    LLVMValueRef index = sw_const(a->l->ir->i64, (uint64_t)offset * (a->granule ? a->l->width : 1));
    if (!offset)
        return a->base;
    if (a->kind == SW_VARYING)
        index = sw_splat(a->l, index);
    return LLVMBuildGEP2(a->l->ir->builder, a->l->ir->i8, a->base, &index, 1, "");
}

/* Each lane's address, for what is not contiguous. */
static LLVMValueRef addresses(const struct sw_access *a, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef first = sw_access_address(a, (int64_t)offset);
    if (a->kind == SW_VARYING)
        return first;
    LLVMValueRef offsets = sw_lane_numbers(l, l->ir->i64, a->stride);
    return LLVMBuildGEP2(l->ir->builder, l->ir->i8, first, &offsets, 1, "");
}

LLVMValueRef sw_permutation(struct sw_lanes *l, unsigned count, unsigned start, int step) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, count * sizeof *at);
    for (unsigned i = 0; i < count; i++)
        at[i] = sw_const(l->ir->i32, (uint64_t)(start + step * (int64_t)i));
    return LLVMConstVector(at, count);
}

LLVMValueRef sw_reversed(struct sw_lanes *l, LLVMValueRef vector) {
    assert(LLVMGetVectorSize(LLVMTypeOf(vector)) == l->width);
    LLVMValueRef order = sw_permutation(l, l->width, l->width - 1, -1);
    return LLVMBuildShuffleVector(l->ir->builder, vector, LLVMGetPoison(LLVMTypeOf(vector)), order, "");
}

LLVMValueRef sw_load_run(const struct sw_access *a, LLVMTypeRef vector, LLVMValueRef from, LLVMValueRef mask,
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

void sw_store_run(const struct sw_access *a, LLVMValueRef value, LLVMValueRef to, LLVMValueRef mask, unsigned align) {
    struct sw_ir *ir = a->l->ir;
    if (SW_PROVED(store_of_all_lanes, sw_is_full(mask))) {
        LLVMSetAlignment(LLVMBuildStore(ir->builder, value, to), align);
    } else {
        LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(to)};
        LLVMValueRef args[] = {value, to, sw_const(ir->i32, align), mask};
        sw_call_intrinsic(ir, "llvm.masked.store", types, 2, args, 4, "");
    }
}

LLVMValueRef sw_load_scattered(const struct sw_access *a, LLVMTypeRef vector, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef from = addresses(a, offset);
    LLVMTypeRef types[] = {vector, LLVMTypeOf(from)};
    LLVMValueRef args[] = {from, sw_const(l->ir->i32, sw_align_at(a, offset)), l->mask, LLVMGetPoison(vector)};
    return sw_call_intrinsic(l->ir, "llvm.masked.gather", types, 2, args, 4, "");
}

void sw_store_scattered(const struct sw_access *a, LLVMValueRef value, uint64_t offset) {
    struct sw_lanes *l = a->l;
    LLVMValueRef to = addresses(a, offset);
    LLVMTypeRef types[] = {LLVMTypeOf(value), LLVMTypeOf(to)};
    LLVMValueRef args[] = {value, to, sw_const(l->ir->i32, sw_align_at(a, offset)), l->mask};
    sw_call_intrinsic(l->ir, "llvm.masked.scatter", types, 2, args, 4, "");
}

LLVMValueRef sw_load_same(const struct sw_access *a, LLVMTypeRef type, uint64_t offset) {
    assert(a->kind == SW_UNIFORM);
    LLVMValueRef from = sw_access_address(a, (int64_t)offset);
    LLVMValueRef made = LLVMBuildLoad2(a->l->ir->builder, type, sw_safe_pointer(a->l, from, type), "");
    LLVMSetAlignment(made, sw_align_at(a, offset));
    return sw_splat(a->l, made);
}
