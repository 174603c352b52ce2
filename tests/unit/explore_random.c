/* The explorer against the definition: random programs of two or three threads, and a reference that tries everything
 * (reference.h). The same outcomes come from both, and the same of them are SC's and x86's.
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

#include "litmus.h"
#include "reference.h"

static uint64_t pack_values(const struct swrt_outcome *outcome, unsigned count) {
    uint64_t packed = 0;
    for (unsigned i = 0; i < count; i++)
        packed = packed << 4 | (outcome->values[i] & 15);
    return packed;
}

struct sets {
    struct set all, sc, x86;
    unsigned strays;
    uint64_t graphs;
};

static void explore(const struct litmus *litmus, enum swrt_model model, struct sets *sets) {
    struct swrt_explore_options options = {.model = model, .compares = true};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
    sets->all.count = sets->sc.count = sets->x86.count = 0;
    sets->strays = outcomes->strays;
    sets->graphs = outcomes->graphs;
    for (unsigned i = 0; i < outcomes->count; i++) {
        const struct swrt_outcome *outcome = &outcomes->list[i];
        uint64_t values = pack_values(outcome, outcomes->num_watch);
        reference_add(&sets->all, outcome->class == SWRT_OUTCOME_END ? values : ~0ull);
        if (outcome->in_sc)
            reference_add(&sets->sc, values);
        if (outcome->in_x86)
            reference_add(&sets->x86, values);
    }
    swrt_outcomes_close(outcomes);
}

/* What one set has and the other lacks. */
static void print_missing(const char *whose, const struct set *a, const struct set *b) {
    for (unsigned i = 0; i < a->count; i++) {
        bool is_there = false;
        for (unsigned k = 0; k < b->count; k++)
            is_there |= a->list[i] == b->list[k];
        if (!is_there)
            print_message("only %s: %llx\n", whose, (unsigned long long)a->list[i]);
    }
}

static bool differ(struct set *got, struct set *expected) {
    if (reference_is_equal(got, expected))
        return false;
    print_missing("got", got, expected);
    print_missing("expected", expected, got);
    return true;
}

static const char *difference(const struct program *p, const struct litmus *litmus) {
    static struct set defined, sc, x86;
    static struct sets got;
    reference_run_machine(p, false, &sc);
    reference_run_machine(p, true, &x86);
    for (unsigned is_75 = 0; is_75 < 2; is_75++) {
        reference_define(p, is_75, &defined);
        explore(litmus, is_75 ? SWRT_MODEL_PTX75 : SWRT_MODEL_PTX60, &got);
        if (differ(&got.all, &defined))
            return is_75 ? "PTX 7.5" : "PTX 6.0";
        if (differ(&got.sc, &sc))
            return "what of it is SC's";
        if (differ(&got.x86, &x86))
            return "what of it is x86's";
        if (got.strays)
            return "SC or x86 has more than PTX";
    }
    explore(litmus, SWRT_MODEL_SC, &got);
    if (differ(&got.all, &sc))
        return "SC";
    explore(litmus, SWRT_MODEL_X86, &got);
    return differ(&got.all, &x86) ? "x86" : 0;
}

static unsigned from_environment(const char *name, unsigned otherwise) {
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, 0, 10) : otherwise;
}

/* What the reference does not try in short time: many writes, many fences. */
static bool is_small(const struct program *p) {
    unsigned writes[PLACES] = {0}, fences = 0, all = 0;
    for (unsigned t = 0; t < p->threads; t++)
        for (unsigned i = 0; i < p->length[t]; i++) {
            const struct instruction *at = &p->code[t][i];
            if (at->op != LD && at->op < FENCE)
                writes[at->place]++;
            fences += at->op == FENCE;
            all += reference_reads(at);
        }
    return writes[0] < 4 && writes[1] < 4 && fences < 5 && all < 6;
}

static void test_random(void **state) {
    unsigned count = from_environment("COUNT", 1000), seed = from_environment("SEED", 1);
    for (unsigned i = 0; i < count; i++) {
        static char text[8192];
        struct program p;
        const char *error = 0, *what;
        reference_seed((uint64_t)seed * 1000003 + i);
        do
            reference_make_program(&p);
        while (!is_small(&p));
        reference_print_program(&p, text, sizeof text);
        struct litmus *litmus = litmus_parse(text, &error);
        if (!litmus)
            fail_msg("%s\nwants %s", text, error);
        if ((what = difference(&p, litmus)))
            fail_msg("program %u of seed %u: %s\n%s", i, seed, what, text);
        litmus_close(litmus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
