/* Where a waiting loop yields: on its back edges, so that its latches do, and nothing else of it. A back edge that had to
 * be split for that (transform/yields.c) has a bb of its own, in which there is nothing else:
 *
 *      loop: poll; br exit, yield          the loop's latch is `yield`, its turns end in `loop`
 *      yield: call sw.yield(); br loop
 *
 * Who knows loops by their shape asks here. */
#include "analysis/analysis.h"

bool sw_is_yield(LLVMValueRef at) {
    return sw_equal(sw_callee_name(at), "sw.yield");
}

bool sw_yields(LLVMBasicBlockRef bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
        if (sw_is_yield(at))
            return true;
    return false;
}

static bool only_yields(LLVMBasicBlockRef bb) {
    for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
        if (!LLVMIsATerminatorInst(at) && !sw_is_yield(at) && !LLVMIsADbgInfoIntrinsic(at))
            return false;
    return sw_yields(bb);
}

unsigned sw_loop_end(const struct sw_cfg *cfg, const struct sw_loop *loop) {
    assert(loop->num_latches == 1);
    const struct sw_bb *latch = &cfg->bbs[loop->latches[0]];
    bool is_split = latch->preds == 1 && latch->succs == 1 && loop->latches[0] != loop->header;
    return is_split && only_yields(latch->bb) ? latch->pred[0] : loop->latches[0];
}
