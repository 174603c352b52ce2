/* Data races of an execution, by the rules of the race detector's two policies (check/race/race.h says which). */
#ifndef SWRT_MODEL_RACE_H
#define SWRT_MODEL_RACE_H

#include "explore/model/graph.h"

enum swrt_explore_policy { SWRT_EXPLORE_PRAGMATIC, SWRT_EXPLORE_STRICT };

/* Calls found(self, a, b) for each two accesses of the graph that race, a before b in the graph's numbers. The graph has
 * to be a consistent one. */
void swrt_races_find(const struct swrt_graph *graph, enum swrt_explore_policy policy,
                     void (*found)(void *self, unsigned a, unsigned b), void *self);

#endif
