/* Shapes of calls: threadIdx and its like, functions that compute from their arguments, and those whose answer every
 * lane has for itself. */
#include "analysis/shape_rule.h"

#include "ir/sample.h"
#include "softwarp/assumptions.h"

#include <string.h>

enum { WARP = 32 };
static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";

/* Special registers that are the same in all lanes, and the largest number each can hold. */
static const struct {
    const char *name;
    uint64_t most;
} registers[] = {
    {"ntid.x", 1024},   {"ntid.y", 1024},        {"ntid.z", 64},      {"ctaid.x", INT32_MAX - 1}, {"ctaid.y", 65534},
    {"ctaid.z", 65534}, {"nctaid.x", INT32_MAX}, {"nctaid.y", 65535}, {"nctaid.z", 65535},        {"warpid", 31},
};

static unsigned count_along(const struct sw_block_size *size, char dimension) {
    return dimension == 'x' ? size->x : dimension == 'y' ? size->y : size->z;
}

static struct sw_shape uniform_register(const struct sw_shapes *s, LLVMValueRef call, const char *name) {
    struct sw_bits bits = sw_bits_none(sw_width_of(call));
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (sw_equal(name, registers[i].name))
            bits = sw_bits_up_to(registers[i].most);
    if (s->threads.whole.x && sw_starts_with(name, "ntid."))
        return sw_shape_uniform(sw_bits_constant(count_along(&s->threads.whole, name[strlen("ntid.")]), 32));
    if (sw_equal(name, "ntid.x") && s->threads.is_full)
        bits.zeros |= s->threads.lanes - 1;
    return sw_shape_uniform(bits);
}

static struct sw_shape register_shape(const struct sw_shapes *s, LLVMValueRef call, const char *name) {
    if (sw_equal(name, "tid.x"))
        return s->threads.x;
    if (sw_equal(name, "tid.y"))
        return s->threads.y;
    if (sw_equal(name, "tid.z"))
        return s->threads.z;
    bool is_in_warp = sw_equal(name, "laneid") || sw_starts_with(name, "lanemask.");
    if (s->threads.is_across && (is_in_warp || sw_equal(name, "warpid"))) {
        bool is_warp = sw_threads_of(s->threads.whole) == s->threads.lanes * WARP; /* each row */
        return is_in_warp && SW_PROVED(rows_are_warps, is_warp) ? sw_shape_uniform(sw_bits_none(32))
                                                                : sw_shape_varying();
    }
    if (sw_equal(name, "laneid")) { /* lanes are counted along all dimensions: lane 0 is a multiple of W in any block */
        struct sw_bits bits = sw_bits_up_to(31);
        bits.zeros |= s->threads.lanes - 1;
        return sw_shape_affine(1, bits, 32, s->threads.lanes);
    }
    return sw_starts_with(name, "lanemask.") ? sw_shape_varying() : uniform_register(s, call, name);
}

static bool has_own_answer(LLVMValueRef at) {
    const char *name = sw_callee_name(at);
    return LLVMIsAAllocaInst(at) || sw_starts_with(name, sreg) || sw_request_of(at);
}

static bool touches_no_memory(LLVMValueRef call, LLVMValueRef function) {
    unsigned kind = LLVMGetEnumAttributeKindForName("memory", 6);
    LLVMAttributeRef stated = LLVMGetEnumAttributeAtIndex(function, LLVMAttributeFunctionIndex, kind);
    if (!stated)
        stated = LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind);
    return stated && !LLVMGetEnumAttributeValue(stated);
}

static bool is_convergent(LLVMValueRef function) {
    return sw_has_attribute(function, "convergent");
}

/* What stands in no file: intrinsics of LLVM's whose own declaration says that they touch no memory and look at no other
 * thread, functions whose declaration the program has called `const`, and the place of the stack. A fetch of a texture
 * is as uniform as a load: nothing writes there while a kernel fetches. */
static bool is_known_to_compute(LLVMValueRef call, LLVMValueRef function) {
    const char *name = sw_callee_name(call);
    if (sw_is_sample(call) || sw_starts_with(name, "llvm.stacksave"))
        return true;
    return touches_no_memory(call, function) && !(sw_starts_with(name, "llvm.") && is_convergent(function));
}

/* Same arguments, same answer: proved by what is declared, and for a function with a body by that it does not ask which
 * thread it runs for either. Nothing is known of what is called through a pointer, nor of inline assembly. */
static bool only_computes(struct sw_shapes *s, LLVMValueRef call) {
    LLVMValueRef function = sw_called_function(call);
    if (!function)
        return false;
    if (sw_is_defined(function))
        return SW_PROVED(call_computes,
                         touches_no_memory(call, function) && !sw_call_reaches(&s->unit->ir, call, has_own_answer));
    return SW_PROVED(intrinsic_computes, is_known_to_compute(call, function));
}

