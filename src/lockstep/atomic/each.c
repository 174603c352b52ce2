/* Atomic operations whose addresses differ between lanes.
 *
 *   one element a lane, side by side    within a block: a load, the operation, a store, on vectors. Beyond: a
 *                                       compare-and-swap of 16 bytes for each 16 bytes (marker .._wide)
 *   anything else, no result used       lane by lane, written out when all lanes run, but a loop where that is rare: behind
 *                                       a loop of all lanes (versions.c), and beside the form by 16 bytes
 *   results used                        a loop over the lanes that run (serial.c)
 *
 * Lanes come in ascending order. Lines of memory that other cores may hold, or that are far away, are asked for first,
 * all at once: each locked instruction waits for what is before it. */
#include "lockstep/atomic/address.h"
#include "lockstep/atomic/deferred.h"
#include "lockstep/atomic/forms.h"
#include "lockstep/emit/memory.h"
#include "lockstep/emit/serial.h"
#include "lockstep/lanes/mask.h"
#include "lockstep/lanes/rows.h"
#include "lockstep/lanes/value.h"
#include "lockstep/machine/machine.h"
#include "softwarp/assumptions.h"

/* Elements of a vector, lane by lane, by way of memory: an instruction each, where taking them out of registers costs
 * two or three. Volatile, or LLVM would see through it. */
struct elements {
    LLVMValueRef memory, same;
    LLVMTypeRef type;
};

static struct elements open_elements(struct sw_lanes *l, LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    if (sw_kind(l, value) == SW_UNIFORM)
        return (struct elements){.same = sw_scalar(l, value)};
    LLVMValueRef vector = sw_vector(l, value);
    struct elements e = {.memory = sw_open_memory(l, LLVMTypeOf(vector)), .type = type};
    LLVMValueRef store = LLVMBuildStore(l->ir->builder, vector, e.memory);
    LLVMSetVolatile(store, 1);
    LLVMSetAlignment(store, LLVMGetAlignment(e.memory));
    return e;
}

static LLVMValueRef element_of(struct sw_lanes *l, const struct elements *e, unsigned lane) {
    LLVMBuilderRef b = l->ir->builder;
    if (e->same)
        return e->same;
    LLVMValueRef index = sw_const(l->ir->i64, lane);
    LLVMValueRef value = LLVMBuildLoad2(b, e->type, LLVMBuildInBoundsGEP2(b, e->type, e->memory, &index, 1, ""), "");
    LLVMSetVolatile(value, 1);
    return value;
}

static void close_elements(struct sw_lanes *l, const struct elements *e) {
    if (e->memory)
        sw_lifetime(l, e->memory, false);
}

/* Asks for the line to be written. */
static void prefetch(struct sw_lanes *l, LLVMValueRef pointer) {
    LLVMTypeRef type = LLVMTypeOf(pointer), i32 = l->ir->i32;
    LLVMValueRef args[] = {pointer, sw_const(i32, 1), sw_const(i32, 3), sw_const(i32, 1)};
    sw_call_intrinsic(l->ir, "llvm.prefetch", &type, 1, args, 4, "");
}

static bool may_miss(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    return a->scope != SW_SCOPE_block && sw_kind(l, LLVMGetOperand(at, 0)) == SW_VARYING;
}

/* Every lane's operation in a row, without a loop. */
static void write_out(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a, const struct sw_chain *c) {
    struct elements leaves = open_elements(l, c->leaf), values = open_elements(l, LLVMGetOperand(at, 1));
    for (unsigned i = 0; i < l->width && may_miss(l, at, a); i++) {
        LLVMValueRef leaf = element_of(l, &leaves, i);
        prefetch(l, sw_chain_address(l, c, leaf));
    }
    for (unsigned i = 0; i < l->width; i++) {
        LLVMValueRef leaf = element_of(l, &leaves, i), address = sw_chain_address(l, c, leaf);
        sw_call_marker(l, at, address, element_of(l, &values, i));
    }
    close_elements(l, &leaves);
    close_elements(l, &values);
}

