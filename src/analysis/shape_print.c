/* Shapes as text: one line per value, basic block by basic block, as `softwarp-cc --print=shapes` shows them.
 *
 *      loop: divergent-branch divergent-loop
 *        %i      uniform, below 1024
 *        %addr   affine 4
 *        %j      affine 1, wraps               an integer that is no line
 *        %k      affine 1, anchored            a line by flags
 *        %w      affine 1, signed, under a test, tested
 *        %x      affine 4, of 128, below 4096  lane 0's value is a multiple of 128
 */
#include "analysis/shape.h"

static void print_lines(struct sw_shape shape, FILE *to) {
    if (!shape.is_signed_line && !shape.is_unsigned_line)
        fprintf(to, ", wraps");
    else if (!shape.is_signed_line || !shape.is_unsigned_line)
        fprintf(to, ", %s", shape.is_signed_line ? "signed" : "unsigned");
    if (shape.is_anchored)
        fprintf(to, ", anchored");
}

static void print_bits(struct sw_shape shape, unsigned width, FILE *to) {
    unsigned align = sw_shape_align(shape), length = 64 - (unsigned)__builtin_clzll(~shape.bits.zeros | 1);
    if (sw_bits_is_constant(shape.bits)) {
        fprintf(to, ", %llu", (unsigned long long)shape.bits.ones);
        return;
    }
    if (align)
        fprintf(to, ", of %llu", 1ull << align);
    if (length < width)
        fprintf(to, ", below %llu", 1ull << length);
}

static void print_shape(struct sw_shapes *s, LLVMValueRef at, FILE *to) {
    struct sw_shape shape = sw_shape_of(s, at);
    LLVMTypeRef type = LLVMTypeOf(at);
    bool is_integer = LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) <= 64;
    static const char *const kinds[] = {"unseen", "uniform", "affine", "varying"};
    fprintf(to, "  %%%s %s", sw_name(at), kinds[shape.kind]);
    if (shape.kind == SW_AFFINE) {
        fprintf(to, " %lld", (long long)shape.stride);
        if (is_integer)
            print_lines(shape, to);
        fprintf(to, "%s%s", sw_map_has(s->checks, at) ? ", under a test" : "", shape.is_tested ? ", tested" : "");
    }
    if (is_integer && (shape.kind == SW_UNIFORM || shape.kind == SW_AFFINE))
        print_bits(shape, LLVMGetIntTypeWidth(type), to);
    fputc('\n', to);
}

static void print_bb(struct sw_shapes *s, unsigned bb, FILE *to) {
    const struct sw_bb *b = &s->cfg.bbs[bb];
    bool heads = b->loop >= 0 && s->cfg.loops.at[b->loop].header == bb;
    fprintf(to, "%s:%s%s%s%s\n", LLVMGetBasicBlockName(b->bb), sw_bitset_get(&s->join, bb) ? " join" : "",
            sw_bitset_get(&s->divergent_cycle, bb) ? " divergent-cycle" : "",
            sw_bitset_get(&s->divergent_branch, bb) ? " divergent-branch" : "",
            heads && sw_bitset_get(&s->divergent_loop, (size_t)b->loop) ? " divergent-loop" : "");
    for (LLVMValueRef at = LLVMGetFirstInstruction(b->bb); at; at = LLVMGetNextInstruction(at))
        if (LLVMGetTypeKind(LLVMTypeOf(at)) != LLVMVoidTypeKind)
            print_shape(s, at, to);
}

void sw_shapes_print(struct sw_shapes *s, FILE *to) {
    fprintf(to, "shapes of '%s'%s\n", sw_name(s->cfg.function), s->cfg.is_irreducible ? ", irreducible" : "");
    for (unsigned bb = 0; bb < s->cfg.count; bb++)
        print_bb(s, bb, to);
}
