/* Programs of a few threads, and exactly the outcomes that PTX allows: message passing, store and load buffering, IRIW,
 * counters, a lock, the last block's sum; each with a mended form where something unwanted is allowed. Both versions of
 * the model give the same. Then message passing in all ways of access, fences and places, as a table. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "litmus.h"

/* clang-format off */
static const struct row {
    const char *name;
    bool is_racy; /* by the strict policy */
    const char *outcomes, *text;
} rows[] = {
    {"cas_lock", false,
     "(2)",
     "PTX cas_lock\n"
     "(* watch: N *)\n"
     "{ L=0; N=0; }\n"
     " P0@cta 0,gpu 0                   | P1@cta 1,gpu 0                   ;\n"
     " LC0:                             | LC0:                             ;\n"
     " atom.relaxed.gpu.cas r0, L, 0, 1 | atom.relaxed.gpu.cas r0, L, 0, 1 ;\n"
     " beq r0, 0, LC1                   | beq r0, 0, LC1                   ;\n"
     " goto LC0                         | goto LC0                         ;\n"
     " LC1:                             | LC1:                             ;\n"
     " fence.sc.gpu                     | fence.sc.gpu                     ;\n"
     " ld.weak r1, N                    | ld.weak r1, N                    ;\n"
     " add r1, r1, 1                    | add r1, r1, 1                    ;\n"
     " st.weak N, r1                    | st.weak N, r1                    ;\n"
     " fence.sc.gpu                     | fence.sc.gpu                     ;\n"
     " atom.relaxed.gpu.exch r2, L, 0   | atom.relaxed.gpu.exch r2, L, 0   ;\n"},
    {"corr_plain", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX corr_plain\n"
     "(* watch: A,B *)\n"
     "{ X=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | ld.weak r0, X  ;\n"
     "                | st.weak A, r0  ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak B, r1  ;\n"},
    {"corr_plain mended", true,
     "(0,0) (0,1) (1,1)",
     "PTX corr_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0   | P1@cta 1,gpu 0    ;\n"
     " st.volatile X, 1 | ld.volatile r0, X ;\n"
     "                  | st.weak A, r0     ;\n"
     "                  | ld.volatile r1, X ;\n"
     "                  | st.weak B, r1     ;\n"},
    {"iriw_acquire", false,
     "(0,0,0,0) (0,0,0,1) (0,0,1,0) (0,0,1,1) (0,1,0,0) (0,1,0,1) (0,1,1,0) (0,1,1,1) (1,0,0,0) (1,0,0,1) "
     "(1,0,1,0) (1,0,1,1) (1,1,0,0) (1,1,0,1) (1,1,1,0) (1,1,1,1)",
     "PTX iriw_acquire\n"
     "(* watch: A,B,C,D *)\n"
     "{ X=0; Y=0; A=0; B=0; C=0; D=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       | P3@cta 3,gpu 0       ;\n"
     " st.release.gpu X, 1 | st.release.gpu Y, 1 | ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     "                     |                     | st.weak A, r0        | st.weak C, r0        ;\n"
     "                     |                     | ld.acquire.gpu r1, Y | ld.acquire.gpu r1, X ;\n"
     "                     |                     | st.weak B, r1        | st.weak D, r1        ;\n"},
    {"iriw_acquire mended", false,
     "(0,0,0,0) (0,0,0,1) (0,0,1,0) (0,0,1,1) (0,1,0,0) (0,1,0,1) (0,1,1,0) (0,1,1,1) (1,0,0,0) (1,0,0,1) "
     "(1,0,1,1) (1,1,0,0) (1,1,0,1) (1,1,1,0) (1,1,1,1)",
     "PTX iriw_acquire_mended\n"
     "(* watch: A,B,C,D *)\n"
     "{ X=0; Y=0; A=0; B=0; C=0; D=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0      | P2@cta 2,gpu 0       | P3@cta 3,gpu 0       ;\n"
     " st.release.gpu X, 1 | st.release.gpu Y, 1 | ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     "                     |                     | st.weak A, r0        | st.weak C, r0        ;\n"
     "                     |                     | fence.sc.gpu         | fence.sc.gpu         ;\n"
     "                     |                     | ld.acquire.gpu r1, Y | ld.acquire.gpu r1, X ;\n"
     "                     |                     | st.weak B, r1        | st.weak D, r1        ;\n"},
    {"last_block_one_fence", true,
     "(1) (2) (3)",
     "PTX last_block_one_fence\n"
     "(* watch: SUM *)\n"
     "{ part0=0; part1=0; count=0; SUM=0; }\n"
     " P0@cta 0,gpu 0                    | P1@cta 1,gpu 0                    ;\n"
     " st.weak part0, 1                  | st.weak part1, 2                  ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " atom.relaxed.gpu.add r0, count, 1 | atom.relaxed.gpu.add r0, count, 1 ;\n"
     " bne r0, 1, LCX                    | bne r0, 1, LCX                    ;\n"
     " ld.weak r1, part0                 | ld.weak r1, part0                 ;\n"
     " ld.weak r2, part1                 | ld.weak r2, part1                 ;\n"
     " add r3, r1, r2                    | add r3, r1, r2                    ;\n"
     " st.weak SUM, r3                   | st.weak SUM, r3                   ;\n"
     " LCX:                              | LCX:                              ;\n"},
    {"last_block_one_fence mended", false,
     "(3)",
     "PTX last_block_one_fence_mended\n"
     "(* watch: SUM *)\n"
     "{ part0=0; part1=0; count=0; SUM=0; }\n"
     " P0@cta 0,gpu 0                    | P1@cta 1,gpu 0                    ;\n"
     " st.weak part0, 1                  | st.weak part1, 2                  ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " atom.relaxed.gpu.add r0, count, 1 | atom.relaxed.gpu.add r0, count, 1 ;\n"
     " bne r0, 1, LCX                    | bne r0, 1, LCX                    ;\n"
     " fence.sc.gpu                      | fence.sc.gpu                      ;\n"
     " ld.weak r1, part0                 | ld.weak r1, part0                 ;\n"
     " ld.weak r2, part1                 | ld.weak r2, part1                 ;\n"
     " add r3, r1, r2                    | add r3, r1, r2                    ;\n"
     " st.weak SUM, r3                   | st.weak SUM, r3                   ;\n"
     " LCX:                              | LCX:                              ;\n"},
    {"lb_relaxed", false,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX lb_relaxed\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;\n"
     " ld.relaxed.gpu r0, X | ld.relaxed.gpu r0, Y ;\n"
     " st.weak A, r0        | st.weak B, r0        ;\n"
     " st.relaxed.gpu Y, 1  | st.relaxed.gpu X, 1  ;\n"},
    {"lb_relaxed mended", false,
     "(0,0) (0,1) (1,0)",
     "PTX lb_relaxed_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0       | P1@cta 1,gpu 0       ;\n"
     " ld.acquire.gpu r0, X | ld.acquire.gpu r0, Y ;\n"
     " st.weak A, r0        | st.weak B, r0        ;\n"
     " st.release.gpu Y, 1  | st.release.gpu X, 1  ;\n"},
    {"mp_fences", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_fences\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_plain", true,
     "(1,2) (1,20) (10,2) (10,20)",
     "PTX mp_plain\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " st.weak Y, 20  | st.weak B, r0  ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_plain mended", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"mp_release_acquire", false,
     "(-1) (42)",
     "PTX mp_release_acquire\n"
     "(* watch: A *)\n"
     "{ data=0; A=-1; ready=0; }\n"
     " P0@cta 0,gpu 0          | P1@cta 1,gpu 0           ;\n"
     " st.weak data, 42        | ld.acquire.gpu r0, ready ;\n"
     " st.release.gpu ready, 1 | bne r0, 1, LCX           ;\n"
     "                         | ld.weak r1, data         ;\n"
     "                         | st.weak A, r1            ;\n"
     "                         | LCX:                     ;\n"},
    {"mp_x_first", true,
     "(1,2) (1,20) (10,2) (10,20)",
     "PTX mp_x_first\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r1, X  ;\n"
     " fence.sc.gpu   | st.weak A, r1  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r0, Y  ;\n"
     "                | st.weak B, r0  ;\n"},
    {"mp_x_first mended", true,
     "(1,2) (10,2) (10,20)",
     "PTX mp_x_first_mended\n"
     "(* watch: A,B *)\n"
     "{ X=1; Y=2; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 10  | ld.weak r0, Y  ;\n"
     " fence.sc.gpu   | st.weak B, r0  ;\n"
     " st.weak Y, 20  | fence.sc.gpu   ;\n"
     "                | ld.weak r1, X  ;\n"
     "                | st.weak A, r1  ;\n"},
    {"rmw_device", false,
     "(0,1,2,3) (0,2,1,3) (1,0,2,3) (1,2,0,3) (2,0,1,3) (2,1,0,3)",
     "PTX rmw_device\n"
     "(* watch: A,B,C,X *)\n"
     "{ X=0; A=0; B=0; C=0; }\n"
     " P0@cta 0,gpu 0                | P1@cta 1,gpu 0                | P2@cta 2,gpu 0                ;\n"
     " atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 | atom.relaxed.gpu.add r0, X, 1 ;\n"
     " st.weak A, r0                 | st.weak B, r0                 | st.weak C, r0                 ;\n"},
    {"s_release_acquire", false,
     "(0,1) (0,2) (1,1)",
     "PTX s_release_acquire\n"
     "(* watch: A,X *)\n"
     "{ X=0; Y=0; A=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0       ;\n"
     " st.relaxed.gpu X, 2 | ld.acquire.gpu r0, Y ;\n"
     " st.release.gpu Y, 1 | st.weak A, r0        ;\n"
     "                     | st.relaxed.gpu X, 1  ;\n"},
    {"sb_plain", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX sb_plain\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " ld.weak r0, Y  | ld.weak r0, X  ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"sb_plain mended", true,
     "(0,1) (1,0) (1,1)",
     "PTX sb_plain_mended\n"
     "(* watch: A,B *)\n"
     "{ X=0; Y=0; A=0; B=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " fence.sc.gpu   | fence.sc.gpu   ;\n"
     " ld.weak r0, Y  | ld.weak r0, X  ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"shared_syncthreads", false,
     "(7,9)",
     "PTX shared_syncthreads\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
     " st.weak s0, 7  | st.weak s1, 9  ;\n"
     " bar.sync 0     | bar.sync 0     ;\n"
     " ld.weak r0, s1 | ld.weak r0, s0 ;\n"
     " st.weak B, r0  | st.weak A, r0  ;\n"},
    {"two writers, either fence first", true,
     "(1,2) (2,1) (2,2)",
     "PTX writers\n"
     "(* watch: X,Y *)\n"
     "{ X=0; Y=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
     " st.weak X, 1   | st.weak Y, 1   ;\n"
     " fence.sc.gpu   | fence.sc.gpu   ;\n"
     " st.weak Y, 2   | st.weak X, 2   ;\n"},
    {"a release seen through another's read-modify-write", true,
     "(0,0) (0,1) (1,1) (2,1)",
     "PTX chain\n"
     "(* watch: P2:r0,P2:r1 *)\n"
     "{ X=0; Y=0; }\n"
     " P0@cta 0,gpu 0      | P1@cta 1,gpu 0           | P2@cta 2,gpu 0       ;\n"
     " st.weak X, 1        | ld.relaxed.gpu r1, Y     | ld.acquire.gpu r0, Y ;\n"
     " st.release.gpu Y, 1 | bne r1, 1, L0            | ld.weak r1, X        ;\n"
     "                     | red.relaxed.gpu.add Y, 1 |                      ;\n"
     "                     | L0:                      |                      ;\n"},
    {"through a thread that only comes to barriers", false,
     "(1)",
     "PTX idle\n"
     "(* watch: P1:r0 *)\n"
     "{ X=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0 ;\n"
     " st.weak X, 1   | bar.sync 1, 2  | bar.sync 0, 2  ;\n"
     " bar.sync 0, 2  | ld.weak r0, X  | bar.sync 1, 2  ;\n"},
    {"through a thread that only arrives there", true,
     "(0) (1)",
     "PTX arrives\n"
     "(* watch: P1:r0 *)\n"
     "{ X=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 0,gpu 0  ;\n"
     " st.weak X, 1   | bar.sync 1, 2  | bar.arrive 0, 2 ;\n"
     " bar.sync 0, 2  | ld.weak r0, X  | bar.sync 1, 2   ;\n"},
    {"warp_without_syncwarp", true,
     "(0,0) (0,1) (1,0) (1,1)",
     "PTX warp_without_syncwarp\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
     " st.weak s0, 0  | st.weak s1, 0  ;\n"
     " bar.sync 0     | bar.sync 0     ;\n"
     " st.weak s0, 1  | st.weak s1, 1  ;\n"
     " ld.weak r0, s1 | ld.weak r0, s0 ;\n"
     " st.weak A, r0  | st.weak B, r0  ;\n"},
    {"warp_without_syncwarp mended", false,
     "(1,1)",
     "PTX warp_without_syncwarp_mended\n"
     "(* watch: A,B *)\n"
     "{ A=0; B=0; s0=0; s1=0; }\n"
     " P0@cta 0,gpu 0   | P1@cta 0,gpu 0   ;\n"
     " st.weak s0, 0    | st.weak s1, 0    ;\n"
     " bar.sync 0       | bar.sync 0       ;\n"
     " st.weak s0, 1    | st.weak s1, 1    ;\n"
     " bar.sync 101     | bar.sync 101     ;\n"
     " ld.weak r0, s1   | ld.weak r0, s0   ;\n"
     " st.weak A, r0    | st.weak B, r0    ;\n"},
};
/* clang-format on */

