/* Accesses that wait and are looked at together (swrt_race_touch) against the same looked at one by one: random kernels
 * whose threads sweep over memory as kernels do, told to two engines. The same bytes race in both.
 *
 * A failing program is printed; SEED=n and COUNT=n in the environment choose others. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "check/race/race.h"

enum { GLOBAL_BYTES = 3 * 4096, SHARED_BYTES = 1024, BLOCKS = 3, LAUNCHES = 3, SITES = 4, MOST_THREADS = 256 };
enum { BYTES = GLOBAL_BYTES + LAUNCHES * BLOCKS * SHARED_BYTES };

static char global_memory[GLOBAL_BYTES] __attribute__((aligned(4096)));
static char shared_memory[LAUNCHES * BLOCKS][SHARED_BYTES] __attribute__((aligned(64)));

static struct engine {
    struct swrt_race *race;
    struct swrt_race_launch *launch;
    struct swrt_race_block *blocks[BLOCKS];
    struct swrt_race_clock *before; /* what the next launch may come behind */
    uint32_t sites[2 * SITES], add;
    bool racy[BYTES], waits, is_full; /* is_full: has had to forget something */
} engines[2];

/* What the threads of a segment do at one place: rows of `count` accesses. */
struct sweep {
    bool writes, shared, gathers;
    uint32_t size, count, site;
    int64_t base, step, step_x, step_y;
};

static uint64_t state;
static bool verbose, is_tame; /* is_tame: one block, and threads write where nobody else accesses before a barrier */
static uint32_t threads, width, launch_number;

#define SAY(...) do { if (verbose) print_message(__VA_ARGS__); } while (0)

static uint32_t pick(uint32_t n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(state >> 33) % n;
}

static void found(void *context, const struct swrt_race_finding *f) {
    struct engine *e = context;
    size_t block = (size_t)(uintptr_t)f->second.launch * BLOCKS + f->second.block;
    uintptr_t base = f->address - (uintptr_t)__builtin_ctz(f->bytes);
    SAY("    %s: %u.%u and %u.%u at %s%lx\n", e->waits ? "together" : "one by one", f->first.block, f->first.thread,
        f->second.block, f->second.thread, f->shared ? "shared " : "", (unsigned long)f->address);
    for (uint32_t i = 0; i < 4; i++)
        if (f->bytes >> i & 1)
            e->racy[f->shared ? GLOBAL_BYTES + block * SHARED_BYTES + base + i : base + i - (uintptr_t)global_memory] =
                true;
}

static const int64_t steps[] = {0, 0, 1, 1, 1, -1, 2, 3, 16};

/* Mostly what kernels do: neighbours side by side, the same for all of a row or column, chunks for each thread. */
static struct sweep make_sweep(uint32_t site) {
    struct sweep s = {.writes = pick(3) == 0,
                      .shared = pick(3) == 0,
                      .gathers = pick(12) == 0,
                      .site = site,
                      .size = 1u << pick(5),
                      .count = pick(2) ? 1 : 1 + pick(4)};
    int64_t room = s.shared ? SHARED_BYTES : GLOBAL_BYTES, size = s.size;
    switch (pick(5)) {
    case 0: /* a chunk each */
        s.step = size;
        s.step_x = size * s.count;
        s.step_y = s.step_x * width;
        break;
    case 1: /* in order, and again further on */
        s.step = (int64_t)threads * size;
        s.step_x = size;
        s.step_y = size * width;
        break;
    case 2: /* a column */
        s.step = 64;
        s.step_x = size;
        break;
    default:
        s.step = steps[pick(9)] * size;
        s.step_x = steps[pick(9)] * size;
        s.step_y = pick(2) ? s.step_x * width : steps[pick(9)] * size;
    }
    if (is_tame && s.writes) {
        s = (struct sweep){.writes = true, .site = site, .size = 1u << pick(4), .count = 1};
        s.step_x = s.size;
        s.step_y = s.size * (int64_t)width;
    }
    s.base = is_tame ? site * room / SITES : (int64_t)pick((uint32_t)(room / 64)) * (pick(3) ? 64 : size);
    SAY("  site %u: %s %s of %u, %u at %ld + %ld x + %ld y, by %ld%s\n", site, s.writes ? "writes" : "reads",
        s.shared ? "shared" : "global", s.size, s.count, (long)s.base, (long)s.step_x, (long)s.step_y, (long)s.step,
        s.gathers ? ", gathers" : "");
    return s;
}

