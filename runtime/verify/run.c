/* One run of a grid that is compared: from its first block to the last, by this thread, the engine's workers and those who
 * wait for it. */
#include <string.h>

#include "execute/grid.h"
#include "verify/verify_internal.h"

enum {
    SPIN_NS = 100000,
    LONG_NS = 10000000,
    SLEEP_NS = 20000,
    LONG_SLEEP_NS = 500000,
    SHORT_LIMIT_NS = 500000000,
    GRACE_NS = 100000000,
    LOOK_NS = 10000000,
    WATCH_ON_NS = 200000000
};

bool swrt_verify_run_ended(struct swrt_grid *grid) {
    if (!grid->verified) {
        swrt_quiet_grid_ended();
        return false;
    }
    grid->verified->is_done = true;
    return true;
}

uint32_t swrt_verify_multiprocessor(const struct swrt_grid *grid, uint32_t worker) {
    return (worker + grid->verified->turn) % swrt_engine.num_workers;
}

bool swrt_verify_hides_fault(struct swrt_grid *grid, const struct swrt_fault *fault) {
    struct swrt_verified *v = grid->verified;
    if (!v)
        return false;
    if (!v->is_refused && !atomic_exchange(&v->has_fault, true))
        swrt_fault_text(fault, v->fault, sizeof v->fault);
    return v->is_silent || v->is_refused;
}

static uint64_t hash_of(const struct swrt_text *text) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < text->count; i++)
        hash = (hash ^ (unsigned char)text->at[i]) * 0x100000001b3u;
    return hash;
}

bool swrt_verify_hides_text(struct swrt_grid *grid, const struct swrt_text *text) {
    struct swrt_verified *v = grid->verified;
    if (!v)
        return false;
    atomic_fetch_add(&v->prints, 1);
    atomic_fetch_add(&v->text, hash_of(text));
    return v->is_silent;
}

/* Its blocks are not run any further; those who hold it give it up. */
static void stop(struct swrt_op *op) {
    atomic_store(&op->grid.stop, true);
    if (!op->grid.users)
        swrt_grid_abandon(op);
}

/* ---- The clock ------------------------------------------------------------------------------------------------- */

/* The run that is in progress: engine.lock. */
static struct {
    struct swrt_op *op; /* null: none */
    const struct swrt_run *run;
    uint64_t start, stopped; /* stopped: when its threads were last told to end; 0: it is in time */
} current;
static struct swrt_cond began = SWRT_COND_NEW;
static bool is_watched, is_watcher_idle;

/* A kernel with a waiting loop may wait for what waits for its end. */
static uint64_t limit_of(const struct swrt_op *op, const struct swrt_run *run) {
    bool waits = op->grid.kernel->flags & SWRT_KERNEL_WAITS && run->is_silent && swrt_quiet_holds_up();
    return waits && run->limit > SHORT_LIMIT_NS ? SHORT_LIMIT_NS : run->limit;
}

static void look_at_clock(uint64_t now) {
    if (!current.stopped && now - current.start > limit_of(current.op, current.run)) {
        current.stopped = now;
        stop(current.op);
    } else if (current.stopped && now - current.stopped > GRACE_NS) {
        current.stopped = now;
        swrt_interrupt_all(); /* a loop that looks at nothing goes on for ever */
    }
}

/* Whoever runs blocks cannot look at the clock. Sleeps when nothing has run for a while. */
static void *watch(void *unused) {
    (void)unused;
    swrt_lock();
    for (uint64_t last = 0;;) {
        uint64_t now = swrt_now();
        if (current.op) {
            last = now;
            look_at_clock(now);
        } else if (now - last > WATCH_ON_NS) {
            is_watcher_idle = true;
            swrt_lock_wait(&began);
            last = swrt_now();
        }
        swrt_unlock();
        swrt_nap(LOOK_NS);
        swrt_lock();
    }
    return NULL;
}

static void start_clock(struct swrt_op *op, const struct swrt_run *run, uint64_t start) {
    current.op = op;
    current.run = run;
    current.start = start;
    current.stopped = 0;
    if (!is_watched)
        swrt_spawn(watch, NULL);
    is_watched = true;
    if (is_watcher_idle)
        swrt_cond_wake_one(&began);
    is_watcher_idle = false;
}

/* ---------------------------------------------------------------------------------------------------------------- */

/* Runs blocks as a worker does: most grids are small, and done before another thread would have heard of them. */
static void work(void) {
    struct swrt_executor *x = swrt_executor_take(true);
    if (!x)
        return;
    swrt_executor_work(x, NULL);
    swrt_executor_return(x);
}

/* For the rest of those who run blocks: they are done soon. */
static void pause_since(uint64_t start) {
    uint64_t waited = swrt_now() - start;
    if (waited < SPIN_NS)
        swrt_yield();
    else
        swrt_nap(waited < LONG_NS ? SLEEP_NS : LONG_SLEEP_NS);
}

/* With the lock held. Whether it ended by itself. */
static bool run_to_end(struct swrt_op *op) {
    work();
    for (uint64_t since = op->grid.verified->is_done ? 0 : swrt_now(); !op->grid.verified->is_done;) {
        swrt_unlock();
        pause_since(since);
        swrt_lock();
        if (!op->grid.verified->is_done)
            work();
    }
    current.op = NULL;
    return !current.stopped;
}

void swrt_verify_run(struct swrt_op *op, const struct swrt_run *run, struct swrt_run_result *result) {
    struct swrt_verified verified = {.is_silent = run->is_silent, .turn = run->turn};
    uint64_t start = swrt_now();
    swrt_lock();
    swrt_grid_reset(&op->grid);
    op->grid.variant = run->variant;
    op->grid.shuffle = run->shuffle;
    op->grid.verified = &verified;
    start_clock(op, run, start);
    swrt_grid_ready_here(op);
    bool in_time = run_to_end(op);
    op->grid.verified = NULL;
    swrt_unlock();
    swrt_mirrors_gather();
    *result = (struct swrt_run_result){
        .took = swrt_now() - start, .prints = verified.prints, .text = verified.text, .has_fault = verified.has_fault};
    memcpy(result->fault, verified.fault, sizeof result->fault);
    result->ending = verified.is_refused ? SWRT_RUN_REFUSED : in_time ? SWRT_RUN_DONE : SWRT_RUN_TIMED_OUT;
}
