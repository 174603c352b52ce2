/* E1, second part: runs of all threads, one of each, that fit together: what each reads, one of them writes.
 *
 *     runs of each thread ─► one of each ─► how barriers meet ─► a source for each read ─► swrt_judge
 */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

enum { PAIRS = 1024, PAIR_WORDS = PAIRS / 64, LONGEST = SWRT_MODEL_EVENTS, GRAPHS = 1 << 24, TICK = 1024 };

/* Places with values, numbered. */
struct pair {
    uint64_t address, value;
    uint32_t size;
};

struct pairs {
    uint64_t word[PAIR_WORDS];
};

/* A run as the join sees it. needs: what it reads of others; gives: what it writes. */
struct run {
    struct pairs needs, gives;
    uint32_t node, *nodes; /* its last node; those of events, in order */
    unsigned count;
};

struct join {
    struct swrt_tree *tree;
    const struct swrt_explore_options *options;
    struct swrt_outcomes *outcomes;
    struct pair pairs[PAIRS];
    unsigned num_pairs, threads;
    struct run *runs[SWRT_EXPLORE_THREADS];
    unsigned count[SWRT_EXPLORE_THREADS];
    struct pairs left[SWRT_EXPLORE_THREADS + 1]; /* what threads from there on can give */
    const struct run *chosen[SWRT_EXPLORE_THREADS];
    struct swrt_explore_place places[SWRT_EXPLORE_THREADS];
    struct swrt_barriers barriers;
    int number[SWRT_MEETINGS]; /* of barriers in the graph */
    struct swrt_graph graph;
    struct swrt_ends ends;
    uint64_t ticks, most; /* runs and sources chosen; the most candidates */
    bool is_over;
};

/* --- runs --------------------------------------------------------------------------------------------------------- */

/* The pair's number; PAIRS: there is no room for it, and it is not looked at. */
static unsigned pair_of(struct join *join, const struct swrt_explore_event *event, uint64_t value) {
    for (unsigned i = 0; i < join->num_pairs; i++) {
        const struct pair *pair = &join->pairs[i];
        if (pair->address == event->address && pair->value == value && pair->size == event->size)
            return i;
    }
    if (join->num_pairs == PAIRS)
        return PAIRS;
    join->pairs[join->num_pairs] = (struct pair){event->address, value, event->size};
    return join->num_pairs++;
}

static void add_pair(struct pairs *pairs, unsigned pair) {
    if (pair < PAIRS)
        pairs->word[pair / 64] |= 1ull << pair % 64;
}

static void unite(struct pairs *pairs, const struct pairs *more) {
    for (unsigned i = 0; i < PAIR_WORDS; i++)
        pairs->word[i] |= more->word[i];
}

static bool is_within(const struct pairs *small, const struct pairs *a, const struct pairs *b) {
    uint64_t missing = 0;
    for (unsigned i = 0; i < PAIR_WORDS; i++)
        missing |= small->word[i] & ~(a->word[i] | b->word[i]);
    return !missing;
}

static void list_nodes(const struct swrt_tree *tree, struct run *run) {
    uint32_t path[LONGEST];
    for (uint32_t node = run->node; node >= tree->program->threads; node = tree->nodes[node].parent)
        if (swrt_tree_is_event(&tree->nodes[node]) && run->count < LONGEST)
            path[run->count++] = node;
    run->nodes = swrt_explore_alloc(run->count * sizeof *run->nodes);
    for (unsigned i = 0; i < run->count; i++)
        run->nodes[i] = path[run->count - 1 - i];
}

/* What the read at a node of the path to `last` got. */
static uint64_t answer_to(const struct swrt_tree *tree, uint32_t node, uint32_t last) {
    while (tree->nodes[last].parent != node)
        last = tree->nodes[last].parent;
    return tree->nodes[last].answer;
}

static bool has_itself(const struct join *join, const struct run *run, unsigned read, uint64_t value) {
    const struct swrt_explore_program *program = join->tree->program;
    const struct swrt_explore_event *event = &join->tree->nodes[run->nodes[read]].event;
    if (swrt_low_bytes(program->initial(program->self, event->address, event->size), event->size) == value)
        return true;
    for (unsigned i = 0; i < read; i++) {
        const struct swrt_explore_event *write = &join->tree->nodes[run->nodes[i]].event;
        if (write->kind == SWRT_EXPLORE_WRITE && write->address == event->address && write->size == event->size &&
            write->value == value)
            return true;
    }
    return false;
}

