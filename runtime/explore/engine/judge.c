/* What an execution graph adds to the outcomes: the final values, who waits for ever, what failed, races; and whether SC
 * and x86 have the same.
 *
 * A place ends with the value of any write that no other follows in co.
 */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

/* Of what is asked about: the most ends of one execution that are looked at, and the most of all that are explained. */
enum { FINALS = 16, TOUCHED = 64, ENDS = 4096, REASONS = 256 };

struct verdict {
    struct swrt_outcomes *outcomes;
    const struct swrt_tree *tree;
    const struct swrt_explore_options *options;
    const struct swrt_graph *graph;
    const struct swrt_ends *ends;
    enum swrt_outcome_class class;
    uint64_t threads; /* that wait, or fail */
    uint64_t where;   /* of these, where each fails, in one number; of the graph that is noted */
    struct swrt_last_turns turns;
    bool is_refused, has_some;
    const uint8_t *to; /* what threads become in the graph that is noted; null: themselves */
    /* the model whose solutions come now; and outcomes of this graph that SC, or x86, has not shown yet */
    enum swrt_model model;
    unsigned touched[TOUCHED], num_touched;
    unsigned asked; /* ends that have been looked at */
};

/* --- how threads end ---------------------------------------------------------------------------------------------- */

static void set_class(struct verdict *v, enum swrt_outcome_class class, unsigned thread) {
    if (class > v->class) {
        v->class = class;
        v->threads = 0;
    }
    v->threads |= (uint64_t)(class == v->class) << thread;
}

static void look_at_end(struct verdict *v, unsigned thread) {
    const struct swrt_tree_node *node = &v->tree->nodes[v->ends->node[thread]];
    if (v->ends->is_stuck[thread]) {
        set_class(v, SWRT_OUTCOME_DEADLOCK, thread);
    } else if (node->is_cut) {
        set_class(v, SWRT_OUTCOME_DEADLOCK, thread);
    } else if (node->event.kind == SWRT_EXPLORE_FAILED) {
        set_class(v, SWRT_OUTCOME_FAILED, thread);
    } else if (node->event.kind == SWRT_EXPLORE_TRAPPED) {
        set_class(v, SWRT_OUTCOME_TRAPPED, thread);
    } else if (node->event.kind == SWRT_EXPLORE_REFUSED) {
        v->is_refused = true;
        v->outcomes->refused_site = node->event.site;
    }
}

/* The thread that becomes t. */
static unsigned origin_of(const struct verdict *v, unsigned t) {
    unsigned origin = 0;
    while (v->to && v->to[origin] != t)
        origin++;
    return v->to ? origin : t;
}

static uint64_t site_of(const struct verdict *v, unsigned t) {
    return v->tree->nodes[v->ends->node[origin_of(v, t)]].event.site;
}

/* Names threads that wait or fail, and the places where they fail, as the graph has it that is noted. */
static void name_threads(struct verdict *v, uint64_t *threads) {
    *threads = v->where = 0;
    for (unsigned t = 0; t < v->tree->program->threads; t++) {
        if (!(v->threads >> origin_of(v, t) & 1))
            continue;
        *threads |= 1ull << t;
        if (v->class >= SWRT_OUTCOME_FAILED)
            v->where = v->where * 0x9e3779b97f4a7c15u + site_of(v, t);
    }
}

/* --- final values ------------------------------------------------------------------------------------------------- */

struct finals {
    uint64_t value[FINALS];
    unsigned count;
};

static bool is_last(const struct swrt_graph *graph, const struct swrt_relation *co, unsigned write) {
    struct swrt_set later = co->of[write];
    swrt_set_keep(&later, &graph->writes);
    return swrt_set_is_empty(&later);
}

static void find_finals(const struct swrt_graph *graph, const struct swrt_relation *co,
                        const struct swrt_explore_watch *watch, struct finals *finals) {
    finals->count = 0;
    for (unsigned w = swrt_set_next(&graph->writes, 0); w < SWRT_MODEL_EVENTS;
         w = swrt_set_next(&graph->writes, w + 1)) {
        const struct swrt_model_event *write = &graph->events[w];
        if (write->address != watch->address || write->size != watch->size || !is_last(graph, co, w))
            continue;
        bool is_known = finals->count == FINALS;
        for (unsigned i = 0; i < finals->count; i++)
            is_known |= finals->value[i] == write->value;
        if (!is_known)
            finals->value[finals->count++] = write->value;
    }
}

static void fill_sites(const struct verdict *v, struct swrt_outcome *outcome) {
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        if (outcome->threads >> t & 1)
            outcome->sites[t] = site_of(v, t);
}

static void touch(struct verdict *v, const struct swrt_outcome *outcome) {
    unsigned number = (unsigned)(outcome - v->outcomes->list);
    for (unsigned i = 0; i < v->num_touched; i++)
        if (v->touched[i] == number)
            return;
    if (v->num_touched < TOUCHED)
        v->touched[v->num_touched++] = number;
}

