/* Writes the record of a launch (tell.h). */
#include "explore/launch/tell.h"

#include <stdio.h>
#include <stdlib.h>

#include "check/check.h"
#include "check/finding.h"
#include "explore/launch/tell_witness.h"

enum { NUMBER_TEXT = 24 };

static void line(struct swrt_finding *f, const char *word, const char *field) {
    swrt_finding_line(f, word, &field, 1);
}

static void number_text(char *text, uint64_t number) {
    snprintf(text, NUMBER_TEXT, "%llu", (unsigned long long)number);
}

static void triple(char *text, size_t size, const uint32_t *numbers) {
    snprintf(text, size, "%u,%u,%u", numbers[0], numbers[1], numbers[2]);
}

static struct swrt_finding *begin(const struct swrt_grid *grid, uint64_t number) {
    char text[NUMBER_TEXT], blocks[64], threads[64];
    const char *fields[] = {text}, *shape[] = {blocks, threads};
    number_text(text, number);
    triple(blocks, sizeof blocks, grid->nctaid);
    triple(threads, sizeof threads, grid->ntid);
    struct swrt_finding *f = swrt_finding_record("explore", fields, 1);
    swrt_finding_kernel(f, grid->kernel->name);
    swrt_finding_line(f, "shape", shape, 2);
    return f;
}

void swrt_explore_tell_refused(const struct swrt_grid *grid, uint64_t number, const char *why) {
    struct swrt_finding *f = begin(grid, number);
    line(f, "refused", why);
    swrt_finding_end(f);
}

static void tell_site(struct swrt_finding *f, const char *what, uint64_t number) {
    const struct swrt_site *site = number ? swrt_site_numbered((uint32_t)number) : NULL;
    if (site)
        swrt_finding_at(f, what, site);
}

static void tell_watched(struct swrt_finding *f, const struct swrt_explore_watched *w) {
    static const char *const types[] = {[SWRT_EXPLORE_INT] = "int",
                                        [SWRT_EXPLORE_UNSIGNED] = "unsigned",
                                        [SWRT_EXPLORE_HEX] = "hex",
                                        [SWRT_EXPLORE_FLOAT] = "float"};
    char size[NUMBER_TEXT];
    const char *fields[] = {w->name, size, types[w->type]};
    number_text(size, w->size);
    swrt_finding_line(f, "watch", fields, 3);
}

static void tell_stopper(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                         const struct swrt_explore_outcome *o) {
    const struct swrt_block *b = &launch->thread[o->thread].slot->block;
    char text[1024];
    if (launch->has_host && o->thread == launch->threads - 1)
        snprintf(text, sizeof text, "%s, by the host's thread", o->text);
    else
        snprintf(text, sizeof text, "%s, by thread %u,%u,%u of block %u,%u,%u", o->text, b->tid_x, b->tid_y, b->tid_z,
                 b->ctaid_x, b->ctaid_y, b->ctaid_z);
    line(f, "note", text);
    tell_site(f, "at", o->site);
}

static void tell_outcome(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                         const struct swrt_explore_outcome *o) {
    static const char *const endings[] = {[SWRT_EXPLORE_ENDS] = "ends",
                                          [SWRT_EXPLORE_DEADLOCKS] = "deadlock",
                                          [SWRT_EXPLORE_FAILS] = "assert",
                                          [SWRT_EXPLORE_TRAPS] = "trap"};
    char texts[SWRT_EXPLORE_WATCHED + 1][NUMBER_TEXT];
    static const char *const flags[] = {"-", "i", "x", "ix"};
    const char *fields[SWRT_EXPLORE_WATCHED + 3] = {endings[o->ending], flags[o->is_interleaving + 2 * o->is_x86],
                                                    texts[0]};
    number_text(texts[0], o->count);
    for (uint32_t i = 0; i < launch->num_watched; i++) {
        snprintf(texts[i + 1], NUMBER_TEXT, "%lld", (long long)o->values[i]);
        fields[i + 3] = texts[i + 1];
    }
    swrt_finding_line(f, "outcome", fields, launch->num_watched + 3);
    if (o->ending == SWRT_EXPLORE_FAILS || o->ending == SWRT_EXPLORE_TRAPS) {
        tell_stopper(f, launch, o);
    } else if (*o->text) {
        line(f, "note", o->text);
        tell_site(f, "at", o->site);
    }
}

static void tell_races(struct swrt_finding *f, const struct swrt_launch_explored *launch,
                       const struct swrt_explore_outcomes *outcomes) {
    for (size_t i = 0; i < outcomes->num_races; i++) {
        const struct swrt_explore_race *race = &outcomes->races[i];
        char name[256];
        swrt_explore_name(launch, race->address, race->size, name, sizeof name);
        line(f, "race", name);
        tell_site(f, "at", race->sites[0]);
        tell_site(f, "and at", race->sites[1]);
    }
}

static void tell_counts(struct swrt_finding *f, uint64_t events, uint64_t executions) {
    char texts[2][NUMBER_TEXT];
    const char *fields[] = {texts[0], texts[1]};
    number_text(texts[0], events);
    number_text(texts[1], executions);
    swrt_finding_line(f, "counts", fields, 2);
}

void swrt_explore_tell(const struct swrt_launch_explored *launch, uint64_t number, const char *model,
                       const struct swrt_explore_outcomes *outcomes, bool tells_witnesses) {
    struct swrt_finding *f = begin(launch->grid, number);
    if (*outcomes->refused) {
        line(f, "refused", outcomes->refused);
        tell_site(f, "at", outcomes->refused_site);
        swrt_finding_end(f);
        return;
    }
    line(f, "model", model);
    for (uint32_t i = 0; i < launch->num_watched; i++)
        tell_watched(f, &launch->watched[i]);
    swrt_tell_threads(f, launch);
    for (size_t i = 0; i < outcomes->count; i++) {
        const struct swrt_explore_outcome *o = &outcomes->at[i];
        tell_outcome(f, launch, o);
        if (tells_witnesses && o->witness)
            swrt_tell_witness(f, launch, o->witness, o->is_interleaving);
    }
    if (outcomes->refutation.witness)
        swrt_tell_refutation(f, launch, &outcomes->refutation);
    tell_races(f, launch, outcomes);
    for (size_t i = 0; i < outcomes->num_mends; i++)
        line(f, "mend", outcomes->mends[i]);
    if (*outcomes->no_mend)
        line(f, "no-mend", outcomes->no_mend);
    for (size_t i = 0; i < outcomes->num_needless; i++)
        line(f, "needless", outcomes->needless[i]);
    tell_counts(f, launch->num_events, outcomes->executions);
    if (outcomes->is_complete)
        swrt_finding_line(f, "complete", NULL, 0);
    else
        line(f, "bounded", outcomes->bound);
    swrt_finding_end(f);
}
