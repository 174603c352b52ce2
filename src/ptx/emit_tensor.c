/* Copies by tensor maps (PTX ISA, Data Movement and Conversion Instructions: Tensor copy; tensormap.replace,
 * tensormap.cp_fenceproxy). What the box is only the map knows, so the runtime does it (runtime/execute/tensor):
 *
 *      cp.async.bulk.tensor.2d [to], [map, {x, y}], [mbarrier]
 *   =>
 *      bytes = __sw_tensor_copy(map, load i64 map, to, how, offsets, x, y, 0, 0, 0); the mbarrier's bytes -= bytes
 *
 * Where each access has to be seen (check builds, --strict), and for reductions, which are atomic operations like others,
 * the runtime tells piece by piece what lies side by side, and the access is made here:
 *
 *      for each piece:  {global, place} = __sw_tensor_piece(.., number)
 *                       memcpy, memset, or a loop of relaxed atomics over its elements */
#include "ptx/ptx.h"
#include "softwarp/abi.h"

#include <string.h>

enum { MOST_ARGUMENTS = 11, ARGUMENTS = 10, RANK = 5 };

/* A copy while it is translated: the arguments of the runtime's functions. */
struct tensor {
    LLVMValueRef argument[MOST_ARGUMENTS], map, shared;
    enum swrt_tensor_direction direction;
};

static bool says_any(struct sw_ptx_op *op, const char *const *words, unsigned count, unsigned *which) {
    for (*which = 0; *which < count; ++*which)
        if (sw_ptx_has(op, words[*which]))
            return true;
    return false;
}

static unsigned mode_of(struct sw_ptx_op *op) {
    static const char *const words[] = {"im2col",         "im2col_no_offs", "tile::gather4",
                                        "tile::scatter4", "im2col::w",      "im2col::w::128"};
    static const enum swrt_tensor_mode modes[] = {SWRT_TENSOR_IM2COL, SWRT_TENSOR_IM2COL, SWRT_TENSOR_ROWS,
                                                  SWRT_TENSOR_ROWS,   SWRT_TENSOR_WIDE,   SWRT_TENSOR_WIDE_128};
    unsigned which;
    return says_any(op, words, 6, &which) ? modes[which] : SWRT_TENSOR_TILE;
}

static unsigned rank_of(struct sw_ptx_op *op) {
    static const char *const words[] = {"1d", "2d", "3d", "4d", "5d"};
    unsigned which;
    return says_any(op, words, RANK, &which) ? which + 1 : 0;
}

static unsigned operation_of(struct sw_ptx_op *op) {
    static const char *const words[] = {"add", "min", "max", "inc", "dec", "and", "or", "xor"};
    unsigned which;
    return says_any(op, words, 8, &which) ? which : 0;
}

/* How many numbers the vector has that stands beside a map, or behind a copy. */
static bool has_parts(struct sw_ptx_op *op, const struct sw_ptx_operand *vector, unsigned count, const char *what) {
    if (vector->kind == SW_PTX_VECTOR && vector->parts.count == count)
        return true;
    sw_ptx_error(op, "it takes %u %s there", count, what);
    return false;
}

/* [map, {coordinates}] */
static bool read_place(struct sw_ptx_op *op, const struct sw_ptx_operand *at, struct tensor *t) {
    unsigned count = mode_of(op) == SWRT_TENSOR_ROWS ? RANK : rank_of(op);
    if (at->kind != SW_PTX_ADDRESS || at->parts.count != 2)
        return sw_ptx_error(op, "'%s' is no place of a tensor: [map, {coordinates}]", at->text), false;
    const struct sw_ptx_operand *coordinates = &at->parts.at[1];
    if (!has_parts(op, coordinates, count, "coordinates"))
        return false;
    struct sw_ptx_operand map = *at;
    map.parts.count = 1;
    t->map = sw_ptx_pointer(op, &map, SW_NVPTX_GENERIC);
    for (unsigned i = 0; i < RANK && t->map; i++) {
        LLVMValueRef value = i < count ? sw_ptx_read(op, &coordinates->parts.at[i], sw_ptx_type("b32"), false)
                                       : sw_const(op->ir->i32, 0);
        if (!value)
            return false;
        t->argument[ARGUMENTS - RANK + i] = value;
    }
    return t->map;
}

