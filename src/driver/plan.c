/* Adding steps to a plan. Steps are named by their numbers: the list may move while it grows. */
#include "driver/driver.h"

#include <string.h>

/* A new step; output (may be null) is the file it makes. Its number. */
size_t sw_plan_step(struct sw_plan *plan, const char *what, const char *source, const char *output) {
    struct sw_step step = {.kind = SW_STEP_RUN, .what = what, .source = source, .output = output};
    sw_vec_push(plan->job->arena, &plan->steps, step);
    return plan->steps.count - 1;
}

/* A step that writes bytes to a file. */
size_t sw_plan_write(struct sw_plan *plan, const char *path, const void *bytes, size_t size) {
    char *copy = sw_arena_alloc(plan->job->arena, size);
    for (size_t i = 0; i < size; i++)
        copy[i] = ((const char *)bytes)[i];
    size_t step = sw_plan_step(plan, "identity", NULL, path);
    plan->steps.at[step].kind = SW_STEP_WRITE;
    plan->steps.at[step].bytes = copy;
    plan->steps.at[step].size = size;
    return step;
}

/* The step's command line, until the next step is added. */
struct sw_strings *sw_plan_argv(struct sw_plan *plan, size_t step) {
    assert(step < plan->steps.count);
    return &plan->steps.at[step].argv;
}

/* The step runs only when the needed one has succeeded. */
void sw_plan_need(struct sw_plan *plan, size_t step, size_t needed) {
    assert(needed < step && step < plan->steps.count); /* so steps can be done in their order */
    sw_vec_push(plan->job->arena, &plan->steps.at[step].needs, needed);
}

/* The step runs when every step before it has succeeded. */
void sw_plan_need_all(struct sw_plan *plan, size_t step) {
    for (size_t i = 0; i < step; i++)
        sw_plan_need(plan, step, i);
}

/* Path of softwarp-cc. */
const char *sw_middle_end(const struct sw_job *job) {
    return sw_arena_printf(job->arena, "%s/libexec/softwarp/softwarp-cc", job->root);
}

static const char march[] = "-march=";

/* The last -march= of the host options; null: none. */
static const char *host_processor(const struct sw_job *job) {
    const struct sw_strings *options = &job->frontend.host_options;
    for (size_t i = options->count; i-- > 0;)
        if (sw_starts_with(options->at[i], march))
            return options->at[i] + sizeof march - 1;
    return NULL;
}

/* The processors that device code is compiled for: --cpu=, or else the one of host code; null: nobody said. */
static const char *target_processors(const struct sw_job *job) {
    return job->options->cpu ? job->options->cpu : host_processor(job);
}

/* What host code may have, for softwarp-cc --host-cpu=: "haswell,+avx512f,-fma". Null: what every x86-64 has. */
static const char *host_features(const struct sw_job *job) {
    const struct sw_strings *options = &job->frontend.host_options;
    const char *all = host_processor(job);
    for (size_t i = 0; i < options->count; i++) {
        const char *word = options->at[i];
        bool is_off = sw_starts_with(word, "-mno-"), is_on = sw_starts_with(word, "-m");
        const char *name = is_off ? word + strlen("-mno-") : is_on ? word + strlen("-m") : "";
        if (sw_feature_named(name))
            all = sw_arena_printf(job->arena, "%s%s%c%s", all ? all : "", all ? "," : "", is_off ? '-' : '+', name);
    }
    return all;
}

/* What a run of softwarp-cc over one unit is told of processors. */
void sw_push_processors(struct sw_job *job, struct sw_strings *argv) {
    const char *targets = target_processors(job), *host = host_features(job);
    if (targets)
        sw_vec_push(job->arena, argv, sw_arena_printf(job->arena, "--cpu=%s", targets));
    if (host)
        sw_vec_push(job->arena, argv, sw_arena_printf(job->arena, "--host-cpu=%s", host));
}

/* Processes for a run of softwarp-cc; null: its own choice, one per core. */
static const char *jobs_of(const struct sw_job *job) {
    const struct sw_options *o = job->options;
    const char *jobs = o->split_compile            ? o->split_compile
                       : o->split_compile_extended ? o->split_compile_extended
                                                   : o->threads;
    return jobs && strspn(jobs, "0") < strlen(jobs) ? jobs : NULL;
}

/* softwarp-cc and what every run of it is told, but for inputs, output and architecture. */
void sw_push_middle_end(struct sw_job *job, struct sw_strings *argv) {
    const struct sw_frontend *f = &job->frontend;
    sw_vec_push(job->arena, argv, sw_middle_end(job));
    sw_vec_push(job->arena, argv, f->device_unoptimized ? "-O0" : "-O3");
    if (f->device_debug)
        sw_vec_push(job->arena, argv, "-g");
    if (f->check)
        sw_vec_push(job->arena, argv, "--check");
    if (f->strict)
        sw_vec_push(job->arena, argv, "--strict");
    if (f->fast_atomics)
        sw_vec_push(job->arena, argv, "--fast-atomics");
    if (f->lanes)
        sw_vec_push(job->arena, argv, sw_arena_printf(job->arena, "--lanes=%s", f->lanes));
    if (f->blocks)
        sw_vec_push(job->arena, argv, sw_arena_printf(job->arena, "--blocks=%s", f->blocks));
    if (jobs_of(job))
        sw_vec_push(job->arena, argv, sw_arena_printf(job->arena, "--jobs=%s", jobs_of(job)));
    sw_push_processors(job, argv);
}