/* Calls each for every combination of final values, until it says false. */
static void combine(struct verdict *v, const struct swrt_relation *co,
                    bool (*each)(struct verdict *v, void *more, const uint64_t *values), void *more) {
    unsigned count = v->outcomes->num_watch;
    const struct swrt_explore_program *program = v->tree->program;
    struct finals finals[count + 1];
    uint64_t values[count + 1];
    values[0] = 0;
    unsigned at[count + 1];
    uint8_t from[SWRT_EXPLORE_THREADS];
    for (unsigned t = 0; t < program->threads; t++)
        from[t] = (uint8_t)origin_of(v, t);
    for (unsigned i = 0; i < count; i++) {
        struct swrt_explore_watch watch = v->outcomes->watch[i];
        if (v->to)
            watch.address = swrt_alike_address(v->ends->alike, watch.address, watch.size, from);
        find_finals(v->graph, co, &watch, &finals[i]);
        if (!finals[i].count)
            finals[i] = (struct finals){{program->initial(program->self, watch.address, watch.size)}, 1};
        if (v->class >= SWRT_OUTCOME_FAILED)
            finals[i] = (struct finals){{0}, 1};
        at[i] = 0;
    }
    for (;;) {
        unsigned i = 0;
        for (unsigned k = 0; k < count; k++)
            values[k] = finals[k].value[at[k]];
        if (!each(v, more, values))
            return;
        while (i < count && ++at[i] == finals[i].count)
            at[i++] = 0;
        if (i == count)
            return;
    }
}

static struct swrt_witness *make_witness(const struct verdict *v, const struct swrt_solution *solution) {
    struct swrt_witness *witness = swrt_witness_make(solution);
    if (v->to)
        swrt_alike_rename(v->ends->alike, v->to, witness);
    return witness;
}

static bool note(struct verdict *v, void *more, const uint64_t *values) {
    const struct swrt_solution *solution = more;
    bool is_first = v->model == v->graph->model;
    uint64_t threads;
    name_threads(v, &threads);
    struct swrt_outcome *outcome = swrt_outcomes_find(v->outcomes, v->class, threads, v->where, values, is_first);
    if (!outcome) {
        v->outcomes->strays++;
        return true;
    }
    if (is_first) {
        outcome->graphs += v->to ? 1 : v->ends->times;
        if (!v->to || v->to == v->ends->ways) /* what SC and x86 have of one way, they have of all */
            touch(v, outcome);
    }
    bool is_sc = v->model == SWRT_MODEL_SC;
    outcome->in_sc |= is_sc;
    outcome->in_x86 |= is_sc || v->model == SWRT_MODEL_X86;
    if (!outcome->witness || (is_sc && !outcome->witness_is_sc)) {
        swrt_witness_drop(outcome->witness);
        outcome->witness = make_witness(v, solution);
        outcome->witness_is_sc = is_sc;
        outcome->witness_part = v->outcomes->part;
        fill_sites(v, outcome);
    }
    return true;
}

static bool visit(void *self, const struct swrt_solution *solution) {
    struct verdict *v = self;
    if (v->class == SWRT_OUTCOME_DEADLOCK && !swrt_last_turns_stay(&v->turns, v->graph, solution->co))
        return true;
    v->has_some = true;
    if (v->is_refused)
        return false;
    struct swrt_solution copy = *solution;
    for (uint64_t i = 0; i < (v->ends->ways ? v->ends->times : 1); i++) {
        v->to = v->ends->ways ? &v->ends->ways[i * v->tree->program->threads] : NULL;
        combine(v, solution->co, note, &copy);
    }
    v->to = NULL;
    return true;
}

/* --- what is asked about ------------------------------------------------------------------------------------------ */

static void keep_reason(struct verdict *v, const struct swrt_explanation *why) {
    struct swrt_refutation *refutation = &v->outcomes->refutation;
    refutation->others += refutation->witness != 0;
    if (refutation->witness && refutation->why.count <= why->count)
        return;
    struct swrt_solution solution = {.graph = v->graph};
    swrt_witness_drop(refutation->witness);
    refutation->witness = swrt_witness_make(&solution);
    refutation->why = *why;
}

/* If the values are asked about: why the execution does not end with them. */
static bool ask(struct verdict *v, void *more, const uint64_t *values) {
    const struct swrt_explore_question *question = &v->options->question;
    if (++v->asked > ENDS || v->outcomes->refutation.tried == REASONS)
        return false;
    if (!question->holds(question->self, values) ||
        (v->has_some && swrt_outcomes_find(v->outcomes, v->class, 0, 0, values, false)))
        return true;
    struct swrt_graph graph = *v->graph;
    struct swrt_explanation why;
    const struct swrt_relation *co = more;
    for (unsigned i = 0; i < v->outcomes->num_watch; i++)
        for (unsigned w = swrt_set_next(&graph.writes, 0); w < graph.count; w = swrt_set_next(&graph.writes, w + 1)) {
            const struct swrt_model_event *write = &graph.events[w];
            if (write->address == v->outcomes->watch[i].address && write->size == v->outcomes->watch[i].size &&
                write->value == values[i] && is_last(&graph, co, w)) {
                swrt_set_add(&graph.last, w);
                break;
            }
        }
    v->outcomes->refutation.tried++;
    if (swrt_explain(&graph, &why))
        keep_reason(v, &why);
    return true;
}

