/* What of an access tells racecheck how a race with it would be mended (the flags of check_abi.h, UPDATE and behind):
 *
 *      s[d[i]] = s[d[i]] + 1;           UPDATE, ADD: the read and the write of s     =>  atomicAdd
 *      a[t] = (a[t - 1] + a[t + 1]);    IN_PLACE: the reads and the write; OWN: the write
 *      while (!*flag);                  POLL: the read
 *      *done = 1;                       CONSTANT
 *
 * Seen in code that has not been optimised, when private variables are values. A guess that fails costs advice: nobody
 * builds on these flags but the text of a finding. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"
#include "transform/instrument/place.h"

enum { DEEPEST = 10, MOST_VALUES = 128 };

/* The values that one is computed from, itself included: through casts, arithmetic, choices; behind memory only where
 * through_loads. */
struct tree {
    LLVMValueRef at[MOST_VALUES];
    size_t count;
    bool through_loads;
};

static void grow(struct tree *t, LLVMValueRef value, unsigned depth) {
    if (!LLVMIsAInstruction(value) && !LLVMIsAConstantExpr(value))
        return;
    for (size_t i = 0; i < t->count; i++)
        if (t->at[i] == value)
            return;
    if (t->count == MOST_VALUES)
        return;
    t->at[t->count++] = value;
    bool is_opaque = LLVMIsALoadInst(value) && !t->through_loads;
    for (int i = 0; i < LLVMGetNumOperands(value) && depth < DEEPEST && !is_opaque; i++)
        grow(t, LLVMGetOperand(value, (unsigned)i), depth + 1);
}

static struct tree tree_of(LLVMValueRef value, bool through_loads) {
    struct tree t = {.through_loads = through_loads};
    grow(&t, value, 0);
    return t;
}

static bool has_phi(const struct tree *t) {
    for (size_t i = 0; i < t->count; i++)
        if (LLVMIsAPHINode(t->at[i]))
            return true;
    return false;
}

/* The array that an address is in: a variable, an argument, or a pointer that is read somewhere. */
static bool same_array(LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef one = sw_strip_pointer(a), other = sw_strip_pointer(b);
    return sw_are_near_same(one, other);
}

/* ---- addresses ---- */

