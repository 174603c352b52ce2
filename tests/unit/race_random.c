/* The race engine against the definition: random programs of a few launches, blocks and threads, and a reference that
 * keeps a full vector clock for each thread and every access ever made, and compares each with all. The same bytes race
 * in both; but where a thread has observed an atomic access without being behind all that its thread knew (pragmatic
 * policy), the engine may count it as behind the atomic accesses before that one, or not.
 *
 * A failing program is printed; SEED=n and COUNT=n in the environment choose others. */
#include "race_trace.h"

enum {
    LAUNCHES = 3,
    BLOCKS = 2,
    ACTIVE = 5,
    ACTORS = LAUNCHES * BLOCKS * ACTIVE + 1,
    HOST = ACTORS - 1,
    GLOBAL_BYTES = 24,
    SHARED_BYTES = 16,
    BYTES = GLOBAL_BYTES + 6 * SHARED_BYTES,
    STEPS = 70,
    HEADS = 400,
};

/* Threads that act, in the first warp and the last, which is the second or the fifth of the program. */
static uint32_t lane_of[ACTIVE] = {0, 1, 2}, last_warp;

/* --- reference ---------------------------------------------------------------------------------------------------- */
typedef uint32_t vector[ACTORS];

struct event {
    int actor, byte, size, scope; /* scope 0: not atomic */
    bool writes;
    uint32_t step;
};
struct head {
    vector known, seen, implied;
    int actor, scope;
};
struct location {
    struct head heads[HEADS], owner;
    int num_heads, last_actor, last_scope, last_size;
    bool has_last, has_owner;
};

static struct {
    vector known[ACTORS], arrived[LAUNCHES * BLOCKS], start[LAUNCHES];
    vector seen[ACTORS], arrived_seen[LAUNCHES * BLOCKS];       /* atomic accesses alone */
    vector implied[ACTORS], arrived_implied[LAUNCHES * BLOCKS]; /* and those that happen before them */
    bool has_arrived[LAUNCHES * BLOCKS];
    struct event events[STEPS * 2];
    struct head fences[ACTORS][STEPS], pending[ACTORS][HEADS];
    int num_events, num_fences[ACTORS], num_pending[ACTORS];
    struct location locations[BYTES];
    bool racy[BYTES], surely[BYTES];
    bool strict;
} ref;

static int launch_of(int actor) {
    return actor / (BLOCKS * ACTIVE);
}
static int block_of(int actor) {
    return actor == HOST ? -1 : actor / ACTIVE;
}

static void join(vector into, const vector from) {
    for (int i = 0; i < ACTORS; i++)
        into[i] = from[i] > into[i] ? from[i] : into[i];
}

/* Whether a scope around one actor includes the other. All launches are on one device. */
static bool includes(int scope, int actor, int other) {
    if (actor == other || scope == SWRT_RACE_SCOPE_SYSTEM)
        return true;
    if (actor == HOST || other == HOST)
        return false;
    return block_of(actor) == block_of(other) ? scope >= SWRT_RACE_SCOPE_BLOCK : scope >= SWRT_RACE_SCOPE_DEVICE;
}

static bool mutual(int scope, int actor, int other_scope, int other) {
    return includes(scope, actor, other) && includes(other_scope, other, actor);
}

static void compare(const struct event *a, const struct event *b) {
    int first = a->byte > b->byte ? a->byte : b->byte;
    int end = a->byte + a->size < b->byte + b->size ? a->byte + a->size : b->byte + b->size;
    bool atomic = a->scope && b->scope && mutual(a->scope, a->actor, b->scope, b->actor) && a->byte == b->byte &&
                  a->size == b->size;
    if (a->actor == b->actor || !(a->writes || b->writes) || atomic || ref.known[b->actor][a->actor] >= a->step ||
        (a->scope && ref.seen[b->actor][a->actor] >= a->step))
        return;
    for (int byte = first; byte < end; byte++) {
        ref.racy[byte] = true;
        ref.surely[byte] |= !a->scope || ref.implied[b->actor][a->actor] < a->step;
    }
}