/* Within the memory, aligned. */
static size_t place(const struct sweep *s, uint32_t thread, uint32_t i) {
    int64_t room = s->shared ? SHARED_BYTES : GLOBAL_BYTES;
    int64_t at = s->base + thread % width * s->step_x + thread / width * s->step_y + i * s->step;
    if (s->gathers)
        at += (thread * 7919 + i * 104729) % 97 * s->size;
    int64_t from = is_tame ? s->base : 0;
    room = is_tame ? room / SITES : room;
    at = from + (at - from) % room;
    return (size_t)((at < from ? at + room : at) / s->size * s->size);
}

static void touch(const struct sweep *s, uint32_t block, uint32_t thread) {
    for (uint32_t i = 0; i < s->count; i++) {
        size_t at = place(s, thread, i);
        const char *address = s->shared ? &shared_memory[launch_number * BLOCKS + block][at] : &global_memory[at];
        for (struct engine *e = engines; e < engines + 2; e++) {
            struct swrt_race_site site = {
                .number = s->site + 1, .size = s->size, .kind = s->writes ? SWRT_RACE_WRITE : SWRT_RACE_READ};
            uint32_t *number = &e->sites[s->site];
            if (!*number)
                *number = swrt_race_add_site(e->race, &site);
            if (e->waits)
                swrt_race_touch(e->blocks[block], thread, address, *number);
            else
                swrt_race_access(e->blocks[block], thread, address, *number, s->writes);
        }
    }
}

/* The i-th of a segment to run: in order, each warp's first one last, backwards. */
static uint32_t nth(uint32_t i, uint32_t order) {
    uint32_t left = threads - i / 32 * 32, lanes = left < 32 ? left : 32;
    return order == 0 ? i : order == 1 ? i / 32 * 32 + (i % 32 + 1) % lanes : threads - 1 - i;
}

static void run_segment(uint32_t block, const struct sweep *sweeps, uint32_t count) {
    uint32_t order = pick(3), idle = pick(2) ? threads : pick(threads), some = pick(6) ? 0 : pick(32);
    SAY(" block %u: order %u, not thread %u, not lanes with %x\n", block, order, idle, some);
    for (uint32_t i = 0; i < threads; i++) {
        uint32_t thread = nth(i, order);
        for (uint32_t k = 0; thread != idle && !(thread & some) && k < count; k++)
            touch(&sweeps[k], block, thread);
    }
}

static void synchronise(uint32_t block) {
    uint32_t kind = pick(is_tame ? 4 : 8), thread = pick(threads), warp = thread / 32, at = pick(8) * 64;
    SAY(" block %u: synchronisation %u of %u\n", block, kind, thread);
    for (struct engine *e = engines; e < engines + 2; e++) {
        struct swrt_race_block *b = e->blocks[block];
        if (kind < 4)
            swrt_race_barrier(b);
        else if (kind == 4)
            swrt_race_syncwarp(b, warp, ~0u);
        else if (kind == 5)
            swrt_race_fence(b, thread, SWRT_RACE_SCOPE_DEVICE, SWRT_RACE_SEQUENTIAL);
        else if (kind == 6)
            swrt_race_access(b, thread, &global_memory[at], e->add, true);
    }
}

