/* The steps that take all objects together: device link, link, static library, and running the program.
 *
 * Objects made with -rdc carry their device code as bitcode. Before the link it is collected from all objects and
 * archives, compiled in one piece, and the device object made of it is linked with the rest. */
#include "driver/driver.h"

#include <string.h>

#define FORMAT(...) sw_arena_printf(job->arena, __VA_ARGS__)

static void push(struct sw_plan *plan, size_t step, const char *word) {
    sw_vec_push(plan->job->arena, sw_plan_argv(plan, step), word);
}

/* libNAME.a in the folders of -L, as the linker finds it without a shared one beside; of :FILE the file. Null when there
 * is none. */
static const char *find_archive(const struct sw_job *job, const struct sw_strings *folders, const char *name) {
    for (size_t i = 0; i < folders->count; i++) {
        const char *folder = folders->at[i];
        const char *path = *name == ':' ? FORMAT("%s/%s", folder, name + 1) : FORMAT("%s/lib%s.a", folder, name);
        if (sw_file_exists(path))
            return path;
    }
    return NULL;
}

/* What the linker alone is told: -Xlinker WORD, -Wl,WORD,.. (Meson names its static libraries so). */
static struct sw_strings linker_words(const struct sw_job *job) {
    struct sw_strings words = {0};
    sw_push_all(job->arena, &words, &job->options->linker_options);
    for (size_t i = 0; i < job->options->linker_extra.count; i++)
        if (sw_starts_with(job->options->linker_extra.at[i], "-Wl,"))
            sw_split_list(job->arena, &words, job->options->linker_extra.at[i] + strlen("-Wl,"));
    return words;
}

/* A file, or -lNAME, of such words; null: an option, or a file without code to take. */
static const char *carrier_of(const struct sw_job *job, const struct sw_strings *folders, const char *word) {
    static const char *const endings[] = {".a", ".o", ".lo", ".obj", ".lib"};
    if (sw_starts_with(word, "-l"))
        return find_archive(job, folders, word + 2);
    for (size_t i = 0; *word != '-' && i < sizeof endings / sizeof *endings; i++)
        if (sw_ends_with(word, endings[i]) && sw_file_exists(word))
            return word;
    return NULL;
}

static void push_carrier(const struct sw_job *job, struct sw_strings *all, const char *path) {
    if (path && !sw_has_word(all, path))
        sw_vec_push(job->arena, all, path);
}

/* Everything that may carry relocatable device code, or remarks: objects, archives, and the archives that -l names. */
struct sw_strings sw_plan_carriers(const struct sw_plan *plan) {
    const struct sw_job *job = plan->job;
    struct sw_strings all = {0}, folders = {0}, words = linker_words(job);
    sw_push_all(job->arena, &all, &plan->objects);
    sw_push_all(job->arena, &folders, &job->library_dirs);
    for (size_t i = 0; i < words.count; i++)
        if (sw_starts_with(words.at[i], "-L"))
            sw_vec_push(job->arena, &folders, words.at[i] + 2);
    for (size_t i = 0; i < job->libraries.count; i++)
        push_carrier(job, &all, find_archive(job, &folders, job->libraries.at[i]));
    for (size_t i = 0; i < words.count; i++)
        push_carrier(job, &all, carrier_of(job, &folders, words.at[i]));
    return all;
}

/* Objects of this run do not exist yet; with -rdc those made of .cu files will carry code. */
static bool needs_device_link(const struct sw_plan *plan, const struct sw_strings *all) {
    const struct sw_job *job = plan->job;
    for (size_t i = 0; i < job->inputs.count && job->relocatable; i++)
        if (job->inputs.at[i].language == SW_CUDA)
            return true;
    return sw_has_device_code(job->arena, all);
}

/* Collects and compiles the relocatable device code of all carriers into the output. Its last step. */
static size_t plan_device_link(struct sw_plan *plan, const struct sw_strings *all, const char *output) {
    struct sw_job *job = plan->job;
    const char *folder = FORMAT("%s/%s.dlink", job->work_dir, sw_path_stem(job->arena, job->output));
    size_t collect = sw_plan_step(plan, "collect device code", NULL, NULL);
    plan->steps.at[collect].kind = SW_STEP_COLLECT;
    plan->steps.at[collect].late_source = folder;
    sw_push_all(job->arena, sw_plan_argv(plan, collect), all);
    sw_plan_need_all(plan, collect);
    size_t step = sw_plan_step(plan, "device link", NULL, output);
    sw_push_middle_end(job, sw_plan_argv(plan, step));
    if (job->arch_given)
        push(plan, step, FORMAT("--arch=%u", job->frontend.arch.number));
    if (job->options->keep || job->options->keep_dir)
        push(plan, step, FORMAT("--keep-stages=%s.stage", folder));
    sw_plan_remarks(plan, step, output);
    push(plan, step, FORMAT("--objects=%s/objects", folder));
    push(plan, step, "-o");
    push(plan, step, output);
    plan->steps.at[step].late = SW_LATE_COLLECTED;
    plan->steps.at[step].late_source = folder;
    sw_plan_need(plan, step, collect);
    return step;
}

