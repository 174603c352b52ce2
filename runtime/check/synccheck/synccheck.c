/* synccheck: warps of which a part comes to a barrier, or comes in another turn of a loop, threads of a block that wait
 * at different ones, blocks that wait for ever (for threads that have finished, or at named barriers for others than
 * come), grid barriers that some do not come to, and warp functions whose masks omit their callers. (CUDA C++ Programming
 * Guide, Synchronization Functions, Warp Vote Functions, Cooperative Groups; Compute Sanitizer's manual, "Synccheck Tool".)
 *
 * Generated code says before each wait which site it is; the runtime says what becomes of it. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "check/check.h"
#include "check/finding.h"
#include "execute/block.h"

enum { MOST_GROUPS = 16 };

static bool is_strict;

static void start(void) {
    const char *policy = getenv("SOFTWARP_CHECK_POLICY");
    is_strict = policy && !strcmp(policy, "strict");
}

static bool has_room(struct swrt_slot *slot) {
    if (!slot->sites)
        slot->sites = calloc(SWRT_MAX_THREADS, sizeof *slot->sites);
    if (!slot->turns)
        slot->turns = calloc(SWRT_MAX_THREADS, sizeof *slot->turns);
    return slot->sites && slot->turns;
}

/* Where each thread of the block waits, or waited last, or has left the kernel by `return`. */
static void waits(struct swrt_block *block, struct swrt_site *site) {
    struct swrt_slot *slot = block->runtime;
    if (!has_room(slot))
        return;
    slot->sites[block->tid] = site;
    slot->turns[block->tid] = 0;
}

/* It waits in a loop. */
static void turn(struct swrt_block *block, uint64_t turn, struct swrt_site *site) {
    struct swrt_slot *slot = block->runtime;
    (void)site;
    if (slot->turns)
        slot->turns[block->tid] = turn;
}

static void begins(struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    if (slot->sites)
        memset(slot->sites, 0, block->nthreads * sizeof *slot->sites);
}

static bool same_text(const char *a, const char *b) {
    return a == b || (a && b && !strcmp(a, b));
}

/* The same place in the source, called from the same places. */
static bool same_site(const struct swrt_site *a, const struct swrt_site *b) {
    for (; a && b && a != b; a = a->caller, b = b->caller)
        if (a->line != b->line || a->column != b->column || !same_text(a->file, b->file))
            return false;
    return a == b || (!a && !b);
}

static void finish(struct swrt_finding *f, const struct swrt_slot *slot) {
    swrt_finding_stack(f, "Saved host backtrace up to the kernel's launch", slot->grid->caller);
    swrt_finding_end(f);
}

static void tell_thread(struct swrt_finding *f, const struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_block *b = &slot->block;
    const struct swrt_executor *x = slot->executor;
    uint32_t thread[] = {x->tids_x[tid], x->tids_y[tid], x->tids_z[tid]};
    uint32_t block[] = {b->ctaid_x, b->ctaid_y, b->ctaid_z};
    swrt_finding_thread_of(f, slot->grid->kernel->name, thread, block);
}

static void tell_different(const struct swrt_slot *slot, uint32_t first, uint32_t second) {
    const struct swrt_site *one = slot->sites[first], *other = slot->sites[second];
    struct swrt_finding_key key = {"synccheck", "different-barriers", SWRT_FINDING_ERROR,
                                   one->number, other->number,        0};
    struct swrt_finding *f = swrt_finding_begin(key, "Barrier error: threads of one block wait at different barriers");
    if (!f)
        return;
    swrt_finding_at(f, "one thread waits at", one);
    tell_thread(f, slot, first);
    swrt_finding_at(f, "and another at", other);
    tell_thread(f, slot, second);
    swrt_finding_note(f, "All threads of a block must come to the same __syncthreads()");
    finish(f, slot);
}

/* Some threads that wait: the first, and how many there are. */
struct waiting {
    uint32_t first, count;
};

