/* Retry loops: how programs make an atomic operation that CUDA does not have.
 *
 *      do { assumed = old;                                  one bb, and
 *           old = atomicCAS(p, assumed, f(assumed));
 *      } while (old != assumed);
 *
 *      while (!enough(old)) { ... the same ... }            two bbs: the head tests, the other one swaps
 *
 * In the end such a loop has done new = f(old) at one stroke, or left old as it was because that was enough. It is told
 * from other loops by these rules:
 *
 *  1. Its only access to memory is one compare-and-swap, which is tried in every iteration that does not leave before.
 *  2. The compare-and-swap expects what it returned in the last iteration, bit for bit. What it expects in the first is
 *     a guess, and may be anything.
 *  3. The loop ends exactly when the compare-and-swap succeeds, which is tested on integers (a NaN does not equal
 *     itself), or, in the head, when old is enough.
 *  4. f, together with the test, is one of the operations that a marker has (SW_ATOMIC_OPS) with an operand that does
 *     not change in the loop.
 *
 * operation.c has rule 4. What leaves the loop is the transformation's concern (transform/retries.c). */
#include "analysis/retry/retry.h"
#include "softwarp/assumptions.h"

/* Functions of their arguments alone, by the start of their names: those that rule 4 knows and what may stand among
 * them. */
static bool is_pure_function(LLVMValueRef call) {
    static const char *const names[] = {
        "__nv_fmax",  "__nv_fmin",  "__nv_fadd_rn", "__nv_dadd_rn",  "__nv_fmul_rn",   "__nv_dmul_rn",  "llvm.smax.",
        "llvm.smin.", "llvm.umax.", "llvm.umin.",   "llvm.maxnum.",  "llvm.minnum.",   "llvm.abs.",     "llvm.fabs.",
        "llvm.fshl.", "llvm.fshr.", "llvm.fma.",    "llvm.fmuladd.", "llvm.uadd.sat.", "llvm.usub.sat."};
    const char *name = sw_callee_name(call);
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(name, names[i]))
            return true;
    return false;
}

bool sw_is_pure(LLVMValueRef at) {
    return LLVMIsABinaryOperator(at) || LLVMIsAUnaryOperator(at) || LLVMIsACastInst(at) || LLVMIsACmpInst(at) ||
           LLVMIsASelectInst(at) || LLVMIsAFreezeInst(at) || LLVMIsAGetElementPtrInst(at) ||
           LLVMIsAExtractElementInst(at) || LLVMIsAInsertElementInst(at) || LLVMIsAShuffleVectorInst(at) ||
           LLVMIsAExtractValueInst(at) || LLVMIsAInsertValueInst(at) || (sw_is_call(at) && is_pure_function(at));
}

/* ---- The bbs, and where they lead */

static bool in_bb(const struct sw_retry_match *m, LLVMBasicBlockRef bb) {
    return sw_loop_has(m->cfg, m->loop, LLVMGetBasicBlockTerminator(bb));
}

static bool is_conditional(LLVMValueRef terminator) {
    return LLVMIsABranchInst(terminator) && LLVMIsConditional(terminator) &&
           LLVMGetSuccessor(terminator, 0) != LLVMGetSuccessor(terminator, 1);
}

/* The bbs of the loop are these, of which some may be one. */
static bool has_no_others(const struct sw_retry_match *m) {
    const struct sw_retry *r = m->retry;
    unsigned count = 0;
    for (unsigned i = 0; i < m->cfg->count; i++)
        count += sw_bitset_get(&m->loop->bbs, i);
    return count == 1u + (r->swap != r->head) + (r->back != r->swap);
}

static bool find_bbs(struct sw_retry_match *m) {
    struct sw_retry *r = m->retry;
    if (m->loop->is_irreducible || m->loop->num_latches != 1)
        return false;
    r->head = m->cfg->bbs[m->loop->header].bb;
    r->swap = m->cfg->bbs[sw_loop_end(m->cfg, m->loop)].bb;
    r->back = m->cfg->bbs[m->loop->latches[0]].bb;
    LLVMValueRef end = LLVMGetBasicBlockTerminator(r->swap);
    if (!has_no_others(m) || !is_conditional(end))
        return false;
    r->done = LLVMGetSuccessor(end, in_bb(m, LLVMGetSuccessor(end, 0)));
    if (in_bb(m, r->done))
        return false;
    if (r->head == r->swap)
        return true;
    end = LLVMGetBasicBlockTerminator(r->head);
    if (!is_conditional(end))
        return false;
    r->skips_when = LLVMGetSuccessor(end, 1) == r->swap;
    r->skip = LLVMGetSuccessor(end, !r->skips_when);
    r->test = LLVMGetCondition(end);
    return !in_bb(m, r->skip);
}

