/* Reads: on which of its thread's reads an access depends, by its address, by what it writes, and by the branches that lead to
 * it; for the explorer, which has to know what values may not come out of thin air.
 *
 *      %i = load ptr @a                    hook 1
 *      %c = icmp eq %i, 0
 *      br %c, write, end
 *      write: %j = add %i, 1
 *             store %j, ptr @b             hook 2: value 1, control 1
 *
 * It is a slice backwards through SSA values, which ends at reads that have hooks: an atomic operation's too, and what a copy
 * writes to a local variable. A local variable is all that is ever written to it. Behind a phi to which a loop leads back it
 * is any turn's read (CARRIED), else the last one, as a definition is the last one where it dominates. What a function knows
 * that is not inlined, and what it does, depends on all that was read before (ANY_READ); what it gives, on its arguments and
 * its reads.
 *
 * An access depends on a branch when it does not lie on all ways from there. A loop that waits for others may never end, so
 * what comes behind depends on how it is left. */
#include "analysis/analysis.h"
#include "transform/instrument/hook.h"

enum { MOST_BBS = 1500, MOST_ENTRIES = 48, HEAD = 4 };
static const char kind_name[] = "sw.reads";

/* A value, or the end of a bb, that is still to be looked at. */
struct step {
    LLVMValueRef value;
    unsigned bb;
    bool is_control, is_carried;
};

struct list {
    SW_VEC(uint32_t) at;
};

struct slicer {
    struct sw_unit *unit;
    struct sw_arena *scratch; /* of one slice */
    struct sw_map *ids;       /* what reads and has a hook -> its number */
    struct sw_map *read_in;   /* function -> struct list: what it and its callees read, once asked */
    struct sw_cfg cfg;
    struct sw_bitset *following; /* for each bb those that all ways from it to the end come through; null: too large */
    bool is_kernel;
    /* One slice. */
    SW_VEC(struct step) work;
    struct sw_map *seen;      /* value -> 1, 2 when also carried */
    struct sw_bitset ends[2]; /* bbs, plain and carried */
    struct list *into;
};

/* ---- Lists ----------------------------------------------------------------------------------------------------- */

static void add(struct slicer *s, struct list *list, uint32_t id, bool is_carried) {
    uint32_t entry = id | (is_carried ? SW_READ_CARRIED : 0);
    for (size_t i = 0; i < list->at.count; i++)
        if (list->at.at[i] == SW_READ_ANY || (list->at.at[i] | SW_READ_CARRIED) == (entry | SW_READ_CARRIED)) {
            if (list->at.at[i] != SW_READ_ANY)
                list->at.at[i] |= entry;
            return;
        }
    if (id == SW_READ_ANY || list->at.count == MOST_ENTRIES) {
        list->at.count = 0;
        entry = SW_READ_ANY;
    }
    sw_vec_push(s->unit->ir.arena, &list->at, entry);
}

static bool reads(const struct sw_hook *hook) {
    return hook->function == SW_HOOK_READ || hook->function == SW_HOOK_COPY ||
           (hook->function == SW_HOOK_ATOMIC && hook->kind != SWRT_SITE_WRITE);
}

static bool has_reads(const struct sw_hook *hook) {
    return sw_is_access(hook) || hook->function == SW_HOOK_COPY || hook->function == SW_HOOK_FILL;
}

/* What stands behind a hook is its access; of a copy that has become several accesses, all of these up to the next hook. */
static LLVMValueRef next_access(LLVMValueRef call, const struct sw_hook *hook, LLVMValueRef at) {
    LLVMValueRef base = sw_strip_pointer(hook->address);
    struct sw_hook other;
    bool is_first = at == call;
    for (at = LLVMGetNextInstruction(at); at && !sw_hook_of(at, &other); at = LLVMGetNextInstruction(at)) {
        bool loads = LLVMIsALoadInst(at) && hook->function == SW_HOOK_READ;
        bool stores = LLVMIsAStoreInst(at) && hook->function == SW_HOOK_WRITE;
        bool is_same = (loads || stores) && sw_strip_pointer(LLVMGetOperand(at, stores ? 1 : 0)) == base;
        if (is_first || is_same)
            return at;
    }
    return NULL;
}

