/* softwarp explore: options ─► one run of the program ─► a record for each launch (explore/launch/tell.h) ─► text, JSON. */
#ifndef SWRT_TOOL_EXPLORE_H
#define SWRT_TOOL_EXPLORE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/kernel_filter.h"
#include "explore/predicate.h"

struct explore_options {
    struct swrt_kernel_filters filters;
    const char *launch, *watch, *model, *bound, *host, *policy;
    const char *find_text, *forbid_text;
    struct swrt_predicate *find, *forbid; /* null: none */
    const char *json, *log;               /* files; null: none, standard output */
    int error_exit;
    char **program;
};

/* A place in the source, and what it is. */
struct explore_place {
    char *what, *file, *function;
    unsigned line;
};
struct explore_lines {
    char **notes;
    size_t num_notes;
    struct explore_place *places;
    size_t num_places;
};

struct explore_watched {
    char *name, *type;
    unsigned size;
};

struct explore_outcome {
    enum swrt_explore_ending ending;
    bool is_interleaving, is_x86;
    uint64_t times;
    int64_t *values;
    struct explore_lines lines;
    bool is_found, is_forbidden; /* --find, --forbid */
};

struct explore_race {
    char *name;
    struct explore_lines lines;
};

/* A launch. refused: null, or why it was not explored; bounded: null, or up to which bound it was. */
struct explore_launch {
    uint64_t number, events, executions;
    char *kernel, *model, *refused, *bounded, *no_mend;
    unsigned grid[3], block[3];
    struct explore_watched *watched;
    size_t num_watched;
    struct explore_outcome *outcomes;
    size_t num_outcomes;
    struct explore_race *races;
    size_t num_races;
    char **mends, **needless;
    size_t num_mends, num_needless;
    struct explore_lines lines; /* of what is refused */
};

struct explore_results {
    struct explore_launch *launches;
    size_t count;
    bool is_checked, is_instrumented, is_not_run, has_kernels;
};

/* explore_options.c: false when the command is done, with the exit status in *status. */
bool explore_options_parse(int argc, char **argv, struct explore_options *options, int *status);

/* explore_read.c */
void explore_read(struct explore_results *results, FILE *from);
/* Which outcomes --find and --forbid are about. Null, or a name that a launch does not watch. */
const char *explore_judge(struct explore_results *results, const struct explore_options *options);

/* explore_text.c, explore_json.c */
void explore_print(FILE *to, const struct explore_results *results, const struct explore_options *options);
void explore_write_json(FILE *to, const struct explore_results *results, const struct explore_options *options);
/* A value as its type says, for people and for JSON. */
void explore_value_text(const struct explore_watched *watched, int64_t value, char *text, size_t size);
const char *explore_ending_text(enum swrt_explore_ending ending);

/* Whether there is what nobody wants: an outcome of --forbid; without that an assertion that fails, a trap, a deadlock; a
 * race in any case. */
bool explore_is_bad(const struct explore_results *results, const struct explore_options *options);

#endif
