/* Assembly: inline assembly in device code is PTX, and becomes IR (src/ptx). Statements without text only hold the
 * optimiser back (asm volatile("" : "+f"(x) :: "memory")); they stay, with this machine's letters for the registers.
 *
 *      call i32 asm "mul.lo.u32 $0, $1, $2;", "=r,r,r"(i32 %a, i32 %b)   =>   %r = mul i32 %a, %b
 *      call float asm sideeffect "", "=f,0"(float %x)                     =>   call float asm sideeffect "", "=x,0"(..)
 *      call i64 @__sw_shared_offset(ptr %p)                               =>   %p as an address in shared memory
 *      call ptr @__sw_shared_address(i64 %a)                              =>   back, or the pointer that %a is made of
 *
 * First of all but import and guard, so that warp operations, waiting loops and atomics of PTX are seen as others are. Functions
 * whose statements leave a carry to their caller's, or end the thread, are inlined. */
#include "ptx/ptx.h"
#include "transform/transform.h"

#include <string.h>

/* PTX's register letters (LLVM's LangRef, NVPTX constraints) that mean something else here. */
static char register_letter(char letter) {
    switch (letter) {
    case 'h':
    case 'l':
    case 'c':
        return 'r';
    case 'f':
    case 'd':
        return 'x';
    default:
        return letter;
    }
}

/* Clobbers, in braces, keep their spelling. */
static const char *own_constraints(struct sw_arena *arena, const char *constraints) {
    char *own = sw_arena_strdup(arena, constraints);
    bool in_braces = false;
    for (char *at = own; *at; at++) {
        in_braces = *at == '{' || (in_braces && *at != '}');
        if (!in_braces)
            *at = register_letter(*at);
    }
    return own;
}

static bool is_empty(const char *text) {
    return strspn(text, " \t\n;") == strlen(text);
}

static bool is_assembly(LLVMValueRef at) {
    return sw_is_call(at) && LLVMIsAInlineAsm(LLVMGetCalledValue(at));
}

static void keep_empty(struct sw_ir *ir, LLVMValueRef call) {
    LLVMValueRef assembly = LLVMGetCalledValue(call);
    size_t length;
    const char *constraints = LLVMGetInlineAsmConstraintString(assembly, &length);
    constraints = own_constraints(ir->arena, sw_arena_strndup(ir->arena, constraints, length));
    LLVMTypeRef type = LLVMGetCalledFunctionType(call);
    LLVMValueRef own = LLVMGetInlineAsm(type, "", 0, constraints, strlen(constraints),
                                        LLVMGetInlineAsmHasSideEffects(assembly), 0, LLVMInlineAsmDialectATT, 0);
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef *args = sw_arena_alloc(ir->arena, (count + 1) * sizeof *args);
    for (unsigned i = 0; i < count; i++)
        args[i] = LLVMGetOperand(call, i);
    sw_before(ir, call);
    sw_replace(call, LLVMBuildCall2(ir->builder, type, own, args, count, ""));
}

struct state {
    struct sw_unit *unit;
    struct sw_map *carries;
    bool is_changed;
};

static LLVMValueRef function_of(LLVMValueRef at) {
    return LLVMGetBasicBlockParent(LLVMGetInstructionParent(at));
}

/* The function's carry, CC.CF. */
static LLVMValueRef carry_of(struct state *s, LLVMValueRef function) {
    struct sw_ir *ir = &s->unit->ir;
    LLVMValueRef carry = sw_map_get(s->carries, function);
    if (!carry) {
        sw_at_entry(ir, function);
        carry = LLVMBuildAlloca(ir->builder, ir->i1, "carry");
        LLVMBuildStore(ir->builder, LLVMConstNull(ir->i1), carry);
        sw_map_put(s->carries, function, carry);
    }
    return carry;
}

