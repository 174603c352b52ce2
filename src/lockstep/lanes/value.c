/* Values of the source in the target: scalar and vector forms, and the slots that carry them from one basic block to
 * another. Lanes run basic blocks in an order of their own, so a value's definition need not dominate its uses any more:
 * slots are memory, which LLVM's mem2reg makes registers of again. */
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

#include <string.h>

LLVMBasicBlockRef sw_append_bb(struct sw_lanes *l, const char *name) {
    return LLVMAppendBasicBlockInContext(l->ir->context, l->to, name);
}

/* What is only tested to be affine, and what lanes compute at different times, counts as varying. */
enum sw_shape_kind sw_kind_among(const struct sw_shapes *shapes, LLVMValueRef value) {
    int bb = sw_cfg_number(&shapes->cfg, LLVMGetInstructionParent(value));
    if (bb >= 0 && sw_bitset_get(&shapes->divergent_cycle, (size_t)bb))
        return SW_VARYING;
    struct sw_shape shape = sw_shape_of(shapes, value);
    if (shape.is_tested)
        return SW_VARYING;
    return shape.kind == SW_UNSEEN ? SW_UNIFORM : shape.kind;
}

enum sw_shape_kind sw_kind(const struct sw_lanes *l, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return SW_UNIFORM;
    return sw_kind_among(&l->shapes, value);
}

int64_t sw_stride(const struct sw_lanes *l, LLVMValueRef value) {
    return sw_kind(l, value) == SW_AFFINE ? sw_shape_of(&l->shapes, value).stride : 0;
}

/* Structures and arrays of lanes: each member becomes a vector. */
LLVMTypeRef sw_wide_type(const struct sw_lanes *l, LLVMTypeRef type) {
    switch (LLVMGetTypeKind(type)) {
    case LLVMStructTypeKind: {
        unsigned count = LLVMCountStructElementTypes(type);
        LLVMTypeRef *members = sw_arena_alloc(l->ir->arena, (count + 1) * sizeof *members);
        for (unsigned i = 0; i < count; i++)
            members[i] = sw_wide_type(l, LLVMStructGetTypeAtIndex(type, i));
        return LLVMStructTypeInContext(l->ir->context, members, count, 0);
    }
    case LLVMArrayTypeKind:
        return LLVMArrayType2(sw_wide_type(l, LLVMGetElementType(type)), LLVMGetArrayLength2(type));
    case LLVMVectorTypeKind:
        return LLVMArrayType2(sw_wide_type(l, LLVMGetElementType(type)), LLVMGetVectorSize(type));
    default:
        return LLVMVectorType(type, l->width);
    }
}

LLVMValueRef sw_lane_numbers(struct sw_lanes *l, LLVMTypeRef type, int64_t factor) {
    LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->width * sizeof *at);
    for (unsigned i = 0; i < l->width; i++)
        at[i] = sw_const(type, (uint64_t)factor * i);
    return LLVMConstVector(at, l->width);
}

/* `count` elements of a vector, from lane `first` on each `step` further. */
LLVMValueRef sw_elements(struct sw_lanes *l, LLVMValueRef vector, unsigned first, unsigned step, unsigned count) {
    assert(count && first + (uint64_t)(count - 1) * step < LLVMGetVectorSize(LLVMTypeOf(vector)));
    LLVMValueRef *order = sw_arena_alloc(l->ir->arena, count * sizeof *order);
    if (count == LLVMGetVectorSize(LLVMTypeOf(vector)) && step == 1)
        return vector;
    for (unsigned i = 0; i < count; i++)
        order[i] = sw_const(l->ir->i32, first + i * step);
    LLVMValueRef poison = LLVMGetPoison(LLVMTypeOf(vector));
    return LLVMBuildShuffleVector(l->ir->builder, vector, poison, LLVMConstVector(order, count), "");
}

