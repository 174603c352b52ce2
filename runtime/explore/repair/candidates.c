/* Changes that could forbid what is asked about, each as strong as it can be: orders and scopes of accesses of shared
 * places and of fences, fences and barriers before these accesses. What stands first is proposed first: where an order or
 * a scope can be said, that rather than a fence; a fence is widened rather than another put behind it. */
#include "explore/repair/parts.h"
#include "softwarp/check_abi.h"

static bool is_access(const struct swrt_repair_site *site) {
    return site->kind == SWRT_EXPLORE_READ || site->kind == SWRT_EXPLORE_WRITE;
}

/* Whether several threads come to one of its places, one of them to write. */
static bool is_shared(const struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    for (unsigned i = 0; i < s->num_places; i++)
        if (site->places >> i & 1 && s->places[i].is_written && s->places[i].threads & (s->places[i].threads - 1))
            return true;
    return false;
}

static void suggest(struct swrt_repair_search *s, struct swrt_edit edit) {
    if (s->num_candidates < SWRT_REPAIR_CANDIDATES)
        s->candidates[s->num_candidates++] = edit;
}

static void suggest_wider_fence(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (site->kind == SWRT_EXPLORE_FENCE && site->order == SWRT_ORDER_SEQUENTIAL && site->scope < SWRT_SCOPE_SYSTEM)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_SCOPE, .scope = SWRT_SCOPE_SYSTEM, .site = site->number});
}

static void suggest_fence(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (!site->has_before || !site->is_unfenced || site->is_half)
        return;
    suggest(s, (struct swrt_edit){
                   .kind = SWRT_EDIT_FENCE, .scope = SWRT_SCOPE_SYSTEM, .site = site->number, .behind = site->behind});
}

/* Barriers help where several threads of a block, or of a warp, come by. */
static void put_barrier(struct swrt_repair_search *s, const struct swrt_repair_site *site, bool is_after) {
    uint64_t others = site->threads & (site->threads - 1);
    if (site->is_half || !others)
        return;
    unsigned a = (unsigned)__builtin_ctzll(site->threads), b = (unsigned)__builtin_ctzll(others);
    bool in_warp = s->edited.warps[a] == s->edited.warps[b];
    if (in_warp || s->edited.blocks[a] == s->edited.blocks[b])
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_BARRIER,
                                      .scope = in_warp ? SWRT_SCOPE_THREAD : SWRT_SCOPE_BLOCK,
                                      .site = site->number,
                                      .behind = site->behind,
                                      .is_after = is_after});
}

static void suggest_barrier(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (site->has_before)
        put_barrier(s, site, false);
}

/* Behind what all do before only some go on, no access follows before which a barrier could stand. */
static void suggest_barrier_after(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    for (unsigned i = 0; i < s->num_sites; i++)
        if (s->sites[i].has_before && s->sites[i].behind == site->number && s->sites[i].threads == site->threads)
            return;
    put_barrier(s, site, true);
}

static void strengthen(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (site->flags & SWRT_EXPLORE_VOLATILE || !site->order || site->is_half)
        return;
    bool is_strongest = site->order == SWRT_ORDER_BOTH || site->order == SWRT_ORDER_SEQUENTIAL ||
                        (!(site->flags & SWRT_EXPLORE_ATOMIC) && site->order != SWRT_ORDER_RELAXED);
    if (!is_strongest)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_ORDER, .site = site->number});
    if (site->scope < SWRT_SCOPE_SYSTEM)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_SCOPE, .scope = SWRT_SCOPE_SYSTEM, .site = site->number});
}

static void suggest_order(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (!(site->flags & SWRT_EXPLORE_UNORDERED))
        strengthen(s, site);
}

static void suggest_another_function(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    if (site->flags & SWRT_EXPLORE_UNORDERED)
        strengthen(s, site);
}

static void suggest_place(struct swrt_repair_search *s, const struct swrt_repair_site *site) {
    for (unsigned i = 0; i < s->num_candidates; i++)
        if (s->candidates[i].kind == SWRT_EDIT_PLACE && s->candidates[i].address == site->address &&
            s->candidates[i].size == site->size)
            return;
    if (!site->order)
        suggest(s, (struct swrt_edit){.kind = SWRT_EDIT_PLACE, .address = site->address, .size = site->size});
}

void swrt_repair_find_candidates(struct swrt_repair_search *s) {
    void (*const kinds[])(struct swrt_repair_search *, const struct swrt_repair_site *) = {
        suggest_order, suggest_fence, suggest_barrier, suggest_barrier_after, suggest_another_function, suggest_place};
    for (unsigned i = 0; i < s->num_sites; i++)
        suggest_wider_fence(s, &s->sites[i]);
    for (unsigned k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (unsigned i = 0; i < s->num_sites; i++)
            if (is_access(&s->sites[i]) && is_shared(s, &s->sites[i]))
                kinds[k](s, &s->sites[i]);
}
