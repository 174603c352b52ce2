/* Shapes of all values of a function, and with them the divergence of its control: one needs the other, so both rise
 * together to a fixed point. The start is optimistic (everything unseen, then uniform) and values only move up; an
 * induction variable would be varying at once if its own increment counted before it has been seen. */
#include "analysis/shape.h"
#include "softwarp/assumptions.h"

/* A known shape, and how often less has become known of its bits. */
struct entry {
    struct sw_shape shape;
    unsigned lowered;
};

struct sw_thread_shapes sw_threads_in_rows(unsigned lanes, bool is_full) {
    struct sw_bits first = sw_bits_up_to(1023);
    first.zeros |= lanes - 1;
    return (struct sw_thread_shapes){.x = sw_shape_affine(1, first, 32, lanes),
                                     .y = sw_shape_uniform(sw_bits_up_to(1023)),
                                     .z = sw_shape_uniform(sw_bits_up_to(63)),
                                     .lanes = lanes,
                                     .is_full = is_full,
                                     .counts_up = !is_full};
}

struct sw_thread_shapes sw_threads_anyhow(unsigned lanes) {
    struct sw_shape varying = sw_shape_varying();
    return (struct sw_thread_shapes){.x = varying, .y = varying, .z = varying, .lanes = lanes};
}

struct sw_thread_shapes sw_threads_across(unsigned width, struct sw_block_size size) {
    struct sw_shape varying = sw_shape_varying(), same = sw_shape_uniform(sw_bits_none(32));
    unsigned rows = sw_threads_of(size) / width;
    assert(rows > 1 && size.x % width == 0);
    bool is_line = size.y == 1 && size.z == 1;
    struct sw_shape along = sw_shape_affine(width, sw_bits_up_to(width - 1), 32, rows);
    struct sw_shape down = sw_shape_affine(1, sw_bits_up_to(0), 32, rows);
    bool is_plane = size.x == width && size.z == 1; /* a row of it is a row of threads */
    return (struct sw_thread_shapes){.x = is_line           ? along
                                          : size.x == width ? same
                                                            : varying,
                                     .y = size.y == 1 ? same
                                          : is_plane  ? down
                                                      : varying,
                                     .z = size.z == 1 ? same : varying,
                                     .lanes = rows,
                                     .is_across = true,
                                     .whole = size};
}

/* What is uniform without being computed: constants, parameters, addresses of globals. */
static struct sw_shape shape_of_given(LLVMValueRef value) {
    unsigned width = sw_width_of(value);
    bool is_known = LLVMIsAConstantInt(value) && LLVMGetIntTypeWidth(LLVMTypeOf(value)) <= 64;
    return sw_shape_uniform(is_known ? sw_bits_constant(LLVMConstIntGetZExtValue(value), width) : sw_bits_none(width));
}

struct sw_shape sw_shape_of(const struct sw_shapes *shapes, LLVMValueRef value) {
    const struct entry *known = sw_map_get(shapes->of, value);
    if (known)
        return known->shape;
    return LLVMIsAInstruction(value) ? (struct sw_shape){.kind = SW_UNSEEN} : shape_of_given(value);
}

/* Widening: a value that goes round a loop may lose one bit in each turn. After a few it loses all at that end, the upper
 * or the lower, at which it is losing them; those between are given up. */
static void widen(struct entry *known, struct sw_bits before, unsigned width) {
    enum { PATIENCE = 3 };
    struct sw_bits *now = &known->shape.bits;
    if (sw_bits_equal(*now, before) || ++known->lowered <= PATIENCE)
        return;
    uint64_t upper = sw_bits_upper_zeros(*now), lower = sw_bits_lower_known(*now);
    uint64_t kept = (upper == sw_bits_upper_zeros(before) ? upper : ~sw_low_bits(width)) |
                    (lower == sw_bits_lower_known(before) ? lower : 0);
    now->zeros &= kept;
    now->ones &= kept;
}

/* Moves a value up; says whether it moved. */
static bool raise(struct sw_shapes *s, LLVMValueRef value, struct sw_shape shape) {
    struct entry *known = sw_map_get(s->of, value);
    if (shape.kind == SW_UNSEEN)
        return false;
    if (!known) {
        known = sw_arena_alloc(s->unit->ir.arena, sizeof *known);
        known->shape = shape;
        sw_map_put(s->of, value, known);
        return true;
    }
    struct sw_shape before = known->shape;
    known->shape = sw_shape_join(before, shape);
    if (LLVMIsAPHINode(value))
        widen(known, before.bits, sw_width_of(value));
    return !sw_shape_equal(known->shape, before);
}

