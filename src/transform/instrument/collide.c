/* Collide: which accesses of a loop's turn meet those of other threads in the same turn, and which only those of others.
 *
 *      for (; d; d /= 2) if (t < d) s[t] += s[t + d];      nobody: a barrier at the end of each turn is enough
 *      for (; d < n; d *= 2) if (t >= d) s[t] += s[t - d]; both: there has to be one between the read and the write, too
 *
 * By trial (trial.c), for all pairs of one array of which one writes. */
#include "transform/instrument/place.h"

#include <string.h>

#define NOBODY INT64_MIN
enum { MOST_ACCESSES = 12, MOST_GUARDS = 8, MOST_ROUNDS = 60, BUCKETS = 4096 };

struct access {
    LLVMValueRef at, pointer;
    int loop;
    bool writes;
    unsigned bytes;
    LLVMValueRef guards[MOST_GUARDS]; /* conditions on which it is done, */
    bool when[MOST_GUARDS];           /* when they are this */
    unsigned num_guards;
};

struct collisions {
    const struct sw_uniformity *uniformity;
    SW_VEC(struct access) accesses;
    bool has_rows; /* the block has, as it seems */
};

/* The innermost loop of which all threads run all turns. */
static int loop_of(const struct sw_uniformity *uniformity, LLVMValueRef at) {
    const struct sw_cfg *cfg = uniformity->cfg;
    int bb = sw_cfg_number(cfg, LLVMGetInstructionParent(at)), loop = bb < 0 ? -1 : cfg->bbs[bb].loop;
    for (size_t i = 0; i < uniformity->sides.count && loop >= 0; i++)
        if (sw_bitset_get(&uniformity->sides.at[i].bbs, cfg->loops.at[loop].header)) {
            loop = cfg->loops.at[loop].parent;
            i = (size_t)-1;
        }
    return loop;
}