static void add_lanes(struct waiting *them, uint32_t warp, uint32_t lanes) {
    if (lanes && !them->count)
        them->first = warp * SWRT_LANES + (uint32_t)__builtin_ctz(lanes);
    them->count += (uint32_t)__builtin_popcount(lanes);
}

static struct waiting at_barrier(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    struct waiting them = {0};
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        add_lanes(&them, warp, barrier->waiting[warp]);
    return them;
}

static struct waiting at_grid(const struct swrt_slot *slot) {
    struct waiting them = {0};
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        add_lanes(&them, warp, slot->warps[warp].at_grid);
    return them;
}

/* Some wait, and those who do not have finished. */
static void tell_short(const struct swrt_slot *slot, uint32_t tid, const char *rule, const char *title,
                       const char *note) {
    const struct swrt_site *site = slot->sites[tid];
    struct swrt_finding_key key = {"synccheck", rule, SWRT_FINDING_ERROR, site ? site->number : 0, 0, 0};
    struct swrt_finding *f = swrt_finding_begin(key, "Barrier error: %s", title);
    if (!f)
        return;
    if (site)
        swrt_finding_at(f, "one of them waits at", site);
    tell_thread(f, slot, tid);
    swrt_finding_note(f, "%s", note);
    finish(f, slot);
}

static bool has_returned(const struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_site *site = slot->sites[tid];
    return site && site->kind == SWRT_SITE_RETURN;
}

/* The lanes of a warp that have come to the kernel's end, and not left it by `return`. */
static uint32_t ended_lanes(const struct swrt_slot *slot, uint32_t warp) {
    uint32_t lanes = 0, first = warp * SWRT_LANES;
    for (uint32_t lane = 0; lane < SWRT_LANES && first + lane < slot->block.nthreads; lane++)
        if (!(slot->warps[warp].alive >> lane & 1) && !has_returned(slot, first + lane))
            lanes |= 1u << lane;
    return lanes;
}

/* What so many of a warp's threads do, and what the rest; of several, and of one. */
struct counts {
    const char *these, *this, *others, *other;
};

static void tell_counts(struct swrt_finding *f, const struct counts *counts, uint32_t these, uint32_t others) {
    swrt_finding_note(f, "%u thread%s of the warp %s, %u %s", these, swrt_s(these),
                      swrt_verb(these, counts->this, counts->these), others,
                      swrt_verb(others, counts->other, counts->others));
}

static const char *others_have_finished(uint64_t count) {
    return swrt_verb(count, "the other one has finished", "the others have finished");
}

/* Lanes of a warp that part at a barrier: where one of `these` waits, and what the `others` do. rule: tells kinds apart
 * that meet at one site. */
static void tell_parted(const struct swrt_slot *slot, uint32_t warp, uint32_t these, uint32_t others, const char *what,
                        const struct counts *counts, unsigned rule) {
    uint32_t one = warp * SWRT_LANES + (uint32_t)__builtin_ctz(these);
    const struct swrt_site *site = slot->sites[one];
    struct swrt_finding_key key = {"synccheck", "divergent-warp", SWRT_FINDING_ERROR, site ? site->number : 0, rule, 0};
    struct swrt_finding *f = swrt_finding_begin(key, "Barrier error: divergent threads in a warp");
    if (!f)
        return;
    if (site)
        swrt_finding_at(f, "one waits at", site);
    tell_thread(f, slot, one);
    swrt_finding_note(f, "and another of its warp %s", what);
    tell_thread(f, slot, warp * SWRT_LANES + (uint32_t)__builtin_ctz(others));
    tell_counts(f, counts, (uint32_t)__builtin_popcount(these), (uint32_t)__builtin_popcount(others));
    finish(f, slot);
}

/* A warp comes as a whole, but for threads that have left by `return` (PTX ISA, bar: the threads of a warp have to
 * execute the same barrier; the CUDA guide, __syncthreads: those that have exited do not count). Warps as a whole may
 * pass it by. Whether a warp's lanes part before they finish is nothing that optimised code would show. */
