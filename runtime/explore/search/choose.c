/* Which engine explores a program. */
#include "explore/search/divided.h"
#include "explore/search/search.h"

enum { FEW = 1 << 17 }; /* candidates, before it is left to the search by graphs */

struct swrt_outcomes *swrt_explore(const struct swrt_explore_program *program,
                                   const struct swrt_explore_options *options) {
    struct swrt_explore_options first = *options;
    if (!first.graphs || first.graphs > FEW)
        first.graphs = FEW;
    struct swrt_outcomes *outcomes = swrt_explore_values(program, &first);
    if (outcomes->bound == SWRT_EXPLORE_BOUND_STOPPED || outcomes->is_mixed ||
        (outcomes->is_complete && !outcomes->refused))
        return outcomes;
    struct swrt_outcomes *others = swrt_explore_divided(program, options);
    bool is_better = !others->refused && (others->is_complete || others->graphs > outcomes->graphs);
    swrt_outcomes_close(is_better ? outcomes : others);
    return is_better ? others : outcomes;
}
