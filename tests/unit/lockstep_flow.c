/* The linear order of a function whose lanes part (lockstep/flow/flow.c): its points on control-flow graphs made by
 * hand, and what it is for: on random graphs, lanes that run by the order and its masks visit the basic blocks that
 * each of them would have visited alone.
 *
 * Graphs are written "a*: b c, b: d, c: d, d.": the entry first, a letter a basic block, a star where lanes may part, a
 * full stop where there is nothing but a return.
 * Orders are written "a b?{c} c?{d} d end": a point, `?` when it may be entered with no lane waiting at it, in braces the
 * points at which other lanes may wait meanwhile; a^ is the latch of the loop with header a. */
#include "lockstep/flow/flow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

enum { MOST_BBS = 26, LANES = 8, ROWS = 2, MOST_VISITS = 300, MOST_LOOPS = 26, MOST_POINTS = 64 };

/* A graph before it is one of LLVM's: up to two ways on for each basic block. */
struct graph {
    unsigned count;
    struct {
        unsigned ways, to[2];
        bool is_divergent, is_empty;
    } bbs[MOST_BBS];
};

struct found {
    struct sw_arena *arena;
    struct sw_ir ir;
    struct sw_cfg cfg;
    struct sw_bitset divergent;
    struct sw_flow flow;
};

static struct graph parse(const char *text) {
    struct graph g = {0};
    for (const char *part = text; part; part = strchr(part, ',') ? strchr(part, ',') + 2 : NULL) {
        unsigned bb = g.count++;
        assert_int_equal(part[0], 'a' + bb);
        g.bbs[bb].is_divergent = part[1] == '*';
        g.bbs[bb].is_empty = part[1] == '.';
        const char *ways = part + 1 + g.bbs[bb].is_divergent + g.bbs[bb].is_empty;
        for (ways += *ways == ':'; *ways == ' '; ways += 2)
            g.bbs[bb].to[g.bbs[bb].ways++] = (unsigned)(ways[1] - 'a');
    }
    return g;
}

/* Nothing leads into the points from elsewhere, but to the first. */
static bool has_one_way_in(const struct found *f, unsigned first, unsigned last) {
    for (unsigned b = 0; b < f->cfg.count; b++) {
        unsigned p = f->flow.point_of_bb[b];
        for (unsigned k = 0; p > first && p <= last && k < f->cfg.bbs[b].preds; k++) {
            unsigned from = f->flow.point_of_bb[f->cfg.bbs[b].pred[k]];
            if (from < first || from > last)
                return false;
        }
    }
    return true;
}

/* The outer loops that can be regions are ones. */
static void add_regions(struct found *f) {
    for (unsigned p = 1; p < f->flow.count; p++)
        for (size_t i = 0; i < f->cfg.loops.count; i++) {
            const struct sw_loop *loop = &f->cfg.loops.at[i];
            unsigned last = f->flow.latch_of_bb[loop->header];
            if (f->flow.point_of_bb[loop->header] == p && !sw_flow_region(&f->flow, p) && has_one_way_in(f, p, last))
                sw_flow_add_region(f->arena, &f->flow, &(struct sw_region){.first = p, .last = last, .rows = 1});
        }
}

/* The order is found in a function of that shape; its basic blocks carry the graph's letters. */
static struct found find_with(const struct graph *g, bool has_regions) {
    struct found f = {.arena = sw_arena_create()};
    LLVMBasicBlockRef bbs[MOST_BBS];
    sw_ir_create(&f.ir, f.arena);
    f.ir.module = LLVMModuleCreateWithNameInContext("flow", f.ir.context);
    LLVMValueRef function = LLVMAddFunction(f.ir.module, "f", LLVMFunctionType(f.ir.nothing, &f.ir.i1, 1, 0));
    for (unsigned b = 0; b < g->count; b++)
        bbs[b] = LLVMAppendBasicBlockInContext(f.ir.context, function, (char[]){(char)('a' + b), 0});
    for (unsigned b = 0; b < g->count; b++) {
        LLVMPositionBuilderAtEnd(f.ir.builder, bbs[b]);
        if (!g->bbs[b].is_empty)
            LLVMBuildAlloca(f.ir.builder, f.ir.i8, "");
        if (g->bbs[b].ways == 2)
            LLVMBuildCondBr(f.ir.builder, LLVMGetParam(function, 0), bbs[g->bbs[b].to[0]], bbs[g->bbs[b].to[1]]);
        else if (g->bbs[b].ways)
            LLVMBuildBr(f.ir.builder, bbs[g->bbs[b].to[0]]);
        else
            LLVMBuildRetVoid(f.ir.builder);
    }
    sw_cfg_build(&f.ir, function, &f.cfg);
    f.divergent = sw_bitset_create(f.arena, f.cfg.count);
    for (unsigned b = 0; b < g->count; b++)
        if (g->bbs[b].is_divergent && sw_cfg_number(&f.cfg, bbs[b]) >= 0)
            sw_bitset_set(&f.divergent, (size_t)sw_cfg_number(&f.cfg, bbs[b]));
    struct sw_bitset gathering = sw_bitset_create(f.arena, f.cfg.count);
    sw_flow_order(f.arena, &f.cfg, &f.flow);
    if (has_regions)
        add_regions(&f);
    sw_flow_find(f.arena, &f.cfg, &f.divergent, &gathering, &f.flow);
    return f;
}

