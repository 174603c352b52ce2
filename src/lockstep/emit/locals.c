/* Local variables: each lane has its own. Variables that analysis/locals.c admits lie interleaved: the first granule of all
 * lanes, then the second, and so on. Other variables, whose addresses escape, lie one lane's behind another's.
 *
 * In an interleaved variable an offset counts W times. So this file makes addresses in it anew, in bytes, and copies of
 * memory piece by piece. A filling of the whole variable, in all lanes, is one filling of the whole run. */
#include "lockstep/emit/access.h"
#include "lockstep/emit/emit.h"
#include "lockstep/flow/flow.h"
#include "lockstep/lanes/value.h"
#include "softwarp/assumptions.h"

static uint64_t size_of(struct sw_lanes *l, LLVMTypeRef type) {
    return LLVMABISizeOfType(LLVMGetModuleDataLayout(l->ir->module), type);
}

void sw_emit_alloca(struct sw_lanes *l, LLVMValueRef at) {
    LLVMTypeRef type = LLVMArrayType2(LLVMGetAllocatedType(at), LLVMConstIntGetZExtValue(LLVMGetOperand(at, 0)));
    uint64_t size = size_of(l, type), align = LLVMGetAlignment(at), granule = sw_granule_of(&l->shapes, at);
    uint64_t unit = granule ? granule : align, room = (size + unit - 1) / unit * unit;
    LLVMValueRef made = sw_new_slot_of(l, LLVMArrayType2(l->ir->i8, room * l->width), NULL, sw_name(at));
    LLVMSetAlignment(made, granule ? SW_LOCAL_ALIGN : (unsigned)align);
    if (sw_kind(l, at) == SW_AFFINE) {
        sw_set_scalar(l, at, made);
        return;
    }
    LLVMValueRef offsets = sw_lane_numbers(l, l->ir->i64, (int64_t)(granule ? granule : room));
    sw_set_vector(l, at, LLVMBuildGEP2(l->ir->builder, l->ir->i8, made, &offsets, 1, ""));
}

/* One index of an address: signed, of any width. A scalar, or a vector where lanes differ. */
static LLVMValueRef index_bytes(struct sw_lanes *l, LLVMValueRef index, uint64_t size, bool is_wide) {
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef type = is_wide ? LLVMVectorType(l->ir->i64, l->width) : l->ir->i64;
    LLVMValueRef value = is_wide ? sw_vector(l, index) : sw_scalar(l, index), factor = sw_const(l->ir->i64, size);
    value = LLVMBuildIntCast2(b, value, type, 1, "");
    return LLVMBuildMul(b, value, is_wide ? sw_splat(l, factor) : factor, "");
}

/* All indices of an address together, in bytes of one lane's variable times W. */
static LLVMValueRef address_bytes(struct sw_lanes *l, LLVMValueRef at, bool is_wide) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(l->ir->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(at);
    LLVMValueRef sum = NULL;
    uint64_t fixed = 0;
    for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(at); i++) {
        LLVMValueRef index = LLVMGetOperand(at, i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(index);
            fixed += LLVMOffsetOfElement(layout, type, field) * l->width;
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1)
            type = LLVMGetElementType(type);
        LLVMValueRef bytes = index_bytes(l, index, size_of(l, type) * l->width, is_wide);
        sum = sum ? LLVMBuildAdd(l->ir->builder, sum, bytes, "") : bytes;
    }
    assert(sum); /* the first index is none of a structure */
    LLVMValueRef constant = sw_const(l->ir->i64, fixed);
    if (is_wide)
        constant = sw_splat(l, constant);
    return fixed ? LLVMBuildAdd(l->ir->builder, sum, constant, "") : sum;
}

/* Of an affine base the lanes' distances join the offsets, so that LLVM sees one base for all. */
void sw_emit_local_address(struct sw_lanes *l, LLVMValueRef at) {
    LLVMBuilderRef b = l->ir->builder;
    bool is_wide = sw_kind(l, at) == SW_VARYING;
    LLVMValueRef from = LLVMGetOperand(at, 0), bytes = address_bytes(l, at, is_wide);
    bool is_base_wide = sw_kind(l, from) == SW_VARYING;
    LLVMValueRef base = is_base_wide ? sw_vector(l, from) : sw_scalar(l, from);
    if (is_wide && !is_base_wide)
        bytes = LLVMBuildAdd(b, bytes, sw_lane_numbers(l, l->ir->i64, sw_stride(l, from)), "");
    sw_set_result(l, at, LLVMBuildGEP2(b, l->ir->i8, base, &bytes, 1, sw_name(at)));
}

bool sw_is_local_copy(struct sw_lanes *l, LLVMValueRef at) {
    return sw_is_copy(at) &&
           (sw_granule_of(&l->shapes, LLVMGetOperand(at, 0)) || sw_granule_of(&l->shapes, LLVMGetOperand(at, 1)));
}

