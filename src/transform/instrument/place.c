/* Place: where an access or a barrier stands in its function, as a row of numbers beside its hook.
 *
 *      call void @sw.hook(..), !sw.place !{i32 body, i32 position, ...}      struct swrt_site_place, number by number
 *
 * Positions count instructions as the source has them: clang's blocks stand in its order, and what is inlined where it
 * was called. */
#include "transform/instrument/place.h"

#include <llvm-c/DebugInfo.h>
#include <stddef.h>
#include <string.h>

enum { MOST_BBS = 3000, WORDS = sizeof(struct swrt_site_place) / sizeof(uint32_t) };
static const char kind_name[] = "sw.place";

/* first, last: positions of a bb's instructions, by its number. */
struct function {
    struct sw_unit *unit;
    struct sw_cfg cfg;
    struct sw_uniformity uniformity[SW_GROUPS];
    uint32_t *first, *last;
};

static unsigned kind_of(struct sw_ir *ir) {
    return LLVMGetMDKindIDInContext(ir->context, kind_name, sizeof kind_name - 1);
}

/* Of the user's: what stands in a header of ours is where it was called. */
static uint32_t line_of(struct sw_unit *unit, LLVMValueRef at) {
    LLVMMetadataRef place = LLVMInstructionGetDebugLoc(at);
    while (place && sw_is_own_scope(unit, LLVMDILocationGetScope(place)) && LLVMDILocationGetInlinedAt(place))
        place = LLVMDILocationGetInlinedAt(place);
    return place ? LLVMDILocationGetLine(place) : 0;
}

static void number_instructions(struct function *f) {
    struct sw_arena *arena = f->unit->ir.arena;
    uint32_t position = 0;
    f->first = sw_arena_alloc(arena, f->cfg.count * sizeof *f->first);
    f->last = sw_arena_alloc(arena, f->cfg.count * sizeof *f->last);
    for (LLVMBasicBlockRef bb = LLVMGetFirstBasicBlock(f->cfg.function); bb; bb = LLVMGetNextBasicBlock(bb)) {
        int number = sw_cfg_number(&f->cfg, bb);
        if (number < 0)
            continue;
        f->first[number] = position + 1;
        for (LLVMValueRef at = LLVMGetFirstInstruction(bb); at; at = LLVMGetNextInstruction(at))
            position++;
        f->last[number] = position;
    }
}

static void span(const struct function *f, const struct sw_bitset *bbs, uint32_t *first, uint32_t *last) {
    for (unsigned b = 0; b < f->cfg.count; b++) {
        if (!sw_bitset_get(bbs, b))
            continue;
        *first = !*first || f->first[b] < *first ? f->first[b] : *first;
        *last = f->last[b] > *last ? f->last[b] : *last;
    }
}

static uint32_t line_of_branch(const struct function *f, unsigned bb) {
    return line_of(f->unit, LLVMGetBasicBlockTerminator(f->cfg.bbs[bb].bb));
}

static size_t count_bbs(const struct sw_bitset *bbs) {
    size_t count = 0;
    for (size_t i = 0; i < bbs->bits; i++)
        count += sw_bitset_get(bbs, i);
    return count;
}

/* The arm of an if, by a number of its own; 0: of none, or of several ifs. Conditions joined by && and || are one if. */
static uint32_t arm_of(const struct function *f, const struct sw_uniformity *a, unsigned bb, uint32_t line) {
    enum { FIRST = SWRT_PART_ARM };
    uint32_t arm = 0;
    for (size_t i = 0; i < a->sides.count; i++) {
        const struct sw_side *side = &a->sides.at[i];
        if (!sw_bitset_get(&side->bbs, bb))
            continue;
        if (side->is_loop || line_of_branch(f, side->branch) != line)
            return 0;
        for (unsigned k = 0; k < 2 && !arm; k++)
            arm = sw_bitset_get(&side->arms[k], bb) ? FIRST + 2 * side->branch + k : 0;
    }
    return arm;
}

