/* Coming: sets of operations at which threads without a mask meet (coming.h), solved backwards over the graph. A call that
 * leads to one may lead to any of them. */
#include "transform/lower/coming.h"

static bool is_meeting(LLVMValueRef at) {
    const struct sw_request *request = sw_request_of(at);
    return request && sw_meets_lanes(request);
}

bool sw_meets_without_mask(struct sw_unit *unit) {
    struct sw_values functions, all;
    sw_functions(&unit->ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        sw_instructions(&unit->ir, functions.at[i], &all);
        for (size_t k = 0; k < all.count; k++)
            if (is_meeting(all.at[k]))
                return true;
    }
    return false;
}

static uint32_t met_at(const struct sw_coming *c, LLVMValueRef at) {
    if (is_meeting(at))
        return 1u << (uintptr_t)sw_map_get(c->site, at) % 32;
    if (!sw_is_call(at))
        return 0;
    bool may_wait = c->calls_wait ? sw_call_reaches(c->ir, at, is_meeting) : sw_equal(sw_callee_name(at), "sw.await");
    return may_wait ? UINT32_MAX : 0;
}

static uint32_t met_from(const struct sw_coming *c, LLVMValueRef at) {
    uint32_t met = 0;
    for (; at; at = LLVMGetNextInstruction(at))
        met |= met_at(c, at);
    return met;
}

static uint32_t met_beyond(const struct sw_coming *c, unsigned bb) {
    const struct sw_bb *b = &c->cfg.bbs[bb];
    uint32_t met = b->succs ? 0 : c->beyond;
    for (unsigned k = 0; k < b->succs; k++)
        met |= c->from[b->succ[k]];
    return met;
}

static void number(struct sw_coming *c, unsigned site) {
    struct sw_values all;
    c->site = sw_map_create(c->ir->arena);
    sw_instructions(c->ir, c->cfg.function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_request_of(all.at[i]))
            sw_map_put(c->site, all.at[i], (void *)(uintptr_t)++site);
}

void sw_find_coming(struct sw_unit *unit, LLVMValueRef function, unsigned site, struct sw_coming *coming) {
    *coming = (struct sw_coming){.ir = &unit->ir,
                                 .beyond = sw_kernel_of(unit, function) ? 0 : UINT32_MAX,
                                 .calls_wait = sw_threads_have_stacks(unit)};
    sw_cfg_build(&unit->ir, function, &coming->cfg);
    number(coming, site);
    unsigned count = coming->cfg.count;
    coming->from = sw_arena_alloc(unit->ir.arena, (count + 1) * sizeof *coming->from);
    for (unsigned b = 0; b < count; b++)
        coming->from[b] = met_from(coming, LLVMGetFirstInstruction(coming->cfg.bbs[b].bb));
    for (bool changed = true; changed;) {
        changed = false;
        for (unsigned b = count; b-- > 0;) {
            uint32_t met = coming->from[b] | met_beyond(coming, b);
            changed |= met != coming->from[b];
            coming->from[b] = met;
        }
    }
}

uint32_t sw_coming_behind(const struct sw_coming *coming, LLVMValueRef at) {
    int bb = sw_cfg_number(&coming->cfg, LLVMGetInstructionParent(at));
    return bb < 0 ? 0 : met_from(coming, LLVMGetNextInstruction(at)) | met_beyond(coming, (unsigned)bb);
}
