/* Outcomes of a launch, each once: the last values of what is watched, and how the execution ended. */
#ifndef SWRT_LAUNCH_OUTCOME_H
#define SWRT_LAUNCH_OUTCOME_H

#include "explore/engine/explore.h"
#include "explore/launch/launch.h"
#include "explore/predicate.h"

/* thread, site, text: of what stopped it; of an execution that ends, text says why it is possible, where that is not plain,
 * and site where. count: executions. */
struct swrt_explore_outcome {
    enum swrt_explore_ending ending;
    uint64_t values[SWRT_EXPLORE_WATCHED];
    uint32_t thread;
    uint64_t site, count;
    char text[800];
    bool is_interleaving, is_x86; /* there is an execution that is one; that x86 can show */
    struct swrt_witness *witness; /* or null; an interleaving, if there is one */
};

/* Two accesses that race. */
struct swrt_explore_race {
    uint64_t address, sites[2];
    uint32_t size;
};

struct swrt_explore_outcomes {
    struct swrt_explore_outcome *at;
    size_t count, room;
    uint64_t executions;
    bool is_complete;
    char bound[128];   /* why not */
    char refused[128]; /* a thread came to what cannot be explored; else empty */
    uint64_t refused_site;
    struct swrt_explore_race *races;
    size_t num_races;
    char **mends; /* what forbids what is not wanted, fewest changes first */
    size_t num_mends;
    char no_mend[128]; /* why there is none; else empty */
    char **needless;   /* fences without which all is the same */
    size_t num_needless;
    struct swrt_refutation refutation; /* of what is asked about, if it is not there; witness: null, nothing is known */
};

/* One more execution has ended so; its outcome. */
struct swrt_explore_outcome *swrt_outcome_add(struct swrt_explore_outcomes *all,
                                              const struct swrt_launch_explored *launch,
                                              const struct swrt_explore_outcome *outcome);
/* What stopped the execution; site: of the event that said so. */
void swrt_outcome_stopped(struct swrt_explore_outcome *outcome, const struct swrt_launch_explored *launch,
                          uint32_t thread, uint64_t site);
/* Unless it is known, whichever of the two sites is named first. */
void swrt_outcomes_add_race(struct swrt_explore_outcomes *all, struct swrt_explore_race race);
void swrt_outcomes_add_mend(struct swrt_explore_outcomes *all, const char *text);
void swrt_outcomes_add_needless(struct swrt_explore_outcomes *all, const char *text);
void swrt_outcomes_sort(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch);
void swrt_outcomes_free(struct swrt_explore_outcomes *all);

/* By interleavings, `most` of them at most (interleave.h). */
void swrt_outcomes_of_interleavings(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                                    uint64_t most);

#endif
