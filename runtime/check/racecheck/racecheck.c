/* racecheck: accesses to shared and global memory that nothing orders, in a block, between blocks, kernels, copies and
 * the host. The engine decides (check/race/race.h); here it is told what happens. */
#include "base/fatal.h"
#include "check/racecheck/racecheck.h"
#include "base/plural.h"
#include "check/racecheck/order.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/call_stack.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/memory/allocations.h"
#include "check/turn.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "execute/grid.h"
#include "memory/copy.h"
#include "os/thread/thread.h"

struct swrt_race *swrt_racecheck_race;

/* ---- sites ---- */

/* With the pragmatic policy a read that begins a retry loop around a compare-and-swap is as one that did not swap:
 * CUDA's own way of making atomic functions (CUDA C++ Programming Guide, Atomic Functions). */
static bool is_strict;

static bool begins_retries(const struct swrt_site *site) {
    return (site->flags & SWRT_SITE_EXPECTED) && !is_strict;
}

static uint32_t size_of(const struct swrt_site *site) {
    return site->flags & SWRT_SITE_PACKED ? site->size / 2 : site->size;
}

static uint32_t add_site(const struct swrt_site *like, uint8_t kind) {
    struct swrt_race_site site = {.number = like->number,
                                  .size = size_of(like),
                                  .kind = kind,
                                  .scope = (uint8_t)like->scope,
                                  .order = (uint8_t)like->order,
                                  .is_volatile = like->flags & SWRT_SITE_VOLATILE};
    if (begins_retries(like)) {
        site.kind = SWRT_RACE_CAS;
        site.order = SWRT_RACE_RELAXED;
        site.scope = SWRT_RACE_SCOPE_SYSTEM;
    }
    return swrt_race_add_site(swrt_racecheck_race, &site);
}

static uint8_t kind_of(const struct swrt_site *site) {
    switch (site->kind) {
    case SWRT_SITE_READ:
        return SWRT_RACE_READ;
    case SWRT_SITE_RMW:
        return SWRT_RACE_RMW;
    case SWRT_SITE_CAS:
        return SWRT_RACE_CAS;
    case SWRT_SITE_REDUCE:
        return SWRT_RACE_REDUCE;
    default:
        return SWRT_RACE_WRITE;
    }
}

/* The engine's number; of a copy that of its writes, which that of its reads follows. */
static inline uint32_t number_of(struct swrt_site *site) {
    if (site->race)
        return site->race;
    site->race = add_site(site, kind_of(site));
    if (site->kind == SWRT_SITE_COPY)
        add_site(site, SWRT_RACE_READ);
    return site->race;
}

/* Generated code itself sees to accesses that are as expected. */
static void quick(struct swrt_check_quick *said) {
    said->wants |= SWRT_WANTS_RACES;
}

/* Of blocks that are not checked: nothing is expected. */
static struct swrt_check_pattern no_patterns[SWRT_CHECK_PATTERNS];

static void start(void) {
    const char *policy = getenv("SOFTWARP_CHECK_POLICY");
    is_strict = policy && !strcmp(policy, "strict");
    struct swrt_race_options options = {
        .policy = is_strict ? SWRT_RACE_STRICT : SWRT_RACE_PRAGMATIC, .every = true, .found = swrt_racecheck_found};
    swrt_turn_start();
    for (uint32_t i = 0; i < SWRT_CHECK_PATTERNS; i++)
        no_patterns[i].next = SWRT_CHECK_NOWHERE;
    swrt_racecheck_race = swrt_race_new(&options);
}

/* ---- what device code does ---- */

static inline struct swrt_slot *slot_of(struct swrt_block *block) {
    return block->runtime;
}

/* A thread's own variables are nobody else's, and their memory is the next block's. (Nor is anybody told of a launch
 * that is too large to be checked.) */
static inline bool is_local(const struct swrt_slot *slot, const void *address) {
    return !slot->race || swrt_frames_hold(&slot->frames, address) ||
           (size_t)((const char *)address - swrt_self()->stack_low) <
               (size_t)(swrt_self()->stack_top - swrt_self()->stack_low) ||
           swrt_guarded_holds(&slot->executor->locals, address);
}

static bool is_plain(const struct swrt_site *site) {
    return site->order == SWRT_ORDER_WEAK && !(site->flags & SWRT_SITE_VOLATILE) && !begins_retries(site);
}

/* What a thread reads so may be another's, so that it depends on their order what the thread does next. */
static void note_order(const struct swrt_site *site) {
    static bool is_noted;
    if (is_noted || site->kind == SWRT_SITE_REDUCE || site->kind == SWRT_SITE_WRITE)
        return;
    is_noted = true;
    swrt_findings_depend_on_order();
}

