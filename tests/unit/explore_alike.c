/* Threads that are alike and those that only seem to be: whoever interchanges them finds what is found without.
 *
 * Programs are litmus tests, or, where threads differ in something that these cannot say, tables of events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus.h"
#include "softwarp/check_abi.h"

/* --- comparing ---------------------------------------------------------------------------------------------------- */

/* What the outcome has in a place: places are watched in the order in which they are found. */
static uint64_t value_of(const struct swrt_outcomes *in, const struct swrt_outcome *outcome, uint64_t address) {
    for (unsigned i = 0; i < in->num_watch; i++)
        if (in->watch[i].address == address)
            return outcome->values[i];
    return 0;
}

static bool is_same(const struct swrt_outcomes *a, const struct swrt_outcome *x, const struct swrt_outcomes *b,
                    const struct swrt_outcome *y) {
    bool is_same = x->class == y->class && x->threads == y->threads && x->where == y->where;
    for (unsigned i = 0; i < a->num_watch && is_same; i++)
        is_same = x->values[i] == value_of(b, y, a->watch[i].address);
    for (unsigned t = 0; t < SWRT_EXPLORE_THREADS && is_same && x->class >= SWRT_OUTCOME_FAILED; t++)
        is_same = x->sites[t] == y->sites[t];
    return is_same;
}

static void expect_within(const char *name, const struct swrt_outcomes *a, const struct swrt_outcomes *b) {
    for (unsigned i = 0; i < a->count; i++) {
        unsigned k = 0;
        while (k < b->count && !is_same(a, &a->list[i], b, &b->list[k]))
            k++;
        if (k == b->count)
            fail_msg("%s: %u and %u outcomes", name, a->count, b->count);
        if (a->list[i].graphs != b->list[k].graphs || a->list[i].in_sc != b->list[k].in_sc)
            fail_msg("%s: an outcome of %u and %u graphs", name, (unsigned)a->list[i].graphs,
                     (unsigned)b->list[k].graphs);
    }
}

static void expect_same(const char *name, const struct swrt_outcomes *a, const struct swrt_outcomes *b) {
    if (a->is_mixed != b->is_mixed)
        fail_msg("%s: no model describes the one only", name);
    if (a->is_mixed) /* which ends a search at once */
        return;
    expect_within(name, a, b);
    expect_within(name, b, a);
    assert_int_equal(a->graphs, b->graphs);
    assert_int_equal(a->num_races, b->num_races);
    assert_int_equal(a->is_complete, b->is_complete);
    assert_int_equal(a->refutation.witness != NULL, b->refutation.witness != NULL);
}

typedef struct swrt_outcomes *(*engine)(const struct swrt_explore_program *, const struct swrt_explore_options *);

/* How many executions were looked at, when threads were interchanged. */
static uint64_t compare_by(const char *name, engine search, const struct swrt_explore_program *program,
                           struct swrt_explore_options options) {
    options.tells_apart = true;
    struct swrt_outcomes *apart = search(program, &options);
    options.tells_apart = false;
    struct swrt_outcomes *interchanged = search(program, &options);
    expect_same(name, apart, interchanged);
    uint64_t candidates = interchanged->candidates;
    swrt_outcomes_close(apart);
    swrt_outcomes_close(interchanged);
    return candidates;
}

/* --- litmus tests ------------------------------------------------------------------------------------------------- */

struct row {
    const char *name, *text;
    unsigned candidates; /* by graphs, with threads interchanged; 0: it does not matter */
};

