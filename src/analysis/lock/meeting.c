/* Meetings: where lanes that a branch has parted come together, as on GPUs whose lanes run in lockstep. That is what all
 * ways behind the branch come through; in a loop, of the ways that stay in its turn, too:
 *
 *      loop:  if (c) { if (d) break; .. }         not all lanes leave: those that do not meet behind the `if`,
 *             meeting: ..                         and all of them behind the loop
 */
#include "analysis/lock/lock.h"

void sw_meetings_begin(struct sw_unit *unit, const struct sw_cfg *cfg, struct sw_meetings *m) {
    size_t count = cfg->loops.count + 1;
    *m = (struct sw_meetings){.arena = unit->ir.arena, .cfg = cfg};
    m->following = sw_arena_alloc(unit->ir.arena, count * sizeof *m->following);
    for (size_t i = 0; i < count; i++)
        m->following[i] = NULL;
}

static bool is_left(const struct sw_loop *loop, unsigned bb) {
    return bb == loop->header || !sw_bitset_get(&loop->bbs, bb);
}

/* Of a turn of the loop; of the whole function for the number behind the last. */
static const struct sw_bitset *following(const struct sw_meetings *m, size_t loop) {
    if (m->following[loop])
        return m->following[loop];
    struct sw_bitset left = sw_bitset_create(m->arena, m->cfg->count);
    for (unsigned b = 0; b < m->cfg->count && loop < m->cfg->loops.count; b++)
        if (is_left(&m->cfg->loops.at[loop], b))
            sw_bitset_set(&left, b);
    return m->following[loop] = sw_cfg_following(m->arena, m->cfg, &left);
}

bool sw_follows(const struct sw_meetings *m, unsigned bb, unsigned behind) {
    return sw_bitset_get(&following(m, m->cfg->loops.count)[bb], behind);
}

static unsigned count_of(const struct sw_bitset *set) {
    unsigned count = 0;
    for (size_t i = 0; i < set->bits; i++)
        count += sw_bitset_get(set, i);
    return count;
}

/* Of those behind a bb on all ways the one with the most behind itself. */
static int first_behind(const struct sw_meetings *m, size_t loop, unsigned bb) {
    const struct sw_bitset *all = following(m, loop);
    int found = -1;
    unsigned most = 0;
    for (unsigned b = 0; b < m->cfg->count; b++) {
        unsigned count = b != bb && sw_bitset_get(&all[bb], b) ? count_of(&all[b]) : 0;
        if (count > most) {
            found = (int)b;
            most = count;
        }
    }
    return found;
}

static bool parts_in(const struct sw_meetings *m, size_t loop, unsigned bb) {
    const struct sw_bb *b = &m->cfg->bbs[bb];
    unsigned ways = 0;
    if (loop == m->cfg->loops.count)
        return b->succs > 1;
    if (!sw_bitset_get(&m->cfg->loops.at[loop].bbs, bb))
        return false;
    for (unsigned k = 0; k < b->succs; k++)
        ways += !is_left(&m->cfg->loops.at[loop], b->succ[k]);
    return ways > 1;
}

void sw_meetings_behind(const struct sw_meetings *m, unsigned branch, struct sw_bitset *into) {
    for (size_t loop = 0; loop <= m->cfg->loops.count; loop++) {
        int found = parts_in(m, loop, branch) ? first_behind(m, loop, branch) : -1;
        if (found >= 0)
            sw_bitset_set(into, (unsigned)found);
    }
}