static struct found find(const struct graph *g) {
    return find_with(g, false);
}

static void discard(struct found *f) {
    sw_ir_destroy(&f->ir);
    sw_arena_destroy(f->arena);
}

static const char *point_name(const struct found *f, unsigned p) {
    const struct sw_point *at = &f->flow.points[p];
    const char *bb = LLVMGetBasicBlockName(f->cfg.bbs[at->bb].bb);
    return at->kind == SW_POINT_EXIT ? "end" : at->kind == SW_POINT_LATCH ? sw_arena_printf(f->arena, "%s^", bb) : bb;
}

static const char *written(const struct found *f) {
    const char *text = "";
    for (unsigned p = 0; p < f->flow.count; p++) {
        const struct sw_point *at = &f->flow.points[p];
        const char *pending = "";
        for (unsigned k = 0; k < f->flow.count; k++)
            if (sw_bitset_get(&at->pending, k))
                pending = sw_arena_printf(f->arena, "%s%s%s", pending, *pending ? " " : "", point_name(f, k));
        text = sw_arena_printf(f->arena, "%s%s%s%s", text, p ? " " : "", point_name(f, p), at->is_checked ? "?" : "");
        if (*pending)
            text = sw_arena_printf(f->arena, "%s{%s}", text, pending);
    }
    return text;
}

static const char *together(const struct found *f) {
    const char *text = "";
    for (unsigned p = 0; p < f->flow.count; p++)
        if (f->flow.points[p].kind == SW_POINT_BB && sw_flow_is_together(&f->flow, f->flow.points[p].bb))
            text = sw_arena_printf(f->arena, "%s%s", text, point_name(f, p));
    return text;
}

static void expect(const char *graph, const char *order, const char *all) {
    struct graph g = parse(graph);
    struct found f = find(&g);
    assert_string_equal(written(&f), order);
    assert_string_equal(together(&f), all);
    discard(&f);
}

static void straight_line(void **state) {
    expect("a: b, b: c, c", "a b c end", "abc");
}

/* The one side, then the other, each passed by when nobody wants it; together again behind. */
static void diamond(void **state) {
    expect("a*: b c, b: d, c: d, d", "a b?{c} c?{d} d end", "ad");
}

static void uniform_diamond_is_a_branch(void **state) {
    expect("a: b c, b: d, c: d, d", "a b c d end", "abcd");
}

/* Whoever does not run the side waits behind it: where lanes wait for certain, nobody asks whether they do. */
static void one_sided_if(void **state) {
    expect("a*: b c, b: c, c", "a b?{c} c end", "ac");
}

static void nested_ifs(void **state) {
    expect("a*: b f, b*: c d, c: e, d: e, e: g, f: g, g", "a b?{f} c?{d f} d?{e f} e?{f} f?{g} g end", "ag");
}

/* The inner branch stays a jump though others wait behind: nobody asks for lanes in either of its sides. */
static void uniform_if_within_divergent_side(void **state) {
    expect("a*: b f, b: c d, c: e, d: e, e: f, f", "a b?{f} c{f} d{f} e{f} f end", "af");
}

static void loop_that_lanes_leave_together(void **state) {
    expect("a: b, b: c d, c: b, d", "a b c b^ d end", "abcd");
}

