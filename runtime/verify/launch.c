/* A launch that is compared.
 *
 *      memory as it was ──► W = 1 ──► reference; memory as it was ──► lockstep ──► compare
 *
 * The program goes on with what lockstep gave, as it would without all this. Where the two differ, the launch runs some
 * times more at W = 1, its blocks and threads in other orders: memory that is not the same then depends on the order,
 * and the difference proves nothing.
 *
 * A run that does not end in time may be waiting for the host, a copy or another kernel, which wait for us. Memory is
 * then put back, and the launch runs as usual, not compared. But where W = 1 has ended, lockstep must, too. */
#include <stdio.h>
#include <string.h>

#include "base/plural.h"
#include "execute/dynamic/family.h"
#include "execute/grid.h"
#include "execute/heap.h"
#include "report/error.h"
#include "report/kernel_name.h"
#include "verify/verify_internal.h"

enum { SLOWER = 10 }; /* so many times W = 1's time is more than lockstep takes, if that is more than the limit */

/* How many orders are tried. A kernel of which nothing depended on them in some launches gets fewer. */
enum { ORDERS = 8, FEW_ORDERS = 2, ENOUGH_LAUNCHES = 4, KERNELS = 256 };
static struct {
    const struct swrt_kernel *kernel;
    unsigned steady;
} tried[KERNELS];

static unsigned *steady_launches(const struct swrt_kernel *kernel) {
    size_t at = ((uintptr_t)kernel >> 4) * 0x9e3779b97f4a7c15u >> 56;
    if (tried[at].kernel != kernel) {
        tried[at].kernel = kernel;
        tried[at].steady = 0;
    }
    return &tried[at].steady;
}

/* The same once more, the last block and thread first, and some at random. */
static uint64_t order(unsigned number) {
    const uint64_t random = (number * 0x9e3779b97f4a7c15u) | 1;
    return number > 1 ? random : number ? SWRT_SHUFFLE_REVERSE : swrt_engine.shuffle;
}

struct trial {
    struct swrt_op *op;
    struct swrt_told told;
    const struct swrt_variant *wide, *narrow;
    struct swrt_heap_lists heap, kept_heap;
    bool has_heap;
    struct swrt_run_result reference, result;
    bool text_depends, fault_depends;
};

/* In what two runs differ. */
struct differences {
    bool memory, text, fault;
};

static bool is_heap_open(const struct trial *t) {
    char *base;
    size_t bytes;
    return swrt_heap_memory(t->op->grid.device, &base, &bytes);
}

/* A host thread that is at work may be using what cannot be protected, and may be what a kernel waits for. */
static const char *why_not_begin(const struct trial *t) {
    bool waits = t->op->grid.kernel->flags & SWRT_KERNEL_WAITS;
    /* Asked also where neither of the two is so: until the host waits, it may be giving the memory to the system. */
    if (!swrt_pieces.has_host || swrt_host_is_waiting())
        return NULL;
    if (swrt_pieces.has_unprotected_host)
        return "host code may be using managed variables or registered memory meanwhile";
    return waits ? "it has a loop that may wait for the host" : NULL;
}

/* Null, or why nothing is compared: then memory is as it was. */
static const char *begin(struct trial *t) {
    bool is_new;
    if (!swrt_pieces_list(&swrt_pieces, t->op->grid.device, &is_new) || (is_new && !swrt_zones_list()))
        return "out of memory";
    const char *reason = why_not_begin(t);
    if (reason)
        return reason;
    if (!swrt_copies_begin(&t->op->grid))
        return "out of memory";
    t->has_heap = is_heap_open(t);
    if (t->has_heap)
        swrt_heap_get_lists(t->op->grid.device, &t->heap);
    return NULL;
}

static void put_heap_back(const struct trial *t) {
    if (t->has_heap)
        swrt_heap_set_lists(t->op->grid.device, &t->heap);
}

static void undo(const struct trial *t) {
    swrt_family_forget(&t->op->grid);
    swrt_copies_restore();
    put_heap_back(t);
    if (!t->has_heap && is_heap_open(t))
        swrt_heap_reset(t->op->grid.device);
}

/* The device heap comes into being with the first allocation. Then all begins anew, with one that is empty. */
static const char *begin_with_heap(struct trial *t) {
    swrt_copies_restore();
    swrt_copies_end();
    swrt_heap_empty(t->op->grid.device);
    return begin(t);
}

/* What the kernel launches itself is launched once, as lockstep says. */
static void run_narrow(struct trial *t, uint64_t shuffle, unsigned turn, struct swrt_run_result *result) {
    struct swrt_run run = {t->narrow, shuffle, swrt_verify_options.limit, turn, true};
    struct swrt_family *kept = atomic_exchange(&t->op->grid.family, NULL);
    swrt_verify_run(t->op, &run, result);
    swrt_family_forget(&t->op->grid);
    t->op->grid.family = kept;
}