static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void print_outcome(const struct swrt_outcome *outcome, unsigned count, char *text, size_t size) {
    size_t length = (size_t)snprintf(text, size, "(");
    for (unsigned i = 0; i < count; i++)
        length += (size_t)snprintf(text + length, size - length, i ? ",%d" : "%d", (int)outcome->values[i]);
    snprintf(text + length, size - length, ")");
}

/* "(1,2) (10,2)", in the order of their letters, and "deadlock" where one waits for ever. */
static void print_outcomes(const struct swrt_outcomes *outcomes, char *text, size_t size) {
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

static void sort_words(const char *words, char *text, size_t size) {
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

static struct litmus *parse(const char *text) {
    const char *error = 0;
    struct litmus *litmus = litmus_parse(text, &error);
    if (!litmus)
        fail_msg("wants %s:\n%s", error, text);
    return litmus;
}

static struct swrt_outcomes *explore(const struct litmus *litmus, enum swrt_model model, bool by_graphs) {
    struct swrt_explore_options options = {.model = model, .policy = SWRT_EXPLORE_STRICT, .compares = true};
    options.watch = litmus_watch(litmus, &options.num_watch);
    struct swrt_outcomes *outcomes = (by_graphs ? swrt_explore_graphs : swrt_explore_values)(litmus_program(litmus),
                                                                                             &options);
    assert_null(outcomes->refused);
    assert_true(outcomes->is_complete);
    assert_int_equal(outcomes->strays, 0);
    return outcomes;
}

static void expect_row(const struct row *row, enum swrt_model model, bool by_graphs) {
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
static void test_programs(void **state) {
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        for (enum swrt_model model = SWRT_MODEL_PTX60; model <= SWRT_MODEL_PTX75; model++) {
            expect_row(&rows[i], model, false);
            if (strcmp(rows[i].name, "lb_relaxed"))
                expect_row(&rows[i], model, true);
        }
}

/* --- message passing ---------------------------------------------------------------------------------------------- */

/* access: 0 plain, 1 volatile, 2 atomic. fences: of the writer and the reader, "" none. reads_x_first: A = X; B = Y. */
static void message(char *text, size_t size, unsigned access, const char *const fences[2], const char *place,
                    bool reads_x_first) {
    static const char *const stores[] = {"st.weak %s, %d", "st.volatile %s, %d", "atom.relaxed.gpu.exch r9, %s, %d"};
    static const char *const loads[] = {"ld.weak %s, %s", "ld.volatile %s, %s", "atom.relaxed.gpu.add %s, %s, 0"};
    char write_x[64], write_y[64], read_first[64], read_last[64];
    snprintf(write_x, sizeof write_x, stores[access], "X", 10);
    snprintf(write_y, sizeof write_y, stores[access], "Y", 20);
    snprintf(read_first, sizeof read_first, loads[access], reads_x_first ? "r0" : "r1", reads_x_first ? "X" : "Y");
    snprintf(read_last, sizeof read_last, loads[access], reads_x_first ? "r1" : "r0", reads_x_first ? "Y" : "X");
    snprintf(
        text, size,
        "PTX message (* watch: P1:r0,P1:r1 *) { X=1; Y=2; }\n P0@cta 0,gpu 0 | P1@%s ;\n %s | %s ;\n %s | %s ;\n %s | "
        "%s ;\nexists (0==0)",
        place, write_x, read_first, fences[0], fences[1], write_y, read_last);
}

static const char *const places[] = {"cta 0,gpu 0", "cta 1,gpu 0", "cta 1,gpu 1"};

static void expect_message(unsigned access, const char *writer, const char *reader, unsigned place, bool reads_x_first,
                           bool is_allowed) {
    char text[1024], got[1024];
    message(text, sizeof text, access, (const char *const[]){writer, reader}, places[place], reads_x_first);
    for (enum swrt_model model = SWRT_MODEL_PTX60; model <= SWRT_MODEL_PTX75; model++) {
        struct litmus *litmus = parse(text);
        struct swrt_outcomes *outcomes = explore(litmus, model, false);
        print_outcomes(outcomes, got, sizeof got);
        if (strcmp(got, is_allowed ? "(1,2) (1,20) (10,2) (10,20)" : "(1,2) (10,2) (10,20)"))
            fail_msg("%s\n%s", text, got);
        swrt_outcomes_close(outcomes);
        litmus_close(litmus);
    }
}

/* allowed: of (1,20), in the same block, another block, on another device. */
static const struct {
    const char *writer, *reader;
    const char *allowed;
} fences[] = {
    {"", "", "yyy"},
    {"fence.sc.cta", "fence.sc.cta", "nyy"},
    {"fence.sc.gpu", "fence.sc.gpu", "nny"},
    {"fence.sc.sys", "fence.sc.sys", "nnn"},
    {"fence.sc.gpu", "", "yyy"},
    {"", "fence.sc.gpu", "yyy"},
    {"fence.sc.sys", "fence.sc.gpu", "nny"},
    {"fence.sc.gpu", "fence.sc.cta", "nyy"},
};

static void test_messages(void **state) {
    for (unsigned access = 0; access < 3; access++)
        for (unsigned f = 0; f < sizeof fences / sizeof *fences; f++)
            for (unsigned place = 0; place < 3; place++)
                expect_message(access, fences[f].writer, fences[f].reader, place, false,
                               fences[f].allowed[place] == 'y');
}

/* Release and acquire fences order what is strong only. */
static void test_release_fences(void **state) {
    for (unsigned access = 0; access < 3; access++)
        expect_message(access, "fence.acq_rel.gpu", "fence.acq_rel.gpu", 1, false, access == 0);
}

/* Who reads X first sees (1,20) in an interleaving. */
static void test_x_first(void **state) {
    for (unsigned access = 0; access < 3; access++)
        for (unsigned f = 0; f < 4; f++)
            expect_message(access, fences[f].writer, fences[f].reader, 1, true, true);
}

/* --- scopes of counters ------------------------------------------------------------------------------------------- */

static void expect_counter(const char *scope, const char *place, const char *expected) {
    char text[512], got[256];
    snprintf(text, sizeof text,
             "PTX counter (* watch: x *) { x=0; }\n P0@cta 0,gpu 0 | P1@%s ;\n red.relaxed.%s.add x, 1 | "
             "red.relaxed.%s.add x, 1 ;\n",
             place, scope, scope);
    struct litmus *litmus = parse(text);
    struct swrt_outcomes *outcomes = explore(litmus, SWRT_MODEL_PTX75, true);
    print_outcomes(outcomes, got, sizeof got);
    assert_string_equal(got, expected);
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

static void test_counters(void **state) {
    expect_counter("cta", "cta 0,gpu 0", "(2)");
    expect_counter("cta", "cta 1,gpu 0", "(1) (2)");
    expect_counter("gpu", "cta 1,gpu 0", "(2)");
    expect_counter("gpu", "cta 1,gpu 1", "(1) (2)");
    expect_counter("sys", "cta 1,gpu 1", "(2)");
}

/* --- races by both policies --------------------------------------------------------------------------------------- */

#define MESSAGE(write, release, read, acquire)                                                                         \
    "PTX message { X=0; Y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak X, 1 | " read " ;\n" release               \
    " | bne r0, 1, L0 ;\n" write " | " acquire " ;\n | ld.weak r1, X ;\n | L0: ;\n"

/* strict, pragmatic: how many pairs race. */
static const struct {
    const char *name, *text;
    unsigned strict, pragmatic;
} races[] = {
    {"fences and an atomic flag",
     MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, Y", "fence.sc.gpu"), 0, 0},
    {"release fences", MESSAGE("st.relaxed.gpu Y, 1", "fence.acq_rel.gpu", "ld.relaxed.gpu r0, Y", "fence.acq_rel.gpu"),
     0, 0},
    {"no fence behind the flag", MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "ld.relaxed.gpu r0, Y", ""), 1, 0},
    {"no fence before the flag", MESSAGE("st.relaxed.gpu Y, 1", "", "ld.relaxed.gpu r0, Y", "fence.sc.gpu"), 1, 1},
    {"no fence behind a compare-and-swap",
     MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.gpu", "atom.relaxed.gpu.cas r0, Y, 1, 1", ""), 1, 1},
    {"fences too narrow", MESSAGE("st.relaxed.gpu Y, 1", "fence.sc.cta", "ld.relaxed.gpu r0, Y", "fence.sc.cta"), 1, 1},
    {"a volatile flag", MESSAGE("st.volatile Y, 1", "fence.sc.gpu", "ld.volatile r0, Y", "fence.sc.gpu"), 1, 1},
    {"a plain flag", MESSAGE("st.weak Y, 1", "fence.sc.gpu", "ld.weak r0, Y", "fence.sc.gpu"), 2, 2},
    {"release and acquire", MESSAGE("st.release.gpu Y, 1", "", "ld.acquire.gpu r0, Y", ""), 0, 0},
    {"release, read relaxed", MESSAGE("st.release.gpu Y, 1", "", "ld.relaxed.gpu r0, Y", ""), 1, 0},
    {"the last block, without its second fence",
     "PTX last { X=0; C=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n atom.relaxed.gpu.add r0, C, 1 | st.weak X, 1 ;\n"
     "bne r0, 1, L0 | fence.sc.gpu ;\n ld.weak r1, X | atom.relaxed.gpu.add r0, C, 1;\n L0: | ;\n",
     1, 0},
};

static unsigned count_races(const struct litmus *litmus, enum swrt_explore_policy policy) {
    struct swrt_explore_options options = {.model = SWRT_MODEL_PTX75, .policy = policy};
    struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
    unsigned count = outcomes->num_races;
    swrt_outcomes_close(outcomes);
    return count;
}

static void test_races(void **state) {
    for (unsigned i = 0; i < sizeof races / sizeof *races; i++) {
        struct litmus *litmus = parse(races[i].text);
        unsigned strict = count_races(litmus, SWRT_EXPLORE_STRICT);
        unsigned pragmatic = count_races(litmus, SWRT_EXPLORE_PRAGMATIC);
        if (strict != races[i].strict || pragmatic != races[i].pragmatic)
            fail_msg("%s: %u strict, %u pragmatic; expected %u and %u", races[i].name, strict, pragmatic,
                     races[i].strict, races[i].pragmatic);
        litmus_close(litmus);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_races),          cmocka_unit_test(test_programs), cmocka_unit_test(test_messages),
        cmocka_unit_test(test_release_fences), cmocka_unit_test(test_x_first),  cmocka_unit_test(test_counters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
