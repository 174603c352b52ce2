/* Loops in two versions: one for as long as all lanes are in it, without masks, then the one for the lanes that are left.
 *
 *      before -> loop <-+            before: all lanes here? -> all.loop <-+     all.loop: do all go on? -> all.loop
 *                 |  \--+     =>         |                       |    \----+              |
 *               exit                     v                       v                        v
 *                                      loop <------------- all.done: who goes on? -----> exit
 *
 * "All lanes" is what the call sw.everyone(truth) answers: whether every lane of the run is here with a true value.
 * Inner loops whose lanes may leave them one by one, through their end, are made so, unless they are long. For one lane
 * it answers the truth itself (sw_drop_versions), and only the first loop is ever run. */
#include "lockstep/flow/versions.h"

#include "analysis/shape.h"
#include "softwarp/assumptions.h"

enum { LONGEST = 120 };

struct version {
    struct sw_ir *ir;
    const struct sw_cfg *cfg;
    const struct sw_loop *loop;
    LLVMBasicBlockRef before, latch, exit, all_done;
    LLVMValueRef everyone;
    bool stays_on_true;    /* the latch goes on where its condition is true */
    struct sw_map *copies; /* value or basic block -> its copy */
};

/* In flow that is not reducible nothing is known to be the same for all lanes. */
static bool is_in_irreducible(const struct sw_cfg *cfg, const struct sw_loop *loop) {
    while (!loop->is_irreducible && loop->parent >= 0)
        loop = &cfg->loops.at[loop->parent];
    return loop->is_irreducible;
}

/* The only basic block that the loop is left from is its only latch. */
static bool leaves_at_its_end(const struct sw_cfg *cfg, const struct sw_loop *loop) {
    for (unsigned b = 0; b < cfg->count; b++)
        for (unsigned k = 0; sw_bitset_get(&loop->bbs, b) && k < cfg->bbs[b].succs; k++)
            if (!sw_bitset_get(&loop->bbs, cfg->bbs[b].succ[k]) && b != loop->latches[0])
                return false;
    return cfg->bbs[loop->latches[0]].succs == 2;
}

static bool is_short_without_waits(const struct sw_cfg *cfg, const struct sw_loop *loop) {
    unsigned count = 0;
    for (unsigned b = 0; b < cfg->count; b++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(cfg->bbs[b].bb); sw_bitset_get(&loop->bbs, b) && at;
             at = LLVMGetNextInstruction(at))
            if (++count > LONGEST || sw_request_of(at) || LLVMIsASwitchInst(at) ||
                sw_equal(sw_callee_name(at), "sw.await"))
                return false;
    return true;
}

/* The basic block before the loop, which goes nowhere else. */
static LLVMBasicBlockRef preheader(const struct sw_cfg *cfg, const struct sw_loop *loop) {
    const struct sw_bb *header = &cfg->bbs[loop->header];
    LLVMBasicBlockRef found = NULL;
    for (unsigned k = 0; k < header->preds; k++) {
        const struct sw_bb *from = &cfg->bbs[header->pred[k]];
        if (header->pred[k] == loop->latches[0])
            continue;
        if (found || from->succs != 1)
            return NULL;
        found = from->bb;
    }
    return found;
}

static bool describe(struct version *v, const struct sw_shapes *shapes, size_t number) {
    const struct sw_cfg *cfg = v->cfg;
    const struct sw_loop *loop = v->loop = &cfg->loops.at[number];
    if (!SW_PROVED(version_is_reducible, !is_in_irreducible(cfg, loop)))
        return false;
    if (loop->num_latches != 1 || !sw_loop_is_innermost(cfg, number) || !leaves_at_its_end(cfg, loop) ||
        !is_short_without_waits(cfg, loop))
        return false;
    v->before = preheader(cfg, loop);
    v->latch = cfg->bbs[loop->latches[0]].bb;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(v->latch);
    if (!v->before || !LLVMIsABranchInst(branch))
        return false;
    v->stays_on_true = LLVMGetSuccessor(branch, 0) == cfg->bbs[loop->header].bb;
    v->exit = LLVMGetSuccessor(branch, v->stays_on_true ? 1 : 0);
    return sw_shape_of(shapes, LLVMGetCondition(branch)).kind != SW_UNIFORM;
}

static LLVMValueRef ask(struct version *v, LLVMValueRef truth) {
    return sw_call(v->ir, v->everyone, &truth, 1, "everyone");
}