/* clang-format off */
static const struct row rows[] = {
    {"counters, each with its number",
     "PTX counters (* watch: x,z0,z1,z2,z3 *)\n"
     "{ x=0; z0=0; z1=0; z2=0; z3=0; }\n"
     " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                | P3@cta 3,gpu 0                ;\n"
     " atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 ;\n"
     " st.weak z0, r0                | st.weak z1, r0                | st.weak z2, r0                | st.weak z3, r0                ;\n", 1},
    {"a ticket lock",
     "PTX tickets (* watch: N *)\n"
     "{ T=0; S=0; N=0; }\n"
     " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                ;\n"
     " atom.relaxed.gpu.add r0, T, 1 | atom.relaxed.gpu.add r0, T, 1 | atom.relaxed.gpu.add r0, T, 1 ;\n"
     " LC0:                          | LC0:                          | LC0:                          ;\n"
     " ld.acquire.gpu r1, S          | ld.acquire.gpu r1, S          | ld.acquire.gpu r1, S          ;\n"
     " beq r1, r0, LC1               | beq r1, r0, LC1               | beq r1, r0, LC1               ;\n"
     " goto LC0                      | goto LC0                      | goto LC0                      ;\n"
     " LC1:                          | LC1:                          | LC1:                          ;\n"
     " ld.weak r2, N                 | ld.weak r2, N                 | ld.weak r2, N                 ;\n"
     " add r2, r2, 1                 | add r2, r2, 1                 | add r2, r2, 1                 ;\n"
     " st.weak N, r2                 | st.weak N, r2                 | st.weak N, r2                 ;\n"
     " add r3, r0, 1                 | add r3, r0, 1                 | add r3, r0, 1                 ;\n"
     " st.release.gpu S, r3          | st.release.gpu S, r3          | st.release.gpu S, r3          ;\n", 1},
    {"what is written late",
     "PTX late (* watch: P0:r0,P1:r0,y *)\n"
     "{ x=0; y=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 2,gpu 0      ;\n"
     " ld.relaxed.gpu r0, y | ld.relaxed.gpu r0, y | st.relaxed.gpu x, 1 ;\n"
     " ld.relaxed.gpu r1, x | ld.relaxed.gpu r1, x |                     ;\n"
     " bne r1, 1, LC0       | bne r1, 1, LC0       |                     ;\n"
     " st.relaxed.gpu y, 1  | st.relaxed.gpu y, 1  |                     ;\n"
     " LC0:                 | LC0:                 |                     ;\n", 0},
    {"a failure that comes late, of one who waits",
     "PTX fails (* watch: x *)\n"
     "{ x=0; y=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 2,gpu 0      | P3@cta 3,gpu 0       ;\n"
     " LC0:                 | LC0:                 | st.relaxed.gpu x, 1 | ld.relaxed.gpu r0, x ;\n"
     " ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x |                     | bne r0, 1, LC1       ;\n"
     " beq r0, 0, LC0       | beq r0, 0, LC0       |                     | fail                 ;\n"
     " st.relaxed.gpu y, 1  | st.relaxed.gpu y, 1  |                     | LC1:                 ;\n", 0},
    {"threads that do nothing",
     "PTX nothing (* watch: x *)\n"
     "{ x=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 | P3@cta 3,gpu 0                ;\n"
     " fail           | fail           | fail           | atom.relaxed.gpu.add r0, x, 1 ;\n", 1},
    {"two pairs, of which each reads from its own",
     "PTX pairs (* watch: P2:r0,P3:r0 *)\n"
     "{ x=0; }\n"
     " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0       | P3@cta 3,gpu 0       ;\n"
     " atom.relaxed.gpu.exch r0, x, 1 | atom.relaxed.gpu.exch r0, x, 1 | ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x ;\n", 0},
    {"failures at two places",
     "PTX places (* watch: x *)\n"
     "{ x=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       | P2@cta 2,gpu 0      ;\n"
     " ld.relaxed.gpu r0, x | ld.relaxed.gpu r0, x | st.relaxed.gpu x, 1 ;\n"
     " beq r0, 0, LC0       | beq r0, 0, LC0       |                     ;\n"
     " fail                 | fail                 |                     ;\n"
     " LC0:                 | LC0:                 |                     ;\n"
     " fail                 | fail                 |                     ;\n", 0},
};
/* clang-format on */

