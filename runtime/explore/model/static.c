/* The relations that events make by themselves: program order, moral strength, release and acquire patterns, dependencies.
 *
 * (PTX ISA 8.6 to 8.8; memory proxies: 8.7 "morally strong" wants the same proxy and, of memory operations, the same
 * virtual address.) */
#include "explore/model/graph.h"

#include "softwarp/check_abi.h"

bool swrt_place_includes(const struct swrt_explore_place *a, unsigned scope, const struct swrt_explore_place *b) {
    switch (scope) {
    case SWRT_SCOPE_THREAD:
        return a == b;
    case SWRT_SCOPE_BLOCK:
        return a->block == b->block && a->device == b->device;
    case SWRT_SCOPE_CLUSTER:
        return a->cluster == b->cluster && a->device == b->device;
    case SWRT_SCOPE_DEVICE:
        return a->device == b->device;
    default:
        return true;
    }
}

static uint64_t warp_of(const struct swrt_explore_place *places, unsigned threads, unsigned thread) {
    uint64_t warp = 0;
    for (unsigned t = 0; t < threads; t++)
        warp |= (uint64_t)(places[t].warp == places[thread].warp) << t;
    return warp;
}

unsigned swrt_barrier_counted(const struct swrt_explore_barrier *barrier, const struct swrt_explore_place *places,
                              unsigned threads, uint64_t come, uint64_t over) {
    unsigned counted = 0;
    if (!barrier->counts_warps)
        return (unsigned)__builtin_popcountll(come);
    for (uint64_t left = come, warp; left; left &= ~warp) {
        warp = warp_of(places, threads, (unsigned)__builtin_ctzll(left));
        counted += warp & ~(come | over) ? 0 : SWRT_EXPLORE_WARP;
    }
    return counted;
}

static bool is_access(const struct swrt_model_event *event) {
    return event->kind == SWRT_EXPLORE_READ || event->kind == SWRT_EXPLORE_WRITE;
}

static bool is_same_thread(const struct swrt_model_event *a, const struct swrt_model_event *b) {
    return a->thread == b->thread && a->thread != SWRT_MODEL_NOBODY;
}

static bool reaches(const struct swrt_graph *graph, const struct swrt_model_event *from,
                    const struct swrt_model_event *to) {
    if (from->thread == SWRT_MODEL_NOBODY || to->thread == SWRT_MODEL_NOBODY)
        return true;
    return swrt_place_includes(&graph->places[from->thread], from->scope, &graph->places[to->thread]);
}

static bool is_morally_strong(const struct swrt_graph *graph, const struct swrt_model_event *a,
                              const struct swrt_model_event *b) {
    if (a->kind == SWRT_EXPLORE_BARRIER || b->kind == SWRT_EXPLORE_BARRIER)
        return false;
    if (is_access(a) && is_access(b) && (a->place != b->place || (graph->has_proxies && a->name != b->name)))
        return false;
    if (a->proxy != b->proxy && a->thread != SWRT_MODEL_NOBODY && b->thread != SWRT_MODEL_NOBODY)
        return false;
    if (is_same_thread(a, b))
        return true;
    return swrt_model_is_strong(a) && swrt_model_is_strong(b) && reaches(graph, a, b) && reaches(graph, b, a);
}

static bool releases(const struct swrt_model_event *event) {
    return event->order == SWRT_ORDER_RELEASE || event->order == SWRT_ORDER_BOTH ||
           event->order == SWRT_ORDER_SEQUENTIAL;
}

static bool acquires(const struct swrt_model_event *event) {
    return event->order == SWRT_ORDER_ACQUIRE || event->order == SWRT_ORDER_BOTH ||
           event->order == SWRT_ORDER_SEQUENTIAL;
}

/* --- events by what they are -------------------------------------------------------------------------------------- */

struct sorted {
    struct swrt_set of_thread[SWRT_EXPLORE_THREADS], of_place[SWRT_MODEL_EVENTS];
    struct swrt_set strong, strong_writes, releasing, acquiring; /* the last two: fences and accesses */
    struct swrt_set barriers, fences;
};

static void sort_event(struct swrt_graph *graph, unsigned e, struct sorted *sorted) {
    const struct swrt_model_event *event = &graph->events[e];
    bool is_fence = event->kind == SWRT_EXPLORE_FENCE, is_barrier = event->kind == SWRT_EXPLORE_BARRIER;
    if (event->kind == SWRT_EXPLORE_READ)
        swrt_set_add(&graph->reads, e);
    if (event->kind == SWRT_EXPLORE_WRITE)
        swrt_set_add(&graph->writes, e);
    if (is_fence && event->order == SWRT_ORDER_SEQUENTIAL && !event->proxy)
        swrt_set_add(&graph->sequential, e);
    if (is_fence)
        swrt_set_add(&sorted->fences, e);
    if (is_barrier)
        swrt_set_add(&sorted->barriers, e);
    if (is_access(event)) {
        swrt_set_add(&graph->memory, e);
        swrt_set_add(&sorted->of_place[event->place], e);
    }
    if (swrt_model_is_strong(event))
        swrt_set_add(&sorted->strong, e);
    if (event->kind == SWRT_EXPLORE_WRITE && event->order)
        swrt_set_add(&sorted->strong_writes, e);
    bool is_proxy_fence = is_fence && event->proxy;
    if (releases(event) && event->thread != SWRT_MODEL_NOBODY && !is_proxy_fence && event->kind != SWRT_EXPLORE_READ)
        swrt_set_add(&sorted->releasing, e);
    if (acquires(event) && !is_proxy_fence && event->kind != SWRT_EXPLORE_WRITE)
        swrt_set_add(&sorted->acquiring, e);
    if (event->thread != SWRT_MODEL_NOBODY)
        swrt_set_add(&sorted->of_thread[event->thread], e);
}