static void ref_touch(int actor, int byte, int size, int scope, bool writes) {
    struct event *event = &ref.events[ref.num_events++];
    *event = (struct event){actor, byte, size, scope, writes, ref.known[actor][actor]};
    for (int i = 0; i < ref.num_events - 1; i++)
        compare(&ref.events[i], event);
}

static void learn(int actor, const struct head *head) {
    join(ref.known[actor], head->known);
    join(ref.seen[actor], head->seen);
    join(ref.implied[actor], head->implied);
}

static void ref_read(int actor, struct location *at, int scope, int order, bool is_cas, int size) {
    if (!at->has_last || at->last_size != size || !mutual(at->last_scope, at->last_actor, scope, actor))
        return;
    bool acquires = order == SWRT_RACE_ACQUIRE || order >= SWRT_RACE_BOTH || (!ref.strict && !is_cas);
    for (int i = 0; i < at->num_heads; i++) {
        struct head *head = &at->heads[i];
        if (acquires && mutual(head->scope, head->actor, scope, actor))
            learn(actor, head);
        if (ref.num_pending[actor] < HEADS)
            ref.pending[actor][ref.num_pending[actor]++] = *head;
    }
}

static void put_head(struct location *at, const struct head *head) {
    assert_true(at->num_heads < HEADS);
    at->heads[at->num_heads++] = *head;
}

static void ref_write(int actor, struct location *at, int scope, int order, bool is_rmw, int size, bool is_atomic) {
    if (!is_rmw || !at->has_last || at->last_size != size || !mutual(at->last_scope, at->last_actor, scope, actor))
        at->num_heads = 0;
    if (at->has_owner && at->owner.actor == actor)
        put_head(at, &at->owner);
    for (int i = 0; i < ref.num_fences[actor]; i++)
        put_head(at, &ref.fences[actor][i]);
    if (order == SWRT_RACE_RELEASE || order >= SWRT_RACE_BOTH) {
        at->owner.actor = actor;
        at->owner.scope = scope;
        memcpy(at->owner.known, ref.known[actor], sizeof(vector));
        memcpy(at->owner.seen, ref.seen[actor], sizeof(vector));
        memcpy(at->owner.implied, ref.implied[actor], sizeof(vector));
        at->has_owner = true;
        put_head(at, &at->owner);
    }
    for (int i = 0; i < at->num_heads && is_atomic && !ref.strict; i++) {
        at->heads[i].seen[actor] = ref.known[actor][actor];
        join(at->heads[i].implied, ref.known[actor]);
        join(at->heads[i].implied, ref.implied[actor]);
    }
    at->last_actor = actor;
    at->last_scope = scope;
    at->last_size = size;
    at->has_last = true;
}

static void ref_fence(int actor, int scope, int order) {
    for (int i = 0; order != SWRT_RACE_RELEASE && i < ref.num_pending[actor]; i++) {
        struct head *head = &ref.pending[actor][i];
        if (mutual(head->scope, head->actor, scope, actor))
            learn(actor, head);
    }
    if (order == SWRT_RACE_ACQUIRE)
        return;
    struct head *fence = &ref.fences[actor][ref.num_fences[actor]++];
    fence->actor = actor;
    fence->scope = scope;
    memcpy(fence->known, ref.known[actor], sizeof(vector));
    memcpy(fence->seen, ref.seen[actor], sizeof(vector));
    memcpy(fence->implied, ref.implied[actor], sizeof(vector));
}

/* Those for whom `in` is set wait for each other, behind what has arrived. */
static void join_all(const bool *in, vector *of_actor, const vector arrived) {
    vector all = {0};
    if (arrived)
        join(all, arrived);
    for (int i = 0; i < ACTORS; i++)
        if (in[i])
            join(all, of_actor[i]);
    for (int i = 0; i < ACTORS; i++)
        if (in[i])
            join(of_actor[i], all);
}

