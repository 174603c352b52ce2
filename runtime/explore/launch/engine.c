/* A launch explored by the engines (explore/engine/explore.h): what they have found as outcomes of variables, with the reads
 * that make one possible that no interleaving has. */
#include "explore/launch/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "check/check.h"
#include "explore/launch/question.h"
#include "explore/search/search.h"
#include "os/thread/interrupt.h"
#include "stream/engine.h"

enum { MOST_TOLD = 3 };

static bool find_model(const char *name, enum swrt_model *model) {
    static const struct {
        const char *name;
        enum swrt_model model;
    } models[] = {{"ptx", SWRT_MODEL_PTX75},
                  {"ptx-7.5", SWRT_MODEL_PTX75},
                  {"ptx-6.0", SWRT_MODEL_PTX60},
                  {"sc", SWRT_MODEL_SC},
                  {"x86", SWRT_MODEL_X86}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (!strcmp(models[i].name, name)) {
            *model = models[i].model;
            return true;
        }
    return false;
}

/* ---- Why an outcome is possible that no interleaving has ------------------------------------------------------- */

static void place_text(uint64_t number, char *text, size_t size) {
    const struct swrt_site *site = number ? swrt_site_numbered((uint32_t)number) : NULL;
    const struct swrt_site *user = site ? swrt_site_of_user(site) : NULL;
    const char *file = user && user->file ? user->file : "?", *slash = strrchr(file, '/');
    snprintf(text, size, "%s:%u", slash ? slash + 1 : file, user ? user->line : 0);
}

static bool is_initial(const struct swrt_model_event *event) {
    return event->thread == SWRT_MODEL_NOBODY;
}

/* A write of another thread that the read does not see; -1: there is none. */
static int overlooked(const struct swrt_witness *w, unsigned read) {
    struct swrt_set writes;
    swrt_witness_overlooked(w, read, &writes);
    for (unsigned i = 0; i < w->count; i++)
        if (swrt_set_has(&writes, i) && !is_initial(&w->events[i]) && w->events[i].thread != w->events[read].thread)
            return (int)i;
    return -1;
}

/* A few reads say enough. */
static void explain(const struct swrt_launch_explored *launch, const struct swrt_witness *w,
                    struct swrt_explore_outcome *outcome) {
    unsigned told = 0;
    for (unsigned i = 0; w && i < w->count && told < MOST_TOLD; i++) {
        const struct swrt_model_event *event = &w->events[i];
        bool is_update = event->flags & SWRT_EXPLORE_RMW; /* nothing comes between what it reads and writes */
        int missed = event->kind == SWRT_EXPLORE_READ && !is_update ? overlooked(w, i) : -1;
        if (missed < 0)
            continue;
        char name[160], read[160], write[160], text[512];
        swrt_explore_name(launch, event->address, event->size, name, sizeof name);
        place_text(event->site, read, sizeof read);
        place_text(w->events[missed].site, write, sizeof write);
        snprintf(text, sizeof text, "%s%s reads %s from before %s", told ? "; " : "", read, name, write);
        size_t used = strlen(outcome->text);
        if (strstr(outcome->text, text + (told ? 2 : 0)))
            continue;
        snprintf(outcome->text + used, sizeof outcome->text - used, "%s", text);
        told++;
    }
}

/* ---- Outcomes -------------------------------------------------------------------------------------------------- */

static const enum swrt_explore_ending endings[] = {[SWRT_OUTCOME_END] = SWRT_EXPLORE_ENDS,
                                                   [SWRT_OUTCOME_DEADLOCK] = SWRT_EXPLORE_DEADLOCKS,
                                                   [SWRT_OUTCOME_FAILED] = SWRT_EXPLORE_FAILS,
                                                   [SWRT_OUTCOME_TRAPPED] = SWRT_EXPLORE_TRAPS};

static void add_outcome(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch,
                        struct swrt_outcome *found) {
    struct swrt_explore_outcome outcome = {
        .ending = endings[found->class], .is_interleaving = found->in_sc, .is_x86 = found->in_x86};
    for (uint32_t i = 0; i < launch->num_watched; i++)
        outcome.values[i] = (uint64_t)swrt_engine_value(found->values[i], launch->watched[i].size);
    if (found->threads && outcome.ending != SWRT_EXPLORE_ENDS) {
        uint32_t thread = (uint32_t)__builtin_ctzll(found->threads);
        swrt_outcome_stopped(&outcome, launch, thread, found->sites ? found->sites[thread] : 0);
    }
    if (!*outcome.text && !found->in_sc)
        explain(launch, found->witness, &outcome);
    struct swrt_explore_outcome *added = swrt_outcome_add(all, launch, &outcome);
    added->count = found->graphs;
    if (added->witness)
        return;
    added->witness = found->witness;
    found->witness = NULL;
}

static void bound_text(const struct swrt_outcomes *found, const struct swrt_explore_limit *limit, char *text,
                       size_t size) {
    static const char *const texts[] = {[SWRT_EXPLORE_NO_BOUND] = "load buffering was not looked at",
                                        [SWRT_EXPLORE_BOUND_EVENTS] = "the events of a thread, or of an execution",
                                        [SWRT_EXPLORE_BOUND_TURNS] = "the turns of a loop",
                                        [SWRT_EXPLORE_BOUND_VALUES] = "the values of a variable",
                                        [SWRT_EXPLORE_BOUND_GRAPHS] = "the number of executions",
                                        [SWRT_EXPLORE_BOUND_STOPPED] = "interrupted"};
    if (found->bound == SWRT_EXPLORE_BOUND_STOPPED && !swrt_interrupt_came())
        snprintf(text, size, "%llu second%s", (unsigned long long)limit->seconds, swrt_s((unsigned)limit->seconds));
    else
        snprintf(text, size, "%s", texts[found->bound]);
}

static void take(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch,
                 struct swrt_outcomes *found, const struct swrt_explore_limit *limit) {
    for (unsigned i = 0; i < found->count; i++)
        add_outcome(all, launch, &found->list[i]);
    for (unsigned i = 0; i < found->num_races; i++)
        swrt_outcomes_add_race(
            all, (struct swrt_explore_race){.address = found->races[i].address,
                                            .size = found->races[i].size,
                                            .sites = {found->races[i].sites[0], found->races[i].sites[1]}});
    all->executions = found->graphs;
    all->is_complete = found->is_complete;
    if (!found->is_complete)
        bound_text(found, limit, all->bound, sizeof all->bound);
    if (found->refused || found->is_mixed) {
        snprintf(all->refused, sizeof all->refused, "%s",
                 found->refused ? found->refused
                                : "accesses overlap that are not equal, of which the model says nothing");
        all->refused_site = found->refused ? found->refused_site : found->mixed_sites[0];
    }
    swrt_outcomes_sort(all, launch);
}

static void take_refutation(struct swrt_explore_outcomes *all, struct swrt_outcomes *found) {
    all->refutation = found->refutation;
    found->refutation.witness = NULL;
}

bool swrt_engine_options(struct swrt_explore_options *options, struct swrt_explore_watch *watch,
                         const struct swrt_launch_explored *launch, const char *model, enum swrt_explore_policy policy,
                         struct swrt_explore_limit *limit) {
    *options = (struct swrt_explore_options){.policy = policy,
                                             .watch = watch,
                                             .num_watch = launch->num_watched,
                                             .compares = true,
                                             .graphs = limit->executions,
                                             .workers = swrt_worker_count(),
                                             .progress = {swrt_explore_goes_on, limit}};
    for (uint32_t i = 0; i < launch->num_watched; i++)
        watch[i] = (struct swrt_explore_watch){launch->watched[i].address, launch->watched[i].size};
    swrt_explore_limit_start(limit);
    return find_model(model, &options->model);
}

bool swrt_outcomes_of_engine(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                             const struct swrt_explore_way *way) {
    struct swrt_explore_watch watch[SWRT_EXPLORE_WATCHED];
    struct swrt_explore_program program;
    struct swrt_explore_options options;
    struct swrt_explore_limit limit = way->limit;
    struct swrt_launch_question question;
    if (!swrt_engine_options(&options, watch, launch, way->model, way->policy, &limit))
        return false;
    bool asks = way->asked && swrt_question_open(&question, launch, way->asked);
    if (asks)
        options.question = swrt_question_of_values(&question);
    swrt_launch_program(launch, &program);
    struct swrt_outcomes *found = swrt_explore(&program, &options);
    take(all, launch, found, &limit);
    if (asks && found->is_complete && !swrt_question_is_met(&question, all))
        take_refutation(all, found);
    swrt_outcomes_close(found);
    return true;
}
