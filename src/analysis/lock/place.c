/* Places: addresses compared among lanes of a warp that are at different points of a program, where it counts whether
 * they lead to one place. It is asked before functions are inlined, and at -O0, where values lie in variables. */
#include "analysis/lock/lock.h"

enum { MOST_DEPTH = 12 };

static bool is_computed(LLVMValueRef value) {
    return LLVMIsABinaryOperator(value) || LLVMIsACastInst(value) || LLVMIsACmpInst(value) ||
           LLVMIsASelectInst(value) || LLVMIsAGetElementPtrInst(value) || LLVMIsAExtractValueInst(value);
}

/* ---- What a launch fixes */

static bool is_of_launch(struct sw_unit *unit, LLVMValueRef value, unsigned depth);

/* An argument of a kernel, or of a function that is given it by all its callers. */
static bool is_given_by_launch(struct sw_unit *unit, LLVMValueRef argument, unsigned depth) {
    LLVMValueRef function = LLVMGetParamParent(argument);
    if (sw_kernel_of(unit, function))
        return true;
    if (LLVMGetLinkage(function) != LLVMInternalLinkage || sw_address_taken(function))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(function); use; use = LLVMGetNextUse(use))
        if (!is_of_launch(unit, LLVMGetOperand(LLVMGetUser(use), (unsigned)sw_parameter_number(argument)), depth))
            return false;
    return true;
}

static bool is_block_register(LLVMValueRef value) {
    static const char *const names[] = {"ctaid.", "ntid.", "nctaid."};
    static const char sreg[] = "llvm.nvvm.read.ptx.sreg.";
    const char *name = sw_callee_name(value);
    for (unsigned i = 0; sw_starts_with(name, sreg) && i < sizeof names / sizeof *names; i++)
        if (sw_starts_with(name + sizeof sreg - 1, names[i]))
            return true;
    return false;
}

/* The one value that a variable ever has; null: it may have several, or others know it. */
static LLVMValueRef only_value(LLVMValueRef variable) {
    LLVMValueRef value = NULL;
    if (!LLVMIsAAllocaInst(variable) || !sw_own_variable(variable))
        return NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || sw_starts_with(sw_callee_name(user), "llvm."))
            continue;
        if (!LLVMIsAStoreInst(user) || value)
            return NULL;
        value = LLVMGetOperand(user, 0);
    }
    return value;
}

static bool is_read_of_launch(struct sw_unit *unit, LLVMValueRef load, unsigned depth) {
    LLVMValueRef from = LLVMGetOperand(load, 0), base = sw_strip_pointer(from), value = only_value(from);
    if (LLVMIsAArgument(base))
        return sw_kernel_of(unit, LLVMGetParamParent(base)) && sw_is_by_value(base) && sw_is_only_read(base) &&
               is_of_launch(unit, from, depth);
    return value && LLVMTypeOf(value) == LLVMTypeOf(load) && is_of_launch(unit, value, depth);
}

static bool is_of_launch(struct sw_unit *unit, LLVMValueRef value, unsigned depth) {
    if (LLVMIsAConstant(value))
        return true;
    if (++depth > MOST_DEPTH)
        return false;
    if (LLVMIsAArgument(value))
        return is_given_by_launch(unit, value, depth);
    if (LLVMIsALoadInst(value))
        return is_read_of_launch(unit, value, depth);
    if (!is_computed(value))
        return is_block_register(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_of_launch(unit, LLVMGetOperand(value, (unsigned)i), depth))
            return false;
    return true;
}

bool sw_is_of_launch(struct sw_unit *unit, LLVMValueRef value) {
    return is_of_launch(unit, value, 0);
}

/* ---- One thread's addresses */

LLVMValueRef sw_origin_of(LLVMValueRef pointer) {
    for (unsigned depth = 0;; depth++) {
        LLVMValueRef base = sw_strip_pointer(pointer);
        pointer = LLVMIsALoadInst(base) && depth < MOST_DEPTH ? only_value(LLVMGetOperand(base, 0)) : NULL;
        if (!pointer || LLVMGetTypeKind(LLVMTypeOf(pointer)) != LLVMPointerTypeKind)
            return base;
    }
}

/* Whether a variable has one value as long as a thread is in the section. */
static bool is_kept(const struct sw_lock *section, LLVMValueRef variable) {
    if (!LLVMIsAAllocaInst(variable) || !sw_own_variable(variable))
        return false;
    for (LLVMUseRef use = LLVMGetFirstUse(variable); section && use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_read = LLVMIsALoadInst(user) || sw_starts_with(sw_callee_name(user), "llvm.dbg.");
        if (!is_read && (!LLVMIsAStoreInst(user) || sw_is_in_section(section, user)))
            return false;
    }
    return true;
}