/* Looks at all ends that the execution could have if any write may be the last of its place. */
static void refute(struct verdict *v) {
    bool is_ptx = v->graph->model == SWRT_MODEL_PTX60 || v->graph->model == SWRT_MODEL_PTX75;
    if (!v->options->question.holds || !is_ptx || v->class != SWRT_OUTCOME_END)
        return;
    struct swrt_relation co;
    swrt_relation_clear(&co, v->graph->count);
    for (unsigned a = swrt_set_next(&v->graph->writes, 0); a < SWRT_MODEL_EVENTS;
         a = swrt_set_next(&v->graph->writes, a + 1)) {
        bool is_first = v->graph->events[a].thread == SWRT_MODEL_NOBODY;
        co.of[a] = is_first ? v->graph->of_place.of[a] : v->graph->po_place.of[a];
        swrt_set_remove(&co.of[a], a);
    }
    combine(v, &co, ask, &co);
}

/* --- SC and x86 --------------------------------------------------------------------------------------------------- */

static bool has_unseen(const struct verdict *v, enum swrt_model model) {
    for (unsigned i = 0; i < v->num_touched; i++) {
        const struct swrt_outcome *outcome = &v->outcomes->list[v->touched[i]];
        if (!(model == SWRT_MODEL_SC ? outcome->in_sc : outcome->in_x86))
            return true;
    }
    return false;
}

static void compare(struct verdict *v) {
    static const enum swrt_model models[] = {SWRT_MODEL_SC, SWRT_MODEL_X86};
    struct swrt_solution_visit visits = {visit, v};
    for (unsigned i = 0; i < 2; i++) {
        v->model = models[i];
        if (v->model != v->graph->model && has_unseen(v, v->model))
            swrt_total_solve(v->graph, v->model, &visits);
    }
    v->model = v->graph->model;
}

/* --- races -------------------------------------------------------------------------------------------------------- */

static void add_race(void *self, unsigned a, unsigned b) {
    struct verdict *v = self;
    struct swrt_outcomes *outcomes = v->outcomes;
    const struct swrt_model_event *events[] = {&v->graph->events[a], &v->graph->events[b]};
    struct swrt_race_pair pair = {.address = events[0]->address, .size = events[0]->size};
    for (unsigned i = 0; i < 2; i++) {
        pair.sites[i] = events[i]->site;
        pair.threads[i] = events[i]->thread;
        pair.is_write[i] = events[i]->kind == SWRT_EXPLORE_WRITE;
        pair.is_strong[i] = events[i]->order;
        pair.is_volatile[i] = events[i]->flags & SWRT_EXPLORE_VOLATILE;
    }
    if (swrt_outcomes_find_race(outcomes, &pair) < outcomes->num_races)
        return;
    struct swrt_solution solution = {.graph = v->graph};
    pair.witness = swrt_witness_make(&solution);
    pair.found = (struct swrt_found){outcomes->part, outcomes->num_races};
    outcomes->races = swrt_explore_grow(outcomes->races, outcomes->num_races, sizeof *outcomes->races);
    outcomes->races[outcomes->num_races++] = pair;
}

static bool is_mixed(struct verdict *v) {
    unsigned a, b;
    if (!swrt_graph_is_mixed(v->graph, &a, &b))
        return false;
    v->outcomes->is_mixed = true;
    v->outcomes->mixed_sites[0] = v->graph->events[a].site;
    v->outcomes->mixed_sites[1] = v->graph->events[b].site;
    return true;
}

bool swrt_judge(struct swrt_outcomes *outcomes, const struct swrt_tree *tree,
                const struct swrt_explore_options *options, const struct swrt_graph *graph,
                const struct swrt_ends *ends) {
    struct verdict v = {.outcomes = outcomes, .tree = tree, .options = options, .graph = graph, .ends = ends};
    v.model = graph->model;
    for (unsigned t = 0; t < tree->program->threads; t++)
        look_at_end(&v, t);
    swrt_last_turns_find(tree, graph, ends->node, &v.turns);
    struct swrt_solution_visit visits = {visit, &v};
    unsigned graphs = swrt_solve(graph, &visits);
    refute(&v);
    if (!v.has_some)
        return false;
    if (v.is_refused) {
        for (unsigned t = 0; t < tree->program->threads; t++)
            if (tree->nodes[ends->node[t]].event.kind == SWRT_EXPLORE_REFUSED)
                outcomes->refused = tree->nodes[ends->node[t]].event.refused;
        return true;
    }
    outcomes->graphs += graphs * ends->times;
    if (is_mixed(&v))
        return true;
    if (options->compares)
        compare(&v);
    swrt_races_find(graph, options->policy, add_race, &v);
    return true;
}
