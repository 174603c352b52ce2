/* Divergence of control: what follows from lanes leaving a basic block by different ways.
 *
 * From the successors of a divergent branch a label is spread over the graph, in reverse post-order: a basic block that
 * two different labels reach is a join (lanes that parted meet), and labels anew. Spreading does not follow a back edge,
 * but the label that arrives at the header of a loop around the branch may leave that loop in a later iteration, by any
 * exit: where another label has left already, lanes leave at different times, and the loop is divergent.
 * (After Rosemann, Moll, Hack: An Abstract Interpretation for SPMD Divergence, POPL 2021, and LLVM's
 * GenericUniformityInfo; reducible graphs only.) */
#include "analysis/shape.h"

enum { NONE = -1 };

struct spread {
    struct sw_shapes *shapes;
    unsigned source;
    int *label;  /* per bb */
    int *around; /* per loop: label at the header, by a back edge */
    bool changed; /* something was marked */
    bool moved;   /* some label was set */
};

static bool is_member(const struct sw_loop *loop, unsigned bb) {
    return sw_bitset_get(&loop->bbs, bb);
}

static void mark(struct spread *s, struct sw_bitset *set, size_t bit) {
    if (!sw_bitset_get(set, bit)) {
        sw_bitset_set(set, bit);
        s->changed = true;
    }
}

static bool is_back_edge(const struct sw_cfg *cfg, unsigned from, unsigned to) {
    return to <= from && sw_cfg_dominates(cfg, to, from);
}

static int loop_of_header(const struct sw_cfg *cfg, unsigned header) {
    for (size_t i = 0; i < cfg->loops.count; i++)
        if (cfg->loops.at[i].header == header)
            return (int)i;
    return NONE;
}

static void set(struct spread *s, int *place, int label) {
    s->moved |= *place != label;
    *place = label;
}

/* A label arrives at the header of a loop around the source. */
static void come_around(struct spread *s, unsigned header, int label) {
    int loop = loop_of_header(&s->shapes->cfg, header);
    if (!is_member(&s->shapes->cfg.loops.at[loop], s->source))
        return;
    if (s->around[loop] != NONE && s->around[loop] != label) {
        mark(s, &s->shapes->join, header); /* lanes that parted come back by different latches */
        label = (int)header;
    }
    set(s, &s->around[loop], label);
}

static void reach(struct spread *s, unsigned from, unsigned to, int label) {
    if (is_back_edge(&s->shapes->cfg, from, to)) {
        come_around(s, to, label);
    } else if (s->label[to] == NONE) {
        set(s, &s->label[to], label);
    } else if (s->label[to] != label) {
        mark(s, &s->shapes->join, to);
        set(s, &s->label[to], (int)to);
    }
}

/* Lanes leave for `to` while others stay: what they leave is the outermost loop around the branch without it. */
static void leave_apart(struct spread *s, size_t index, unsigned to) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    int loop = (int)index;
    while (cfg->loops.at[loop].parent >= 0 && !is_member(&cfg->loops.at[cfg->loops.at[loop].parent], to))
        loop = cfg->loops.at[loop].parent;
    mark(s, &s->shapes->divergent_loop, (size_t)loop);
}

/* What comes around a back edge may leave the loop later, by any of its exits; when some lanes have left by another
 * label already, the loop is divergent. */
static void leave_later(struct spread *s, size_t index) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    const struct sw_loop *loop = &cfg->loops.at[index];
    for (unsigned b = loop->header; b < cfg->count && s->around[index] != NONE; b++)
        for (unsigned k = 0; k < cfg->bbs[b].succs && is_member(loop, b); k++) {
            unsigned to = cfg->bbs[b].succ[k];
            if (is_member(loop, to))
                continue;
            if (s->label[to] != NONE && s->label[to] != s->around[index])
                leave_apart(s, index, to);
            reach(s, b, to, s->around[index]);
        }
}

/* One round over the graph; says whether a label moved. */
static bool sweep(struct spread *s) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    s->moved = false;
    for (unsigned k = 0; k < cfg->bbs[s->source].succs; k++)
        reach(s, s->source, cfg->bbs[s->source].succ[k], (int)cfg->bbs[s->source].succ[k]);
    for (unsigned b = 0; b < cfg->count; b++)
        for (unsigned k = 0; k < cfg->bbs[b].succs && s->label[b] != NONE && b != s->source; k++)
            reach(s, b, cfg->bbs[b].succ[k], s->label[b]);
    for (size_t i = 0; i < cfg->loops.count; i++)
        leave_later(s, i);
    return s->moved;
}

bool sw_divergence_spread(struct sw_shapes *shapes, unsigned bb) {
    struct sw_arena *arena = shapes->unit->ir.arena;
    const struct sw_cfg *cfg = &shapes->cfg;
    struct spread s = {.shapes = shapes, .source = bb, .label = sw_arena_alloc(arena, cfg->count * sizeof(int)),
                       .around = sw_arena_alloc(arena, (cfg->loops.count + 1) * sizeof(int))};
    for (unsigned i = 0; i < cfg->count; i++)
        s.label[i] = NONE;
    for (size_t i = 0; i < cfg->loops.count; i++)
        s.around[i] = NONE;
    while (sweep(&s))
        ;
    return s.changed;
}
