/* Threads that can be interchanged (alike.h), in the search by values. Of choices of runs that differ only in which
 * of them has which run, one is looked at, and counts for all: their executions are the same but for the names of
 * threads and of their own places. Where outcomes tell these (who waits, fails or traps; what an own place holds),
 * each choice gets its own.
 *
 * That holds for threads that come to no barrier, as barriers name threads.
 */
#include "explore/engine/join.h"

enum { MOST_RUNS = 4096 }; /* of a thread; with more nobody is asked */

/* --- who is alike ------------------------------------------------------------------------------------------------- */

static bool is_same_run(struct swrt_join *join, unsigned a, const struct swrt_join_run *x, unsigned b,
                        const struct swrt_join_run *y) {
    const struct swrt_tree *tree = join->tree;
    if (x->count != y->count || x->ends != y->ends)
        return false;
    for (unsigned i = 0; i < x->count; i++) { /* a thread does the same until it reads something else */
        const struct swrt_explore_event *event = swrt_join_event_of(join, x, i);
        if (!swrt_alike_match(&join->alike, a, event, b, swrt_join_event_of(join, y, i)))
            return false;
        if (event->kind == SWRT_EXPLORE_READ &&
            swrt_join_answer(tree, x->nodes[i], x->node) != swrt_join_answer(tree, y->nodes[i], y->node))
            return false;
    }
    return swrt_alike_match(&join->alike, a, &tree->nodes[x->node].event, b, &tree->nodes[y->node].event);
}

static bool has_barrier(const struct swrt_join *join, unsigned thread) {
    for (unsigned i = 0; i < join->count[thread]; i++)
        for (unsigned e = 0; e < join->runs[thread][i].count; e++)
            if (swrt_join_event_of(join, &join->runs[thread][i], e)->kind == SWRT_EXPLORE_BARRIER)
                return true;
    return false;
}

/* Gives each of b's runs the number of a's that is the same, mostly the one at the same place; false: one has none. */
static bool number_runs(struct swrt_join *join, unsigned a, unsigned b) {
    for (unsigned i = 0; i < join->count[b]; i++) {
        unsigned tried = 0, k = i;
        while (tried < join->count[a] && !is_same_run(join, a, &join->runs[a][k], b, &join->runs[b][i])) {
            tried++;
            k = (k + 1) % join->count[a];
        }
        if (tried == join->count[a])
            return false;
        join->runs[b][i].number = k;
    }
    return true;
}

/* The first thread that t is like, itself if there is none before it; t's runs have that one's numbers. */
static unsigned find_first(struct swrt_join *join, unsigned t) {
    const uint8_t *first = join->alike.first;
    bool can_be = join->count[t] <= MOST_RUNS && !has_barrier(join, t);
    for (unsigned a = 0; a < t && can_be; a++)
        if (first[a] == a && join->count[a] == join->count[t] && swrt_alike_stand(&join->alike, a, t) &&
            number_runs(join, a, t))
            return a;
    return t;
}

static void note_places(struct swrt_join *join) {
    for (unsigned t = 0; t < join->threads; t++)
        for (unsigned i = 0; i < join->count[t]; i++)
            for (unsigned e = 0; e < join->runs[t][i].count; e++)
                swrt_alike_use(&join->alike, t, swrt_join_event_of(join, &join->runs[t][i], e));
}

/* What is asked is asked of one choice of runs only: own places may not matter to it. */
static void keep_own_places(struct swrt_join *join) {
    unsigned thread;
    while (swrt_alike_has_intruder(&join->alike, &thread))
        swrt_alike_tell_apart(&join->alike, join->alike.first[thread]);
    while (join->options->question.holds && swrt_alike_has_watched(&join->alike, join->outcomes, &thread))
        swrt_alike_tell_apart(&join->alike, join->alike.first[thread]);
    join->names_places = swrt_alike_has_watched(&join->alike, join->outcomes, &thread);
}

void swrt_join_find_alike(struct swrt_join *join) {
    swrt_alike_open(&join->alike, join->tree->program);
    join->ends.alike = &join->alike;
    for (unsigned t = 0; t < join->threads && !join->options->tells_apart; t++)
        join->alike.first[t] = (uint8_t)find_first(join, t);
    note_places(join);
    keep_own_places(join);
    for (unsigned t = 0; t < join->threads; t++) {
        join->like[t] = -1;
        for (unsigned a = 0; a < t; a++)
            if (join->alike.first[a] == join->alike.first[t])
                join->like[t] = (int)a;
        for (unsigned i = 0; i < join->count[t] && join->alike.first[t] == t; i++)
            join->runs[t][i].number = i;
    }
}

/* --- runs that are chosen ----------------------------------------------------------------------------------------- */

bool swrt_join_is_in_order(const struct swrt_join *join, unsigned thread) {
    int before = join->like[thread];
    return before < 0 || join->chosen[before]->number <= join->chosen[thread]->number;
}

static void find_keys(const struct swrt_join *join, unsigned *key) {
    for (unsigned t = 0; t < join->threads; t++)
        key[t] = join->chosen[t]->number;
}

uint64_t swrt_join_permutations(const struct swrt_join *join) {
    unsigned key[SWRT_EXPLORE_THREADS];
    find_keys(join, key);
    return swrt_alike_count_ways(&join->alike, key);
}

bool swrt_join_tells_ways(const struct swrt_join *join) {
    bool tells = join->names_places;
    for (unsigned t = 0; t < join->threads; t++)
        tells |= !join->chosen[t]->ends && swrt_alike_class(&join->alike, t) != 1ull << t;
    return tells;
}

uint8_t *swrt_join_list_ways(const struct swrt_join *join) {
    unsigned key[SWRT_EXPLORE_THREADS], count;
    find_keys(join, key);
    return swrt_alike_ways(&join->alike, key, NULL, 0, &count);
}
