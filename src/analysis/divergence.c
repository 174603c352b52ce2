/* Divergence of control: what follows from lanes leaving a basic block by different ways.
 *
 * From the successors of a divergent branch a label is spread over the graph, in reverse post-order: a basic block that
 * two different labels reach is a join (lanes that parted meet), and labels anew. Spreading does not follow a back edge,
 * but the label that arrives at the header of a loop around the branch may leave that loop in a later iteration, by any
 * exit: where another label has left already, lanes leave at different times, and the loop is divergent.
 * (After Rosemann, Moll, Hack: An Abstract Interpretation for SPMD Divergence, POPL 2021, and LLVM's
 * GenericUniformityInfo.)
 *
 * A cycle with several entries has no order of turns. When two labels meet in one, or the branch lies in one, it is
 * a divergent cycle: nothing in it is taken for uniform, and its lanes leave it by any exit as if they parted there. */
#include "analysis/shape.h"

enum { NONE = -1 };

struct spread {
    struct sw_shapes *shapes;
    unsigned source;
    /* spread from the exits of this divergent cycle, `source` being its header; or null */
    const struct sw_loop *region;
    int *label;        /* per bb */
    int *around;       /* per loop: label at the header, by a back edge */
    unsigned frontier; /* the last bb that has a label */
    unsigned first;    /* of the bbs that can get one: the outermost loop around the source begins here */
    int outermost;     /* that loop, or NONE */
    bool changed;      /* something was marked */
    bool moved;        /* some label was set */
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

static void label_bb(struct spread *s, unsigned bb, int label) {
    s->frontier = bb > s->frontier ? bb : s->frontier;
    set(s, &s->label[bb], label);
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
        label_bb(s, to, label);
    } else if (s->label[to] != label) {
        mark(s, &s->shapes->join, to);
        label_bb(s, to, (int)to);
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

static bool is_source(const struct spread *s, unsigned bb) {
    return s->region ? is_member(s->region, bb) : bb == s->source;
}

/* Every way out of the source begins a label of its own. */
static void leave_source(struct spread *s) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    unsigned end = s->region ? cfg->count : s->source + 1;
    for (unsigned b = s->source; b < end; b++)
        for (unsigned k = 0; k < cfg->bbs[b].succs && is_source(s, b); k++) {
            unsigned to = cfg->bbs[b].succ[k];
            if (!s->region || !is_member(s->region, to))
                reach(s, b, to, (int)to);
        }
}

/* All lanes are together again: every label goes through bb, which no loop around the source contains. What comes
 * behind it gets one label, and no join. */
static bool is_meeting(const struct spread *s, unsigned bb) {
    return bb == s->frontier && s->label[bb] != NONE && !s->region && !s->shapes->cfg.is_irreducible &&
           (s->outermost == NONE || !is_member(&s->shapes->cfg.loops.at[s->outermost], bb));
}

/* One round over the graph; says whether a label moved. */
static bool sweep(struct spread *s) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    s->moved = false;
    leave_source(s);
    for (unsigned b = s->first; b <= s->frontier && !is_meeting(s, b); b++)
        for (unsigned k = 0; k < cfg->bbs[b].succs && s->label[b] != NONE && !is_source(s, b); k++)
            reach(s, b, cfg->bbs[b].succ[k], s->label[b]);
    for (size_t i = 0; i < cfg->loops.count; i++)
        leave_later(s, i);
    return s->moved;
}

/* Whether lanes run a cycle with several entries at different times. */
static bool is_divergent_cycle(const struct spread *s, const struct sw_loop *loop) {
    int label = NONE;
    if (!loop->is_irreducible || is_member(loop, s->source))
        return loop->is_irreducible;
    for (unsigned b = loop->header; b < s->shapes->cfg.count; b++) {
        if (!is_member(loop, b) || s->label[b] == NONE)
            continue;
        if (label != NONE && s->label[b] != label)
            return true;
        label = s->label[b];
    }
    return false;
}

static bool spread_from(struct sw_shapes *shapes, unsigned source, const struct sw_loop *region);

static void mark_divergent_cycle(struct spread *s, const struct sw_loop *loop) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    for (unsigned b = loop->header; b < cfg->count; b++)
        if (is_member(loop, b)) {
            mark(s, &s->shapes->divergent_cycle, b);
            mark(s, &s->shapes->join, b);
        }
    for (size_t i = 0; i < cfg->loops.count; i++)
        if (is_member(loop, cfg->loops.at[i].header))
            mark(s, &s->shapes->divergent_loop, i);
    s->changed |= spread_from(s->shapes, loop->header, loop);
}

/* Room for labels, none set. It is kept for the next source: a large kernel has thousands. */
static int *take_labels(struct sw_shapes *shapes) {
    size_t count = shapes->cfg.count + shapes->cfg.loops.count;
    int *labels = shapes->labels ? shapes->labels : sw_arena_alloc(shapes->unit->ir.arena, (count + 1) * sizeof(int));
    shapes->labels = NULL;
    for (size_t i = 0; i < count; i++)
        labels[i] = NONE;
    return labels;
}

/* The outermost loop around the source; spreading begins at its header. */
static void find_outermost(struct spread *s) {
    const struct sw_cfg *cfg = &s->shapes->cfg;
    s->outermost = NONE;
    s->first = s->source;
    for (size_t i = 0; i < cfg->loops.count; i++) {
        const struct sw_loop *loop = &cfg->loops.at[i];
        if (loop->parent >= 0 || !is_member(loop, s->source))
            continue;
        s->outermost = (int)i;
        s->first = loop->header < s->first ? loop->header : s->first;
    }
}

static bool spread_from(struct sw_shapes *shapes, unsigned source, const struct sw_loop *region) {
    const struct sw_cfg *cfg = &shapes->cfg;
    int *labels = take_labels(shapes);
    struct spread s = {
        .shapes = shapes, .source = source, .region = region, .label = labels, .around = labels + cfg->count};
    find_outermost(&s);
    while (sweep(&s))
        ;
    for (size_t i = 0; i < cfg->loops.count; i++)
        if (&cfg->loops.at[i] != region && !sw_bitset_get(&shapes->divergent_cycle, cfg->loops.at[i].header) &&
            is_divergent_cycle(&s, &cfg->loops.at[i]))
            mark_divergent_cycle(&s, &cfg->loops.at[i]);
    shapes->labels = labels;
    return s.changed;
}

bool sw_divergence_spread(struct sw_shapes *shapes, unsigned bb) {
    return spread_from(shapes, bb, NULL);
}