/* -dlink: the device object alone, with a list of the code in it, so that a later link does not compile it again. */
void sw_plan_device_link_only(struct sw_plan *plan) {
    struct sw_job *job = plan->job;
    struct sw_strings all = sw_plan_carriers(plan);
    if (!needs_device_link(plan, &all)) {
        sw_error(SW_NOWHERE, "-dlink: no input has relocatable device code (compile with -dc)");
        return;
    }
    size_t made = plan_device_link(plan, &all, job->output);
    const char *folder = plan->steps.at[made].late_source;
    size_t mark = sw_plan_step(plan, "mark", NULL, job->output);
    push(plan, mark, "objcopy");
    push(plan, mark, FORMAT("--add-section=.softwarp.linked=%s/linked", folder));
    push(plan, mark, job->output);
    sw_plan_need(plan, mark, made);
}

static bool is_host_word(const struct sw_job *job, const char *word) {
    return sw_has_word(&job->options->host_extra, word) || sw_has_word(&job->options->compiler_options, word);
}

/* Vector functions are loaded by programs whose kernels call them; a static one has them all. */
static void push_vector_library(struct sw_plan *plan, size_t step) {
    if (!is_host_word(plan->job, "-static") && !is_host_word(plan->job, "-static-pie"))
        return;
    push(plan, step, "-Wl,--whole-archive");
    push(plan, step, "-lmvec");
    push(plan, step, "-Wl,--no-whole-archive");
}

/* Our libraries of CUDA's names are found where the runtime is, and by the program when it runs. */
static void push_own_libraries(struct sw_plan *plan, size_t step) {
    const struct sw_job *job = plan->job;
    struct sw_strings words = linker_words(job);
    bool is_linked = false;
    for (size_t i = 0; i < job->libraries.count; i++)
        is_linked = is_linked || sw_is_own_library(job->libraries.at[i]);
    for (size_t i = 0; i < words.count; i++)
        is_linked = is_linked || (sw_starts_with(words.at[i], "-l") && sw_is_own_library(words.at[i] + 2));
    if (!is_linked)
        return;
    push(plan, step, FORMAT("-L%s/lib64/stubs", job->toolkit));
    push(plan, step, FORMAT("-Wl,-rpath,%s/lib64", job->toolkit));
}

/* The runtime, by the names that it has in the toolkit: CMake reads them out of this line. */
static void push_runtime(struct sw_plan *plan, size_t step) {
    struct sw_job *job = plan->job;
    if (!sw_equal(job->runtime, "none"))
        push(plan, step, FORMAT("-L%s/lib64/stubs", job->toolkit));
    if (sw_equal(job->runtime, "static")) {
        push(plan, step, "-lcudadevrt");
        push(plan, step, "-lcudart_static");
        push_vector_library(plan, step);
    } else if (sw_equal(job->runtime, "shared")) {
        push(plan, step, "-lcudadevrt");
        push(plan, step, "-lcudart");
        push(plan, step, FORMAT("-Wl,-rpath,%s/lib", job->root));
    }
    push(plan, step, "-lrt");
    push(plan, step, "-lpthread");
    push(plan, step, "-ldl");
    push(plan, step, "-lm");
}

/* A plug-in that the program loads may bring the runtime too. It finds the program's own first, if that is visible. */
static void push_exports(struct sw_plan *plan, size_t step) {
    static const char *const names[] = {"cu*", "__cuda*", "swrt*"};
    struct sw_job *job = plan->job;
    bool is_gold = is_host_word(job, "-fuse-ld=gold"); /* does not know the option */
    if (job->options->shared || is_gold || !sw_equal(job->runtime, "static"))
        return;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        push(plan, step, FORMAT("-Wl,--export-dynamic-symbol=%s", names[i]));
}

static void push_libraries(struct sw_plan *plan, size_t step) {
    struct sw_job *job = plan->job;
    for (size_t i = 0; i < job->library_dirs.count; i++)
        push(plan, step, FORMAT("-L%s", job->library_dirs.at[i]));
    for (size_t i = 0; i < job->libraries.count; i++)
        push(plan, step, FORMAT("-l%s", job->libraries.at[i]));
}

