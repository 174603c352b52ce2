/* What forbids outcomes that nobody wants: the fewest changes of the source, as people write them. */
#ifndef SWRT_LAUNCH_MEND_H
#define SWRT_LAUNCH_MEND_H

#include "explore/launch/engine.h"
#include "explore/predicate.h"

/* Adds them to what has been found. Only where the predicate speaks of last values is there something to look for. */
void swrt_mends_find(struct swrt_explore_outcomes *all, struct swrt_launch_explored *launch,
                     const struct swrt_explore_way *way, const struct swrt_predicate *unwanted);

#endif