/* What only some threads run, around the bb: of all branches together, called by the outermost. */
static void find_part(const struct function *f, const struct sw_uniformity *a, unsigned bb,
                      struct swrt_site_part *part) {
    const struct sw_side *outermost = NULL;
    for (size_t i = 0; i < a->sides.count; i++) {
        const struct sw_side *side = &a->sides.at[i];
        if (!sw_bitset_get(&side->bbs, bb))
            continue;
        span(f, &side->bbs, &part->first, &part->last);
        outermost = !outermost || count_bbs(&side->bbs) > count_bbs(&outermost->bbs) ? side : outermost;
    }
    if (!outermost)
        return;
    part->line = line_of_branch(f, outermost->branch);
    uint32_t arm = arm_of(f, a, bb, part->line);
    part->kind = outermost->is_loop ? SWRT_PART_LOOP : arm ? arm : SWRT_PART_IF;
}

static bool is_apart(const struct sw_uniformity *a, unsigned bb) {
    for (size_t i = 0; i < a->sides.count; i++)
        if (sw_bitset_get(&a->sides.at[i].bbs, bb))
            return true;
    return false;
}

/* Of do .. while: the bb that goes back or on. */
static uint32_t tail_of(const struct function *f, const struct sw_loop *loop) {
    if (loop->num_latches != 1)
        return 0;
    unsigned end = sw_loop_end(&f->cfg, loop);
    return f->cfg.bbs[end].succs > 1 ? f->first[end] : 0;
}

/* The loops around the part of which all threads run all turns. */
static void find_loops(const struct function *f, const struct sw_uniformity *a, unsigned bb,
                       struct swrt_site_part *part) {
    unsigned count = 0;
    for (int i = f->cfg.bbs[bb].loop; i >= 0 && count < SWRT_SITE_LOOPS; i = f->cfg.loops.at[i].parent) {
        const struct sw_loop *loop = &f->cfg.loops.at[i];
        if (is_apart(a, loop->header))
            continue;
        span(f, &loop->bbs, &part->loops[count].first, &part->loops[count].last);
        part->loops[count].tail = tail_of(f, loop);
        part->loops[count++].line = line_of_branch(f, loop->latches[0]); /* where its statement begins */
    }
}

static bool is_end(const struct sw_bb *bb) {
    return LLVMIsAReturnInst(LLVMGetBasicBlockTerminator(bb->bb));
}

/* Whether each turn of the innermost loop comes to the bb, each turn of the next one to that loop, and so on. */
static bool is_always(const struct sw_cfg *cfg, unsigned bb) {
    int loop = cfg->bbs[bb].loop;
    for (; loop >= 0; loop = cfg->loops.at[loop].parent) {
        for (unsigned i = 0; i < cfg->loops.at[loop].num_latches; i++)
            if (!sw_cfg_dominates(cfg, bb, cfg->loops.at[loop].latches[i]))
                return false;
        bb = cfg->loops.at[loop].header;
    }
    for (unsigned b = 0; b < cfg->count; b++)
        if (is_end(&cfg->bbs[b]) && !sw_cfg_dominates(cfg, bb, b))
            return false;
    return true;
}

/* The nearest branch before the bb of whose ways not all lead there. */
static uint32_t condition_of(const struct function *f, unsigned bb) {
    const struct sw_cfg *cfg = &f->cfg;
    for (unsigned up = cfg->bbs[bb].idom; bb; bb = up, up = cfg->bbs[bb].idom)
        for (unsigned k = 0; k < cfg->bbs[up].succs && cfg->bbs[up].succs > 1; k++)
            if (cfg->bbs[up].succ[k] == bb && cfg->bbs[bb].preds == 1)
                return 1 + 2 * up + (k ? 1 : 0);
    return 0;
}

static LLVMValueRef row_of(struct sw_ir *ir, const struct swrt_site_place *place) {
    uint32_t words[WORDS];
    LLVMMetadataRef numbers[WORDS];
    memcpy(words, place, sizeof words);
    for (unsigned i = 0; i < WORDS; i++)
        numbers[i] = LLVMValueAsMetadata(sw_const(ir->i32, words[i]));
    return LLVMMetadataAsValue(ir->context, LLVMMDNodeInContext2(ir->context, numbers, WORDS));
}

