/* For tests of verification: kernels in plain C whose variants of one lane and of 32 do the same, or do not. */
#include <stdatomic.h>

#include "engine_kernels.h"
#include "verify/verify_internal.h"

enum { WORDS = 1 << 20, FEW = 64 };

static uint32_t index_of(const struct swrt_block *b) {
    return b->ctaid_x * b->nthreads + b->tid;
}

/* word[i] += i; the wide form makes one word wrong if asked to. */
static void add(struct swrt_block *b) {
    FOR_EACH_THREAD (b)
        ARG(b, 0, uint32_t *)[index_of(b)] += index_of(b);
}
static void add_wrong(struct swrt_block *b) {
    add(b);
    if (b->ctaid_x == 2)
        ARG(b, 0, uint32_t *)[2 * b->nthreads + 5] ^= ARG(b, 1, uint32_t);
}

/* The wide form writes where the other does not. */
static void nothing(struct swrt_block *b) {
    (void)b;
}
static void stray(struct swrt_block *b) {
    ARG(b, 0, uint32_t *)[WORDS - 1] = 7;
}

/* Who is last decides; and the wide form gives something else again. */
static void last_block(struct swrt_block *b) {
    *ARG(b, 0, uint32_t *) = b->ctaid_x;
}
static void last_block_wide(struct swrt_block *b) {
    *ARG(b, 0, uint32_t *) = 1000 + b->ctaid_x;
}

static void stop(struct swrt_block *b) {
    swrt_trap(b, SWRT_TRAP_TRAP, "a test");
}

/* Ends only one thread at a time. */
static void end(struct swrt_block *b) {
    ARG(b, 0, uint32_t *)[0] += 3;
}
static void endless(struct swrt_block *b) {
    for (ARG(b, 0, uint32_t *)[0] += 4;; atomic_signal_fence(memory_order_seq_cst))
        ;
}

static void print(struct swrt_block *b) {
    swrt_vprintf(b, "once\n", NULL);
}

/* Waits for a flag that only the host raises. */
COROUTINE(wait_for_flag) {
    BEGIN;
    while (!atomic_load(ARG(b, 0, _Atomic uint32_t *))) {
        YIELD;
    }
    ARG(b, 0, _Atomic uint32_t *)[1]++;
    END;
}

/* A word in each of many pages, and pages between them; the wide form writes to one of another kind. */
enum { APART = 17 * 1024, PLACES = WORDS / APART };
static void sow(struct swrt_block *b) {
    for (uint32_t i = 0; i < PLACES; i++)
        ARG(b, 0, uint32_t *)[i * APART + ARG(b, 1, uint32_t)] += i + 1;
}
static void sow_wrong(struct swrt_block *b) {
    sow(b);
    if (ARG(b, 2, uint32_t))
        ARG(b, 0, uint32_t *)[ARG(b, 2, uint32_t)] ^= 1024;
}

static struct swrt_variant both[][2] = {
    {{.lanes = 32, .loop = (void *)add_wrong}, {.lanes = 1, .loop = (void *)add}},
    {{.lanes = 32, .loop = (void *)stray}, {.lanes = 1, .loop = (void *)nothing}},
    {{.lanes = 32, .loop = (void *)last_block_wide}, {.lanes = 1, .loop = (void *)last_block}},
    {{.lanes = 32, .loop = (void *)stop}, {.lanes = 1, .loop = (void *)nothing}},
    {{.lanes = 32, .loop = (void *)print}, {.lanes = 1, .loop = (void *)print}},
    {{.lanes = 32, .coroutine = (void *)wait_for_flag}, {.lanes = 1, .coroutine = (void *)wait_for_flag}},
    {{.lanes = 32, .loop = (void *)endless}, {.lanes = 1, .loop = (void *)end}},
    {{.lanes = 32, .loop = (void *)sow_wrong}, {.lanes = 1, .loop = (void *)sow}},
};
enum { ADD, STRAY, LAST, STOP, PRINT, WAIT, ENDLESS, NEAR, FAR, SOW };
static struct test_kernel rows[] = {
    [ADD] = {.name = "add", .num_params = 2, .num_variants = 2, .variants = both[0]},
    [STRAY] = {.name = "stray", .num_params = 1, .num_variants = 2, .variants = both[1]},
    [NEAR] = {.name = "near", .num_params = 2, .num_variants = 2, .variants = both[0]},
    [FAR] = {.name = "far", .num_params = 1, .num_variants = 2, .variants = both[1]},
    [LAST] = {.name = "last", .num_params = 1, .num_variants = 2, .variants = both[2]},
    [STOP] = {.name = "stop", .num_variants = 2, .variants = both[3]},
    [PRINT] = {.name = "print", .num_variants = 2, .variants = both[4]},
    [ENDLESS] = {.name = "endless", .num_params = 1, .num_variants = 2, .variants = both[6]},
    [SOW] = {.name = "sow", .num_params = 3, .num_variants = 2, .variants = both[7]},
    [WAIT] = {.name = "wait", .num_params = 1, .flags = SWRT_KERNEL_WAITS, .num_variants = 2, .variants = both[5]},
};

static uint32_t *device_words(size_t count) {
    void *words;
    assert_cuda(cudaMalloc(&words, count * sizeof(uint32_t)));
    assert_cuda(cudaMemset(words, 0, count * sizeof(uint32_t)));
    return words;
}

/* What is told from the last catch_stderr on; kinds are told once, so each test has a kernel, or memory, of its own. */
static void wait_and_catch(void) {
    cudaDeviceSynchronize();
    release_stderr();
}

static void expect_all(const uint32_t *words, uint32_t count, uint32_t times) {
    for (uint32_t i = 0; i < count; i++)
        assert_int_equal(words[i], i * times);
}

/* The engine asks when the first kernel is registered. */
__attribute__((constructor(101))) static void switch_on(void) {
    setenv("SOFTWARP_VERIFY", "1", 1);
    setenv("SOFTWARP_VERIFY_LIMIT", "2", 1);
}