/* Whether a value comes out of a divergent loop that `bb` is not part of. */
static bool leaves_divergent_loop(struct sw_shapes *s, LLVMValueRef value, unsigned bb) {
    if (!LLVMIsAInstruction(value))
        return false;
    int from = sw_cfg_number(&s->cfg, LLVMGetInstructionParent(value));
    for (size_t i = 0; i < s->cfg.loops.count && from >= 0; i++) {
        const struct sw_loop *loop = &s->cfg.loops.at[i];
        if (sw_bitset_get(&s->divergent_loop, i) && sw_bitset_get(&loop->bbs, (size_t)from) &&
            !sw_bitset_get(&loop->bbs, bb))
            return true;
    }
    return false;
}

static struct sw_shape phi_shape(struct sw_shapes *s, LLVMValueRef phi, unsigned bb) {
    struct sw_shape shape = {.kind = SW_UNSEEN};
    bool is_one_value = true;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (!SW_PROVED(phi_in_one_turn, !leaves_divergent_loop(s, value, bb)))
            return sw_shape_varying();
        is_one_value &= value == LLVMGetIncomingValue(phi, 0);
        shape = sw_shape_join(shape, sw_shape_of(s, value));
    }
    return SW_PROVED(phi_by_one_way, !sw_bitset_get(&s->join, bb) || is_one_value) ? shape : sw_shape_varying();
}

static struct sw_shape shape_at(struct sw_shapes *s, LLVMValueRef at, unsigned bb) {
    if (!SW_PROVED(flow_no_divergent_cycle, !sw_bitset_get(&s->divergent_cycle, bb)))
        return sw_shape_varying();
    return LLVMIsAPHINode(at) ? phi_shape(s, at, bb) : sw_shape_rule(s, at);
}

static bool visit_bb(struct sw_shapes *s, unsigned bb) {
    bool changed = false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->cfg.bbs[bb].bb);
    for (LLVMValueRef at = LLVMGetFirstInstruction(s->cfg.bbs[bb].bb); at != end; at = LLVMGetNextInstruction(at))
        changed |= raise(s, at, shape_at(s, at, bb));
    if (LLVMGetNumSuccessors(end) < 2 || sw_bitset_get(&s->divergent_branch, bb))
        return changed;
    LLVMValueRef condition = LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0);
    enum sw_shape_kind kind = sw_shape_of(s, condition).kind;
    if (kind != SW_AFFINE && kind != SW_VARYING)
        return changed;
    sw_bitset_set(&s->divergent_branch, bb);
    sw_divergence_spread(s, bb);
    return true;
}

/* What needed a test once may have become varying since. */
static void keep_checks(struct sw_shapes *s) {
    struct sw_map *checks = sw_map_create(s->unit->ir.arena);
    for (unsigned bb = 0; bb < s->cfg.count; bb++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(s->cfg.bbs[bb].bb); at; at = LLVMGetNextInstruction(at))
            if (sw_map_has(s->checks, at) && sw_shape_of(s, at).kind == SW_AFFINE)
                sw_map_put(checks, at, at);
    s->checks = checks;
}

void sw_shapes_find(struct sw_unit *unit, LLVMValueRef function, struct sw_thread_shapes threads,
                    struct sw_shapes *shapes) {
    struct sw_arena *arena = unit->ir.arena;
    *shapes = (struct sw_shapes){
        .unit = unit, .threads = threads, .of = sw_map_create(arena), .checks = sw_map_create(arena)};
    sw_cfg_build(&unit->ir, function, &shapes->cfg);
    shapes->granules = sw_interleaved_locals(unit, &shapes->cfg);
    shapes->divergent_branch = sw_bitset_create(arena, shapes->cfg.count);
    shapes->join = sw_bitset_create(arena, shapes->cfg.count);
    shapes->divergent_cycle = sw_bitset_create(arena, shapes->cfg.count);
    shapes->divergent_loop = sw_bitset_create(arena, shapes->cfg.loops.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned bb = 0; bb < shapes->cfg.count; bb++)
            changed |= visit_bb(shapes, bb);
    }
    keep_checks(shapes);
}
