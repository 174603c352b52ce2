/* Executors: taking blocks and running them, several at once when they wait.
 *
 * The common block runs from start to end without the executor noticing more than one return. A block that only waits
 * (spinning on a lock or flag, or at the grid's barrier) comes back unfinished; the executor keeps it, gives it a turn
 * in every round, and, once rounds bring nobody further, takes another block. Blocks that wait for blocks which have
 * not started yet thus get them even with one worker. Two bounds keep that in check: SWRT_RESIDENT blocks at first, as
 * many as a GPU's multiprocessor would hold, and an eighth more for every millisecond in which nothing moves; in the
 * end all workers together hold at least as many as a large GPU, whose programs may wait for any of these.
 *
 * Indices are taken from a grid in chunks of neighbouring blocks, as large as fill about CHUNK_NS, so that a grid of two
 * thousand million empty blocks does not spend its time on the counter, and heavy blocks are dealt out one by one.
 *
 * The blocks of a cluster begin together and are all in flight until the last has ended: they are dealt out as one.
 *
 * Device code may fault: everything that must survive lies in the executor, and recovery starts the loop again.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "base/fatal.h"
#include "check/check.h"
#include "execute/block.h"
#include "execute/deferred.h"
#include "execute/grid.h"
#include "os/clock.h"
#include "os/thread/float_env.h"

enum {
    CHUNK_NS = 60000,
    MOST_CHUNK = 4096,
    IDLE_BEFORE_MORE = 4,   /* fruitless rounds before a further block is taken */
    IDLE_BEFORE_YIELD = 32, /* ... before the core is offered to others */
    IDLE_BEFORE_SLEEP = 2000,
    ROUNDS_OF_WAITER = 24,   /* turns that a helping thread gives to waiting blocks before it passes them on */
    ROUNDS_BEFORE_MORE = 32, /* rounds of any kind before one is taken */
    MORE_BLOCKS_NS = 1000000,
    MORE_BUSY_BLOCKS_NS = 20000000,
    MOST_RESIDENT = 1024,    /* of one worker, if that is enough */
    ALL_RESIDENT = 132 * 32, /* of all workers, at least: an H200's */
};

struct swrt_executor *swrt_executor_create(unsigned index) {
    struct swrt_executor *x = aligned_alloc(64, (sizeof *x + 63) / 64 * 64);
    struct swrt_deferred *deferred = swrt_deferred_create();
    struct swrt_guarded locals;
    if (!x || !deferred || !swrt_locals_create(&locals)) {
        free(x);
        free(deferred);
        return NULL;
    }
    swrt_finding_watch();
    *x = (struct swrt_executor){.index = index, .limit = SWRT_RESIDENT, .deferred = deferred, .locals = locals};
    return x;
}

static struct swrt_executor *create_next(void) {
    struct swrt_engine *e = &swrt_engine;
    for (unsigned i = 0; i < e->num_workers; i++)
        if (!e->executors[i])
            return e->executors[i] = swrt_executor_create(i);
    return NULL;
}

bool swrt_executors_any(void) {
    struct swrt_engine *e = &swrt_engine;
    if (e->executors[0])
        return true;
    e->free_executors = create_next();
    return e->free_executors;
}

struct swrt_executor *swrt_executor_take(bool adopt) {
    assert(swrt_is_locked());
    struct swrt_engine *e = &swrt_engine;
    struct swrt_executor **list = adopt && e->orphans ? &e->orphans : &e->free_executors;
    if (list == &e->free_executors && !e->num_grids)
        return NULL;
    struct swrt_executor *x = *list;
    if (!x)
        return create_next();
    *list = x->next;
    return x;
}

void swrt_executor_return(struct swrt_executor *x) {
    assert(swrt_is_locked() && !x->running);
    struct swrt_engine *e = &swrt_engine;
    bool orphan = x->num_slots || x->first < x->end;
    struct swrt_executor **list = orphan ? &e->orphans : &e->free_executors;
    x->next = *list;
    *list = x;
    /* Whoever found no free executor before can have this one now. */
    if (orphan || e->num_grids)
        swrt_workers_wake(1);
}

static void leave_grid(struct swrt_executor *x) {
    if (!x->grid)
        return;
    swrt_deferred_settle(x->deferred, x->grid->kernel);
    swrt_lock();
    struct swrt_grid *grid = x->grid;
    x->grid = NULL; /* others look at it with the lock held */
    swrt_grid_leave(grid);
    swrt_unlock();
    x->first = x->end = 0;
}

