/* -Rsoftwarp and --remarks: each run of the middle end prints its remarks, and puts them into its object; the file is made
 * from objects, by a last step. A link takes all objects and archives, those made earlier as well: so its file tells of
 * the whole program, though a compiler cache may have found the objects and swcc never run for them. */
#include "driver/driver.h"

static void push(struct sw_plan *plan, size_t step, const char *word) {
    sw_vec_push(plan->job->arena, sw_plan_argv(plan, step), word);
}

/* What the step, which makes the object, is told about remarks; before its inputs. */
void sw_plan_remarks(struct sw_plan *plan, size_t middle_end, const char *object) {
    struct sw_job *job = plan->job;
    if (job->options->remark)
        push(plan, middle_end, "-Rsoftwarp");
    if (!job->options->remarks_file)
        return;
    push(plan, middle_end, "--keep-remarks");
    sw_vec_push(job->arena, &plan->remarks, object);
}

/* A command that neither links nor compiles device code writes nothing. */
void sw_plan_join_remarks(struct sw_plan *plan) {
    struct sw_job *job = plan->job;
    bool is_link = job->action == SW_LINK || job->action == SW_LIBRARY;
    struct sw_strings objects = is_link ? sw_plan_carriers(plan) : plan->remarks;
    if (!job->options->remarks_file || !objects.count)
        return;
    size_t step = sw_plan_step(plan, "remarks", NULL, job->options->remarks_file);
    push(plan, step, sw_middle_end(job));
    push(plan, step, "--join-remarks");
    sw_push_all(job->arena, sw_plan_argv(plan, step), &objects);
    push(plan, step, "-o");
    push(plan, step, job->options->remarks_file);
    sw_plan_need_all(plan, step);
}
