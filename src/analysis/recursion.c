/* Recursion that waits: a function that looks at a word and calls itself until another thread has changed it is a loop,
 * whose back edges are its *turns*, the calls that lead back into it. It waits if what others may have changed meanwhile
 * (polls.c) decides where one of its branches goes; whether that is the branch before a turn is not asked.
 *
 *     int until(volatile int *flag, int n) { return *flag ? n : until(flag, n + 1); }
 *
 * Functions that call each other hand on what is influenced in arguments, results and memory, so all of them are gone
 * through until nothing new comes up. No recursion is taken to end by itself (ends.c): such a function would have to be
 * looked at with all that it calls, and one that draws numbers by atomic operations is rare. */
#include "analysis/waiting.h"

struct recursions {
    struct sw_unit *unit;
    struct sw_map *arguments, *results; /* influenced parameters; functions whose result is */
    struct sw_map *waiting;             /* functions that do */
    bool shared, elsewhere, changed;
};

static void note(struct recursions *r, struct sw_map *map, LLVMValueRef value) {
    if (sw_map_has(map, value))
        return;
    sw_map_put(map, value, value);
    r->changed = true;
}

static void find_turns(struct sw_ir *ir, LLVMValueRef function, struct sw_values *turns) {
    struct sw_values all;
    sw_instructions(ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_is_call(all.at[i]) && sw_call_leads_to(ir, all.at[i], function))
            sw_vec_push(ir->arena, turns, all.at[i]);
}

bool sw_is_turn(const struct sw_wait *w, LLVMValueRef at) {
    for (size_t i = 0; w->turns && i < w->turns->count; i++)
        if (w->turns->at[i] == at)
            return true;
    return false;
}

static bool has_influenced_result(struct recursions *r, LLVMValueRef turn) {
    struct sw_values targets;
    sw_call_targets(&r->unit->ir, turn, &targets);
    for (size_t i = 0; i < targets.count; i++)
        if (sw_map_has(r->results, targets.at[i]))
            return true;
    return false;
}

static void begin(struct recursions *r, struct sw_wait *w) {
    for (unsigned i = 0; i < LLVMCountParams(w->cfg->function); i++)
        if (sw_map_has(r->arguments, LLVMGetParam(w->cfg->function, i)))
            sw_influence(w, LLVMGetParam(w->cfg->function, i));
    for (size_t i = 0; i < w->members.count; i++) {
        LLVMValueRef at = w->members.at[i];
        if (sw_is_turn(w, at) ? has_influenced_result(r, at) : sw_polls(w, at))
            sw_influence(w, at);
    }
}

static void hand_on_arguments(struct recursions *r, const struct sw_wait *w, LLVMValueRef turn) {
    struct sw_values targets;
    sw_call_targets(&r->unit->ir, turn, &targets);
    for (size_t i = 0; i < targets.count; i++)
        for (unsigned k = 0; k < LLVMGetNumArgOperands(turn) && k < LLVMCountParams(targets.at[i]); k++)
            if (sw_hands_on_influence(w, turn, targets.at[i], k))
                note(r, r->arguments, LLVMGetParam(targets.at[i], k));
    if (sw_is_influenced(w, LLVMGetCalledValue(turn)))
        note(r, r->waiting, w->cfg->function);
}

static void hand_on(struct recursions *r, const struct sw_wait *w) {
    r->changed |= w->shared > r->shared || w->elsewhere > r->elsewhere;
    r->shared |= w->shared;
    r->elsewhere |= w->elsewhere;
    if (w->branch)
        note(r, r->waiting, w->cfg->function);
    for (size_t i = 0; i < w->members.count; i++) {
        LLVMValueRef at = w->members.at[i];
        if (sw_is_turn(w, at))
            hand_on_arguments(r, w, at);
        if (LLVMIsAReturnInst(at) && LLVMGetNumOperands(at) &&
            (w->branch || sw_is_influenced(w, LLVMGetOperand(at, 0))))
            note(r, r->results, w->cfg->function);
    }
}

/* A function as a loop: all of it. */
static void look_at(struct recursions *r, const struct sw_cfg *cfg, struct sw_values *turns) {
    struct sw_ir *ir = &r->unit->ir;
    struct sw_loop whole = {.bbs = sw_bitset_create(ir->arena, cfg->count)};
    struct sw_wait w = {.unit = r->unit,
                        .ir = ir,
                        .cfg = cfg,
                        .loop = &whole,
                        .turns = turns,
                        .influenced = sw_map_create(ir->arena),
                        .own = sw_map_create(ir->arena),
                        .shared = r->shared,
                        .elsewhere = r->elsewhere};
    sw_bitset_fill(&whole.bbs);
    sw_wait_collect(&w);
    sw_polls_prepare(&w);
    begin(r, &w);
    sw_wait_follow(&w);
    hand_on(r, &w);
}

struct recursive {
    struct sw_cfg cfg;
    struct sw_values turns;
};
typedef SW_VEC(struct recursive *) recursive_functions;

static void find_recursive(struct sw_ir *ir, recursive_functions *list) {
    struct sw_values functions;
    sw_functions(ir, &functions);
    for (size_t i = 0; i < functions.count; i++) {
        if (!sw_is_recursive(ir, functions.at[i]))
            continue;
        struct recursive *one = sw_arena_alloc(ir->arena, sizeof *one);
        *one = (struct recursive){0};
        sw_cfg_build(ir, functions.at[i], &one->cfg);
        find_turns(ir, functions.at[i], &one->turns);
        sw_vec_push(ir->arena, list, one);
    }
}

void sw_waiting_turns(struct sw_unit *unit, struct sw_values *turns) {
    struct sw_arena *arena = unit->ir.arena;
    struct recursions r = {.unit = unit,
                           .arguments = sw_map_create(arena),
                           .results = sw_map_create(arena),
                           .waiting = sw_map_create(arena),
                           .changed = true};
    recursive_functions list = {0};
    find_recursive(&unit->ir, &list);
    while (r.changed) {
        r.changed = false;
        for (size_t i = 0; i < list.count; i++)
            look_at(&r, &list.at[i]->cfg, &list.at[i]->turns);
    }
    for (size_t i = 0; i < list.count; i++)
        for (size_t k = 0; k < list.at[i]->turns.count && sw_map_has(r.waiting, list.at[i]->cfg.function); k++)
            sw_vec_push(arena, turns, list.at[i]->turns.at[k]);
}
