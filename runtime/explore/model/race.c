/* Races: accesses of one place, one of them a write, not both atomic in scopes that include each other, and no
 * happens-before between them.
 *
 * Happens-before is base causality without the order of sequential fences: that two of them are in some order
 * synchronises nothing. Volatile accesses pass values on (they make patterns), but are not atomic. With PRAGMATIC a
 * relaxed read that is no compare-and-swap acquires by itself, and who observes a release is also behind the write that
 * made it, and the thread's atomic accesses before that.
 */
#include "explore/model/race.h"

static bool is_atomic(const struct swrt_model_event *event) {
    return event->order && !(event->flags & SWRT_EXPLORE_VOLATILE);
}

static bool are_atomic_together(const struct swrt_graph *graph, unsigned a, unsigned b) {
    return is_atomic(&graph->events[a]) && is_atomic(&graph->events[b]) && swrt_relation_has(&graph->ms, a, b);
}

/* What a release pattern's end and the thread's atomic accesses between give, beside its head. */
static void add_heads(const struct swrt_graph *graph, unsigned head, unsigned write, unsigned tail,
                      struct swrt_relation *order) {
    swrt_relation_add(order, head, tail);
    swrt_relation_add(order, write, tail);
    for (unsigned e = swrt_set_next(&graph->po.of[head], 0); e < SWRT_MODEL_EVENTS;
         e = swrt_set_next(&graph->po.of[head], e + 1))
        if (swrt_relation_has(&graph->po, e, write) && is_atomic(&graph->events[e]))
            swrt_relation_add(order, e, tail);
}

static bool acquires_by_itself(const struct swrt_model_event *read) {
    return !(read->flags & (SWRT_EXPLORE_CAS | SWRT_EXPLORE_REDUCE));
}

static void be_pragmatic(const struct swrt_graph *graph, const struct swrt_relation *obs, struct swrt_relation *order) {
    for (unsigned head = 0; head < graph->count; head++)
        for (unsigned write = swrt_set_next(&graph->rel.of[head], 0); write < SWRT_MODEL_EVENTS;
             write = swrt_set_next(&graph->rel.of[head], write + 1))
            for (unsigned read = swrt_set_next(&obs->of[write], 0); read < SWRT_MODEL_EVENTS;
                 read = swrt_set_next(&obs->of[write], read + 1)) {
                struct swrt_set tails = graph->acq.of[read];
                if (acquires_by_itself(&graph->events[read]))
                    swrt_set_add(&tails, read);
                swrt_set_keep(&tails, &graph->ms.of[head]);
                for (unsigned tail = swrt_set_next(&tails, 0); tail < SWRT_MODEL_EVENTS;
                     tail = swrt_set_next(&tails, tail + 1))
                    add_heads(graph, head, write, tail, order);
            }
}

void swrt_races_find(const struct swrt_graph *graph, enum swrt_explore_policy policy,
                     void (*found)(void *self, unsigned a, unsigned b), void *self) {
    struct swrt_causality causality;
    swrt_causality(graph, &causality);
    if (policy == SWRT_EXPLORE_PRAGMATIC) {
        be_pragmatic(graph, &causality.obs, &causality.cb);
        swrt_relation_close(&causality.cb, graph->count);
    }
    for (unsigned a = swrt_set_next(&graph->memory, 0); a < SWRT_MODEL_EVENTS;
         a = swrt_set_next(&graph->memory, a + 1)) {
        const struct swrt_set *others = &graph->of_place.of[a];
        for (unsigned b = swrt_set_next(others, a + 1); b < SWRT_MODEL_EVENTS; b = swrt_set_next(others, b + 1)) {
            const struct swrt_model_event *x = &graph->events[a], *y = &graph->events[b];
            if ((x->kind == SWRT_EXPLORE_READ && y->kind == SWRT_EXPLORE_READ) || x->thread == y->thread ||
                x->thread == SWRT_MODEL_NOBODY || y->thread == SWRT_MODEL_NOBODY || are_atomic_together(graph, a, b) ||
                swrt_relation_has(&causality.cb, a, b) || swrt_relation_has(&causality.cb, b, a))
                continue;
            found(self, a, b);
        }
    }
}
