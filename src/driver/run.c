/* Takes the steps of a plan, several at once where they do not need each other.
 *
 * A step starts when all it needs has succeeded. After a failure nothing new starts, and what runs is waited for. What
 * a step says is kept in a file and shown in the order of the plan, whichever step ended first. */
#include "driver/attempts.h"
#include "driver/driver.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>
#include <unistd.h>

enum state { WAITING, RUNNING, SUCCEEDED, FAILED };

struct progress {
    enum state state;
    struct sw_process process;
    const char *said_file;
    const char *said; /* once it has ended; null before */
    bool is_lost;     /* somebody removed the file with what it said */
    bool shown;
    struct sw_attempts attempts;
    struct timespec start;
    double milliseconds;
};

struct runner {
    struct sw_job *job;
    struct sw_steps *steps;
    struct progress *progress;
    struct sw_strings collected; /* files that the collecting step wrote */
    size_t running;
    int status; /* of the first step that failed */
};

static struct sw_arena *arena_of(const struct runner *r) {
    return r->job->arena;
}

/* Removes a result that is not whole. Devices (-o /dev/null) stay. */
static void remove_output(const struct sw_step *step) {
    struct stat facts;
    if (step->output && stat(step->output, &facts) == 0 && S_ISREG(facts.st_mode))
        unlink(step->output);
}

/* The step as messages name it: "device pass of a.cu". */
static const char *name_of(const struct runner *r, const struct sw_step *step) {
    return step->source ? sw_arena_printf(arena_of(r), "%s of %s", step->what, step->source) : step->what;
}

/* Where there is no room left a tool can write neither its result nor what it has to say. What it has written it may have
 * removed since, so little room is a hint. */
static const char *told_room(const struct runner *r) {
    enum { LITTLE = 16 << 10 };
    struct statvfs facts;
    const char *folder = sw_temp_dir(arena_of(r));
    unsigned long long left = LITTLE;
    if (statvfs(folder, &facts) == 0)
        left = (unsigned long long)facts.f_bavail * facts.f_frsize / 1024;
    if (left >= LITTLE)
        return "";
    return sw_arena_printf(arena_of(r),
                           ": %s, the folder for intermediate files, is on a full disk, with %llu KiB left "
                           "(TMPDIR names another)",
                           folder, left);
}

/* One of our tools that failed did not say why: it died of a signal, said nothing, or its words are lost. */
static void explain(const struct runner *r, size_t i, int status) {
    const struct sw_step *step = &r->steps->at[i];
    const struct progress *p = &r->progress[i];
    const char *tool = step->argv.at[0];
    if (p->state != FAILED || step->foreground || step->is_refused || sw_interrupt_signal())
        return;
    if (status > 128)
        sw_error(SW_NOWHERE, "%s: %s stopped by signal %d (%s)%s", name_of(r, step), tool, status - 128,
                 strsignal(status - 128), told_room(r));
    else if (p->is_lost)
        sw_error(SW_NOWHERE, "%s: %s ended with status %d; what it said is lost, %s was removed", name_of(r, step),
                 tool, status, p->said_file);
    else if (!*p->said)
        sw_error(SW_NOWHERE, "%s: %s ended with status %d and said nothing%s", name_of(r, step), tool, status,
                 told_room(r));
}

/* What a step that has ended said. */
static const char *take_said(struct runner *r, struct progress *p) {
    const char *said = p->said_file ? sw_read_file(arena_of(r), p->said_file, NULL) : NULL;
    p->is_lost = p->said_file && !said;
    if (p->said_file)
        unlink(p->said_file);
    return said ? said : "";
}

/* Whether what we say of a pass belongs to its errors. It may be why a program's own assertion of a size has failed. */
static bool tells_errors(const struct sw_step *step, int status, const char *said) {
    return step->errors && *step->errors && (!status || strstr(said, "static assertion failed"));
}

