/* E1, first part: all runs of each thread alone, with every value that its reads may get.
 *
 * A read may get what the place held before, what its own thread wrote last, and what others write. What others write is
 * found round by round, until no run of any thread writes anything new. So that counters do not count for ever, a value
 * has conditions: which values which reads must have got for it to be written (as dependencies say), its writer's and,
 * through what those reads got, others'. A run in which a read got something else does not read it. And a value that is
 * computed from so many values of its place, one after the other, as there are writes to it in no execution, is none.
 */
#include <stdlib.h>
#include <string.h>

#include "explore/engine/parts.h"

enum { CONDITIONS = 24, SUPPORTS = 64, VALUES = 64, EVENTS = 60, TURNS = 8, TRACES = 1 << 18 };

/* Reads (thread, number) and what they got, in order. */
struct support {
    unsigned count;
    struct {
        uint16_t read;
        uint64_t value;
    } at[CONDITIONS];
};

/* A value that a thread writes to a place, if one of its supports holds. depth: how many writes of the place it comes from
 * at least, its own among them. */
struct value {
    uint64_t address, value;
    uint32_t size;
    uint8_t thread;
    unsigned depth, count;
    struct support *supports;
};

/* A place, and how many writes to it each thread's run has at most. */
struct place {
    uint64_t address;
    uint32_t size;
    uint16_t writes[SWRT_EXPLORE_THREADS];
};

struct search {
    struct swrt_tree *tree;
    struct swrt_outcomes *outcomes;
    struct swrt_traces *traces; /* null: values are still looked for */
    unsigned events, turns, values_of_place;
    struct value **values;
    struct place *places;
    unsigned count, num_places;
    uint64_t ends; /* of runs, in this round */
    bool has_changed, is_over;
    /* the run at hand */
    unsigned thread;
    uint64_t got[SWRT_EXPLORE_READS];
    uint32_t nodes[SWRT_EXPLORE_READS];
    bool is_own[SWRT_EXPLORE_READS]; /* it read what was there before, or its own thread's */
};

static void hit(struct search *s, enum swrt_explore_bound bound) {
    s->outcomes->is_complete = false;
    s->outcomes->bound = bound;
}

/* --- supports ----------------------------------------------------------------------------------------------------- */

/* Adds a condition; false: it contradicts. What has no room is left out, which allows more. */
static bool require(struct support *support, uint16_t read, uint64_t value) {
    unsigned i = 0;
    while (i < support->count && support->at[i].read < read)
        i++;
    if (i < support->count && support->at[i].read == read)
        return support->at[i].value == value;
    if (support->count == CONDITIONS)
        return true;
    memmove(&support->at[i + 1], &support->at[i], (support->count - i) * sizeof support->at[0]);
    support->at[i].read = read;
    support->at[i].value = value;
    support->count++;
    return true;
}

static bool require_all(struct support *support, const struct support *more) {
    for (unsigned i = 0; i < more->count; i++)
        if (!require(support, more->at[i].read, more->at[i].value))
            return false;
    return true;
}

static bool is_within(const struct support *small, const struct support *large) {
    unsigned i = 0;
    for (unsigned k = 0; k < large->count && i < small->count; k++)
        i += small->at[i].read == large->at[k].read && small->at[i].value == large->at[k].value;
    return i == small->count;
}

static bool add_support(struct value *value, const struct support *support) {
    for (unsigned i = 0; i < value->count; i++)
        if (is_within(&value->supports[i], support))
            return false;
    if (value->count == SUPPORTS) { /* too many: no conditions at all */
        value->count = 1;
        value->supports[0].count = 0;
        return true;
    }
    for (unsigned i = 0; i < value->count;)
        if (is_within(support, &value->supports[i]))
            value->supports[i] = value->supports[--value->count];
        else
            i++;
    value->supports = swrt_explore_grow(value->supports, value->count, sizeof *value->supports);
    value->supports[value->count++] = *support;
    return true;
}

static uint16_t read_number(unsigned thread, unsigned read) {
    return (uint16_t)(thread * SWRT_EXPLORE_READS + read);
}

