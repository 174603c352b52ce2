/* Predicates on the last values of what a launch watches (question.h). */
#include "explore/launch/question.h"

#include <string.h>

#include "explore/launch/engine.h"

bool swrt_question_open(struct swrt_launch_question *q, const struct swrt_launch_explored *launch,
                        const struct swrt_predicate *asked) {
    *q = (struct swrt_launch_question){.launch = launch, .asked = asked};
    for (unsigned i = 0; i < swrt_predicate_count(asked); i++) {
        uint32_t k = 0;
        while (k < launch->num_watched && strcmp(launch->watched[k].name, swrt_predicate_name(asked, i)))
            k++;
        if (k == launch->num_watched)
            return false;
        q->number[i] = k;
    }
    return true;
}

bool swrt_question_holds(const struct swrt_launch_question *q, enum swrt_explore_ending ending,
                         const uint64_t *values) {
    int64_t own[SWRT_PREDICATE_NAMES];
    for (unsigned i = 0; i < swrt_predicate_count(q->asked); i++)
        own[i] = swrt_engine_value(values[q->number[i]], q->launch->watched[q->number[i]].size);
    return swrt_predicate_holds(q->asked, ending, own);
}

static bool holds(void *data, const uint64_t *values) {
    return swrt_question_holds(data, SWRT_EXPLORE_ENDS, values);
}

struct swrt_explore_question swrt_question_of_values(struct swrt_launch_question *q) {
    return (struct swrt_explore_question){holds, q};
}

bool swrt_question_is_met(const struct swrt_launch_question *q, const struct swrt_explore_outcomes *outcomes) {
    for (size_t i = 0; i < outcomes->count; i++)
        if (swrt_question_holds(q, outcomes->at[i].ending, outcomes->at[i].values))
            return true;
    return false;
}