/* What the branches before it have decided. */
static void find_guards(const struct sw_cfg *cfg, struct access *x) {
    unsigned bb = (unsigned)sw_cfg_number(cfg, LLVMGetInstructionParent(x->at));
    for (unsigned up; bb && x->num_guards < MOST_GUARDS; bb = up) {
        up = cfg->bbs[bb].idom;
        LLVMValueRef end = LLVMGetBasicBlockTerminator(cfg->bbs[up].bb);
        if (cfg->bbs[bb].preds != 1 || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
            continue;
        x->guards[x->num_guards] = LLVMGetCondition(end);
        x->when[x->num_guards++] = cfg->bbs[up].succ[0] == bb;
    }
}

static void add_access(struct collisions *c, LLVMValueRef at) {
    struct sw_private found;
    bool writes = LLVMIsAStoreInst(at);
    struct access x = {.at = at, .writes = writes, .loop = -1};
    if (!writes && !LLVMIsALoadInst(at))
        return;
    x.pointer = LLVMGetOperand(at, writes ? 1 : 0);
    x.loop = loop_of(c->uniformity, at);
    x.bytes = sw_store_size(c->uniformity->unit, writes ? LLVMTypeOf(LLVMGetOperand(at, 0)) : LLVMTypeOf(at));
    if (x.loop < 0 || sw_is_private(c->uniformity->unit, x.pointer, &found))
        return;
    find_guards(c->uniformity->cfg, &x);
    sw_vec_push(c->uniformity->unit->ir.arena, &c->accesses, x);
}

/* One that cannot be known does not count. */
static bool is_done(struct sw_trial *t, const struct access *x) {
    for (unsigned i = 0; i < x->num_guards; i++) {
        int64_t is;
        unsigned leaves = t->num_leaves;
        if (!sw_trial_value(t, x->guards[i], &is))
            t->num_leaves = leaves;
        else if ((is & 1) != x->when[i])
            return false;
    }
    return true;
}

/* Where each thread accesses. False: it cannot be known. */
static bool find_offsets(struct sw_trial *t, const struct access *x, int64_t *offsets) {
    for (t->thread = 0; t->thread < SW_TRIAL_THREADS; t->thread++) {
        LLVMValueRef base;
        if (!sw_trial_offset(t, x->pointer, &base, &offsets[t->thread]))
            return false;
        if (t->is_outside || !is_done(t, x))
            offsets[t->thread] = NOBODY;
    }
    return true;
}

/* The threads by a piece of memory that they access, as large as the larger access. */
struct buckets {
    int16_t first[BUCKETS], next[SW_TRIAL_THREADS]; /* -1: none */
};

static unsigned bucket_of(int64_t piece) {
    return (unsigned)((uint64_t)piece * UINT64_C(0x9e3779b97f4a7c15) >> 52) % BUCKETS;
}

static int64_t piece_of(int64_t offset, int64_t bytes) {
    return (offset < 0 ? offset - bytes + 1 : offset) / bytes;
}

static bool overlap(int64_t a, unsigned a_bytes, int64_t b, unsigned b_bytes) {
    return a < b + (int64_t)b_bytes && b < a + (int64_t)a_bytes;
}

static bool meet_now(const struct access *x, const int64_t *one, const struct access *y, const int64_t *other) {
    static struct buckets at;
    int64_t bytes = x->bytes > y->bytes ? x->bytes : y->bytes;
    memset(at.first, -1, sizeof at.first);
    for (int i = 0; i < SW_TRIAL_THREADS; i++) {
        unsigned bucket = one[i] == NOBODY ? 0 : bucket_of(piece_of(one[i], bytes));
        at.next[i] = one[i] == NOBODY ? -1 : at.first[bucket];
        at.first[bucket] = one[i] == NOBODY ? at.first[bucket] : (int16_t)i;
    }
    for (int k = 0; k < SW_TRIAL_THREADS; k++)
        for (int64_t piece = -1; piece <= 1 && other[k] != NOBODY; piece++)
            for (int i = at.first[bucket_of(piece_of(other[k], bytes) + piece)]; i >= 0; i = at.next[i])
                if (i != k && overlap(one[i], x->bytes, other[k], y->bytes))
                    return true;
    return false;
}

static bool may_meet_in(const struct collisions *c, const struct access *x, const struct access *y, unsigned width) {
    struct sw_trial t = {.uniformity = c->uniformity, .width = width};
    int64_t one[SW_TRIAL_THREADS], other[SW_TRIAL_THREADS];
    bool is_over = false;
    for (unsigned round = 1; round < MOST_ROUNDS && !is_over; round++) {
        if (!find_offsets(&t, x, one) || !find_offsets(&t, y, other) || meet_now(x, one, y, other))
            return true;
        is_over = !sw_trial_round(&t, round);
    }
    return false;
}

/* Of blocks with several rows it is not known how long these are. */
static bool may_meet(const struct collisions *c, const struct access *x, const struct access *y) {
    LLVMValueRef base = sw_strip_pointer(sw_strip_marks(x->pointer));
    if (x->loop != y->loop || !(x->writes || y->writes) ||
        !sw_are_near_same(base, sw_strip_pointer(sw_strip_marks(y->pointer))))
        return false;
    if (!c->has_rows)
        return may_meet_in(c, x, y, SW_TRIAL_THREADS);
    return may_meet_in(c, x, y, 8) || may_meet_in(c, x, y, 16) || may_meet_in(c, x, y, 32);
}

static bool has_rows(struct sw_unit *unit, LLVMValueRef function) {
    struct sw_values all;
    sw_instructions(&unit->ir, function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (sw_equal(sw_callee_name(all.at[i]), "llvm.nvvm.read.ptx.sreg.tid.y"))
            return true;
    return false;
}

void sw_find_apart(const struct sw_uniformity *of_block, struct sw_map *apart) {
    struct collisions c = {.uniformity = of_block};
    struct sw_values all;
    sw_instructions(&of_block->unit->ir, of_block->cfg->function, &all);
    for (size_t i = 0; i < all.count; i++)
        add_access(&c, all.at[i]);
    if (c.accesses.count > MOST_ACCESSES)
        return;
    c.has_rows = has_rows(of_block->unit, of_block->cfg->function);
    for (size_t i = 0; i < c.accesses.count; i++) {
        bool meets = false;
        for (size_t k = 0; k < c.accesses.count && !meets; k++)
            meets = may_meet(&c, &c.accesses.at[i], &c.accesses.at[k]);
        if (!meets)
            sw_map_put(apart, c.accesses.at[i].at, c.accesses.at[i].at);
    }
}