/* ---- Calls ----------------------------------------------------------------------------------------------------- */

static void add_reads_in(struct slicer *s, LLVMValueRef function, struct sw_map *done, struct list *list) {
    struct sw_values all, targets;
    if (sw_map_has(done, function))
        return;
    sw_map_put(done, function, function);
    sw_instructions(&s->unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        uint32_t id = (uint32_t)(uintptr_t)sw_map_get(s->ids, all.at[i]);
        if (id)
            add(s, list, id, true);
        if (!sw_is_call(all.at[i]))
            continue;
        sw_call_targets(&s->unit->ir, all.at[i], &targets);
        for (size_t k = 0; k < targets.count; k++)
            add_reads_in(s, targets.at[k], done, list);
    }
}

static const struct list *reads_in(struct slicer *s, LLVMValueRef function) {
    struct list *known = sw_map_get(s->read_in, function);
    if (known)
        return known;
    known = sw_arena_alloc(s->unit->ir.arena, sizeof *known);
    *known = (struct list){{0}};
    add_reads_in(s, function, sw_map_create(s->unit->ir.arena), known);
    sw_map_put(s->read_in, function, known);
    return known;
}

static void push(struct slicer *s, LLVMValueRef value, bool is_carried) {
    struct step step = {.value = value, .is_carried = is_carried};
    sw_vec_push(s->unit->ir.arena, &s->work, step);
}

static void push_control(struct slicer *s, unsigned bb, bool is_carried) {
    struct step step = {.bb = bb, .is_control = true, .is_carried = is_carried};
    sw_vec_push(s->unit->ir.arena, &s->work, step);
}

static void slice_call(struct slicer *s, LLVMValueRef call, bool is_carried) {
    struct sw_values targets;
    sw_call_targets(&s->unit->ir, call, &targets);
    for (size_t i = 0; i < targets.count; i++) {
        const struct list *list = reads_in(s, targets.at[i]);
        for (size_t k = 0; k < list->at.count; k++)
            add(s, s->into, list->at.at[k] & ~SW_READ_CARRIED, true);
    }
    for (unsigned i = 0; i < (unsigned)LLVMGetNumArgOperands(call); i++)
        push(s, LLVMGetOperand(call, i), is_carried);
}

/* ---- Local variables ------------------------------------------------------------------------------------------- */

static void push_bb_of(struct slicer *s, LLVMValueRef at) {
    int bb = sw_cfg_number(&s->cfg, LLVMGetInstructionParent(at));
    if (bb >= 0)
        push_control(s, (unsigned)bb, true);
}

/* Somebody writes to a place in the variable: what, where, and whether. */
static void slice_writer(struct slicer *s, LLVMValueRef at, LLVMValueRef place) {
    uint32_t id = (uint32_t)(uintptr_t)sw_map_get(s->ids, at);
    bool is_store = LLVMIsAStoreInst(at) && LLVMGetOperand(at, 1) == place;
    bool is_update = LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at);
    if (id)
        add(s, s->into, id, true);
    if (is_store || is_update || sw_is_call(at)) {
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(at); i++)
            push(s, LLVMGetOperand(at, i), true);
        push_bb_of(s, at);
    }
}

static bool is_moved_pointer(LLVMValueRef at) {
    return LLVMIsAGetElementPtrInst(at) || LLVMIsAAddrSpaceCastInst(at) || LLVMIsABitCastInst(at) ||
           LLVMIsAPHINode(at) || LLVMIsASelectInst(at);
}

