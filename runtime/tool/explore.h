/* softwarp explore: options ─► one run of the program ─► a record for each launch (explore/launch/tell.h) ─► text, JSON,
 * graphs, a page. */
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
    const char *json, *dot, *html, *log;  /* files; null: none, standard output */
    const char *svg;                      /* a folder, or null */
    int error_exit;
    bool shows_progress;
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

/* An execution. thread: -1 for what memory held before; value: what is read or written. steps: the cycle that makes it none;
 * order: the events one after the other, if it is an interleaving. */
struct explore_event {
    int thread;
    char *kind, *name, *how;
    int64_t value;
    unsigned size;
    struct explore_lines lines;
};
struct explore_edge {
    char *kind;
    unsigned from, to;
};
struct explore_witness {
    struct explore_event *events;
    struct explore_edge *edges, *steps;
    unsigned *order;
    size_t num_events, num_edges, num_steps, num_order;
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
    struct explore_witness witness;
};

struct explore_race {
    char *name;
    struct explore_lines lines;
};

/* A launch. refused: null, or why it was not explored; bounded: null, or up to which bound it was. axiom: null, or what an
 * execution with that which is asked about breaks; refuted: that execution, others: how many more reasons there are. */
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
    char **threads, *axiom;
    size_t num_threads;
    uint64_t others;
    struct explore_witness refuted;
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

/* explore_read.c. One more element at the end of an array; a copy of a text. */
void *explore_grown(void *memory, size_t count, size_t size);
char *explore_copy(const char *text);
#define EXPLORE_APPEND(array, count)                                                                                 \
    ((array) = explore_grown((array), (count) + 1, sizeof *(array)), memset(&(array)[count], 0, sizeof *(array)),    \
     &(array)[(count)++])

/* explore_witness.c. Reads a line of a record that is about an execution, of these fields, with null behind them; false: it is
 * no such line. */
bool explore_witness_read(struct explore_witness *w, const char *word, const char *const *fields);
/* "mp.cu:7"; "write X = 10, release device"; "10". */
void explore_event_place(const struct explore_event *event, char *text, size_t size);
void explore_event_text(const struct explore_launch *l, const struct explore_event *event, char *text, size_t size);
void explore_event_value(const struct explore_launch *l, const struct explore_event *event, char *text, size_t size);
bool explore_event_is_access(const struct explore_event *event);
/* A colour that Graphviz and browsers know. */
const char *explore_edge_colour(const char *kind);
/* Whether it is a step of the cycle. */
bool explore_edge_is_step(const struct explore_witness *w, const struct explore_edge *edge);

/* explore_read.c */
void explore_read(struct explore_results *results, FILE *from);
/* Which outcomes --find and --forbid are about. Null, or a name that a launch does not watch. */
const char *explore_judge(struct explore_results *results, const struct explore_options *options);

/* explore_text.c, explore_json.c */
void explore_print(FILE *to, const struct explore_results *results, const struct explore_options *options);
void explore_write_json(FILE *to, const struct explore_results *results, const struct explore_options *options);
/* explore_dot.c, explore_html.c */
void explore_write_dot(FILE *to, const struct explore_results *results, const struct explore_options *options);

void explore_write_html(FILE *to, const struct explore_results *results, const struct explore_options *options);
/* explore_svg_files.c: false: not all could be written, and errno says why. */
bool explore_write_svg(const char *folder, const struct explore_results *results);

/* explore_json_witness.c */
void explore_json_edges(FILE *to, const struct explore_edge *edges, size_t count);
void explore_json_witness(FILE *to, const struct explore_launch *l, const struct explore_witness *w);

/* A value as its type says, for people and for JSON. */
void explore_value_text(const struct explore_watched *watched, int64_t value, char *text, size_t size);
const char *explore_ending_text(enum swrt_explore_ending ending);
/* To be freed: the kernel and its shape; an outcome's values, or how it ends; what is said of it; and what is said of the launch
 * besides its outcomes. */
char *explore_head_text(const struct explore_launch *l);
char *explore_outcome_text(const struct explore_launch *l, const struct explore_outcome *o);
char *explore_verdict_text(const struct explore_outcome *o);
char *explore_findings_text(const struct explore_launch *l, const struct explore_options *options);
/* The predicate of which it is said why it does not hold. */
static inline const char *explore_asked_text(const struct explore_options *options) {
    return options->find ? options->find_text : options->forbid ? options->forbid_text : "";
}
/* "forbidden", "in no interleaving", "not found up to the bound": what is not among the outcomes. */
const char *explore_absence_text(const struct explore_launch *l);

/* Whether there is what nobody wants: an outcome of --forbid; without that an assertion that fails, a trap, a deadlock; a
 * race in any case. */
bool explore_is_bad(const struct explore_results *results, const struct explore_options *options);

#endif
