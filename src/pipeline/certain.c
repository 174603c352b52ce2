/* Which instructions of a function run in each call of it. An access that always runs is what the call does;
 * one under a condition may be for other callers:
 *
 *   void print(const float *p, int n) {            void fill(float *p, int n, bool on_device) {
 *       for (int i = 0; i < n; i++)                    if (on_device)
 *           printf("%f\n", p[i]);    always                fill_kernel<<<1, n>>>(p);
 *   }                                                  else
 *                                                          memset(p, 0, n);           not always
 *
 * An instruction runs always if no path leads around it from the entry to a return, or to a `throw` of this file's.
 * Paths go round loops whose header asks for what the loop counts, up to what is not itself a choice; where a pointer is
 * compared with null, they go where it is none; ends of the program and other exceptions are no paths. */
#include "pipeline/device_memory.h"

struct paths {
    struct sw_certainty *certainty;
    struct sw_ir *ir;
    const struct sw_cfg *cfg;
    struct sw_holding *holding;
    LLVMValueRef avoided; /* what no path goes through; null: nothing */
    bool *seen;           /* two of a block: come to it, and come back to it from within the loop that it heads */
    SW_VEC(unsigned) left;
};

static const struct sw_loop *loop_headed_by(const struct sw_cfg *cfg, unsigned bb) {
    for (size_t i = 0; i < cfg->loops.count; i++)
        if (cfg->loops.at[i].header == bb)
            return &cfg->loops.at[i];
    return NULL;
}

static bool is_stored_in(struct paths *p, const struct sw_loop *loop, LLVMValueRef alloca) {
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca && sw_loop_has(p->cfg, loop, user))
            return true;
    }
    return false;
}

/* i in i < n; p in *p != 0. */
static bool is_counted(struct paths *p, const struct sw_loop *loop, LLVMValueRef value) {
    if (LLVMIsACastInst(value) || LLVMIsAGetElementPtrInst(value))
        return is_counted(p, loop, LLVMGetOperand(value, 0));
    if (!LLVMIsALoadInst(value))
        return false;
    LLVMValueRef from = LLVMGetOperand(value, 0);
    return LLVMIsAAllocaInst(from) ? is_stored_in(p, loop, from) : is_counted(p, loop, from);
}

static bool is_without_choice(struct paths *p, const struct sw_loop *loop, LLVMValueRef value, unsigned depth);

/* A variable that is given one value before the loop. */
static bool is_set_once(struct paths *p, const struct sw_loop *loop, LLVMValueRef alloca, unsigned depth) {
    unsigned given = 0;
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_store = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == alloca;
        if (!is_store || sw_loop_has(p->cfg, loop, user))
            continue;
        if (given++ || !is_without_choice(p, loop, LLVMGetOperand(user, 0), depth))
            return false;
    }
    return true;
}

/* Whether no choice is made in what a value is computed of: n in i < n, but not in n = on_device ? 0 : size. */
static bool is_without_choice(struct paths *p, const struct sw_loop *loop, LLVMValueRef value, unsigned depth) {
    enum { MOST = 8 };
    if (!LLVMIsAInstruction(value) || sw_is_any_call(value))
        return true;
    if (LLVMIsAPHINode(value) || LLVMIsASelectInst(value) || depth >= MOST)
        return false;
    if (LLVMIsALoadInst(value) && LLVMIsAAllocaInst(LLVMGetOperand(value, 0)))
        return is_set_once(p, loop, LLVMGetOperand(value, 0), depth + 1);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_without_choice(p, loop, LLVMGetOperand(value, (unsigned)i), depth + 1))
            return false;
    return true;
}

/* The condition of a conditional branch; null: another terminator. */
static LLVMValueRef condition_of(LLVMValueRef end) {
    return LLVMIsABranchInst(end) && LLVMIsConditional(end) ? LLVMGetCondition(end) : NULL;
}

/* Whether a block asks whether its loop goes on. */
static bool asks_for_count(struct paths *p, const struct sw_loop *loop, LLVMValueRef end) {
    LLVMValueRef test = condition_of(end);
    if (!test || !LLVMIsACmpInst(test))
        return false;
    bool is_count = is_counted(p, loop, LLVMGetOperand(test, 0)) || is_counted(p, loop, LLVMGetOperand(test, 1));
    return is_count && is_without_choice(p, loop, test, 0);
}