/* Memory that another has from now on, a copy, or nothing. */
static void between(void) {
    uint32_t kind = pick(4), first = pick(GLOBAL_BYTES / 64) * 64, bytes = pick(2) ? 4096 : 1 + pick(512);
    bytes = first + bytes > GLOBAL_BYTES ? GLOBAL_BYTES - first : bytes;
    SAY("between: %u, %u bytes at %u\n", kind, bytes, first);
    for (struct engine *e = engines; e < engines + 2; e++) {
        if (kind == 0)
            swrt_race_forget(e->race, &global_memory[first], bytes);
        if (kind == 1 || kind == 2) {
            struct swrt_race_launch *copy = swrt_race_launch_begin(e->race, e->before, 1, 0,
                                                                   (void *)(uintptr_t)(LAUNCHES - 1));
            struct swrt_race_block *b = swrt_race_block_begin(copy, 0, 1, NULL, 0);
            swrt_race_range(b, 0, &global_memory[first], bytes, e->sites[2 * SITES - kind]);
            swrt_race_block_end(b);
            swrt_race_clock_drop(e->before);
            e->before = swrt_race_launch_end(copy);
        }
    }
}

static void run_launch(void) {
    struct sweep sweeps[SITES];
    uint32_t blocks = is_tame ? 1 : 1 + pick(BLOCKS), segments = 1 + pick(4), behind = is_tame || pick(3), count;
    threads = 1 + pick(MOST_THREADS);
    threads = pick(3) ? (threads + 31) / 32 * 32 : threads;
    width = pick(2) ? threads : 1 + pick(threads < 32 ? threads : 32);
    SAY("launch %u, %u blocks of %u threads in rows of %u%s\n", launch_number, blocks, threads, width,
        behind ? ", behind the last" : "");
    for (struct engine *e = engines; e < engines + 2; e++) {
        e->launch = swrt_race_launch_begin(e->race, behind ? e->before : NULL, blocks, 0,
                                           (void *)(uintptr_t)launch_number);
        for (uint32_t i = 0; i < blocks; i++) {
            e->blocks[i] = swrt_race_block_begin(e->launch, i, threads, shared_memory[launch_number * BLOCKS + i],
                                                 SHARED_BYTES);
            swrt_race_block_rows(e->blocks[i], width);
        }
    }
    for (uint32_t segment = 0; segment < segments; segment++) {
        count = 1 + pick(SITES);
        for (uint32_t i = 0; i < count; i++)
            sweeps[i] = make_sweep(i);
        for (struct engine *e = engines; e < engines + 2; e++)
            memset(e->sites, 0, SITES * sizeof *e->sites);
        for (uint32_t i = 0; i < blocks; i++) {
            run_segment(i, sweeps, count);
            synchronise(i);
        }
        if (pick(6) == 0)
            for (struct engine *e = engines; e < engines + 2; e++)
                swrt_race_grid_sync(e->launch);
    }
    for (struct engine *e = engines; e < engines + 2; e++) {
        for (uint32_t i = 0; i < blocks; i++)
            swrt_race_block_end(e->blocks[i]);
        swrt_race_clock_drop(e->before);
        e->before = swrt_race_launch_end(e->launch);
    }
}

static void start(struct engine *e, bool waits) {
    memset(e, 0, sizeof *e);
    struct swrt_race_options options = {.policy = SWRT_RACE_PRAGMATIC, .every = true, .found = found, .context = e};
    struct swrt_race_site add = {
        .number = 50, .size = 4, .kind = SWRT_RACE_RMW, .order = SWRT_RACE_RELAXED, .scope = SWRT_RACE_SCOPE_DEVICE};
    struct swrt_race_site copy = {.number = 60, .size = 1, .kind = SWRT_RACE_READ};
    e->race = swrt_race_new(&options);
    e->waits = waits;
    e->add = swrt_race_add_site(e->race, &add);
    e->sites[2 * SITES - 1] = swrt_race_add_site(e->race, &copy);
    copy.kind = SWRT_RACE_WRITE;
    e->sites[2 * SITES - 2] = swrt_race_add_site(e->race, &copy);
}