static bool is_quiet(const struct sw_retry_match *m, LLVMValueRef at) {
    return sw_is_pure(at) || LLVMIsABranchInst(at) ||
           (LLVMIsAPHINode(at) && LLVMGetInstructionParent(at) == m->retry->head) ||
           sw_starts_with(sw_callee_name(at), "llvm.dbg.");
}

/* Rule 1; what a loop that was taken for a waiting one does on its back edge does not count. */
static bool find_swap(struct sw_retry_match *m) {
    LLVMBasicBlockRef bbs[] = {m->retry->head, m->retry->swap};
    for (unsigned i = m->retry->head == m->retry->swap; i < 2; i++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(bbs[i]); at; at = LLVMGetNextInstruction(at)) {
            struct sw_atomic atomic;
            bool is_swap = !m->retry->cas && bbs[i] == m->retry->swap && sw_atomic_of(at, &atomic) &&
                           atomic.op == SW_ATOMIC_cas;
            if (!is_swap && !SW_PROVED(retry_only_swaps, is_quiet(m, at)))
                return false;
            if (!is_swap)
                continue;
            m->retry->cas = at;
            m->cas = atomic;
        }
    return m->retry->cas && m->cas.type != SW_TYPE_u128 &&
           SW_PROVED(retry_at_one_place, !sw_loop_has(m->cfg, m->loop, LLVMGetOperand(m->retry->cas, 0)));
}

/* ---- Rules 2 and 3 */

static bool compares_for_success(const struct sw_retry_match *m, LLVMValueRef test) {
    LLVMValueRef expected = LLVMGetOperand(m->retry->cas, 1), cas = m->retry->cas;
    LLVMValueRef a = LLVMGetOperand(test, 0), b = LLVMGetOperand(test, 1);
    return LLVMGetICmpPredicate(test) <= LLVMIntNE && ((a == cas && b == expected) || (a == expected && b == cas));
}

static bool success_ends(struct sw_retry_match *m) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(m->retry->swap), test = LLVMGetCondition(end);
    if (!LLVMIsAICmpInst(test) || !compares_for_success(m, test))
        return false;
    bool is_equal = LLVMGetICmpPredicate(test) == LLVMIntEQ;
    m->retry->success = test;
    m->retry->is_success_when = is_equal;
    return SW_PROVED(retry_done_by_success, LLVMGetSuccessor(end, !is_equal) == m->retry->done);
}

LLVMValueRef sw_retry_side(const struct sw_retry *retry, LLVMValueRef select, bool succeeded) {
    if (!LLVMIsASelectInst(select) || LLVMGetOperand(select, 0) != retry->success)
        return NULL;
    return LLVMGetOperand(select, succeeded == retry->is_success_when ? 1 : 2);
}

/* Whether a value, once the compare-and-swap has failed, is what that gave. */
static bool is_found(const struct sw_retry_match *m, LLVMValueRef value) {
    for (LLVMValueRef side; (side = sw_retry_side(m->retry, sw_strip_bitcasts(value), false));)
        value = side;
    return sw_strip_bitcasts(value) == m->retry->cas;
}

static bool expects_what_it_found(struct sw_retry_match *m) {
    LLVMValueRef phi = sw_strip_bitcasts(LLVMGetOperand(m->retry->cas, 1));
    if (!LLVMIsAPHINode(phi) || LLVMGetInstructionParent(phi) != m->retry->head)
        return false;
    m->retry->old = phi;
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
        if (LLVMGetIncomingBlock(phi, i) == m->retry->back &&
            !SW_PROVED(retry_expects_found, is_found(m, LLVMGetIncomingValue(phi, i))))
            return false;
    return true;
}

bool sw_retry_of(const struct sw_cfg *cfg, const struct sw_loop *loop, struct sw_retry *retry) {
    struct sw_retry_match m = {.cfg = cfg, .loop = loop, .retry = retry};
    *retry = (struct sw_retry){0};
    return find_bbs(&m) && find_swap(&m) && success_ends(&m) && expects_what_it_found(&m) && sw_retry_classify(&m);
}