/* Whether the access reads, and is told of before that. */
static bool reads_before(const struct swrt_site *site) {
    return site->kind == SWRT_SITE_READ || site->kind == SWRT_SITE_RMW;
}

static void check_access(struct swrt_block *block, const void *address, struct swrt_site *site, bool is_write) {
    struct swrt_slot *slot = slot_of(block);
    if (is_local(slot, address))
        return;
    swrt_turn_enter();
    note_order(site);
    swrt_race_access(slot->race, block->tid, address, number_of(site), is_write);
    swrt_racecheck_last = (struct swrt_race_last){slot->race,    address,  block->tid,        number_of(site),
                                                  size_of(site), is_write, reads_before(site)};
    swrt_turn_leave();
}

static inline void check_plain(struct swrt_block *block, const void *address, struct swrt_site *site) {
    struct swrt_slot *slot = slot_of(block);
    if (is_local(slot, address))
        return;
    swrt_turn_enter();
    swrt_race_touch(slot->race, block->tid, address, number_of(site));
    swrt_racecheck_last.reads = false;
    swrt_turn_leave();
}

static void check_read(struct swrt_block *block, const void *address, struct swrt_site *site) {
    if (is_plain(site))
        check_plain(block, address, site);
    else
        check_access(block, address, site, false);
}

static void check_write(struct swrt_block *block, const void *address, struct swrt_site *site) {
    if (is_plain(site))
        check_plain(block, address, site);
    else
        check_access(block, address, site, true);
}

/* Whether a compare-and-swap writes is known only behind it. */
static void check_atomic(struct swrt_block *block, const void *address, struct swrt_site *site) {
    if (site->kind == SWRT_SITE_CAS)
        return;
    check_access(block, address, site, site->kind != SWRT_SITE_READ);
    if (site->flags & SWRT_SITE_PACKED)
        check_access(block, (const char *)address + size_of(site), site, site->kind != SWRT_SITE_READ);
}

static void check_swapped(struct swrt_block *block, const void *address, uint32_t swapped, struct swrt_site *site) {
    check_access(block, address, site, swapped);
}

static void check_range(struct swrt_block *block, const void *address, uint64_t bytes, uint32_t number) {
    struct swrt_slot *slot = slot_of(block);
    if (bytes && !is_local(slot, address))
        swrt_race_range(slot->race, block->tid, address, bytes, number);
}

static void check_copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes,
                       struct swrt_site *site) {
    swrt_turn_enter();
    uint32_t number = number_of(site);
    check_range(block, from, bytes, number + 1);
    check_range(block, to, bytes, number);
    swrt_turn_leave();
}

static void check_fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site) {
    swrt_turn_enter();
    check_range(block, to, bytes, number_of(site));
    swrt_turn_leave();
}

static void check_fence(struct swrt_block *block, struct swrt_site *site) {
    struct swrt_slot *slot = slot_of(block);
    if (!slot->race)
        return;
    swrt_turn_enter();
    swrt_race_fence(slot->race, block->tid, (enum swrt_race_scope)site->scope, (enum swrt_race_order)site->order);
    swrt_turn_leave();
}

/* ---- blocks and waits ---- */

static struct swrt_race_origin *describe(const struct swrt_grid *grid) {
    struct swrt_race_origin *launch = malloc(sizeof *launch);
    if (!launch)
        swrt_fatal("out of memory for racecheck's launches");
    *launch = (struct swrt_race_origin){
        .kernel = grid->kernel, .caller = grid->caller, .is_passed_over = grid->is_passed_over};
    memcpy(launch->ntid, grid->ntid, sizeof launch->ntid);
    memcpy(launch->nctaid, grid->nctaid, sizeof launch->nctaid);
    return launch;
}

static void end_block(struct swrt_slot *slot) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    swrt_race_block_end(slot->race);
    swrt_racecheck_last.reads = false;
    slot->race = NULL;
    swrt_turn_leave();
    swrt_turn_block_ends();
}

/* The grid's launch, as the engine knows it; null if it has too many blocks. */
static struct swrt_race_launch *launch_of(struct swrt_grid *grid) {
    static bool is_said;
    if (grid->race)
        return grid->race;
    struct swrt_race_origin *origin = describe(grid);
    grid->race = swrt_race_launch_begin(swrt_racecheck_race, swrt_order_clock(swrt_grid_op(grid)), grid->total,
                                        (uint32_t)grid->device, origin);
    if (grid->race)
        return grid->race;
    free(origin);
    if (!is_said)
        fprintf(stderr,
                "softwarp: racecheck: a launch of %llu block%s is too large to be checked for races (said "
                "once)\n",
                (unsigned long long)grid->total, swrt_s((unsigned long long)grid->total));
    is_said = true;
    return NULL;
}

