/* Shapes of all values of a function, and with them the divergence of its control: one needs the other, so both rise
 * together to a fixed point. The start is optimistic (everything unseen, then uniform) and values only move up; an
 * induction variable would be varying at once if its own increment counted before it has been seen. */
#include "analysis/shape.h"

struct sw_thread_shapes sw_threads_in_a_row(void) {
    const struct sw_shape uniform = {SW_UNIFORM, 0, true, true};
    return (struct sw_thread_shapes){{SW_AFFINE, 1, true, true}, uniform, uniform};
}

struct sw_thread_shapes sw_threads_anyhow(void) {
    const struct sw_shape varying = {SW_VARYING, 0, false, false};
    return (struct sw_thread_shapes){varying, varying, varying};
}

struct sw_shape sw_shape_of(const struct sw_shapes *shapes, LLVMValueRef value) {
    const struct sw_shape *known = sw_map_get(shapes->of, value);
    if (known)
        return *known;
    bool is_own = LLVMIsAInstruction(value) != NULL;
    return (struct sw_shape){is_own ? SW_UNSEEN : SW_UNIFORM, 0, true, true};
}

/* Moves a value up; says whether it moved. */
static bool raise(struct sw_shapes *s, LLVMValueRef value, struct sw_shape shape) {
    struct sw_shape *known = sw_map_get(s->of, value);
    if (shape.kind == SW_UNSEEN)
        return false;
    if (!known) {
        known = sw_arena_alloc(s->unit->ir.arena, sizeof *known);
        *known = shape;
        sw_map_put(s->of, value, known);
        return true;
    }
    struct sw_shape joined = sw_shape_join(*known, shape);
    bool moved = !sw_shape_equal(joined, *known);
    *known = joined;
    return moved;
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
    const struct sw_shape varying = {SW_VARYING, 0, false, false};
    struct sw_shape shape = {SW_UNSEEN, 0, true, true};
    bool is_one_value = true;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        if (leaves_divergent_loop(s, value, bb))
            return varying;
        is_one_value &= value == LLVMGetIncomingValue(phi, 0);
        shape = sw_shape_join(shape, sw_shape_of(s, value));
    }
    return sw_bitset_get(&s->join, bb) && !is_one_value ? varying : shape;
}

static bool visit_bb(struct sw_shapes *s, unsigned bb) {
    bool changed = false;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->cfg.bbs[bb].bb);
    for (LLVMValueRef at = LLVMGetFirstInstruction(s->cfg.bbs[bb].bb); at != end; at = LLVMGetNextInstruction(at))
        changed |= raise(s, at, LLVMIsAPHINode(at) ? phi_shape(s, at, bb) : sw_shape_rule(s, at));
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

void sw_shapes_find(struct sw_unit *unit, LLVMValueRef function, struct sw_thread_shapes threads,
                    struct sw_shapes *shapes) {
    struct sw_arena *arena = unit->ir.arena;
    *shapes = (struct sw_shapes){.unit = unit, .threads = threads, .of = sw_map_create(arena),
                                 .checks = sw_map_create(arena)};
    sw_cfg_build(&unit->ir, function, &shapes->cfg);
    shapes->divergent_branch = sw_bitset_create(arena, shapes->cfg.count);
    shapes->join = sw_bitset_create(arena, shapes->cfg.count);
    shapes->divergent_loop = sw_bitset_create(arena, shapes->cfg.loops.count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned bb = 0; bb < shapes->cfg.count; bb++)
            changed |= visit_bb(shapes, bb);
    }
}