static void lower(struct sw_ir *ir, LLVMValueRef call, void *data) {
    struct state *s = data;
    if (!is_assembly(call))
        return;
    const char *text = sw_ptx_text_of(ir, call, false);
    if (text && is_empty(text)) {
        keep_empty(ir, call);
        return;
    }
    sw_ptx_translate(s->unit, call, text && sw_ptx_uses_carry(text) ? carry_of(s, function_of(call)) : NULL);
    s->is_changed = true;
}

/* Before it is inlined, and its operands are constants. */
static void guard(struct sw_ir *ir, LLVMValueRef at, void *unused) {
    if (sw_starts_with(sw_name(function_of(at)), SW_PTX_FUNCTION))
        sw_guard(ir, at);
}

/* By functions of our headers, or by inline PTX: known before anything is made of that (ptx/emit_mbarrier.c). */
static void find_cluster(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct sw_unit *unit = data;
    const char *text = is_assembly(at) ? sw_ptx_text_of(ir, at, false) : NULL;
    unit->reaches_cluster |= sw_equal(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg.shared_log") ||
                             (text &&
                              (strstr(text, "::cluster") || strstr(text, "mapa") || strstr(text, "getctarank")));
}

static bool ends_thread(const char *text) {
    return strstr(text, "exit") != NULL;
}

/* Functions that only make sense in their callers. */
static void force_inline(struct sw_ir *ir, LLVMValueRef at, void *data) {
    struct state *s = data;
    if (!is_assembly(at))
        return;
    const char *text = sw_ptx_text_of(ir, at, false);
    LLVMValueRef function = function_of(at);
    if (!text || (!sw_ptx_uses_carry(text) && !ends_thread(text)) || sw_kernel_of(s->unit, function) ||
        sw_is_recursive(ir, function))
        return;
    sw_remove_attribute(function, "noinline");
    sw_remove_attribute(function, "optnone");
    sw_add_attribute(ir, function, "alwaysinline");
    s->is_changed = true;
}

static void find_end(struct sw_ir *ir, LLVMValueRef at, void *ends) {
    if (sw_equal(sw_callee_name(at), "llvm.nvvm.exit"))
        sw_vec_push(ir->arena, (struct sw_values *)ends, at);
}

/* The thread's end: of a kernel, a return. */
static void end_thread(struct sw_ir *ir, LLVMValueRef at, struct sw_unit *unit) {
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
    if (!sw_kernel_of(unit, function_of(at))) {
        if (LLVMGetFirstUse(function_of(at)))
            sw_error(sw_place_of(ir, at),
                     "'exit' in a function that cannot be inlined into its kernel is not supported");
        return;
    }
    if (!LLVMIsAUnreachableInst(LLVMGetBasicBlockTerminator(bb)))
        sw_bug("what follows a thread's end is reachable");
    sw_before(ir, LLVMGetBasicBlockTerminator(bb));
    LLVMBuildRetVoid(ir->builder);
    LLVMInstructionEraseFromParent(LLVMGetLastInstruction(bb));
    LLVMInstructionEraseFromParent(at);
}

/* All are found first: an end takes with it the instruction behind it, which a visit would come to. */
static void end_threads(struct sw_unit *unit) {
    struct sw_values ends = {0};
    sw_visit_instructions(&unit->ir, find_end, &ends);
    for (size_t i = 0; i < ends.count; i++)
        end_thread(&unit->ir, ends.at[i], unit);
}

/* Where device code looks for other blocks of the cluster, addresses in shared memory count from that of the cluster's first
 * one, so that they name the same in all of them; elsewhere from the block's own. */
static LLVMValueRef shared_base(struct sw_unit *unit) {
    return unit->reaches_cluster ? sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_window, "window")
                                 : sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_shared, "shared");
}

/* Where the block's own shared memory begins, as an address: no more than so many bits, which is what tells that 32 bits
 * hold what is made of it. */