static bool run_program(uint64_t seed) {
    state = seed * 0x9e3779b97f4a7c15u + 1;
    is_tame = pick(2);
    start(&engines[0], true);
    start(&engines[1], false);
    for (launch_number = 0; launch_number < LAUNCHES; launch_number++) {
        run_launch();
        between();
    }
    for (struct engine *e = engines; e < engines + 2; e++) {
        e->is_full = swrt_race_get_stats(e->race).dropped;
        swrt_race_clock_drop(e->before);
        swrt_race_delete(e->race);
    }
    return engines[0].is_full || engines[1].is_full ||
           !memcmp(engines[0].racy, engines[1].racy, sizeof engines[0].racy);
}

static uint64_t from_environment(const char *name, uint64_t otherwise) {
    const char *text = getenv(name);
    return text ? strtoull(text, NULL, 0) : otherwise;
}

static void same_bytes_race(void **context) {
    uint64_t first = from_environment("SEED", 1), count = from_environment("COUNT", 600);
    uint64_t clean = 0, racing = 0, full = 0;
    for (uint64_t seed = first; seed < first + count; seed++) {
        if (!run_program(seed)) {
            verbose = true;
            run_program(seed);
            for (size_t i = 0; i < BYTES; i++)
                if (engines[0].racy[i] != engines[1].racy[i])
                    print_message("byte %zu races %s only\n", i, engines[0].racy[i] ? "together" : "one by one");
            fail_msg("SEED=%lu COUNT=1", (unsigned long)seed);
        }
        full += engines[0].is_full || engines[1].is_full;
        bool any = memchr(engines[1].racy, true, BYTES);
        clean += !any;
        racing += any;
    }
    print_message("%lu programs race, %lu do not, %lu are too much for the engine's lists\n", (unsigned long)racing,
                  (unsigned long)clean, (unsigned long)full);
    assert_true(count < 100 || (clean > count / 20 && racing > count / 20 && full < count / 10));
}

/* --- what a race is called, when the accesses have waited --------------------------------------------------------- */

static struct swrt_race_finding last;
static uint32_t num_found, num_fences; /* num_fences: of them, those that lack a fence */

static void count(void *context, const struct swrt_race_finding *f) {
    last = *f;
    num_found++;
    num_fences += f->class == SWRT_RACE_CLASS_FENCE;
}

static struct swrt_race *new_race(uint32_t sites[4]) {
    struct swrt_race_options options = {.every = true, .found = count};
    struct swrt_race *race = swrt_race_new(&options);
    for (uint32_t i = 0; i < 4; i++) /* plain read and write, atomic read and write */
        sites[i] = swrt_race_add_site(race,
                                      &(struct swrt_race_site){.number = i + 1,
                                                               .size = 4,
                                                               .kind = i % 2 ? SWRT_RACE_WRITE : SWRT_RACE_READ,
                                                               .order = i < 2 ? SWRT_RACE_WEAK : SWRT_RACE_RELAXED,
                                                               .scope = SWRT_RACE_SCOPE_DEVICE});
    num_found = num_fences = 0;
    return race;
}

enum { READ, WRITE, LOAD, STORE };

/* One thread reads what eight blocks have written, each behind a flag that it has read first: all lack a fence. */
static void notes_are_remembered(void **context) {
    uint32_t sites[4];
    struct swrt_race *race = new_race(sites);
    int *data = (int *)global_memory, *flags = data + 1024;
    struct swrt_race_launch *launch = swrt_race_launch_begin(race, NULL, 9, 0, NULL);
    for (uint32_t i = 0; i < 8; i++) {
        struct swrt_race_block *block = swrt_race_block_begin(launch, i, 32, NULL, 0);
        swrt_race_touch(block, 0, &data[i], sites[WRITE]);
        swrt_race_access(block, 0, &flags[i], sites[STORE], true);
        swrt_race_block_end(block);
    }
    struct swrt_race_block *reader = swrt_race_block_begin(launch, 8, 32, NULL, 0);
    for (uint32_t i = 0; i < 8; i++) {
        swrt_race_access(reader, 0, &flags[i], sites[LOAD], false);
        swrt_race_touch(reader, 0, &data[i], sites[READ]);
    }
    swrt_race_block_end(reader);
    assert_int_equal(num_found, 8);
    assert_int_equal(num_fences, 8);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    swrt_race_delete(race);
}

