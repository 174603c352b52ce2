/* What has been found of a launch, on its way to `softwarp explore`: a record (check/finding.h) for each launch, in the file
 * that SOFTWARP_CHECK_OUTPUT names. Fields have tabs between them.
 *
 *      explore NUMBER                                  the launch's number among those of kernels that are explored
 *      kernel NAME
 *      shape X,Y,Z | X,Y,Z                             the grid's and the block's dimensions
 *      refused TEXT                                    it cannot be explored; a line `at` may follow; then nothing but `end`
 *      model NAME
 *      watch NAME | SIZE | TYPE                        each variable whose last value is part of an outcome; TYPE: int,
 *                                                      unsigned, hex, float
 *      outcome ENDING | FLAGS | TIMES | VALUE ...      ENDING: ends, deadlock, assert, trap. FLAGS: i: it is an interleaving,
 *                                                      x: x86 shows it; - for none. A value for each variable, signed
 *      note TEXT                                       of the outcome before it: the assertion, why it is possible
 *      at WHAT | FILE | LINE | COLUMN | FUNCTION       likewise: where
 *      race NAME | at, at                              two accesses that race
 *      mend TEXT                                       what forbids what is not wanted, fewest changes first
 *      no-mend TEXT                                    why there is none
 *      needless TEXT                                   a fence without which all is the same
 *      counts EVENTS | EXECUTIONS
 *      complete, or bounded TEXT                       up to which bound
 *      end */
#ifndef SWRT_LAUNCH_TELL_H
#define SWRT_LAUNCH_TELL_H

#include "explore/launch/outcome.h"

void swrt_explore_tell_refused(const struct swrt_grid *grid, uint64_t number, const char *why);
void swrt_explore_tell(const struct swrt_launch_explored *launch, uint64_t number, const char *model,
                       const struct swrt_explore_outcomes *outcomes);

#endif