/* The copy's latch, and the basic block behind it where lanes part. */
static void end_copy(struct version *v) {
    LLVMBuilderRef b = v->ir->builder;
    LLVMBasicBlockRef header = v->cfg->bbs[v->loop->header].bb, latch = sw_bb_copy_of(v->copies, v->latch);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(latch), condition = LLVMGetCondition(branch);
    LLVMInstructionEraseFromParent(branch);
    LLVMPositionBuilderAtEnd(b, latch);
    LLVMSetCurrentDebugLocation2(b, NULL);
    LLVMValueRef stays = v->stays_on_true ? condition : LLVMBuildNot(b, condition, "");
    LLVMBuildCondBr(b, ask(v, stays), sw_bb_copy_of(v->copies, header), v->all_done);
    LLVMPositionBuilderAtEnd(b, v->all_done);
    LLVMBuildCondBr(b, condition, v->stays_on_true ? header : v->exit, v->stays_on_true ? v->exit : header);
}

static unsigned rest_kind(LLVMContextRef context) {
    static const char name[] = "sw.rest";
    return LLVMGetMDKindIDInContext(context, name, sizeof name - 1);
}

static void mark_rest(struct version *v) {
    LLVMMetadataRef empty = LLVMMDNodeInContext2(v->ir->context, NULL, 0);
    LLVMSetMetadata(LLVMGetBasicBlockTerminator(v->latch), rest_kind(v->ir->context),
                    LLVMMetadataAsValue(v->ir->context, empty));
}

bool sw_is_rest(struct sw_ir *ir, const struct sw_cfg *cfg, unsigned bb) {
    if (cfg->bbs[bb].loop < 0)
        return false;
    const struct sw_loop *loop = &cfg->loops.at[cfg->bbs[bb].loop];
    LLVMValueRef end = loop->num_latches == 1 ? LLVMGetBasicBlockTerminator(cfg->bbs[loop->latches[0]].bb) : NULL;
    return end && LLVMGetMetadata(end, rest_kind(ir->context)) != NULL;
}

static void enter(struct version *v) {
    LLVMBasicBlockRef header = v->cfg->bbs[v->loop->header].bb;
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(v->before);
    sw_before(v->ir, branch);
    LLVMValueRef all = ask(v, sw_const(v->ir->i1, 1));
    LLVMBuildCondBr(v->ir->builder, all, sw_bb_copy_of(v->copies, header), header);
    LLVMInstructionEraseFromParent(branch);
}

static void make(struct version *v) {
    const struct sw_cfg *cfg = v->cfg;
    struct sw_bbs bbs = {0};
    v->copies = sw_map_create(v->ir->arena);
    for (unsigned b = 0; b < cfg->count; b++)
        if (sw_bitset_get(&v->loop->bbs, b))
            sw_vec_push(v->ir->arena, &bbs, cfg->bbs[b].bb);
    sw_copy_bbs(v->ir, &bbs, v->copies);
    v->all_done = LLVMAppendBasicBlockInContext(v->ir->context, cfg->function, "all.done");
    end_copy(v);
    sw_extend_phis(v->copies, cfg->bbs[v->loop->header].bb, v->latch, v->all_done);
    sw_extend_phis(v->copies, v->exit, v->latch, v->all_done);
    mark_rest(v);
    enter(v);
}

static LLVMValueRef declare_everyone(struct sw_ir *ir) {
    LLVMValueRef function = sw_declare(ir, "sw.everyone", LLVMFunctionType(ir->i1, &ir->i1, 1, 0));
    sw_add_attribute(ir, function, "convergent");
    sw_add_attribute(ir, function, "nounwind");
    return function;
}

bool sw_is_everyone(LLVMValueRef at) {
    return sw_equal(sw_callee_name(at), "sw.everyone");
}

void sw_make_versions(struct sw_unit *unit, LLVMValueRef function) {
    enum { LANES = 32 };
    struct sw_shapes shapes;
    sw_shapes_find(unit, function, sw_threads_in_rows(LANES, true), &shapes);
    for (size_t i = 0; i < shapes.cfg.loops.count; i++) {
        struct version v = {.ir = &unit->ir, .cfg = &shapes.cfg, .everyone = declare_everyone(&unit->ir)};
        if (describe(&v, &shapes, i))
            make(&v);
    }
}

static void answer(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    if (sw_is_everyone(at))
        sw_replace(at, LLVMGetOperand(at, 0));
}

void sw_drop_versions(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, answer, NULL);
}
