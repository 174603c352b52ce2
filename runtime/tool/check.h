/* softwarp check, softwarp verify: options ─► runs of the program ─► findings ─► text, JSON, SARIF. */
#ifndef SWRT_TOOL_CHECK_H
#define SWRT_TOOL_CHECK_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "check/kernel_filter.h"

struct verify_options {
    const char *skip, *count;           /* of launches; null: none, all */
    const char *ulp, *tolerance, *type; /* null: bit by bit, float */
    const char *limit;                  /* seconds; null: the runtime's */
};

/* What of the findings people read. */
struct check_print_options {
    unsigned limit;
    bool omits_warnings, omits_host, omits_device; /* calls that led there: the place itself stays */
};

struct check_options {
    const char *command;                 /* "softwarp check", for messages */
    const struct verify_options *verify; /* null: for checkers */
    const char *tools;                   /* as SOFTWARP_CHECK wants them, "memcheck,racecheck" */
    const char *json, *sarif, *log;      /* files; null: none, none, standard error */
    const char *kernel;                  /* softwarp verify: a part of kernels' names; or null */
    struct swrt_kernel_filters filters;
    const char *suppressions, *new_suppressions; /* files; null: none */
    const char *api_errors;                      /* of memcheck: "no", "explicit", "all"; null: its default */
    const char *policy;                          /* of racecheck; null: its default */
    bool leaks, asks_for_calls; /* --leak-check full, --report-api-errors explicit or all; memcheck is on */
    bool allows_unchecked;      /* kernels that were built without --check are no reason to fail */
    bool allows_nothing;        /* nor is a program that has nothing to check */
    int error_exit;             /* with findings; 0: the program's own status */
    unsigned skip, launches;    /* of those of kernels that pass: so many are left out, so many checked then; 0: all */
    unsigned seeds;             /* runs; 0: one, and another if what it finds may depend on the order */
    unsigned first_seed;
    struct check_print_options print;
    char **program; /* its argv */
};

enum check_line_kind {
    CHECK_AT,
    CHECK_HOST,
    CHECK_NOTE,
    CHECK_KERNEL,
    CHECK_BLOCK,
    CHECK_THREAD,
    CHECK_MEND /* until all runs are read */
};
struct check_line {
    enum check_line_kind kind;
    char *text;            /* AT: what; otherwise what is to be read */
    char *file, *function; /* AT and HOST; file may be empty */
    unsigned line, column;
};

/* What the text of a finding says, for programs; texts as finding.h has them, null where it says no such thing. */
struct check_facts {
    char *address, *size, *allocation, *leaked;
};

struct check_finding {
    unsigned run;
    uint64_t number; /* in the run; the upper half is the process */
    char *tool, *rule, *title;
    char *mend; /* what would mend it; null or empty: nobody knows */
    unsigned mend_rank;
    bool is_error;
    struct check_facts facts;
    uint64_t count;
    struct check_line *lines;
    size_t num_lines;
};
/* Launches by what became of them, as verify/verify_internal.h has them. */
enum {
    VERIFIED_LAUNCHES,
    VERIFIED_SAME,
    VERIFIED_DIFFERENT,
    VERIFIED_DEPENDS,
    VERIFIED_NARROW,
    VERIFIED_NOT_COMPARED,
    VERIFIED_LEFT_OUT,
    CHECK_VERIFIED
};
/* Kernels that have run, by name. */
struct check_kernels {
    char **names;
    size_t count;
};
struct check_findings {
    struct check_finding *at;
    size_t count;
    size_t num_suppressed; /* findings that are left out */
    bool depend_on_order;
    bool is_checked;      /* a program of Softwarp's has run */
    bool has_leaks_told;  /* and has come to its end, with --leak-check full */
    bool is_instrumented; /* with something that was built with --check */
    bool is_not_run;      /* nothing has: it could not be started */
    bool has_kernels;     /* some have run, wanted or not */
    bool is_called;       /* the API has been */
    bool wants_leaks;     /* --leak-check full, with memcheck */
    bool wants_calls;     /* --report-api-errors, with memcheck: programs without kernels have something to check */
    const char *wanted;   /* the options that say which kernels and launches are; null: all */
    /* softwarp verify: a launch was compared, or had nothing to compare; the program has said at its end how many. */
    bool is_compared, is_counted;
    uint64_t launches[CHECK_VERIFIED];
    struct check_kernels checked, unchecked; /* of those that are wanted */
};

