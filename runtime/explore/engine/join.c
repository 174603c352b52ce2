/* E1, second part: runs of all threads, one of each, that fit together: what each reads, one of them writes.
 *
 *     runs of each thread ─► one of each ─► how barriers meet ─► a source for each read ─► swrt_judge
 */
#include <stdlib.h>

#include "explore/engine/join.h"

enum { GRAPHS = 1 << 24, WAYS = 1 << 20 };

/* Whether there is room for so many ways of interchanging threads, each of which counts like a choice. */
static bool has_room(struct swrt_join *join, uint64_t ways) {
    if (ways > WAYS) {
        join->outcomes->is_complete = false;
        join->outcomes->bound = SWRT_EXPLORE_BOUND_GRAPHS;
        join->is_over = true;
        return false;
    }
    join->ticks += ways - 1;
    swrt_join_look_round(join);
    return !join->is_over;
}

/* Goes through what can become of the chosen runs. */
static void meet_chosen(struct swrt_join *join) {
    uint8_t *ways = NULL;
    join->ends.times = swrt_join_permutations(join);
    if (swrt_join_tells_ways(join)) {
        if (!has_room(join, join->ends.times))
            return;
        ways = swrt_join_list_ways(join);
    }
    join->ends.ways = ways;
    swrt_join_meet(join);
    free(ways);
}

static void choose_runs(struct swrt_join *join, unsigned thread, const struct swrt_join_pairs *gives,
                        const struct swrt_join_pairs *needs) {
    if (thread == join->threads) {
        meet_chosen(join);
        return;
    }
    for (unsigned i = 0; i < join->count[thread] && !join->is_over; i++) {
        struct swrt_join_pairs given = *gives, needed = *needs;
        join->chosen[thread] = &join->runs[thread][i];
        if (!swrt_join_is_in_order(join, thread))
            continue;
        swrt_join_unite(&given, &join->chosen[thread]->gives);
        swrt_join_unite(&needed, &join->chosen[thread]->needs);
        swrt_join_look_round(join);
        if (!join->is_over && swrt_join_is_within(&needed, &given, &join->left[thread + 1]))
            choose_runs(join, thread + 1, &given, &needed);
    }
}

static void drop(struct swrt_join *join) {
    for (unsigned t = 0; t < join->threads; t++) {
        for (unsigned i = 0; i < join->count[t]; i++)
            free(join->runs[t][i].nodes);
        free(join->runs[t]);
    }
    swrt_alike_close(&join->alike);
    free(join);
}

struct swrt_outcomes *swrt_explore_values(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options) {
    struct swrt_outcomes *outcomes = swrt_outcomes_open(program, options);
    struct swrt_tree tree;
    struct swrt_traces traces = {0};
    swrt_tree_open(&tree, program);
    swrt_traces_find(&tree, options, outcomes, &traces);
    if (!outcomes->refused) {
        struct swrt_join *join = swrt_explore_alloc(sizeof *join);
        const struct swrt_join_pairs none = {0};
        join->tree = &tree;
        join->options = options;
        join->outcomes = outcomes;
        join->threads = program->threads;
        join->most = options->graphs ? options->graphs : GRAPHS;
        for (unsigned t = 0; t < program->threads; t++)
            program->place(program->self, t, &join->places[t]);
        swrt_join_look_at_runs(join, &traces);
        swrt_join_find_alike(join);
        choose_runs(join, 0, &none, &none);
        drop(join);
    }
    swrt_traces_drop(&traces);
    swrt_tree_close(&tree);
    return outcomes;
}
