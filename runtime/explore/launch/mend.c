/* Repairs (explore/repair/repair.h) in the words of CUDA C++:
 *
 *      __threadfence() between mp.cu:7 and :8       cuda::memory_order_release at mp.cu:8       volatile X */
#include "explore/launch/mend.h"

#include <stdio.h>
#include <string.h>

#include "check/check.h"
#include "explore/launch/question.h"
#include "explore/repair/repair.h"

enum { MOST = 6, USUAL_SECONDS = 10, TEXT = 600 };

/* ---- Texts ----------------------------------------------------------------------------------------------------- */

static const struct swrt_site *user_site(uint64_t number) {
    const struct swrt_site *site = number ? swrt_site_numbered((uint32_t)number) : NULL;
    return site ? swrt_site_of_user(site) : NULL;
}

static const char *file_of(const struct swrt_site *site) {
    const char *file = site && site->file ? site->file : "?", *slash = strrchr(file, '/');
    return slash ? slash + 1 : file;
}

static void at_text(uint64_t number, char *text, size_t size) {
    const struct swrt_site *site = user_site(number);
    snprintf(text, size, "%s:%u", file_of(site), site ? site->line : 0);
}

/* "between mp.cu:7 and :8"; in one line with columns. */
static void between_text(const struct swrt_edit *edit, char *text, size_t size) {
    const struct swrt_site *before = user_site(edit->behind), *behind = user_site(edit->site);
    if (edit->is_after)
        snprintf(text, size, "behind %s:%u", file_of(behind), behind ? behind->line : 0);
    else if (!before || !behind || strcmp(file_of(before), file_of(behind)))
        snprintf(text, size, "before %s:%u", file_of(behind), behind ? behind->line : 0);
    else if (before->line == behind->line)
        snprintf(text, size, "between %s:%u:%u and :%u:%u", file_of(behind), before->line, before->column, behind->line,
                 behind->column);
    else
        snprintf(text, size, "between %s:%u and :%u", file_of(behind), before->line, behind->line);
}

static const char *order_text(const struct swrt_edit *edit) {
    const struct swrt_site *site = swrt_site_numbered((uint32_t)edit->site);
    if ((site && site->kind == SWRT_SITE_READ) || edit->order == SWRT_ORDER_ACQUIRE)
        return "acquire";
    return (site && site->kind == SWRT_SITE_WRITE) || edit->order == SWRT_ORDER_RELEASE ? "release" : "acq_rel";
}

static bool is_fence(uint64_t number) {
    const struct swrt_site *site = swrt_site_numbered((uint32_t)number);
    return site && site->kind == SWRT_SITE_FENCE;
}

static void edit_text(const struct swrt_launch_explored *launch, const struct swrt_edit *edit, char *text,
                      size_t size) {
    static const char *const fences[] = {[SWRT_SCOPE_THREAD] = "__threadfence_block()",
                                         [SWRT_SCOPE_BLOCK] = "__threadfence_block()",
                                         [SWRT_SCOPE_CLUSTER] = "__threadfence()",
                                         [SWRT_SCOPE_DEVICE] = "__threadfence()",
                                         [SWRT_SCOPE_SYSTEM] = "__threadfence_system()"};
    static const char *const scopes[] = {"thread", "block", "cluster", "device", "system"};
    char where[200];
    switch (edit->kind) {
    case SWRT_EDIT_FENCE:
    case SWRT_EDIT_BARRIER:
        between_text(edit, where, sizeof where);
        snprintf(text, size, "%s %s",
                 edit->kind == SWRT_EDIT_FENCE      ? fences[edit->scope]
                 : edit->scope == SWRT_SCOPE_THREAD ? "__syncwarp()"
                                                    : "__syncthreads()",
                 where);
        return;
    case SWRT_EDIT_ORDER:
    case SWRT_EDIT_SCOPE:
        at_text(edit->site, where, sizeof where);
        if (edit->kind == SWRT_EDIT_SCOPE && is_fence(edit->site))
            snprintf(text, size, "%s instead of the fence at %s", fences[edit->scope], where);
        else if (edit->kind == SWRT_EDIT_ORDER)
            snprintf(text, size, "cuda::memory_order_%s at %s", order_text(edit), where);
        else
            snprintf(text, size, "cuda::thread_scope_%s at %s", scopes[edit->scope], where);
        return;
    default:
        swrt_explore_name(launch, edit->address, edit->size, where, sizeof where);
        snprintf(text, size, "volatile %s", where);
    }
}