/* A shuffle by number that reads the same lane for all: one segment, and no lane out of range. */
static bool is_broadcast(const struct sw_shapes *s, LLVMValueRef call, const struct sw_request *request) {
    struct sw_shape from = sw_shape_of(s, LLVMGetOperand(call, (unsigned)request->arg));
    struct sw_shape clamp = sw_shape_of(s, LLVMGetOperand(call, (unsigned)request->clamp));
    bool is_in_range = clamp.kind == SW_UNIFORM && (clamp.bits.ones & 0x1f) == 0x1f &&
                       (clamp.bits.zeros & 0x1f00) == 0x1f00;
    return SW_PROVED(broadcast_from_one, from.kind == SW_UNIFORM) && SW_PROVED(broadcast_in_range, is_in_range);
}

static bool is_uniform_operand(const struct sw_shapes *s, LLVMValueRef call, int index) {
    LLVMValueRef operand = sw_request_operand(call, index);
    return !operand || sw_shape_of(s, operand).kind == SW_UNIFORM;
}

/* Operations of a warp that give one answer to all that take part. Those are, for a mask that is the same for all, exactly
 * the lanes that run: they run the operation together, as they do a load, or it stands in a divergent cycle, where
 * nothing is uniform; and lanes that it does not name have the answer of the others (runtime/execute/unnamed.c). Masks
 * that differ make groups, and each group has its own answer; and so has each of the warps across which `is_across`
 * looks. */
static bool answers_uniformly(const struct sw_shapes *s, LLVMValueRef call, const struct sw_request *request) {
    if (!SW_PROVED(answer_of_one_warp, !s->threads.is_across))
        return false;
    if (!SW_PROVED(answer_of_one_group, is_uniform_operand(s, call, request->mask)))
        return false;
    switch (request->op) {
    case SWRT_WARP_SHFL_IDX:
        return is_broadcast(s, call, request);
    case SWRT_WARP_SHFL_UP:
    case SWRT_WARP_SHFL_DOWN:
    case SWRT_WARP_SHFL_BFLY:
    case SWRT_WARP_MATCH_ANY:
        return false;
    default: /* votes, reductions, __match_all_sync, __activemask */
        return true;
    }
}

/* A barrier tells the same to those that meet at it: at one of the same number, for as many threads. What several warps have
 * in common they have only of one that takes no count: of others, each may be at another opening. */
static bool tells_uniformly(const struct sw_shapes *s, LLVMValueRef call, const struct sw_request *request) {
    bool is_one = is_uniform_operand(s, call, request->arg) && is_uniform_operand(s, call, request->mask);
    bool is_whole = !s->threads.is_across || sw_meets_whole_block(call, request, sw_threads_of(s->threads.whole));
    return SW_PROVED(answer_of_one_barrier, is_one) && is_whole;
}

static struct sw_shape request_shape(const struct sw_shapes *s, LLVMValueRef call, const struct sw_request *request) {
    bool is_warp = request->kind == SWRT_WAIT_WARP || request->kind == SWRT_WAIT_CONVERGED;
    bool is_uniform = (request->kind == SWRT_WAIT_BARRIER && tells_uniformly(s, call, request)) ||
                      (is_warp && answers_uniformly(s, call, request));
    return is_uniform ? sw_shape_uniform(sw_bits_none(sw_width_of(call))) : sw_shape_varying();
}

struct sw_shape sw_shape_of_call(struct sw_shapes *s, LLVMValueRef call, enum sw_shape_kind operands) {
    const char *name = sw_callee_name(call);
    const struct sw_request *request = sw_request_of(call);
    struct sw_shape uniform = sw_shape_uniform(sw_bits_none(sw_width_of(call)));
    struct sw_atomic atomic;
    bool is_signed, is_least;
    if (sw_starts_with(name, sreg))
        return register_shape(s, call, name + sizeof sreg - 1);
    if (sw_equal(name, "sw.block") || sw_equal(name, "sw.everyone"))
        return uniform;
    if (sw_atomic_of(call, &atomic)) /* a load is one, as an ordinary load is */
        return atomic.op == SW_ATOMIC_load && operands == SW_UNIFORM ? uniform : sw_shape_varying();
    if (request)
        return request_shape(s, call, request);
    if (operands == SW_AFFINE && sw_is_limit(call, &is_signed, &is_least))
        return sw_shape_of_limit(s, call, is_signed);
    return operands == SW_UNIFORM && only_computes(s, call) ? uniform : sw_shape_varying();
}