static void finish(struct runner *r, size_t i, int status) {
    struct progress *p = &r->progress[i];
    assert(p->state == WAITING || p->state == RUNNING);
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    p->milliseconds = (double)(now.tv_sec - p->start.tv_sec) * 1e3 + (double)(now.tv_nsec - p->start.tv_nsec) / 1e6;
    const char *said = take_said(r, p);
    if (sw_attempt_again(r->job, &r->steps->at[i], &p->attempts, status, said)) {
        p->state = WAITING;
        return;
    }
    p->said = status && p->attempts.said_first ? p->attempts.said_first : said;
    if (tells_errors(&r->steps->at[i], status, p->said)) {
        p->said = sw_arena_printf(arena_of(r), "%s%s", p->said, r->steps->at[i].errors);
        status = status ? status : 1;
    }
    if (!status && r->steps->at[i].warnings)
        p->said = sw_arena_printf(arena_of(r), "%s%s", p->said, r->steps->at[i].warnings);
    p->said = r->steps->at[i].is_refused ? "" : p->said;
    p->state = status ? FAILED : SUCCEEDED;
    if (!status)
        return;
    remove_output(&r->steps->at[i]);
    r->status = r->status ? r->status : status;
}

static bool add_late(struct runner *r, const struct sw_step *step, struct sw_strings *argv) {
    if (step->late == SW_LATE_COLLECTED) {
        sw_push_all(arena_of(r), argv, &r->collected);
    } else if (step->late == SW_LATE_REGISTER_SYMBOL) {
        const char *symbol = sw_register_symbol(arena_of(r), step->late_source);
        if (symbol)
            sw_vec_push(arena_of(r), argv, sw_arena_printf(arena_of(r), "--register=%s", symbol));
    }
    return true;
}

static void start_command(struct runner *r, size_t i) {
    const struct sw_step *step = &r->steps->at[i];
    struct progress *p = &r->progress[i];
    struct sw_strings argv = sw_attempt_command(r->job, step, &p->attempts);
    add_late(r, step, &argv);
    sw_vec_push(arena_of(r), &argv, NULL);
    if (!step->foreground)
        p->said_file = sw_arena_printf(arena_of(r), "%s/said-%zu", sw_temp_dir(arena_of(r)), i);
    fflush(NULL);
    if (p->said_file && access(sw_temp_dir(arena_of(r)), W_OK) != 0) {
        sw_error(SW_NOWHERE, "%s: cannot write to %s, the folder for intermediate files: %s", name_of(r, step),
                 sw_temp_dir(arena_of(r)), strerror(errno));
        p->said_file = NULL;
        finish(r, i, 1);
        return;
    }
    if (!sw_process_start_into(&p->process, argv.at, step->stdout_file, p->said_file)) {
        finish(r, i, 1);
        return;
    }
    sw_interrupt_watch(p->process.pid);
    p->state = RUNNING;
    r->running++;
}

static bool write_step(const struct sw_step *step) {
    if (sw_write_file(step->output, step->bytes, step->size))
        return true;
    sw_error(SW_NOWHERE, "cannot write %s: %s", step->output, strerror(errno));
    return false;
}

static bool collect_step(struct runner *r, const struct sw_step *step) {
    if (mkdir(step->late_source, 0777) == 0 || errno == EEXIST)
        return sw_collect_device_code(arena_of(r), &step->argv, step->late_source, &r->collected);
    sw_error(SW_NOWHERE, "cannot make the folder %s: %s", step->late_source, strerror(errno));
    return false;
}

static void start(struct runner *r, size_t i) {
    const struct sw_step *step = &r->steps->at[i];
    clock_gettime(CLOCK_MONOTONIC, &r->progress[i].start);
    if (r->job->options->verbose && !sw_has_begun(&r->progress[i].attempts))
        sw_show_step(arena_of(r), step);
    if (step->kind == SW_STEP_WRITE)
        finish(r, i, !write_step(step));
    else if (step->kind == SW_STEP_COLLECT)
        finish(r, i, !collect_step(r, step));
    else
        start_command(r, i);
}