static bool is_thread(LLVMValueRef at) {
    return sw_starts_with(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg.tid.");
}

/* Arithmetic that keeps different numbers apart, mostly. */
static bool keeps_apart(LLVMValueRef at) {
    if (LLVMIsACastInst(at) || LLVMIsAPHINode(at) || LLVMIsASelectInst(at) || LLVMIsAGetElementPtrInst(at) ||
        LLVMIsAFreezeInst(at) || sw_is_of_block(at) || sw_starts_with(sw_callee_name(at), "llvm.nvvm.read.ptx.sreg."))
        return true;
    LLVMOpcode op = LLVMIsABinaryOperator(at) ? LLVMGetInstructionOpcode(at) : LLVMUnreachable;
    return op == LLVMAdd || op == LLVMSub || op == LLVMMul || op == LLVMShl;
}

/* The indices only: where the array's own address comes from says nothing. */
static void grow_indices(struct tree *t, LLVMValueRef pointer) {
    for (pointer = sw_strip_marks(pointer); LLVMIsAGetElementPtrInst(pointer);
         pointer = sw_strip_marks(LLVMGetOperand(pointer, 0)))
        for (int i = 1; i < LLVMGetNumOperands(pointer); i++)
            grow(t, LLVMGetOperand(pointer, (unsigned)i), 1);
}

static bool is_own(const struct tree *indices) {
    bool has_thread = false;
    for (size_t i = 0; i < indices->count; i++) {
        has_thread |= is_thread(indices->at[i]);
        if (!keeps_apart(indices->at[i]))
            return false;
    }
    return has_thread;
}

/* k & 1, k % 2, 1 - k, of something that a loop changes. */
static bool is_parity(LLVMValueRef at) {
    LLVMOpcode op = LLVMIsABinaryOperator(at) ? LLVMGetInstructionOpcode(at) : LLVMUnreachable;
    bool is_chosen = op == LLVMAnd || op == LLVMURem || op == LLVMSRem || op == LLVMXor || op == LLVMSub;
    if (!is_chosen)
        return false;
    LLVMValueRef number = LLVMIsAConstantInt(LLVMGetOperand(at, op == LLVMSub ? 0 : 1));
    uint64_t value = number ? LLVMConstIntGetZExtValue(number) : 0;
    struct tree of = tree_of(LLVMGetOperand(at, op == LLVMSub ? 1 : 0), false);
    return value == (op == LLVMURem || op == LLVMSRem ? 2 : 1) && has_phi(&of);
}

/* Pointers that a loop exchanges. */
static bool is_exchanged(LLVMValueRef at) {
    return LLVMIsAPHINode(at) && LLVMGetTypeKind(LLVMTypeOf(at)) == LLVMPointerTypeKind && LLVMCountIncoming(at) == 2 &&
           LLVMIsAPHINode(LLVMGetIncomingValue(at, 0)) != LLVMIsAPHINode(LLVMGetIncomingValue(at, 1));
}

static unsigned flags_of_address(LLVMValueRef pointer) {
    struct tree indices = {0}, all = tree_of(pointer, false);
    grow_indices(&indices, pointer);
    unsigned flags = is_own(&indices) ? SWRT_SITE_OWN : 0;
    for (size_t i = 0; i < indices.count; i++)
        flags |= LLVMIsALoadInst(indices.at[i]) && !sw_is_of_block(indices.at[i]) ? SWRT_SITE_SCATTERED : 0;
    for (size_t i = 0; i < all.count; i++)
        if (is_parity(all.at[i]) || is_exchanged(all.at[i]))
            flags |= SWRT_SITE_BUFFERS;
    return flags;
}

/* ---- what is written ---- */

static unsigned with_operation(enum swrt_update update) {
    return SWRT_SITE_UPDATE | (unsigned)update << SWRT_SITE_UPDATE_SHIFT;
}

static bool is_load_of(LLVMValueRef value, LLVMValueRef pointer) {
    return LLVMIsALoadInst(value) && sw_are_same(LLVMGetOperand(value, 0), pointer, true);
}

static bool is_old(LLVMValueRef value, LLVMValueRef pointer) {
    while (LLVMIsACastInst(value))
        value = LLVMGetOperand(value, 0);
    return is_load_of(value, pointer);
}

/* The condition of the branch before a store. Null: there is none. */
static LLVMValueRef guard_of(LLVMValueRef store) {
    LLVMValueRef block = LLVMBasicBlockAsValue(LLVMGetInstructionParent(store)), guard = NULL;
    for (LLVMUseRef use = LLVMGetFirstUse(block); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (guard || !LLVMIsABranchInst(user) || !LLVMIsConditional(user))
            return NULL;
        guard = user;
    }
    return guard ? LLVMGetCondition(guard) : NULL;
}

/* Whether the value is compared, by <, with what is there. */
static bool is_compared(LLVMValueRef guard, LLVMValueRef value, LLVMValueRef pointer) {
    if (!LLVMIsAICmpInst(guard) || LLVMGetICmpPredicate(guard) == LLVMIntEQ || LLVMGetICmpPredicate(guard) == LLVMIntNE)
        return false;
    LLVMValueRef one = LLVMGetOperand(guard, 0), other = LLVMGetOperand(guard, 1);
    return (is_old(one, pointer) && sw_are_same(other, value, true)) ||
           (is_old(other, pointer) && sw_are_same(one, value, true));
}

/* Whether it depends on what was there that the store comes at all: if (*p < 10) ++*p. */
static bool is_guarded(LLVMValueRef store, LLVMValueRef pointer) {
    LLVMValueRef guard = guard_of(store);
    struct tree from = {0};
    if (guard)
        from = tree_of(guard, false);
    for (size_t i = 0; i < from.count; i++)
        if (is_load_of(from.at[i], pointer))
            return true;
    return false;
}

/* One of the choices is what was there. */
static bool chooses_old(LLVMValueRef at, LLVMValueRef pointer) {
    if (LLVMIsAPHINode(at))
        return LLVMCountIncoming(at) == 2 &&
               is_old(LLVMGetIncomingValue(at, 0), pointer) != is_old(LLVMGetIncomingValue(at, 1), pointer);
    bool is_choice = LLVMIsASelectInst(at);
    if (is_choice && !is_compared(LLVMGetOperand(at, 0), LLVMGetOperand(at, 1), pointer) &&
        !is_compared(LLVMGetOperand(at, 0), LLVMGetOperand(at, 2), pointer))
        return false; /* p = *p < 10 ? *p + 1 : *p */
    const char *name = sw_callee_name(at);
    bool is_call = sw_starts_with(name, "llvm.smax") || sw_starts_with(name, "llvm.smin") ||
                   sw_starts_with(name, "llvm.umax") || sw_starts_with(name, "llvm.umin") ||
                   sw_starts_with(name, "__nv_max") || sw_starts_with(name, "__nv_min") ||
                   sw_starts_with(name, "__nv_umax") || sw_starts_with(name, "__nv_umin");
    unsigned first = is_choice ? 1 : 0;
    return (is_choice || is_call) &&
           is_old(LLVMGetOperand(at, first), pointer) != is_old(LLVMGetOperand(at, first + 1), pointer);
}

static bool is_integer(LLVMValueRef value) {
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMIntegerTypeKind;
}

/* As the architecture has it: atomicAdd of double came with sm_60. Of vectors of the compiler's there is none. */
static enum swrt_update addition_of(const struct sw_unit *unit, LLVMValueRef value) {
    enum { FIRST_WITH_DOUBLE = 60 };
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(value));
    if (kind != LLVMIntegerTypeKind && kind != LLVMFloatTypeKind && kind != LLVMDoubleTypeKind)
        return SWRT_UPDATE_OTHER;
    if (kind == LLVMDoubleTypeKind && unit->options.arch && unit->options.arch < FIRST_WITH_DOUBLE)
        return SWRT_UPDATE_OTHER;
    bool is_long = kind == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(LLVMTypeOf(value)) == 64;
    return is_long ? SWRT_UPDATE_ADD_LONG : SWRT_UPDATE_ADD;
}

