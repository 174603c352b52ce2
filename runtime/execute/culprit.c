/* Finds the thread that made a fault. Code for several lanes makes one access for all of them, and the processor names one
 * address, not the lane. So after a fault the block is run once more, one thread at a time, in a child process with a copy
 * of all memory (os/twin.h). The child's signal handler compares each fault with the one that was met: if they are the same
 * it reports which thread made it; otherwise it puts a page there and lets the thread go on. Before a fault this costs
 * nothing.
 *
 * A block that is not alone in its cluster is not run again: it needs the others.
 *
 * The child may find nothing, as the block waits for others, or does something else now that memory has changed. Then the
 * report names the threads that ran side by side. The child's processor time is limited, and so is the wait for it, as it
 * may want a lock that another thread held when it was made. */
#include "check/check.h"
#include "execute/block.h"
#include "execute/culprit.h"
#include "os/twin.h"

enum {
    SECONDS = 2,           /* of processor time, for the child */
    WAIT_MS = 10000,       /* for its answer */
    MOST_TURNS = 1000,     /* of a block that waits */
    NEAR = SWRT_TWIN_PAGE, /* bytes: further than one access reaches, whichever of its bytes the processor names */
};

struct answer {
    uint32_t tid;
    uintptr_t address, pc;
};

static struct swrt_mutex lock = SWRT_MUTEX_FREE; /* one asks at a time */
static struct {
    bool is_on;
    struct swrt_twin twin;
    const struct swrt_slot *slot;
    struct swrt_fault met;
} seek;

bool swrt_culprit_seeks(void) {
    return seek.is_on;
}

static bool is_met(const struct swrt_fault *now) {
    const struct swrt_fault *met = &seek.met;
    return now->kind == met->kind && now->general_protection == met->general_protection &&
           now->misaligned == met->misaligned && now->stack_overflow == met->stack_overflow &&
           now->overrun == met->overrun && now->is_read == met->is_read && now->is_before == met->is_before &&
           now->is_call == met->is_call && now->signal == met->signal &&
           (now->overrun || now->address - met->address + NEAR < 2 * NEAR);
}

void swrt_culprit_seen(const struct swrt_fault *now) {
    if (is_met(now)) {
        struct answer answer = {seek.slot->block.tid, now->address, now->pc};
        swrt_twin_say(&seek.twin, &answer, sizeof answer);
    }
    bool is_access = now->kind == SWRT_FAULT_SIGNAL && now->signal == SWRT_SIGNAL_ACCESS &&
                     now->address >= SWRT_TWIN_PAGE;
    if (!is_access || now->general_protection || now->stack_overflow || now->is_call ||
        !swrt_twin_put_page(now->address))
        swrt_twin_leave();
}

void swrt_culprit_seen_if_met(const struct swrt_fault *now) {
    if (is_met(now))
        swrt_culprit_seen(now);
}

static const struct swrt_variant *one_lane(const struct swrt_kernel *kernel) {
    const struct swrt_variant *variants = kernel->variants;
    for (uint32_t i = 0; i < kernel->num_variants; i++)
        if (variants[i].lanes == 1)
            return &variants[i];
    return NULL;
}

_Noreturn static void run_again(struct swrt_executor *x, struct swrt_slot *slot) {
    struct swrt_grid *grid = slot->grid;
    const struct swrt_block *b = &slot->block;
    uint64_t index = b->ctaid_x + (uint64_t)b->nctaid_x * (b->ctaid_y + (uint64_t)b->nctaid_y * b->ctaid_z);
    grid->variant = one_lane(grid->kernel);
    grid->shuffle = 0;
    grid->stop = false;
    x->num_assertions = 0;
    if (setjmp(x->recover)) { /* raised, and not by a signal */
        if (is_met(&x->fault))
            swrt_culprit_seen(&x->fault);
        swrt_twin_leave();
    }
    x->running = slot;
    swrt_slot_prepare(slot, grid, index);
    enum swrt_progress progress = swrt_block_start(slot);
    for (unsigned turns = 0; progress == SWRT_STALLED && turns < MOST_TURNS; turns++)
        progress = swrt_block_continue(slot);
    swrt_twin_leave();
}

static bool ask(struct swrt_executor *x, struct swrt_slot *slot, struct answer *answer) {
    enum swrt_twin_made made = swrt_twin_make(&seek.twin, SECONDS);
    if (made == SWRT_IS_TWIN) {
        seek.is_on = true;
        run_again(x, slot);
    }
    return made == SWRT_TWIN_MADE && swrt_twin_answer(&seek.twin, answer, sizeof *answer, WAIT_MS);
}

void swrt_culprit_find(struct swrt_executor *x, struct swrt_slot *slot, struct swrt_fault *fault) {
    struct answer answer;
    if (fault->kind != SWRT_FAULT_SIGNAL || slot->width == 1 || swrt_check_is_on() || slot->cluster ||
        !one_lane(slot->grid->kernel))
        return;
    swrt_mutex_lock(&lock);
    seek.slot = slot;
    seek.met = *fault;
    bool is_found = ask(x, slot, &answer);
    swrt_mutex_unlock(&lock);
    if (!is_found || answer.tid >= slot->block.nthreads)
        return;
    slot->block.tid = answer.tid;
    slot->block.tid_x = x->tids_x[answer.tid];
    slot->block.tid_y = x->tids_y[answer.tid];
    slot->block.tid_z = x->tids_z[answer.tid];
    fault->address = answer.address;
    fault->pc = answer.pc;
    fault->is_one_thread = true;
}
