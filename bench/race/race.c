/* How fast the race engine takes accesses: nanoseconds each, for the patterns that kernels are made of.
 *
 * The bar for check builds is 10 times the run time without checks, so an access may cost some 10 to 15 ns. */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "check/race/race.h"

enum { THREADS = 256, BLOCKS = 128, ROUNDS = 64 };

static struct swrt_race *race;
static uint32_t reads, more_reads, writes, wide_writes, adds;
static uint32_t row_reads, column_reads, shared_writes, more_shared_writes;
static float *memory;
static float shared[2 * THREADS];
static uint64_t accesses;

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static void own_repeatedly(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t i = 0; i < ROUNDS; i++) {
            swrt_race_touch(b, t, &memory[block * THREADS + t], reads);
            swrt_race_touch(b, t, &memory[block * THREADS + t], writes);
        }
    accesses += 2 * THREADS * ROUNDS;
}

static void streaming(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t i = 0; i < ROUNDS / 2; i++) {
            size_t at = (size_t)i * BLOCKS * THREADS + block * THREADS + t;
            swrt_race_touch(b, t, &memory[at], reads);
            swrt_race_touch(b, t, &memory[at + (size_t)ROUNDS / 2 * BLOCKS * THREADS], writes);
        }
    accesses += THREADS * ROUNDS;
}

static void doubles(struct swrt_race_block *b, uint32_t block) {
    double *values = (double *)memory;
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t i = 0; i < ROUNDS / 4; i++)
            swrt_race_touch(b, t, &values[(size_t)i * BLOCKS * THREADS + block * THREADS + t], wide_writes);
    accesses += THREADS * ROUNDS / 4;
}

static void broadcast(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t i = 0; i < ROUNDS; i++)
            swrt_race_touch(b, t, &memory[i], reads);
    accesses += THREADS * ROUNDS;
}

static void stencil(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++) {
        size_t at = (size_t)block * THREADS + t;
        for (int i = 0; i < 3; i++)
            swrt_race_touch(b, t, &memory[at + (size_t)i], reads);
        swrt_race_touch(b, t, &memory[BLOCKS * THREADS + 16 + at], writes);
    }
    accesses += 4 * THREADS;
}

/* 16 x 16 threads multiply tiles: each stores two elements, waits, reads a row and a column, waits. */
static void tiles(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t step = 0; step < ROUNDS / 8; step++) {
        for (uint32_t t = 0; t < THREADS; t++) {
            swrt_race_touch(b, t, &memory[step * THREADS + t], reads);
            swrt_race_touch(b, t, &shared[t], shared_writes);
            swrt_race_touch(b, t, &memory[(step + 100) * THREADS + t], more_reads);
            swrt_race_touch(b, t, &shared[THREADS + t], more_shared_writes);
        }
        swrt_race_barrier(b);
        for (uint32_t t = 0; t < THREADS; t++)
            for (uint32_t k = 0; k < 16; k++) {
                swrt_race_touch(b, t, &shared[t / 16 * 16 + k], row_reads);
                swrt_race_touch(b, t, &shared[THREADS + k * 16 + t % 16], column_reads);
            }
        swrt_race_barrier(b);
    }
    accesses += ROUNDS / 8 * THREADS * 36;
}

static void histogram(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++)
        for (uint32_t i = 0; i < ROUNDS; i++)
            swrt_race_access(b, t, &memory[(t * 7919 + i * 104729) % 251], adds, true);
    accesses += THREADS * ROUNDS;
}

static void syncwarps(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t i = 0; i < ROUNDS; i++)
        for (uint32_t warp = 0; warp < THREADS / 32; warp++) {
            for (uint32_t t = warp * 32; t < warp * 32 + 32; t++)
                swrt_race_touch(b, t, &shared[(t & ~31u) + ((t + i) & 31)], shared_writes);
            swrt_race_syncwarp(b, warp, i & 1 ? 0xffffffff : 0xffff);
            if (!(i & 1))
                swrt_race_syncwarp(b, warp, 0xffff0000), swrt_race_syncwarp(b, warp, ~0u);
        }
    accesses += THREADS * ROUNDS;
}

