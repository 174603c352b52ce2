/* How long a launch is explored: up to a number of executions, for some seconds, until somebody wants the program to end. */
#ifndef SWRT_LAUNCH_LIMIT_H
#define SWRT_LAUNCH_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

/* executions, seconds: 0, as many as it takes. until: of the clock, 0: never. */
struct swrt_explore_limit {
    uint64_t executions, seconds, until;
};

/* "1000" executions, "30s"; null or empty: no limit. */
struct swrt_explore_limit swrt_explore_limit_read(const char *text);
/* The time begins. */
void swrt_explore_limit_start(struct swrt_explore_limit *limit);
/* As an engine asks, which shows how far it is (engine/explore.h): limit is a struct swrt_explore_limit. */
bool swrt_explore_goes_on(void *limit, uint64_t executions, unsigned outcomes);

#endif
