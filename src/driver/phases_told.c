/* What is told of a file beside compiling it: what its host code does with device variables and device memory, and, of a
 * strict one, what in it nvcc refuses. */
#include "driver/phases.h"

/* What host code does can be seen in bitcode only: not where the object is other bitcode. */
bool sw_can_carry(const struct sw_job *job) {
    const struct sw_strings *options = &job->frontend.host_options;
    for (size_t i = 0; i < options->count; i++)
        if (sw_starts_with(options->at[i], "-flto") || sw_starts_with(options->at[i], "-fembed-bitcode"))
            return false;
    return true;
}

bool sw_is_to_be_told(const struct sw_job *job, const struct sw_source_files *files) {
    bool is_wanted = !job->options->no_warnings || job->options->strict;
    return is_wanted && sw_can_carry(job) && (sw_has_device_variables(files) || sw_has_device_memory(files));
}

static void push_numbers(struct sw_plan *plan, size_t step, const char *name, const struct sw_strings *numbers) {
    struct sw_job *job = plan->job;
    for (size_t i = 0; i < numbers->count; i++)
        sw_vec_push(job->arena, sw_plan_argv(plan, step), FORMAT("--diag-%s=%s", name, numbers->at[i]));
}

/* Whether what is told of a file is an error. */
static bool are_errors(const struct sw_job *job) {
    return job->options->strict || sw_has_word(&job->options->errors, "all-warnings");
}

/* A pointer to device memory may be guarded by what the program knows of the device, and strict programs see what it
 * does: --strict makes no error of it. */
static void push_usual(struct sw_plan *plan, size_t step) {
    const struct sw_options *o = plan->job->options;
    sw_push_words(plan, step, (const char *[]){are_errors(plan->job) ? "--usual=error" : "--usual=warning", NULL});
    if (o->no_warnings)
        sw_push_words(plan, step, (const char *[]){"--no-warnings", NULL});
    if (o->strict && !sw_has_word(&o->errors, "all-warnings"))
        sw_push_words(plan, step, (const char *[]){"--diag-warn=device-pointer", NULL});
}

/* Tells of host code that uses device variables or device memory, by the bitcode that the host object carries. */
void sw_plan_told(struct sw_plan *plan, struct sw_cuda_file *u) {
    struct sw_job *job = plan->job;
    const struct sw_options *o = job->options;
    size_t tell = sw_plan_step(plan, "device variables and memory in host code", u->input->path, NULL);
    sw_push_words(plan, tell,
                  (const char *[]){sw_middle_end(job), "--tell-host", FORMAT("--source=%s", u->input->path), NULL});
    push_usual(plan, tell);
    push_numbers(plan, tell, "suppress", &o->diag_suppressed);
    push_numbers(plan, tell, "warn", &o->diag_warned);
    push_numbers(plan, tell, "error", &o->diag_errors);
    sw_push_words(plan, tell, (const char *[]){u->host_object, NULL});
    sw_plan_need(plan, tell, u->host_pass);
}

/* A strict file always is; any other by its words, if warnings are wanted. */
bool sw_is_doubtful(const struct sw_job *job, const struct sw_source_files *files) {
    const struct sw_options *o = job->options;
    return o->strict || (!o->no_warnings && sw_has_doubtful(files, o->extended_lambda));
}

/* A doubtful file is read twice more, its text and its device code as written, to see what is in it that nvcc refuses. */
void sw_plan_refused(struct sw_plan *plan, struct sw_cuda_file *u, const struct sw_strings *replaced) {
    struct sw_job *job = plan->job;
    const char *text = sw_work_file(job, u->input, "strict.ii"), *code = sw_work_file(job, u->input, "strict.bc");
    struct sw_frontend as_written = u->frontend;
    as_written.as_written = as_written.tell_layouts = true;
    size_t read = sw_plan_step(plan, "preprocess", u->input->path, text);
    sw_preprocess(&u->frontend, sw_plan_argv(plan, read), job->host_compiler, NULL, u->input->path, text);
    sw_plan_need(plan, read, u->device_pass);
    size_t write = sw_plan_step(plan, "device code as written", u->input->path, code);
    sw_device_pass(&as_written, sw_plan_argv(plan, write), u->input->path, u->identity.id, code);
    plan->steps.at[write].stdout_file = sw_work_file(job, u->input, "strict.layouts");
    plan->steps.at[write].has_twin = true;
    plan->steps.at[write].twin = u->device_pass;
    sw_may_be_repaired(plan, write, replaced);
    plan->steps.at[write].has_doubtful_guides = plan->steps.at[u->device_pass].has_doubtful_guides;
    sw_plan_need(plan, write, u->device_pass);
    size_t tell = sw_plan_step(plan, "what nvcc refuses", u->input->path, NULL);
    sw_push_words(plan, tell,
                  (const char *[]){sw_middle_end(job), FORMAT("--tell-refused=%s", text),
                                   are_errors(job) ? "--usual=error" : "--usual=warning", code,
                                   job->options->extended_lambda ? "--extended-lambda" : NULL, NULL});
    sw_plan_need(plan, tell, read);
    sw_plan_need(plan, tell, write);
}