/* {offsets}, 16 bits each, in one word. */
static LLVMValueRef read_offsets(struct sw_ptx_op *op, const struct sw_ptx_operand *vector) {
    unsigned mode = mode_of(op), count = mode == SWRT_TENSOR_IM2COL ? rank_of(op) - 2 : 2;
    LLVMValueRef word = sw_const(op->ir->i64, 0);
    if (!vector)
        return word;
    if (!has_parts(op, vector, count, "offsets"))
        return NULL;
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef value = sw_ptx_read(op, &vector->parts.at[i], sw_ptx_type("u16"), false);
        if (!value)
            return NULL;
        value = LLVMBuildZExt(op->b, value, op->ir->i64, "");
        value = LLVMBuildShl(op->b, value, sw_const(op->ir->i64, 16 * i), "");
        word = LLVMBuildOr(op->b, word, value, "");
    }
    return word;
}

/* place, shared, offsets: operands; offsets may be null. */
static bool read_copy(struct sw_ptx_op *op, struct tensor *t, const struct sw_ptx_operand *place,
                      const struct sw_ptx_operand *shared, const struct sw_ptx_operand *offsets) {
    unsigned mode = mode_of(op), how = mode | rank_of(op) << SWRT_TENSOR_RANK_AT;
    how |= (unsigned)t->direction << SWRT_TENSOR_DIRECTION_AT | operation_of(op) << SWRT_TENSOR_OP_AT;
    if (mode != SWRT_TENSOR_TILE && mode != SWRT_TENSOR_ROWS && rank_of(op) < 3)
        return sw_ptx_error(op, "im2col wants three dimensions at least"), false;
    if (mode == SWRT_TENSOR_ROWS && rank_of(op) != 2)
        return sw_ptx_error(op, "gather4 and scatter4 are of two dimensions"), false;
    t->shared = sw_ptx_pointer(op, shared, SW_NVPTX_SHARED);
    if (!t->shared || !read_place(op, place, t))
        return false;
    t->argument[0] = t->map;
    t->argument[1] = LLVMBuildLoad2(op->b, op->ir->i64, t->map, "head");
    LLVMSetAlignment(t->argument[1], 8);
    t->argument[2] = sw_ptx_generic(op, t->shared);
    t->argument[3] = sw_const(op->ir->i32, how);
    t->argument[4] = read_offsets(op, offsets);
    return t->argument[4];
}

/* ---- Piece by piece ---------------------------------------------------------------------------------------------- */

/* What __sw_tensor_piece tells, taken apart. */
struct piece {
    LLVMValueRef global, shared, bytes, place, is_inside;
};

static LLVMValueRef field(struct sw_ptx_op *op, LLVMValueRef word, unsigned at, uint64_t mask) {
    LLVMValueRef shifted = LLVMBuildLShr(op->b, word, sw_const(op->ir->i64, at), "");
    return LLVMBuildAnd(op->b, shifted, sw_const(op->ir->i64, mask), "");
}

static struct piece read_piece(struct sw_ptx_op *op, struct tensor *t, LLVMValueRef number) {
    LLVMTypeRef parts[] = {op->ir->i64, op->ir->i64}, pair = LLVMStructTypeInContext(op->ir->context, parts, 2, 0);
    LLVMTypeRef in_global = LLVMPointerTypeInContext(op->ir->context, SW_NVPTX_GLOBAL);
    t->argument[ARGUMENTS] = number;
    LLVMValueRef told = sw_ptx_call(op, "__sw_tensor_piece", pair, t->argument, MOST_ARGUMENTS);
    LLVMValueRef address = LLVMBuildExtractValue(op->b, told, 0, "");
    struct piece p = {.place = LLVMBuildExtractValue(op->b, told, 1, "")};
    LLVMValueRef place = LLVMBuildTrunc(op->b, p.place, op->ir->i32, "");
    place = LLVMBuildSExt(op->b, place, op->ir->i64, "");
    p.global = LLVMBuildAddrSpaceCast(op->b, LLVMBuildIntToPtr(op->b, address, op->ir->ptr, ""), in_global, "");
    p.shared = LLVMBuildGEP2(op->b, op->ir->i8, t->shared, &place, 1, "");
    p.bytes = field(op, p.place, SWRT_TENSOR_BYTES_AT, 0xffff);
    p.is_inside = LLVMBuildICmp(op->b, LLVMIntNE, address, sw_const(op->ir->i64, 0), "inside");
    return p;
}