static bool one_at_a_time(const struct swrt_grid *grid) {
    return grid->cooperative || grid->kernel->flags & SWRT_KERNEL_WAITS;
}

/* At the end of a chunk: was it too small or too large? */
static void adapt_chunk(struct swrt_executor *x) {
    if (!x->grid || !x->chunk_start)
        return;
    uint64_t took = swrt_now() - x->chunk_start;
    uint32_t chunk = atomic_load_explicit(&x->grid->chunk, memory_order_relaxed);
    if (took < CHUNK_NS / 2 && chunk < MOST_CHUNK)
        atomic_store_explicit(&x->grid->chunk, chunk * 2, memory_order_relaxed);
    else if (took > CHUNK_NS * 2 && chunk > 1)
        atomic_store_explicit(&x->grid->chunk, chunk / 2, memory_order_relaxed);
    x->chunk_start = 0;
}

/* In clusters. */
static uint64_t chunk_size(struct swrt_executor *x, const struct swrt_grid *grid) {
    uint64_t next = atomic_load_explicit(&grid->next, memory_order_relaxed);
    uint64_t left = next < grid->total ? (grid->total - next) / grid->cluster_blocks : 0;
    uint64_t share = left / (2 * swrt_engine.num_workers);
    if (share < 2 || one_at_a_time(grid))
        return 1;
    x->chunk_start = swrt_now();
    uint32_t chunk = atomic_load_explicit(&grid->chunk, memory_order_relaxed);
    return chunk < share ? chunk : share;
}

static bool take_chunk(struct swrt_executor *x) {
    struct swrt_grid *grid = x->grid;
    if (swrt_grid_stops(grid) || swrt_grid_exhausted(grid))
        return false;
    uint64_t size = chunk_size(x, grid) * grid->cluster_blocks, first = atomic_fetch_add(&grid->next, size);
    if (first >= grid->total)
        return false;
    x->first = first;
    x->end = first + size < grid->total ? first + size : grid->total;
    return true;
}

static bool take_grid(struct swrt_executor *x, const struct swrt_waiter *waiter) {
    leave_grid(x);
    if (!swrt_engine.num_grids)
        return false;
    swrt_lock();
    x->grid = swrt_grid_pick(waiter);
    if (x->grid)
        swrt_grid_use(x->grid);
    swrt_unlock();
    if (x->grid) {
        swrt_fault_install();
        swrt_deferred_begin(x->deferred, x->grid->kernel);
    }
    return x->grid;
}

/* The next block's index, or that of the next cluster's first, or false when there is none (for the waiter). */
static bool take_block(struct swrt_executor *x, const struct swrt_waiter *waiter, uint64_t *index) {
    if (x->first >= x->end || x->grid->stop) {
        adapt_chunk(x);
        bool more = x->grid && swrt_engine.num_grids <= 1 && take_chunk(x);
        while (!more) {
            if (!take_grid(x, waiter))
                return false;
            more = take_chunk(x);
        }
    }
    *index = x->first;
    x->first += x->grid->cluster_blocks;
    return true;
}

struct swrt_slot *swrt_executor_slot(struct swrt_executor *x) {
    if (x->num_spare)
        return x->spare[--x->num_spare];
    return swrt_slot_create(x);
}

static void keep_spare(struct swrt_executor *x, struct swrt_slot *slot) {
    slot->cluster = NULL;
    if (x->num_spare < sizeof x->spare / sizeof *x->spare)
        x->spare[x->num_spare++] = slot;
    else
        swrt_slot_destroy(slot);
}

static void end_cluster(struct swrt_executor *x, struct swrt_cluster *cluster) {
    for (uint32_t rank = 0; rank < cluster->blocks; rank++) {
        swrt_check_block_ends(&cluster->slots[rank]->block);
        keep_spare(x, cluster->slots[rank]);
    }
    free(cluster);
}

/* The block has ended. Checkers keep what they know of one in a cluster until that has. */
static void put_slot(struct swrt_executor *x, struct swrt_slot *slot) {
    if (slot->cluster) {
        bool is_last = swrt_cluster_leave(slot);
        swrt_check_block_leaves(&slot->block);
        if (is_last)
            end_cluster(x, slot->cluster);
        return;
    }
    swrt_check_block_ends(&slot->block);
    keep_spare(x, slot);
}

