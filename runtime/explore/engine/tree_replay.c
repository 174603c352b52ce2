/* Running the program: its threads are brought to nodes of a tree, from where they stand or from their beginning;
 * threads that have exchanged values at barriers, together. */
#include <string.h>

#include "base/assert.h"
#include "explore/engine/tree_parts.h"

enum { DEEPEST = 4096 };

void swrt_tree_ask(struct swrt_tree *tree, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    const struct swrt_explore_program *program = tree->program;
    memset(event, 0, sizeof *event);
    program->next(program->self, thread, answer, event);
}

static bool is_behind(const struct swrt_tree *tree, uint32_t node, uint32_t ancestor) {
    while (node != ancestor && !swrt_tree_is_root(tree, node))
        node = tree->nodes[node].parent;
    return node == ancestor;
}

static void begin_again(struct swrt_tree *tree, uint32_t thread) {
    tree->program->restart(tree->program->self, thread);
    tree->live[thread] = thread;
    tree->is_live[thread] = true;
    tree->runs++;
}

/* Goes from where the thread stands to the node behind that. */
static void go_towards(struct swrt_tree *tree, uint32_t next) {
    struct swrt_explore_event event;
    uint32_t thread = tree->nodes[next].thread;
    swrt_tree_ask(tree, thread, tree->nodes[next].answer, &event);
    assert(event.kind == tree->nodes[next].event.kind);
    tree->live[thread] = next;
}

/* Whether an exchange lies between the two nodes of a thread. */
static bool has_exchange(const struct swrt_tree *tree, uint32_t from, uint32_t to) {
    for (; to != from; to = tree->nodes[to].parent)
        if (swrt_tree_is_exchange(tree, tree->nodes[to].parent))
            return true;
    return false;
}

/* Wants the members of all exchanges on the way to `node` to come there, too. False: nothing is new. */
static bool want_members(const struct swrt_tree *tree, struct swrt_tree_targets *targets, uint32_t node) {
    bool is_new = false;
    for (; !swrt_tree_is_root(tree, node); node = tree->nodes[node].parent) {
        if (!swrt_tree_is_exchange(tree, tree->nodes[node].parent))
            continue;
        const struct swrt_tree_meeting *meeting = &tree->meetings[tree->nodes[node].answer - 1];
        for (unsigned i = 0; i < meeting->count; i++) {
            uint32_t behind = swrt_tree_find_child(tree, meeting->nodes[i], tree->nodes[node].answer);
            uint32_t thread = tree->nodes[meeting->nodes[i]].thread;
            if (targets->is_wanted[thread] && is_behind(tree, targets->node[thread], behind))
                continue;
            targets->node[thread] = behind;
            targets->is_wanted[thread] = is_new = true;
        }
    }
    return is_new;
}

/* The node behind where the thread stands, on the way to its target. */
static uint32_t next_on_way(const struct swrt_tree *tree, uint32_t thread, uint32_t target) {
    while (tree->nodes[target].parent != tree->live[thread])
        target = tree->nodes[target].parent;
    return target;
}

/* Lets them exchange, if all members have come. */
static bool exchange(struct swrt_tree *tree, const struct swrt_tree_targets *targets, uint32_t next) {
    const struct swrt_tree_meeting *meeting = &tree->meetings[tree->nodes[next].answer - 1];
    uint64_t threads = 0;
    for (unsigned i = 0; i < meeting->count; i++) {
        uint32_t thread = tree->nodes[meeting->nodes[i]].thread;
        if (!targets->is_wanted[thread] || tree->live[thread] != meeting->nodes[i])
            return false;
        threads |= 1ull << thread;
    }
    tree->program->meet(tree->program->self, threads);
    for (unsigned i = 0; i < meeting->count; i++)
        go_towards(tree, swrt_tree_find_child(tree, meeting->nodes[i], tree->nodes[next].answer));
    return true;
}

static bool go_on(struct swrt_tree *tree, const struct swrt_tree_targets *targets, uint32_t thread) {
    if (!targets->is_wanted[thread] || tree->live[thread] == targets->node[thread])
        return false;
    uint32_t next = next_on_way(tree, thread, targets->node[thread]);
    if (swrt_tree_is_exchange(tree, tree->live[thread]))
        return exchange(tree, targets, next);
    go_towards(tree, next);
    return true;
}

void swrt_tree_bring_together(struct swrt_tree *tree, struct swrt_tree_targets *targets) {
    uint32_t threads = tree->program->threads;
    for (bool is_new = true; is_new;) {
        is_new = false;
        for (uint32_t t = 0; t < threads; t++)
            is_new |= targets->is_wanted[t] && want_members(tree, targets, targets->node[t]);
    }
    for (uint32_t t = 0; t < threads; t++)
        if (targets->is_wanted[t])
            begin_again(tree, t);
    for (bool goes_on = true; goes_on;) {
        goes_on = false;
        for (uint32_t t = 0; t < threads; t++)
            goes_on |= go_on(tree, targets, t);
    }
    for (uint32_t t = 0; t < threads; t++)
        assert(!targets->is_wanted[t] || tree->live[t] == targets->node[t]);
}

void swrt_tree_bring(struct swrt_tree *tree, uint32_t node) {
    uint32_t thread = tree->nodes[node].thread;
    bool is_on_way = tree->is_live[thread] && is_behind(tree, node, tree->live[thread]);
    if (has_exchange(tree, is_on_way ? tree->live[thread] : thread, node)) {
        struct swrt_tree_targets targets = {0};
        targets.node[thread] = node;
        targets.is_wanted[thread] = true;
        swrt_tree_bring_together(tree, &targets);
        return;
    }
    if (!is_on_way)
        begin_again(tree, thread);
    uint32_t path[DEEPEST], length = 0;
    for (uint32_t at = node; at != tree->live[thread]; at = tree->nodes[at].parent) {
        assert(length < DEEPEST);
        path[length++] = at;
    }
    while (length)
        go_towards(tree, path[--length]);
}
