/* Shapes as text: one line per value, basic block by basic block, as `softwarp-cc --print=shapes` shows them.
 *
 *      loop: divergent branch, divergent loop
 *        %i      uniform
 *        %addr   affine 4
 *        %j      affine 1, under a test
 */
#include "analysis/shape.h"

static void print_shape(struct sw_shapes *s, LLVMValueRef at, FILE *to) {
    struct sw_shape shape = sw_shape_of(s, at);
    static const char *const kinds[] = {"unseen", "uniform", "affine", "varying"};
    fprintf(to, "  %%%s %s", sw_name(at), kinds[shape.kind]);
    if (shape.kind == SW_AFFINE)
        fprintf(to, " %lld%s", (long long)shape.stride, sw_map_has(s->checks, at) ? ", under a test" : "");
    fputc('\n', to);
}

static void print_bb(struct sw_shapes *s, unsigned bb, FILE *to) {
    const struct sw_bb *b = &s->cfg.bbs[bb];
    bool heads = b->loop >= 0 && s->cfg.loops.at[b->loop].header == bb;
    fprintf(to, "%s:%s%s%s\n", LLVMGetBasicBlockName(b->bb), sw_bitset_get(&s->join, bb) ? " join" : "",
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