static void keep_waiting(struct swrt_executor *x, struct swrt_slot *slot) {
    if (x->num_slots == x->slots_size) {
        x->slots_size = x->slots_size ? x->slots_size * 2 : 8;
        x->slots = realloc(x->slots, x->slots_size * sizeof *x->slots);
        if (!x->slots)
            swrt_fatal("out of memory for the list of %u blocks that wait", x->slots_size);
    }
    x->slots[x->num_slots++] = slot;
    swrt_lock();
    swrt_grid_use(slot->grid);
    swrt_unlock();
}

static void block_finished(struct swrt_slot *slot) {
    if (slot->grid->cooperative)
        swrt_grid_block_finished(slot->grid);
}

/* Blocks that never wait follow each other in one slot, as far as the chunk goes. */
static enum swrt_progress run_loop(struct swrt_executor *x, struct swrt_slot *slot) {
    enum swrt_progress progress = swrt_block_start(slot);
    while (x->first < x->end && !x->grid->stop) {
        swrt_slot_next(slot, x->first++);
        progress = swrt_block_start(slot);
    }
    return progress;
}

/* Behind a turn of a block that has begun: it waits, or has ended. */
static void settle(struct swrt_executor *x, struct swrt_slot *slot, enum swrt_progress progress) {
    x->running = NULL;
    if (progress == SWRT_STALLED) {
        keep_waiting(x, slot);
        return;
    }
    block_finished(slot);
    put_slot(x, slot);
}

/* The block of a cluster, for the first time. */
static void begin_block(struct swrt_executor *x, struct swrt_slot *slot) {
    x->running = slot;
    slot->has_begun = true;
    swrt_slot_prepare_again(slot);
    enum swrt_progress progress = swrt_block_start(slot);
    settle(x, slot, progress);
}

/* In the order of their ranks, or, where blocks are to come in another order, backwards as well. */
static void run_cluster(struct swrt_executor *x, uint64_t index) {
    struct swrt_cluster *cluster = swrt_cluster_begin(x, x->grid, index);
    bool is_backwards = cluster->slots[0]->shuffled && cluster->slots[0]->reverse;
    for (uint32_t i = 0, blocks = cluster->blocks; i < blocks; i++)
        begin_block(x, cluster->slots[is_backwards ? blocks - 1 - i : i]);
}

static void run_new(struct swrt_executor *x, uint64_t index) {
    assert(!x->running && index < x->grid->total);
    if (!index)
        swrt_check_grid_begins(x, x->grid);
    if (x->grid->cluster_blocks > 1) {
        run_cluster(x, index);
        return;
    }
    struct swrt_slot *slot = swrt_executor_slot(x);
    bool is_loop = x->grid->variant->loop && !x->num_slots && !x->grid->cooperative;
    x->running = slot;
    swrt_slot_prepare(slot, x->grid, index);
    enum swrt_progress progress = is_loop ? run_loop(x, slot) : swrt_block_start(slot);
    settle(x, slot, progress);
}

static void drop_waiting(struct swrt_executor *x, uint32_t at) {
    assert(at < x->num_slots);
    struct swrt_slot *slot = x->slots[at];
    if (!slot->cluster)
        swrt_check_block_ends(&slot->block);
    for (uint32_t i = at + 1; i < x->num_slots; i++)
        x->slots[i - 1] = x->slots[i];
    x->num_slots--;
    if (x->cursor > at)
        x->cursor--;
    swrt_deferred_settle(x->deferred, slot->grid->kernel);
    swrt_lock();
    swrt_grid_leave(slot->grid);
    swrt_unlock();
    put_slot(x, slot);
}

/* One turn for each block in flight, from the cursor on. Says whether one got further. */
static bool round_of_waiting(struct swrt_executor *x) {
    bool progressed = false;
    for (x->cursor = 0; x->cursor < x->num_slots;) {
        struct swrt_slot *slot = x->slots[x->cursor++];
        if (swrt_grid_stops(slot->grid)) {
            drop_waiting(x, x->cursor - 1);
            continue;
        }
        slot->progressed = false;
        x->running = slot;
        enum swrt_progress progress = swrt_block_continue(slot);
        x->running = NULL;
        progressed |= slot->progressed || progress == SWRT_FINISHED;
        if (progress == SWRT_FINISHED) {
            block_finished(slot);
            drop_waiting(x, x->cursor - 1);
        }
    }
    return progressed;
}

/* Nothing moves: be polite to the threads that could change that. */
static void idle(struct swrt_executor *x) {
    if (++x->idle_rounds < IDLE_BEFORE_YIELD)
        return;
    if (x->idle_rounds > IDLE_BEFORE_SLEEP)
        swrt_nap(20000);
    else
        swrt_yield();
}