static void loop_that_lanes_leave_one_by_one(void **state) {
    expect("a: b, b*: c d, c: b, d", "a b{d} c?{d} b^{d} d end", "ad");
}

static void do_while(void **state) {
    expect("a: b, b*: b c, c", "a b{c} b^?{c} c end", "ac");
}

/* while (c) { if (d) break; ... }: both exits lead to one place. */
static void loop_with_break(void **state) {
    expect("a: b, b*: c e, c*: e d, d: b, e", "a b{e} c?{e} d?{e} b^{e} e end", "ae");
}

static void loop_with_two_exits_apart(void **state) {
    expect("a: b, b*: c e, c*: f d, d: b, e: g, f: g, g", "a b{f e} c?{f e} d?{f e} b^{f e} f?{e} e?{g} g end", "ag");
}

static void loop_with_continue(void **state) {
    expect("a: b, b*: c e, c*: b d, d: b, e", "a b{e} c?{e} d?{b^ e} b^?{e} e end", "ae");
}

/* Exited lanes wait at the end: they do not count among those that are missing. */
static void early_return(void **state) {
    expect("a*: b c, b, c: d, d", "a b?{c} c?{end} d{end} end", "acd");
}

/* A return that several ways share is no place to wait at: the exit is. */
static void shared_return(void **state) {
    expect("a*: d b, b*: c d, c: d, d.", "a b?{end} c?{end} d end", "abcd");
}

static void return_from_a_loop(void **state) {
    expect("a: b, b*: c e, c*: f d, d: b, e, f", "a b{f e} c?{f e} d?{f e} b^{f e} f?{e} e?{end} end", "ae");
}

static void nested_divergent_loops(void **state) {
    expect("a: b, b*: c f, c*: d e, d: c, e: b, f", "a b{f} c?{e f} d?{e f} c^{e f} e?{f} b^{f} f end", "af");
}

static void divergent_loop_within_uniform_one(void **state) {
    expect("a: b, b: c f, c*: d e, d: c, e: b, f", "a b c{e} d?{e} c^{e} e b^ f end", "abef");
}

static void uniform_loop_within_divergent_one(void **state) {
    expect("a: b, b*: c f, c: d e, d: c, e: b, f", "a b{f} c?{f} d{f} c^{f} e{f} b^{f} f end", "af");
}

/* A cycle that is entered at b and at c: its header is the first of both in line. */
static void two_entries(void **state) {
    expect("a*: b c, b: c, c*: b d, d", "a b?{c d} c?{d} b^?{d} d end", "ad");
}

static void unreachable_code_has_no_point(void **state) {
    expect("a: c, b: c, c", "a c end", "ac");
}

static void next_is_the_first_in_line(void **state) {
    struct graph g = parse("a*: b c, b: d, c: d, d");
    struct found f = find(&g);
    struct sw_bitset waiting = sw_bitset_create(f.arena, f.flow.count);
    bool others = true;
    assert_int_equal(sw_flow_next(&f.flow, &waiting, &others), SW_NO_POINT);
    assert_false(others);
    sw_bitset_set(&waiting, 3);
    assert_int_equal(sw_flow_next(&f.flow, &waiting, &others), 3);
    assert_false(others);
    sw_bitset_set(&waiting, 1);
    assert_int_equal(sw_flow_next(&f.flow, &waiting, &others), 1);
    assert_true(others);
    discard(&f);
}

static void edges_lead_to_points(void **state) {
    struct graph g = parse("a: b, b*: c d, c: b, d");
    struct found f = find(&g);
    unsigned b = f.flow.points[1].bb, c = f.flow.points[2].bb;
    assert_string_equal(point_name(&f, sw_flow_target(&f.flow, &f.cfg, 0, b)), "b");
    assert_string_equal(point_name(&f, sw_flow_target(&f.flow, &f.cfg, b, c)), "c");
    assert_string_equal(point_name(&f, sw_flow_target(&f.flow, &f.cfg, c, b)), "b^");
    discard(&f);
}

/* ---- Random graphs. What a lane does at a branch follows from its number (if lanes may part there), the basic block
 * and the iterations of the loops around it; so lanes that run a uniform branch at once must be in the same ones. In a
 * region lanes of two rows may part at any branch, and one row runs after the other. ---- */