/* A basic block that is run where the condition is true; the builder goes on there, and after `end_part` behind it. */
struct part {
    LLVMBasicBlockRef behind;
};
static struct part begin_part(struct sw_ptx_op *op, LLVMValueRef condition, const char *name) {
    LLVMBasicBlockRef bb = sw_ptx_new_bb(op->ptx, name);
    struct part part = {sw_ptx_new_bb(op->ptx, "next")};
    LLVMBuildCondBr(op->b, condition, bb, part.behind);
    LLVMPositionBuilderAtEnd(op->b, bb);
    return part;
}
static void end_part(struct sw_ptx_op *op, struct part part) {
    LLVMBuildBr(op->b, part.behind);
    LLVMPositionBuilderAtEnd(op->b, part.behind);
}

/* A loop from 0 to count - 1, step by step. */
struct loop {
    LLVMBasicBlockRef head, behind;
    LLVMValueRef number;
};
static struct loop begin_loop(struct sw_ptx_op *op, LLVMValueRef count) {
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(count));
    LLVMBasicBlockRef before = LLVMGetInsertBlock(op->b);
    struct loop loop = {sw_ptx_new_bb(op->ptx, "each"), sw_ptx_new_bb(op->ptx, "done"), NULL};
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntNE, count, zero, ""), loop.head, loop.behind);
    LLVMPositionBuilderAtEnd(op->b, loop.head);
    loop.number = LLVMBuildPhi(op->b, LLVMTypeOf(count), "number");
    LLVMAddIncoming(loop.number, &zero, &before, 1);
    return loop;
}
static void end_loop(struct sw_ptx_op *op, struct loop loop, LLVMValueRef count, uint64_t step) {
    LLVMValueRef next = LLVMBuildAdd(op->b, loop.number, sw_const(LLVMTypeOf(count), step), "");
    LLVMBasicBlockRef last = LLVMGetInsertBlock(op->b);
    LLVMAddIncoming(loop.number, &next, &last, 1);
    LLVMBuildCondBr(op->b, LLVMBuildICmp(op->b, LLVMIntULT, next, count, ""), loop.head, loop.behind);
    LLVMPositionBuilderAtEnd(op->b, loop.behind);
}

static void finish_piece(struct sw_ptx_op *op, const struct piece *p) {
    LLVMValueRef is_left = field(op, p->place, SWRT_TENSOR_FINISH_AT, 1);
    is_left = LLVMBuildICmp(op->b, LLVMIntNE, is_left, sw_const(op->ir->i64, 0), "");
    struct part part = begin_part(op, is_left, "finish");
    LLVMValueRef args[] = {sw_ptx_generic(op, p->shared), sw_ptx_generic(op, p->global), p->place};
    sw_ptx_call(op, "__sw_tensor_finish", op->ir->nothing, args, 3);
    end_part(op, part);
}

static void load_piece(struct sw_ptx_op *op, const struct piece *p) {
    LLVMValueRef to = sw_ptx_generic(op, p->shared);
    struct part part = begin_part(op, p->is_inside, "inside");
    LLVMBuildMemCpy(op->b, to, 1, sw_ptx_generic(op, p->global), 1, p->bytes);
    end_part(op, part);
    part = begin_part(op, LLVMBuildNot(op->b, p->is_inside, ""), "outside");
    LLVMBuildMemSet(op->b, to, sw_const(op->ir->i8, 0), p->bytes, 1);
    end_part(op, part);
}

static void store_piece(struct sw_ptx_op *op, const struct piece *p) {
    struct part part = begin_part(op, p->is_inside, "inside");
    LLVMBuildMemCpy(op->b, sw_ptx_generic(op, p->global), 1, sw_ptx_generic(op, p->shared), 1, p->bytes);
    end_part(op, part);
}

