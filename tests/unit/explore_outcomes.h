/* Litmus tests, and exactly the outcomes that they have, in words: "(1,2) (10,2)" are the values of the watched; "deadlock",
 * that some thread waits for ever. */
#ifndef EXPLORE_OUTCOMES_H
#define EXPLORE_OUTCOMES_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus.h"

struct row {
    const char *name;
    bool is_racy; /* by the strict policy */
    const char *outcomes, *text;
};

static inline int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static inline void print_outcome(const struct swrt_outcome *outcome, unsigned count, char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "(");
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, i ? ",%d" : "%d", (int)outcome->values[i]);
    snprintf(text + length, size - length, ")");
}

/* "(1,2) (10,2)", in the order of their letters, and "deadlock" where one waits for ever. */
static inline void print_outcomes(const struct swrt_outcomes *outcomes, char *text, size_t size) {
    char one[64][64], *list[64];
    unsigned count = 0;
    for (unsigned i = 0; i < outcomes->count && count < 64; i++) {
        list[count] = one[count];
        if (outcomes->list[i].class == SWRT_OUTCOME_END)
            print_outcome(&outcomes->list[i], outcomes->num_watch, one[count++], 64);
        else
            strcpy(one[count++], "deadlock");
    }
    qsort(list, count, sizeof *list, by_text);
    size_t length = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, i ? " %s" : "%s", list[i]);
}

static inline void sort_words(const char *words, char *text, size_t size) {
    char copy[1024], *list[64];
    unsigned count = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word = strtok(copy, " "); word && count < 64; word = strtok(0, " "))
        list[count++] = word;
    qsort(list, count, sizeof *list, by_text);
    size_t length = 0;
    text[0] = 0;
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, i ? " %s" : "%s", list[i]);
}

static inline struct litmus *parse(const char *text) {
    const char *error = 0;
    struct litmus *litmus = litmus_parse(text, &error);
    if (!litmus)
        fail_msg("wants %s:\n%s", error, text);
    return litmus;
}

static inline struct swrt_outcomes *explore(const struct litmus *litmus, enum swrt_model model, bool by_graphs) {
    struct swrt_explore_options options = {.model = model, .policy = SWRT_EXPLORE_STRICT, .compares = true};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *outcomes = (by_graphs ? swrt_explore_graphs : swrt_explore_values)(litmus_program(litmus),
                                                                                             &options);
    assert_null(outcomes->refused);
    assert_true(outcomes->is_complete);
    assert_int_equal(outcomes->strays, 0);
    return outcomes;
}

static inline void expect_row(const struct row *row, enum swrt_model model, bool by_graphs) {
    struct litmus *litmus = parse(row->text);
    struct swrt_outcomes *outcomes = explore(litmus, model, by_graphs);
    char got[2048], expected[2048];
    print_outcomes(outcomes, got, sizeof got);
    sort_words(row->outcomes, expected, sizeof expected);
    if (strcmp(got, expected) || (outcomes->num_races > 0) != row->is_racy)
        fail_msg("%s%s: %s, %u races; expected %s", row->name, by_graphs ? ", by graphs" : "", got, outcomes->num_races,
                 expected);
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

/* The search by graphs does not look for load buffering. */
/* Both versions of the model give the same. The search by graphs does not look for load buffering. */
static inline void expect_rows(const struct row *rows, unsigned count) {
    for (unsigned i = 0; i < count; i++)
        for (enum swrt_model model = SWRT_MODEL_PTX60; model <= SWRT_MODEL_PTX75; model++) {
            expect_row(&rows[i], model, false);
            if (strcmp(rows[i].name, "lb_relaxed"))
                expect_row(&rows[i], model, true);
        }
}

#endif
