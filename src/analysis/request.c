/* Which instructions are suspend points, from requests.def. */
#include "analysis/analysis.h"

#include <string.h>

static const struct sw_request requests[] = {
#define REQUEST(function, kind, op, mask, value, arg, clamp, result) \
    {function, SWRT_WAIT_##kind, op, mask, value, arg, clamp, SW_RESULT_##result},
#include "analysis/requests.def"
#undef REQUEST
};

const struct sw_request *sw_request_of(LLVMValueRef instruction) {
    const char *name = sw_callee_name(instruction);
    if (!*name)
        return NULL;
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++)
        if (sw_equal(requests[i].function, name))
            return &requests[i];
    return NULL;
}

bool sw_is_barrier(LLVMValueRef instruction) {
    const struct sw_request *request = sw_request_of(instruction);
    return request && (request->kind == SWRT_WAIT_BARRIER || request->kind == SWRT_WAIT_GRID);
}

bool sw_is_in_step(const struct sw_request *request) {
    return request->kind == SWRT_WAIT_CONVERGED && request->result == SW_RESULT_NOTHING;
}

bool sw_meets_lanes(const struct sw_request *request) {
    return request->kind == SWRT_WAIT_CONVERGED && request->op != SWRT_WARP_SYNC && request->op != SWRT_WARP_ACTIVEMASK;
}

LLVMValueRef sw_request_operand(LLVMValueRef call, int index) {
    return index < 0 ? NULL : LLVMGetOperand(call, (unsigned)index);
}

bool sw_meets_whole_block(LLVMValueRef barrier, const struct sw_request *request, unsigned threads) {
    LLVMValueRef count = sw_request_operand(barrier, request->mask);
    if (request->op == SWRT_BARRIER_ARRIVE)
        return false;
    if (!count)
        return true;
    uint64_t named = LLVMIsAConstantInt(count) ? LLVMConstIntGetZExtValue(count) : UINT64_MAX;
    return !named || named == threads;
}

bool sw_gives_way(const struct sw_request *request) {
    return sw_equal(request->function, "sw.give.way");
}

static enum sw_remark_kind warp_remark(unsigned op) {
    switch (op) {
    case SWRT_WARP_SYNC:
        return SW_REMARK_WARP_SYNC;
    case SWRT_WARP_SHFL_IDX:
    case SWRT_WARP_SHFL_UP:
    case SWRT_WARP_SHFL_DOWN:
    case SWRT_WARP_SHFL_BFLY:
        return SW_REMARK_WARP_SHUFFLE;
    case SWRT_WARP_ANY:
    case SWRT_WARP_ALL:
    case SWRT_WARP_UNI:
    case SWRT_WARP_BALLOT:
        return SW_REMARK_WARP_VOTE;
    case SWRT_WARP_MATCH_ANY:
    case SWRT_WARP_MATCH_ALL:
        return SW_REMARK_WARP_MATCH;
    case SWRT_WARP_ACTIVEMASK:
        return SW_REMARK_WARP_ACTIVEMASK;
    default:
        return SW_REMARK_WARP_REDUCE;
    }
}

enum sw_remark_kind sw_request_remark(const struct sw_request *request) {
    switch (request->kind) {
    case SWRT_WAIT_BARRIER:
        return SW_REMARK_WAIT_BARRIER;
    case SWRT_WAIT_GRID:
        return SW_REMARK_WAIT_GRID;
    case SWRT_WAIT_YIELD:
        return SW_REMARK_WAIT_YIELD;
    default:
        return sw_is_in_step(request) ? SW_REMARK_WARP_SYNC : warp_remark(request->op);
    }
}

/* The part of the function's name that says it; null for the plain ones. */
const char *sw_request_text(const struct sw_request *request) {
    static const char *const prefixes[] = {"llvm.nvvm.", "__sw_legacy_", "__sw_", "sw."};
    if (sw_equal(request->function, "llvm.nvvm.barrier0") || sw_equal(request->function, "sw.yield"))
        return NULL;
    for (unsigned i = 0; i < sizeof prefixes / sizeof *prefixes; i++)
        if (sw_starts_with(request->function, prefixes[i]))
            return request->function + strlen(prefixes[i]);
    return request->function;
}