static enum swrt_update update_of(const struct sw_unit *unit, LLVMValueRef value, LLVMValueRef pointer) {
    if (chooses_old(value, pointer))
        return is_integer(value) ? SWRT_UPDATE_EXTREME : SWRT_UPDATE_OTHER;
    bool is_binary = LLVMIsABinaryOperator(value);
    bool of_first = is_binary && is_old(LLVMGetOperand(value, 0), pointer);
    bool of_second = is_binary && is_old(LLVMGetOperand(value, 1), pointer);
    if (of_first == of_second)
        return SWRT_UPDATE_OTHER;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMFAdd:
        return addition_of(unit, value);
    case LLVMSub:
    case LLVMFSub:
        return of_first ? addition_of(unit, value) : SWRT_UPDATE_OTHER;
    case LLVMAnd:
        return is_integer(value) ? SWRT_UPDATE_AND : SWRT_UPDATE_OTHER;
    case LLVMOr:
        return is_integer(value) ? SWRT_UPDATE_OR : SWRT_UPDATE_OTHER;
    case LLVMXor:
        return is_integer(value) ? SWRT_UPDATE_XOR : SWRT_UPDATE_OTHER;
    default:
        return SWRT_UPDATE_OTHER;
    }
}

struct advice {
    struct sw_unit *unit;
    struct sw_map *flags; /* instruction -> its flags, not those of its address */
    struct sw_cfg cfg;
};

static unsigned known(const struct advice *a, LLVMValueRef at) {
    return (unsigned)(uintptr_t)sw_map_get(a->flags, at);
}

static void add(struct advice *a, LLVMValueRef at, unsigned flags) {
    sw_map_put(a->flags, at, (void *)(uintptr_t)(known(a, at) | flags));
}

/* if (value > *p) *p = value; if (!*p) *p = 1. */
static void see_guard(struct advice *a, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1), guard = guard_of(store);
    if (!guard)
        return;
    struct tree from = tree_of(guard, false);
    unsigned update = with_operation(is_compared(guard, value, pointer) ? SWRT_UPDATE_EXTREME : SWRT_UPDATE_OTHER);
    for (size_t i = 0; i < from.count; i++) {
        if (!is_load_of(from.at[i], pointer))
            continue;
        if ((known(a, store) | known(a, from.at[i])) & SWRT_SITE_UPDATE)
            continue;
        add(a, store, update);
        add(a, from.at[i], update);
    }
}

/* Whether some loop comes back to both with the same address. */
static bool comes_again(const struct advice *a, LLVMValueRef store, LLVMValueRef pointer) {
    int number = sw_cfg_number(&a->cfg, LLVMGetInstructionParent(store));
    struct tree all = tree_of(pointer, true);
    for (int loop = number < 0 ? -1 : a->cfg.bbs[number].loop; loop >= 0; loop = a->cfg.loops.at[loop].parent) {
        bool changes = false;
        for (size_t i = 0; i < all.count; i++)
            changes |= LLVMIsAPHINode(all.at[i]) &&
                       LLVMGetInstructionParent(all.at[i]) == a->cfg.bbs[a->cfg.loops.at[loop].header].bb;
        if (!changes)
            return true;
    }
    return false;
}

