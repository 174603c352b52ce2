/* swcc: nvcc's command line into a job, a job into steps, steps into processes.
 * Data flows one way: argv -> sw_options -> sw_job -> sw_steps -> exit status. Each hand-over is made by one file and
 * only read afterwards. Grouped under the file that defines each function. */
#ifndef SW_DRIVER_H
#define SW_DRIVER_H

#include "base/base.h"
#include "frontend/frontend.h"

/* options.c: the command line, read by the table in options.def. */
enum sw_truth { SW_UNSET, SW_FALSE, SW_TRUE };

struct sw_options {
#define GROUP(heading)
#define FLAG(field, ...) bool field;
#define TEXT(field, ...) const char *field;
#define JOIN(field, ...) const char *field;
#define ENUM(field, ...) const char *field;
#define BOOL(field, ...) enum sw_truth field;
#define LIST(field, ...) struct sw_strings field;
#define PATH(field, ...) struct sw_strings field;
#define WORD(field, ...) struct sw_strings field;
#define SAME(field, ...)
#define SKIP(...)
#define DENY(...)
#include "driver/options.def"
#undef GROUP
#undef FLAG
#undef TEXT
#undef JOIN
#undef ENUM
#undef BOOL
#undef LIST
#undef PATH
#undef WORD
#undef SAME
#undef SKIP
#undef DENY
    struct sw_strings inputs;       /* words that are no options, in order */
    struct sw_strings host_extra;   /* options that nvcc does not know and the host compiler does (-Wall, -fPIC) */
    struct sw_strings linker_extra; /* the same for the link (-Wl,.. and forwarded ones) */
    struct sw_strings ignored;      /* a sentence about each option that was ignored */
};

enum sw_option_kind {
    SW_OPTION_GROUP,
    SW_OPTION_FLAG,
    SW_OPTION_TEXT,
    SW_OPTION_JOIN,
    SW_OPTION_ENUM,
    SW_OPTION_BOOL,
    SW_OPTION_LIST,
    SW_OPTION_PATH,
    SW_OPTION_WORD,
    SW_OPTION_SKIP,
    SW_OPTION_DENY,
};

struct sw_option {
    enum sw_option_kind kind;
    size_t offset;                                       /* of its field in struct sw_options */
    const char *long_name, *short_name, *metavar, *help; /* a GROUP's heading is in help */
};

extern const struct sw_option sw_option_table[];
extern const size_t sw_option_count;

/* Reads the words; errors are reported and counted. */
void sw_options_parse(struct sw_arena *arena, struct sw_options *options, const struct sw_strings *words);
bool sw_option_takes_value(const struct sw_option *option);

/* words.c: splitting text into words. */
void sw_split_list(struct sw_arena *arena, struct sw_strings *into, const char *text);
void sw_split_words(struct sw_arena *arena, struct sw_strings *into, const char *text, bool at_commas);
/* argv with the words of NVCC_PREPEND_FLAGS, NVCC_APPEND_FLAGS and of options files in their places. */
void sw_expand_words(struct sw_arena *arena, struct sw_strings *into, int argc, char **argv);
/* The word as a POSIX shell reads it back. */
const char *sw_shell_quote(struct sw_arena *arena, const char *word);

/* arch.c */
bool sw_choose_arch(struct sw_arena *arena, struct sw_options *options, struct sw_arch *arch);
void sw_list_archs(bool virtual_ones, bool real_ones);

/* help.c */
void sw_print_help(void);
void sw_print_version(void);

/* job.c: what to do, checked. */
enum sw_action { SW_LINK, SW_COMPILE, SW_PREPROCESS, SW_SHOW_HOST, SW_DEPEND, SW_DEVICE_LINK, SW_LIBRARY, SW_RUN };
enum sw_language { SW_CUDA, SW_C, SW_CXX, SW_ASSEMBLER, SW_OBJECT, SW_ARCHIVE, SW_SHARED_OBJECT, SW_PROGRAM };

struct sw_input {
    const char *path;
    enum sw_language language;
    const char *stem; /* name of its intermediate files, different for each input */
};