static void look_at_run(struct join *join, struct run *run) {
    list_nodes(join->tree, run);
    for (unsigned i = 0; i < run->count; i++) {
        const struct swrt_explore_event *event = &join->tree->nodes[run->nodes[i]].event;
        if (event->kind == SWRT_EXPLORE_WRITE)
            add_pair(&run->gives, pair_of(join, event, event->value));
        if (event->kind != SWRT_EXPLORE_READ)
            continue;
        uint64_t value = answer_to(join->tree, run->nodes[i], run->node);
        if (!has_itself(join, run, i, value))
            add_pair(&run->needs, pair_of(join, event, value));
    }
}

static void look_at_runs(struct join *join, const struct swrt_traces *traces) {
    for (unsigned t = 0; t < join->threads; t++) {
        join->count[t] = traces->count[t];
        join->runs[t] = swrt_explore_alloc(join->count[t] * sizeof *join->runs[t]);
        for (unsigned i = 0; i < join->count[t]; i++) {
            join->runs[t][i].node = traces->list[t][i].node;
            look_at_run(join, &join->runs[t][i]);
        }
    }
    for (unsigned t = join->threads; t-- > 0;) {
        join->left[t] = join->left[t + 1];
        for (unsigned i = 0; i < join->count[t]; i++)
            unite(&join->left[t], &join->runs[t][i].gives);
    }
}

/* --- sources ------------------------------------------------------------------------------------------------------ */

struct sources {
    unsigned reads[SWRT_MODEL_EVENTS], count;
    struct swrt_set candidates[SWRT_MODEL_EVENTS]; /* by read's number among reads */
};

/* Whether the read of its own thread's write, or of the first value, passes over another write of its thread. */
static bool passes_over(const struct swrt_graph *graph, unsigned write, unsigned read) {
    const struct swrt_set *own = &graph->po_place.of[write];
    bool is_first = graph->events[write].thread == SWRT_MODEL_NOBODY;
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(&graph->writes, w + 1))
        if (swrt_relation_has(&graph->po_place, w, read) && swrt_relation_has(&graph->ms, w, read) &&
            (is_first || swrt_set_has(own, w)))
            return true;
    return false;
}

static void find_candidates(const struct swrt_graph *graph, unsigned read, struct swrt_set *candidates) {
    const struct swrt_model_event *event = &graph->events[read];
    *candidates = graph->of_place.of[read];
    swrt_set_keep(candidates, &graph->writes);
    for (unsigned w = swrt_set_next(candidates, 0); w < SWRT_MODEL_EVENTS; w = swrt_set_next(candidates, w + 1))
        if (graph->events[w].value != event->value || swrt_relation_has(&graph->po, read, w) ||
            passes_over(graph, w, read))
            swrt_set_remove(candidates, w);
}

static bool is_before(const struct swrt_graph *graph, unsigned write, int later) {
    return graph->events[write].thread == SWRT_MODEL_NOBODY || swrt_relation_has(&graph->ms, write, (unsigned)later);
}

/* Whether another read-modify-write has taken the same write, and one of them would come between the other's halves. */
static bool is_taken(const struct swrt_graph *graph, unsigned read, unsigned write) {
    int half = graph->events[read].rmw;
    if (half < 0 || !is_before(graph, write, half))
        return false;
    for (unsigned r = 0; r < graph->count; r++) {
        int other = graph->events[r].rmw;
        if (r != read && graph->source[r] == (int)write && graph->events[r].kind == SWRT_EXPLORE_READ && other >= 0 &&
            swrt_relation_has(&graph->ms, (unsigned)half, (unsigned)other) && is_before(graph, write, other))
            return true;
    }
    return false;
}

static void look_round(struct join *join) {
    const struct swrt_explore_progress *progress = &join->options->progress;
    struct swrt_outcomes *outcomes = join->outcomes;
    if (++join->ticks % TICK == 0 && progress->goes_on &&
        !progress->goes_on(progress->self, outcomes->graphs, outcomes->count)) {
        outcomes->bound = SWRT_EXPLORE_BOUND_STOPPED;
        join->is_over = true;
    } else if (join->ticks >= join->most * 8 || outcomes->candidates >= join->most) {
        outcomes->bound = SWRT_EXPLORE_BOUND_GRAPHS;
        join->is_over = true;
    }
    if (join->is_over)
        outcomes->is_complete = false;
}