static void see_store(struct advice *a, LLVMValueRef store) {
    LLVMValueRef value = LLVMGetOperand(store, 0), pointer = LLVMGetOperand(store, 1);
    struct tree from = tree_of(value, false);
    enum swrt_update operation = update_of(a->unit, value, pointer);
    if (operation != SWRT_UPDATE_EXTREME && is_guarded(store, pointer))
        operation = SWRT_UPDATE_OTHER;
    unsigned update = with_operation(operation);
    if (LLVMIsAConstantInt(value) || LLVMIsAConstantFP(value))
        add(a, store, SWRT_SITE_CONSTANT);
    for (size_t i = 0; i < from.count; i++) {
        LLVMValueRef load = from.at[i];
        if (!LLVMIsALoadInst(load))
            continue;
        bool is_same_place = sw_are_same(LLVMGetOperand(load, 0), pointer, true);
        if (!is_same_place && !same_array(LLVMGetOperand(load, 0), pointer))
            continue;
        unsigned flags = is_same_place ? update : SWRT_SITE_IN_PLACE;
        add(a, load, flags);
        add(a, store, flags | (comes_again(a, store, pointer) ? SWRT_SITE_AGAIN : 0));
    }
    see_guard(a, store);
}

/* ---- who waits ---- */

/* A number that each turn of a loop makes of the one before. */
static bool is_counted(LLVMValueRef phi) {
    struct tree of = tree_of(phi, false);
    bool steps = false, comes_back = false;
    for (size_t i = 1; i < of.count; i++) {
        LLVMOpcode op = LLVMIsABinaryOperator(of.at[i]) ? LLVMGetInstructionOpcode(of.at[i]) : LLVMUnreachable;
        bool is_logic = op == LLVMUnreachable || op == LLVMAnd || op == LLVMOr || op == LLVMXor;
        steps |= LLVMIsAGetElementPtrInst(of.at[i]) || !is_logic;
        for (int k = 0; k < LLVMGetNumOperands(of.at[i]) && !LLVMIsALoadInst(of.at[i]); k++)
            comes_back |= LLVMGetOperand(of.at[i], (unsigned)k) == phi;
    }
    return steps && comes_back;
}

static bool has_count(const struct tree *t) {
    for (size_t i = 0; i < t->count; i++)
        if (LLVMIsAPHINode(t->at[i]) && is_counted(t->at[i]))
            return true;
    return false;
}

/* What decides that a phi has this value: of a constant, as in a && b, the condition of the branch that brings it. */
static LLVMValueRef chosen_by(LLVMValueRef phi, unsigned way) {
    LLVMValueRef value = LLVMGetIncomingValue(phi, way);
    LLVMValueRef end = LLVMGetBasicBlockTerminator(LLVMGetIncomingBlock(phi, way));
    bool is_branch = LLVMIsAConstantInt(value) && LLVMIsABranchInst(end) && LLVMIsConditional(end);
    return is_branch ? LLVMGetCondition(end) : value;
}

/* The loads that a condition is made of, through choices and variables that the loop sets anew; not those that a number
 * which the loop counts is compared with, as for (i = 0; i < *n; i++) does. seen: what has been looked at. */
static void find_polled(struct tree *seen, LLVMValueRef value, unsigned depth) {
    if (!LLVMIsAInstruction(value) || seen->count == MOST_VALUES || depth == DEEPEST)
        return;
    for (size_t i = 0; i < seen->count; i++)
        if (seen->at[i] == value)
            return;
    seen->at[seen->count++] = value;
    struct tree of = tree_of(value, false);
    bool is_end = LLVMIsALoadInst(value) || (LLVMIsAPHINode(value) && is_counted(value)) ||
                  (LLVMIsACmpInst(value) && has_count(&of));
    for (int i = 0; i < LLVMGetNumOperands(value) && !is_end; i++) {
        LLVMValueRef operand = LLVMGetOperand(value, (unsigned)i);
        find_polled(seen, LLVMIsAPHINode(value) ? chosen_by(value, (unsigned)i) : operand, depth + 1);
    }
}