/* Of a branch that compares with null what holds device memory, the successor taken; -1: no such branch. */
static int known_successor(struct paths *p, LLVMValueRef end) {
    LLVMValueRef condition = condition_of(end), test = condition ? LLVMIsAICmpInst(condition) : NULL;
    if (!test || !LLVMIsAConstantPointerNull(LLVMGetOperand(test, 1)))
        return -1;
    if (sw_held_by(p->holding, LLVMGetOperand(test, 0)).kind != SW_HELD_DEVICE)
        return -1;
    LLVMIntPredicate is = LLVMGetICmpPredicate(test);
    return is == LLVMIntNE ? 0 : is == LLVMIntEQ ? 1 : -1;
}

static bool has(const struct sw_loop *loop, unsigned bb) {
    return sw_bitset_get(&loop->bbs, bb);
}

/* Whether a path goes from a block to its successor `way`. */
static bool goes(struct paths *p, unsigned from, bool is_back, unsigned way) {
    const struct sw_bb *bb = &p->cfg->bbs[from];
    LLVMValueRef end = LLVMGetBasicBlockTerminator(bb->bb);
    if (LLVMIsAInvokeInst(end))
        return LLVMGetSuccessor(end, way) == LLVMGetNormalDest(end);
    int known = known_successor(p, end);
    if (known >= 0)
        return way == (unsigned)known;
    const struct sw_loop *loop = is_back ? NULL : loop_headed_by(p->cfg, from);
    bool goes_round = loop && bb->succs == 2 && (has(loop, bb->succ[0]) || has(loop, bb->succ[1])) &&
                      asks_for_count(p, loop, end);
    return !goes_round || has(loop, bb->succ[way]);
}

static void visit(struct paths *p, unsigned bb, bool is_back) {
    unsigned state = 2 * bb + is_back;
    if (!p->seen[state])
        sw_vec_push(p->ir->arena, &p->left, state);
    p->seen[state] = true;
}

static void leave(struct paths *p, unsigned from, bool is_back) {
    const struct sw_bb *bb = &p->cfg->bbs[from];
    for (unsigned way = 0; way < bb->succs; way++) {
        const struct sw_loop *loop = loop_headed_by(p->cfg, bb->succ[way]);
        if (goes(p, from, is_back, way))
            visit(p, bb->succ[way], loop && has(loop, from));
    }
}

static bool throws(struct sw_certainty *c, LLVMValueRef call);

static bool has_throw(struct sw_certainty *c, LLVMValueRef function) {
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(function); bb; bb = LLVMGetNextBasicBlock(bb))
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            if (sw_is_any_call(at) && throws(c, at))
                return true;
    return false;
}

/* Whether a call may throw, in code of this file that says so. */
static bool throws(struct sw_certainty *c, LLVMValueRef call) {
    LLVMValueRef callee = sw_certain_callee(call);
    if (!callee)
        return sw_equal(sw_any_callee_name(call), "__cxa_throw");
    bool *known = sw_map_get(c->throwing, callee);
    if (known)
        return *known;
    known = sw_arena_alloc(c->ir->arena, sizeof *known);
    sw_map_put(c->throwing, callee, known); /* no, as long as it is being asked */
    return *known = has_throw(c, callee);
}

enum way { LEAVES, GOES_ON, IS_AVOIDED };

/* What a path does in a block. */
static enum way way_in(struct paths *p, LLVMBasicBlockRef bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at)) {
        if (at == p->avoided)
            return IS_AVOIDED;
        if (LLVMIsAReturnInst(at) || (sw_is_any_call(at) && throws(p->certainty, at)))
            return LEAVES;
    }
    return GOES_ON;
}

/* Whether a path leads from the entry to a return, around what is to be avoided. */
static bool leads_through(struct paths *p, LLVMValueRef avoided) {
    p->seen = sw_arena_alloc(p->ir->arena, 2 * (size_t)p->cfg->count * sizeof *p->seen);
    p->left.count = 0;
    p->avoided = avoided;
    visit(p, 0, false);
    while (p->left.count) {
        unsigned state = p->left.at[--p->left.count], bb = state / 2;
        enum way way = way_in(p, p->cfg->bbs[bb].bb);
        if (way == LEAVES)
            return true;
        if (way == GOES_ON)
            leave(p, bb, state % 2);
    }
    return false;
}

bool sw_runs_always(struct sw_certainty *c, const struct sw_cfg *cfg, struct sw_holding *h, LLVMValueRef instruction) {
    struct paths paths = {.certainty = c, .ir = c->ir, .cfg = cfg, .holding = h};
    bool is_reached = sw_cfg_number(cfg, LLVMGetInstructionParent(instruction)) >= 0;
    return is_reached && leads_through(&paths, NULL) && !leads_through(&paths, instruction);
}
