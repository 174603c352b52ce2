/* A launch explored by the engines. */
#ifndef SWRT_LAUNCH_ENGINE_H
#define SWRT_LAUNCH_ENGINE_H

#include "explore/launch/outcome.h"

/* model: as --model names it; bound: graphs, 0: the usual number. False: there is no such model. */
bool swrt_outcomes_of_engine(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch, const char *model,
                             uint64_t bound);

#endif