struct sw_job {
    struct sw_arena *arena;
    const struct sw_options *options;
    const struct sw_strings *words; /* the command line */
    enum sw_action action;
    SW_VEC(struct sw_input) inputs;
    const char *output;          /* -o, or the default of the action; null when each input has its own */
    const char *root;            /* the tree that swcc lies in */
    const char *toolkit;         /* the part of it that is laid out as a CUDA toolkit */
    const char *work_dir;        /* folder of intermediate files */
    struct sw_frontend frontend; /* settings of the clang runs */
    const char *host_compiler;
    const char *runtime;                       /* how it is linked: none, shared, static */
    struct sw_strings libraries, library_dirs; /* without those of a CUDA toolkit */
    bool relocatable, arch_given;
    unsigned threads; /* steps at once */
};

/* cccl.c. The folders of the Thrust, CUB and libcu++ that the user has named; an error if they are not there. */
void sw_push_cccl(struct sw_job *job, struct sw_strings *words);

/* installation.c. The tree that swcc lies in, and the part of it that is laid out as a CUDA toolkit. */
const char *sw_root(struct sw_arena *arena);
const char *sw_toolkit(struct sw_arena *arena, const char *root);
void sw_settle_installation(struct sw_job *job); /* the folders and programs of it that the job uses, or errors */
/* Fills the job; false when errors were reported. */
bool sw_job_settle(struct sw_job *job, struct sw_arena *arena, struct sw_options *options,
                   const struct sw_strings *words);

/* inputs.c */
void sw_job_add_inputs(struct sw_job *job);
bool sw_is_source(enum sw_language language);
/* The folder a file would be written to does not exist or is none: says so. */
void sw_check_output(struct sw_arena *arena, const char *path);

/* foreign_toolkit.c: a CUDA toolkit on this machine must not get into the build. */
void sw_drop_toolkit_dirs(struct sw_arena *arena, struct sw_options *options, const char *own_headers);
void sw_drop_toolkit_words(struct sw_arena *arena, struct sw_options *options, struct sw_strings *words,
                           const char *own_headers);
void sw_drop_toolkit_environment(struct sw_arena *arena, struct sw_options *options, const char *own_headers);
void sw_drop_toolkit_libraries(struct sw_job *job, struct sw_options *options);
bool sw_is_own_library(const char *library); /* of CUDA's, which Softwarp has (own_libraries.def) */
/* Whether the file is a toolkit's runtime, or driver. */
bool sw_is_foreign_runtime(struct sw_arena *arena, const char *path);

/* cmake_cache.c: says so where CMake has found another toolkit's runtime for the project that is being compiled. */
void sw_check_cmake_cache(struct sw_job *job);
/* The C++ compiler of the project whose build folder is the current one, or is above it; null: there is none. */
const char *sw_cmake_cxx_compiler(struct sw_arena *arena);

/* openmp.c: LLVM's OpenMP runtime in g++'s place. */
void sw_settle_openmp(struct sw_job *job, struct sw_options *options);

enum sw_step_kind { SW_STEP_RUN, SW_STEP_WRITE, SW_STEP_COLLECT };

/* One thing to do. late: an argument known only once earlier steps have run. */
enum sw_late { SW_LATE_NONE, SW_LATE_REGISTER_SYMBOL, SW_LATE_COLLECTED };
struct sw_step {
    enum sw_step_kind kind;
    const char *source;     /* the input it is for, as messages and --time name it; may be null */
    const char *what;       /* "device pass", "link", .. */
    struct sw_strings argv; /* of RUN; of COLLECT: the objects and archives */
    enum sw_late late;
    const char *late_source;
    const char *output;      /* removed when the step fails; may be null */
    const char *stdout_file; /* where its standard output goes; null: where ours does */
    const void *bytes;       /* of WRITE */
    size_t size;
    SW_VEC(size_t) needs; /* steps that must have succeeded */
    bool has_twin;        /* twin's diagnostics are printed first, and not again for this step */
    size_t twin;
    bool is_repairable;                         /* a pass of clang over a .cu file: see repair/repair.c */
    unsigned repairs;                           /* how often it was started again */
    bool has_told_launches;                     /* clang was asked for those that it says nothing of */
    struct sw_strings good_argv, good_repaired; /* before these were repaired, while that may be taken back */
    bool is_refused;                            /* what is wrong has been said: its clang need not */
    const char *said_otherwise; /* beside what is repaired: if it fails in the end, this is told; or null */
    bool is_told_again;         /* its last repair was of declarations: what is told is what clang says then */
    const char *errors;         /* what is wrong beside what clang says; null or "": nothing */
    const char *warnings;       /* the same, of warnings */
    bool has_gxx_layouts;       /* clang tells of its layouts, which are to be g++'s */
    bool has_doubtful_guides;   /* macros may make some, and nobody has looked yet */
    const char *errors_of_guides;
    struct sw_strings repaired; /* pairs: a file, and the file with what clang reads in its place */
    bool foreground;            /* talks to the user itself: its stdout and stderr are ours */
};

