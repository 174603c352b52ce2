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
 *      thread NAME                                     each thread, in the order of their numbers
 *      outcome ENDING | FLAGS | TIMES | VALUE ...      ENDING: ends, deadlock, assert, trap. FLAGS: i: it is an interleaving,
 *                                                      x: x86 shows it; - for none. A value for each variable, signed
 *      note TEXT                                       of the outcome before it: the assertion, why it is possible
 *      at WHAT | FILE | LINE | COLUMN | FUNCTION       likewise: where
 *      event THREAD | KIND | NAME | VALUE | SIZE | HOW of an execution that shows the outcome before it, where executions
 *                                                      are asked for. THREAD: a number from 0 on, or - for what memory held
 *                                                      before; KIND: read, write, fence, barrier. A line `at` may follow.
 *                                                      Events have numbers from 0 on; those of a thread stand in its order
 *      edge KIND | FROM | TO                           between its events: po, rf, co, fr, sync, barrier, sc; of each those
 *                                                      that others do not imply
 *      order NUMBER NUMBER ...                         it is an interleaving: its events one after the other
 *      refuted AXIOM | OTHERS                          what is asked about is not there: the axiom that an execution with it
 *                                                      breaks, which events and edges that follow show, and how many other
 *                                                      reasons there are
 *      step KIND | FROM | TO                           the cycle that breaks it; KIND: as of edges, and obs, needs
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
                       const struct swrt_explore_outcomes *outcomes, bool tells_witnesses);

#endif
