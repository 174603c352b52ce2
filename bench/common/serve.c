/* The line protocol, and how a workload is timed.
 *
 * A request is "<workload> <milliseconds>". The answer is one line:
 *
 *   <workload> ok|WRONG median=<ms> min=<ms> max=<ms> runs=<n> wall=<ms> others=<ms> note=<text>
 *   <workload> none                                             this program does not do it
 *
 * A workload runs untimed at first, at least twice and for half the budget: the first time also pays for compilation
 * and thread starts, and threads that have slept need some milliseconds until each has a processor of its own and the
 * caches are as a repeated run finds them. Then it is timed until the milliseconds are used up. Only run() is timed;
 * clearing and checking the outputs is not. `others` is processor time that the rest of the machine used meanwhile:
 * the caller throws a sample away when that is much. An idle program waits in read and costs nothing.
 */
#include "clock.h"
#include "workload.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNTIMED_RUNS = 2, MAX_RUNS = 1000 };

struct bench_data bench;

static char note[200];

void bench_say(const char *format, ...) {
    va_list args;

    va_start(args, format);
    vsnprintf(note, sizeof note, format, args);
    va_end(args);
    for (char *c = note; *c; c++)
        if (*c == ' ')
            *c = '_';
}

static int compare_doubles(const void *left, const void *right) {
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void warm_up(const struct workload *workload, void (*run)(void), double budget) {
    double end = clock_now() + budget / 2;

    for (int i = 0; i < UNTIMED_RUNS || clock_now() < end; i++) {
        workload->reset();
        run();
    }
}

/* Times runs until `budget` is used; at least one. Returns how many, times sorted. */
static size_t time_runs(const struct workload *workload, void (*run)(void), double budget, double *times) {
    double used = 0;
    size_t runs = 0;

    do {
        workload->reset();
        double start = clock_now();
        run();
        times[runs] = clock_now() - start;
        used += times[runs++];
    } while (used < budget && runs < MAX_RUNS);
    qsort(times, runs, sizeof times[0], compare_doubles);
    return runs;
}

static void answer(const char *name, const struct workload *workload, void (*run)(void), double budget) {
    static double times[MAX_RUNS];

    note[0] = 0;
    workload->make();
    warm_up(workload, run, budget);
    double machine = clock_machine(), own = clock_own(), start = clock_now();
    size_t runs = time_runs(workload, run, budget, times);
    double wall = clock_now() - start, others = clock_machine() - machine - (clock_own() - own);
    bool right = workload->check();
    printf("%s %s median=%.6f min=%.6f max=%.6f runs=%zu wall=%.1f others=%.1f note=%s\n", name, right ? "ok" : "WRONG",
           times[runs / 2], times[0], times[runs - 1], runs, wall, others, note);
}

static void (*find_run(const struct bench_entry *entries, size_t count, const char *name))(void) {
    for (size_t i = 0; i < count; i++)
        if (strcmp(entries[i].name, name) == 0)
            return entries[i].run;
    return NULL;
}

int bench_serve(const struct bench_entry *entries, size_t count) {
    char line[256], name[100];

    setvbuf(stdout, NULL, _IOLBF, 0);
    while (fgets(line, sizeof line, stdin)) {
        double budget = 0;
        if (sscanf(line, "%99s %lf", name, &budget) < 1)
            continue;
        const struct workload *workload = workload_find(name);
        void (*run)(void) = find_run(entries, count, name);
        if (workload && run)
            answer(name, workload, run, budget);
        else
            printf("%s none\n", name);
    }
    return 0;
}
