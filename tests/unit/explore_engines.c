/* The two engines against each other, and against themselves without interchanging threads that are alike: random
 * programs with loops that wait, barriers, branches and failures, of two to five threads, most of them with some that
 * are alike, or nearly. What po | rf orders without a cycle, all find: the same outcomes, each by the same number of
 * graphs, the same races, and each outcome with an execution of the program that has it.
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

enum { THREADS = 5, LINES = 24, LENGTH = 64, MOST_GRAPHS = 20000 };

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

/* x and y are everybody's; z is the thread's own (z0, z1), w the first thread's z0. */
static char pick_place(void) {
    unsigned what = pick(12);
    return what < 8 ? (char)('x' + what % 2) : what < 11 ? 'z' : 'w';
}

static void put_something(struct column *c, bool may_branch) {
    char place = pick_place();
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
        put_loop(c, place == 'z' ? 'x' : place);
    else if (what < 23 && may_branch && c->registers)
        put_branch(c);
    else if (!may_branch && what == 23)
        put(c, "fail");
    else
        put_load(c, place);
}

static size_t print_line(char *text, size_t size, const char *line, unsigned thread) {
    size_t at = 0;
    for (; *line; line++)
        if (*line == 'z')
            at += (size_t)snprintf(text + at, size - at, "z%u", thread);
        else
            at += (size_t)snprintf(text + at, size - at, *line == 'w' && line[1] != 'e' ? "z0" : "%c", *line);
    return at;
}

static struct column columns[THREADS];
static unsigned num_threads, blocks[THREADS];

/* Each thread is of one of two kinds, or its own. */
static void make_columns(void) {
    unsigned has_barrier = !pick(6), kinds = pick(3);
    num_threads = 2 + pick(4);
    for (unsigned t = 0; t < num_threads; t++) {
        struct column *c = &columns[t];
        c->count = c->registers = c->labels = 0;
        blocks[t] = pick(4) ? t : 0;
        unsigned length = 1 + pick(num_threads == 2   ? 5
                                   : num_threads == 3 ? 3
                                   : num_threads == 4 ? 2
                                                      : 1),
                 barrier = has_barrier ? pick(length) : length;
        for (unsigned i = 0; i < length; i++) {
            put_something(c, true);
            if (i == barrier)
                put(c, "bar.sync 0");
        }
        if (kinds && t >= kinds && pick(8))
            *c = columns[kinds == 2 && pick(2)];
        if (kinds && t >= kinds && !pick(12))
            put(c, "st.weak x, %u", 1 + pick(2)); /* nearly the same */
    }
}

static void make_program(char *text, size_t size) {
    unsigned rows = 0, watches_registers = pick(2), watches_own = pick(2);
    make_columns();
    size_t at = (size_t)snprintf(text, size, "PTX engines (* watch: x,y");
    for (unsigned t = 0; t < num_threads; t++) {
        struct column *c = &columns[t];
        rows = c->count > rows ? c->count : rows;
        for (unsigned r = 0; r < c->registers && watches_registers; r++)
            at += (size_t)snprintf(text + at, size - at, ",P%u:r%u", t, r);
        if (watches_own && pick(4))
            at += (size_t)snprintf(text + at, size - at, ",z%u", t);
    }
    at += (size_t)snprintf(text + at, size - at, " *)\n{ x=0; y=0;");
    for (unsigned t = 0; t < num_threads; t++)
        at += (size_t)snprintf(text + at, size - at, " z%u=%u;", t, !pick(8));
    at += (size_t)snprintf(text + at, size - at, " }\n");
    for (unsigned t = 0; t < num_threads; t++)
        at += (size_t)snprintf(text + at, size - at, "%sP%u@cta %u,gpu %u", t ? " | " : " ", t, blocks[t], 0);
    at += (size_t)snprintf(text + at, size - at, " ;\n");
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned t = 0; t < num_threads; t++) {
            at += (size_t)snprintf(text + at, size - at, t ? " | " : " ");
            at += print_line(text + at, size - at, row < columns[t].count ? columns[t].lines[row] : "", t);
        }
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

/* Whether the witness's events are what the program's threads do when they read what it says. */
static bool runs(const struct swrt_explore_program *program, const struct swrt_witness *witness) {
    for (unsigned t = 0; t < program->threads; t++) {
        uint64_t answer = 0;
        program->restart(program->self, t);
        for (unsigned e = 0; e < witness->count; e++) {
            const struct swrt_model_event *event = &witness->events[e];
            if (event->thread != t)
                continue;
            struct swrt_explore_event told;
            do {
                memset(&told, 0, sizeof told);
                program->next(program->self, t, answer, &told);
            } while (told.kind == SWRT_EXPLORE_TURN);
            bool is_access = told.kind == SWRT_EXPLORE_READ || told.kind == SWRT_EXPLORE_WRITE;
            if (told.kind != event->kind || told.site != event->site || (is_access && told.address != event->address) ||
                (told.kind == SWRT_EXPLORE_WRITE && told.value != event->value))
                return false;
            answer = event->value;
        }
    }
    return true;
}