static void slice_local(struct slicer *s, LLVMValueRef variable) {
    struct sw_values places = {0};
    struct sw_map *known = sw_map_create(s->scratch);
    struct sw_hook ignored;
    sw_vec_push(s->scratch, &places, variable);
    while (places.count) {
        LLVMValueRef place = places.at[--places.count];
        if (sw_map_has(known, place))
            continue;
        sw_map_put(known, place, place);
        for (LLVMUseRef use = LLVMGetFirstUse(place); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_moved_pointer(user))
                sw_vec_push(s->scratch, &places, user);
            else if (!sw_hook_of(user, &ignored))
                slice_writer(s, user, place);
        }
    }
}

/* Of memory that has no hook: the thread's own. */
static void slice_load(struct slicer *s, LLVMValueRef load, bool is_carried) {
    LLVMValueRef pointer = LLVMGetOperand(load, 0);
    push(s, pointer, is_carried);
    push(s, sw_strip_pointer(pointer), true);
}

/* ---- Branches -------------------------------------------------------------------------------------------------- */

static bool decides(const struct slicer *s, unsigned branch, unsigned bb) {
    const struct sw_bb *from = &s->cfg.bbs[branch];
    if (from->succs < 2 || (bb != branch && sw_bitset_get(&s->following[branch], bb)))
        return false;
    for (unsigned k = 0; k < from->succs; k++)
        if (sw_bitset_get(&s->following[from->succ[k]], bb))
            return true;
    return false;
}

static bool leaves(const struct slicer *s, const struct sw_loop *loop, unsigned bb) {
    for (unsigned k = 0; k < s->cfg.bbs[bb].succs; k++)
        if (!sw_bitset_get(&loop->bbs, s->cfg.bbs[bb].succ[k]))
            return true;
    return false;
}

/* Whether it is each turn of a loop around both that the branch decides on. */
static bool is_each_turn(const struct slicer *s, unsigned branch, unsigned bb) {
    for (size_t i = 0; i < s->cfg.loops.count; i++) {
        const struct sw_loop *loop = &s->cfg.loops.at[i];
        if (sw_bitset_get(&loop->bbs, branch) && sw_bitset_get(&loop->bbs, bb) && leaves(s, loop, branch))
            return true;
    }
    return false;
}

static void push_condition(struct slicer *s, unsigned bb, bool is_carried) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(s->cfg.bbs[bb].bb);
    if (LLVMIsABranchInst(end) ? LLVMIsConditional(end) : LLVMGetNumOperands(end) > 0)
        push(s, LLVMIsABranchInst(end) ? LLVMGetCondition(end) : LLVMGetOperand(end, 0), is_carried);
}

static bool is_waiting(const struct slicer *s, const struct sw_loop *loop) {
    for (unsigned b = 0; b < s->cfg.count; b++)
        if (sw_bitset_get(&loop->bbs, b) && sw_yields(s->cfg.bbs[b].bb))
            return true;
    return false;
}

/* Of waiting loops that are behind. */
static void push_exits(struct slicer *s, unsigned bb, bool is_carried) {
    for (size_t i = 0; i < s->cfg.loops.count; i++) {
        const struct sw_loop *loop = &s->cfg.loops.at[i];
        if (sw_bitset_get(&loop->bbs, bb) || !sw_cfg_dominates(&s->cfg, loop->header, bb) || !is_waiting(s, loop))
            continue;
        for (unsigned b = 0; b < s->cfg.count; b++)
            if (sw_bitset_get(&loop->bbs, b) && leaves(s, loop, b))
                push_condition(s, b, is_carried);
    }
}

static void slice_control(struct slicer *s, unsigned bb, bool is_carried) {
    if (!s->following) {
        add(s, s->into, SW_READ_ANY, false);
        return;
    }
    if (sw_bitset_get(&s->ends[1], bb) || sw_bitset_get(&s->ends[is_carried], bb))
        return;
    sw_bitset_set(&s->ends[is_carried], bb);
    if (!s->is_kernel)
        add(s, s->into, SW_READ_ANY, false);
    for (unsigned b = 0; b < s->cfg.count; b++) {
        if (!decides(s, b, bb))
            continue;
        bool carried = is_carried || is_each_turn(s, b, bb);
        push_condition(s, b, carried);
        push_control(s, b, carried);
    }
    push_exits(s, bb, is_carried);
}