/* A sum of floats that keeps denormals, which atomicAdd of global memory does not (transform/spaces.c): by
 * compare-and-swap. */
static void add_float(struct sw_ptx_op *op, LLVMValueRef at, LLVMValueRef value) {
    LLVMBuilderRef b = op->b;
    LLVMBasicBlockRef before = LLVMGetInsertBlock(b), again = sw_ptx_new_bb(op->ptx, "again");
    LLVMBasicBlockRef added = sw_ptx_new_bb(op->ptx, "added");
    LLVMValueRef pointer = sw_ptx_generic(op, at), args[] = {pointer, NULL, NULL};
    LLVMValueRef first = sw_ptx_call(op, "__sw_atomic_load_u32_device", op->ir->i32, args, 1);
    LLVMBuildBr(b, again);
    LLVMPositionBuilderAtEnd(b, again);
    LLVMValueRef old = LLVMBuildPhi(b, op->ir->i32, "old");
    LLVMValueRef sum = LLVMBuildFAdd(b, sw_ptx_as(op, old, op->ir->f32), value, "");
    args[1] = old;
    args[2] = sw_ptx_as(op, sum, op->ir->i32);
    LLVMValueRef found = sw_ptx_call(op, "__sw_atomic_cas_u32_device", op->ir->i32, args, 3);
    LLVMAddIncoming(old, (LLVMValueRef[]){first, found}, (LLVMBasicBlockRef[]){before, again}, 2);
    LLVMBuildCondBr(b, LLVMBuildICmp(b, LLVMIntEQ, found, old, ""), added, again);
    LLVMPositionBuilderAtEnd(b, added);
}

/* The types that an operation is of, by PTX's name and the map's; the runtime has looked that the map's is one of them. */
struct reduced {
    const char *name;
    enum swrt_tensor_type type;
};
static const struct reduced sums[] = {
    {"u32", SWRT_TENSOR_U32},      {"s32", SWRT_TENSOR_S32}, {"u64", SWRT_TENSOR_U64},     {"f16", SWRT_TENSOR_F16},
    {"bf16", SWRT_TENSOR_BF16},    {"f32", SWRT_TENSOR_F32}, {"f32", SWRT_TENSOR_F32_FTZ}, {"f32", SWRT_TENSOR_TF32},
    {"f32", SWRT_TENSOR_TF32_FTZ}, {"f64", SWRT_TENSOR_F64}};
static const struct reduced extremes[] = {{"u32", SWRT_TENSOR_U32}, {"s32", SWRT_TENSOR_S32},
                                          {"u64", SWRT_TENSOR_U64}, {"s64", SWRT_TENSOR_S64},
                                          {"f16", SWRT_TENSOR_F16}, {"bf16", SWRT_TENSOR_BF16}};
static const struct reduced bits[] = {{"b32", SWRT_TENSOR_U32}, {"b32", SWRT_TENSOR_S32}, {"b64", SWRT_TENSOR_U64}};
static const struct reduced counts[] = {{"u32", SWRT_TENSOR_U32}};

static unsigned types_of(struct sw_ptx_op *op, const struct reduced **types) {
    switch (operation_of(op)) {
    case SWRT_TENSOR_ADD:
        *types = sums;
        return sizeof sums / sizeof *sums;
    case SWRT_TENSOR_MIN:
    case SWRT_TENSOR_MAX:
        *types = extremes;
        return sizeof extremes / sizeof *extremes;
    case SWRT_TENSOR_INC:
    case SWRT_TENSOR_DEC:
        *types = counts;
        return 1;
    default:
        *types = bits;
        return sizeof bits / sizeof *bits;
    }
}