/* Each block adds its sum, and the last one reads them all (the guide's reduction). */
static void last_block(struct swrt_race_block *b, uint32_t block) {
    for (uint32_t t = 0; t < THREADS; t++)
        swrt_race_touch(b, t, &memory[block * THREADS + t], reads);
    swrt_race_touch(b, 0, &memory[BLOCKS * THREADS + 1 + block], writes);
    swrt_race_fence(b, 0, SWRT_RACE_SCOPE_DEVICE, SWRT_RACE_SEQUENTIAL);
    swrt_race_access(b, 0, &memory[BLOCKS * THREADS], adds, true);
    accesses += THREADS + 2;
}

static const char *only;

static void run(const char *name, void (*block)(struct swrt_race_block *, uint32_t)) {
    if (only && !strstr(name, only))
        return;
    struct swrt_race_launch *launch = swrt_race_launch_begin(race, NULL, BLOCKS, 0, NULL);
    swrt_race_forget(race, memory, (size_t)BLOCKS * THREADS * ROUNDS * 4);
    accesses = 0;
    double start = now();
    for (uint32_t i = 0; i < BLOCKS; i++) {
        struct swrt_race_block *b = swrt_race_block_begin(launch, i, THREADS, shared, sizeof shared);
        block(b, i);
        swrt_race_block_end(b);
    }
    double time = now() - start;
    struct swrt_race_stats stats = swrt_race_get_stats(race);
    swrt_race_clock_drop(swrt_race_launch_end(launch));
    printf("%-16s %6.2f ns an access, %8.2f Maccesses/s; shadow %7.2f MB, records %6.2f MB, findings %lu\n", name,
           time * 1e9 / (double)accesses, (double)accesses / time * 1e-6, (double)stats.shadow * 1e-6,
           (double)stats.records * 1e-6, (unsigned long)stats.findings);
}

static uint32_t site(enum swrt_race_kind kind, uint32_t number, enum swrt_race_order order, uint32_t size) {
    struct swrt_race_site site = {.number = number,
                                  .size = size,
                                  .kind = (uint8_t)kind,
                                  .scope = SWRT_RACE_SCOPE_DEVICE,
                                  .order = (uint8_t)order};
    return swrt_race_add_site(race, &site);
}

/* Argument: a part of the names of the patterns to run. */
int main(int argc, char **argv) {
    only = argc > 1 ? argv[1] : NULL;
    struct swrt_race_options options = {.policy = SWRT_RACE_PRAGMATIC};
    race = swrt_race_new(&options);
    static const struct {
        uint32_t *of;
        enum swrt_race_kind kind;
        uint32_t size;
    } plain[] = {{&reads, SWRT_RACE_READ, 4},          {&more_reads, SWRT_RACE_READ, 4},
                 {&writes, SWRT_RACE_WRITE, 4},        {&wide_writes, SWRT_RACE_WRITE, 8},
                 {&row_reads, SWRT_RACE_READ, 4},      {&column_reads, SWRT_RACE_READ, 4},
                 {&shared_writes, SWRT_RACE_WRITE, 4}, {&more_shared_writes, SWRT_RACE_WRITE, 4}};
    uint32_t number = 0;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        *plain[i].of = site(plain[i].kind, ++number, SWRT_RACE_WEAK, plain[i].size);
    adds = site(SWRT_RACE_RMW, ++number, SWRT_RACE_RELAXED, 4);
    memory = aligned_alloc(4096, (size_t)BLOCKS * THREADS * ROUNDS * 4);
    run("own element", own_repeatedly);
    run("streaming", streaming);
    run("streaming again", streaming);
    run("doubles", doubles);
    run("broadcast", broadcast);
    run("stencil", stencil);
    run("tiles", tiles);
    run("histogram", histogram);
    run("__syncwarp", syncwarps);
    run("last block", last_block);
    swrt_race_delete(race);
    free(memory);
    return 0;
}