/* A filling or a copy in pieces of the larger granule. */
struct copy {
    struct sw_lanes *l;
    LLVMValueRef at;
    struct sw_access to, from; /* from: of a copy */
    LLVMTypeRef piece;
    LLVMValueRef filling; /* the byte as often as a piece has it, for all lanes; of a copy null */
};

/* A byte of each lane, repeated. */
static LLVMValueRef filling_of(struct sw_lanes *l, LLVMValueRef byte, LLVMTypeRef piece) {
    assert(LLVMGetIntTypeWidth(piece) % 8 == 0 && LLVMGetIntTypeWidth(piece) <= 64);
    uint64_t ones = 0x0101010101010101ull >> (64 - LLVMGetIntTypeWidth(piece));
    LLVMValueRef value = sw_vector(l, byte), each = sw_splat(l, sw_const(piece, ones));
    value = LLVMBuildZExt(l->ir->builder, value, LLVMVectorType(piece, l->width), "");
    return LLVMBuildMul(l->ir->builder, value, each, "");
}

static void copy_piece(const struct copy *c, LLVMValueRef distance) {
    struct sw_access to = sw_access_behind(c->to, distance), from;
    LLVMValueRef value = c->filling;
    if (!value) {
        from = sw_access_behind(c->from, distance);
        value = sw_access_load(&from, c->piece, 0);
    }
    sw_access_store(&to, c->piece, value, 0);
}

static void copy_in_loop(const struct copy *c, uint64_t bytes) {
    struct sw_lanes *l = c->l;
    LLVMBuilderRef b = l->ir->builder;
    LLVMTypeRef i64 = l->ir->i64;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), loop = sw_append_bb(l, "copy"), done = sw_append_bb(l, "copied");
    LLVMValueRef zero = sw_const(i64, 0), step = sw_const(i64, LLVMGetIntTypeWidth(c->piece) / 8);
    LLVMBuildBr(b, loop);
    LLVMPositionBuilderAtEnd(b, loop);
    LLVMValueRef distance = LLVMBuildPhi(b, i64, "");
    copy_piece(c, distance);
    LLVMValueRef next = LLVMBuildAdd(b, distance, step, "");
    LLVMValueRef more = LLVMBuildICmp(b, LLVMIntULT, next, sw_const(i64, bytes), "");
    LLVMAddIncoming(distance, &zero, &before, 1);
    LLVMAddIncoming(distance, &next, &loop, 1);
    LLVMBuildCondBr(b, more, loop, done);
    LLVMPositionBuilderAtEnd(b, done);
}

/* The same byte everywhere in a piece that runs on from lane to lane: in all lanes, for those that have exited have no
 * use for theirs any more. */
static bool fill_all(const struct copy *c, LLVMValueRef byte, uint64_t bytes) {
    struct sw_lanes *l = c->l;
    bool is_run = c->to.kind == SW_AFFINE && c->to.stride == (int64_t)c->to.granule;
    if (!is_run || sw_kind(l, byte) != SW_UNIFORM ||
        !SW_PROVED(fill_of_all_lanes, sw_flow_is_together(&l->flow, l->bb)))
        return false;
    unsigned align = c->to.granule * l->width;
    LLVMValueRef value = sw_scalar(l, byte), size = sw_const(l->ir->i64, bytes * l->width);
    LLVMBuildMemSet(l->ir->builder, c->to.base, value, size, align < SW_LOCAL_ALIGN ? align : SW_LOCAL_ALIGN);
    sw_remark(l->unit, SW_REMARK_STORE_VECTOR, c->at, "local variable, interleaved");
    return true;
}

/* One side's access; a variable that lies otherwise may be less aligned than the pieces. */
static struct sw_access side(struct sw_lanes *l, LLVMValueRef at, unsigned operand, unsigned size) {
    unsigned align = sw_stated_call_align(at, operand);
    return sw_access_of(l, at, LLVMGetOperand(at, operand), align < size ? align : size);
}

void sw_emit_local_copy(struct sw_lanes *l, LLVMValueRef at) {
    enum { MOST_WRITTEN_OUT = 16 };
    LLVMValueRef to = LLVMGetOperand(at, 0), from = LLVMGetOperand(at, 1);
    unsigned to_granule = sw_granule_of(&l->shapes, to), from_granule = sw_granule_of(&l->shapes, from);
    unsigned size = to_granule > from_granule ? to_granule : from_granule;
    uint64_t bytes = LLVMConstIntGetZExtValue(LLVMGetOperand(at, 2));
    struct copy c = {
        .l = l, .at = at, .to = side(l, at, 0, size), .piece = LLVMIntTypeInContext(l->ir->context, 8 * size)};
    if (!bytes || (sw_is_fill(at) && fill_all(&c, from, bytes)))
        return;
    if (sw_is_fill(at))
        c.filling = filling_of(l, from, c.piece);
    else
        c.from = side(l, at, 1, size);
    if (bytes / size > MOST_WRITTEN_OUT) {
        copy_in_loop(&c, bytes);
        return;
    }
    for (uint64_t distance = 0; distance < bytes; distance += size)
        copy_piece(&c, sw_const(l->ir->i64, distance));
}