static void block_begins(struct swrt_block *b) {
    struct swrt_slot *slot = slot_of(b);
    end_block(slot);
    b->patterns = no_patterns;
    swrt_turn_block_begins();
    swrt_turn_enter();
    struct swrt_race_launch *launch = launch_of(slot->grid);
    if (!launch) {
        swrt_turn_leave();
        swrt_turn_block_ends();
        return;
    }
    uint32_t index = b->ctaid_x + b->nctaid_x * (b->ctaid_y + b->nctaid_y * b->ctaid_z);
    /* the cluster's other blocks access it as well; before, it was another cluster's */
    uint32_t own_bytes = slot->cluster ? 0 : b->shared_bytes;
    if (slot->cluster && b->shared_bytes)
        swrt_race_forget(swrt_racecheck_race, b->shared, (size_t)1 << b->shared_log);
    slot->race = swrt_race_block_begin(launch, index, b->nthreads, b->shared, own_bytes);
    swrt_race_block_rows(slot->race, b->ntid_x);
    b->patterns = swrt_race_patterns(slot->race);
    swrt_turn_leave();
}

static void block_ends(struct swrt_block *block) {
    end_block(slot_of(block));
}

static void barrier_opens(struct swrt_slot *slot, const struct swrt_barrier *barrier) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    if (barrier->threads)
        swrt_race_barrier_some(slot->race, (uint32_t)(barrier - slot->barriers), barrier->waiting);
    else
        swrt_race_barrier(slot->race);
    swrt_turn_leave();
}

static void barrier_arrived(struct swrt_slot *slot, uint32_t barrier, uint32_t thread) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    swrt_race_barrier_arrive(slot->race, barrier, thread);
    swrt_turn_leave();
}

/* Threads that have exited count as arrived. */
static void arrive_for_exited(const struct swrt_slot *slot, uint32_t barrier) {
    for (uint32_t tid = 0; tid < slot->block.nthreads; tid++)
        if (slot->has_ended || !(slot->warps[tid / SWRT_LANES].alive >> tid % SWRT_LANES & 1))
            swrt_race_barrier_arrive(slot->race, barrier, tid);
}

static void open_for_cluster(const struct swrt_cluster *cluster, uint32_t barrier) {
    struct swrt_race_block *blocks[SWRT_MOST_CLUSTER];
    uint32_t count = 0;
    for (uint32_t rank = 0; rank < cluster->blocks; rank++) {
        const struct swrt_slot *slot = cluster->slots[rank];
        if (!slot->race)
            continue;
        arrive_for_exited(slot, barrier);
        blocks[count++] = slot->race;
    }
    swrt_race_barrier_open_all(blocks, count, barrier);
}

static void barrier_opened(struct swrt_slot *slot, uint32_t barrier) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    if (slot->cluster && barrier == SWRT_BARRIERS + SWRT_SPLIT_CLUSTER)
        open_for_cluster(slot->cluster, barrier);
    else
        swrt_race_barrier_open(slot->race, barrier);
    swrt_turn_leave();
}

static void barrier_passed(struct swrt_slot *slot, uint32_t barrier, uint32_t thread) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    swrt_race_barrier_pass(slot->race, barrier, thread);
    swrt_turn_leave();
}

static void lanes_met(struct swrt_slot *slot, uint32_t warp, uint32_t lanes) {
    if (!slot->race)
        return;
    swrt_turn_enter();
    swrt_race_syncwarp(slot->race, warp, lanes);
    swrt_turn_leave();
}

static void grid_opens(struct swrt_grid *grid) {
    if (!grid->race)
        return;
    swrt_turn_enter();
    swrt_race_grid_sync(grid->race);
    swrt_turn_leave();
}

/* ---- the host, copies, memory ---- */

static bool is_tracked(const void *address) {
    struct swrt_allocation found_in;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found_in);
    return kind != SWRT_MEMORY_NONE && kind != SWRT_MEMORY_RAW && kind != SWRT_MEMORY_INVALID &&
           kind != SWRT_MEMORY_REGISTERED;
}

static void box(struct swrt_race_block *block, struct swrt_place place, struct swrt_shape shape, uint32_t number) {
    if (!is_tracked(place.base))
        return;
    for (size_t row = 0; row < shape.height * shape.depth; row++)
        swrt_race_range(block, 0, place.base + row / shape.height * place.slice + row % shape.height * place.pitch,
                        shape.width, number);
}

