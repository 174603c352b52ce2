/* Threads that wait in loops: for ever, if their last turn reads only what no other write follows in co. */
#include "explore/engine/parts.h"

static void add_last_turn(const struct swrt_tree *tree, const struct swrt_graph *graph, uint32_t turn,
                          struct swrt_last_turns *turns) {
    uint32_t node = tree->nodes[turn].parent;
    for (unsigned i = 0; i < tree->nodes[turn].turn; i++, node = tree->nodes[node].parent)
        for (unsigned e = 0; e < graph->count; e++)
            if (graph->events[e].node == node && graph->events[e].thread != SWRT_MODEL_NOBODY)
                swrt_set_add(graph->events[e].kind == SWRT_EXPLORE_READ ? &turns->reads : &turns->idle, e);
}

void swrt_last_turns_find(const struct swrt_tree *tree, const struct swrt_graph *graph, const uint32_t *nodes,
                          struct swrt_last_turns *turns) {
    *turns = (struct swrt_last_turns){0};
    for (unsigned t = 0; t < tree->program->threads; t++)
        if (tree->nodes[nodes[t]].is_cut)
            add_last_turn(tree, graph, nodes[t], turns);
}

bool swrt_last_turns_stay(const struct swrt_last_turns *turns, const struct swrt_graph *graph,
                          const struct swrt_relation *co) {
    for (unsigned e = swrt_set_next(&turns->reads, 0); e < SWRT_MODEL_EVENTS; e = swrt_set_next(&turns->reads, e + 1)) {
        struct swrt_set later = co->of[graph->source[e]];
        swrt_set_keep(&later, &graph->writes);
        swrt_set_subtract(&later, &turns->idle);
        if (!swrt_set_is_empty(&later))
            return false;
    }
    return true;
}
