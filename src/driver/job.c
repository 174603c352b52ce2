/* From options to a job: what they imply, and what contradicts itself. */
#include "driver/driver.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PUSH(list, text) sw_vec_push(job->arena, (list), (text))
#define FORMAT(...) sw_arena_printf(job->arena, __VA_ARGS__)

static enum sw_action action_of(const struct sw_options *o) {
    if (o->preprocess)
        return SW_PREPROCESS;
    if (o->show_host)
        return SW_SHOW_HOST;
    if (o->depend || o->depend_user)
        return SW_DEPEND;
    if (o->compile || o->device_c || o->device_w)
        return SW_COMPILE;
    if (o->device_link)
        return SW_DEVICE_LINK;
    return o->library ? SW_LIBRARY : SW_LINK;
}

static void check_number(const char *option, const char *value) {
    if (value && (!*value || strspn(value, "0123456789") != strlen(value) || strlen(value) > 6))
        sw_error(SW_NOWHERE, "option '%s' takes a number, not '%s'", option, value);
}

/* Our one diagnostic that nvcc has no number for. */
static bool is_own_diagnostic(const char *value) {
    return sw_equal(value, "device-pointer");
}

static void check_numbers(const char *option, const struct sw_strings *values) {
    for (size_t i = 0; i < values->count; i++)
        if (!is_own_diagnostic(values->at[i]))
            check_number(option, values->at[i]);
}

static void check_standard(const struct sw_options *o) {
    static const char *const known[] = {"03", "11", "14", "17", "20", "23"};
    if (!o->standard)
        return;
    const char *name = o->standard;
    if (sw_starts_with(name, "c++") || sw_starts_with(name, "gnu++"))
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            if (sw_equal(strstr(name, "++") + 2, known[i]))
                return;
    sw_error(SW_NOWHERE, "option '-std' takes c++03, c++11, c++14, c++17, c++20 or c++23, not '%s'", name);
}

static void check_options(const struct sw_options *o) {
    check_standard(o);
    check_number("-O", o->optimize);
    check_number("-t", o->threads);
    check_number("--split-compile", o->split_compile);
    check_number("--split-compile-extended", o->split_compile_extended);
    check_number("-ftemplate-depth", o->template_depth);
    check_number("-ftemplate-backtrace-limit", o->template_backtrace);
    check_numbers("-diag-error", &o->diag_errors);
    check_numbers("-diag-suppress", &o->diag_suppressed);
    check_numbers("-diag-warn", &o->diag_warned);
    if (o->machine && !sw_equal(o->machine, "64"))
        sw_error(SW_NOWHERE, "option '-m' takes 64, not '%s': there are no 32-bit programs", o->machine);
    if (o->device_c && o->relocatable == SW_FALSE)
        sw_error(SW_NOWHERE, "-dc and -rdc=false contradict each other");
    if (o->device_w && o->relocatable == SW_TRUE)
        sw_error(SW_NOWHERE, "-dw and -rdc=true contradict each other");
    if (o->check && o->lanes && !sw_equal(o->lanes, "1"))
        sw_error(SW_NOWHERE, "--check and --lanes=%s contradict each other: checked kernels run one thread at a time",
                 o->lanes);
    if (o->preprocess && (o->depend_too || o->depend_user_too))
        sw_error(SW_NOWHERE, "-E and -MD cannot be combined");
}

static void check_processors(struct sw_arena *arena, const struct sw_options *o) {
    struct sw_strings names = {0};
    if (o->cpu)
        sw_processors_of(arena, o->cpu, &names);
}

/* The C++ compiler of a family whose C compiler was named: gcc-12 -> g++-12. It links with the C++ library. */
static const char *cxx_compiler(struct sw_job *job, const char *given) {
    static const char *const names[][2] = {{"gcc", "g++"}, {"clang", "clang++"}, {"cc", "c++"}};
    const char *slash = strrchr(given, '/'), *name = slash ? slash + 1 : given;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *rest = name + strlen(names[i][0]);
        if (sw_starts_with(name, names[i][0]) && (!*rest || *rest == '-'))
            return FORMAT("%.*s%s%s", (int)(name - given), given, names[i][1], rest);
    }
    return given;
}