static LLVMValueRef splat_one(struct sw_lanes *l, LLVMValueRef scalar) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(scalar), l->width);
    if (LLVMIsPoison(scalar))
        return LLVMGetPoison(type);
    if (LLVMIsAUndefValue(scalar))
        return LLVMGetUndef(type);
    if (LLVMIsAConstantInt(scalar) || LLVMIsAConstantFP(scalar) || LLVMIsNull(scalar)) {
        LLVMValueRef *at = sw_arena_alloc(l->ir->arena, l->width * sizeof *at);
        for (unsigned i = 0; i < l->width; i++)
            at[i] = scalar;
        return LLVMConstVector(at, l->width);
    }
    LLVMValueRef one = LLVMBuildInsertElement(b, LLVMGetPoison(type), scalar, sw_const(l->ir->i32, 0), "");
    LLVMValueRef zeros = LLVMConstNull(LLVMVectorType(l->ir->i32, l->width));
    return LLVMBuildShuffleVector(b, one, LLVMGetPoison(type), zeros, "");
}

LLVMValueRef sw_splat(struct sw_lanes *l, LLVMValueRef scalar) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(scalar);
    unsigned parts = sw_parts_of(type);
    if (LLVMGetTypeKind(type) != LLVMStructTypeKind && !parts)
        return splat_one(l, scalar);
    LLVMValueRef whole = LLVMGetPoison(sw_wide_type(l, type));
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    for (unsigned i = 0; i < parts; i++) {
        LLVMValueRef part = is_vector ? LLVMBuildExtractElement(b, scalar, sw_const(l->ir->i32, i), "")
                                      : LLVMBuildExtractValue(b, scalar, i, "");
        part = sw_splat(l, part);
        whole = LLVMBuildInsertValue(b, whole, part, i, "");
    }
    return whole;
}

LLVMValueRef sw_new_slot_of(struct sw_lanes *l, LLVMTypeRef type, LLVMValueRef first, const char *label) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMBasicBlockRef at = LLVMGetInsertBlock(b);
    LLVMMetadataRef where = LLVMGetCurrentDebugLocation2(b);
    LLVMPositionBuilderBefore(b, LLVMGetBasicBlockTerminator(l->entry));
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef slot = LLVMBuildAlloca(b, type, label);
    assert(!first || LLVMTypeOf(first) == type);
    if (first)
        LLVMBuildStore(b, first, slot);
    LLVMPositionBuilderAtEnd(b, at);
    LLVMSetCurrentDebugLocation2(b, where);
    return slot;
}

LLVMValueRef sw_new_slot(struct sw_lanes *l, LLVMTypeRef type, const char *label) {
    LLVMValueRef slot = sw_new_slot_of(l, type, NULL, label);
    sw_mark_own_local(l->ir, slot);
    return slot;
}

/* The basic block in which a use reads its value: of a phi, the one that the edge leaves. */
static LLVMBasicBlockRef place_of_use(LLVMUseRef use, LLVMValueRef value, LLVMBasicBlockRef own) {
    LLVMValueRef user = LLVMGetUser(use);
    if (!LLVMIsAPHINode(user))
        return LLVMGetInstructionParent(user);
    for (unsigned i = 0; i < LLVMCountIncoming(user); i++)
        if (LLVMGetIncomingValue(user, i) == value && LLVMGetIncomingBlock(user, i) != own)
            return LLVMGetIncomingBlock(user, i);
    return own;
}

static bool is_used_elsewhere(LLVMValueRef value) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(value);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (place_of_use(use, value, own) != own)
            return true;
    return false;
}

/* What is known of one thread's access (that it touches nothing that some other of its accesses does, what it finds
 * there) is not known of all threads', nor when nobody makes it. */
static void drop_facts(LLVMValueRef made) {
    static const char *const facts[] = {
        "tbaa",           "tbaa.struct", "alias.scope", "noalias",         "range",
        "nonnull",        "noundef",     "align",       "dereferenceable", "dereferenceable_or_null",
        "invariant.group"};
    for (size_t i = 0; i < sizeof facts / sizeof *facts && LLVMHasMetadata(made); i++)
        LLVMSetMetadata(made, LLVMGetMDKindID(facts[i], (unsigned)strlen(facts[i])), NULL);
}

void sw_insert_clone(struct sw_lanes *l, LLVMValueRef clone) {
    LLVMInsertIntoBuilder(l->ir->builder, clone);
    drop_facts(clone);
    LLVMSetMetadata(clone, LLVMGetMDKindID("dbg", 3), NULL);
    LLVMSetMetadata(clone, LLVMGetMDKindID("DIAssignID", 10), NULL); /* ties it to the source's debug records */
    LLVMSetInstDebugLocation(l->ir->builder, clone);
}