static uint32_t most_resident(void) {
    uint32_t threads = swrt_engine.most_threads ? swrt_engine.most_threads : 1;
    uint32_t share = ALL_RESIDENT / threads + 1;
    return share > MOST_RESIDENT ? share : MOST_RESIDENT;
}

/* As many blocks are held as should be, and they still wait: for one that has not started, perhaps. */
static void hold_more(struct swrt_executor *x) {
    if (x->num_slots < x->limit || x->limit >= most_resident() || x->rounds_since % ROUNDS_BEFORE_MORE)
        return;
    uint64_t now = swrt_now();
    if (now - x->grown < (x->idle_rounds ? MORE_BLOCKS_NS : MORE_BUSY_BLOCKS_NS))
        return;
    x->limit += x->idle_rounds ? 1 + x->limit / 8 : 1;
    x->grown = now;
}

/* Fruitless rounds ask for another block soon; rounds in which something moves (a loop with a barrier that polls) may
 * be as fruitless, so they do too, later. A cooperative launch is meant to have all its blocks in flight. */
static bool wants_block(const struct swrt_executor *x) {
    if (!x->num_slots || (x->grid && x->grid->cooperative && !swrt_grid_exhausted(x->grid)))
        return true;
    return x->num_slots < x->limit && (x->idle_rounds >= IDLE_BEFORE_MORE || x->rounds_since >= ROUNDS_BEFORE_MORE);
}

/* Of many blocks that all wait, a round takes long: those that there is more room for are taken at once. */
static bool wants_another(const struct swrt_executor *x) {
    return x->num_slots >= SWRT_RESIDENT && x->idle_rounds && wants_block(x);
}

static void give_turns(struct swrt_executor *x) {
    x->rounds_since++;
    if (round_of_waiting(x))
        x->idle_rounds = 0;
    else
        idle(x);
    if (x->num_slots) {
        hold_more(x);
        return;
    }
    x->limit = SWRT_RESIDENT;
    x->idle_rounds = x->rounds_since = 0;
}

static void run_blocks(struct swrt_executor *x, const struct swrt_waiter *waiter) {
    uint64_t index;
    for (;;) {
        if (wants_block(x)) {
            bool taken = take_block(x, waiter, &index);
            if (!taken && !x->num_slots)
                return;
            x->rounds_since = 0;
            if (taken)
                run_new(x, index);
            if (!x->num_slots || (taken && wants_another(x)))
                continue;
        }
        if (waiter && x->rounds++ > ROUNDS_OF_WAITER)
            return;
        give_turns(x);
    }
}

/* Those of the cluster that have not begun never will. */
static void drop_unbegun(struct swrt_executor *x, struct swrt_cluster *cluster) {
    for (uint32_t rank = 0, blocks = cluster->blocks; rank < blocks; rank++)
        if (!cluster->slots[rank]->has_begun && !cluster->slots[rank]->has_ended)
            put_slot(x, cluster->slots[rank]); /* not the last: the one that has failed is still there */
}

/* After a fault: the block that ran is gone, and with it, soon, its launch. */
static void recover(struct swrt_executor *x) {
    struct swrt_slot *slot = x->running;
    x->attempt = NULL;
    swrt_fiber_left(slot);
    slot->block.locals = x->locals.high;
    swrt_float_env_begin(); /* it had a signal handler's */
    if (swrt_fault_has_others(x))
        swrt_block_run_out(slot); /* may lead here again */
    slot->block.done = 0;
    swrt_fault_handle(x);
    x->running = NULL;
    if (slot->cluster)
        drop_unbegun(x, slot->cluster);
    if (x->cursor && x->cursor <= x->num_slots && x->slots[x->cursor - 1] == slot)
        drop_waiting(x, x->cursor - 1);
    else
        put_slot(x, slot);
    x->cursor = 0;
}

void swrt_executor_work(struct swrt_executor *x, const struct swrt_waiter *waiter) {
    swrt_unlock();
    struct swrt_thread *self = swrt_self_noted();
    self->executor = x;
    x->thread = swrt_thread_this();
    self->stack_top = __builtin_frame_address(0);
    x->rounds = 0;
    if (setjmp(x->recover))
        recover(x);
    run_blocks(x, waiter);
    if (x->first >= x->end)
        leave_grid(x);
    swrt_lock();
    swrt_interrupts_settle(x);
    self->executor = NULL;
}
