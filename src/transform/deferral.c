/* Deferral: atomic operations that may be done later than they are said.
 *
 *      atomicAdd(&bins[bin[i]], value[i]);  }      =>      call @__sw_atomic_add_f64_device_deferred(..)
 *
 * Relaxed atomic operations of different threads have no order but that of each address, so one whose result nobody
 * uses may be done at any time before its kernel ends, if nobody notices: wide code lets the runtime gather them
 * (runtime/execute/deferred.c). Nobody notices when all of this is proved:
 *
 *  1. The kernel does not communicate otherwise: no fence, no volatile access, no atomic whose result is used, nothing
 *     of which nothing is known. So threads wait for each other at barriers and warp operations only.
 *  2. Behind it the thread itself comes to none of these, and to no access of memory that may be the same. Another such
 *     operation is no such access: the runtime keeps the order of an address, if sizes are the same.
 *  3. No other thread is let go on by what this one does behind it, which may be no more than to exit, and then looks:
 *     each barrier is either one that everybody who comes here has been at, once, before; or behind it nobody comes to
 *     an access of memory that may be the same, in the eyes of two threads.
 *  4. The address is one of global memory for certain: shared and local memory end with the block. */
#include "analysis/effects.h"
#include "softwarp/assumptions.h"
#include "transform/transform.h"

enum event_kind { ACCESS, WAIT, ATOMIC };
struct event {
    enum event_kind kind;
    LLVMValueRef at, pointer; /* pointer: null for memory of any place */
    uint64_t bytes;
    unsigned bb, place;
};

struct deferral {
    struct sw_unit *unit;
    struct sw_ir *ir;
    struct sw_cfg cfg;
    bool communicates;
    struct sw_bitset *after; /* per basic block: those that control may come to from its end, once that is known */
    SW_VEC(struct event) events;
};

static void push(struct deferral *d, enum event_kind kind, LLVMValueRef at, LLVMValueRef pointer, uint64_t bytes,
                 unsigned bb) {
    struct event event = {kind, at, pointer, bytes, bb, (unsigned)d->events.count};
    sw_vec_push(d->ir->arena, &d->events, event);
}

/* Whether the runtime could do it later, were it not noticed. */
static bool is_candidate(struct deferral *d, LLVMValueRef at) {
    struct sw_atomic a;
    bool is_of_device = sw_atomic_of(at, &a) && SW_PROVED(deferral_device, a.scope == SW_SCOPE_device);
    if (!is_of_device || LLVMGetFirstUse(at) || sw_atomic_is_plain(d->unit, at, &a))
        return false;
    return sw_atomic_deferred_function(d->unit, &a) &&
           SW_PROVED(deferral_global, sw_space_of(d->unit, LLVMGetOperand(at, 0)) == SW_SPACE_GLOBAL);
}

/* Whether others may see when it happens, or it lets them go on. Barriers and the like are looked at one by one. */
static bool communicates(LLVMValueRef at, const struct sw_effect *e) {
    return e->is_unknown || e->is_volatile || (e->orders && !e->waits) || (e->is_atomic && LLVMGetFirstUse(at)) ||
           (e->is_atomic && !sw_is_call(at));
}

static void see(struct deferral *d, LLVMValueRef at, unsigned bb) {
    struct sw_effect e = sw_effect_of(at);
    d->communicates |= communicates(at, &e);
    if (e.waits)
        push(d, WAIT, at, NULL, 0, bb);
    if (e.reads_anything || e.writes_anything)
        push(d, ACCESS, at, NULL, 0, bb);
    enum event_kind kind = is_candidate(d, at) ? ATOMIC : ACCESS;
    for (unsigned i = 0; i < e.touches; i++)
        push(d, kind, at, e.touch[i].pointer, e.touch[i].bytes, bb);
}

/* The basic blocks that control may come to from the end of one. */
static struct sw_bitset reachable(struct deferral *d, unsigned from) {
    struct sw_bitset set = sw_bitset_create(d->ir->arena, d->cfg.count);
    SW_VEC(unsigned) work = {0};
    sw_vec_push(d->ir->arena, &work, from);
    while (work.count) {
        const struct sw_bb *bb = &d->cfg.bbs[work.at[--work.count]];
        for (unsigned k = 0; k < bb->succs; k++)
            if (!sw_bitset_get(&set, bb->succ[k])) {
                sw_bitset_set(&set, bb->succ[k]);
                sw_vec_push(d->ir->arena, &work, bb->succ[k]);
            }
    }
    return set;
}

static bool leads_to(struct deferral *d, unsigned from, unsigned to) {
    if (!d->after[from].words)
        d->after[from] = reachable(d, from);
    return sw_bitset_get(&d->after[from], to);
}

static bool comes_after(struct deferral *d, const struct event *later, const struct event *earlier) {
    return leads_to(d, earlier->bb, later->bb) || (later->bb == earlier->bb && later->place > earlier->place);
}

static bool are_apart(struct deferral *d, const struct event *a, const struct event *b, bool between_threads) {
    return a->pointer && b->pointer && sw_are_apart(d->unit, a->pointer, b->pointer, between_threads);
}

/* Of one address the runtime keeps the order, if operations cover the same bytes: they are aligned. */
static bool is_in_order(const struct event *a, const struct event *b) {
    return a->kind == ATOMIC && b->kind == ATOMIC && SW_PROVED(deferral_same_bytes, a->bytes == b->bytes);
}