struct lane {
    unsigned bb, iteration[MOST_LOOPS], visits;
    unsigned char visited[MOST_VISITS];
    bool is_done;
};

struct machine {
    const struct found *f;
    uint64_t seed;
    struct lane lanes[LANES];
    unsigned waiting[MOST_POINTS]; /* masks, as the generated code has them */
    unsigned row;                  /* mask: the lanes that code is run for */
    const struct sw_region *region;
    unsigned at[LANES]; /* the point where a lane is in truth */
};

static uint64_t mixed(uint64_t h, uint64_t value) {
    h = (h ^ value) * 0x9e3779b97f4a7c15u;
    return h ^ h >> 29;
}

static uint64_t moment(const struct found *f, const struct lane *lane, unsigned bb) {
    uint64_t h = mixed(~0ull, bb);
    for (size_t i = 0; i < f->cfg.loops.count; i++)
        if (sw_bitset_get(&f->cfg.loops.at[i].bbs, bb))
            h = mixed(h, i << 32 | lane->iteration[i]);
    return h;
}

static unsigned who_decides(const struct machine *m, unsigned number, unsigned bb) {
    if (sw_bitset_get(&m->f->divergent, bb))
        return number;
    return sw_flow_region(&m->f->flow, m->f->flow.point_of_bb[bb]) ? LANES + 1 + number / (LANES / ROWS) : LANES;
}

static unsigned way_of(const struct machine *m, unsigned number) {
    const struct lane *lane = &m->lanes[number];
    uint64_t h = mixed(m->seed, moment(m->f, lane, lane->bb));
    h = mixed(h, who_decides(m, number, lane->bb));
    return m->f->cfg.bbs[lane->bb].succs < 2 ? 0 : (h >> 40) & 1;
}

static void count_iterations(const struct sw_cfg *cfg, struct lane *lane, unsigned from, unsigned to) {
    for (size_t i = 0; i < cfg->loops.count; i++) {
        const struct sw_loop *loop = &cfg->loops.at[i];
        if (!sw_bitset_get(&loop->bbs, from) || !sw_bitset_get(&loop->bbs, to))
            lane->iteration[i] = 0;
        else if (to == loop->header && to <= from)
            lane->iteration[i]++;
    }
}

/* A lane runs its basic block and is on its way to the next; false when it has run enough. */
static bool step(struct machine *m, unsigned number) {
    struct lane *lane = &m->lanes[number];
    const struct sw_bb *bb = &m->f->cfg.bbs[lane->bb];
    if (lane->visits == MOST_VISITS)
        return false;
    lane->visited[lane->visits++] = (unsigned char)lane->bb;
    if (!bb->succs) {
        lane->is_done = true;
        return true;
    }
    unsigned from = lane->bb, to = bb->succ[way_of(m, number)];
    count_iterations(&m->f->cfg, lane, from, to);
    lane->bb = to;
    lane->is_done = sw_flow_target(&m->f->flow, &m->f->cfg, from, to) == m->f->flow.exit;
    return true;
}

static bool run_alone(struct machine *m) {
    for (unsigned i = 0; i < LANES; i++)
        while (!m->lanes[i].is_done)
            if (!step(m, i))
                return false;
    return true;
}

static unsigned lanes_at(const struct machine *m, unsigned point) {
    unsigned mask = 0;
    for (unsigned i = 0; i < LANES; i++)
        mask |= (unsigned)(m->at[i] == point) << i;
    return mask;
}

struct place {
    unsigned point;
    bool is_check;
};
enum { BEHIND_REGION = MOST_POINTS }; /* a point that is none */

/* What follows is what edge.c makes code of. */
static struct place way_on(const struct machine *m, const struct sw_bitset *waiting, int sure) {
    bool others;
    int next = sw_flow_next(&m->f->flow, waiting, &others);
    assert_int_not_equal(next, SW_NO_POINT);
    if (m->region && next > (int)m->region->last)
        return (struct place){BEHIND_REGION, false};
    const struct sw_point *to = &m->f->flow.points[next];
    assert_true(to->is_reached);
    return (struct place){(unsigned)next, others && next != sure && to->is_checked && to->kind != SW_POINT_EXIT};
}

