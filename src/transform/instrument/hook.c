/* Makes and reads the marker calls of hook.h. */
#include "transform/instrument/hook.h"

#include <string.h>

static const char hook_name[] = "sw.hook", checked_name[] = "sw.checked";
enum { ADDRESS, OTHER, BYTES, NAME, ORDER, FUNCTION, KIND, SIZE, ALIGN, SCOPE, FLAGS, OPERANDS };

static LLVMValueRef generic(struct sw_ir *ir, LLVMValueRef pointer) {
    if (!pointer)
        return LLVMConstNull(ir->ptr);
    return LLVMTypeOf(pointer) == ir->ptr ? pointer : LLVMBuildAddrSpaceCast(ir->builder, pointer, ir->ptr, "");
}

static LLVMValueRef marker(struct sw_ir *ir) {
    LLVMTypeRef types[OPERANDS];
    for (unsigned i = 0; i < OPERANDS; i++)
        types[i] = i == BYTES ? ir->i64 : i < BYTES || i == NAME ? ir->ptr : ir->i32;
    LLVMValueRef function = sw_declare(ir, hook_name, LLVMFunctionType(ir->nothing, types, OPERANDS, 0));
    sw_add_attribute(ir, function, "nounwind");
    return function;
}

bool sw_is_access(const struct sw_hook *hook) {
    return hook->function == SW_HOOK_READ || hook->function == SW_HOOK_WRITE || hook->function == SW_HOOK_ATOMIC;
}

/* Shared variables of our headers that begin as 0 (include/cuda/softwarp/groups/waits.h). */
static bool is_zeroed(LLVMValueRef base) {
    return LLVMIsAGlobalVariable(base) && strstr(sw_name(base), "16sw_wide_meetings");
}

/* Where the address starts from a variable of known size that may be accessed so. (Dynamic shared memory, which is only
 * declared, is as large as the launch says.) */
static struct sw_hook with_variable(struct sw_unit *unit, const struct sw_hook *hook) {
    enum { SHARED_SPACE = 3, CONSTANT_SPACE = 4 };
    struct sw_hook with = *hook;
    LLVMValueRef base = sw_is_access(hook) ? sw_strip_pointer(hook->address) : NULL;
    if (base && LLVMGetPointerAddressSpace(LLVMTypeOf(base)) == SHARED_SPACE)
        with.flags |= SWRT_SITE_SHARED;
    if (base && is_zeroed(base))
        with.flags |= SWRT_SITE_ZEROED;
    if (!base || !LLVMIsAGlobalVariable(base) || !LLVMGetInitializer(base) || LLVMGetAlignment(base) < hook->align)
        return with;
    bool is_constant = LLVMIsGlobalConstant(base) || LLVMGetPointerAddressSpace(LLVMTypeOf(base)) == CONSTANT_SPACE;
    uint64_t bytes = sw_store_size(unit, LLVMGlobalGetValueType(base));
    if (bytes < hook->size || (is_constant && hook->function != SW_HOOK_READ))
        return with;
    with.other = base;
    with.bytes = sw_const(unit->ir.i64, bytes);
    return with;
}

void sw_put_hook(struct sw_unit *unit, const struct sw_hook *said) {
    assert(!sw_is_access(said) || (said->address && said->size));
    struct sw_ir *ir = &unit->ir;
    struct sw_hook with = with_variable(unit, said), *hook = &with;
    LLVMValueRef args[OPERANDS] = {
        [ADDRESS] = generic(ir, hook->address),
        [OTHER] = generic(ir, hook->other),
        [BYTES] = hook->bytes ? LLVMBuildIntCast2(ir->builder, hook->bytes, ir->i64, 0, "") : sw_const(ir->i64, 0),
        [NAME] = generic(ir, hook->name),
        [ORDER] = hook->order ? hook->order : sw_const(ir->i32, SWRT_ORDER_WEAK),
        [FUNCTION] = sw_const(ir->i32, hook->function),
        [KIND] = sw_const(ir->i32, hook->kind),
        [SIZE] = sw_const(ir->i32, hook->size),
        [ALIGN] = sw_const(ir->i32, hook->align),
        [SCOPE] = sw_const(ir->i32, hook->scope),
        [FLAGS] = sw_const(ir->i32, hook->flags),
    };
    LLVMValueRef call = sw_call(ir, marker(ir), args, OPERANDS, ""), access = LLVMGetNextInstruction(call);
    if (access)
        sw_put_place(unit, access, call);
}

static unsigned number(LLVMValueRef call, unsigned operand) {
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, operand));
}

static LLVMValueRef unless_null(LLVMValueRef value) {
    return LLVMIsNull(value) ? NULL : value;
}

bool sw_hook_of(LLVMValueRef call, struct sw_hook *hook) {
    if (!sw_equal(sw_callee_name(call), hook_name))
        return false;
    *hook = (struct sw_hook){
        .function = (enum sw_hook_function)number(call, FUNCTION),
        .address = LLVMGetOperand(call, ADDRESS),
        .other = LLVMGetOperand(call, OTHER),
        .bytes = LLVMGetOperand(call, BYTES),
        .name = unless_null(LLVMGetOperand(call, NAME)),
        .order = LLVMGetOperand(call, ORDER),
        .kind = (enum swrt_site_kind)number(call, KIND),
        .size = number(call, SIZE),
        .align = number(call, ALIGN),
        .scope = number(call, SCOPE),
        .flags = number(call, FLAGS),
    };
    return true;
}

LLVMValueRef sw_checked(struct sw_unit *unit, LLVMValueRef pointer) {
    struct sw_ir *ir = &unit->ir;
    LLVMTypeRef type = LLVMTypeOf(pointer);
    const char *name = sw_arena_printf(ir->arena, "%s.p%u", checked_name, LLVMGetPointerAddressSpace(type));
    LLVMValueRef function = sw_declare(ir, name, LLVMFunctionType(type, &type, 1, 0));
    return sw_call(ir, function, &pointer, 1, "");
}

bool sw_is_checked(LLVMValueRef value) {
    return sw_starts_with(sw_callee_name(value), checked_name);
}