static void run_wide(struct trial *t) {
    uint64_t limit = swrt_verify_options.limit, slow = t->reference.took * SLOWER;
    struct swrt_run run = {t->wide, swrt_engine.shuffle, slow > limit ? slow : limit, 0, false};
    swrt_verify_run(t->op, &run, &t->result);
}

static const char *why_not(enum swrt_run_ending ending) {
    if (ending == SWRT_RUN_REFUSED && swrt_pieces.has_common)
        return "it writes to memory that another process, or the host, may be using meanwhile";
    if (ending == SWRT_RUN_REFUSED)
        return "it writes to memory that the host may be looking at";
    return "at W = 1 it did not end within the time limit; perhaps it waits for the host or other work";
}

/* Whether the kernel follows pointers to the host's own memory: with ones that lead nowhere it would be stopped. */
static const char *run_without_pageable(struct trial *t) {
    void *arguments = swrt_pageable_hide(&t->op->grid);
    struct swrt_run_result result;
    if (!arguments)
        return NULL;
    run_narrow(t, swrt_engine.shuffle, 0, &result);
    swrt_pageable_show(&t->op->grid, arguments);
    undo(t);
    return result.has_fault || result.ending ? "it uses the host's own memory, which cannot be put back" : NULL;
}

/* Null: the reference is there, and memory is as it was. */
static const char *run_reference(struct trial *t) {
    run_narrow(t, swrt_engine.shuffle, 0, &t->reference);
    if (!t->reference.ending && !t->has_heap && is_heap_open(t)) {
        const char *reason = begin_with_heap(t);
        if (reason)
            return reason;
        run_narrow(t, swrt_engine.shuffle, 0, &t->reference);
    }
    if (t->reference.ending)
        return why_not(t->reference.ending);
    swrt_copies_take_reference();
    put_heap_back(t);
    return NULL;
}

static bool prints_the_same(const struct swrt_run_result *a, const struct swrt_run_result *b) {
    return a->prints == b->prints && a->text == b->text;
}

/* What differs that has been the same in all orders so far. */
static bool is_anything_steady(const struct trial *t, struct differences d) {
    bool steady = (d.text && !t->text_depends) || (d.fault && !t->fault_depends);
    for (size_t i = 0; d.memory && i < swrt_pieces.count; i++)
        steady |= swrt_is_told(&swrt_pieces.at[i]) && !swrt_pieces.at[i].depends;
    return steady;
}

/* The orders of W = 1 in turn. Memory is in the end what lockstep has left. */
static void try_orders(struct trial *t, struct differences d) {
    swrt_copies_keep();
    if (t->has_heap)
        swrt_heap_get_lists(t->op->grid.device, &t->kept_heap);
    unsigned *steady = steady_launches(t->op->grid.kernel);
    unsigned most = *steady < ENOUGH_LAUNCHES ? ORDERS : FEW_ORDERS;
    for (; t->told.orders < most && is_anything_steady(t, d); t->told.orders++) {
        struct swrt_run_result other;
        swrt_copies_restore();
        put_heap_back(t);
        run_narrow(t, order(t->told.orders), t->told.orders + 1, &other);
        if (other.ending)
            break;
        swrt_compare_orders();
        t->text_depends |= !prints_the_same(&t->reference, &other);
        t->fault_depends |= t->reference.has_fault != other.has_fault;
    }
    *steady = is_anything_steady(t, d) ? *steady + 1 : 0;
    swrt_copies_use_kept();
    if (t->has_heap)
        swrt_heap_set_lists(t->op->grid.device, &t->kept_heap);
}

static void tell_fault(const struct trial *t) {
    const struct swrt_run_result *narrow = &t->reference, *wide = &t->result;
    swrt_tell_other(&t->told, "the kernel is stopped, or not", t->fault_depends,
                    narrow->has_fault ? narrow->fault : "it ends", wide->has_fault ? wide->fault : "it ends");
}

static void tell_prints(const struct trial *t) {
    char narrow[64], wide[64];
    snprintf(narrow, sizeof narrow, "%llu call%s of printf", (unsigned long long)t->reference.prints,
             swrt_s(t->reference.prints));
    snprintf(wide, sizeof wide, "%llu call%s of printf", (unsigned long long)t->result.prints,
             swrt_s(t->result.prints));
    bool same_number = t->reference.prints == t->result.prints;
    swrt_tell_other(&t->told, same_number ? "it prints another text" : "it prints", t->text_depends, narrow, wide);
}

static void tell_memory(const struct trial *t) {
    for (size_t i = 0; i < swrt_pieces.count; i++)
        if (swrt_is_told(&swrt_pieces.at[i]))
            swrt_tell_piece(&t->told, &swrt_pieces.at[i]);
}

/* By their words, if these are known by now. */
static bool is_memory_other(void) {
    for (size_t i = 0; i < swrt_pieces.count; i++)
        if (swrt_is_told(&swrt_pieces.at[i]))
            return true;
    return false;
}

