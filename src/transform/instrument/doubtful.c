/* Doubtful variables: the local ones of which it is not seen at first sight that they are written before they are read.
 *
 * Most are: where a variable begins (its alloca, or llvm.lifetime.start) the next thing that is done with it is to
 * write all of it, or each read has such a write before it in its basic block. mem2reg may make values of these. Of the
 * others one read is marked volatile, which keeps them in memory until they have got a shadow. */
#include "transform/instrument/unwritten.h"

static const char mark_name[] = "sw.doubtful";

/* begun: where nothing has been done with it since it began, that block; written: the last block that has written all of
 * it. begins: how often it does, and is not written at once. reads: before which nothing in their block writes it. */
struct variable {
    LLVMBasicBlockRef begun, written;
    unsigned begins, reads;
    bool has_start;
};

struct sweep {
    struct sw_unit *unit;
    LLVMTargetDataRef layout;
    bool copies_write;
    struct sw_map *variables;
    struct sw_values found;
};

static void begin(struct variable *v, LLVMBasicBlockRef bb) {
    v->begins++;
    v->begun = bb;
    v->written = NULL;
}

static void add(struct sweep *s, LLVMValueRef alloca) {
    struct variable *v = sw_arena_alloc(s->unit->ir.arena, sizeof *v);
    if (!sw_local_bytes(s->layout, alloca))
        return;
    sw_map_put(s->variables, alloca, v);
    sw_vec_push(s->unit->ir.arena, &s->found, alloca);
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use))
        v->has_start |= sw_starts_with(sw_callee_name(LLVMGetUser(use)), "llvm.lifetime.start");
    if (!v->has_start)
        begin(v, LLVMGetInstructionParent(alloca));
}

/* What may come from a local variable: it has been loaded, or was chosen, or has another form than what was loaded. */
static bool is_copied(LLVMValueRef value) {
    if (LLVMIsALoadInst(value))
        return LLVMIsAAllocaInst(sw_strip_pointer(LLVMGetOperand(value, 0)));
    return LLVMIsAPHINode(value) || LLVMIsACastInst(value) || LLVMIsAExtractValueInst(value);
}

/* Whether the instruction writes all of the variable and does nothing else with it. */
static bool writes_all(struct sweep *s, LLVMValueRef at, LLVMValueRef alloca) {
    uint64_t size = sw_local_bytes(s->layout, alloca);
    if (LLVMIsAStoreInst(at)) {
        LLVMValueRef value = LLVMGetOperand(at, 0);
        return LLVMGetOperand(at, 1) == alloca && value != alloca && (s->copies_write || !is_copied(value)) &&
               LLVMStoreSizeOfType(s->layout, LLVMTypeOf(value)) == size;
    }
    LLVMValueRef bytes = sw_is_copy(at) ? LLVMGetOperand(at, 2) : NULL;
    return bytes && LLVMGetOperand(at, 0) == alloca && LLVMIsAConstantInt(bytes) &&
           LLVMConstIntGetZExtValue(bytes) == size &&
           (sw_is_fill(at) || !LLVMIsAAllocaInst(sw_strip_pointer(LLVMGetOperand(at, 1))));
}

static void see(struct sweep *s, LLVMValueRef at, LLVMValueRef alloca) {
    struct variable *v = sw_map_get(s->variables, alloca);
    LLVMBasicBlockRef bb = LLVMGetInstructionParent(at);
    if (!v || at == alloca)
        return;
    const char *callee = sw_callee_name(at);
    if (sw_starts_with(callee, "llvm.lifetime.end"))
        return;
    if (sw_starts_with(callee, "llvm.lifetime.start")) {
        begin(v, bb);
        return;
    }
    if (writes_all(s, at, alloca)) {
        v->begins -= v->begun == bb;
        v->written = bb;
    } else if (v->written != bb) {
        v->reads++;
    }
    v->begun = NULL;
}

static void see_operands(struct sweep *s, LLVMValueRef at) {
    for (int i = 0; i < LLVMGetNumOperands(at); i++) {
        LLVMValueRef operand = LLVMGetOperand(at, (unsigned)i);
        if (LLVMGetTypeKind(LLVMTypeOf(operand)) != LLVMPointerTypeKind)
            continue;
        LLVMValueRef base = sw_strip_pointer(operand);
        if (LLVMIsAAllocaInst(base))
            see(s, at, base);
    }
}

void sw_doubtful_variables(struct sw_unit *unit, LLVMValueRef function, bool copies_write, struct sw_values *into) {
    struct sweep s = {.unit = unit,
                      .layout = LLVMGetModuleDataLayout(unit->ir.module),
                      .copies_write = copies_write,
                      .variables = sw_map_create(unit->ir.arena)};
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    for (size_t i = 0; i < all.count; i++)
        if (LLVMIsAAllocaInst(all.at[i]) && LLVMGetInstructionParent(all.at[i]) == entry)
            add(&s, all.at[i]);
    for (size_t i = 0; i < all.count; i++)
        see_operands(&s, all.at[i]);
    *into = (struct sw_values){0};
    for (size_t i = 0; i < s.found.count; i++) {
        struct variable *v = sw_map_get(s.variables, s.found.at[i]);
        if (v->begins && v->reads)
            sw_vec_push(unit->ir.arena, into, s.found.at[i]);
    }
}

static unsigned mark_kind(struct sw_unit *unit) {
    return LLVMGetMDKindIDInContext(unit->ir.context, mark_name, sizeof mark_name - 1);
}

static void keep(struct sw_unit *unit, LLVMValueRef alloca) {
    for (LLVMUseRef use = LLVMGetFirstUse(alloca); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef load = LLVMGetUser(use);
        if (!LLVMIsALoadInst(load))
            continue;
        if (!LLVMGetVolatile(load)) {
            LLVMMetadataRef empty = LLVMMDNodeInContext2(unit->ir.context, NULL, 0);
            LLVMSetVolatile(load, 1);
            LLVMSetMetadata(load, mark_kind(unit), LLVMMetadataAsValue(unit->ir.context, empty));
        }
        return;
    }
}

void sw_keep_doubtful(struct sw_unit *unit) {
    struct sw_values functions, doubtful;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        sw_doubtful_variables(unit, functions.at[i], true, &doubtful);
        for (size_t k = 0; k < doubtful.count; k++)
            keep(unit, doubtful.at[k]);
    }
}

static void release(struct sw_ir *ir, LLVMValueRef at, void *unit) {
    (void)ir;
    if (!LLVMIsALoadInst(at) || !LLVMGetMetadata(at, mark_kind(unit)))
        return;
    LLVMSetVolatile(at, 0);
    LLVMSetMetadata(at, mark_kind(unit), NULL);
}

void sw_release_doubtful(struct sw_unit *unit) {
    sw_visit_instructions(&unit->ir, release, unit);
}