/* What a thread has read before the flag is not explained by it, also if another thread has read beside it since. */
static void later_notes_explain_nothing(void **context) {
    uint32_t sites[4];
    struct swrt_race *race = new_race(sites);
    int *data = (int *)global_memory, *flag = data + 1024;
    struct swrt_race_launch *launch = swrt_race_launch_begin(race, NULL, 2, 0, NULL);
    struct swrt_race_block *writer = swrt_race_block_begin(launch, 0, 32, NULL, 0);
    swrt_race_touch(writer, 0, data, sites[WRITE]);
    swrt_race_access(writer, 0, flag, sites[STORE], true);
    swrt_race_block_end(writer);
    struct swrt_race_block *reader = swrt_race_block_begin(launch, 1, 32, NULL, 0);
    for (uint32_t thread = 0; thread < 2; thread++)
        swrt_race_touch(reader, thread, &data[thread], sites[READ]);
    swrt_race_access(reader, 0, flag, sites[LOAD], false);
    swrt_race_block_end(reader);
    assert_int_equal(num_found, 1);
    assert_int_equal(last.class, SWRT_RACE_CLASS_PLAIN);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    swrt_race_delete(race);
}

/* A thread polls for ever: the race is told all the same. */
static void polling_hides_nothing(void **context) {
    uint32_t sites[4];
    struct swrt_race *race = new_race(sites);
    int *data = (int *)global_memory;
    struct swrt_race_launch *launch = swrt_race_launch_begin(race, NULL, 2, 0, NULL);
    struct swrt_race_block *blocks[2];
    for (uint32_t i = 0; i < 2; i++) {
        blocks[i] = swrt_race_block_begin(launch, i, 32, NULL, 0);
        swrt_race_touch(blocks[i], 0, data, sites[WRITE]);
    }
    for (uint32_t i = 0; i < 10000; i++)
        swrt_race_access(blocks[0], 1, data + 1024, sites[LOAD], false);
    assert_int_equal(num_found, 1);
    for (uint32_t i = 0; i < 2; i++)
        swrt_race_block_end(blocks[i]);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    swrt_race_delete(race);
}

/* An address that cannot be one ends a pattern; the kernel stops there, and what it did before is compared. */
static void wild_addresses_end_patterns(void **context) {
    static const uintptr_t wild[] = {0x4141414141414140, 0xbebebebebebebebc, 0xabababababababa8, 0,
                                     0x7ffffffffff0,     0xfffffffffffffffc, 0x8000000000000000, 0x555555555555555c};
    uint32_t sites[4];
    struct swrt_race *race = new_race(sites);
    struct swrt_race_launch *launch = swrt_race_launch_begin(race, NULL, 64, 0, NULL);
    for (uint32_t i = 0; i < 8 * sizeof wild / sizeof *wild; i++) {
        struct swrt_race_block *block = swrt_race_block_begin(launch, i, 32, NULL, 0);
        for (uint32_t before = 0; before < i % 8; before++) /* rows of two in the later ones */
            swrt_race_touch(block, i & 4 ? before / 2 : before, &global_memory[before * 4], sites[READ]);
        swrt_race_touch(block, i & 4 ? i % 8 / 2 : i % 8, (void *)wild[i / 8], sites[READ]);
        swrt_race_block_end(block);
    }
    assert_int_equal(num_found, 0);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    swrt_race_delete(race);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_bytes_race),
        cmocka_unit_test(notes_are_remembered),
        cmocka_unit_test(later_notes_explain_nothing),
        cmocka_unit_test(polling_hides_nothing),
        cmocka_unit_test(wild_addresses_end_patterns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