static struct sw_bitset pending_at(const struct machine *m, unsigned point) {
    struct sw_bitset copy = sw_bitset_create(m->f->arena, m->f->flow.points[point].pending.bits);
    sw_bitset_union(&copy, &m->f->flow.points[point].pending);
    return copy;
}

static bool is_alone(const struct machine *m, unsigned point) {
    bool others;
    return sw_flow_next(&m->f->flow, &m->f->flow.points[point].pending, &others) == SW_NO_POINT;
}

static struct place leave(struct machine *m, unsigned point, unsigned mask, unsigned way, struct sw_bitset *waiting) {
    const struct sw_flow *flow = &m->f->flow;
    unsigned bb = flow->points[point].bb, target = sw_flow_target(flow, &m->f->cfg, bb, m->f->cfg.bbs[bb].succ[way]);
    m->waiting[target] = (m->waiting[target] & (sw_bitset_get(waiting, target) ? ~0u : ~m->row)) | mask;
    for (unsigned i = 0; i < LANES; i++)
        if (mask >> i & 1)
            m->at[i] = target;
    sw_bitset_set(waiting, target);
    return way_on(m, waiting, (int)target);
}

/* The lanes of a basic block that want its second way. */
static unsigned second_way(const struct machine *m, unsigned mask) {
    unsigned second = 0;
    for (unsigned i = 0; i < LANES; i++)
        if (mask >> i & 1)
            second |= way_of(m, i) << i;
    return second;
}

static struct place run_bb(struct machine *m, unsigned point) {
    unsigned bb = m->f->flow.points[point].bb, mask = m->row;
    struct sw_bitset waiting = pending_at(m, point);
    if (!is_alone(m, point)) {
        mask = m->waiting[point] & m->row;
        m->waiting[point] &= ~m->row;
    }
    assert_int_equal(mask, lanes_at(m, point) & m->row);
    assert_int_not_equal(mask, 0);
    if (sw_flow_is_together(&m->f->flow, bb))
        assert_int_equal((mask | lanes_at(m, m->f->flow.exit)) & m->row, m->row);
    unsigned second = second_way(m, mask);
    for (unsigned i = 0; i < LANES; i++)
        if (mask >> i & 1)
            step(m, i);
    if (!m->f->cfg.bbs[bb].succs) {
        for (unsigned i = 0; i < LANES; i++)
            m->at[i] = mask >> i & 1 ? m->f->flow.exit : m->at[i];
        sw_bitset_set(&waiting, m->f->flow.exit);
        return way_on(m, &waiting, SW_NO_POINT);
    }
    if (!sw_bitset_get(&m->f->divergent, bb)) {
        assert_true(!second || second == mask);
        return leave(m, point, mask, second != 0, &waiting);
    }
    leave(m, point, mask & ~second, 0, &waiting);
    leave(m, point, second, 1, &waiting);
    return way_on(m, &waiting, SW_NO_POINT);
}

static struct place run_latch(struct machine *m, unsigned point) {
    unsigned header = m->f->flow.point_of_bb[m->f->flow.points[point].bb], mask = lanes_at(m, point) & m->row;
    assert_int_not_equal(mask, 0);
    if (!is_alone(m, header)) {
        m->waiting[header] = (m->waiting[header] & ~m->row) | (m->waiting[point] & m->row);
        m->waiting[point] &= ~m->row;
    }
    for (unsigned i = 0; i < LANES; i++)
        m->at[i] = mask >> i & 1 ? header : m->at[i];
    return (struct place){header, false};
}

/* Of a graph without divergent cycles: lanes that run at once are in the same iterations, and come there but once. */
static void check_moment(const struct machine *m, unsigned point, struct sw_map *seen) {
    const struct lane *first = NULL;
    if (m->f->cfg.is_irreducible || m->f->flow.points[point].kind != SW_POINT_BB)
        return;
    for (unsigned i = 0; i < LANES; i++) {
        if (m->at[i] != point || !(m->row >> i & 1))
            continue;
        uint64_t now = mixed(moment(m->f, &m->lanes[i], m->lanes[i].bb), m->row);
        if (!first)
            assert_false(sw_map_has(seen, (void *)(uintptr_t)now));
        else
            assert_true(now == mixed(moment(m->f, first, first->bb), m->row));
        sw_map_put(seen, (void *)(uintptr_t)now, seen);
        first = &m->lanes[i];
    }
}

