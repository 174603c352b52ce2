/* When a pass of clang starts again.
 *
 * With precompiled headers it is fast, with what was put in for it (repair/repair.c) it takes what nvcc takes, and what it
 * says without either is what a user reads of errors:
 *
 *   fails ──► is repaired ──► fails ──► is repaired ──► .. ──► goes well
 *     │                         │
 *     │ cannot be               │ cannot be
 *     ▼                         ▼
 *   again, without            the first command again, without precompiled headers: only for its words
 *   precompiled headers */
#include "driver/attempts.h"
#include "driver/precompiled.h"

enum { MOST_MADE = 2 }; /* without the user's macros, and with them */

bool sw_has_begun(const struct sw_attempts *a) {
    return a->made || a->useless;
}

struct sw_strings sw_attempt_command(struct sw_job *job, const struct sw_step *step, struct sw_attempts *a) {
    struct sw_strings argv = {0};
    bool is_made = false, may = step->is_repairable && !a->reads_itself;
    a->headers = may ? sw_precompiled_for(job, step, &is_made) : NULL;
    a->is_making = a->headers && !is_made;
    if (a->is_making)
        sw_precompiled_make(job, &step->argv, a->headers, &argv);
    else if (a->headers)
        sw_precompiled_use(job, &step->argv, a->headers, &argv);
    else
        sw_push_all(job->arena, &argv, &step->argv);
    return argv;
}

/* The headers that it waited for are made, or cannot be. */
static bool end_making(struct sw_job *job, struct sw_attempts *a, int status, const char *said) {
    sw_precompiled_keep(job->arena, a->headers, !status, said);
    a->is_making = false;
    a->reads_itself = ++a->made == MOST_MADE + 1;
    return true;
}

static bool read_headers(const struct sw_step *step, struct sw_attempts *a) {
    a->useless = a->headers;
    a->repairs_then = step->repairs;
    a->reads_itself = true;
    return true;
}

/* What a user is told if no repair helps, and the command to ask for that. */
static void note_first(struct sw_job *job, const struct sw_step *step, struct sw_attempts *a, const char *said,
                       const struct sw_strings *argv, size_t replaced) {
    a->said_first = step->is_told_again ? step->said_otherwise : said;
    if (!a->headers || step->is_told_again)
        return;
    a->asked = *argv;
    for (size_t i = 0; i < replaced; i++)
        sw_vec_push(job->arena, &a->asked_for, step->repaired.at[i]);
}

static bool is_repaired(struct sw_job *job, struct sw_step *step, struct sw_attempts *a, const char *said) {
    struct sw_strings argv = {0};
    size_t replaced = step->repaired.count;
    unsigned told = sw_error_count();
    sw_push_all(job->arena, &argv, &step->argv);
    if (!sw_repair(job, step, said)) {
        a->has_told = sw_error_count() > told;
        return false;
    }
    if (!a->said_first)
        note_first(job, step, a, said, &argv, replaced);
    return true;
}

/* No repair has helped. */
static bool ask_for_words(struct sw_step *step, struct sw_attempts *a) {
    if (!a->asked.count)
        return false;
    step->argv = a->asked;
    step->repaired = a->asked_for;
    a->asked = (struct sw_strings){0};
    a->said_first = NULL;
    a->is_for_words = true;
    return read_headers(step, a);
}

bool sw_attempt_again(struct sw_job *job, struct sw_step *step, struct sw_attempts *a, int status, const char *said) {
    if (sw_interrupt_signal())
        return false;
    if (a->is_making)
        return end_making(job, a, status, said);
    if (status && a->is_for_words)
        return false;
    if (!status && a->useless && step->repairs == a->repairs_then) /* what was repaired fails with good ones, too */
        sw_precompiled_drop(job->arena, a->useless);
    if (sw_repair_guides(job, step)) /* of a pass that has failed, too: it may have missed them */
        return true;
    if (status == 1 && is_repaired(job, step, a, said))
        return true;
    if (status && a->headers && !a->said_first && !a->has_told)
        return read_headers(step, a);
    if (!status && sw_repair_untold(job, step))
        return true;
    /* of a pass that has failed, too: the program may say what a size is */
    if (sw_repair_layouts(job, step, !status) || (status && sw_take_back_untold(step)))
        return true;
    return status && !a->has_told && ask_for_words(step, a);
}