/* What accesses boxes: the host, or an operation of a stream, which is a launch of one thread. */
static void boxes(const struct swrt_place *read, const struct swrt_place *written, struct swrt_shape shape,
                  const struct swrt_call_stack *caller) {
    enum swrt_race_place_kind what = read ? SWRT_RACE_PLACE_COPY : SWRT_RACE_PLACE_FILL;
    struct swrt_op *op = swrt_order_running();
    swrt_turn_lock();
    struct swrt_race_launch *launch = NULL;
    struct swrt_race_block *block = swrt_race_host(swrt_racecheck_race);
    if (op) {
        uint32_t device = (uint32_t)op->stream->device;
        launch = swrt_race_launch_begin(swrt_racecheck_race, swrt_order_clock(op), 1, device, NULL);
        if (!launch) {
            swrt_turn_unlock();
            return;
        }
        block = swrt_race_block_begin(launch, 0, 1, NULL, 0);
    }
    if (read)
        box(block, *read, shape, swrt_racecheck_number(caller, what, swrt_race_plainly(SWRT_RACE_READ), caller));
    box(block, *written, shape, swrt_racecheck_number(caller, what, swrt_race_plainly(SWRT_RACE_WRITE), caller));
    if (launch) {
        swrt_race_block_end(block);
        struct swrt_race_clock *end = swrt_race_launch_end(launch);
        swrt_order_behind(op, end);
        swrt_race_clock_drop(end);
    }
    swrt_turn_unlock();
}

static void copied(const struct swrt_copy *copy) {
    boxes(&copy->src, &copy->dst, copy->shape, copy->caller);
}

static void filled(const struct swrt_fill *fill) {
    boxes(NULL, &fill->dst, fill->shape, fill->caller);
}

static void allocated(const void *base, size_t bytes, uint32_t kind) {
    swrt_allocation_begins(base, bytes, kind);
}

static void freed(const void *base, size_t bytes) {
    swrt_allocation_ends(base);
    swrt_race_forget(swrt_racecheck_race, base, bytes);
}

/* Who frees on the device heap is behind all who used the memory, and who gets it is behind that. What threads of the
 * block have done with it counts as done before. */
static void heap_freed(struct swrt_block *block, const void *base, bool was_allocated) {
    (void)base;
    (void)was_allocated;
    if (!slot_of(block)->race)
        return;
    swrt_turn_enter();
    swrt_race_catch_up(slot_of(block)->race);
    swrt_turn_leave();
}

static void heap_allocated(struct swrt_block *block, const void *base, size_t bytes) {
    (void)block;
    swrt_turn_enter();
    swrt_race_forget(swrt_racecheck_race, base, bytes);
    swrt_turn_leave();
}

const struct swrt_check_tool swrt_check_racecheck_tool = {.name = "racecheck",
                                                          .start = start,
                                                          .quick = quick,
                                                          .read = check_read,
                                                          .write = check_write,
                                                          .atomic = check_atomic,
                                                          .swapped = check_swapped,
                                                          .copy = check_copy,
                                                          .fill = check_fill,
                                                          .fence = check_fence,
                                                          .host = swrt_racecheck_host,
                                                          .host_atomic_begins = swrt_racecheck_host_atomic_begins,
                                                          .host_atomic = swrt_racecheck_host_atomic,
                                                          .host_fence = swrt_racecheck_host_fence,
                                                          .block_begins = block_begins,
                                                          .block_ends = block_ends,
                                                          .copied = copied,
                                                          .filled = filled,
                                                          .program_ends = swrt_racecheck_mends,
                                                          .allocated = allocated,
                                                          .freed = freed,
                                                          .heap_allocated = heap_allocated,
                                                          .heap_freed = heap_freed,
                                                          .free_begins = swrt_turn_lock,
                                                          .free_ends = swrt_turn_unlock,
                                                          .barrier_opens = barrier_opens,
                                                          .barrier_arrived = barrier_arrived,
                                                          .barrier_opened = barrier_opened,
                                                          .barrier_passed = barrier_passed,
                                                          .lanes_met = lanes_met,
                                                          .grid_opens = grid_opens,
                                                          .runs = swrt_order_runs,
                                                          .host_runs = swrt_order_host_runs,
                                                          .op_submitted = swrt_order_submitted,
                                                          .op_completed = swrt_order_completed,
                                                          .op_ran = swrt_order_ran,
                                                          .op_follows = swrt_order_follows,
                                                          .op_recorded = swrt_order_recorded,
                                                          .stream_waits = swrt_order_stream_waits,
                                                          .host_saw_stream = swrt_order_host_saw_stream,
                                                          .host_saw_device = swrt_order_host_saw_device,
                                                          .host_saw_event = swrt_order_host_saw_event,
                                                          .forget = swrt_order_forget,
                                                          .forgets_all = swrt_racecheck_mends_forget};