static bool come_in_parts(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    bool found = false;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t there = barrier->waiting[warp], ended = there ? ended_lanes(slot, warp) : 0;
        if (!ended)
            continue;
        tell_parted(slot, warp, there, ended, "has come to the kernel's end without it",
                    &(struct counts){"have come to the barrier", "has come to the barrier", "never do", "never does"},
                    0);
        found = true;
    }
    return found;
}

/* Of the lanes of a warp that wait at a barrier those in the same turn as the first. */
static uint32_t in_turn_of_first(const struct swrt_slot *slot, uint32_t warp, uint32_t there) {
    uint32_t first = warp * SWRT_LANES + (uint32_t)__builtin_ctz(there), same = 0;
    for (uint32_t lanes = there; lanes; lanes &= lanes - 1) {
        uint32_t tid = warp * SWRT_LANES + (uint32_t)__builtin_ctz(lanes);
        same |= slot->turns[tid] == slot->turns[first] ? lanes & -lanes : 0;
    }
    return same;
}

/* The barrier that each lane executes is another one of the program's, though all stand at the same place: by PTX the
 * threads of a warp execute bar.sync together, by the guide a conditional around it is the same for all of a block. What
 * a GPU does depends on where the compiler lets the lanes meet again. Of warps in different turns, which is as undefined
 * and works on every GPU, nothing is said. */
static bool come_in_turns(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    bool found = false;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++) {
        uint32_t there = barrier->waiting[warp], same = there ? in_turn_of_first(slot, warp, there) : 0;
        if (there == same)
            continue;
        tell_parted(slot, warp, same, there & ~same, "waits there in another turn of the loop",
                    &(struct counts){"are in the one's turn", "is in the one's turn", "in others", "in another"}, 1);
        found = true;
    }
    return found;
}

/* Since Volta those that have finished do not count (PTX ISA, bar); by CUDA C++ all threads of a block must come. */
static void check_all_come(const struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    char title[128];
    if (!is_strict || barrier->threads)
        return;
    struct waiting them = at_barrier(slot, barrier);
    if (!them.count || them.count >= slot->block.nthreads)
        return;
    snprintf(title, sizeof title, "%u of %u threads %s to __syncthreads(), %s", them.count, slot->block.nthreads,
             swrt_verb(them.count, "comes", "come"), others_have_finished(slot->block.nthreads - them.count));
    tell_short(slot, them.first, "finished-threads", title, "By CUDA C++ all threads of a block must come to it");
}

static void barrier_opens(struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    if (!slot->sites)
        return;
    uint32_t first = SWRT_MAX_THREADS;
    for (uint32_t warp = 0; warp < slot->num_warps; warp++)
        for (uint32_t lanes = barrier->waiting[warp]; lanes; lanes &= lanes - 1) {
            uint32_t tid = warp * SWRT_LANES + (uint32_t)__builtin_ctz(lanes);
            if (!slot->sites[tid])
                continue;
            if (first == SWRT_MAX_THREADS)
                first = tid;
            else if (!same_site(slot->sites[first], slot->sites[tid])) {
                tell_different(slot, first, tid);
                return;
            }
        }
    if (!come_in_turns(slot, barrier) && !come_in_parts(slot, barrier))
        check_all_come(slot, barrier);
}

static void barrier_short(struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    char title[128];
    if (!slot->sites)
        return;
    struct waiting them = at_barrier(slot, barrier);
    if (!them.count)
        return;
    snprintf(title, sizeof title, "%u thread%s %s to a barrier for %u, the others have finished", barrier->arrived,
             swrt_s(barrier->arrived), swrt_verb(barrier->arrived, "comes", "come"), barrier->threads);
    tell_short(slot, them.first, "too-few-threads", title, "A GPU may wait for ever here");
}