/* Whether each read has its source's value, and each watched place may end with what the outcome says. */
static bool has_values(const struct swrt_outcomes *outcomes, const struct swrt_outcome *outcome) {
    const struct swrt_witness *w = outcome->witness;
    for (unsigned e = 0; e < w->count; e++) {
        const struct swrt_model_event *write = w->source[e] >= 0 ? &w->events[w->source[e]] : NULL;
        if (write && (write->address != w->events[e].address || write->value != w->events[e].value))
            return false;
    }
    for (unsigned i = 0; i < outcomes->num_watch && outcome->class < SWRT_OUTCOME_FAILED; i++) {
        bool is_written = false, is_last = false;
        for (unsigned e = 0; e < w->count; e++) {
            if (w->events[e].kind != SWRT_EXPLORE_WRITE || w->events[e].address != outcomes->watch[i].address)
                continue;
            is_written = true;
            is_last |= swrt_set_is_empty(&w->co.of[e]) && w->events[e].value == outcome->values[i];
        }
        if (is_written && !is_last)
            return false;
    }
    return true;
}

static bool have_witnesses(const struct swrt_explore_program *program, const struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++)
        if (!runs(program, outcomes->list[i].witness) || !has_values(outcomes, &outcomes->list[i]))
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

static void expect_same(const char *text, unsigned number, const char *whose, const struct swrt_outcomes *a,
                        const struct swrt_outcomes *b) {
    const char *what;
    if ((what = difference(a, b)) || (what = difference(b, a)))
        fail_msg("program %u: %s: %s: %u outcomes of %u graphs, and %u of %u\n%s", number, whose, what, a->count,
                 (unsigned)a->graphs, b->count, (unsigned)b->graphs, text);
    if (a->num_races != b->num_races)
        fail_msg("program %u: %s: %u and %u races\n%s", number, whose, a->num_races, b->num_races, text);
    if (a->strays || b->strays)
        fail_msg("program %u: %s: SC or x86 has more than the model\n%s", number, whose, text);
}

static void expect_executions(const char *text, unsigned number, const struct litmus *litmus,
                              const struct swrt_outcomes *outcomes) {
    if (!all_play(outcomes))
        fail_msg("program %u: what SC has cannot be played\n%s", number, text);
    if (!have_witnesses(litmus_program(litmus), outcomes))
        fail_msg("program %u: an execution is none of the program's, or has another outcome\n%s", number, text);
}

static void compare(const char *text, unsigned number, enum swrt_model model) {
    const char *error = 0;
    struct litmus *litmus = litmus_parse(text, &error);
    if (!litmus)
        fail_msg("%s\nwants %s", text, error);
    const struct swrt_explore_program *program = litmus_program(litmus);
    struct swrt_explore_options options = {
        .model = model, .compares = true, .keeps_order = true, .graphs = MOST_GRAPHS, .tells_apart = true};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *apart = swrt_explore_values(program, &options);
    if (apart->is_complete && !apart->refused && apart->graphs < MOST_GRAPHS) {
        struct swrt_outcomes *graphs_apart = swrt_explore_graphs(program, &options);
        expect_same(text, number, "by values, by graphs", apart, graphs_apart);
        options.tells_apart = false;
        struct swrt_outcomes *values = swrt_explore_values(program, &options);
        expect_same(text, number, "by values, with threads interchanged", apart, values);
        struct swrt_outcomes *graphs = swrt_explore_graphs(program, &options);
        expect_same(text, number, "by graphs, with threads interchanged", apart, graphs);
        expect_executions(text, number, litmus, graphs_apart);
        expect_executions(text, number, litmus, values);
        expect_executions(text, number, litmus, graphs);
        assert_true(graphs->is_complete && graphs_apart->is_complete && values->is_complete);
        struct swrt_outcomes *edited = explore_edited(litmus, &options);
        expect_same(text, number, "where turns do not say how long they are", edited, graphs);
        swrt_outcomes_close(edited);
        swrt_outcomes_close(graphs_apart);
        swrt_outcomes_close(graphs);
        swrt_outcomes_close(values);
    }
    swrt_outcomes_close(apart);
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
