/* Runs Dartagnan's PTX tests against what it says of them, or those of a table of ours:
 *
 *     SOFTWARP_LITMUS=FOLDER explore-dartagnan [60|75|liveness] [part of a name]
 *     explore-dartagnan TABLE.csv [part of a name]
 *
 * FOLDER: a copy of its repository, with litmus/PTX and dartagnan/src/test/resources. A table has a test in each line, a
 * comma, and 1 where what the test says is so; ours name files beside them (translated/shapes.csv). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "litmus.h"

static char *read_all(const char *path) {
    FILE *file = fopen(path, "r");
    if (!file)
        return 0;
    char *text = calloc(1, 1 << 16);
    if (fread(text, 1, (1 << 16) - 1, file) == 0)
        text[0] = 0;
    fclose(file);
    return text;
}

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

struct score {
    unsigned right, wrong, proxy_right, proxy_wrong;
    double slowest, seconds;
};

static bool comes_to_an_end(const struct swrt_outcomes *outcomes) {
    for (unsigned i = 0; i < outcomes->count; i++)
        if (outcomes->list[i].class == SWRT_OUTCOME_DEADLOCK)
            return false;
    return true;
}

/* is_liveness: it is asked whether all executions end, not about the condition. */
static void run_test(const char *folder, const char *name, bool is_expected, enum swrt_model model, bool is_liveness,
                     struct score *score) {
    char path[4096];
    const char *error = 0;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    char *text = read_all(path);
    struct litmus *litmus = text ? litmus_parse(text, &error) : 0;
    free(text);
    if (!litmus) {
        printf("%s: wants %s\n", name, error ? error : "to be there");
        score->wrong++;
        return;
    }
    struct swrt_explore_options options = {.model = model};
    options.watch = litmus_watch(litmus, &options.num_watch);
    double begin = now();
    struct swrt_outcomes *outcomes = swrt_explore_values(litmus_program(litmus), &options);
    double seconds = now() - begin;
    bool holds = is_liveness ? comes_to_an_end(outcomes) : litmus_holds(litmus, outcomes);
    bool is_right = holds == is_expected && !outcomes->refused;
    if (litmus_has_proxies(litmus))
        *(is_right ? &score->proxy_right : &score->proxy_wrong) += 1;
    *(is_right ? &score->right : &score->wrong) += 1;
    score->seconds += seconds;
    score->slowest = seconds > score->slowest ? seconds : score->slowest;
    if (!is_right || seconds > 0.3 || getenv("VERBOSE"))
        printf("%s: %s, %u outcomes, %llu graphs of %llu, %.3f s%s%s\n", name, is_right ? "ok" : "WRONG",
               outcomes->count, (unsigned long long)outcomes->graphs, (unsigned long long)outcomes->candidates, seconds,
               outcomes->is_complete ? "" : ", bounded", outcomes->refused ? outcomes->refused : "");
    swrt_outcomes_close(outcomes);
    litmus_close(litmus);
}

/* folder: below which the table's files are. */
static bool run_table(const char *path, const char *folder, enum swrt_model model, const char *part) {
    bool is_liveness = strstr(path, "Liveness");
    const char *slash = strrchr(path, '/');
    char line[512];
    struct score score = {0};
    FILE *table = fopen(path, "r");
    if (!table) {
        printf("%s is not there\n", path);
        return false;
    }
    while (fgets(line, sizeof line, table)) {
        char *comma = strchr(line, ',');
        if (!comma)
            continue;
        *comma = 0;
        if (!part || strstr(line, part))
            run_test(folder, line, comma[1] == '1', model, is_liveness, &score);
    }
    fclose(table);
    printf("%s: %u of %u as expected (with proxies %u of %u), %.2f s, slowest %.3f s\n", slash ? slash + 1 : path,
           score.right, score.right + score.wrong, score.proxy_right, score.proxy_right + score.proxy_wrong,
           score.seconds, score.slowest);
    return !score.wrong && score.right;
}

static bool run_version(const char *folder, const char *version, enum swrt_model model, const char *part) {
    char path[4096];
    snprintf(path, sizeof path, "%s/dartagnan/src/test/resources/PTX%s-expected.csv", folder, version);
    return run_table(path, folder, model, part);
}

/* A table of ours, by both models. */
static bool run_ours(const char *path, const char *part) {
    char folder[4096];
    const char *slash = strrchr(path, '/');
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    bool is_right = run_table(path, folder, SWRT_MODEL_PTX60, part);
    return run_table(path, folder, SWRT_MODEL_PTX75, part) && is_right;
}

int main(int argc, char **argv) {
    const char *folder = getenv("SOFTWARP_LITMUS");
    if (argc > 1 && strstr(argv[1], ".csv"))
        return !run_ours(argv[1], argc > 2 ? argv[2] : 0);
    if (!folder || !*folder) {
        fprintf(stderr, "SOFTWARP_LITMUS names no folder\n");
        return 77;
    }
    bool is_right = true;
    if (argc < 2 || !strcmp(argv[1], "60"))
        is_right &= run_version(folder, "v6_0", SWRT_MODEL_PTX60, argc > 2 ? argv[2] : 0);
    if (argc < 2 || !strcmp(argv[1], "75"))
        is_right &= run_version(folder, "v7_5", SWRT_MODEL_PTX75, argc > 2 ? argv[2] : 0);
    if (argc < 2 || !strcmp(argv[1], "liveness")) {
        is_right &= run_version(folder, "v6_0-Liveness", SWRT_MODEL_PTX60, argc > 2 ? argv[2] : 0);
        is_right &= run_version(folder, "v7_5-Liveness", SWRT_MODEL_PTX75, argc > 2 ? argv[2] : 0);
    }
    return !is_right;
}