/* A kernel that is stopped leaves memory in any state. */
static void compare(struct trial *t) {
    bool stopped = t->reference.has_fault || t->result.has_fault;
    struct differences d = {.fault = t->reference.has_fault != t->result.has_fault,
                            .text = !stopped && !prints_the_same(&t->reference, &t->result),
                            .memory = !stopped && swrt_compare_results()};
    enum swrt_verify_count kind = SWRT_VERIFY_SAME;
    if (d.fault || d.text || d.memory) {
        try_orders(t, d);
        d.memory = d.memory && is_memory_other();
    }
    if (d.fault || d.text || d.memory)
        kind = is_anything_steady(t, d) ? SWRT_VERIFY_DIFFERENT : SWRT_VERIFY_DEPENDS;
    if (d.memory)
        tell_memory(t);
    if (d.text)
        tell_prints(t);
    if (d.fault)
        tell_fault(t);
    swrt_verify_counts[kind]++;
}

static void tell_endless(struct trial *t) {
    char narrow[64];
    snprintf(narrow, sizeof narrow, "after %.3f s", (double)t->reference.took / 1e9);
    swrt_tell_other(&t->told, "it ends", false, narrow, "not in ten times that, or the time limit");
    swrt_verify_counts[SWRT_VERIFY_DIFFERENT]++;
    if (swrt_copies_use_reference())
        return;
    struct swrt_run_result again;
    undo(t);
    run_narrow(t, swrt_engine.shuffle, 0, &again);
    if (again.ending)
        undo(t);
}

/* Null, or why nothing was compared: then memory is as it was. */
static const char *compare_runs(struct trial *t) {
    const char *reason = begin(t);
    if (reason)
        return reason;
    reason = run_without_pageable(t);
    if (!reason)
        reason = run_reference(t);
    if (!reason)
        run_wide(t);
    if (!reason && t->result.ending == SWRT_RUN_REFUSED)
        reason = why_not(t->result.ending);
    if (reason)
        undo(t);
    else if (t->result.ending)
        tell_endless(t);
    else
        compare(t);
    swrt_copies_end();
    return reason;
}

static const struct swrt_variant *narrow_of(const struct swrt_kernel *kernel) {
    const struct swrt_variant *variants = kernel->variants;
    return &variants[kernel->num_variants - 1];
}

/* Whether the launch is one of those that are to be compared; counts them. */
static bool is_wanted(const struct swrt_kernel *kernel) {
    static uint64_t matching;
    const struct swrt_verify_options *o = &swrt_verify_options;
    char name[1024];
    if (o->kernel)
        swrt_kernel_name(kernel->name, name, sizeof name);
    if (o->kernel && !strstr(name, o->kernel))
        return false;
    uint64_t own = matching++;
    return own >= o->skip && (!o->count || own - o->skip < o->count);
}

static void run_as_usual(struct swrt_op *op) {
    swrt_quiet_grid_starts();
    swrt_grid_ready(op);
}

/* Without the lock. */
static const char *compare_launch(struct swrt_op *op, const struct swrt_told *told) {
    const struct swrt_variant *wide = op->grid.variant;
    uint64_t shuffle = op->grid.shuffle;
    struct trial trial = {.op = op, .told = *told, .wide = wide, .narrow = narrow_of(op->grid.kernel)};
    const char *reason = compare_runs(&trial);
    op->grid.variant = wide;
    op->grid.shuffle = shuffle;
    swrt_grid_reset(&op->grid);
    return reason;
}

/* Nothing runs beside a launch; also one that is not compared waits for those before it. */
void swrt_verify_launch(struct swrt_op *op) {
    struct swrt_told told = {.grid = &op->grid, .wide = op->grid.variant};
    if (swrt_sticky(op->stream->device)) { /* since its turn came */
        swrt_op_complete(op);
        return;
    }
    told.number = ++swrt_verify_counts[SWRT_VERIFY_LAUNCHES];
    bool is_ours = is_wanted(op->grid.kernel), is_wide = op->grid.variant != narrow_of(op->grid.kernel);
    if (!is_ours || !is_wide) {
        swrt_verify_counts[is_ours ? SWRT_VERIFY_NARROW : SWRT_VERIFY_LEFT_OUT]++;
        if (is_ours)
            swrt_tell_compared();
        run_as_usual(op);
        return;
    }
    const char *reason = op->grid.together     ? "it is one of several, on several devices"
                         : !swrt_quiet_begin() ? "something else ran at the same time"
                                               : NULL;
    bool was_quiet = !reason;
    if (was_quiet) {
        swrt_unlock();
        reason = compare_launch(op, &told);
        swrt_lock();
        swrt_quiet_end();
    }
    if (reason) {
        swrt_tell_not_compared(&told, reason);
        run_as_usual(op);
    } else {
        swrt_tell_compared();
        swrt_grid_complete(op);
    }
}
