/* Trees of threads' events: looked up, or found out by running the program. */
#include "explore/engine/tree.h"

#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "explore/engine/parts.h"

enum { DEEPEST = 4096, PROBE = 64 };

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

/* --- turns -------------------------------------------------------------------------------------------------------- */

static bool is_root(const struct swrt_tree *tree, uint32_t node) {
    return node < tree->program->threads;
}

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
        if (is_root(tree, node))
            return UINT32_MAX;
        events -= swrt_tree_is_event(&tree->nodes[node]);
    }
    return count;
}

static bool has_shape(const struct swrt_tree *tree, uint32_t turn, const struct swrt_tree_loop *loop) {
    uint32_t node = tree->nodes[turn].parent;
    for (uint32_t i = 0; i < loop->count; i++, node = tree->nodes[node].parent)
        if (is_root(tree, node) || tree->nodes[node].event.site != tree->sites[loop->first + i])
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

/* Where a turn began: it is said, or there was one of its shape, or the turn before it was the same loop's. */
static void measure_turn(struct swrt_tree *tree, uint32_t turn) {
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
    for (uint32_t node = tree->nodes[turn].parent; !is_root(tree, node); node = tree->nodes[node].parent, count++)
        if (tree->nodes[node].event.kind == SWRT_EXPLORE_TURN &&
            tree->nodes[node].event.site == tree->nodes[turn].event.site) {
            learn(tree, turn, count);
            know_turn(tree, turn, count);
            return;
        }
}

/* --- running the program ------------------------------------------------------------------------------------------ */

static void ask(struct swrt_tree *tree, uint32_t thread, uint64_t answer, struct swrt_explore_event *event) {
    const struct swrt_explore_program *program = tree->program;
    memset(event, 0, sizeof *event);
    program->next(program->self, thread, answer, event);
}

static bool is_behind(const struct swrt_tree *tree, uint32_t node, uint32_t ancestor) {
    while (node != ancestor && !is_root(tree, node))
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
    ask(tree, thread, tree->nodes[next].answer, &event);
    assert(event.kind == tree->nodes[next].event.kind);
    tree->live[thread] = next;
}

static bool is_exchange(const struct swrt_tree *tree, uint32_t node) {
    return !is_root(tree, node) && tree->nodes[node].event.kind == SWRT_EXPLORE_BARRIER &&
           tree->nodes[node].event.barrier.exchanges;
}

static uint32_t find_child(const struct swrt_tree *tree, uint32_t node, uint64_t answer) {
    uint32_t child = tree->nodes[node].child;
    while (child && tree->nodes[child].answer != answer)
        child = tree->nodes[child].sibling;
    return child;
}

/* Whether an exchange lies between the two nodes of a thread. */
static bool has_exchange(const struct swrt_tree *tree, uint32_t from, uint32_t to) {
    for (; to != from; to = tree->nodes[to].parent)
        if (is_exchange(tree, tree->nodes[to].parent))
            return true;
    return false;
}

/* --- several threads, over exchanges ------------------------------------------------------------------------------ */

/* Where threads have to come; 0 and not is_wanted: it does not matter. (No root is a target.) */
struct targets {
    uint32_t node[SWRT_EXPLORE_THREADS];
    bool is_wanted[SWRT_EXPLORE_THREADS];
};

/* Wants the members of all exchanges on the way to `node` to come there, too. False: nothing is new. */
static bool want_members(const struct swrt_tree *tree, struct targets *targets, uint32_t node) {
    bool is_new = false;
    for (; !is_root(tree, node); node = tree->nodes[node].parent) {
        if (!is_exchange(tree, tree->nodes[node].parent))
            continue;
        const struct swrt_tree_meeting *meeting = &tree->meetings[tree->nodes[node].answer - 1];
        for (unsigned i = 0; i < meeting->count; i++) {
            uint32_t behind = find_child(tree, meeting->nodes[i], tree->nodes[node].answer);
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
static bool exchange(struct swrt_tree *tree, const struct targets *targets, uint32_t next) {
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
        go_towards(tree, find_child(tree, meeting->nodes[i], tree->nodes[next].answer));
    return true;
}

static bool go_on(struct swrt_tree *tree, const struct targets *targets, uint32_t thread) {
    if (!targets->is_wanted[thread] || tree->live[thread] == targets->node[thread])
        return false;
    uint32_t next = next_on_way(tree, thread, targets->node[thread]);
    if (is_exchange(tree, tree->live[thread]))
        return exchange(tree, targets, next);
    go_towards(tree, next);
    return true;
}

/* Brings threads to nodes from the beginning, with all with whom they exchanged something. */
static void bring_together(struct swrt_tree *tree, struct targets *targets) {
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

/* Brings the program's thread to a node. */
static void bring(struct swrt_tree *tree, uint32_t node) {
    uint32_t thread = tree->nodes[node].thread;
    bool is_on_way = tree->is_live[thread] && is_behind(tree, node, tree->live[thread]);
    if (has_exchange(tree, is_on_way ? tree->live[thread] : thread, node)) {
        struct targets targets = {0};
        targets.node[thread] = node;
        targets.is_wanted[thread] = true;
        bring_together(tree, &targets);
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

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static uint32_t add_child(struct swrt_tree *tree, uint32_t parent, uint64_t answer,
                          const struct swrt_explore_event *event) {
    uint32_t child = new_node(tree);
    struct swrt_tree_node *at = &tree->nodes[child], *before = &tree->nodes[parent];
    bool has_event = !is_root(tree, parent);
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
        measure_turn(tree, child);
    return child;
}

/* What the last read of the node's site before it got; false: there was none. */
static bool find_last_answer(const struct swrt_tree *tree, uint32_t node, uint64_t *answer) {
    uint32_t behind = node;
    for (uint32_t at = tree->nodes[node].parent; !is_root(tree, at); behind = at, at = tree->nodes[at].parent)
        if (tree->nodes[at].event.kind == SWRT_EXPLORE_READ &&
            tree->nodes[at].event.site == tree->nodes[node].event.site) {
            *answer = tree->nodes[behind].answer;
            return true;
        }
    return false;
}

/* Finds out how long a loop's turn is: lets the thread make another with the same answers. */
static void probe(struct swrt_tree *tree, uint32_t turn) {
    uint32_t node = turn;
    tree->is_probing = true;
    for (unsigned i = 0; i < PROBE; i++) {
        const struct swrt_tree_node *at = &tree->nodes[node];
        uint64_t answer = 0;
        if (swrt_tree_is_end(at) || is_exchange(tree, node) ||
            (at->event.kind == SWRT_EXPLORE_READ && !find_last_answer(tree, node, &answer)))
            break;
        node = swrt_tree_next(tree, node, answer);
        if (tree->nodes[node].event.kind == SWRT_EXPLORE_TURN &&
            tree->nodes[node].event.site == tree->nodes[turn].event.site)
            break;
    }
    tree->is_probing = false;
    measure_turn(tree, turn);
}

uint32_t swrt_tree_next(struct swrt_tree *tree, uint32_t node, uint64_t answer) {
    if (is_root(tree, node) || tree->nodes[node].event.kind != SWRT_EXPLORE_READ)
        answer = 0;
    uint32_t child = find_child(tree, node, answer);
    if (child)
        return child;
    struct swrt_explore_event event;
    bring(tree, node);
    ask(tree, tree->nodes[node].thread, answer, &event);
    child = add_child(tree, node, answer, &event);
    tree->live[tree->nodes[child].thread] = child;
    if (event.kind == SWRT_EXPLORE_TURN && !tree->nodes[child].is_known && !tree->is_probing)
        probe(tree, child);
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
    uint32_t child = find_child(tree, node, key);
    if (child)
        return child;
    struct targets targets = {0};
    for (unsigned i = 0; i < count; i++) {
        uint32_t thread = tree->nodes[others[i]].thread;
        targets.node[thread] = others[i];
        targets.is_wanted[thread] = true;
        threads |= 1ull << thread;
    }
    bring_together(tree, &targets);
    tree->program->meet(tree->program->self, threads);
    for (unsigned i = 0; i < count; i++) {
        struct swrt_explore_event event;
        uint32_t thread = tree->nodes[others[i]].thread;
        ask(tree, thread, 0, &event);
        tree->live[thread] = add_child(tree, others[i], key, &event);
    }
    return find_child(tree, node, key);
}
