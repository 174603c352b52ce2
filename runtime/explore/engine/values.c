/* E1, first part: all runs of each thread alone, with every value that its reads may get.
 *
 * A read may get what the place held before, what its own thread wrote last, and what others write. What others write is
 * found round by round, until no run of any thread writes anything new. So that counters do not count for ever, a value
 * has conditions: which values which reads must have got for it to be written (as dependencies say), its writer's and,
 * through what those reads got, others'. A run in which a read got something else does not read it. And a value that is
 * computed from so many values of its place, one after the other, as there are writes to it in no execution, is none.
 */
#include <stdlib.h>

#include "explore/engine/values.h"

enum { VALUES = 64, EVENTS = 60, TURNS = 8, TRACES = 1 << 18 };

static void follow(struct swrt_values *s, uint32_t node);

/* What the run itself lets it get: what it wrote last to the place, or else the place's first value. Where places have
 * several names, or are reached through several proxies, older ones too. */
static unsigned find_own(const struct swrt_values *s, uint32_t node, uint64_t *values, unsigned room) {
    const struct swrt_tree *tree = s->tree;
    const struct swrt_explore_event *read = &tree->nodes[node].event;
    unsigned count = 0;
    for (uint32_t at = tree->nodes[node].parent; at >= tree->program->threads; at = tree->nodes[at].parent) {
        const struct swrt_explore_event *event = &tree->nodes[at].event;
        if (event->kind != SWRT_EXPLORE_WRITE || event->address != read->address || event->size != read->size)
            continue;
        if (count < room)
            values[count++] = event->value;
        if (event->alias == read->alias && event->proxy == read->proxy)
            return count;
    }
    if (count < room)
        values[count++] = swrt_low_bytes(tree->program->initial(tree->program->self, read->address, read->size),
                                         read->size);
    return count;
}

static void follow_answer(struct swrt_values *s, uint32_t node, uint64_t answer, bool is_own) {
    unsigned read = s->tree->nodes[node].reads;
    s->got[read] = answer;
    s->nodes[read] = node;
    s->is_own[read] = is_own;
    follow(s, swrt_tree_next(s->tree, node, answer));
}

static bool can_get(const struct swrt_values *s, const struct swrt_value *value, const struct swrt_explore_event *event,
                    unsigned reads) {
    if (!swrt_value_is_of(value, event) || value->thread == s->thread)
        return false;
    for (unsigned i = 0; i < value->count; i++)
        if (swrt_support_fits_run(s, &value->supports[i], reads))
            return true;
    return false;
}

static bool has_value(const uint64_t *values, unsigned count, uint64_t value) {
    while (count && values[count - 1] != value)
        count--;
    return count;
}

static void follow_read(struct swrt_values *s, uint32_t node) {
    struct swrt_explore_event event = s->tree->nodes[node].event; /* the tree moves */
    unsigned reads = s->tree->nodes[node].reads;
    uint64_t done[VALUES * 4];
    if (reads == SWRT_EXPLORE_READS) {
        swrt_values_hit(s, SWRT_EXPLORE_BOUND_EVENTS);
        return;
    }
    unsigned count = find_own(s, node, done, VALUES), own = count;
    for (unsigned i = 0; i < own; i++)
        if (!has_value(done, i, done[i]))
            follow_answer(s, node, done[i], true);
    for (unsigned i = 0; i < s->count && count < VALUES * 4; i++) {
        uint64_t value = s->values[i]->value;
        if (has_value(done, count, value) || !can_get(s, s->values[i], &event, reads))
            continue;
        done[count++] = value;
        follow_answer(s, node, value, false);
    }
}

static void end_run(struct swrt_values *s, uint32_t node) {
    struct swrt_traces *traces = s->traces;
    if (++s->ends > TRACES) {
        swrt_values_hit(s, SWRT_EXPLORE_BOUND_GRAPHS);
        s->is_over = true;
    }
    if (!traces || s->is_over)
        return;
    traces->list[s->thread] = swrt_explore_grow(traces->list[s->thread], traces->count[s->thread],
                                                sizeof *traces->list[0]);
    traces->list[s->thread][traces->count[s->thread]++].node = node;
}

static void follow(struct swrt_values *s, uint32_t node) {
    while (!s->is_over) {
        const struct swrt_tree_node *at = &s->tree->nodes[node];
        if (swrt_tree_is_end(at)) {
            end_run(s, node);
            return;
        }
        if (at->events >= s->events || at->turns > s->turns) {
            swrt_values_hit(s, at->turns > s->turns ? SWRT_EXPLORE_BOUND_TURNS : SWRT_EXPLORE_BOUND_EVENTS);
            return;
        }
        if (at->event.kind == SWRT_EXPLORE_READ) {
            follow_read(s, node);
            return;
        }
        if (at->event.kind == SWRT_EXPLORE_WRITE && !s->traces)
            swrt_values_add(s, node);
        if (at->event.kind == SWRT_EXPLORE_BARRIER && at->event.barrier.exchanges) {
            s->outcomes->refused = "threads exchange values at a barrier, which only the search by graphs follows";
            s->outcomes->refused_site = at->event.site;
            s->is_over = true;
            return;
        }
        node = swrt_tree_next(s->tree, node, 0);
    }
}

static void run_all(struct swrt_values *s) {
    s->ends = 0;
    for (s->thread = 0; s->thread < s->tree->program->threads && !s->is_over; s->thread++)
        follow(s, swrt_tree_next(s->tree, s->thread, 0));
}

void swrt_traces_find(struct swrt_tree *tree, const struct swrt_explore_options *options,
                      struct swrt_outcomes *outcomes, struct swrt_traces *traces) {
    struct swrt_values *s = swrt_explore_alloc(sizeof *s);
    *s = (struct swrt_values){.tree = tree, .outcomes = outcomes};
    s->events = options->events ? options->events : EVENTS;
    s->turns = options->turns ? options->turns : TURNS;
    s->values_of_place = options->values ? options->values : VALUES;
    do {
        s->has_changed = false;
        run_all(s);
    } while (s->has_changed && !s->is_over);
    for (unsigned i = 0; outcomes->watches_all && i < s->count; i++)
        swrt_outcomes_watch(outcomes, tree->program, s->values[i]->address, s->values[i]->size);
    s->traces = traces;
    run_all(s);
    for (unsigned i = 0; i < s->count; i++) {
        free(s->values[i]->supports);
        free(s->values[i]);
    }
    free(s->values);
    free(s->places);
    free(s);
}

void swrt_traces_drop(struct swrt_traces *traces) {
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS; t++)
        free(traces->list[t]);
}
