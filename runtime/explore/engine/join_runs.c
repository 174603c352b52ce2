/* Runs of threads as the join sees them: pairs of places and values that they need of others, and that they give. */
#include "explore/engine/join.h"

enum { LONGEST = SWRT_MODEL_EVENTS };

/* The pair's number; SWRT_JOIN_PAIRS: there is no room for it, and it is not looked at. */
static unsigned pair_of(struct swrt_join *join, const struct swrt_explore_event *event, uint64_t value) {
    for (unsigned i = 0; i < join->num_pairs; i++) {
        const struct swrt_join_pair *pair = &join->pairs[i];
        if (pair->address == event->address && pair->value == value && pair->size == event->size)
            return i;
    }
    if (join->num_pairs == SWRT_JOIN_PAIRS)
        return SWRT_JOIN_PAIRS;
    join->pairs[join->num_pairs] = (struct swrt_join_pair){event->address, value, event->size};
    return join->num_pairs++;
}

static void add_pair(struct swrt_join_pairs *pairs, unsigned pair) {
    if (pair < SWRT_JOIN_PAIRS)
        pairs->word[pair / 64] |= 1ull << pair % 64;
}

void swrt_join_unite(struct swrt_join_pairs *pairs, const struct swrt_join_pairs *more) {
    for (unsigned i = 0; i < SWRT_JOIN_PAIR_WORDS; i++)
        pairs->word[i] |= more->word[i];
}

bool swrt_join_is_within(const struct swrt_join_pairs *small, const struct swrt_join_pairs *a,
                         const struct swrt_join_pairs *b) {
    uint64_t missing = 0;
    for (unsigned i = 0; i < SWRT_JOIN_PAIR_WORDS; i++)
        missing |= small->word[i] & ~(a->word[i] | b->word[i]);
    return !missing;
}

static void list_nodes(const struct swrt_tree *tree, struct swrt_join_run *run) {
    uint32_t path[LONGEST];
    for (uint32_t node = run->node; node >= tree->program->threads; node = tree->nodes[node].parent)
        if (swrt_tree_is_event(&tree->nodes[node]) && run->count < LONGEST)
            path[run->count++] = node;
    run->nodes = swrt_explore_alloc(run->count * sizeof *run->nodes);
    for (unsigned i = 0; i < run->count; i++)
        run->nodes[i] = path[run->count - 1 - i];
}

uint64_t swrt_join_answer(const struct swrt_tree *tree, uint32_t node, uint32_t last) {
    while (tree->nodes[last].parent != node)
        last = tree->nodes[last].parent;
    return tree->nodes[last].answer;
}

static bool has_itself(const struct swrt_join *join, const struct swrt_join_run *run, unsigned read, uint64_t value) {
    const struct swrt_explore_program *program = join->tree->program;
    const struct swrt_explore_event *event = swrt_join_event_of(join, run, read);
    if (swrt_low_bytes(program->initial(program->self, event->address, event->size), event->size) == value)
        return true;
    for (unsigned i = 0; i < read; i++) {
        const struct swrt_explore_event *write = swrt_join_event_of(join, run, i);
        if (write->kind == SWRT_EXPLORE_WRITE && write->address == event->address && write->size == event->size &&
            write->value == value)
            return true;
    }
    return false;
}

static void look_at_run(struct swrt_join *join, struct swrt_join_run *run) {
    list_nodes(join->tree, run);
    for (unsigned i = 0; i < run->count; i++) {
        const struct swrt_explore_event *event = swrt_join_event_of(join, run, i);
        if (event->kind == SWRT_EXPLORE_WRITE)
            add_pair(&run->gives, pair_of(join, event, event->value));
        if (event->kind != SWRT_EXPLORE_READ)
            continue;
        uint64_t value = swrt_join_answer(join->tree, run->nodes[i], run->node);
        if (!has_itself(join, run, i, value))
            add_pair(&run->needs, pair_of(join, event, value));
    }
}

void swrt_join_look_at_runs(struct swrt_join *join, const struct swrt_traces *traces) {
    for (unsigned t = 0; t < join->threads; t++) {
        join->count[t] = traces->count[t];
        join->runs[t] = swrt_explore_alloc(join->count[t] * sizeof *join->runs[t]);
        for (unsigned i = 0; i < join->count[t]; i++) {
            join->runs[t][i].node = traces->list[t][i].node;
            join->runs[t][i].ends = join->tree->nodes[join->runs[t][i].node].event.kind == SWRT_EXPLORE_END;
            look_at_run(join, &join->runs[t][i]);
        }
    }
    for (unsigned t = join->threads; t-- > 0;) {
        join->left[t] = join->left[t + 1];
        for (unsigned i = 0; i < join->count[t]; i++)
            swrt_join_unite(&join->left[t], &join->runs[t][i].gives);
    }
}
