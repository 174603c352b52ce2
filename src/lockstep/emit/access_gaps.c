/* Accesses to one element of every 2, 3 or 4: those between are read, too, or left out by a mask. */
#include "lockstep/emit/access_forms.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"
#include "softwarp/assumptions.h"

enum { MOST_STRIDED = 4 };

/* Elements from lane to lane, when they lie near each other; else 0: then what is between costs more than going to each
 * lane's own. Measured on a Cascade Lake: loads of 16 bytes a lane take 0.4 to 0.6 of a gather's time, of 2 to 8 bytes
 * 0.15 to 0.4; stores of 2 to 8 bytes 0.25 to 0.8 of a scatter's, of 16 bytes 1.1 to 1.2. */
unsigned sw_elements_apart(const struct sw_access *a, LLVMTypeRef type) {
    int64_t size = sw_bytes_of(a->l, type), count = a->stride / size, near = LLVMIsAStoreInst(a->at) ? 8 : 16;
    bool is_whole = a->kind == SW_AFFINE && !a->granule && a->stride <= near &&
                    SW_PROVED(whole_elements_apart, a->stride % size == 0);
    return is_whole && count > 1 && count <= MOST_STRIDED ? (unsigned)count : 0;
}

bool sw_has_masks(const struct sw_access *a) {
    return sw_vector_bytes(a->l->unit) == 64;
}

/* Each lane's truth at its own element, none between. */
static LLVMValueRef spread_mask(struct sw_lanes *l, unsigned apart) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->width * apart * sizeof *at);
    LLVMValueRef none = LLVMConstNull(sw_mask_type(l));
    for (unsigned i = 0; i < l->width * apart; i++)
        at[i] = sw_const(l->ir->i32, i % apart ? l->width : i / apart);
    return LLVMBuildShuffleVector(l->ir->builder, l->mask, none, LLVMConstVector(at, l->width * apart), "");
}

/* Two loads without masks: one from the first lane's element on, one that ends with the last lane's. No page lies between
 * two neighbours' elements. */
static LLVMValueRef load_with_gaps(const struct sw_access *a, LLVMTypeRef type, uint64_t offset, unsigned apart) {
    struct sw_lanes *l = a->l;
    assert(apart > 1 && l->width * apart % 2 == 0);
    unsigned count = l->width * apart / 2, second = (l->width - 1) * apart + 1 - count;
    LLVMTypeRef half = LLVMVectorType(type, count);
    LLVMValueRef all = LLVMConstAllOnes(LLVMVectorType(l->ir->i1, count)), parts[2];
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->width * sizeof *order);
    for (unsigned i = 0; i < 2; i++) {
        uint64_t at = offset + (uint64_t)i * second * sw_bytes_of(l, type);
        parts[i] = sw_load_run(a, half, sw_access_address(a, (int64_t)at), all, sw_align_at(a, at));
    }
    for (unsigned i = 0; i < l->width; i++)
        order[i] = sw_const(l->ir->i32, i * apart < count ? i * apart : i * apart - second + count);
    return LLVMBuildShuffleVector(l->ir->builder, parts[0], parts[1], LLVMConstVector(order, l->width), "");
}

LLVMValueRef sw_load_strided(const struct sw_access *a, LLVMTypeRef type, uint64_t offset, unsigned apart) {
    struct sw_lanes *l = a->l;
    sw_remark_scattered(a, SW_REMARK_LOAD_STRIDED, SW_REMARK_LOAD_GATHER);
    if (SW_PROVED(gaps_of_all_lanes, sw_is_full(l->mask)))
        return load_with_gaps(a, type, offset, apart);
    LLVMTypeRef vector = LLVMVectorType(type, l->width * apart);
    LLVMValueRef from = sw_access_address(a, (int64_t)offset), mask = spread_mask(l, apart);
    LLVMValueRef all = sw_load_run(a, vector, from, mask, sw_run_align(a, offset));
    LLVMValueRef order = sw_permutation(l, l->width, 0, (int)apart);
    return LLVMBuildShuffleVector(l->ir->builder, all, LLVMGetPoison(vector), order, "");
}

void sw_store_strided(const struct sw_access *a, LLVMValueRef value, uint64_t offset, unsigned apart) {
    assert(apart > 1 && apart <= MOST_STRIDED);
    struct sw_lanes *l = a->l;
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, l->width * apart * sizeof *order);
    sw_remark_scattered(a, SW_REMARK_STORE_STRIDED, SW_REMARK_STORE_SCATTER);
    for (unsigned i = 0; i < l->width * apart; i++)
        order[i] = i % apart ? LLVMGetUndef(l->ir->i32) : sw_const(l->ir->i32, i / apart);
    LLVMValueRef poison = LLVMGetPoison(LLVMTypeOf(value)), spread = LLVMConstVector(order, l->width * apart);
    value = LLVMBuildShuffleVector(l->ir->builder, value, poison, spread, "");
    LLVMValueRef to = sw_access_address(a, (int64_t)offset), mask = spread_mask(l, apart);
    sw_store_run(a, value, to, mask, sw_run_align(a, offset));
}