/* A loop over the lanes that run; ahead of it one that asks. */
void sw_emit_atomic_by_lane(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    if (a->op != SW_ATOMIC_load && a->op != SW_ATOMIC_store && may_miss(l, at, a)) {
        struct sw_passed pointers = sw_pass_in(l, LLVMGetOperand(at, 0));
        struct sw_serial s;
        sw_serial_open(l, &s);
        prefetch(l, sw_serial_get(&s, &pointers));
        sw_serial_close(&s);
        sw_pass_end(l, &pointers);
    }
    sw_emit_serial(l, at);
}

static bool is_swapped_wide(struct sw_lanes *l, const struct sw_atomic *a) {
    switch (a->type) {
    case SW_TYPE_i32:
    case SW_TYPE_u32:
    case SW_TYPE_i64:
    case SW_TYPE_u64:
    case SW_TYPE_f32:
    case SW_TYPE_f64:
        return sw_has_wide_swap(l->unit);
    default:
        return false;
    }
}

/* 16 bytes at a time; their address is a multiple of 16. */
static void swap_wide(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    struct sw_ir *ir = l->ir;
    LLVMValueRef base = sw_scalar(l, LLVMGetOperand(at, 0)), values = sw_vector(l, LLVMGetOperand(at, 1));
    unsigned size = LLVMABISizeOfType(LLVMGetModuleDataLayout(ir->module), LLVMTypeOf(at)), count = 16 / size;
    struct sw_atomic wide = *a;
    wide.is_wide = true;
    wide.is_deferred = false;
    LLVMTypeRef type = LLVMVectorType(LLVMTypeOf(at), count);
    LLVMTypeRef function_type = LLVMFunctionType(type, (LLVMTypeRef[]){ir->ptr, type}, 2, 0);
    LLVMValueRef marker = sw_declare(ir, sw_atomic_name(ir, &wide), function_type);
    for (unsigned lane = 0; lane < l->width; lane += count) {
        LLVMValueRef args[] = {sw_byte_offset(ir, base, lane * size, ""), sw_elements(l, values, lane, 1, count)};
        sw_call(ir, marker, args, 2, "");
    }
}

void sw_part_by_mask(struct sw_lanes *l, LLVMBasicBlockRef all, LLVMBasicBlockRef some) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef bits = sw_mask_bits(l, l->mask);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, bits, LLVMConstAllOnes(LLVMTypeOf(bits)), ""), all, some);
}

static bool is_side_by_side(struct sw_lanes *l, LLVMValueRef at) {
    uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(l->ir->module), LLVMTypeOf(at));
    return SW_PROVED(atomic_side_by_side, sw_stride(l, LLVMGetOperand(at, 0)) == (int64_t)size);
}

static LLVMValueRef is_aligned(struct sw_lanes *l, LLVMValueRef pointer) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef bits = LLVMBuildPtrToInt(b, pointer, l->ir->i64, "");
    bits = LLVMBuildAnd(b, bits, sw_const(l->ir->i64, 15), "");
    return LLVMBuildICmp(b, LLVMIntEQ, bits, sw_const(l->ir->i64, 0), "");
}

void sw_emit_alignment_test(struct sw_lanes *l, LLVMValueRef pointer, unsigned size) {
    LLVMTypeRef types[] = {l->ir->ptr, l->ir->i32}, type = LLVMFunctionType(l->ir->nothing, types, 2, 0);
    LLVMValueRef args[] = {pointer, sw_const(l->ir->i32, size)};
    sw_call(l->ir, sw_declare(l->ir, SW_TEST_ALIGNMENT, type), args, 2, "");
}

/* What all lanes operate on. A pair of halves is two elements of a lane, side by side in the integer that carries it. */
static LLVMTypeRef type_of_lanes(struct sw_lanes *l, LLVMTypeRef type) {
    bool is_pair = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    unsigned count = is_pair ? LLVMGetVectorSize(type) : 1;
    return LLVMVectorType(is_pair ? LLVMGetElementType(type) : type, l->width * count);
}