static void push_linker_words(struct sw_plan *plan, size_t step) {
    struct sw_job *job = plan->job;
    for (size_t i = 0; i < job->options->linker_options.count; i++) {
        push(plan, step, "-Xlinker");
        push(plan, step, job->options->linker_options.at[i]);
    }
    sw_push_all(job->arena, sw_plan_argv(plan, step), &job->options->linker_extra);
}

/* Whether the words hold a group for the linker, as such or behind -Wl. */
static bool opens_group(struct sw_job *job, const struct sw_strings *words) {
    struct sw_strings all = {0};
    for (size_t i = 0; i < words->count; i++)
        sw_split_list(job->arena, &all, words->at[i] + (sw_starts_with(words->at[i], "-Wl,") ? strlen("-Wl,") : 0));
    return sw_has_word(&all, "--start-group") || sw_has_word(&all, "-start-group") || sw_has_word(&all, "-(");
}

/* Objects, libraries and what the linker alone is told are one group, as with nvcc: archives may come before what needs
 * them, and need each other. Groups do not nest: the user's begin where ours has ended, or are the only ones. */
static void push_grouped(struct sw_plan *plan, size_t step) {
    struct sw_job *job = plan->job;
    const struct sw_options *o = job->options;
    bool is_grouped = !opens_group(job, &job->frontend.host_compiler_options);
    bool holds_words = !opens_group(job, &o->linker_options) && !opens_group(job, &o->linker_extra);
    if (is_grouped)
        push(plan, step, "-Wl,--start-group");
    sw_push_all(job->arena, sw_plan_argv(plan, step), &plan->objects);
    push_libraries(plan, step);
    if (is_grouped && !holds_words)
        push(plan, step, "-Wl,--end-group");
    push_linker_words(plan, step);
    if (is_grouped && holds_words)
        push(plan, step, "-Wl,--end-group");
}

static void push_link(struct sw_plan *plan, size_t step) {
    struct sw_job *job = plan->job;
    push(plan, step, job->host_compiler);
    if (job->options->shared)
        push(plan, step, "-shared");
    if (job->options->relocatable_link)
        push(plan, step, "-r");
    sw_push_all(job->arena, sw_plan_argv(plan, step), &job->frontend.host_compiler_options);
    push_grouped(plan, step);
    if (!job->options->relocatable_link) {
        push_own_libraries(plan, step);
        push_runtime(plan, step);
        push_exports(plan, step);
    }
    push(plan, step, "-o");
    push(plan, step, job->output);
}

/* The program or shared library. */
void sw_plan_link(struct sw_plan *plan) {
    struct sw_job *job = plan->job;
    struct sw_strings all = sw_plan_carriers(plan);
    if (!job->options->no_device_link && !job->options->relocatable_link && needs_device_link(plan, &all)) {
        const char *object = FORMAT("%s/%s.dlink.o", job->work_dir, sw_path_stem(job->arena, job->output));
        plan_device_link(plan, &all, object);
        sw_vec_push(job->arena, &plan->objects, object);
    }
    size_t step = sw_plan_step(plan, "link", NULL, job->output);
    push_link(plan, step);
    sw_plan_need_all(plan, step);
}

/* -lib: a static library. */
void sw_plan_library(struct sw_plan *plan) {
    struct sw_job *job = plan->job;
    size_t step = sw_plan_step(plan, "archive", NULL, job->output);
    push(plan, step, job->options->archiver ? job->options->archiver : "ar");
    push(plan, step, "rcs");
    sw_push_all(job->arena, sw_plan_argv(plan, step), &job->options->archive_options);
    push(plan, step, job->output);
    sw_push_all(job->arena, sw_plan_argv(plan, step), &plan->objects);
    sw_plan_need_all(plan, step);
}

/* --run: the program that was just linked; with --check under the checkers. */
void sw_plan_run_program(struct sw_plan *plan) {
    struct sw_job *job = plan->job;
    size_t step = sw_plan_step(plan, "run", NULL, NULL);
    if (job->options->check) {
        push(plan, step, FORMAT("%s/bin/softwarp", job->root));
        push(plan, step, "check");
    }
    push(plan, step, strchr(job->output, '/') ? job->output : FORMAT("./%s", job->output));
    sw_push_all(job->arena, sw_plan_argv(plan, step), &job->options->run_args);
    plan->steps.at[step].foreground = true;
    sw_plan_need_all(plan, step);
}