static void run_from(struct machine *m, struct place next, unsigned end, struct sw_map *seen);

static struct place run_region(struct machine *m, const struct sw_region *region, struct sw_map *seen) {
    m->region = region;
    for (unsigned row = 0; row < ROWS; row++) {
        m->row = ((1u << LANES / ROWS) - 1) << row * (LANES / ROWS);
        assert_int_equal(m->waiting[region->first] & m->row, lanes_at(m, region->first) & m->row);
        if (m->waiting[region->first] & m->row)
            run_from(m, (struct place){region->first, false}, BEHIND_REGION, seen);
    }
    m->row = (1u << LANES) - 1;
    m->region = NULL;
    return way_on(m, &region->leaving, SW_NO_POINT);
}

static void run_from(struct machine *m, struct place next, unsigned end, struct sw_map *seen) {
    const struct sw_flow *flow = &m->f->flow;
    for (unsigned steps = 0; next.point != end; steps++) {
        assert_in_range(steps, 0, MOST_VISITS * LANES * 4);
        if (next.is_check) {
            unsigned here = m->waiting[next.point] & m->row;
            assert_int_equal(here != 0, (lanes_at(m, next.point) & m->row) != 0);
            if (!here) {
                next = way_on(m, &flow->points[next.point].pending, SW_NO_POINT);
                continue;
            }
        }
        const struct sw_region *region = m->region ? NULL : sw_flow_region(flow, next.point);
        if (region) {
            assert_int_equal(next.point, region->first);
            next = run_region(m, region, seen);
            continue;
        }
        check_moment(m, next.point, seen);
        next = flow->points[next.point].kind == SW_POINT_LATCH ? run_latch(m, next.point) : run_bb(m, next.point);
    }
}

static void run_in_line(struct machine *m) {
    const struct sw_flow *flow = &m->f->flow;
    m->row = (1u << LANES) - 1;
    run_from(m, (struct place){0, false}, flow->exit, sw_map_create(m->f->arena));
    assert_int_equal(lanes_at(m, flow->exit), (1u << LANES) - 1);
}

/* Whether all lanes came to an end in time, and the same by both ways. */
static bool runs_alike(const struct found *f, uint64_t seed) {
    struct machine alone = {.f = f, .seed = seed}, in_line = {.f = f, .seed = seed};
    if (!run_alone(&alone))
        return false;
    run_in_line(&in_line);
    for (unsigned i = 0; i < LANES; i++) {
        assert_int_equal(in_line.lanes[i].visits, alone.lanes[i].visits);
        assert_memory_equal(in_line.lanes[i].visited, alone.lanes[i].visited, alone.lanes[i].visits);
    }
    return true;
}

static unsigned draw(uint64_t *random, unsigned below) {
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(*random >> 33) % below;
}

/* Any graph: every basic block has a way on, and perhaps one to anywhere. */
static struct graph random_tangle(uint64_t *random) {
    struct graph g = {.count = 2 + draw(random, 11)};
    for (unsigned b = 0; b + 1 < g.count; b++) {
        unsigned on = b + 1 + draw(random, 3);
        if (b && !draw(random, 12))
            continue;
        g.bbs[b].to[g.bbs[b].ways++] = on < g.count ? on : g.count - 1;
        if (draw(random, 10) < 6)
            g.bbs[b].to[g.bbs[b].ways++] = 1 + draw(random, g.count - 1);
        g.bbs[b].is_divergent = g.bbs[b].ways == 2 && draw(random, 2);
    }
    return g;
}

/* Structured code, as a program would have it: `at` goes on where the statement has ended, or nowhere. */
struct writer {
    struct graph g;
    uint64_t *random;
    unsigned header, behind; /* of the loop around; 0: none */
};

enum { NOWHERE = MOST_BBS };

static unsigned new_bb(struct writer *w) {
    return w->g.count++;
}

static void jump(struct writer *w, unsigned from, unsigned to) {
    if (from != NOWHERE)
        w->g.bbs[from].to[w->g.bbs[from].ways++] = to;
}

static unsigned write_statement(struct writer *w, unsigned at, unsigned depth);

static unsigned write_list(struct writer *w, unsigned at, unsigned depth) {
    for (unsigned n = draw(w->random, 3); n-- && at != NOWHERE;)
        at = write_statement(w, at, depth);
    return at;
}

