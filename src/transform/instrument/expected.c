/* Reads that begin a retry loop: what is read is only what a compare-and-swap at the same address is to expect.
 *
 *      %old = load i64, ptr %p                                          int old = *address, assumed;
 *      loop:                                                            do {
 *        %assumed = phi [%old, ..], [%found, loop]                        assumed = old;
 *        %found = call i64 @__sw_atomic_cas_u64(ptr %p, i64 %assumed, ..)     old = atomicCAS(address, assumed, ..);
 *
 * Such a read is plain, since the swap finds out whether it was right (CUDA C++ Programming Guide, Atomic Functions):
 * SWRT_SITE_EXPECTED tells the checkers. Values are followed through casts, choices and the functions that take a
 * value's bits. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

enum { MOST_VALUES = 64 };

/* Whether the user is a compare-and-swap that expects the value, at the address. */
static bool expects(LLVMValueRef user, LLVMValueRef value, LLVMValueRef pointer) {
    struct sw_atomic atomic;
    bool swaps = LLVMIsAAtomicCmpXchgInst(user) || (sw_atomic_of(user, &atomic) && atomic.op == SW_ATOMIC_cas);
    return swaps && LLVMGetOperand(user, 1) == value && sw_are_same(LLVMGetOperand(user, 0), pointer, false);
}

/* Whether the user's value is this one, in another type, or perhaps this one. */
static bool passes_on(LLVMValueRef user) {
    if (LLVMIsACastInst(user) || LLVMIsAPHINode(user) || LLVMIsASelectInst(user) || LLVMIsAFreezeInst(user))
        return true;
    static const char *const bits[] = {"llvm.nvvm.bitcast.", "__nv_float_as_",  "__nv_int_as_",
                                       "__nv_uint_as_",      "__nv_double_as_", "__nv_longlong_as_"};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        if (sw_starts_with(sw_callee_name(user), bits[i]))
            return true;
    return false;
}

bool sw_is_expected(LLVMValueRef load) {
    LLVMValueRef values[MOST_VALUES] = {load}, pointer = LLVMGetOperand(load, 0);
    size_t count = 1;
    for (size_t i = 0; i < count; i++) {
        for (LLVMUseRef use = LLVMGetFirstUse(values[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            size_t known = 0;
            if (expects(user, values[i], pointer))
                return true;
            while (known < count && values[known] != user)
                known++;
            if (known == count && count < MOST_VALUES && passes_on(user))
                values[count++] = user;
        }
    }
    return false;
}