/* A wait that orders memory for all of the block, or of the warp. */
static bool is_meeting(const struct sw_request *request) {
    enum { NONE = -1 };
    if (request->kind == SWRT_WAIT_WARP)
        return request->op == SWRT_WARP_SYNC;
    bool is_whole = request->mask == NONE && request->op <= SWRT_BARRIER_OR;
    return request->kind == SWRT_WAIT_GRID || (request->kind == SWRT_WAIT_BARRIER && is_whole);
}

static bool has_place(LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    struct sw_atomic atomic;
    return LLVMIsALoadInst(at) || LLVMIsAStoreInst(at) || LLVMIsAAtomicRMWInst(at) || LLVMIsAAtomicCmpXchgInst(at) ||
           sw_atomic_of(at, &atomic) || (request && is_meeting(request));
}

static void put_places(const struct function *f, uint32_t body) {
    for (unsigned b = 0; b < f->cfg.count; b++) {
        struct swrt_site_place place = {
            .body = body, .position = f->first[b], .is_always = is_always(&f->cfg, b), .condition = condition_of(f, b)};
        for (unsigned group = 0; group < SW_GROUPS; group++) {
            find_part(f, &f->uniformity[group], b, &place.parts[group]);
            find_loops(f, &f->uniformity[group], b, &place.parts[group]);
        }
        for (LLVMValueRef at = LLVMGetFirstInstruction(f->cfg.bbs[b].bb); at; at = LLVMGetNextInstruction(at)) {
            if (has_place(at))
                LLVMSetMetadata(at, kind_of(&f->unit->ir), row_of(&f->unit->ir, &place));
            place.position++;
        }
    }
}

void sw_find_places(struct sw_unit *unit, struct sw_map *apart) {
    struct sw_values functions;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        struct function f = {.unit = unit};
        sw_cfg_build(&unit->ir, functions.at[i], &f.cfg);
        if (f.cfg.count > MOST_BBS)
            continue;
        for (unsigned group = 0; group < SW_GROUPS; group++)
            sw_uniformity_find(unit, &f.cfg, (enum sw_group)group, &f.uniformity[group]);
        number_instructions(&f);
        put_places(&f, (uint32_t)i + 1);
        sw_find_apart(&f.uniformity[SW_GROUP_BLOCK], apart);
    }
}

void sw_put_place(struct sw_unit *unit, LLVMValueRef access, LLVMValueRef hook) {
    LLVMValueRef row = LLVMGetMetadata(access, kind_of(&unit->ir));
    if (row)
        LLVMSetMetadata(hook, kind_of(&unit->ir), row);
}

LLVMValueRef sw_place_of_hook(struct sw_unit *unit, LLVMValueRef hook) {
    return LLVMGetMetadata(hook, kind_of(&unit->ir));
}

bool sw_is_same_place(LLVMValueRef a, LLVMValueRef b) {
    LLVMValueRef one[WORDS], other[WORDS];
    if (a == b || !a || !b || LLVMGetMDNodeNumOperands(a) != WORDS || LLVMGetMDNodeNumOperands(b) != WORDS)
        return a == b;
    LLVMGetMDNodeOperands(a, one);
    LLVMGetMDNodeOperands(b, other);
    for (unsigned i = 0; i < WORDS; i++)
        if (one[i] != other[i] && i != offsetof(struct swrt_site_place, position) / sizeof(uint32_t))
            return false;
    return true;
}

LLVMValueRef sw_place_constant(struct sw_unit *unit, LLVMValueRef place) {
    struct sw_ir *ir = &unit->ir;
    LLVMValueRef numbers[WORDS];
    if (!place || LLVMGetMDNodeNumOperands(place) != WORDS)
        return NULL;
    LLVMGetMDNodeOperands(place, numbers);
    return sw_private_constant(ir, LLVMConstArray2(ir->i32, numbers, WORDS), "sw.place");
}