/* order: closed; dependencies, and from sources to reads. */
static void choose_sources(struct join *join, const struct sources *sources, unsigned at,
                           const struct swrt_relation *order) {
    struct swrt_graph *graph = &join->graph;
    if (at == sources->count) {
        join->outcomes->candidates++;
        look_round(join);
        if (!join->is_over)
            swrt_judge(join->outcomes, join->tree, join->options, graph, &join->ends);
        join->is_over |= join->outcomes->refused || join->outcomes->is_mixed;
        return;
    }
    unsigned read = sources->reads[at];
    const struct swrt_set *candidates = &sources->candidates[at];
    for (unsigned w = swrt_set_next(candidates, 0); w < SWRT_MODEL_EVENTS && !join->is_over;
         w = swrt_set_next(candidates, w + 1)) {
        struct swrt_relation next;
        if (is_taken(graph, read, w) || swrt_relation_has(order, read, w))
            continue;
        swrt_relation_copy(&next, order, graph->count);
        if (!swrt_relation_add_closed(&next, graph->count, w, read))
            continue;
        graph->source[read] = (int16_t)w;
        choose_sources(join, sources, at + 1, &next);
        graph->source[read] = -1;
    }
}

/* Program order, and what barriers put before what comes behind them. */
static void add_order(const struct swrt_graph *graph, struct swrt_relation *order) {
    swrt_relation_unite(order, &graph->po, graph->count);
    for (unsigned a = 0; a < graph->count; a++)
        for (unsigned b = swrt_set_next(&graph->met.of[a], 0); b < graph->count;
             b = swrt_set_next(&graph->met.of[a], b + 1))
            swrt_set_unite(&order->of[a], &graph->po.of[b]);
}

static void find_sources(struct join *join) {
    struct swrt_graph *graph = &join->graph;
    struct sources sources;
    struct swrt_relation order;
    sources.count = 0;
    for (unsigned read = swrt_set_next(&graph->reads, 0); read < SWRT_MODEL_EVENTS;
         read = swrt_set_next(&graph->reads, read + 1)) {
        find_candidates(graph, read, &sources.candidates[sources.count]);
        if (swrt_set_is_empty(&sources.candidates[sources.count]))
            return;
        sources.reads[sources.count++] = read;
    }
    swrt_relation_copy(&order, &graph->needs, graph->count);
    if (join->options->keeps_order)
        add_order(graph, &order);
    swrt_relation_close(&order, graph->count);
    choose_sources(join, &sources, 0, &order);
}

/* --- graphs ------------------------------------------------------------------------------------------------------- */

static bool add_first_writes(struct join *join, unsigned thread) {
    const struct swrt_explore_program *program = join->tree->program;
    struct swrt_graph *graph = &join->graph;
    for (unsigned i = 0; i < join->chosen[thread]->count; i++) {
        struct swrt_explore_event event = join->tree->nodes[join->chosen[thread]->nodes[i]].event;
        if (event.kind != SWRT_EXPLORE_READ && event.kind != SWRT_EXPLORE_WRITE)
            continue;
        bool is_there = false;
        for (unsigned e = 0; e < graph->count; e++)
            is_there |= graph->events[e].address == event.address && graph->events[e].size == event.size;
        if (is_there)
            continue;
        struct swrt_explore_event first = {.kind = SWRT_EXPLORE_WRITE, .address = event.address, .size = event.size};
        first.value = swrt_low_bytes(program->initial(program->self, event.address, event.size), event.size);
        if (swrt_graph_add_event(graph, SWRT_MODEL_NOBODY, &first) < 0)
            return false;
    }
    return true;
}

static bool has_only_barriers(const struct join *join, const struct run *run) {
    for (unsigned i = 0; i < run->count; i++)
        if (join->tree->nodes[run->nodes[i]].event.kind != SWRT_EXPLORE_BARRIER)
            return false;
    return true;
}

/* Adds the thread's events, up to the barrier at which it is stuck. A thread that only comes to barriers is left out. */
static bool add_events(struct join *join, unsigned thread, const struct swrt_gathering *meeting) {
    const struct run *run = join->chosen[thread];
    unsigned barrier = join->barriers.first[thread];
    join->ends.node[thread] = run->node;
    join->ends.is_stuck[thread] = false;
    bool is_idle = has_only_barriers(join, run);
    for (unsigned i = 0; i < run->count; i++) {
        const struct swrt_tree_node *node = &join->tree->nodes[run->nodes[i]];
        if (node->event.kind == SWRT_EXPLORE_BARRIER && meeting->stuck[thread] == (int)barrier) {
            join->ends.node[thread] = run->nodes[i];
            join->ends.is_stuck[thread] = true;
            return true;
        }
        if (is_idle) {
            barrier++;
            continue;
        }
        int e = swrt_graph_add_event(&join->graph, thread, &node->event);
        if (e < 0)
            return false;
        join->graph.events[e].node = run->nodes[i];
        if (node->event.kind == SWRT_EXPLORE_READ)
            join->graph.events[e].value = answer_to(join->tree, run->nodes[i], run->node);
        if (node->event.kind == SWRT_EXPLORE_BARRIER)
            join->number[barrier++] = e;
    }
    return true;
}

