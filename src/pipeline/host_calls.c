/* What host code calls: functions of CUDA's that give device memory, those that only read, and functions of this file. */
#include "pipeline/host_variables.h"

/* Functions of CUDA's that write a pointer to device memory, and `bytes` in all, to where their first argument leads.
 * Memory from a pool may be the host's (cudaMemLocationTypeHost), so cudaMallocFromPoolAsync is none. */
static const struct sw_allocator allocators[] = {{"cudaMalloc", "cudaMalloc", 8},
                                                 {"cudaMallocAsync", "cudaMallocAsync", 8},
                                                 {"cudaMallocAsync_ptsz", "cudaMallocAsync", 8},
                                                 {"cudaMallocPitch", "cudaMallocPitch", 8},
                                                 {"cudaMalloc3D", "cudaMalloc3D", 32},
                                                 {"cuMemAlloc_v2", "cuMemAlloc", 8},
                                                 {"cuMemAllocPitch_v2", "cuMemAllocPitch", 8},
                                                 {"cuMemAllocAsync", "cuMemAllocAsync", 8},
                                                 {"cuMemAllocAsync_ptsz", "cuMemAllocAsync", 8}};

/* Functions that only read through an argument: &pointer is no secret to them. */
static const struct {
    const char *name;
    unsigned argument;
} readers[] = {{"cudaMemcpy", 1},
               {"cudaMemcpyAsync", 1},
               {"cudaMemcpyAsync_ptsz", 1},
               {"cudaMemcpyToSymbol", 1},
               {"cudaMemcpyToSymbolAsync", 1},
               {"memcmp", 0},
               {"memcmp", 1}};

#define COUNT(table) (sizeof(table) / sizeof *(table))

bool sw_allocates_device_memory(struct sw_ir *ir) {
    for (size_t i = 0; i < COUNT(allocators); i++) {
        LLVMValueRef function = LLVMGetNamedFunction(ir->module, allocators[i].name);
        if (function && !sw_is_defined(function) && LLVMGetFirstUse(function))
            return true;
    }
    return false;
}

bool sw_is_any_call(LLVMValueRef instruction) {
    return LLVMIsACallInst(instruction) || LLVMIsAInvokeInst(instruction);
}

static LLVMValueRef callee_of(LLVMValueRef call) {
    return sw_is_any_call(call) ? LLVMIsAFunction(LLVMGetCalledValue(call)) : NULL;
}

static bool may_be_replaced(LLVMValueRef function) {
    LLVMLinkage linkage = LLVMGetLinkage(function);
    return linkage == LLVMWeakAnyLinkage || linkage == LLVMLinkOnceAnyLinkage;
}

LLVMValueRef sw_certain_callee(LLVMValueRef call) {
    LLVMValueRef function = callee_of(call);
    bool is_known = function && sw_is_defined(function) && !may_be_replaced(function);
    return is_known && LLVMCountParams(function) == LLVMGetNumArgOperands(call) ? function : NULL;
}

const char *sw_any_callee_name(LLVMValueRef call) {
    LLVMValueRef function = callee_of(call);
    return function && !sw_is_defined(function) ? sw_name(function) : "";
}

const struct sw_allocator *sw_allocator_of(LLVMValueRef call) {
    const char *name = sw_any_callee_name(call);
    for (size_t i = 0; i < COUNT(allocators); i++)
        if (sw_equal(allocators[i].name, name))
            return &allocators[i];
    return NULL;
}

bool sw_only_reads(LLVMValueRef call, unsigned argument) {
    const char *name = sw_any_callee_name(call);
    for (size_t i = 0; i < COUNT(readers); i++)
        if (sw_equal(readers[i].name, name) && readers[i].argument == argument)
            return true;
    return false;
}