/* Elements of one type, of a piece that may have them. */
static void reduce_elements(struct sw_ptx_op *op, const struct piece *p, const struct reduced *of) {
    const struct sw_ptx_type *type = sw_ptx_type(of->name);
    struct loop loop = begin_loop(op, p->bytes);
    LLVMValueRef from = LLVMBuildGEP2(op->b, op->ir->i8, p->shared, &loop.number, 1, "");
    LLVMValueRef to = LLVMBuildGEP2(op->b, op->ir->i8, p->global, &loop.number, 1, "");
    LLVMValueRef value = LLVMBuildLoad2(op->b, sw_ptx_llvm_type(op->ir, type), from, "");
    LLVMSetAlignment(value, type->bits / 8);
    op->type[0] = type;
    if (of->type == SWRT_TENSOR_F32 || of->type == SWRT_TENSOR_TF32)
        add_float(op, to, value);
    else
        sw_ptx_atomic(op, to, &value, 1);
    end_loop(op, loop, p->bytes, type->bits / 8);
}

static void reduce_piece(struct sw_ptx_op *op, const struct piece *p) {
    const struct reduced *types;
    unsigned count = types_of(op, &types);
    struct part inside = begin_part(op, p->is_inside, "inside");
    LLVMValueRef type = field(op, p->place, SWRT_TENSOR_TYPE_AT, 0xff);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef is_it = LLVMBuildICmp(op->b, LLVMIntEQ, type, sw_const(op->ir->i64, types[i].type), "");
        struct part part = begin_part(op, is_it, types[i].name);
        reduce_elements(op, p, &types[i]);
        end_part(op, part);
    }
    end_part(op, inside);
}

static LLVMValueRef by_pieces(struct sw_ptx_op *op, struct tensor *t) {
    LLVMValueRef told = sw_ptx_call(op, "__sw_tensor_pieces", op->ir->i64, t->argument, ARGUMENTS);
    LLVMValueRef count = LLVMBuildTrunc(op->b, field(op, told, 32, UINT32_MAX), op->ir->i32, "pieces");
    struct loop loop = begin_loop(op, count);
    struct piece piece = read_piece(op, t, loop.number);
    if (t->direction == SWRT_TENSOR_LOAD)
        load_piece(op, &piece);
    else if (t->direction == SWRT_TENSOR_STORE)
        store_piece(op, &piece);
    else
        reduce_piece(op, &piece);
    if (t->direction != SWRT_TENSOR_REDUCE)
        finish_piece(op, &piece);
    end_loop(op, loop, count, 1);
    return LLVMBuildTrunc(op->b, told, op->ir->i32, "bytes");
}

/* The copy; how many bytes it was. */
static LLVMValueRef copy(struct sw_ptx_op *op, struct tensor *t) {
    const struct sw_options *options = &op->ptx->unit->options;
    if (options->check || options->strict || t->direction == SWRT_TENSOR_REDUCE)
        return by_pieces(op, t);
    return sw_ptx_call(op, "__sw_tensor_copy", op->ir->i32, t->argument, ARGUMENTS);
}

/* ---- Instructions ------------------------------------------------------------------------------------------------ */

/* What is multicast, as the executing thread names it. */
struct multicast {
    const struct tensor *tensor;
    LLVMValueRef mbarrier;
};

static void load_to_block(struct sw_ptx_op *op, LLVMValueRef rank, void *data) {
    const struct multicast *m = data;
    struct tensor t = *m->tensor;
    t.shared = sw_ptx_in_block(op, t.shared, rank);
    t.argument[2] = sw_ptx_generic(op, t.shared);
    sw_ptx_complete_bytes(op, sw_ptx_in_block(op, m->mbarrier, rank), copy(op, &t));
}

/* cp.async.bulk.tensor [to], [map, {coordinates}], [mbarrier]{, {offsets}}{, mask of blocks} */
LLVMValueRef sw_ptx_emit_tensor_load(struct sw_ptx_op *op) {
    struct tensor t = {.direction = SWRT_TENSOR_LOAD};
    bool has_offsets = sw_starts_with(op->row->argument, "offsets");
    if (!read_copy(op, &t, op->operand[1], op->operand[0], has_offsets ? op->operand[3] : NULL))
        return NULL;
    LLVMValueRef mbarrier = sw_ptx_pointer(op, op->operand[2], SW_NVPTX_SHARED);
    if (mbarrier && sw_ptx_has(op, "multicast::cluster"))
        sw_ptx_each_block(op, op->value[has_offsets ? 4 : 3], load_to_block, &(struct multicast){&t, mbarrier});
    else if (mbarrier)
        sw_ptx_complete_bytes(op, mbarrier, copy(op, &t));
    return NULL;
}

