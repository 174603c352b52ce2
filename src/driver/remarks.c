/* -Rsoftwarp and --remarks: every run of the middle end writes its remarks to a file of its own, several at once as it
 * may be, and a last step joins them. A command that compiles no device code writes nothing. */
#include "driver/driver.h"

static void push(struct sw_plan *plan, size_t step, const char *word)
{
    sw_vec_push(plan->job->arena, sw_plan_argv(plan, step), word);
}

/* What the step says about remarks; before its inputs. */
void sw_plan_remarks(struct sw_plan *plan, size_t middle_end)
{
    struct sw_job *job = plan->job;
    if (job->options->remark)
        push(plan, middle_end, "-Rsoftwarp");
    if (!job->options->remarks_file)
        return;
    const char *file = sw_arena_printf(job->arena, "%s/remarks-%zu.json", job->work_dir, plan->remarks.count);
    push(plan, middle_end, sw_arena_printf(job->arena, "--remarks=%s", file));
    sw_vec_push(job->arena, &plan->remarks, file);
    sw_vec_push(job->arena, &plan->remarkers, middle_end);
}

void sw_plan_join_remarks(struct sw_plan *plan)
{
    struct sw_job *job = plan->job;
    if (!plan->remarks.count)
        return;
    size_t step = sw_plan_step(plan, "remarks", NULL, job->options->remarks_file);
    push(plan, step, sw_middle_end(job));
    push(plan, step, "--join-remarks");
    sw_push_all(job->arena, sw_plan_argv(plan, step), &plan->remarks);
    push(plan, step, "-o");
    push(plan, step, job->options->remarks_file);
    for (size_t i = 0; i < plan->remarkers.count; i++)
        sw_plan_need(plan, step, plan->remarkers.at[i]);
}
