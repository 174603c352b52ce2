/* Exploring a program by the engine that suits it. */
#ifndef SWRT_SEARCH_SEARCH_H
#define SWRT_SEARCH_SEARCH_H

#include "explore/engine/explore.h"

/* E1, or E2 where E1 refuses, or meets a bound (engine/explore.h). The caller closes the outcomes. */
struct swrt_outcomes *swrt_explore(const struct swrt_explore_program *program,
                                   const struct swrt_explore_options *options);

#endif