static void litmus_tests_stay_the_same(void **unused) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *error = NULL;
        struct litmus *litmus = litmus_parse(rows[i].text, &error);
        if (!litmus)
            fail_msg("%s wants %s", rows[i].name, error);
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .compares = true, .keeps_order = true};
        options.watch = litmus_watch(litmus, &options.num_watch);
        compare_by(rows[i].name, swrt_explore_values, litmus_program(litmus), options);
        uint64_t candidates = compare_by(rows[i].name, swrt_explore_graphs, litmus_program(litmus), options);
        if (rows[i].candidates && candidates != rows[i].candidates)
            fail_msg("%s: %u executions were looked at", rows[i].name, (unsigned)candidates);
        litmus_close(litmus);
    }
}

/* --- tables of events --------------------------------------------------------------------------------------------- */

enum { THREADS = 4, LENGTH = 6 };

/* copies: what it writes is what was read last. if_read: only if that was not 0. */
struct entry {
    struct swrt_explore_event event;
    bool copies, if_read;
};

struct table {
    const char *name;
    bool has_buffering; /* it is about executions that the search by graphs leaves out */
    struct entry entries[THREADS][LENGTH];
};

struct run {
    const struct table *table;
    unsigned at[THREADS];
    uint64_t last[THREADS];
};

static void tell_place(void *self, uint32_t thread, struct swrt_explore_place *place) {
    *place = (struct swrt_explore_place){thread, thread, 0, thread};
}

static uint64_t tell_initial(void *self, uint64_t address, uint32_t size) {
    return 0;
}

static void restart(void *self, uint32_t thread) {
    struct run *run = self;
    run->at[thread] = 0;
    run->last[thread] = 0;
}

static void next(void *self, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    struct run *run = self;
    const struct entry *entries = run->table->entries[thread];
    unsigned *at = &run->at[thread];
    if (*at && entries[*at - 1].event.kind == SWRT_EXPLORE_READ)
        run->last[thread] = answer;
    while (*at < LENGTH && entries[*at].if_read && !run->last[thread])
        ++*at;
    *event = (struct swrt_explore_event){.kind = SWRT_EXPLORE_END};
    if (*at == LENGTH || !entries[*at].event.site)
        return;
    *event = entries[*at].event;
    event->value = entries[*at].copies ? run->last[thread] : event->value;
    ++*at;
}

static void meet(void *self, uint64_t threads) {
}

/* clang-format off */
#define SIZED(kind_, order_, scope_, size_, address_, site_, value_, ...)                                              \
    {.event = {.kind = SWRT_EXPLORE_##kind_, .order = SWRT_ORDER_##order_, .scope = SWRT_SCOPE_##scope_,               \
               .size = (size_), .address = (address_), .site = (site_), .value = (value_)}, __VA_ARGS__}
#define ACCESS(kind, order, scope, address, site, ...) SIZED(kind, order, scope, 4, address, site, 1, __VA_ARGS__)
#define LOAD(address, site) ACCESS(READ, RELAXED, DEVICE, address, site, .copies = false)
#define STORE(address, site) ACCESS(WRITE, RELAXED, DEVICE, address, site, .copies = false)
#define EXCHANGE(address, site)                                                                                        \
    ACCESS(READ, RELAXED, DEVICE, address, site, .event.flags = SWRT_EXPLORE_ATOMIC),                                  \
        ACCESS(WRITE, RELAXED, DEVICE, address, site, .event.flags = SWRT_EXPLORE_ATOMIC | SWRT_EXPLORE_RMW)
#define COPY(address, site) ACCESS(WRITE, WEAK, THREAD, address, site, .copies = true)
#define BARRIER(id_) {.event = {.kind = SWRT_EXPLORE_BARRIER, .site = 9, .barrier = {.id = (id_), .count = 2,          \
                                .scope = SWRT_SCOPE_DEVICE, .orders = true}}}

enum { X = 0x100, Y = 0x200, A = 0x300, B = 0x400, C = 0x500, D = 0x600 };