static bool build(void *self, const struct swrt_gathering *meeting) {
    struct join *join = self;
    swrt_graph_clear(&join->graph, join->options->model, join->places);
    for (unsigned i = 0; i < SWRT_MEETINGS; i++)
        join->number[i] = -1;
    bool has_room = true;
    for (unsigned t = 0; t < join->threads && has_room; t++)
        has_room = add_first_writes(join, t);
    for (unsigned t = 0; t < join->threads && has_room; t++)
        has_room = add_events(join, t, meeting);
    if (!has_room) {
        join->outcomes->is_complete = false;
        join->outcomes->bound = SWRT_EXPLORE_BOUND_EVENTS;
        return false;
    }
    swrt_graph_prepare(&join->graph);
    swrt_meetings_relate(&join->barriers, meeting, join->number, &join->graph.met);
    if (join->graph.count > join->outcomes->events)
        join->outcomes->events = join->graph.count;
    find_sources(join);
    return !join->is_over;
}

static void meet(struct join *join) {
    struct swrt_barriers *barriers = &join->barriers;
    unsigned count = 0;
    for (unsigned t = 0; t < join->threads; t++) {
        const struct run *run = join->chosen[t];
        barriers->first[t] = count;
        barriers->ends[t] = join->tree->nodes[run->node].event.kind == SWRT_EXPLORE_END;
        for (unsigned i = 0; i < run->count; i++) {
            const struct swrt_explore_event *event = &join->tree->nodes[run->nodes[i]].event;
            if (event->kind != SWRT_EXPLORE_BARRIER)
                continue;
            if (count == SWRT_MEETINGS) {
                join->outcomes->is_complete = false;
                join->outcomes->bound = SWRT_EXPLORE_BOUND_EVENTS;
                return;
            }
            barriers->list[count++] = &event->barrier;
        }
    }
    barriers->first[join->threads] = count;
    barriers->threads = join->threads;
    barriers->places = join->places;
    swrt_meetings(barriers, build, join);
}

static void choose_runs(struct join *join, unsigned thread, const struct pairs *gives, const struct pairs *needs) {
    if (thread == join->threads) {
        meet(join);
        return;
    }
    for (unsigned i = 0; i < join->count[thread] && !join->is_over; i++) {
        struct pairs given = *gives, needed = *needs;
        join->chosen[thread] = &join->runs[thread][i];
        unite(&given, &join->chosen[thread]->gives);
        unite(&needed, &join->chosen[thread]->needs);
        look_round(join);
        if (!join->is_over && is_within(&needed, &given, &join->left[thread + 1]))
            choose_runs(join, thread + 1, &given, &needed);
    }
}

/* --- all ---------------------------------------------------------------------------------------------------------- */

static void drop(struct join *join) {
    for (unsigned t = 0; t < join->threads; t++) {
        for (unsigned i = 0; i < join->count[t]; i++)
            free(join->runs[t][i].nodes);
        free(join->runs[t]);
    }
    free(join);
}

struct swrt_outcomes *swrt_explore_values(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options) {
    struct swrt_outcomes *outcomes = swrt_outcomes_open(program, options);
    struct swrt_tree tree;
    struct swrt_traces traces = {0};
    swrt_tree_open(&tree, program);
    swrt_traces_find(&tree, options, outcomes, &traces);
    if (!outcomes->refused) {
        struct join *join = swrt_explore_alloc(sizeof *join);
        const struct pairs none = {0};
        join->tree = &tree;
        join->options = options;
        join->outcomes = outcomes;
        join->threads = program->threads;
        join->most = options->graphs ? options->graphs : GRAPHS;
        for (unsigned t = 0; t < program->threads; t++)
            program->place(program->self, t, &join->places[t]);
        look_at_runs(join, &traces);
        choose_runs(join, 0, &none, &none);
        drop(join);
    }
    swrt_traces_drop(&traces);
    swrt_tree_close(&tree);
    return outcomes;
}