/* block: whose arrivals they are behind; -1: none. */
static void ref_wait(const bool *in, int block) {
    join_all(in, ref.known, block < 0 ? NULL : ref.arrived[block]);
    join_all(in, ref.seen, block < 0 ? NULL : ref.arrived_seen[block]);
    join_all(in, ref.implied, block < 0 ? NULL : ref.arrived_implied[block]);
}

/* --- programs ----------------------------------------------------------------------------------------------------- */
static uint64_t state;
static bool verbose;

static uint32_t pick(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static char global_memory[GLOBAL_BYTES] __attribute__((aligned(64)));
static char shared_memory[LAUNCHES * BLOCKS][SHARED_BYTES] __attribute__((aligned(64)));
static bool racy[BYTES];

static struct {
    struct swrt_race *race;
    struct swrt_race_launch *launches[LAUNCHES];
    struct swrt_race_block *blocks[LAUNCHES * BLOCKS];
    struct swrt_race_clock *ends[LAUNCHES];
    bool ended[LAUNCHES * BLOCKS], begun[LAUNCHES], over[LAUNCHES], has_host, settles;
    uint32_t num_actors, stride, atomics, sites[5][5][6][2][9];
} run;

#define SAY(...) do { if (verbose) print_message(__VA_ARGS__); } while (0)

static void found(void *context, const struct swrt_race_finding *f) {
    uintptr_t base = f->address & ~(uintptr_t)3;
    SAY("    found %u.%u and %u.%u at %s%lx\n", f->first.block, f->first.thread, f->second.block, f->second.thread,
        f->shared ? "shared " : "", (unsigned long)f->address);
    for (int i = 0; i < 4; i++) {
        if (!(f->bytes >> i & 1))
            continue;
        int block = (int)((uintptr_t)f->second.launch * BLOCKS + f->second.block);
        racy[f->shared ? GLOBAL_BYTES + (size_t)block * SHARED_BYTES + base + (size_t)i
                       : base + (size_t)i - (uintptr_t)global_memory] = true;
    }
}

static uint32_t make_site(int kind, int scope, int order, bool is_volatile, int size) {
    uint32_t *number = &run.sites[kind][scope][order][is_volatile][size];
    struct swrt_race_site site = {.number = 1,
                                  .size = (uint32_t)size,
                                  .kind = (uint8_t)kind,
                                  .scope = (uint8_t)scope,
                                  .order = (uint8_t)order,
                                  .is_volatile = is_volatile};
    if (!*number)
        *number = swrt_race_add_site(run.race, &site);
    return *number;
}

static struct swrt_race_block *engine_block(int actor, uint32_t *thread) {
    *thread = actor == HOST ? 0 : lane_of[actor % ACTIVE];
    return actor == HOST ? swrt_race_host(run.race) : run.blocks[block_of(actor)];
}

static void do_access(int actor) {
    static const int scopes[] = {SWRT_RACE_SCOPE_BLOCK, SWRT_RACE_SCOPE_DEVICE, SWRT_RACE_SCOPE_DEVICE,
                                 SWRT_RACE_SCOPE_SYSTEM};
    bool shared = actor != HOST && !pick(3), is_volatile = false, swaps = pick(2);
    int kind = (int)pick(2), scope = 0, order = 0, size = pick(5) ? 4 : pick(2) ? 8 : pick(2) ? 2 : 1;
    int offset = (int)pick((shared ? SHARED_BYTES : GLOBAL_BYTES) / 4) * 4;
    offset = size == 8 ? offset / 8 * 8 : size < 4 ? offset + (int)pick(4 / (uint32_t)size) * size : offset;
    if (pick(5) < run.atomics) {
        kind = (int)pick(5);
        scope = scopes[pick(4)];
        order = pick(3) ? SWRT_RACE_RELAXED : SWRT_RACE_ACQUIRE + (int)pick(3);
        offset = size == 8 ? offset : offset / 8 * 8;
        size = size < 4 ? 4 : size;
    } else if (!pick(5)) {
        is_volatile = true;
    }
    bool writes = kind == SWRT_RACE_CAS ? swaps : kind != SWRT_RACE_READ;
    int byte = shared ? GLOBAL_BYTES + block_of(actor) * SHARED_BYTES + offset : offset, sync = is_volatile ? 4 : scope;
    SAY("%d access kind %d byte %d size %d scope %d order %d volatile %d writes %d\n", actor, kind, byte, size, scope,
        order, is_volatile, writes);
    struct location *at = &ref.locations[byte];
    if (sync && kind != SWRT_RACE_WRITE && kind != SWRT_RACE_REDUCE)
        ref_read(actor, at, sync, order, kind == SWRT_RACE_CAS, size);
    ref_touch(actor, byte, size, scope, writes);
    if (sync && writes)
        ref_write(actor, at, sync, order, kind >= SWRT_RACE_RMW, size, scope);
    uint32_t thread;
    struct swrt_race_block *block = engine_block(actor, &thread);
    swrt_race_access(block, thread, shared ? &shared_memory[block_of(actor)][offset] : &global_memory[offset],
                     make_site(kind, scope, order, is_volatile, size), writes);
}

static void do_fence(int actor) {
    int scope = pick(2) ? SWRT_RACE_SCOPE_DEVICE : pick(2) ? SWRT_RACE_SCOPE_BLOCK : SWRT_RACE_SCOPE_SYSTEM;
    int order = pick(2) ? SWRT_RACE_SEQUENTIAL : SWRT_RACE_ACQUIRE + (int)pick(3);
    uint32_t thread;
    SAY("%d fence scope %d order %d\n", actor, scope, order);
    ref_fence(actor, scope, order);
    struct swrt_race_block *block = engine_block(actor, &thread);
    swrt_race_fence(block, thread, (enum swrt_race_scope)scope, (enum swrt_race_order)order);
}

static void do_barrier(int block, uint32_t active) {
    bool in[ACTORS] = {0};
    for (int i = 0; i < ACTIVE; i++)
        in[block * ACTIVE + i] = active >> i & 1;
    bool whole = active == 31 && !ref.has_arrived[block] && pick(2);
    /* Other lanes go with their warp, so that they know nothing that those who act do not. */
    uint32_t waiting[5] = {(active & 7) == 7 ? 0xfffffff8 : 0};
    waiting[last_warp] = active >> 3 == 3 ? 0xf9 : 0;
    for (int i = 0; i < ACTIVE; i++)
        waiting[lane_of[i] / 32] |= (active >> i & 1) << lane_of[i] % 32;
    SAY("block %d barrier %x%s\n", block, active, whole ? " whole" : "");
    ref_wait(in, ref.has_arrived[block] && !whole ? block : -1);
    if (whole) {
        swrt_race_barrier(run.blocks[block]);
        return;
    }
    swrt_race_barrier_some(run.blocks[block], 3, waiting);
    ref.has_arrived[block] = false;
    memset(ref.arrived[block], 0, sizeof ref.arrived[block]);
    memset(ref.arrived_seen[block], 0, sizeof ref.arrived_seen[block]);
    memset(ref.arrived_implied[block], 0, sizeof ref.arrived_implied[block]);
}

static void do_arrive(int actor) {
    SAY("%d arrive\n", actor);
    join(ref.arrived[block_of(actor)], ref.known[actor]);
    join(ref.arrived_seen[block_of(actor)], ref.seen[actor]);
    join(ref.arrived_implied[block_of(actor)], ref.implied[actor]);
    ref.has_arrived[block_of(actor)] = true;
    swrt_race_barrier_arrive(run.blocks[block_of(actor)], 3, lane_of[actor % ACTIVE]);
}

static void do_syncwarp(int block) {
    bool in[ACTORS] = {0}, whole = pick(2);
    uint32_t warp = pick(2) ? last_warp : 0, some = whole ? 31 : pick(32), mask = whole ? ~0u : 0;
    for (int i = 0; i < ACTIVE; i++) {
        if (lane_of[i] / 32 != warp || !(some >> i & 1))
            continue;
        in[block * ACTIVE + i] = true;
        mask |= 1u << lane_of[i] % 32;
    }
    SAY("block %d warp %u mask %x\n", block, warp, mask);
    ref_wait(in, -1);
    swrt_race_syncwarp(run.blocks[block], warp, mask);
}

static void do_grid(int launch) {
    bool in[ACTORS] = {0};
    if (run.ended[launch * BLOCKS] || run.ended[launch * BLOCKS + 1])
        return;
    SAY("launch %d grid\n", launch);
    for (int i = 0; i < BLOCKS * ACTIVE; i++)
        in[launch * BLOCKS * ACTIVE + i] = true;
    ref_wait(in, -1);
    swrt_race_grid_sync(run.launches[launch]);
}

/* Behind the host, or not; and behind some of the launches that have ended. */
static void do_begin(int launch) {
    struct swrt_race_clock *after = run.settles || pick(2) ? swrt_race_host_clock(run.race) : NULL;
    memset(ref.start[launch], 0, sizeof(vector));
    SAY("launch %d begins behind%s", launch, after ? " host" : "");
    if (after)
        join(ref.start[launch], ref.known[HOST]);
    ref.known[HOST][HOST]++;
    for (int i = 0; i < LAUNCHES; i++) {
        if (!run.over[i] || pick(2))
            continue;
        SAY(" %d", i);
        swrt_race_clock_join(&after, run.ends[i]);
        join(ref.start[launch], ref.start[i]);
        for (int a = 0; a < BLOCKS * ACTIVE; a++)
            ref.start[launch][i * BLOCKS * ACTIVE + a] = 1000;
    }
    SAY("\n");
    run.begun[launch] = true;
    run.launches[launch] = swrt_race_launch_begin(run.race, after, BLOCKS, 0, (void *)(uintptr_t)launch);
    swrt_race_clock_drop(after);
    for (int i = launch * BLOCKS; i < (launch + 1) * BLOCKS; i++)
        run.blocks[i] = swrt_race_block_begin(run.launches[launch], (uint32_t)(i % BLOCKS), last_warp * 32 + 8,
                                              shared_memory[i], SHARED_BYTES);
    for (int a = launch * BLOCKS * ACTIVE; a < (launch + 1) * BLOCKS * ACTIVE; a++)
        join(ref.known[a], ref.start[launch]);
}

static void do_end_block(int block) {
    SAY("block %d ends\n", block);
    swrt_race_block_end(run.blocks[block]);
    run.ended[block] = true;
    int launch = block / BLOCKS;
    if (!run.ended[launch * BLOCKS] || !run.ended[launch * BLOCKS + 1])
        return;
    SAY("launch %d ends\n", launch);
    run.ends[launch] = swrt_race_launch_end(run.launches[launch]);
    run.over[launch] = true;
}

static void do_host_join(void) {
    for (int i = 0; i < LAUNCHES; i++) {
        if (!run.over[i] || pick(2))
            continue;
        SAY("host waits for %d\n", i);
        swrt_race_host_join(run.race, run.ends[i]);
        join(ref.known[HOST], ref.start[i]);
        for (int a = 0; a < BLOCKS * ACTIVE; a++)
            ref.known[HOST][i * BLOCKS * ACTIVE + a] = 1000;
    }
    if (run.settles)
        swrt_race_settle(run.race);
}

/* Few actors meet more often. */
static int pick_actor(void) {
    uint32_t i = pick(run.num_actors);
    return i == 0 && run.has_host ? HOST : (int)((i * run.stride) % HOST);
}

static void step(void) {
    int actor = pick_actor(), block = block_of(actor), launch = launch_of(actor), what = (int)pick(40);
    if (actor != HOST && !run.begun[launch]) {
        do_begin(launch);
        return;
    }
    if (actor != HOST && run.ended[block])
        return;
    ref.known[actor][actor]++;
    if (what < 24)
        do_access(actor);
    else if (what < 30)
        do_fence(actor);
    else if (actor == HOST)
        do_host_join();
    else if (what < 32)
        do_barrier(block, pick(2) ? 31 : 1 + pick(31));
    else if (what < 33)
        do_arrive(actor);
    else if (what < 37)
        do_syncwarp(block);
    else if (what < 38)
        do_grid(launch);
    else if (!pick(3))
        do_end_block(block);
}

static void finish(void) {
    for (int i = 0; i < LAUNCHES * BLOCKS; i++)
        if (run.begun[i / BLOCKS] && !run.ended[i])
            do_end_block(i);
    for (int i = 0; i < LAUNCHES; i++)
        swrt_race_clock_drop(run.ends[i]);
    swrt_race_delete(run.race);
}

/* Lists of heads are large, and told by their lengths. */
static void reset_reference(void) {
    for (int i = 0; i < BYTES; i++) {
        ref.locations[i].has_last = ref.locations[i].has_owner = false;
        ref.locations[i].num_heads = 0;
    }
    memset(ref.known, 0, sizeof ref.known);
    memset(ref.arrived, 0, sizeof ref.arrived);
    memset(ref.seen, 0, sizeof ref.seen);
    memset(ref.implied, 0, sizeof ref.implied);
    memset(ref.arrived_implied, 0, sizeof ref.arrived_implied);
    memset(ref.surely, 0, sizeof ref.surely);
    memset(ref.arrived_seen, 0, sizeof ref.arrived_seen);
    memset(ref.has_arrived, 0, sizeof ref.has_arrived);
    memset(ref.num_fences, 0, sizeof ref.num_fences);
    memset(ref.num_pending, 0, sizeof ref.num_pending);
    memset(ref.racy, 0, sizeof ref.racy);
    ref.num_events = 0;
}

static void random_program(uint64_t seed, enum swrt_race_policy policy) {
    state = seed * 0x9e3779b97f4a7c15u + policy;
    reset_reference();
    memset(&run, 0, sizeof run);
    memset(racy, 0, sizeof racy);
    ref.strict = policy == SWRT_RACE_STRICT;
    struct swrt_race_options options = {.policy = policy, .every = true, .found = found};
    run.race = swrt_race_new(&options);
    for (int i = 0; i < ACTORS; i++)
        ref.known[i][i] = 1;
    run.settles = pick(2);
    run.has_host = run.settles || !pick(3);
    run.num_actors = 2 + pick(pick(2) ? 4 : ACTORS - 2);
    run.stride = pick(2) ? 1 : pick(2) ? ACTIVE : 1 + pick(7);
    run.atomics = 1 + pick(4);
    last_warp = pick(2) ? 1 : 4;
    lane_of[3] = last_warp * 32 + 1;
    lane_of[4] = last_warp * 32 + 2;
    for (int i = 0; i < STEPS; i++)
        step();
    finish();
}

static uint64_t number_of(const char *name, uint64_t standard) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : standard;
}

static void same_bytes_race(void **context) {
    uint64_t first = number_of("SEED", 1), count = number_of("COUNT", 1000), some = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        for (int policy = 0; policy < 2; policy++) {
            random_program(seed, (enum swrt_race_policy)policy);
            for (int i = 0; i < BYTES; i++) {
                some += racy[i];
                if ((racy[i] <= ref.racy[i] && racy[i] >= ref.surely[i]) || verbose)
                    continue;
                verbose = true;
                print_message("seed %lu, policy %d\n", (unsigned long)seed, policy);
                random_program(seed, (enum swrt_race_policy)policy);
                fail_msg("seed %lu policy %d: byte %d: engine %d, reference %d", (unsigned long)seed, policy, i,
                         racy[i], ref.racy[i]);
            }
        }
    }
    print_message("%lu programs of each policy, %lu racing bytes\n", (unsigned long)count, (unsigned long)some);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_bytes_race)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
