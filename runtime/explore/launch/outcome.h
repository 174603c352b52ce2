/* Outcomes of a launch, each once: the last values of what is watched, and how the execution ended. */
#ifndef SWRT_LAUNCH_OUTCOME_H
#define SWRT_LAUNCH_OUTCOME_H

#include "explore/launch/launch.h"
#include "explore/predicate.h"

/* thread, site, text: of what stopped it. count: executions. */
struct swrt_explore_outcome {
    enum swrt_explore_ending ending;
    uint64_t values[SWRT_EXPLORE_WATCHED];
    uint32_t thread;
    uint64_t site, count;
    char text[800];
    bool is_interleaving;
};

struct swrt_explore_outcomes {
    struct swrt_explore_outcome *at;
    size_t count, room;
    uint64_t executions;
    bool is_complete;
    char bound[128];   /* why not */
    char refused[128]; /* a thread came to what cannot be explored; else empty */
    uint64_t refused_site;
};

/* One more execution has ended so; its outcome. */
struct swrt_explore_outcome *swrt_outcome_add(struct swrt_explore_outcomes *all,
                                              const struct swrt_launch_explored *launch,
                                              const struct swrt_explore_outcome *outcome);
void swrt_outcomes_sort(struct swrt_explore_outcomes *all, const struct swrt_launch_explored *launch);
void swrt_outcomes_free(struct swrt_explore_outcomes *all);

/* By interleavings, `most` of them at most (interleave.h). */
void swrt_outcomes_of_interleavings(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                                    uint64_t most);

#endif