/* What is read from a variable with one value. */
static LLVMValueRef behind_variable(LLVMValueRef value) {
    LLVMValueRef only = LLVMIsALoadInst(value) ? only_value(LLVMGetOperand(value, 0)) : NULL;
    return only && LLVMTypeOf(only) == LLVMTypeOf(value) ? only : value;
}

static bool are_alike(const struct sw_lock *section, LLVMValueRef a, LLVMValueRef b, unsigned depth) {
    a = section ? a : behind_variable(a);
    b = section ? b : behind_variable(b);
    if (a == b)
        return true;
    if (++depth > MOST_DEPTH || !LLVMIsAInstruction(a) || !LLVMIsAInstruction(b) ||
        LLVMGetInstructionOpcode(a) != LLVMGetInstructionOpcode(b) || LLVMTypeOf(a) != LLVMTypeOf(b) ||
        LLVMGetNumOperands(a) != LLVMGetNumOperands(b))
        return false;
    if (LLVMIsALoadInst(a))
        return LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) && is_kept(section, LLVMGetOperand(a, 0));
    bool is_register = sw_starts_with(sw_callee_name(a), "llvm.nvvm.read.ptx.sreg.");
    if (!is_register && (!is_computed(a) || LLVMIsACmpInst(a) || LLVMIsAExtractValueInst(a)))
        return false;
    if (LLVMIsAGetElementPtrInst(a) && LLVMGetGEPSourceElementType(a) != LLVMGetGEPSourceElementType(b))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(a); i++)
        if (!are_alike(section, LLVMGetOperand(a, (unsigned)i), LLVMGetOperand(b, (unsigned)i), depth))
            return false;
    return true;
}

bool sw_are_computed_alike(const struct sw_lock *section, LLVMValueRef a, LLVMValueRef b) {
    return are_alike(section, a, b, 0);
}

/* ---- Members of elements */

/* Where an address may lie behind its base: from .. to, and any number of strides further. */
struct extent {
    uint64_t stride; /* 0: none */
    int64_t from, to;
};

static uint64_t common_divisor(uint64_t a, uint64_t b) {
    return b ? common_divisor(b, a % b) : a;
}

static void step(struct extent *e, LLVMValueRef index, uint64_t bytes) {
    if (!LLVMIsAConstantInt(index)) {
        e->stride = common_divisor(e->stride, bytes);
        return;
    }
    e->from += LLVMConstIntGetSExtValue(index) * (int64_t)bytes;
    e->to += LLVMConstIntGetSExtValue(index) * (int64_t)bytes;
}

/* Steps into a type. What lies in an array may be anywhere in it. */
static void step_into(LLVMTargetDataRef layout, struct extent *e, LLVMValueRef gep) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(gep);
    int64_t begin = 0;
    for (int i = 2; i < LLVMGetNumOperands(gep); i++) {
        if (LLVMGetTypeKind(type) != LLVMStructTypeKind) {
            e->from = 0;
            e->to = (int64_t)LLVMABISizeOfType(layout, type);
            break;
        }
        unsigned member = (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(gep, (unsigned)i));
        begin += (int64_t)LLVMOffsetOfElement(layout, type, member);
        type = LLVMStructGetTypeAtIndex(type, member);
    }
    e->from += begin;
    e->to += begin;
    step(e, LLVMGetOperand(gep, 1), LLVMABISizeOfType(layout, LLVMGetGEPSourceElementType(gep)));
}

static struct extent extent_of(LLVMTargetDataRef layout, LLVMValueRef address, uint64_t bytes) {
    struct extent e = {0, 0, (int64_t)bytes};
    for (LLVMValueRef before; (before = sw_pointer_before(address)); address = before) {
        bool is_gep = LLVMIsAGetElementPtrInst(address) ||
                      (LLVMIsAConstantExpr(address) && LLVMGetConstOpcode(address) == LLVMGetElementPtr);
        if (is_gep)
            step_into(layout, &e, address);
    }
    return e;
}

/* Whether two addresses are counted from one pointer. */
static bool have_one_base(LLVMValueRef a, LLVMValueRef b) {
    a = sw_strip_pointer(a);
    b = sw_strip_pointer(b);
    return a == b || (LLVMIsALoadInst(a) && LLVMIsALoadInst(b) && LLVMGetOperand(a, 0) == LLVMGetOperand(b, 0) &&
                      LLVMIsAAllocaInst(LLVMGetOperand(a, 0)));
}

bool sw_are_different_members(struct sw_unit *unit, LLVMValueRef a, uint64_t bytes_a, LLVMValueRef b,
                              uint64_t bytes_b) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(unit->ir.module);
    struct extent x = extent_of(layout, a, bytes_a), y = extent_of(layout, b, bytes_b);
    int64_t stride = (int64_t)common_divisor(x.stride, y.stride);
    if (!stride || !have_one_base(a, b))
        return false;
    int64_t gap = ((y.from - x.from) % stride + stride) % stride; /* from an x to the next y */
    return gap >= x.to - x.from && gap + (y.to - y.from) <= stride;
}
