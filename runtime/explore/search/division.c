/* Who searches which part of what is explored: whoever comes to a part first takes it. */
#include <stdatomic.h>
#include <stdlib.h>

#include "explore/search/divided.h"
#include "os/file.h"
#include "os/memory/pages.h"

/* Parts are of very different sizes, so that there have to be many for each process. */
enum { PARTS_EACH = 256, LEAST_EACH = 8, DEEPEST = 48, DEEPER = 2 };

static bool take_none(void *self, uint32_t part) {
    *(uint32_t *)self = part + 1;
    return false;
}

/* How many parts there are at a depth. */
static uint32_t count_parts(const struct swrt_explore_program *program, const struct swrt_explore_options *options,
                            unsigned depth) {
    uint32_t count;
    struct swrt_explore_division counting = {.depth = depth, .takes = take_none, .self = &count};
    struct swrt_explore_options all = *options;
    all.division = &counting;
    for (bool is_outdated = true; is_outdated;) { /* each time it has learned something */
        count = 0;
        struct swrt_outcomes *outcomes = swrt_explore_graphs(program, &all);
        is_outdated = outcomes->is_outdated && options->lesson;
        swrt_outcomes_close(outcomes);
    }
    return count;
}

static uint32_t least_parts(const struct swrt_explore_options *options) {
    return LEAST_EACH * options->workers;
}

static struct swrt_division *map_shared(void) {
    int file = swrt_file_make(sizeof(struct swrt_division));
    void *memory = file >= 0 ? swrt_pages_map_whole_file(sizeof(struct swrt_division), file) : NULL;
    if (file >= 0)
        swrt_file_close(file);
    return memory;
}

struct swrt_division *swrt_division_open(const struct swrt_explore_program *program,
                                         const struct swrt_explore_options *options) {
    uint32_t parts = 0, before = 0;
    unsigned depth = 0;
    for (bool grows = true; grows && parts < PARTS_EACH * options->workers && depth < DEEPEST;) {
        before = parts;
        parts = count_parts(program, options, depth += DEEPER);
        grows = parts != before || parts < least_parts(options);
    }
    bool are_some = parts >= least_parts(options) && parts <= SWRT_DIVISION_PARTS;
    struct swrt_division *division = are_some ? map_shared() : NULL;
    if (division) {
        division->parts = parts;
        division->depth = depth;
    }
    return division;
}

void swrt_division_close(struct swrt_division *division) {
    swrt_pages_unmap(division, sizeof *division);
}

bool swrt_division_keep(struct swrt_division *division) {
    return swrt_pages_allow(division, sizeof *division, SWRT_READ_WRITE);
}

/* --- one process's search ----------------------------------------------------------------------------------------- */

struct worker {
    struct swrt_division *division;
    const struct swrt_explore_options *options;
    unsigned number;
};

static bool take_free(void *self, uint32_t part) {
    struct worker *w = self;
    uint8_t nobody = 0;
    atomic_fetch_add(&w->division->beats[w->number], 1);
    return part < w->division->parts && !atomic_load(&w->division->is_over) &&
           atomic_compare_exchange_strong(&w->division->owner[part], &nobody, (uint8_t)(w->number + 1));
}

bool swrt_division_goes_on(struct swrt_division *division, const struct swrt_explore_options *options,
                           unsigned outcomes) {
    const struct swrt_explore_progress *progress = &options->progress;
    uint64_t graphs = 0;
    for (unsigned i = 0; i < options->workers; i++)
        graphs += atomic_load(&division->graphs[i]);
    if (progress->goes_on && !progress->goes_on(progress->self, graphs, outcomes))
        atomic_store(&division->is_over, true);
    return !atomic_load(&division->is_over);
}

static bool goes_on(void *self, uint64_t graphs, unsigned outcomes) {
    struct worker *w = self;
    atomic_store(&w->division->graphs[w->number], graphs);
    atomic_fetch_add(&w->division->beats[w->number], 1);
    return w->number ? !atomic_load(&w->division->is_over) : swrt_division_goes_on(w->division, w->options, outcomes);
}

struct swrt_outcomes *swrt_division_search(struct swrt_division *division, const struct swrt_explore_program *program,
                                           const struct swrt_explore_options *options, unsigned worker) {
    struct worker w = {division, options, worker};
    struct swrt_explore_division parts = {.depth = division->depth, .takes = take_free, .self = &w};
    struct swrt_explore_options own = *options;
    own.division = &parts;
    own.progress = (struct swrt_explore_progress){goes_on, &w};
    struct swrt_outcomes *outcomes = swrt_explore_graphs(program, &own);
    if (outcomes->refused || outcomes->is_mixed || outcomes->is_outdated) /* nothing can be said of the program */
        atomic_store(&division->is_over, true);
    return outcomes;
}

void swrt_division_give_back(struct swrt_division *division, unsigned worker) {
    for (uint32_t part = 0; part < division->parts; part++)
        if (atomic_load(&division->owner[part]) == worker + 1)
            atomic_store(&division->owner[part], 0);
    atomic_store(&division->graphs[worker], 0);
}
