/* Sites of a program that is to be repaired: what threads do there, and with whom they share it. */
#include "explore/repair/parts.h"
#include "softwarp/check_abi.h"

static void see_place(struct swrt_repair_search *s, struct swrt_repair_site *site, uint32_t thread,
                      const struct swrt_explore_event *event) {
    unsigned i = 0;
    while (i < s->num_places && (s->places[i].address != event->address || s->places[i].size != event->size))
        i++;
    if (i == SWRT_REPAIR_PLACES)
        return;
    if (i == s->num_places)
        s->places[s->num_places++] = (struct swrt_repair_place){.address = event->address, .size = event->size};
    s->places[i].threads |= 1ull << thread;
    s->places[i].is_written |= event->kind == SWRT_EXPLORE_WRITE;
    site->places |= 1ull << i;
}

void swrt_repair_see(void *self, uint32_t thread, const struct swrt_explore_event *event) {
    struct swrt_repair_search *s = self;
    struct swrt_repair_site *site = s->sites;
    if (event->kind > SWRT_EXPLORE_BARRIER) {
        s->has_last[thread] &= event->kind == SWRT_EXPLORE_TURN;
        return;
    }
    bool is_half = event->kind == SWRT_EXPLORE_WRITE && event->flags & SWRT_EXPLORE_RMW;
    while (site < s->sites + s->num_sites && (site->number != event->site || site->is_half != is_half))
        site++;
    if (site == s->sites + SWRT_REPAIR_SITES)
        return;
    if (site == s->sites + s->num_sites) {
        s->num_sites++;
        *site = (struct swrt_repair_site){.number = event->site,
                                          .address = event->address,
                                          .order = event->order,
                                          .scope = event->scope,
                                          .flags = event->flags,
                                          .size = event->size,
                                          .kind = event->kind,
                                          .is_half = is_half};
    }
    site->threads |= 1ull << thread;
    site->is_unfenced |= !s->has_last[thread] || !s->was_fence[thread];
    if (event->kind <= SWRT_EXPLORE_WRITE)
        see_place(s, site, thread, event);
    if (s->has_last[thread] && !site->has_before) {
        site->behind = s->last[thread];
        site->has_before = true;
    }
    s->last[thread] = event->site;
    s->has_last[thread] = true;
    s->was_fence[thread] = event->kind == SWRT_EXPLORE_FENCE && event->order == SWRT_ORDER_SEQUENTIAL;
}