/* Rule 2. */
static bool is_unnoticed_by_itself(struct deferral *d, const struct event *atomic) {
    for (size_t i = 0; i < d->events.count; i++) {
        const struct event *other = &d->events.at[i];
        if (!comes_after(d, other, atomic) || is_in_order(atomic, other))
            continue;
        if (!SW_PROVED(deferral_order, other->kind != WAIT && are_apart(d, other, atomic, false)))
            return false;
    }
    return true;
}

/* A barrier of the whole block or grid that lies on every way here, and on no way from itself: who comes here has been
 * there once, and so have the others before they come to the next. Of warps it is not said who takes part. */
static bool is_passed(struct deferral *d, const struct event *wait, const struct event *atomic) {
    const struct sw_request *request = sw_request_of(wait->at);
    bool is_one_step = request && (request->op == SWRT_BARRIER_SYNC || request->op == SWRT_BARRIER_COUNT ||
                                   request->op == SWRT_BARRIER_AND || request->op == SWRT_BARRIER_OR);
    bool is_block = request && request->kind == SWRT_WAIT_BARRIER && is_one_step && request->arg < 0 &&
                    request->mask < 0;
    bool is_whole = is_block || (request && request->kind == SWRT_WAIT_GRID);
    bool dominates = wait->bb == atomic->bb ? wait->place < atomic->place
                                            : sw_cfg_dominates(&d->cfg, wait->bb, atomic->bb);
    return SW_PROVED(deferral_passed_by_all, is_whole) && SW_PROVED(deferral_passed_before, dominates) &&
           SW_PROVED(deferral_passed_once, !leads_to(d, wait->bb, wait->bb));
}

/* A grid's barrier lets threads of other workers go on, whose tables have their own order. */
static bool is_unseen(struct deferral *d, const struct event *wait, const struct event *atomic,
                      const struct event *other) {
    const struct sw_request *request = sw_request_of(wait->at);
    bool is_same_worker = SW_PROVED(deferral_same_worker, request && request->kind != SWRT_WAIT_GRID);
    return other->kind == WAIT || are_apart(d, other, atomic, true) || (is_same_worker && is_in_order(atomic, other));
}

/* Rule 3. */
static bool is_unnoticed_by_others(struct deferral *d, const struct event *atomic) {
    for (size_t w = 0; w < d->events.count; w++) {
        const struct event *wait = &d->events.at[w];
        if (wait->kind != WAIT || is_passed(d, wait, atomic))
            continue;
        for (size_t i = 0; i < d->events.count; i++) {
            const struct event *other = &d->events.at[i];
            if (comes_after(d, other, wait) && !SW_PROVED(deferral_exits, is_unseen(d, wait, atomic, other)))
                return false;
        }
    }
    return true;
}

/* Those that are noticed are accesses for the others: until no more drop out. */
static void drop_noticed(struct deferral *d) {
    for (bool again = true; again;) {
        again = false;
        for (size_t i = 0; i < d->events.count; i++) {
            struct event *atomic = &d->events.at[i];
            if (atomic->kind != ATOMIC || (is_unnoticed_by_itself(d, atomic) && is_unnoticed_by_others(d, atomic)))
                continue;
            atomic->kind = ACCESS;
            again = true;
        }
    }
}

/* What would take too long to look at is not put off. */
static bool is_small(const struct deferral *d) {
    uint64_t count[3] = {0};
    for (size_t i = 0; i < d->events.count; i++)
        count[d->events.at[i].kind]++;
    return count[ATOMIC] * (count[WAIT] + 1) * d->events.count < 1u << 22;
}

static void mark(struct deferral *d) {
    for (size_t i = 0; i < d->events.count; i++) {
        LLVMValueRef at = d->events.at[i].at;
        struct sw_atomic atomic;
        if (d->events.at[i].kind != ATOMIC || !sw_atomic_of(at, &atomic))
            continue;
        atomic.is_deferred = true;
        LLVMTypeRef type = LLVMGetCalledFunctionType(at);
        LLVMSetOperand(at, LLVMGetNumArgOperands(at), sw_declare(d->ir, sw_atomic_name(d->ir, &atomic), type));
    }
}

static void defer_in(struct sw_unit *unit, LLVMValueRef kernel) {
    struct deferral d = {.unit = unit, .ir = &unit->ir};
    sw_cfg_build(&unit->ir, kernel, &d.cfg);
    d.after = sw_arena_alloc(unit->ir.arena, (d.cfg.count + 1) * sizeof *d.after);
    for (unsigned b = 0; b < d.cfg.count; b++)
        d.after[b] = (struct sw_bitset){0};
    for (unsigned b = 0; b < d.cfg.count; b++)
        for (LLVMValueRef at = LLVMGetFirstInstruction(d.cfg.bbs[b].bb); at; at = LLVMGetNextInstruction(at))
            see(&d, at, b);
    if (!is_small(&d) || !SW_PROVED(deferral_silent, !d.communicates))
        return;
    drop_noticed(&d);
    mark(&d);
}

void sw_pass_deferral(struct sw_unit *unit) {
    if (unit->options.check || unit->options.strict) /* each operation is done where it is told of, or asked for */
        return;
    for (size_t k = 0; k < unit->kernels.count; k++)
        defer_in(unit, unit->kernels.at[k]->function);
}