static bool is_ready(const struct runner *r, size_t i) {
    const struct sw_step *step = &r->steps->at[i];
    if (r->progress[i].state != WAITING)
        return false;
    for (size_t k = 0; k < step->needs.count; k++)
        if (r->progress[step->needs.at[k]].state != SUCCEEDED)
            return false;
    return true;
}

/* Starts what can start; after a failure what had begun. A step done on the spot may make an earlier one ready: look again from the start. */
static void start_ready(struct runner *r) {
    for (size_t i = 0; i < r->steps->count && r->running < r->job->threads; i++) {
        if (sw_interrupt_signal())
            return;
        if (!is_ready(r, i) || (r->status && !sw_has_begun(&r->progress[i].attempts)))
            continue;
        start(r, i);
        if (r->progress[i].state == SUCCEEDED)
            i = (size_t)-1;
    }
}

/* What the other pass over the file has said already: the same is not said again. Null: there is none. */
static const char *said_by_twin(const struct runner *r, size_t i) {
    const struct sw_step *step = &r->steps->at[i];
    if (step->has_twin)
        return r->progress[step->twin].said;
    for (size_t k = 0; k < r->steps->count; k++)
        if (r->steps->at[k].has_twin && r->steps->at[k].twin == i && r->progress[k].shown)
            return r->progress[k].said;
    return NULL;
}

/* Shows what ended steps said, in the plan's order: a step's words wait for those of steps before it that run, or start
 * again. After a failure none does. */
static void show_said(struct runner *r) {
    for (size_t i = 0; i < r->steps->count; i++) {
        const struct sw_step *step = &r->steps->at[i];
        struct progress *p = &r->progress[i];
        if (p->state == RUNNING || (p->state == WAITING && step->repairs && !r->status))
            return;
        if (p->state == WAITING || p->shown)
            continue;
        p->shown = true;
        sw_print_diagnostics(arena_of(r), p->said, said_by_twin(r, i));
    }
}

static void wait_for_one(struct runner *r) {
    struct sw_process ended;
    int status = sw_process_wait_any(&ended);
    sw_interrupt_unwatch(ended.pid);
    for (size_t i = 0; i < r->steps->count; i++) {
        if (r->progress[i].state != RUNNING || r->progress[i].process.pid != ended.pid)
            continue;
        r->running--;
        finish(r, i, status);
        show_said(r);
        explain(r, i, status);
        return;
    }
}

/* --time: nvcc's columns. */
static void write_times(const struct runner *r, const char *path) {
    bool to_stdout = sw_equal(path, "-");
    FILE *file = to_stdout ? stdout : fopen(path, "a");
    if (!file) {
        sw_error(SW_NOWHERE, "cannot write %s: %s", path, strerror(errno));
        return;
    }
    if (to_stdout || ftell(file) == 0)
        fputs("source file name , phase name , phase output file , arch , tool , metric , unit\n", file);
    for (size_t i = 0; i < r->steps->count; i++) {
        const struct sw_step *step = &r->steps->at[i];
        if (r->progress[i].state != SUCCEEDED || step->kind != SW_STEP_RUN)
            continue;
        fprintf(file, "%s , %s , %s , sm_%s , %s , %.3f , ms\n", step->source ? step->source : "", step->what,
                step->output ? step->output : "", r->job->frontend.arch.name, step->argv.at[0],
                r->progress[i].milliseconds);
    }
    if (!to_stdout)
        fclose(file);
}

/* Takes the steps; the exit status: 0, or that of the first step that failed, or 128 + the signal that ended us. */
int sw_run_steps(struct sw_job *job, struct sw_steps *steps) {
    struct runner runner = {.job = job, .steps = steps};
    runner.progress = sw_arena_alloc(job->arena, steps->count * sizeof *runner.progress);
    start_ready(&runner);
    while (runner.running) {
        wait_for_one(&runner);
        start_ready(&runner);
    }
    show_said(&runner);
    if (sw_interrupt_signal())
        return 128 + sw_interrupt_signal();
    if (!runner.status && job->options->time_file)
        write_times(&runner, job->options->time_file);
    return runner.status ? runner.status : sw_error_count() != 0;
}