/* cp{.reduce}.async.bulk.tensor [map, {coordinates}], [from] */
LLVMValueRef sw_ptx_emit_tensor_store(struct sw_ptx_op *op) {
    struct tensor t = {.direction = sw_ptx_has(op, "reduce") ? SWRT_TENSOR_REDUCE : SWRT_TENSOR_STORE};
    if (read_copy(op, &t, op->operand[0], op->operand[1], NULL))
        copy(op, &t);
    return NULL;
}

/* cp.async.bulk.prefetch.tensor [map, {coordinates}]{, {offsets}}: a hint. */
LLVMValueRef sw_ptx_emit_tensor_prefetch(struct sw_ptx_op *op) {
    struct tensor t = {.direction = SWRT_TENSOR_LOAD};
    bool has_offsets = sw_starts_with(op->row->argument, "offsets");
    if (read_place(op, op->operand[0], &t))
        read_offsets(op, has_offsets ? op->operand[1] : NULL);
    return NULL;
}

static unsigned field_of(struct sw_ptx_op *op) {
    static const char *const names[] = {
        "global_address", "rank",    "elemtype",   "interleave_layout", "swizzle_mode",  "swizzle_atomicity",
        "fill_mode",      "box_dim", "global_dim", "global_stride",     "element_stride"};
    unsigned which;
    says_any(op, names, sizeof names / sizeof *names, &which);
    return which;
}

/* tensormap.replace [map]{, ordinal}, value. It reads and writes all of the map: checkers are told so. */
LLVMValueRef sw_ptx_emit_tensor_replace(struct sw_ptx_op *op) {
    uint64_t ordinal = 0;
    unsigned field = field_of(op), last = op->count - 1;
    LLVMValueRef map = sw_ptx_pointer(op, op->operand[0], sw_ptx_space(op));
    if (!map || (field >= SWRT_TENSOR_FIELD_box_dim && !sw_ptx_constant(op, op->operand[1], &ordinal)))
        return NULL;
    map = sw_ptx_generic(op, map);
    if (op->ptx->unit->options.check)
        LLVMBuildMemMove(op->b, map, 1, map, 1, sw_const(op->ir->i64, 128));
    LLVMValueRef args[] = {map, sw_const(op->ir->i32, field), sw_const(op->ir->i32, ordinal),
                           LLVMBuildZExt(op->b, op->value[last], op->ir->i64, "")};
    sw_ptx_call(op, "__sw_tensor_replace", op->ir->nothing, args, 4);
    return NULL;
}

/* tensormap.cp_fenceproxy [to], [from], 128: the warp copies as one. */
LLVMValueRef sw_ptx_emit_tensor_publish(struct sw_ptx_op *op) {
    uint64_t size;
    LLVMValueRef to = sw_ptx_pointer(op, op->operand[0], SW_NVPTX_GLOBAL);
    LLVMValueRef from = to ? sw_ptx_pointer(op, op->operand[1], SW_NVPTX_SHARED) : NULL;
    if (!from || !sw_ptx_constant(op, op->operand[2], &size))
        return NULL;
    if (size != 128)
        return sw_ptx_error(op, "it copies 128 bytes"), NULL;
    LLVMValueRef all = sw_const(op->ir->i32, UINT32_MAX), zero = sw_const(op->ir->i32, 0);
    sw_ptx_call(op, "llvm.nvvm.bar.warp.sync", op->ir->nothing, &all, 1);
    LLVMValueRef is_first = LLVMBuildICmp(op->b, LLVMIntEQ, sw_ptx_special(op, "%laneid"), zero, "");
    struct part part = begin_part(op, is_first, "first");
    LLVMBuildMemCpy(op->b, sw_ptx_generic(op, to), 16, sw_ptx_generic(op, from), 16, sw_const(op->ir->i64, size));
    end_part(op, part);
    sw_ptx_call(op, "llvm.nvvm.bar.warp.sync", op->ir->nothing, &all, 1);
    return sw_ptx_emit_fence(op);
}