/* -ccbin (or NVCC_CCBIN in the environment) names a compiler, or the folder of one. */
static const char *find_host_compiler(struct sw_job *job) {
    static const char *const names[] = {"g++", "clang++", "c++"};
    const char *given = job->options->host_compiler;
    if (!given)
        return strchr(job->frontend.clang, '/') ? FORMAT("%s++", job->frontend.clang) : "clang++-19";
    if (!sw_file_exists(FORMAT("%s/.", given)))
        return cxx_compiler(job, given);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (sw_file_exists(FORMAT("%s/%s", given, names[i])))
            return FORMAT("%s/%s", given, names[i]);
    sw_error(SW_NOWHERE, "the folder '%s' given by -ccbin holds none of g++, clang++, c++", given);
    return given;
}

static void settle_preprocessor(struct sw_job *job) {
    const struct sw_options *o = job->options;
    struct sw_strings *words = &job->frontend.preprocessor;
    for (size_t i = 0; i < o->include_dirs.count; i++)
        PUSH(words, FORMAT("-I%s", o->include_dirs.at[i]));
    for (size_t i = 0; i < o->defines.count; i++)
        PUSH(words, FORMAT("-D%s", o->defines.at[i]));
    for (size_t i = 0; i < o->undefines.count; i++)
        PUSH(words, FORMAT("-U%s", o->undefines.at[i]));
    for (size_t i = 0; i < o->system_dirs.count; i++) {
        PUSH(words, "-isystem");
        PUSH(words, o->system_dirs.at[i]);
    }
    sw_push_cccl(job, words);
    for (size_t i = 0; i < o->pre_includes.count; i++) {
        PUSH(words, "-include");
        PUSH(words, o->pre_includes.at[i]);
    }
}