enum { OWN_BITS = 26 };
static LLVMValueRef own_first(struct sw_unit *unit) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef first = sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_shared_first, "first");
    first = LLVMBuildAnd(ir->builder, first, sw_const(ir->i32, (1u << OWN_BITS) - 1), "");
    return LLVMBuildZExt(ir->builder, first, ir->i64, "");
}

/* The pointer into shared memory that an address of 64 or 32 bits was made of; null: nobody knows. */
static LLVMValueRef pointer_behind(struct sw_unit *unit, LLVMValueRef address) {
    for (;;) {
        bool is_masked = LLVMIsAInstruction(address) && LLVMGetInstructionOpcode(address) == LLVMAnd &&
                         LLVMIsAConstantInt(LLVMGetOperand(address, 1)) &&
                         LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1)) == UINT32_MAX;
        if (!is_masked && !LLVMIsAZExtInst(address) && !LLVMIsATruncInst(address))
            break;
        address = LLVMGetOperand(address, 0);
    }
    if (!sw_equal(sw_callee_name(address), "__sw_shared_offset"))
        return NULL;
    LLVMValueRef pointer = LLVMGetOperand(address, 0);
    return sw_space_of(unit, pointer) == SW_SPACE_SHARED ? pointer : NULL;
}

static void convert_address(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    if (!sw_equal(sw_callee_name(at), "__sw_shared_address"))
        return;
    sw_before(ir, at);
    LLVMValueRef offset = LLVMGetOperand(at, 0), pointer = pointer_behind(unit, offset);
    if (!pointer)
        pointer = LLVMBuildInBoundsGEP2(ir->builder, ir->i8, shared_base(unit), &offset, 1, "");
    LLVMTypeRef shared = LLVMPointerTypeInContext(ir->context, 3);
    pointer = LLVMBuildAddrSpaceCast(ir->builder, pointer, shared, "");
    sw_replace(at, LLVMBuildAddrSpaceCast(ir->builder, pointer, ir->ptr, ""));
}

static void convert_offset(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    if (!sw_equal(sw_callee_name(at), "__sw_shared_offset"))
        return;
    sw_before(ir, at);
    LLVMValueRef own = sw_block_load_fixed(unit, sw_block_here(unit), SW_BLOCK_shared, "shared");
    LLVMValueRef base = LLVMBuildPtrToInt(ir->builder, own, ir->i64, "");
    LLVMValueRef address = LLVMBuildPtrToInt(ir->builder, LLVMGetOperand(at, 0), ir->i64, "");
    LLVMValueRef offset = LLVMBuildSub(ir->builder, address, base, "");
    if (((struct sw_unit *)unit)->reaches_cluster)
        offset = LLVMBuildAdd(ir->builder, offset, own_first(unit), "");
    sw_replace(at, offset);
}

/* Registers dissolve; in check builds nothing else does. */
static const char *simplification(const struct sw_options *options) {
    if (options->check)
        return "always-inline,function(sroa)";
    return options->optimise ? "always-inline,function(sroa,instcombine<no-verify-fixpoint>)" : "always-inline";
}

void sw_pass_assembly(struct sw_unit *unit) {
    struct state s = {.unit = unit, .carries = sw_map_create(unit->ir.arena)};
    sw_visit_instructions(&unit->ir, find_cluster, unit);
    sw_visit_instructions(&unit->ir, force_inline, &s);
    if (s.is_changed)
        sw_ir_run_passes(&unit->ir, "always-inline", NULL);
    sw_visit_instructions(&unit->ir, lower, &s);
    if (sw_error_count())
        return;
    sw_visit_instructions(&unit->ir, guard, NULL);
    if (s.is_changed)
        sw_ir_run_passes(&unit->ir, simplification(&unit->options), NULL);
    end_threads(unit);
    sw_visit_instructions(&unit->ir, convert_address, unit);
    sw_visit_instructions(&unit->ir, convert_offset, unit);
}