static unsigned write_if(struct writer *w, unsigned at, unsigned depth) {
    unsigned yes = new_bb(w), behind = new_bb(w), no = draw(w->random, 2) ? new_bb(w) : behind;
    w->g.bbs[at].is_divergent = draw(w->random, 2);
    jump(w, at, yes);
    jump(w, at, no);
    jump(w, write_list(w, yes, depth + 1), behind);
    if (no != behind)
        jump(w, write_list(w, no, depth + 1), behind);
    return behind;
}

static unsigned write_loop(struct writer *w, unsigned at, unsigned depth) {
    unsigned header = new_bb(w), body = new_bb(w), behind = new_bb(w), outer = w->header, around = w->behind;
    jump(w, at, header);
    w->g.bbs[header].is_divergent = draw(w->random, 2);
    jump(w, header, body);
    jump(w, header, behind);
    w->header = header;
    w->behind = behind;
    jump(w, write_list(w, body, depth + 1), header);
    w->header = outer;
    w->behind = around;
    return behind;
}

static unsigned write_statement(struct writer *w, unsigned at, unsigned depth) {
    unsigned kind = draw(w->random, 8);
    if (depth > 3 || w->g.count + 4 > MOST_BBS)
        return at;
    if (kind < 4)
        return write_if(w, at, depth);
    if (kind < 6)
        return write_loop(w, at, depth);
    if (!depth)
        return at;
    if (w->header && draw(w->random, 4))
        jump(w, at, draw(w->random, 2) ? w->header : w->behind); /* continue, break; otherwise return */
    return NOWHERE;
}

static struct graph random_program(uint64_t *random) {
    struct writer w = {.random = random};
    unsigned at = new_bb(&w);
    for (unsigned i = 0; i < 3; i++)
        at = write_statement(&w, at, 0);
    return w.g;
}

static void run_random(struct graph (*make)(uint64_t *), unsigned graphs, bool has_regions) {
    uint64_t random = has_regions ? 2 : 1;
    unsigned runs = 0;
    for (unsigned i = 0; i < graphs; i++) {
        struct graph g = make(&random);
        for (unsigned b = 0; b < g.count; b++)
            g.bbs[b].is_empty = !g.bbs[b].ways && draw(&random, 2);
        struct found f = find_with(&g, has_regions);
        for (unsigned k = 0; k < 8; k++)
            runs += runs_alike(&f, i * 8 + k);
        discard(&f);
    }
    assert_in_range(runs, graphs * 6, graphs * 8);
}

static void random_programs(void **state) {
    run_random(random_program, 3000, false);
}

static void random_tangles(void **state) {
    run_random(random_tangle, 3000, false);
}

static void random_programs_with_rows_apart(void **state) {
    run_random(random_program, 3000, true);
}

static void random_tangles_with_rows_apart(void **state) {
    run_random(random_tangle, 3000, true);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(straight_line),
        cmocka_unit_test(diamond),
        cmocka_unit_test(uniform_diamond_is_a_branch),
        cmocka_unit_test(one_sided_if),
        cmocka_unit_test(nested_ifs),
        cmocka_unit_test(uniform_if_within_divergent_side),
        cmocka_unit_test(loop_that_lanes_leave_together),
        cmocka_unit_test(loop_that_lanes_leave_one_by_one),
        cmocka_unit_test(do_while),
        cmocka_unit_test(loop_with_break),
        cmocka_unit_test(loop_with_two_exits_apart),
        cmocka_unit_test(loop_with_continue),
        cmocka_unit_test(early_return),
        cmocka_unit_test(shared_return),
        cmocka_unit_test(return_from_a_loop),
        cmocka_unit_test(nested_divergent_loops),
        cmocka_unit_test(divergent_loop_within_uniform_one),
        cmocka_unit_test(uniform_loop_within_divergent_one),
        cmocka_unit_test(two_entries),
        cmocka_unit_test(unreachable_code_has_no_point),
        cmocka_unit_test(next_is_the_first_in_line),
        cmocka_unit_test(edges_lead_to_points),
        cmocka_unit_test(random_programs),
        cmocka_unit_test(random_tangles),
        cmocka_unit_test(random_programs_with_rows_apart),
        cmocka_unit_test(random_tangles_with_rows_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