/* Whether the run at hand, up to `reads` reads, does not contradict. */
static bool fits_run(const struct search *s, const struct support *support, unsigned reads) {
    for (unsigned i = 0; i < support->count; i++) {
        unsigned read = support->at[i].read;
        if (read / SWRT_EXPLORE_READS == s->thread && read % SWRT_EXPLORE_READS < reads &&
            s->got[read % SWRT_EXPLORE_READS] != support->at[i].value)
            return false;
    }
    return true;
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static bool is_of(const struct value *value, const struct swrt_explore_event *event) {
    return value->address == event->address && value->size == event->size;
}

static struct value *value_of(struct search *s, const struct swrt_explore_event *event) {
    unsigned others = 0;
    for (unsigned i = 0; i < s->count; i++) {
        struct value *value = s->values[i];
        if (!is_of(value, event))
            continue;
        if (value->thread == s->thread && value->value == event->value)
            return value;
        others++;
    }
    if (others >= s->values_of_place) {
        hit(s, SWRT_EXPLORE_BOUND_VALUES);
        return 0;
    }
    struct value *value = swrt_explore_alloc(sizeof *value);
    *value = (struct value){
        .address = event->address, .value = event->value, .size = event->size, .thread = (uint8_t)s->thread};
    s->values = swrt_explore_grow(s->values, s->count, sizeof *s->values);
    return s->values[s->count++] = value;
}

/* Adds to the value each way in which the reads from `read` on, of those in the mask, can have got what they got. */
static void support_value(struct search *s, struct value *value, const struct support *support, uint64_t mask) {
    while (mask && s->is_own[__builtin_ctzll(mask)])
        mask &= mask - 1;
    if (!mask) {
        s->has_changed |= add_support(value, support);
        return;
    }
    unsigned read = (unsigned)__builtin_ctzll(mask);
    const struct swrt_explore_event *event = &s->tree->nodes[s->nodes[read]].event;
    for (unsigned i = 0; i < s->count; i++) {
        const struct value *source = s->values[i];
        if (!is_of(source, event) || source->value != s->got[read] || source->thread == s->thread)
            continue;
        for (unsigned k = 0; k < source->count; k++) {
            struct support next = *support;
            if (require_all(&next, &source->supports[k]))
                support_value(s, value, &next, mask & (mask - 1));
        }
    }
}

/* Counts the thread's writes to the place, up to the node. All that an execution can have of them. */
static unsigned count_writes(struct search *s, uint32_t node) {
    const struct swrt_explore_event *event = &s->tree->nodes[node].event;
    unsigned own = 0, all = 0;
    for (uint32_t at = node; at >= s->tree->program->threads; at = s->tree->nodes[at].parent) {
        const struct swrt_explore_event *other = &s->tree->nodes[at].event;
        own += other->kind == SWRT_EXPLORE_WRITE && other->address == event->address && other->size == event->size;
    }
    struct place *place = s->places;
    while (place < s->places + s->num_places && (place->address != event->address || place->size != event->size))
        place++;
    if (place == s->places + s->num_places) {
        s->places = swrt_explore_grow(s->places, s->num_places, sizeof *s->places);
        place = &s->places[s->num_places++];
        *place = (struct place){.address = event->address, .size = event->size};
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
static unsigned depth_of(const struct search *s, const struct swrt_explore_event *event, uint64_t mask) {
    unsigned depth = 1;
    for (; mask; mask &= mask - 1) {
        unsigned read = (unsigned)__builtin_ctzll(mask), least = ~0u;
        const struct swrt_explore_event *source = &s->tree->nodes[s->nodes[read]].event;
        if (s->is_own[read] || source->address != event->address || source->size != event->size)
            continue;
        for (unsigned i = 0; i < s->count; i++)
            if (is_of(s->values[i], source) && s->values[i]->value == s->got[read] &&
                s->values[i]->thread != s->thread && s->values[i]->depth < least)
                least = s->values[i]->depth;
        if (least != ~0u && least + 1 > depth)
            depth = least + 1;
    }
    return depth;
}

static void add_value(struct search *s, uint32_t at) {
    const struct swrt_tree_node *node = &s->tree->nodes[at];
    const struct swrt_explore_event *event = &node->event;
    uint64_t mask = event->address_reads | event->value_reads | event->control_reads;
    mask &= node->reads < 64 ? (1ull << node->reads) - 1 : ~0ull;
    unsigned depth = depth_of(s, event, mask);
    if (depth > count_writes(s, at))
        return;
    struct value *value = value_of(s, event);
    if (!value)
        return;
    if (depth < value->depth || !value->depth) {
        value->depth = depth;
        s->has_changed = true;
    }
    struct support own = {0};
    for (uint64_t left = mask; left; left &= left - 1) {
        unsigned read = (unsigned)__builtin_ctzll(left);
        require(&own, read_number(s->thread, read), s->got[read]);
    }
    for (unsigned i = 0; i < value->count; i++)
        if (!value->supports[i].count) /* it holds anyway */
            return;
    support_value(s, value, &own, mask);
}

/* --- runs --------------------------------------------------------------------------------------------------------- */

static void follow(struct search *s, uint32_t node);

/* What the run itself lets it get: what it wrote last to the place, or else the place's first value. Where places have
 * several names, or are reached through several proxies, older ones too. */
static unsigned find_own(const struct search *s, uint32_t node, uint64_t *values, unsigned room) {
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

static void follow_answer(struct search *s, uint32_t node, uint64_t answer, bool is_own) {
    unsigned read = s->tree->nodes[node].reads;
    s->got[read] = answer;
    s->nodes[read] = node;
    s->is_own[read] = is_own;
    follow(s, swrt_tree_next(s->tree, node, answer));
}

static bool can_get(const struct search *s, const struct value *value, const struct swrt_explore_event *event,
                    unsigned reads) {
    if (!is_of(value, event) || value->thread == s->thread)
        return false;
    for (unsigned i = 0; i < value->count; i++)
        if (fits_run(s, &value->supports[i], reads))
            return true;
    return false;
}

static bool has_value(const uint64_t *values, unsigned count, uint64_t value) {
    while (count && values[count - 1] != value)
        count--;
    return count;
}

static void follow_read(struct search *s, uint32_t node) {
    struct swrt_explore_event event = s->tree->nodes[node].event; /* the tree moves */
    unsigned reads = s->tree->nodes[node].reads;
    uint64_t done[VALUES * 4];
    if (reads == SWRT_EXPLORE_READS) {
        hit(s, SWRT_EXPLORE_BOUND_EVENTS);
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

static void end_run(struct search *s, uint32_t node) {
    struct swrt_traces *traces = s->traces;
    if (++s->ends > TRACES) {
        hit(s, SWRT_EXPLORE_BOUND_GRAPHS);
        s->is_over = true;
    }
    if (!traces || s->is_over)
        return;
    traces->list[s->thread] = swrt_explore_grow(traces->list[s->thread], traces->count[s->thread],
                                                sizeof *traces->list[0]);
    traces->list[s->thread][traces->count[s->thread]++].node = node;
}

static void follow(struct search *s, uint32_t node) {
    while (!s->is_over) {
        const struct swrt_tree_node *at = &s->tree->nodes[node];
        if (swrt_tree_is_end(at)) {
            end_run(s, node);
            return;
        }
        if (at->events >= s->events || at->turns > s->turns) {
            hit(s, at->turns > s->turns ? SWRT_EXPLORE_BOUND_TURNS : SWRT_EXPLORE_BOUND_EVENTS);
            return;
        }
        if (at->event.kind == SWRT_EXPLORE_READ) {
            follow_read(s, node);
            return;
        }
        if (at->event.kind == SWRT_EXPLORE_WRITE && !s->traces)
            add_value(s, node);
        if (at->event.kind == SWRT_EXPLORE_BARRIER && at->event.barrier.exchanges) {
            s->outcomes->refused = "threads exchange values at a barrier, which only the search by graphs follows";
            s->outcomes->refused_site = at->event.site;
            s->is_over = true;
            return;
        }
        node = swrt_tree_next(s->tree, node, 0);
    }
}

static void run_all(struct search *s) {
    s->ends = 0;
    for (s->thread = 0; s->thread < s->tree->program->threads && !s->is_over; s->thread++)
        follow(s, swrt_tree_next(s->tree, s->thread, 0));
}

void swrt_traces_find(struct swrt_tree *tree, const struct swrt_explore_options *options,
                      struct swrt_outcomes *outcomes, struct swrt_traces *traces) {
    struct search *s = swrt_explore_alloc(sizeof *s);
    *s = (struct search){.tree = tree, .outcomes = outcomes};
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
