/* What somebody asks about outcomes of a launch (--find, --forbid), as engines want it. */
#ifndef SWRT_LAUNCH_QUESTION_H
#define SWRT_LAUNCH_QUESTION_H

#include "explore/engine/explore.h"
#include "explore/launch/outcome.h"

/* number: each name's place among what the launch watches. */
struct swrt_launch_question {
    const struct swrt_launch_explored *launch;
    const struct swrt_predicate *asked;
    uint32_t number[SWRT_PREDICATE_NAMES];
};

/* False: a name is not watched. The question has to stay where it is while an engine has it. */
bool swrt_question_open(struct swrt_launch_question *question, const struct swrt_launch_explored *launch,
                        const struct swrt_predicate *asked);
struct swrt_explore_question swrt_question_of_values(struct swrt_launch_question *question);

bool swrt_question_holds(const struct swrt_launch_question *question, enum swrt_explore_ending ending,
                         const uint64_t *values);
/* Of some outcome that has been found. */
bool swrt_question_is_met(const struct swrt_launch_question *question, const struct swrt_explore_outcomes *outcomes);

#endif