struct sw_value *sw_value_of(struct sw_lanes *l, LLVMValueRef value) {
    struct sw_value *known = sw_map_get(l->values, value);
    if (!known) {
        known = sw_arena_alloc(l->ir->arena, l->rows * sizeof *known);
        sw_map_put(l->values, value, known);
    }
    return &known[sw_is_made_once(l, value) ? 0 : l->row];
}

static LLVMValueRef read_form(struct sw_lanes *l, struct sw_form *form, LLVMTypeRef type) {
    if (form->value && form->made == l->made)
        return form->value;
    if (!form->slot)
        return NULL;
    form->value = LLVMBuildLoad2(l->ir->builder, type, form->slot, "");
    form->made = l->made;
    return form->value;
}

static void write_form(struct sw_lanes *l, struct sw_form *form, LLVMValueRef value, LLVMValueRef made) {
    form->value = made;
    form->made = l->made;
    if (!is_used_elsewhere(value))
        return;
    if (!form->slot)
        form->slot = sw_new_slot(l, LLVMTypeOf(made), "");
    LLVMBuildStore(l->ir->builder, made, form->slot);
}

/* In a divergent cycle lanes may still need what they have computed when others compute it anew: a form that is read
 * elsewhere keeps what it was for those that do not run. */
static LLVMValueRef kept_before(struct sw_lanes *l, struct sw_form *form, LLVMTypeRef type) {
    if (!form->slot)
        form->slot = sw_new_slot(l, type, "");
    return LLVMBuildLoad2(l->ir->builder, type, form->slot, "");
}

static bool is_in_divergent_cycle_across(const struct sw_lanes *l) {
    return l->rows > 1 && sw_bitset_get(&l->across.divergent_cycle, l->bb);
}

/* Lanes that a value is made for: the row's, or those of all rows that code is made for. */
static LLVMValueRef makers(struct sw_lanes *l, LLVMValueRef value) {
    bool is_one_rows = l->rows == 1 || l->all_rows || !sw_is_made_once(l, value);
    return SW_PROVED(all_rows_make_it, is_one_rows) ? l->mask : sw_join_masks(l, l->row_masks);
}

static bool is_used_behind(const struct sw_lanes *l, LLVMValueRef value, const struct sw_region *region) {
    LLVMBasicBlockRef own = LLVMGetInstructionParent(value);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        int bb = sw_cfg_number(&l->shapes.cfg, place_of_use(use, value, own));
        unsigned point = bb < 0 ? region->first : l->flow.point_of_bb[bb];
        if (point < region->first || point > region->last)
            return true;
    }
    return false;
}

/* What all rows have in common has one place. In a region each row, or group of them, in its turn has that for its own lanes
 * alone; behind it those of all rows need it. */
static bool is_common_to_turns(const struct sw_lanes *l, LLVMValueRef value) {
    return l->region && sw_is_made_once(l, value) &&
           !SW_PROVED(rows_apart_keep_lanes, !is_used_behind(l, value, l->region));
}

/* A scalar is one row's, whose lanes go round the cycle together. */
void sw_set_scalar(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef scalar) {
    struct sw_form *form = &sw_value_of(l, value)->scalar;
    if (is_in_divergent_cycle_across(l) && is_used_elsewhere(value)) {
        LLVMValueRef before = kept_before(l, form, LLVMTypeOf(scalar));
        scalar = LLVMBuildSelect(l->ir->builder, sw_mask_any(l, makers(l, value)), scalar, before, "");
    }
    write_form(l, form, value, scalar);
}

void sw_set_vector(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef vector) {
    assert(LLVMTypeOf(vector) == sw_wide_type(l, LLVMTypeOf(value)));
    struct sw_form *form = &sw_value_of(l, value)->vector;
    bool is_cyclic = sw_bitset_get(&l->shapes.divergent_cycle, l->bb) || is_in_divergent_cycle_across(l);
    if ((is_cyclic && is_used_elsewhere(value)) || is_common_to_turns(l, value)) {
        LLVMValueRef before = kept_before(l, form, LLVMTypeOf(vector));
        vector = sw_blend(l, makers(l, value), vector, before);
    }
    write_form(l, form, value, vector);
}