/* The macros that nvcc defines; programs test them. */
static void settle_macros(struct sw_job *job) {
    const struct sw_options *o = job->options;
    struct sw_strings *all = &job->frontend.common_macros, *cuda = &job->frontend.macros;
    PUSH(all, "-D__NVCC__");
    PUSH(all, "-D__NVCC_DIAG_PRAGMA_SUPPORT__=1");
    PUSH(all, FORMAT("-D__CUDACC_VER_MAJOR__=%d", SW_CUDA_MAJOR));
    PUSH(all, FORMAT("-D__CUDACC_VER_MINOR__=%d", SW_CUDA_MINOR));
    PUSH(all, FORMAT("-D__CUDACC_VER_BUILD__=%d", SW_CUDA_BUILD));
    PUSH(all, FORMAT("-D__CUDA_ARCH_LIST__=%u", job->frontend.arch.number * 10));
    if (job->frontend.per_thread_stream)
        PUSH(all, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1");
    PUSH(cuda, "-D__CUDACC__");
    if (job->relocatable)
        PUSH(cuda, "-D__CUDACC_RDC__");
    if (o->device_debug)
        PUSH(cuda, "-D__CUDACC_DEBUG__");
    if (o->extended_lambda)
        PUSH(cuda, "-D__CUDACC_EXTENDED_LAMBDA__");
    if (o->relaxed_constexpr)
        PUSH(cuda, "-D__CUDACC_RELAXED_CONSTEXPR__");
    if (o->check)
        PUSH(cuda, "-D__SOFTWARP_CHECK__");
    if (o->strict)
        PUSH(cuda, "-D__SOFTWARP_STRICT__");
    if (o->fast_math)
        PUSH(cuda, "-D__USE_FAST_MATH__");
    PUSH(cuda, job->frontend.flush ? "-D__CUDA_FTZ=1" : "-D__CUDA_FTZ=0");
    PUSH(cuda, o->fast_math || o->precise_div == SW_FALSE ? "-D__CUDA_PREC_DIV=0" : "-D__CUDA_PREC_DIV=1");
    PUSH(cuda, o->fast_math || o->precise_sqrt == SW_FALSE ? "-D__CUDA_PREC_SQRT=0" : "-D__CUDA_PREC_SQRT=1");
}

static bool has_diagnostic(const char *number) {
    static const char *const numbers[] = {"20054", "20058", "20091", "20092", "20208"}; /* nvcc's */
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (sw_equal(number, numbers[i]))
            return true;
    return is_own_diagnostic(number);
}

/* Numbers that we have no diagnostic for are ignored. */
static void note_numbers(struct sw_job *job, struct sw_options *o, const char *option,
                         const struct sw_strings *numbers) {
    for (size_t i = 0; i < numbers->count; i++)
        if (!has_diagnostic(numbers->at[i]))
            PUSH(&o->ignored,
                 FORMAT("'%s %s' is ignored: clang's diagnostics have names, not numbers", option, numbers->at[i]));
}

static void settle_diagnosed(struct sw_job *job, struct sw_options *o) {
    struct {
        const char *start;
        struct sw_strings *into;
    } const forms[] = {{"--diag_suppress=", &o->diag_suppressed},
                       {"--diag_warning=", &o->diag_warned},
                       {"--diag_error=", &o->diag_errors}};
    for (size_t i = 0; i < o->cudafe_options.count; i++) {
        const char *word = o->cudafe_options.at[i];
        size_t k = 0, count = sizeof forms / sizeof *forms;
        while (k < count && !sw_starts_with(word, forms[k].start))
            k++;
        if (k < count)
            PUSH(forms[k].into, word + strlen(forms[k].start));
        else
            PUSH(&o->ignored, FORMAT("'-Xcudafe %s' is ignored: there is no cudafe, clang reads the source", word));
    }
    note_numbers(job, o, "-diag-suppress", &o->diag_suppressed);
    note_numbers(job, o, "-diag-warn", &o->diag_warned);
    note_numbers(job, o, "-diag-error", &o->diag_errors);
}

/* nvcc's kinds of -Werror that clang has no warning for are left out; unknown ones are taken for clang's. */
static void settle_warnings(struct sw_job *job) {
    static const char *const absent[] = {"cross-execution-space-call", "default-stream-launch",
                                         "ext-lambda-captures-this", "missing-launch-bounds"};
    const struct sw_options *o = job->options;
    struct sw_strings *words = &job->frontend.warnings;
    if (o->warn_reorder)
        PUSH(words, "-Wreorder");
    if (o->no_deprecated)
        PUSH(words, "-Wno-deprecated-declarations");
    for (size_t i = 0; i < o->errors.count; i++) {
        bool skip = false;
        for (size_t k = 0; k < sizeof absent / sizeof *absent; k++)
            skip |= sw_equal(o->errors.at[i], absent[k]);
        if (sw_equal(o->errors.at[i], "all-warnings"))
            PUSH(words, "-Werror");
        else if (!skip)
            PUSH(words, FORMAT("-Werror=%s", o->errors.at[i]));
    }
    if (o->no_warnings)
        PUSH(words, "-w");
}

/* Options that people typed without -Xcompiler must be known to clang; nvcc would have refused them. */
static void check_extra(struct sw_job *job, const struct sw_strings *unknown) {
    const struct sw_options *o = job->options;
    if (o->forward_compiler || o->forward_both)
        return;
    for (size_t i = 0; i < unknown->count; i++)
        for (size_t k = 0; k < o->host_extra.count; k++)
            if (sw_equal(unknown->at[i], o->host_extra.at[k]))
                sw_error(SW_NOWHERE, "unknown option '%s'", unknown->at[i]);
}

/* Options for the host compiler: words of the preprocessor come before nvcc's own, and are for all runs. */
static struct sw_strings host_words(struct sw_job *job, struct sw_options *o) {
    struct sw_strings given = {0}, rest = {0};
    struct sw_strings *preprocessor = &job->frontend.preprocessor;
    sw_push_all(job->arena, &given, &o->host_extra);
    sw_push_all(job->arena, &given, &o->compiler_options);
    sw_split_host_words(job->arena, &given, preprocessor, &rest);
    sw_drop_toolkit_words(job->arena, o, preprocessor, job->frontend.headers);
    return rest;
}

/* Host options as the user wrote them, and those of them that clang knows: it compiles the host side of .cu files. */
static void settle_host_options(struct sw_job *job, struct sw_options *o) {
    struct sw_strings all = {0}, unknown = {0}, given = host_words(job, o);
    if (o->no_exceptions)
        PUSH(&all, "-fno-exceptions");
    if (o->profile)
        PUSH(&all, "-pg");
    if (o->template_depth)
        PUSH(&all, FORMAT("-ftemplate-depth=%s", o->template_depth));
    if (o->template_backtrace)
        PUSH(&all, FORMAT("-ftemplate-backtrace-limit=%s", o->template_backtrace));
    sw_push_all(job->arena, &all, &given);
    sw_known_to_clang(job->arena, job->frontend.clang, &all, &job->frontend.host_options, &unknown);
    if (all.count) /* -Xcompiler -Wl,.. is for the link, and clang would say so for each file */
        PUSH(&job->frontend.host_options, "-Wno-unused-command-line-argument");
    job->frontend.has_own_compiler = !o->host_compiler;
    job->frontend.host_compiler_options = o->host_compiler ? all : job->frontend.host_options;
    sw_push_device_words(job->arena, &job->frontend, &job->frontend.device_options);
    check_extra(job, &unknown);
    for (size_t i = 0; i < unknown.count; i++)
        PUSH(&o->ignored, FORMAT("'%s' is ignored for host code in .cu files: clang does not know it", unknown.at[i]));
}

static void settle_frontend(struct sw_job *job, struct sw_options *o) {
    struct sw_frontend *f = &job->frontend;
    bool debug = o->debug || o->device_debug;
    f->arena = job->arena;
    if (o->standard && sw_ends_with(o->standard, "++03"))
        PUSH(&o->ignored, FORMAT("'-std=%s' is c++11 for .cu files: CUDA's headers need that", o->standard));
    f->standard = o->standard ? FORMAT("-std=%s", o->standard) : NULL;
    f->host_level = o->optimize ? FORMAT("-O%s", o->optimize) : debug ? NULL : "-O2";
    f->host_debug = o->debug;
    f->device_debug = debug;
    f->lanes = o->lanes;
    f->blocks = o->blocks;
    f->check = o->check;
    f->strict = o->strict && !o->check;
    f->fast_atomics = o->fast_atomics || o->fast_math;
    /* Lines are for errors and remarks, and for what checkers find. */
    f->device_lines = o->line_info || o->remark || o->remarks_file || o->check || o->strict || !job->relocatable;
    f->drop_lines = f->device_lines && !o->line_info && !o->check && !o->strict && !debug;
    f->device_unoptimized = (o->device_debug && !o->device_optimize) || (o->optimize && atoi(o->optimize) == 0);
    f->per_thread_stream = o->default_stream && sw_equal(o->default_stream, "per-thread");
    f->approximate = o->fast_math;
    f->flush = o->flush == SW_TRUE || (o->fast_math && o->flush != SW_FALSE);
    f->fuse = o->fuse != SW_FALSE;
    f->relocatable = job->relocatable;
    f->color = isatty(STDERR_FILENO) && !getenv("NO_COLOR") && getenv("TERM") && !sw_equal(getenv("TERM"), "dumb");
    settle_host_options(job, o);
    settle_preprocessor(job);
    settle_macros(job);
    settle_warnings(job);
    settle_diagnosed(job, o);
}

/* The compiler that host files are compiled by, if that is not our clang: CMake has its own, and names none here. */
static const char *foreign_compiler(const struct sw_job *job) {
    if (job->options->host_compiler)
        return job->host_compiler;
    return job->action == SW_COMPILE ? sw_cmake_cxx_compiler(job->arena) : NULL;
}

static void settle_names(struct sw_job *job) {
    const char *compiler = foreign_compiler(job);
    for (size_t i = 0; compiler && i < job->inputs.count; i++)
        if (job->inputs.at[i].language == SW_CUDA) {
            job->frontend.names_word = sw_names_word(job->arena, compiler, &job->frontend.host_compiler_options,
                                                     &job->frontend.has_clang_layouts);
            return;
        }
}

static const char *default_output(const struct sw_job *job) {
    switch (job->action) {
    case SW_LINK:
        return "a.out";
    case SW_DEVICE_LINK:
        return "a_dlink.o";
    case SW_LIBRARY:
        return "a.a";
    default:
        return NULL;
    }
}

static size_t source_count(const struct sw_job *job) {
    size_t count = 0;
    for (size_t i = 0; i < job->inputs.count; i++)
        count += sw_is_source(job->inputs.at[i].language);
    return count;
}

/* Whether they are one file, by whatever names. Devices (/dev/null) may be both. */
static bool is_same_file(const char *a, const char *b) {
    struct stat first, second;
    return stat(a, &first) == 0 && stat(b, &second) == 0 && S_ISREG(first.st_mode) && first.st_dev == second.st_dev &&
           first.st_ino == second.st_ino;
}

static void check_overwritten(struct sw_job *job, const char *result) {
    for (size_t i = 0; result && i < job->inputs.count; i++)
        if (is_same_file(job->inputs.at[i].path, result))
            sw_error(SW_NOWHERE, "the result would overwrite the input '%s'", job->inputs.at[i].path);
}

static void settle_output(struct sw_job *job) {
    const struct sw_options *o = job->options;
    if (job->action == SW_RUN) {
        job->output = job->inputs.at[0].path;
        return;
    }
    bool one_each = job->action == SW_COMPILE || job->action == SW_PREPROCESS || job->action == SW_SHOW_HOST ||
                    job->action == SW_DEPEND;
    if (o->output && one_each && source_count(job) > 1)
        sw_error(SW_NOWHERE, "-o names one file, but there are %zu to make (leave -o out, or compile one by one)",
                 source_count(job));
    if (o->depend_file && source_count(job) > 1)
        sw_error(SW_NOWHERE, "-MF names one file, but there are %zu to make", source_count(job));
    else if ((o->depend_too || o->depend_user_too) && o->output && source_count(job) > 1)
        sw_error(SW_NOWHERE, "-MD writes one file beside the one that -o names, but there are %zu to make",
                 source_count(job));
    if (one_each && job->inputs.count && !source_count(job))
        sw_error(SW_NOWHERE, "nothing to compile: '%s' is for the link", job->inputs.at[0].path);
    job->output = o->output ? o->output : default_output(job);
    if (job->output && !o->output && o->output_dir)
        job->output = FORMAT("%s/%s", o->output_dir, job->output);
    if (job->output)
        sw_check_output(job->arena, job->output);
    if (o->remarks_file)
        sw_check_output(job->arena, o->remarks_file);
    check_overwritten(job, job->output);
    check_overwritten(job, o->remarks_file);
    check_overwritten(job, o->depend_file);
    if (o->output_dir && access(o->output_dir, W_OK) != 0)
        sw_error(SW_NOWHERE, "cannot write to the folder '%s' given by -odir", o->output_dir);
}

static void settle_work_dir(struct sw_job *job) {
    const struct sw_options *o = job->options;
    job->work_dir = o->keep_dir ? o->keep_dir : o->keep ? "." : sw_temp_dir(job->arena);
    if (access(job->work_dir, W_OK) != 0)
        sw_error(SW_NOWHERE, "cannot write intermediate files to the folder '%s'", job->work_dir);
}

static unsigned threads_of(const struct sw_options *o) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    unsigned wanted = o->threads ? (unsigned)atoi(o->threads) : 2;
    return wanted ? wanted : cores > 0 ? (unsigned)cores : 1;
}

