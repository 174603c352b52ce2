/* A launch explored by the engines (explore/engine/explore.h): what they have found as outcomes of variables, with the reads
 * that make one possible that no interleaving has. */
#include "explore/launch/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "explore/engine/explore.h"

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

/* As many bits as the variable has, with its sign. */
static uint64_t signed_value(uint64_t value, uint32_t size) {
    unsigned unused = 64 - 8 * size;
    return (uint64_t)((int64_t)(value << unused) >> unused);
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

static void explain(const struct swrt_launch_explored *launch, const struct swrt_witness *w,
                    struct swrt_explore_outcome *outcome) {
    for (unsigned i = 0; w && i < w->count; i++) {
        const struct swrt_model_event *event = &w->events[i];
        int missed = event->kind == SWRT_EXPLORE_READ ? overlooked(w, i) : -1;
        if (missed < 0)
            continue;
        char name[160], read[160], write[160];
        swrt_explore_name(launch, event->address, event->size, name, sizeof name);
        place_text(event->site, read, sizeof read);
        place_text(w->events[missed].site, write, sizeof write);
        size_t used = strlen(outcome->text);
        snprintf(outcome->text + used, sizeof outcome->text - used, "%s%s reads %s from before %s", used ? "; " : "",
                 read, name, write);
    }
}

/* ---- Outcomes -------------------------------------------------------------------------------------------------- */

static const enum swrt_explore_ending endings[] = {[SWRT_OUTCOME_END] = SWRT_EXPLORE_ENDS,
                                                   [SWRT_OUTCOME_DEADLOCK] = SWRT_EXPLORE_DEADLOCKS,
                                                   [SWRT_OUTCOME_FAILED] = SWRT_EXPLORE_FAILS,
                                                   [SWRT_OUTCOME_TRAPPED] = SWRT_EXPLORE_TRAPS};

static void add_outcome(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch,
                        const struct swrt_outcome *found) {
    struct swrt_explore_outcome outcome = {
        .ending = endings[found->class], .is_interleaving = found->in_sc, .is_x86 = found->in_x86};
    for (uint32_t i = 0; i < launch->num_watched; i++)
        outcome.values[i] = signed_value(found->values[i], launch->watched[i].size);
    if (found->threads && outcome.ending != SWRT_EXPLORE_ENDS) {
        uint32_t thread = (uint32_t)__builtin_ctzll(found->threads);
        swrt_outcome_stopped(&outcome, launch, thread, found->sites ? found->sites[thread] : 0);
    }
    if (!*outcome.text && !found->in_sc)
        explain(launch, found->witness, &outcome);
    swrt_outcome_add(all, launch, &outcome)->count = found->graphs;
}

static const char *bound_text(const struct swrt_outcomes *found) {
    switch (found->bound) {
    case SWRT_EXPLORE_BOUND_EVENTS:
        return "the events of a thread, or of an execution";
    case SWRT_EXPLORE_BOUND_TURNS:
        return "the turns of a loop";
    case SWRT_EXPLORE_BOUND_VALUES:
        return "the values of a variable";
    case SWRT_EXPLORE_BOUND_GRAPHS:
        return "the number of executions";
    case SWRT_EXPLORE_BOUND_STOPPED:
        return "interrupted";
    default:
        return found->keeps_order ? "load buffering was not looked at" : "";
    }
}

static void take(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch,
                 const struct swrt_outcomes *found) {
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
        snprintf(all->bound, sizeof all->bound, "%s", bound_text(found));
    if (found->refused || found->is_mixed) {
        snprintf(all->refused, sizeof all->refused, "%s",
                 found->refused ? found->refused
                                : "accesses overlap that are not equal, of which the model says nothing");
        all->refused_site = found->refused ? found->refused_site : found->mixed_sites[0];
    }
    swrt_outcomes_sort(all, launch);
}

bool swrt_outcomes_of_engine(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch, const char *model,
                             uint64_t bound) {
    struct swrt_explore_watch watch[SWRT_EXPLORE_WATCHED];
    struct swrt_explore_program program;
    struct swrt_explore_options options = {.policy = SWRT_EXPLORE_STRICT,
                                           .watch = watch,
                                           .num_watch = launch->num_watched,
                                           .compares = true,
                                           .graphs = bound};
    if (!find_model(model, &options.model))
        return false;
    for (uint32_t i = 0; i < launch->num_watched; i++)
        watch[i] = (struct swrt_explore_watch){launch->watched[i].address, launch->watched[i].size};
    swrt_launch_program(launch, &program);
    struct swrt_outcomes *found = swrt_explore(&program, &options);
    take(all, launch, found);
    swrt_outcomes_close(found);
    return true;
}