/* Which way led there is as much as what it brought. */
static void slice_phi(struct slicer *s, LLVMValueRef phi, bool is_carried) {
    int own = sw_cfg_number(&s->cfg, LLVMGetInstructionParent(phi));
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        int from = sw_cfg_number(&s->cfg, LLVMGetIncomingBlock(phi, i));
        if (from < 0)
            continue;
        bool carried = is_carried || from >= own;
        push(s, LLVMGetIncomingValue(phi, i), carried);
        if (s->cfg.bbs[from].succs > 1)
            push_condition(s, (unsigned)from, carried);
        push_control(s, (unsigned)from, carried);
    }
}

/* ---- Slices ---------------------------------------------------------------------------------------------------- */

static void slice_value(struct slicer *s, LLVMValueRef value, bool is_carried) {
    uintptr_t level = is_carried ? 2 : 1;
    if (LLVMIsAArgument(value) && !s->is_kernel)
        add(s, s->into, SW_READ_ANY, false);
    if (!LLVMIsAInstruction(value) || (uintptr_t)sw_map_get(s->seen, value) >= level)
        return;
    sw_map_put(s->seen, value, (void *)level);
    uint32_t id = (uint32_t)(uintptr_t)sw_map_get(s->ids, value);
    if (id)
        add(s, s->into, id, is_carried);
    else if (LLVMIsAPHINode(value))
        slice_phi(s, value, is_carried);
    else if (LLVMIsALoadInst(value))
        slice_load(s, value, is_carried);
    else if (LLVMIsAAllocaInst(value))
        slice_local(s, value);
    else if (sw_is_call(value))
        slice_call(s, value, is_carried);
    else
        for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
            push(s, LLVMGetOperand(value, i), is_carried);
}

static void begin(struct slicer *s, struct list *into) {
    *into = (struct list){{0}};
    s->into = into;
    s->work.count = 0;
    s->seen = sw_map_create(s->scratch);
    for (unsigned i = 0; i < 2; i++)
        s->ends[i] = sw_bitset_create(s->scratch, s->cfg.count);
}

static void finish(struct slicer *s) {
    while (s->work.count) {
        struct step step = s->work.at[--s->work.count];
        if (step.is_control)
            slice_control(s, step.bb, step.is_carried);
        else
            slice_value(s, step.value, step.is_carried);
    }
}

/* What is written: of a copy, where it is read. */
static void push_written(struct slicer *s, LLVMValueRef access, const struct sw_hook *hook) {
    if (hook->function == SW_HOOK_READ)
        return;
    if (LLVMIsAStoreInst(access))
        push(s, LLVMGetOperand(access, 0), false);
    else if (sw_is_call(access))
        for (unsigned i = 1; i < (unsigned)LLVMGetNumArgOperands(access); i++)
            push(s, LLVMGetOperand(access, i), false);
    else
        for (unsigned i = 1; i < (unsigned)LLVMGetNumOperands(access); i++)
            push(s, LLVMGetOperand(access, i), false);
}

static void put_row(struct slicer *s, LLVMValueRef call, uint32_t id, const struct list *lists) {
    enum { LISTS = 3 };
    struct sw_ir *ir = &s->unit->ir;
    LLVMMetadataRef numbers[HEAD + LISTS * (MOST_ENTRIES + 1)];
    unsigned count = 0;
    numbers[count++] = LLVMValueAsMetadata(sw_const(ir->i32, id));
    for (unsigned i = 0; i < LISTS; i++)
        numbers[count++] = LLVMValueAsMetadata(sw_const(ir->i32, lists[i].at.count));
    for (unsigned i = 0; i < LISTS; i++)
        for (size_t k = 0; k < lists[i].at.count; k++)
            numbers[count++] = LLVMValueAsMetadata(sw_const(ir->i32, lists[i].at.at[k]));
    LLVMMetadataRef node = LLVMMDNodeInContext2(ir->context, numbers, count);
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, kind_name, sizeof kind_name - 1);
    LLVMSetMetadata(call, kind, LLVMMetadataAsValue(ir->context, node));
}

