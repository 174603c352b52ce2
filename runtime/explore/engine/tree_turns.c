/* Turns of waiting loops in trees: how many nodes lie in one, and whether it is cut, having had no effect. */
#include <stdlib.h>

#include "base/fatal.h"
#include "explore/engine/parts.h"
#include "explore/engine/tree_parts.h"

enum { PROBE = 64 };

/* Whether it leaves everything as it is: what is not a write, and a read-modify-write of what it has read. */
static bool is_without_effect(const struct swrt_tree *tree, uint32_t node) {
    const struct swrt_tree_node *at = &tree->nodes[node];
    if (at->event.kind == SWRT_EXPLORE_BARRIER)
        return false;
    if (at->event.kind != SWRT_EXPLORE_WRITE)
        return true;
    return (at->event.flags & SWRT_EXPLORE_RMW) && tree->nodes[at->parent].event.kind == SWRT_EXPLORE_READ &&
           swrt_low_bytes(at->answer, at->event.size) == swrt_low_bytes(at->event.value, at->event.size);
}

/* The `count` nodes before a turn's are its own: notes it, and cuts it if they have no effect. */
static void know_turn(struct swrt_tree *tree, uint32_t turn, uint32_t count) {
    struct swrt_tree_node *at = &tree->nodes[turn];
    at->is_known = at->is_cut = true;
    at->turn = (uint16_t)count;
    uint32_t node = at->parent;
    for (uint32_t i = 0; i < count; i++, node = tree->nodes[node].parent)
        at->is_cut &= is_without_effect(tree, node);
}

/* How many nodes hold the last `events` events before it; UINT32_MAX: there are not so many. */
static uint32_t nodes_of_events(const struct swrt_tree *tree, uint32_t turn, uint64_t events) {
    uint32_t count = 0;
    for (uint32_t node = tree->nodes[turn].parent; events; node = tree->nodes[node].parent, count++) {
        if (swrt_tree_is_root(tree, node))
            return UINT32_MAX;
        events -= swrt_tree_is_event(&tree->nodes[node]);
    }
    return count;
}

static bool has_shape(const struct swrt_tree *tree, uint32_t turn, const struct swrt_tree_loop *loop) {
    uint32_t node = tree->nodes[turn].parent;
    for (uint32_t i = 0; i < loop->count; i++, node = tree->nodes[node].parent)
        if (swrt_tree_is_root(tree, node) || tree->nodes[node].event.site != tree->sites[loop->first + i])
            return false;
    return true;
}

static void learn(struct swrt_tree *tree, uint32_t turn, uint32_t count) {
    tree->loops = realloc(tree->loops, (tree->num_loops + 1) * sizeof *tree->loops);
    tree->sites = realloc(tree->sites, (tree->num_sites + count + 1) * sizeof *tree->sites);
    if (!tree->loops || !tree->sites)
        swrt_fatal("no memory for loops");
    tree->loops[tree->num_loops++] = (struct swrt_tree_loop){tree->nodes[turn].event.site, tree->num_sites, count};
    uint32_t node = tree->nodes[turn].parent;
    for (uint32_t i = 0; i < count; i++, node = tree->nodes[node].parent)
        tree->sites[tree->num_sites++] = tree->nodes[node].event.site;
}

void swrt_tree_measure_turn(struct swrt_tree *tree, uint32_t turn) {
    uint64_t said = tree->nodes[turn].event.value;
    if (said) {
        uint32_t count = nodes_of_events(tree, turn, said - 1);
        if (count != UINT32_MAX)
            know_turn(tree, turn, count);
        return;
    }
    for (uint32_t i = 0; i < tree->num_loops; i++)
        if (tree->loops[i].site == tree->nodes[turn].event.site && has_shape(tree, turn, &tree->loops[i])) {
            know_turn(tree, turn, tree->loops[i].count);
            return;
        }
    uint32_t count = 0;
    for (uint32_t node = tree->nodes[turn].parent; !swrt_tree_is_root(tree, node);
         node = tree->nodes[node].parent, count++)
        if (tree->nodes[node].event.kind == SWRT_EXPLORE_TURN &&
            tree->nodes[node].event.site == tree->nodes[turn].event.site) {
            learn(tree, turn, count);
            know_turn(tree, turn, count);
            return;
        }
}

/* What the last read of the node's site before it got; false: there was none. */
static bool find_last_answer(const struct swrt_tree *tree, uint32_t node, uint64_t *answer) {
    uint32_t behind = node;
    for (uint32_t at = tree->nodes[node].parent; !swrt_tree_is_root(tree, at); behind = at, at = tree->nodes[at].parent)
        if (tree->nodes[at].event.kind == SWRT_EXPLORE_READ &&
            tree->nodes[at].event.site == tree->nodes[node].event.site) {
            *answer = tree->nodes[behind].answer;
            return true;
        }
    return false;
}

void swrt_tree_probe(struct swrt_tree *tree, uint32_t turn) {
    uint32_t node = turn;
    tree->is_probing = true;
    for (unsigned i = 0; i < PROBE; i++) {
        const struct swrt_tree_node *at = &tree->nodes[node];
        uint64_t answer = 0;
        if (swrt_tree_is_end(at) || swrt_tree_is_exchange(tree, node) ||
            (at->event.kind == SWRT_EXPLORE_READ && !find_last_answer(tree, node, &answer)))
            break;
        node = swrt_tree_next(tree, node, answer);
        if (tree->nodes[node].event.kind == SWRT_EXPLORE_TURN &&
            tree->nodes[node].event.site == tree->nodes[turn].event.site)
            break;
    }
    tree->is_probing = false;
    swrt_tree_measure_turn(tree, turn);
}