/* check_options.c: fills *options; false when the command is done, with the exit status in *status. */
bool check_options_parse(int argc, char **argv, struct check_options *options, int *status);
/* check_run.c: the program once; its exit status, 128 and more for a signal, also one that only came. Findings are in `from` then. */
int check_run(const struct check_options *options, unsigned run, FILE *from);
/* check_findings.c: adds what a run wrote (finding.h says how), joined with what is known. */
void check_findings_read(struct check_findings *findings, FILE *from, unsigned run,
                         const struct swrt_kernel_filters *filters);
void check_findings_finish(struct check_findings *findings);           /* when all runs are read */
const char *check_finding_kernel(const struct check_finding *finding); /* or null */
/* The first place in device code, or in host code; null when there is none. */
const struct check_line *check_finding_place(const struct check_finding *finding);
uint64_t check_findings_errors(const struct check_findings *findings, bool each); /* kinds, or each time */
/* Whether all files that are to be written can be; if not, that has been said. */
bool check_outputs_open(const struct check_options *options);
/* A file for what is found, or null, or false: that has been said. */
FILE *check_open_output(const struct check_options *options, const char *name);
bool check_close_output(const struct check_options *options, FILE *to, const char *name);
/* check_options.c: a whole number up to `most`. */
bool check_read_number(const char *text, unsigned most, unsigned *number);
const char *check_kernel_text(const char *value); /* of --kernel-name */
/* Those of them that say which kernels and launches are wanted, " --launch-skip=3"; null: all are. */
const char *check_options_wanted(const struct check_options *options);

/* check_suppress.c: what a file names; null: it cannot be read, which has been said. Leaves that out. */
struct check_suppressions *check_suppressions_read(const char *command, const char *name);
void check_suppress(struct check_findings *findings, const struct check_suppressions *suppressions);
void check_write_suppressions(FILE *to, const struct check_findings *findings);

/* check_kernels.c */
void check_kernels_add(struct check_kernels *kernels, const char *name);       /* unless it is there */
void check_kernels_join(struct check_kernels *to, struct check_kernels *from); /* which is empty then */
/* The exit status of a program that ends with 0 and was not checked, or not all of it: compute-sanitizer's where nothing
 * is instrumented. */
enum { CHECK_UNCHECKED = 255 };
/* Whether all that ran and is wanted was checked, and anything was. */
bool check_is_complete(const struct check_findings *findings);
/* The same of `softwarp verify`, for launches. What always runs at W = 1 is as good as compared. */
bool check_is_verified(const struct check_findings *findings);
/* "1 error, 32 times in 3 kernels, 2 ran unchecked: ...", or that nothing was checked. */
void check_print_summary(FILE *to, const struct check_findings *findings);

/* check_text.c, check_json.c, check_sarif.c */
void check_print(FILE *to, const struct check_findings *findings, const struct check_print_options *options);
/* Without head and foot. */
void check_print_findings(FILE *to, const struct check_findings *findings, const struct check_print_options *options);
void check_write_json(FILE *to, const struct check_findings *findings, const struct check_options *options);
void check_write_sarif(FILE *to, const struct check_findings *findings, const struct check_options *options);
void check_json_facts(FILE *to, const struct check_finding *finding); /* check_json.c: ", "key": value" each */
void check_json_string(FILE *to, const char *text);                   /* check_json.c */

#endif