static void slice_hook(struct slicer *s, LLVMValueRef call, const struct sw_hook *hook, uint32_t id) {
    struct list lists[3];
    int bb = sw_cfg_number(&s->cfg, LLVMGetInstructionParent(call));
    s->scratch = sw_arena_create();
    begin(s, &lists[0]);
    push(s, hook->address, false);
    finish(s);
    begin(s, &lists[1]);
    for (LLVMValueRef at = next_access(call, hook, call); at; at = next_access(call, hook, at))
        push_written(s, at, hook);
    finish(s);
    begin(s, &lists[2]);
    if (bb >= 0)
        push_control(s, (unsigned)bb, false);
    finish(s);
    put_row(s, call, id, lists);
    sw_arena_destroy(s->scratch);
}

static bool is_kernel(const struct sw_unit *unit, LLVMValueRef function) {
    for (size_t i = 0; i < unit->kernels.count; i++)
        if (unit->kernels.at[i]->function == function)
            return true;
    return false;
}

static void slice_function(struct slicer *s, LLVMValueRef function, const struct sw_map *numbers) {
    struct sw_values all;
    struct sw_hook hook;
    bool is_ready = false;
    sw_instructions(&s->unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++) {
        uint32_t id = (uint32_t)(uintptr_t)sw_map_get(numbers, all.at[i]);
        if (!id || !sw_hook_of(all.at[i], &hook))
            continue;
        if (!is_ready) {
            sw_cfg_build(&s->unit->ir, function, &s->cfg);
            s->following = s->cfg.count > MOST_BBS ? NULL : sw_cfg_following(s->unit->ir.arena, &s->cfg, NULL);
            s->is_kernel = is_kernel(s->unit, function);
            is_ready = true;
        }
        slice_hook(s, all.at[i], &hook, id);
    }
}

static void number_hooks(struct slicer *s, const struct sw_values *functions, struct sw_map *numbers) {
    uintptr_t id = 0;
    for (size_t i = 0; i < functions->count; i++) {
        struct sw_values all;
        struct sw_hook hook;
        sw_instructions(&s->unit->ir, functions->at[i], &all);
        for (size_t k = 0; k < all.count; k++) {
            if (!sw_hook_of(all.at[k], &hook) || !has_reads(&hook))
                continue;
            sw_map_put(numbers, all.at[k], (void *)++id);
            LLVMValueRef at = reads(&hook) ? next_access(all.at[k], &hook, all.at[k]) : NULL;
            for (; at; at = next_access(all.at[k], &hook, at))
                sw_map_put(s->ids, at, (void *)id);
        }
    }
}

void sw_find_reads(struct sw_unit *unit) {
    struct sw_values functions;
    struct sw_arena *arena = unit->ir.arena;
    struct slicer s = {.unit = unit, .ids = sw_map_create(arena), .read_in = sw_map_create(arena)};
    struct sw_map *numbers = sw_map_create(arena);
    sw_functions(&unit->ir, &functions);
    number_hooks(&s, &functions, numbers);
    for (size_t i = 0; i < functions.count; i++)
        slice_function(&s, functions.at[i], numbers);
}

LLVMValueRef sw_reads_of_hook(struct sw_unit *unit, LLVMValueRef hook) {
    return LLVMGetMetadata(hook, LLVMGetMDKindIDInContext(unit->ir.context, kind_name, sizeof kind_name - 1));
}
