/* The two engines against each other: random programs with loops that wait, barriers, branches and failures, of two to four
 * threads. What po | rf orders without a cycle, both find: the same outcomes, each by the same number of graphs, the same
 * races.
 *
 * A failing program is printed; SEED=n and COUNT=n in the environment choose others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "explore/repair/edited.h"
#include "litmus.h"

enum { THREADS = 4, LINES = 24, LENGTH = 64, MOST_GRAPHS = 20000 };

static uint64_t random_state;

static unsigned pick(unsigned below) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

/* --- programs ----------------------------------------------------------------------------------------------------- */

struct column {
    char lines[LINES][LENGTH];
    unsigned count, registers, labels;
};

static void put(struct column *c, const char *format, ...) {
    va_list list;
    va_start(list, format);
    assert_true(c->count < LINES);
    vsnprintf(c->lines[c->count++], LENGTH, format, list);
    va_end(list);
}

static const char *pick_scope(void) {
    return (const char *[]){"cta", "gpu", "gpu", "sys"}[pick(4)];
}

static void put_load(struct column *c, char place) {
    static const char *const orders[] = {"relaxed", "acquire"};
    if (pick(2))
        put(c, "ld.weak r%u, %c", c->registers++, place);
    else
        put(c, "ld.%s.%s r%u, %c", orders[pick(2)], pick_scope(), c->registers++, place);
}

static void put_store(struct column *c, char place) {
    static const char *const orders[] = {"relaxed", "release"};
    char value[16];
    if (c->registers && pick(2))
        snprintf(value, sizeof value, "r%u", pick(c->registers));
    else
        snprintf(value, sizeof value, "%u", 1 + pick(2));
    if (pick(2))
        put(c, "st.weak %c, %s", place, value);
    else
        put(c, "st.%s.%s %c, %s", orders[pick(2)], pick_scope(), place, value);
}

static void put_atomic(struct column *c, char place) {
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
    const char *order = orders[pick(4)], *scope = pick_scope();
    switch (pick(4)) {
    case 0:
        put(c, "atom.%s.%s.add r%u, %c, 1", order, scope, c->registers++, place);
        break;
    case 1:
        put(c, "atom.%s.%s.exch r%u, %c, %u", order, scope, c->registers++, place, 1 + pick(2));
        break;
    case 2:
        put(c, "atom.%s.%s.cas r%u, %c, 0, %u", order, scope, c->registers++, place, 1 + pick(2));
        break;
    default:
        put(c, "red.%s.%s.add %c, 1", order, scope, place);
        break;
    }
}

/* Waits until the place is not 0, or takes a lock. */
static void put_loop(struct column *c, char place) {
    unsigned label = c->labels++;
    put(c, "A%u:", label);
    if (pick(3))
        put(c, "ld.acquire.gpu r%u, %c", c->registers, place);
    else
        put(c, "atom.acquire.gpu.cas r%u, %c, 0, 1", c->registers, place);
    put(c, pick(2) ? "bne r%u, 0, B%u" : "beq r%u, 0, B%u", c->registers++, label);
    put(c, "goto A%u", label);
    put(c, "B%u:", label);
}

static void put_something(struct column *c, bool may_branch);

static void put_branch(struct column *c) {
    unsigned label = c->labels++;
    put(c, "bne r%u, %u, B%u", pick(c->registers), pick(2), label);
    put_something(c, false);
    put(c, "B%u:", label);
}

static void put_something(struct column *c, bool may_branch) {
    char place = (char)('x' + pick(2));
    unsigned what = pick(24);
    if (what < 8)
        put_load(c, place);
    else if (what < 14)
        put_store(c, place);
    else if (what < 17)
        put_atomic(c, place);
    else if (what < 19)
        put(c, pick(3) ? "fence.sc.%s" : "fence.acq_rel.%s", pick_scope());
    else if (what == 20 && may_branch)
        put_loop(c, place);
    else if (what < 23 && may_branch && c->registers)
        put_branch(c);
    else if (!may_branch && what == 23)
        put(c, "fail");
    else
        put_load(c, place);
}

static void make_program(char *text, size_t size) {
    static struct column columns[THREADS];
    unsigned threads = 2 + pick(3), rows = 0, has_barrier = !pick(4), blocks[THREADS];
    /* The first so many do the same, and nobody asks what they read. */
    unsigned alike = pick(3) ? 1 : 2 + pick(threads - 1);
    size_t at = (size_t)snprintf(text, size, "PTX engines (* watch: x,y");
    for (unsigned t = 0; t < threads; t++) {
        struct column *c = &columns[t];
        c->count = c->registers = c->labels = 0;
        blocks[t] = pick(2) ? t : 0;
        unsigned length = 1 + pick(threads == 2   ? 5
                                   : threads == 3 ? 3
                                                  : 2),
                 barrier = has_barrier ? pick(length) : length;
        for (unsigned i = 0; i < length; i++) {
            put_something(c, true);
            if (i == barrier)
                put(c, "bar.sync 0");
        }
        if (t < alike)
            *c = columns[0];
        rows = c->count > rows ? c->count : rows;
        for (unsigned r = 0; r < c->registers && (alike == 1 || t >= alike); r++)
            at += (size_t)snprintf(text + at, size - at, ",P%u:r%u", t, r);
    }
    at += (size_t)snprintf(text + at, size - at, " *)\n{ x=0; y=0; }\n");
    for (unsigned t = 0; t < threads; t++)
        at += (size_t)snprintf(text + at, size - at, "%sP%u@cta %u,gpu %u", t ? " | " : " ", t, blocks[t], 0);
    at += (size_t)snprintf(text + at, size - at, " ;\n");
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned t = 0; t < threads; t++)
            at += (size_t)snprintf(text + at, size - at, "%s%s", t ? " | " : " ",
                                   row < columns[t].count ? columns[t].lines[row] : "");
        at += (size_t)snprintf(text + at, size - at, " ;\n");
    }
}