/* A load, the operation, a store: nobody comes between. */
static void emit_plain(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMValueRef pointer = LLVMGetOperand(at, 0), value = LLVMGetOperand(at, 1);
    LLVMTypeRef type = sw_atomic_value_type(l->ir, a->type);
    unsigned align = LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(l->ir->module), type);
    sw_emit_alignment_test(l, sw_safe_pointer(l, sw_scalar(l, pointer), LLVMTypeOf(at)), align);
    LLVMValueRef values = sw_vector(l, value), old = sw_load_lanes(l, at, pointer, LLVMTypeOf(at), align);
    LLVMTypeRef vector = type_of_lanes(l, type), carrier = LLVMTypeOf(old);
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef typed_old = LLVMBuildBitCast(b, old, vector, "");
    LLVMValueRef typed_values = LLVMBuildBitCast(b, values, vector, "");
    LLVMValueRef new = sw_atomic_combine(l->ir, a, typed_old, typed_values);
    new = LLVMBuildBitCast(b, new, carrier, "");
    sw_store_lanes(l, at, pointer, LLVMTypeOf(at), new, align);
    if (LLVMGetFirstUse(at))
        sw_set_vector(l, at, old);
}

bool sw_emit_atomic_side_by_side(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    bool is_element = LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVectorTypeKind && a->type != SW_TYPE_u128;
    if (a->scope != SW_SCOPE_block || !sw_is_combinable(a) || !is_element || !is_side_by_side(l, at))
        return false;
    emit_plain(l, at, a);
    return true;
}

bool sw_has_wide_form(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    return sw_is_combinable(a) && is_side_by_side(l, at) && is_swapped_wide(l, a) && a->scope != SW_SCOPE_block;
}

void sw_emit_atomic_each(struct sw_lanes *l, LLVMValueRef at, const struct sw_atomic *a) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMValueRef pointer = LLVMGetOperand(at, 0), value = LLVMGetOperand(at, 1);
    struct sw_chain chain = sw_chain_of(l, at);
    struct sw_later later;
    bool is_wide = sw_has_wide_form(l, at, a);
    sw_vector(l, chain.leaf); /* all of this is read before control parts */
    sw_vector(l, pointer);
    sw_vector(l, value);
    if (a->is_deferred)
        sw_open_later(l, at, a, &later);
    LLVMBasicBlockRef done = a->is_deferred ? later.done : sw_append_bb(l, "atomic.done"),
                      each = sw_append_bb(l, "atomic.each");
    /* Of a block's rows some may be full there: by 16 bytes they save locked instructions. */
    bool is_rest = sw_bitset_get(&l->rest, l->bb) && (!is_wide || sw_is_one_row(l));
    if (!is_rest && !SW_PROVED(atomic_of_all_lanes, sw_is_full(l->mask))) {
        LLVMBasicBlockRef all = sw_append_bb(l, "all.lanes"), some = sw_append_bb(l, "some.lanes");
        sw_part_by_mask(l, all, some);
        LLVMPositionBuilderAtEnd(b, some);
        sw_emit_atomic_by_lane(l, at, a);
        LLVMBuildBr(b, done);
        LLVMPositionBuilderAtEnd(b, all);
    }
    if (is_wide && !is_rest) {
        LLVMBasicBlockRef wide = sw_append_bb(l, "atomic.wide");
        LLVMBuildCondBr(b, is_aligned(l, sw_scalar(l, pointer)), wide, each);
        LLVMPositionBuilderAtEnd(b, wide);
        swap_wide(l, at, a);
        LLVMBuildBr(b, done);
    } else {
        LLVMBuildBr(b, each);
    }
    LLVMPositionBuilderAtEnd(b, each);
    if (is_wide || is_rest)
        sw_emit_atomic_by_lane(l, at, a);
    else
        write_out(l, at, a, &chain);
    LLVMBuildBr(b, done);
    LLVMPositionBuilderAtEnd(b, done);
}