static void repair_text(const struct swrt_launch_explored *launch, const struct swrt_repair *repair, char *text,
                        size_t size) {
    *text = 0;
    for (unsigned i = 0; i < repair->count; i++) {
        size_t used = strlen(text);
        char one[TEXT];
        edit_text(launch, &repair->edits[i], one, sizeof one);
        snprintf(text + used, size - used, "%s%s", i ? ", and " : "", one);
    }
}

/* ---------------------------------------------------------------------------------------------------------------- */

static void tell_repairs(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch,
                         const struct swrt_repairs *repairs) {
    char text[3 * TEXT];
    for (unsigned i = 0; i < repairs->count; i++) {
        repair_text(launch, &repairs->list[i], text, sizeof text);
        swrt_outcomes_add_mend(all, text);
    }
    if (repairs->count)
        return;
    snprintf(all->no_mend, sizeof all->no_mend, "%s%s",
             repairs->is_hopeless    ? "no fence, order or scope forbids it"
             : !repairs->is_complete ? "nothing that was tried"
                                     : "no three changes of fences, orders and scopes",
             repairs->is_interleaving ? ": it is an interleaving" : "");
}

static bool has_unwanted(const struct swrt_explore_outcomes *all, const struct swrt_launch_question *q,
                         bool *only_values) {
    bool has_some = false;
    for (size_t i = 0; i < all->count; i++) {
        bool is_so = swrt_question_holds(q, all->at[i].ending, all->at[i].values);
        has_some |= is_so;
        *only_values &= !is_so || all->at[i].ending == SWRT_EXPLORE_ENDS;
    }
    return has_some;
}

static void find_needless(struct swrt_explore_outcomes *all, const struct swrt_explore_program *program,
                          const struct swrt_explore_options *options) {
    struct swrt_repairs *repairs = swrt_repair_needless(program, options);
    for (unsigned i = 0; repairs->is_complete && i < repairs->num_needless; i++) {
        char where[200], text[300];
        at_text(repairs->needless[i], where, sizeof where);
        snprintf(text, sizeof text, "%s %s", is_fence(repairs->needless[i]) ? "the fence at" : "seq_cst at", where);
        swrt_outcomes_add_needless(all, text);
    }
    swrt_repairs_close(repairs);
}

void swrt_mends_find(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                     const struct swrt_explore_way *way, const struct swrt_predicate *unwanted) {
    struct swrt_launch_question q;
    struct swrt_explore_watch watch[SWRT_EXPLORE_WATCHED];
    struct swrt_explore_program program;
    struct swrt_explore_options options;
    struct swrt_explore_limit limit = way->limit;
    bool only_values = true;
    if (!limit.seconds)
        limit.seconds = USUAL_SECONDS;
    if (*all->refused || !swrt_question_open(&q, launch, unwanted) ||
        !swrt_engine_options(&options, watch, launch, way->model, way->policy, &limit))
        return;
    options.question = swrt_question_of_values(&q);
    swrt_launch_program(launch, &program);
    if (has_unwanted(all, &q, &only_values) && only_values) {
        struct swrt_repairs *repairs = swrt_repair_find(&program, &options, MOST);
        tell_repairs(all, launch, repairs);
        swrt_repairs_close(repairs);
    } else if (only_values && all->is_complete) {
        find_needless(all, &program, &options);
    }
}