/* --- comparing ---------------------------------------------------------------------------------------------------- */

static bool is_same(const struct swrt_outcome *a, const struct swrt_outcome *b, unsigned count) {
    return a->class == b->class && a->threads == b->threads && !memcmp(a->values, b->values, count * sizeof *a->values);
}

static const struct swrt_outcome *find(const struct swrt_outcomes *in, const struct swrt_outcome *outcome) {
    for (unsigned i = 0; i < in->count; i++)
        if (is_same(&in->list[i], outcome, in->num_watch))
            return &in->list[i];
    return 0;
}

/* What a has and b lacks. Graphs of those that wait or fail are cut off at various places: they are not counted. */
static const char *difference(const struct swrt_outcomes *a, const struct swrt_outcomes *b) {
    for (unsigned i = 0; i < a->count; i++) {
        const struct swrt_outcome *outcome = &a->list[i], *other = find(b, outcome);
        if (!other)
            return outcome->class == SWRT_OUTCOME_DEADLOCK ? "one waits for ever" : "one has an outcome more";
        if (outcome->class == SWRT_OUTCOME_END && outcome->graphs != other->graphs)
            return "one has more graphs";
        if (outcome->in_sc != other->in_sc || outcome->in_x86 != other->in_x86)
            return "SC or x86 differ";
    }
    return 0;
}

/* Whether, played in that order, each read reads what was written last. */
static bool plays(const struct swrt_witness *witness) {
    uint8_t order[SWRT_MODEL_EVENTS];
    int last[SWRT_MODEL_EVENTS];
    if (!swrt_witness_interleave(witness, order))
        return false;
    memset(last, -1, sizeof last);
    for (unsigned i = 0; i < witness->count; i++) {
        const struct swrt_model_event *event = &witness->events[order[i]];
        if (event->kind == SWRT_EXPLORE_READ && witness->source[order[i]] != last[event->place])
            return false;
        if (event->kind == SWRT_EXPLORE_WRITE) {
            bool is_next = event->rmw < 0 || (i && order[i - 1] == event->rmw);
            if (!is_next)
                return false;
            last[event->place] = order[i];
        }
    }
    return true;
}

static bool all_play(const struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++)
        if (outcomes->list[i].witness_is_sc && !plays(outcomes->list[i].witness))
            return false;
    return true;
}

static unsigned from_environment(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, 0, 10) : otherwise;
}

/* With a change that changes nothing, but that turns of loops no longer say how long they are. */
static struct swrt_outcomes *explore_edited(const struct litmus *litmus, const struct swrt_explore_options *options) {
    static struct swrt_edited edited;
    struct swrt_edit edit = {.kind = SWRT_EDIT_SCOPE, .site = ~0ull};
    swrt_edited_open(&edited, litmus_program(litmus));
    swrt_edited_set(&edited, &edit, 1);
    return swrt_explore_graphs(&edited.program, options);
}

static void compare(const char *text, unsigned number, enum swrt_model model) {
    const char *error = 0, *what;
    struct litmus *litmus = litmus_parse(text, &error);
    if (!litmus)
        fail_msg("%s\nwants %s", text, error);
    struct swrt_explore_options options = {
        .model = model, .compares = true, .keeps_order = true, .graphs = MOST_GRAPHS};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *values = swrt_explore_values(litmus_program(litmus), &options);
    if (values->is_complete && values->graphs < MOST_GRAPHS) {
        struct swrt_outcomes *graphs = swrt_explore_graphs(litmus_program(litmus), &options);
        if ((what = difference(values, graphs)) || (what = difference(graphs, values)))
            fail_msg("program %u: %s: %u outcomes of %u graphs by values, %u of %u by graphs\n%s", number, what,
                     values->count, (unsigned)values->graphs, graphs->count, (unsigned)graphs->graphs, text);
        if (!all_play(values) || !all_play(graphs))
            fail_msg("program %u: what SC has cannot be played\n%s", number, text);
        if (values->num_races != graphs->num_races)
            fail_msg("program %u: %u and %u races\n%s", number, values->num_races, graphs->num_races, text);
        assert_true(graphs->is_complete);
        struct swrt_outcomes *edited = explore_edited(litmus, &options);
        if ((what = difference(edited, graphs)) || (what = difference(graphs, edited)))
            fail_msg("program %u: %s, where turns do not say how long they are: %u outcomes, not %u\n%s", number, what,
                     edited->count, graphs->count, text);
        swrt_outcomes_close(edited);
        swrt_outcomes_close(graphs);
    }
    swrt_outcomes_close(values);
    litmus_close(litmus);
}

static void test_engines(void **state) {
    unsigned count = from_environment("COUNT", 1000), seed = from_environment("SEED", 1);
    for (unsigned i = 0; i < count; i++) {
        static char text[8192];
        random_state = (uint64_t)seed * 1000003 + i;
        make_program(text, sizeof text);
        compare(text, i, i % 4 ? SWRT_MODEL_PTX75 : i % 8 ? SWRT_MODEL_PTX60 : SWRT_MODEL_SC);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_engines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