static void grid_left(const struct swrt_slot *slot) {
    if (!slot->sites)
        return;
    struct waiting them = at_grid(slot);
    unsigned long long absent = slot->grid->absent, total = slot->grid->total;
    char title[128];
    if (them.count && absent) {
        snprintf(title, sizeof title, "%llu of %llu blocks %s to the grid's barrier, %s", total - absent, total,
                 swrt_verb(total - absent, "comes", "come"), others_have_finished(absent));
        tell_short(slot, them.first, "finished-blocks", title, "A GPU waits for ever here");
    } else if (them.count && them.count < slot->block.nthreads) {
        snprintf(title, sizeof title, "%u of a block's %u threads %s to the grid's barrier, %s", them.count,
                 slot->block.nthreads, swrt_verb(them.count, "comes", "come"),
                 others_have_finished(slot->block.nthreads - them.count));
        tell_short(slot, them.first, "too-few-threads", title, "A GPU may wait for ever here");
    }
}

/* Where a thread waits; null: it has finished. */
static const struct swrt_site *site_of(const struct swrt_slot *slot, uint32_t tid) {
    bool is_alive = slot->warps[tid / SWRT_LANES].alive >> tid % SWRT_LANES & 1;
    return is_alive ? slot->sites[tid] : NULL;
}

static bool is_first_there(const struct swrt_slot *slot, uint32_t tid) {
    for (uint32_t i = 0; i < tid; i++)
        if (same_site(site_of(slot, i), site_of(slot, tid)))
            return false;
    return true;
}

static uint32_t count_there(const struct swrt_slot *slot, uint32_t tid) {
    uint32_t count = 0;
    for (uint32_t i = tid; i < slot->block.nthreads; i++)
        count += same_site(site_of(slot, i), site_of(slot, tid));
    return count;
}

static void tell_group(struct swrt_finding *f, const struct swrt_slot *slot, uint32_t tid) {
    const struct swrt_site *site = site_of(slot, tid);
    uint32_t count = count_there(slot, tid);
    char what[64];
    snprintf(what, sizeof what, "%u thread%s", count, swrt_s(count));
    if (!site) {
        swrt_finding_note(f, "%s finished", what);
        return;
    }
    snprintf(what, sizeof what, "%u thread%s at", count, swrt_verb(count, " waits", "s wait"));
    swrt_finding_at(f, what, site);
    tell_thread(f, slot, tid);
}

static void stuck(struct swrt_slot *slot, bool *is_told) {
    if (!slot->sites || slot->grid->is_passed_over)
        return;
    uint32_t groups = 0;
    const struct swrt_site *site = site_of(slot, 0);
    struct swrt_finding_key key = {
        "synccheck", "never-ends", SWRT_FINDING_ERROR, site ? site->number : 0, 0, (uintptr_t)slot->grid->kernel};
    struct swrt_finding *f = swrt_finding_begin(key, "Barrier error: the threads of a block wait for ever");
    *is_told = true;
    if (!f)
        return;
    for (uint32_t tid = 0; tid < slot->block.nthreads && groups < MOST_GROUPS; tid++)
        if (is_first_there(slot, tid)) {
            tell_group(f, slot, tid);
            groups++;
        }
    finish(f, slot);
}

static void unnamed(struct swrt_slot *slot, uint32_t op, uint32_t mask, uint32_t lane) {
    if (!slot->sites)
        return;
    uint32_t tid = slot->block.tid / SWRT_LANES * SWRT_LANES + lane;
    const struct swrt_site *site = slot->sites[tid];
    struct swrt_finding_key key = {"synccheck", "mask-omits-caller", SWRT_FINDING_ERROR, site ? site->number : 0, 0, 0};
    struct swrt_finding *f = swrt_finding_begin(key,
                                                "Invalid mask: a warp function whose mask does not name its caller");
    if (!f)
        return;
    if (site)
        swrt_finding_at(f, "at", site);
    tell_thread(f, slot, tid);
    swrt_finding_note(f, "%s", swrt_unnamed_text(op, mask, lane));
    finish(f, slot);
}

const struct swrt_check_tool swrt_check_synccheck_tool = {.name = "synccheck",
                                                          .start = start,
                                                          .wait = waits,
                                                          .turn = turn,
                                                          .block_begins = begins,
                                                          .barrier_opens = barrier_opens,
                                                          .barrier_short = barrier_short,
                                                          .grid_left = grid_left,
                                                          .stuck = stuck,
                                                          .unnamed = unnamed};