static void clear(struct swrt_graph *graph, struct sorted *sorted) {
    memset(sorted, 0, sizeof *sorted);
    graph->reads = graph->writes = graph->memory = graph->sequential = graph->last = (struct swrt_set){0};
    struct swrt_relation *all[] = {&graph->po, &graph->po_place, &graph->ms, &graph->needs, &graph->met};
    for (unsigned i = 0; i < sizeof all / sizeof *all; i++)
        swrt_relation_clear(all[i], graph->count);
}

/* --- relations ---------------------------------------------------------------------------------------------------- */

/* Events of a thread stand in its order, though not side by side. */
static void find_order(struct swrt_graph *graph, unsigned e, const struct sorted *sorted) {
    const struct swrt_model_event *event = &graph->events[e];
    graph->of_place.of[e] = is_access(event) ? sorted->of_place[event->place] : (struct swrt_set){0};
    if (event->thread == SWRT_MODEL_NOBODY)
        return;
    struct swrt_set later = sorted->of_thread[event->thread];
    later.word[e / 64] &= e % 64 == 63 ? 0 : ~0ull << (e % 64 + 1);
    for (unsigned i = 0; i < e / 64; i++)
        later.word[i] = 0;
    graph->po.of[e] = later;
    swrt_set_keep(&later, &graph->of_place.of[e]);
    for (unsigned x = swrt_set_next(&later, 0); graph->has_proxies && x < SWRT_MODEL_EVENTS;
         x = swrt_set_next(&later, x + 1))
        if (graph->events[x].name != event->name)
            swrt_set_remove(&later, x);
    graph->po_place.of[e] = later;
}

/* With those behind it in the graph. */
static void find_strength(struct swrt_graph *graph, unsigned e, const struct sorted *sorted) {
    const struct swrt_model_event *event = &graph->events[e];
    struct swrt_set others = {0};
    if (swrt_model_is_strong(event))
        others = sorted->strong;
    swrt_set_unite(&others, &graph->po.of[e]);
    if (is_access(event)) {
        struct swrt_set fit = sorted->fences;
        swrt_set_unite(&fit, &graph->of_place.of[e]);
        swrt_set_keep(&others, &fit);
    }
    for (unsigned x = swrt_set_next(&others, e + 1); x < SWRT_MODEL_EVENTS; x = swrt_set_next(&others, x + 1))
        if (is_morally_strong(graph, event, &graph->events[x])) {
            swrt_relation_add(&graph->ms, e, x);
            swrt_relation_add(&graph->ms, x, e);
        }
}

/* Patterns that begin with the event: of a fence, all that follows in the thread; of an access, itself and what follows
 * at its place. */
static void find_patterns(struct swrt_graph *graph, unsigned e, const struct sorted *sorted) {
    const struct swrt_model_event *event = &graph->events[e];
    struct swrt_set here = graph->po_place.of[e];
    swrt_set_add(&here, e);
    graph->rel.of[e] = graph->acq.of[e] = (struct swrt_set){0};
    if (swrt_set_has(&sorted->releasing, e)) {
        graph->rel.of[e] = event->kind == SWRT_EXPLORE_FENCE ? graph->po.of[e] : here;
        swrt_set_keep(&graph->rel.of[e], &sorted->strong_writes);
    }
    if (event->kind != SWRT_EXPLORE_READ || !event->order || event->flags & SWRT_EXPLORE_REDUCE)
        return;
    swrt_set_keep(&here, &graph->reads);
    struct swrt_set tails = graph->po.of[e];
    swrt_set_keep(&tails, &sorted->fences);
    swrt_set_unite(&tails, &here);
    swrt_set_keep(&tails, &sorted->acquiring);
    graph->acq.of[e] = tails;
}

static void find_needs(struct swrt_graph *graph, unsigned e, const struct sorted *sorted) {
    const struct swrt_model_event *event = &graph->events[e];
    if (!event->needs || event->thread == SWRT_MODEL_NOBODY)
        return;
    const struct swrt_set *own = &sorted->of_thread[event->thread];
    for (unsigned x = swrt_set_next(own, 0); x < e; x = swrt_set_next(own, x + 1))
        if (graph->events[x].kind == SWRT_EXPLORE_READ && event->needs >> (graph->events[x].read & 63) & 1)
            swrt_relation_add(&graph->needs, x, e);
}

void swrt_graph_prepare(struct swrt_graph *graph) {
    struct sorted sorted;
    clear(graph, &sorted);
    for (unsigned e = 0; e < graph->count; e++)
        sort_event(graph, e, &sorted);
    for (unsigned e = 0; e < graph->count; e++)
        find_order(graph, e, &sorted);
    for (unsigned e = 0; e < graph->count; e++) {
        find_strength(graph, e, &sorted);
        find_patterns(graph, e, &sorted);
        find_needs(graph, e, &sorted);
    }
}