/* Whether each turn of the loop reads there. */
static bool is_read_again(const struct advice *a, const struct sw_loop *loop, LLVMValueRef load) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0), base = sw_strip_pointer(pointer);
    struct tree where = {0};
    grow_indices(&where, pointer);
    return sw_loop_has(&a->cfg, loop, load) && !has_phi(&where) &&
           !(LLVMIsAPHINode(base) && sw_loop_has(&a->cfg, loop, base));
}

/* A loop that is left by a condition of what it reads. The first read of a variable that it reads again may stand before
 * it. */
static void see_exit(struct advice *a, const struct sw_loop *loop, LLVMValueRef condition) {
    struct tree from = {0};
    find_polled(&from, condition, 0);
    for (size_t i = 0; i < from.count; i++) {
        if (!LLVMIsALoadInst(from.at[i]) || !is_read_again(a, loop, from.at[i]))
            continue;
        for (size_t k = 0; k < from.count; k++)
            if (LLVMIsALoadInst(from.at[k]) &&
                sw_are_same(LLVMGetOperand(from.at[i], 0), LLVMGetOperand(from.at[k], 0), true))
                add(a, from.at[k], SWRT_SITE_POLL);
    }
}

/* Whoever waits at a barrier in each turn waits for nothing that others write meanwhile. */
static bool has_barrier(const struct advice *a, const struct sw_loop *loop) {
    for (unsigned bb = 0; bb < a->cfg.count; bb++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(a->cfg.bbs[bb].bb); at && sw_bitset_get(&loop->bbs, bb);
             at = LLVMGetNextInstruction(at))
            if (sw_is_barrier(at))
                return true;
    return false;
}

static void see_loops(struct advice *a) {
    for (size_t i = 0; i < a->cfg.loops.count; i++)
        for (unsigned bb = 0; bb < a->cfg.count; bb++) {
            const struct sw_loop *loop = &a->cfg.loops.at[i];
            LLVMValueRef end = LLVMGetBasicBlockTerminator(a->cfg.bbs[bb].bb);
            if (!sw_loop_has_bb(&a->cfg, loop, a->cfg.bbs[bb].bb) || !LLVMIsABranchInst(end) ||
                !LLVMIsConditional(end) || has_barrier(a, loop))
                continue;
            if (!sw_loop_has_bb(&a->cfg, loop, LLVMGetSuccessor(end, 0)) ||
                !sw_loop_has_bb(&a->cfg, loop, LLVMGetSuccessor(end, 1)))
                see_exit(a, loop, LLVMGetCondition(end));
        }
}

static bool is_order(LLVMValueRef at) {
    LLVMIntPredicate how = LLVMIsAICmpInst(at) ? LLVMGetICmpPredicate(at) : LLVMIntEQ;
    return how != LLVMIntEQ && how != LLVMIntNE;
}

bool sw_is_ticket(LLVMValueRef atomic) {
    LLVMValueRef values[MOST_VALUES] = {atomic};
    size_t count = 1;
    for (size_t i = 0; i < count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(values[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            size_t seen = 0;
            if (LLVMIsAGetElementPtrInst(user) || is_order(user))
                return true;
            while (seen < count && values[seen] != user)
                seen++;
            bool goes_on = LLVMIsACastInst(user) || LLVMIsABinaryOperator(user) || LLVMIsAPHINode(user);
            if (seen == count && count < MOST_VALUES && goes_on)
                values[count++] = user;
        }
    return false;
}

static void see_function(struct advice *a, LLVMValueRef function) {
    struct sw_values all;
    a->cfg = (struct sw_cfg){0};
    sw_cfg_build(&a->unit->ir, function, &a->cfg);
    sw_instructions(&a->unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (LLVMIsAStoreInst(all.at[i]))
            see_store(a, all.at[i]);
    see_loops(a);
}

void sw_find_advice(struct sw_unit *unit) {
    struct advice a = {.unit = unit, .flags = sw_map_create(unit->ir.arena)};
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++)
        see_function(&a, functions.at[i]);
    struct sw_map *apart = sw_map_create(unit->ir.arena);
    sw_find_places(unit, apart);
    unit->advice = a.flags;
    unit->apart = apart;
}

unsigned sw_advice_on(struct sw_unit *unit, LLVMValueRef access, LLVMValueRef pointer) {
    unsigned flags = unit->advice ? (unsigned)(uintptr_t)sw_map_get(unit->advice, access) : 0;
    flags |= unit->advice && sw_map_has(unit->apart, access) ? SWRT_SITE_APART : 0;
    return unit->advice ? flags | flags_of_address(pointer) : 0;
}