void sw_set_result(struct sw_lanes *l, LLVMValueRef value, LLVMValueRef result) {
    if (sw_kind(l, value) == SW_VARYING)
        sw_set_vector(l, value, result);
    else
        sw_set_scalar(l, value, result);
}

void sw_set_tested(struct sw_lanes *l, LLVMValueRef value, const struct sw_tested *tested) {
    if (sw_bitset_get(&l->shapes.divergent_cycle, l->bb) || is_in_divergent_cycle_across(l) ||
        is_common_to_turns(l, value))
        return;
    write_form(l, &sw_value_of(l, value)->first, value, tested->first);
    write_form(l, &sw_value_of(l, value)->holds, value, tested->holds);
}

bool sw_get_tested(struct sw_lanes *l, LLVMValueRef value, struct sw_tested *tested) {
    if (!LLVMIsAInstruction(value))
        return false;
    struct sw_value *known = sw_value_of(l, value);
    tested->first = read_form(l, &known->first, LLVMTypeOf(value));
    tested->holds = read_form(l, &known->holds, l->ir->i1);
    return tested->first && tested->holds;
}

/* A scalar or a vector, further by a distance. */
static LLVMValueRef moved(struct sw_lanes *l, LLVMValueRef from, int64_t distance) {
    LLVMTypeRef type = LLVMTypeOf(from);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    LLVMTypeRef element = is_vector ? LLVMGetElementType(type) : type;
    bool is_pointer = LLVMGetTypeKind(element) == LLVMPointerTypeKind;
    if (!distance)
        return from;
    LLVMValueRef by = sw_const(is_pointer ? l->ir->i64 : element, (uint64_t)distance);
    if (is_vector)
        by = sw_splat(l, by);
    return is_pointer ? LLVMBuildGEP2(l->ir->builder, l->ir->i8, from, &by, 1, "")
                      : LLVMBuildAdd(l->ir->builder, from, by, "");
}

LLVMValueRef sw_scalar(struct sw_lanes *l, LLVMValueRef value) {
    if (value == LLVMGetParam(l->from, 0))
        return l->block;
    if (!LLVMIsAInstruction(value))
        return value;
    LLVMValueRef scalar = read_form(l, &sw_value_of(l, value)->scalar, LLVMTypeOf(value));
    if (!scalar)
        sw_bug("lockstep: no scalar form of '%s' in '%s'", LLVMPrintValueToString(value), l->kernel->name);
    return sw_is_made_once(l, value) ? moved(l, scalar, sw_row_distance(l, value)) : scalar;
}

/* Lane 0's value and the lanes' distances from it. */
static LLVMValueRef spread(struct sw_lanes *l, LLVMValueRef value) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMValueRef first = sw_scalar(l, value);
    int64_t stride = sw_stride(l, value);
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind) {
        LLVMValueRef offsets = sw_lane_numbers(l, l->ir->i64, stride);
        return LLVMBuildGEP2(b, l->ir->i8, first, &offsets, 1, "");
    }
    LLVMValueRef firsts = splat_one(l, first);
    return LLVMBuildAdd(b, firsts, sw_lane_numbers(l, type, stride), "");
}

LLVMValueRef sw_vector(struct sw_lanes *l, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value))
        return sw_splat(l, sw_scalar(l, value));
    struct sw_form *form = &sw_value_of(l, value)->vector;
    enum sw_shape_kind kind = sw_kind(l, value);
    LLVMTypeRef type = sw_wide_type(l, LLVMTypeOf(value));
    if (kind == SW_VARYING) {
        LLVMValueRef vector = read_form(l, form, type);
        if (!vector)
            sw_bug("lockstep: no vector form of '%s' in '%s'", LLVMPrintValueToString(value), l->kernel->name);
        return sw_is_made_once(l, value) ? moved(l, vector, sw_row_distance(l, value)) : vector;
    }
    if (sw_is_made_once(l, value) && sw_row_distance(l, value))
        return kind == SW_UNIFORM ? sw_splat(l, sw_scalar(l, value)) : spread(l, value);
    if (form->value && form->made == l->made)
        return form->value;
    form->value = kind == SW_UNIFORM ? sw_splat(l, sw_scalar(l, value)) : spread(l, value);
    form->made = l->made;
    return form->value;
}