struct sw_steps {
    struct sw_step *at;
    size_t count, capacity;
};

/* A list of steps in the making. */
struct sw_plan {
    struct sw_job *job;
    struct sw_steps steps;
    struct sw_strings objects; /* what the link takes, in order */
    struct sw_strings remarks; /* objects with remarks in them, one for each run of the middle end */
};

/* plan.c: adding steps. */
size_t sw_plan_step(struct sw_plan *plan, const char *what, const char *source, const char *output);
size_t sw_plan_write(struct sw_plan *plan, const char *path, const void *bytes, size_t size);
struct sw_strings *sw_plan_argv(struct sw_plan *plan, size_t step);
void sw_plan_need(struct sw_plan *plan, size_t step, size_t needed);
void sw_plan_need_all(struct sw_plan *plan, size_t step); /* every step before it */
const char *sw_middle_end(const struct sw_job *job);
void sw_push_middle_end(struct sw_job *job, struct sw_strings *argv);
void sw_push_processors(struct sw_job *job, struct sw_strings *argv);

/* remarks.c: a run of the middle end puts remarks into its object; those of all objects become one file. */
void sw_plan_remarks(struct sw_plan *plan, size_t middle_end, const char *object);
void sw_plan_join_remarks(struct sw_plan *plan);

/* phases.c: the whole plan, and the phases of one file (phases.h). */
void sw_plan_job(struct sw_plan *plan, struct sw_job *job);

/* link.c: the phases of all files together. */
struct sw_strings sw_plan_carriers(const struct sw_plan *plan); /* the files that bring device code or remarks */
void sw_plan_link(struct sw_plan *plan);
void sw_plan_device_link_only(struct sw_plan *plan);
void sw_plan_library(struct sw_plan *plan);
void sw_plan_run_program(struct sw_plan *plan);

/* show.c: steps as a shell would take them, on stderr, each line behind "#$ " as nvcc does. */
/* The .clangd file of a job. */
void sw_print_clangd(struct sw_job *job);
void sw_show_tree(struct sw_arena *arena, const char *root, bool for_shell);
void sw_show_arch(const struct sw_arch *arch);
void sw_show_step(struct sw_arena *arena, const struct sw_step *step);
void sw_show_steps(struct sw_job *job, const struct sw_steps *steps);

/* run.c: takes the steps; the exit status. */
int sw_run_steps(struct sw_job *job, struct sw_steps *steps);

/* repair/repair.c: whether a pass that has failed with these words can start again; its command line is then ready. */
bool sw_repair(struct sw_job *job, struct sw_step *step, const char *said);
bool sw_repair_untold(struct sw_job *job, struct sw_step *step);
bool sw_take_back_untold(struct sw_step *step);
bool sw_repair_layouts(struct sw_job *job, struct sw_step *step, bool has_code);
bool sw_repair_guides(struct sw_job *job, struct sw_step *step);

/* diagnostics.c: prints what a tool said, without what `before` (may be null) said already, without clang's counts. */
void sw_print_diagnostics(struct sw_arena *arena, const char *text, const char *before);

/* hints.c: what to do about something of CUDA's that a line of a tool's output says is missing; null: nothing. */
const char *sw_hint(struct sw_arena *arena, const char *line);
bool sw_is_missing_library(const char *name); /* of CUDA's, by what stands behind -l */

/* interrupt.c: signals end the children, then swcc, through exit(). */
void sw_interrupt_install(void);
void sw_interrupt_watch(int pid);
void sw_interrupt_unwatch(int pid);
int sw_interrupt_signal(void); /* 0: none */

#endif