/* Fills the job; false when errors were reported. */
bool sw_job_settle(struct sw_job *job, struct sw_arena *arena, struct sw_options *options,
                   const struct sw_strings *words) {
    if (!options->host_compiler)
        options->host_compiler = getenv("NVCC_CCBIN");
    *job = (struct sw_job){.arena = arena, .options = options, .words = words, .action = action_of(options)};
    job->relocatable = options->device_c || options->relocatable == SW_TRUE;
    job->arch_given = options->arch || options->code.count || options->generate_code.count;
    job->threads = threads_of(options);
    check_options(options);
    check_processors(arena, options);
    sw_choose_arch(arena, options, &job->frontend.arch);
    sw_job_add_inputs(job);
    if (sw_error_count())
        return false;
    settle_output(job);
    sw_settle_installation(job);
    if (sw_error_count())
        return false;
    settle_work_dir(job);
    sw_drop_toolkit_dirs(arena, options, job->frontend.headers);
    sw_drop_toolkit_environment(arena, options, job->frontend.headers);
    sw_drop_toolkit_libraries(job, options);
    if (job->action == SW_COMPILE)
        sw_check_cmake_cache(job);
    sw_settle_openmp(job, options);
    settle_frontend(job, options);
    job->host_compiler = find_host_compiler(job);
    settle_names(job);
    return sw_error_count() == 0;
}
