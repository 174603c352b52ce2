/* Threads that can be interchanged: alike, each does what the other does, event by event, whatever it reads, and both stand
 * alike to all others. Of choices of runs that differ only in which of them has which run, one is looked at, and counts
 * for all: their executions are the same but for the threads' numbers.
 *
 * That holds for threads that come to no barrier, as barriers name threads; and among runs that end, as outcomes name the
 * threads that wait, fail or trap. */
#include "explore/engine/join.h"

enum { MOST_RUNS = 4096 }; /* of a thread; with more nobody is asked */

/* --- who is alike ------------------------------------------------------------------------------------------------- */

static const struct swrt_explore_event *event_of(const struct swrt_join *join, const struct swrt_join_run *run,
                                                 unsigned i) {
    return &join->tree->nodes[run->nodes[i]].event;
}

static bool is_same_event(const struct swrt_explore_event *a, const struct swrt_explore_event *b) {
    return a->kind == b->kind && a->order == b->order && a->scope == b->scope && a->flags == b->flags &&
           a->size == b->size && a->proxy == b->proxy && a->address == b->address && a->alias == b->alias &&
           a->value == b->value && a->address_reads == b->address_reads && a->value_reads == b->value_reads &&
           a->control_reads == b->control_reads && a->site == b->site;
}

static bool is_same_run(const struct swrt_join *join, const struct swrt_join_run *a, const struct swrt_join_run *b) {
    const struct swrt_tree *tree = join->tree;
    if (a->count != b->count || a->ends != b->ends ||
        !is_same_event(&tree->nodes[a->node].event, &tree->nodes[b->node].event))
        return false;
    for (unsigned i = 0; i < a->count; i++) {
        const struct swrt_explore_event *event = event_of(join, a, i);
        if (!is_same_event(event, event_of(join, b, i)))
            return false;
        if (event->kind == SWRT_EXPLORE_READ &&
            swrt_join_answer(tree, a->nodes[i], a->node) != swrt_join_answer(tree, b->nodes[i], b->node))
            return false;
    }
    return true;
}

static bool has_barrier(const struct swrt_join *join, unsigned thread) {
    for (unsigned i = 0; i < join->count[thread]; i++)
        for (unsigned e = 0; e < join->runs[thread][i].count; e++)
            if (event_of(join, &join->runs[thread][i], e)->kind == SWRT_EXPLORE_BARRIER)
                return true;
    return false;
}

/* Whether a third thread shares the same with both: block, cluster, device. */
static bool stand_alike(const struct swrt_join *join, unsigned a, unsigned b) {
    const struct swrt_explore_place *one = &join->places[a], *two = &join->places[b];
    for (unsigned t = 0; t < join->threads; t++) {
        const struct swrt_explore_place *other = &join->places[t];
        if (t != a && t != b &&
            ((one->block == other->block) != (two->block == other->block) ||
             (one->cluster == other->cluster) != (two->cluster == other->cluster) ||
             (one->device == other->device) != (two->device == other->device)))
            return false;
    }
    return true;
}

/* Gives each of b's runs the number of a's that is the same, mostly the one at the same place; false: one has none. */
static bool number_runs(struct swrt_join *join, unsigned a, unsigned b) {
    for (unsigned i = 0; i < join->count[b]; i++) {
        unsigned tried = 0, k = i;
        while (tried < join->count[a] && !is_same_run(join, &join->runs[a][k], &join->runs[b][i])) {
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
static unsigned find_first(struct swrt_join *join, unsigned t, const unsigned *first) {
    bool can_be = join->count[t] <= MOST_RUNS && !has_barrier(join, t);
    for (unsigned a = 0; a < t && can_be; a++)
        if (first[a] == a && join->count[a] == join->count[t] && stand_alike(join, a, t) && number_runs(join, a, t))
            return a;
    for (unsigned i = 0; i < join->count[t]; i++)
        join->runs[t][i].number = i;
    return t;
}

void swrt_join_find_alike(struct swrt_join *join) {
    unsigned first[SWRT_EXPLORE_THREADS];
    for (unsigned t = 0; t < join->threads; t++) {
        first[t] = find_first(join, t, first);
        join->like[t] = -1;
        for (unsigned a = 0; a < t; a++)
            if (first[a] == first[t])
                join->like[t] = (int)a;
    }
}

/* --- runs that are chosen ----------------------------------------------------------------------------------------- */

bool swrt_join_is_in_order(const struct swrt_join *join, unsigned thread) {
    const struct swrt_join_run *run = join->chosen[thread];
    for (int t = join->like[thread]; t >= 0 && run->ends; t = join->like[t])
        if (join->chosen[t]->ends)
            return join->chosen[t]->number <= run->number;
    return true;
}

/* The n-th of those alike has n times as many places to stand in, of which those are one that its equals have. */
uint64_t swrt_join_permutations(const struct swrt_join *join) {
    uint64_t all = 1;
    for (unsigned thread = 0; thread < join->threads; thread++) {
        uint64_t ends = 1, equal = 1;
        for (int t = join->like[thread]; t >= 0 && join->chosen[thread]->ends; t = join->like[t]) {
            ends += join->chosen[t]->ends;
            equal += join->chosen[t]->ends && join->chosen[t]->number == join->chosen[thread]->number;
        }
        all = all * ends / equal;
    }
    return all;
}