/* Of each the first two threads seem to be alike. */
static const struct table tables[] = {
    {"they are alike", false, {{LOAD(X, 1), COPY(A, 2)}, {LOAD(X, 1), COPY(B, 2)}, {STORE(X, 3)}}},
    {"values", false, {{STORE(X, 1)}, {SIZED(WRITE, RELAXED, DEVICE, 4, X, 1, 2, .copies = false)}, {LOAD(X, 3), COPY(A, 4)}}},
    {"orders", false, {{STORE(X, 1)}, {ACCESS(WRITE, WEAK, DEVICE, X, 1, .copies = false)},
                       {LOAD(X, 3), COPY(A, 4), LOAD(X, 5), COPY(B, 6)}}},
    {"scopes", false, {{STORE(X, 1)}, {ACCESS(WRITE, RELAXED, BLOCK, X, 1, .copies = false)},
                       {LOAD(X, 3), COPY(A, 4), LOAD(X, 5), COPY(B, 6)}}},
    {"dependent values", true, {{LOAD(X, 1), STORE(Y, 2)},
                                {LOAD(X, 1), ACCESS(WRITE, RELAXED, DEVICE, Y, 2, .event.value_reads = 1)},
                                {LOAD(Y, 3), ACCESS(WRITE, RELAXED, DEVICE, X, 4, .copies = true, .event.value_reads = 1)}}},
    {"dependent on branches", true, {{LOAD(X, 1), STORE(Y, 2)},
                                     {LOAD(X, 1), ACCESS(WRITE, RELAXED, DEVICE, Y, 2, .event.control_reads = 1)},
                                     {LOAD(Y, 3), ACCESS(WRITE, RELAXED, DEVICE, X, 4, .copies = true, .event.value_reads = 1)}}},
    {"sites", false, {{LOAD(X, 1), {.event = {.kind = SWRT_EXPLORE_FAILED, .site = 2}}},
                      {LOAD(X, 1), {.event = {.kind = SWRT_EXPLORE_FAILED, .site = 3}}}, {STORE(X, 4)}}},
    {"flags", false, {{STORE(X, 1)}, {ACCESS(WRITE, RELAXED, DEVICE, X, 1, .event.flags = SWRT_EXPLORE_ATOMIC)},
                      {LOAD(X, 3), COPY(A, 4)}}},
    {"own places, of which the second has one for two", false,
     {{LOAD(X, 1), COPY(A, 2), COPY(B, 3)}, {LOAD(X, 1), COPY(C, 2), COPY(C, 3)}, {STORE(X, 4)}}},
    {"own places, of which the first has one for two", false,
     {{LOAD(X, 1), COPY(A, 2), STORE(A, 3)}, {LOAD(X, 1), COPY(C, 2), STORE(D, 3)}, {STORE(X, 4)}}},
    {"own places that not all write", false,
     {{LOAD(X, 1), ACCESS(WRITE, WEAK, THREAD, A, 2, .if_read = true)},
      {LOAD(X, 1), ACCESS(WRITE, WEAK, THREAD, B, 2, .if_read = true)}, {STORE(X, 4)}}},
    {"names of a place", false, {{STORE(X, 1)}, {ACCESS(WRITE, RELAXED, DEVICE, X, 1, .event.alias = 1)},
                                 {LOAD(X, 3), COPY(A, 4), LOAD(X, 5), COPY(B, 6)}}},
    {"own places that a third reads", false,
     {{LOAD(X, 1), COPY(A, 2)}, {LOAD(X, 1), COPY(B, 2)}, {STORE(X, 4), LOAD(B, 5), COPY(C, 6)}}},
    {"own places that overlap with others", false,
     {{EXCHANGE(X, 1), ACCESS(WRITE, WEAK, THREAD, A, 2, .if_read = true)},
      {EXCHANGE(X, 1), ACCESS(WRITE, WEAK, THREAD, B, 2, .if_read = true)},
      {SIZED(WRITE, WEAK, THREAD, 8, A, 5, 1, .copies = false)}}},
    {"barriers", false, {{LOAD(X, 1), COPY(A, 2), BARRIER(1)}, {LOAD(X, 1), COPY(B, 2), BARRIER(2)},
                         {STORE(X, 4), BARRIER(1)}}},
};
/* clang-format on */

