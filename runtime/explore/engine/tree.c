/* Trees of threads' events: looked up, or found out by running the program. */
#include "explore/engine/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/fatal.h"
#include "explore/engine/parts.h"
#include "explore/engine/tree_parts.h"

static void *grow(void *list, uint32_t *capacity, size_t size) {
    *capacity = *capacity ? 2 * *capacity : 256;
    list = realloc(list, *capacity * size);
    if (!list)
        swrt_fatal("no memory for what threads do (%u events)", *capacity);
    return list;
}

static uint32_t new_node(struct swrt_tree *tree) {
    if (tree->count == tree->capacity)
        tree->nodes = grow(tree->nodes, &tree->capacity, sizeof *tree->nodes);
    memset(&tree->nodes[tree->count], 0, sizeof *tree->nodes);
    return tree->count++;
}

void swrt_tree_open(struct swrt_tree *tree, const struct swrt_explore_program *program) {
    memset(tree, 0, sizeof *tree);
    tree->program = program;
    for (uint32_t thread = 0; thread < program->threads; thread++) {
        uint32_t node = new_node(tree);
        tree->nodes[node].thread = (uint8_t)thread;
        tree->nodes[node].parent = node;
        tree->nodes[node].event.kind = SWRT_EXPLORE_TURN;
    }
}

void swrt_tree_close(struct swrt_tree *tree) {
    free(tree->nodes);
    free(tree->meetings);
    free(tree->loops);
    free(tree->sites);
    memset(tree, 0, sizeof *tree);
}

static uint32_t add_child(struct swrt_tree *tree, uint32_t parent, uint64_t answer,
                          const struct swrt_explore_event *event) {
    uint32_t child = new_node(tree);
    struct swrt_tree_node *at = &tree->nodes[child], *before = &tree->nodes[parent];
    bool has_event = !swrt_tree_is_root(tree, parent);
    *at = (struct swrt_tree_node){.event = *event,
                                  .answer = answer,
                                  .parent = parent,
                                  .sibling = before->child,
                                  .thread = before->thread,
                                  .reads = before->reads + (has_event && before->event.kind == SWRT_EXPLORE_READ),
                                  .events = before->events + (has_event && swrt_tree_is_event(before)),
                                  .turns = before->turns + (has_event && before->event.kind == SWRT_EXPLORE_TURN)};
    before->child = child;
    if (at->event.size && at->event.size < 8)
        at->event.value = swrt_low_bytes(at->event.value, at->event.size);
    if (at->event.kind == SWRT_EXPLORE_TURN)
        swrt_tree_measure_turn(tree, child);
    return child;
}

uint32_t swrt_tree_next(struct swrt_tree *tree, uint32_t node, uint64_t answer) {
    if (swrt_tree_is_root(tree, node) || tree->nodes[node].event.kind != SWRT_EXPLORE_READ)
        answer = 0;
    uint32_t child = swrt_tree_find_child(tree, node, answer);
    if (child)
        return child;
    struct swrt_explore_event event;
    swrt_tree_bring(tree, node);
    swrt_tree_ask(tree, tree->nodes[node].thread, answer, &event);
    child = add_child(tree, node, answer, &event);
    tree->live[tree->nodes[child].thread] = child;
    if (event.kind == SWRT_EXPLORE_TURN && !tree->nodes[child].is_known && !tree->is_probing)
        swrt_tree_probe(tree, child);
    return child;
}

/* The number of the meeting, and 1. */
static uint64_t meeting_of(struct swrt_tree *tree, const uint32_t *nodes, unsigned count) {
    for (uint32_t i = 0; i < tree->num_meetings; i++)
        if (tree->meetings[i].count == count && !memcmp(tree->meetings[i].nodes, nodes, count * sizeof *nodes))
            return i + 1;
    if (tree->num_meetings == tree->meetings_capacity)
        tree->meetings = grow(tree->meetings, &tree->meetings_capacity, sizeof *tree->meetings);
    struct swrt_tree_meeting *meeting = &tree->meetings[tree->num_meetings++];
    meeting->count = count;
    memcpy(meeting->nodes, nodes, count * sizeof *nodes);
    return tree->num_meetings;
}

uint32_t swrt_tree_meet(struct swrt_tree *tree, uint32_t node, const uint32_t *others, unsigned count) {
    uint64_t key = meeting_of(tree, others, count), threads = 0;
    uint32_t child = swrt_tree_find_child(tree, node, key);
    if (child)
        return child;
    struct swrt_tree_targets targets = {0};
    for (unsigned i = 0; i < count; i++) {
        uint32_t thread = tree->nodes[others[i]].thread;
        targets.node[thread] = others[i];
        targets.is_wanted[thread] = true;
        threads |= 1ull << thread;
    }
    swrt_tree_bring_together(tree, &targets);
    tree->program->meet(tree->program->self, threads);
    for (unsigned i = 0; i < count; i++) {
        struct swrt_explore_event event;
        uint32_t thread = tree->nodes[others[i]].thread;
        swrt_tree_ask(tree, thread, 0, &event);
        tree->live[thread] = add_child(tree, others[i], key, &event);
    }
    return swrt_tree_find_child(tree, node, key);
}
