/* A launch explored by the engines. */
#ifndef SWRT_LAUNCH_ENGINE_H
#define SWRT_LAUNCH_ENGINE_H

#include "explore/engine/explore.h"
#include "explore/launch/limit.h"
#include "explore/launch/outcome.h"

/* model: as --model names it. asked: what is to be explained if it is not there, or null. */
struct swrt_explore_way {
    const char *model;
    enum swrt_explore_policy policy;
    struct swrt_explore_limit limit;
    const struct swrt_predicate *asked;
};

/* False: there is no such model. */
bool swrt_outcomes_of_engine(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                             const struct swrt_explore_way *way);

/* The same as an engine wants it; watch: room for all that the launch watches. The limit is from now on, and has to stay
 * where it is. */
bool swrt_engine_options(struct swrt_explore_options *options, struct swrt_explore_watch *watch,
                         const struct swrt_launch_explored *launch, const char *model, enum swrt_explore_policy policy,
                         struct swrt_explore_limit *limit);

/* As many bits as a variable of that size has, with its sign. */
static inline int64_t swrt_engine_value(uint64_t value, uint32_t size) {
    unsigned unused = 64 - 8 * size;
    return (int64_t)(value << unused) >> unused;
}

#endif
