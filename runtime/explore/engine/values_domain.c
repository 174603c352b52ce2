/* The values that places may hold: what a run of a thread writes, with the conditions under which it does. */
#include "explore/engine/values.h"

void swrt_values_hit(struct swrt_values *s, enum swrt_explore_bound bound) {
    s->outcomes->is_complete = false;
    s->outcomes->bound = bound;
}

static struct swrt_value *value_of(struct swrt_values *s, const struct swrt_explore_event *event) {
    unsigned others = 0;
    for (unsigned i = 0; i < s->count; i++) {
        struct swrt_value *value = s->values[i];
        if (!swrt_value_is_of(value, event))
            continue;
        if (value->thread == s->thread && value->value == event->value)
            return value;
        others++;
    }
    if (others >= s->values_of_place) {
        swrt_values_hit(s, SWRT_EXPLORE_BOUND_VALUES);
        return 0;
    }
    struct swrt_value *value = swrt_explore_alloc(sizeof *value);
    *value = (struct swrt_value){
        .address = event->address, .value = event->value, .size = event->size, .thread = (uint8_t)s->thread};
    s->values = swrt_explore_grow(s->values, s->count, sizeof *s->values);
    return s->values[s->count++] = value;
}

static uint16_t read_number(unsigned thread, unsigned read) {
    return (uint16_t)(thread * SWRT_EXPLORE_READS + read);
}

/* Adds to the value each way in which the reads from `read` on, of those in the mask, can have got what they got. */
static void support_value(struct swrt_values *s, struct swrt_value *value, const struct swrt_support *support,
                          uint64_t mask) {
    while (mask && s->is_own[__builtin_ctzll(mask)])
        mask &= mask - 1;
    if (!mask) {
        s->has_changed |= swrt_value_add_support(value, support);
        return;
    }
    unsigned read = (unsigned)__builtin_ctzll(mask);
    const struct swrt_explore_event *event = &s->tree->nodes[s->nodes[read]].event;
    for (unsigned i = 0; i < s->count; i++) {
        const struct swrt_value *source = s->values[i];
        if (!swrt_value_is_of(source, event) || source->value != s->got[read] || source->thread == s->thread)
            continue;
        for (unsigned k = 0; k < source->count; k++) {
            struct swrt_support next = *support;
            if (swrt_support_require_all(&next, &source->supports[k]))
                support_value(s, value, &next, mask & (mask - 1));
        }
    }
}

/* Counts the thread's writes to the place, up to the node. All that an execution can have of them. */
static unsigned count_writes(struct swrt_values *s, uint32_t node) {
    const struct swrt_explore_event *event = &s->tree->nodes[node].event;
    unsigned own = 0, all = 0;
    for (uint32_t at = node; at >= s->tree->program->threads; at = s->tree->nodes[at].parent) {
        const struct swrt_explore_event *other = &s->tree->nodes[at].event;
        own += other->kind == SWRT_EXPLORE_WRITE && other->address == event->address && other->size == event->size;
    }
    struct swrt_values_place *place = s->places;
    while (place < s->places + s->num_places && (place->address != event->address || place->size != event->size))
        place++;
    if (place == s->places + s->num_places) {
        s->places = swrt_explore_grow(s->places, s->num_places, sizeof *s->places);
        place = &s->places[s->num_places++];
        *place = (struct swrt_values_place){.address = event->address, .size = event->size};
    }
    if (own > place->writes[s->thread]) {
        place->writes[s->thread] = (uint16_t)own;
        s->has_changed = true; /* deeper values may have been left out */
    }
    for (unsigned t = 0; t < s->tree->program->threads; t++)
        all += place->writes[t];
    return all;
}

/* How many writes of its own place a write comes from at least. */
static unsigned depth_of(const struct swrt_values *s, const struct swrt_explore_event *event, uint64_t mask) {
    unsigned depth = 1;
    for (; mask; mask &= mask - 1) {
        unsigned read = (unsigned)__builtin_ctzll(mask), least = ~0u;
        const struct swrt_explore_event *source = &s->tree->nodes[s->nodes[read]].event;
        if (s->is_own[read] || source->address != event->address || source->size != event->size)
            continue;
        for (unsigned i = 0; i < s->count; i++)
            if (swrt_value_is_of(s->values[i], source) && s->values[i]->value == s->got[read] &&
                s->values[i]->thread != s->thread && s->values[i]->depth < least)
                least = s->values[i]->depth;
        if (least != ~0u && least + 1 > depth)
            depth = least + 1;
    }
    return depth;
}

void swrt_values_add(struct swrt_values *s, uint32_t at) {
    const struct swrt_tree_node *node = &s->tree->nodes[at];
    const struct swrt_explore_event *event = &node->event;
    uint64_t mask = event->address_reads | event->value_reads | event->control_reads;
    mask &= node->reads < 64 ? (1ull << node->reads) - 1 : ~0ull;
    unsigned depth = depth_of(s, event, mask);
    if (depth > count_writes(s, at))
        return;
    struct swrt_value *value = value_of(s, event);
    if (!value)
        return;
    if (depth < value->depth || !value->depth) {
        value->depth = depth;
        s->has_changed = true;
    }
    struct swrt_support own = {0};
    for (uint64_t left = mask; left; left &= left - 1) {
        unsigned read = (unsigned)__builtin_ctzll(left);
        swrt_support_require(&own, read_number(s->thread, read), s->got[read]);
    }
    for (unsigned i = 0; i < value->count; i++)
        if (!value->supports[i].count) /* it holds anyway */
            return;
    support_value(s, value, &own, mask);
}