static void tables_stay_the_same(void **unused) {
    for (unsigned i = 0; i < sizeof tables / sizeof *tables; i++) {
        struct run run = {.table = &tables[i]};
        struct swrt_explore_program program = {.self = &run,
                                               .threads = 3,
                                               .place = tell_place,
                                               .initial = tell_initial,
                                               .restart = restart,
                                               .next = next,
                                               .meet = meet};
        for (enum swrt_model model = SWRT_MODEL_PTX60; model <= SWRT_MODEL_PTX75; model++) {
            struct swrt_explore_options options = {.model = model, .compares = true, .policy = SWRT_EXPLORE_STRICT};
            compare_by(tables[i].name, swrt_explore_values, &program, options);
            if (!tables[i].has_buffering)
                compare_by(tables[i].name, swrt_explore_graphs, &program, options);
        }
    }
}

/* --- what is asked ------------------------------------------------------------------------------------------------ */

/* clang-format off */
static const char question[] =
    "PTX asked (* watch: z0,z1,P3:r0,y *)\n"
    "{ x=0; y=0; f=0; z0=0; z1=0; }\n"
    " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0      | P3@cta 3,gpu 0       ;\n"
    " atom.relaxed.gpu.add r0, x, 1 | atom.relaxed.gpu.add r0, x, 1 | st.weak y, 1        | ld.acquire.gpu r0, f ;\n"
    " st.weak z0, r0                | st.weak z1, r0                | st.release.gpu f, 1 | st.weak y, 2         ;\n";
/* clang-format on */

static bool is_asked(void *self, const uint64_t *values) {
    const uint64_t *wanted = self;
    return !memcmp(values, wanted, 4 * sizeof *values);
}

/* Why something is forbidden is found, whichever of threads that are alike it asks for. */
static void reasons_are_found(void **unused) {
    uint64_t wanted[2][4] = {{0, 1, 1, 1}, {1, 0, 1, 1}};
    const char *error = NULL;
    struct litmus *litmus = litmus_parse(question, &error);
    assert_non_null(litmus);
    for (unsigned i = 0; i < 2; i++) {
        struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .question = {is_asked, wanted[i]}};
        options.watch = litmus_watch(litmus, &options.num_watch);
        for (unsigned by_graphs = 0; by_graphs < 2; by_graphs++) {
            struct swrt_outcomes *outcomes = (by_graphs ? swrt_explore_graphs
                                                        : swrt_explore_values)(litmus_program(litmus), &options);
            assert_non_null(outcomes->refutation.witness);
            swrt_outcomes_close(outcomes);
        }
    }
    litmus_close(litmus);
}

/* --- many --------------------------------------------------------------------------------------------------------- */

/* More than are interchanged: as many executions as there are orders. */
static void many_threads_count(void **unused) {
    static char text[4096];
    const char *error = NULL;
    size_t at = (size_t)snprintf(text, sizeof text, "PTX many (* watch: x *)\n{ x=0; }\n");
    for (unsigned row = 0; row < 2; row++) {
        for (unsigned t = 0; t < 9; t++) {
            at += (size_t)snprintf(text + at, sizeof text - at, t ? " | " : " ");
            at += row ? (size_t)snprintf(text + at, sizeof text - at, "atom.relaxed.gpu.add r0, x, 1")
                      : (size_t)snprintf(text + at, sizeof text - at, "P%u@cta %u,gpu 0", t, t);
        }
        at += (size_t)snprintf(text + at, sizeof text - at, " ;\n");
    }
    struct litmus *litmus = litmus_parse(text, &error);
    assert_non_null(litmus);
    struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *outcomes = swrt_explore_graphs(litmus_program(litmus), &options);
    assert_int_equal(outcomes->count, 1);
    assert_int_equal(outcomes->list[0].values[0], 9);
    assert_int_equal(outcomes->graphs, 362880);
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(litmus_tests_stay_the_same),
        cmocka_unit_test(tables_stay_the_same),
        cmocka_unit_test(reasons_are_found),
        cmocka_unit_test(many_threads_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
