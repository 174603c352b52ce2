/* Verification of launches: kernels in plain C whose variants of one lane and of 32 do the same, or do not. */
#include <pthread.h>
#include <signal.h>
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
    {{.lanes = 32, .plain = (void *)add_wrong}, {.lanes = 1, .plain = (void *)add}},
    {{.lanes = 32, .plain = (void *)stray}, {.lanes = 1, .plain = (void *)nothing}},
    {{.lanes = 32, .plain = (void *)last_block_wide}, {.lanes = 1, .plain = (void *)last_block}},
    {{.lanes = 32, .plain = (void *)stop}, {.lanes = 1, .plain = (void *)nothing}},
    {{.lanes = 32, .plain = (void *)print}, {.lanes = 1, .plain = (void *)print}},
    {{.lanes = 32, .coroutine = (void *)wait_for_flag}, {.lanes = 1, .coroutine = (void *)wait_for_flag}},
    {{.lanes = 32, .plain = (void *)endless}, {.lanes = 1, .plain = (void *)end}},
    {{.lanes = 32, .plain = (void *)sow_wrong}, {.lanes = 1, .plain = (void *)sow}},
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

static void same_results_are_not_told(void **state) {
    (void)state;
    const uint32_t counts[] = {FEW * 4, WORDS};
    for (int i = 0; i < 2; i++) {
        uint32_t *words = device_words(counts[i]);
        catch_stderr();
        for (int k = 0; k < 3; k++)
            LAUNCH(&rows[ADD], d1(counts[i] / FEW), d1(FEW), 0, 0, PTR(words), 0);
        wait_and_catch();
        assert_string_equal(said, "");
        expect_all(words, counts[i], 3);
        cudaFree(words);
    }
}

static void a_wrong_word_is_told(void **state) {
    (void)state;
    const uint32_t counts[] = {FEW * 4, WORDS};
    for (int i = 0; i < 2; i++) {
        uint32_t *words = device_words(counts[i]);
        catch_stderr();
        LAUNCH(&rows[ADD], d1(counts[i] / FEW), d1(FEW), 0, 0, PTR(words), 256);
        wait_and_catch();
        assert_non_null(strstr(said, "kernel add"));
        assert_non_null(strstr(said, "lockstep gives another result than W = 1"));
        assert_non_null(strstr(said, "element 133 of 4 bytes: at W = 1 0x00000085"));
        assert_non_null(strstr(said, "in lockstep 0x00000185"));
        assert_int_equal(words[133], 133 ^ 256); /* the program goes on with what lockstep gave */
        cudaFree(words);
    }
}

static void a_stray_write_is_told(void **state) {
    (void)state;
    uint32_t *words = device_words(WORDS);
    catch_stderr();
    LAUNCH(&rows[STRAY], d1(1), d1(FEW), 0, 0, PTR(words));
    wait_and_catch();
    assert_non_null(strstr(said, "element 1048575 of 4 bytes: at W = 1 0x00000000"));
    assert_int_equal(words[WORDS - 1], 7);
    cudaFree(words);
}

/* What nobody has written to since the last launch stays protected, and what little was written to is copied at once. */
static void memory_that_stays_protected_is_compared(void **state) {
    (void)state;
    uint32_t *words = device_words(WORDS), *other = device_words(WORDS);
    catch_stderr();
    for (int k = 0; k < 10; k++)
        LAUNCH(&rows[ADD], d1(k % 3 + 1), d1(FEW), 0, 0, PTR(k % 5 ? other : words), 0);
    assert_cuda(cudaMemset(words + WORDS / 2, 0, WORDS)); /* writes to protected pages */
    for (int k = 0; k < 3; k++)
        LAUNCH(&rows[ADD], d1(WORDS / FEW), d1(FEW), 0, 0, PTR(other), 0);
    LAUNCH(&rows[FAR], d1(1), d1(FEW), 0, 0, PTR(words));
    wait_and_catch();
    assert_non_null(strstr(said, "element 1048575 of 4 bytes: at W = 1 0x00000000"));
    catch_stderr();
    LAUNCH(&rows[FAR], d1(1), d1(FEW), 0, 0, PTR(other));
    wait_and_catch();
    assert_non_null(strstr(said, "element 1048575 of 4 bytes: at W = 1 0x002ffffd"));
    cudaFree(words);
    cudaFree(other);
}

/* Pages far apart that launches write to again and again are copied without a fault, all of them; those that are no longer
 * written to are not copied for ever. */
static void scattered_writes_take_no_faults(void **state) {
    (void)state;
    uint32_t *words = device_words(WORDS);
    int scans = swrt_verify_options.scans;
    swrt_verify_options.scans = SWRT_SCANS_NEVER;
    const struct swrt_zone *zone = NULL;
    size_t faults[4];
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < 4; i++)
            LAUNCH(&rows[SOW], d1(1), d1(1), 0, 0, PTR(words), k == 2 ? APART / 2 : 0, 0);
        assert_cuda(cudaDeviceSynchronize());
        zone = swrt_zone_at((uintptr_t)words);
        assert_non_null(zone);
        faults[k] = zone->faults;
    }
    assert_in_range(faults[0], PLACES / 2, 4 * PLACES);
    assert_int_equal(faults[1], faults[0]); /* no more */
    assert_true(faults[2] > faults[1]);
    for (int i = 0; i < 40; i++)
        LAUNCH(&rows[SOW], d1(1), d1(1), 0, 0, PTR(words), 0, 0);
    assert_cuda(cudaDeviceSynchronize());
    for (uint32_t i = 0; i < PLACES; i++) {
        assert_int_equal(words[i * APART], 52 * (i + 1));
        assert_int_equal(words[i * APART + APART / 2], 4 * (i + 1));
        assert_int_equal(zone->units[i * APART * sizeof *words / zone->unit], SWRT_UNIT_OPEN);
        assert_int_equal(zone->units[(i * APART + APART / 2) * sizeof *words / zone->unit], SWRT_UNIT_CLEAN);
    }
    swrt_verify_options.scans = scans;
    cudaFree(words);
}

/* Whether a page is copied without having been written to, was written to by the launch before, is protected again, or
 * never was written to: what lockstep alone writes there is told. */
static void what_differs_between_scattered_writes_is_told(void **state) {
    (void)state;
    const uint32_t wrong[] = {3 * APART + 9, 5 * APART + APART / 2, 7 * APART + 2 * APART / 3};
    uint32_t *words = device_words(WORDS);
    for (int k = 0; k < 60; k++) {
        uint32_t where = wrong[k % 3] + (uint32_t)k;
        bool is_wrong = k % 4 == 3;
        uint64_t before = swrt_verify_counts[SWRT_VERIFY_DIFFERENT];
        catch_stderr();
        LAUNCH(&rows[SOW], d1(1), d1(1), 0, 0, PTR(words), k % 7 == 2 ? APART / 2 : 0, is_wrong ? where : 0);
        wait_and_catch();
        assert_int_equal(swrt_verify_counts[SWRT_VERIFY_DIFFERENT] - before, is_wrong);
        assert_int_equal(words[where] & 1024, is_wrong ? 1024 : 0);
    }
    cudaFree(words);
}

static uint32_t random_below(uint32_t bound) {
    static uint32_t state = 12345;
    state = state * 1664525 + 1013904223;
    return state / 4096 % bound;
}

/* Launches that write here and there in two allocations, a third of them to one word that they should not, and a host
 * that calls fill() for parts of them in between: as many differ as have such a word. */
static void miss_no_difference(uint32_t *const words[2], int launches,
                               void (*fill)(uint32_t *at, int value, size_t bytes)) {
    uint64_t before = swrt_verify_counts[SWRT_VERIFY_DIFFERENT], wrong = 0;
    catch_stderr();
    for (int k = 0; k < launches; k++) {
        uint32_t *to = words[random_below(4) == 0];
        if (random_below(6) == 0)
            fill(to + random_below(WORDS / 2), (int)random_below(3), random_below(random_below(4) ? 9000 : WORDS));
        uint32_t offset = random_below(4) ? random_below(3) * 2000 : random_below(APART);
        uint32_t near = random_below(PLACES) * APART + offset + 1;
        uint32_t where = random_below(3) && near < WORDS ? near : 1 + random_below(WORDS - 1);
        bool is_wrong = random_below(3) == 0;
        LAUNCH(&rows[SOW], d1(1), d1(1), 0, 0, PTR(to), offset, is_wrong ? where : 0);
        wrong += is_wrong;
    }
    wait_and_catch();
    assert_true(wrong > (unsigned)launches / 6);
    assert_int_equal(swrt_verify_counts[SWRT_VERIFY_DIFFERENT] - before, wrong);
}

static void fill_by_call(uint32_t *at, int value, size_t bytes) {
    cudaMemset(at, value, bytes);
}

static void no_difference_is_missed(void **state) {
    (void)state;
    uint32_t *words[] = {device_words(WORDS), device_words(WORDS)};
    miss_no_difference(words, 600, fill_by_call);
    cudaFree(words[0]);
    cudaFree(words[1]);
}

/* The same on memory that is scanned for some launches, and protected for others. */
static void fill_and_change_ways(uint32_t *at, int value, size_t bytes) {
    cudaMemset(at, value, bytes);
    cudaDeviceSynchronize();
    swrt_verify_options.scans = (int)random_below(3);
}

static void no_difference_is_missed_either_way(void **state) {
    (void)state;
    uint32_t *words[] = {device_words(WORDS), device_words(WORDS)};
    int scans = swrt_verify_options.scans;
    miss_no_difference(words, 300, fill_and_change_ways);
    swrt_verify_options.scans = scans;
    cudaFree(words[0]);
    cudaFree(words[1]);
}

static uint32_t *managed_words(size_t count) {
    void *words;
    assert_cuda(cudaMallocManaged(&words, count * sizeof(uint32_t), cudaMemAttachGlobal));
    return words; /* zeros, as yet on no pages */
}

/* The host writes itself. */
static void fill_managed(uint32_t *at, int value, size_t bytes) {
    cudaDeviceSynchronize();
    swrt_verify_options.scans = (int)random_below(3);
    memset(at, value, bytes);
}

static void no_difference_is_missed_in_managed_memory(void **state) {
    (void)state;
    uint32_t *words[] = {managed_words(WORDS), managed_words(WORDS)};
    int scans = swrt_verify_options.scans;
    miss_no_difference(words, 200, fill_managed);
    swrt_verify_options.scans = scans;
    cudaFree(words[0]);
    cudaFree(words[1]);
}

/* What launches and the host write stays as it is, whatever is put back meanwhile: word by word. */
static void managed_memory_is_as_without_verification(void **state) {
    (void)state;
    enum { SOME = 1 << 16 };
    uint32_t *words = managed_words(SOME), *expected = calloc(SOME, sizeof *expected);
    int scans = swrt_verify_options.scans;
    for (int k = 0; k < 100; k++) {
        uint32_t blocks = 1 + random_below(SOME / FEW), at = random_below(SOME);
        swrt_verify_options.scans = (int)random_below(3);
        words[at] = expected[at] = (uint32_t)k;
        LAUNCH(&rows[ADD], d1(blocks), d1(FEW), 0, 0, PTR(words), 0);
        assert_cuda(cudaDeviceSynchronize());
        for (uint32_t i = 0; i < blocks * FEW; i++)
            expected[i] += i;
        if (k % 10 == 9) { /* other memory at the same place */
            assert_memory_equal(words, expected, SOME * sizeof *words);
            cudaFree(words);
            words = managed_words(SOME);
            memset(expected, 0, SOME * sizeof *expected);
        }
    }
    swrt_verify_options.scans = scans;
    cudaFree(words);
    free(expected);
}

static void memory_at_the_address_of_other_is_compared(void **state) {
    (void)state;
    const uint32_t counts[] = {FEW * 4, WORDS};
    for (int i = 0; i < 10; i++) {
        uint32_t *words = device_words(counts[i % 2]);
        catch_stderr();
        uint64_t before = swrt_verify_counts[SWRT_VERIFY_DIFFERENT];
        LAUNCH(&rows[ADD], d1(4), d1(FEW), 0, 0, PTR(words), i < 6 ? 0 : 1 << i);
        wait_and_catch();
        assert_int_equal(words[133], i < 6 ? 133 : 133 ^ 1 << i);
        assert_int_equal(swrt_verify_counts[SWRT_VERIFY_DIFFERENT] - before, i >= 6);
        cudaFree(words);
    }
}

/* What a launch is expected to write to, since launches before it wrote where their arguments led, is compared like all
 * else; so is what it writes to besides, and it may as well write nothing. */
static void what_is_expected_is_compared(void **state) {
    (void)state;
    enum { MANY = 12 };
    uint32_t *words[MANY];
    for (int i = 0; i < MANY; i++)
        words[i] = device_words(WORDS);
    catch_stderr();
    uint64_t before = swrt_verify_counts[SWRT_VERIFY_DIFFERENT], same = swrt_verify_counts[SWRT_VERIFY_SAME];
    for (int i = 0; i < 4 * MANY; i++)
        LAUNCH(&rows[ADD], d1(3), d1(FEW), 0, 0, PTR(words[i % MANY]), 0);
    for (int i = 0; i < MANY; i++)
        LAUNCH(&rows[ADD], d1(i % 3 + 1), d1(FEW), 0, 0, PTR(words[i]), i == 5 ? 512 : 0);
    for (int i = 0; i < MANY; i++)
        LAUNCH(&rows[STRAY], d1(1), d1(FEW), 0, 0, PTR(words[i]));
    for (int i = 0; i < MANY; i++)
        LAUNCH(&rows[ADD], d1(1), d1(FEW), 0, 0, PTR(words[i] + WORDS / 2), 0);
    wait_and_catch();
    assert_int_equal(swrt_verify_counts[SWRT_VERIFY_DIFFERENT] - before, 1 + MANY);
    assert_int_equal(swrt_verify_counts[SWRT_VERIFY_SAME] - same, 6 * MANY - 1);
    for (uint32_t i = 0; i < MANY; i++) {
        for (uint32_t k = 0; k < FEW * 3; k++)
            assert_int_equal(words[i][k], (k * (4 + (k / FEW <= i % 3))) ^ (i == 5 && k == 133 ? 512 : 0));
        assert_int_equal(words[i][WORDS - 1], 7);
        assert_int_equal(words[i][WORDS / 2 + 9], 9);
        cudaFree(words[i]);
    }
}

/* A page to which an argument leads takes no fault. So it is protected again at once where launches come back to it now
 * and then only, instead of being copied for each of those that do not. */
static void what_is_expected_is_not_copied_in_vain(void **state) {
    (void)state;
    enum { MANY = 12 };
    uint32_t *words[MANY];
    int scans = swrt_verify_options.scans, clean = 0;
    swrt_verify_options.scans = SWRT_SCANS_NEVER;
    for (int i = 0; i < MANY; i++)
        words[i] = device_words(WORDS);
    for (int i = 0; i < 10 * MANY; i++)
        LAUNCH(&rows[ADD], d1(3), d1(FEW), 0, 0, PTR(words[i % MANY]), 0);
    assert_cuda(cudaDeviceSynchronize());
    for (int i = 0; i < MANY; i++) {
        const struct swrt_zone *zone = swrt_zone_at((uintptr_t)words[i]);
        clean += zone->units[0] == SWRT_UNIT_CLEAN;
        assert_in_range(zone->faults, 0, 3);
        expect_all(words[i], FEW * 3, 10);
    }
    assert_int_equal(clean, MANY - 1); /* all but what the last one wrote to */
    swrt_verify_options.scans = scans;
    for (int i = 0; i < MANY; i++)
        cudaFree(words[i]);
}

/* Many small allocations lie on one page: only what a kernel wrote to of them differs. */
static void small_neighbours_are_told_apart(void **state) {
    (void)state;
    uint32_t *words[40];
    for (int i = 0; i < 40; i++)
        words[i] = device_words(FEW * 4);
    catch_stderr();
    for (int i = 0; i < 40; i++)
        LAUNCH(&rows[NEAR], d1(4), d1(FEW), 0, 0, PTR(words[i]), 0);
    wait_and_catch();
    assert_string_equal(said, "");
    for (size_t i = 0; i < swrt_pieces.num_edged; i++) /* all of each lies on pages, so nobody looks at it one by one */
        for (int k = 0; k < 40; k++)
            assert_ptr_not_equal(swrt_pieces.at[swrt_pieces.edged[i]].base, words[k]);
    catch_stderr();
    LAUNCH(&rows[NEAR], d1(4), d1(FEW), 0, 0, PTR(words[17]), 512);
    wait_and_catch();
    char place[128];
    snprintf(place, sizeof place, "1 elements of the allocation at %p of size 1024 bytes differ", (void *)words[17]);
    assert_non_null(strstr(said, place));
    for (int i = 0; i < 40; i++)
        for (uint32_t k = 0; k < FEW * 4; k++)
            assert_int_equal(words[i][k], i == 17 && k == 133 ? 266 ^ 512 : k * (1 + (i == 17)));
    for (int i = 0; i < 40; i++)
        cudaFree(words[i]);
}

/* Signals that the host has blocked are no obstacle to its copies. */
static void copies_reach_protected_memory(void **state) {
    (void)state;
    sigset_t faults, before;
    sigemptyset(&faults);
    sigaddset(&faults, SIGSEGV);
    pthread_sigmask(SIG_BLOCK, &faults, &before);
    uint32_t *words = device_words(WORDS), value = 5;
    for (int i = 0; i < 4; i++) {
        LAUNCH(&rows[ADD], d1(1), d1(FEW), 0, 0, PTR(words), 0);
        assert_cuda(cudaMemcpy(words + WORDS / 2 + i, &value, sizeof value, cudaMemcpyHostToDevice));
        assert_cuda(cudaMemset(words + WORDS / 4, i, WORDS));
    }
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, &before, &now);
    assert_true(sigismember(&now, SIGSEGV));
    assert_int_equal(words[WORDS / 2 + 3], 5);
    assert_int_equal(words[WORDS / 4], 0x03030303);
    cudaFree(words);
}

/* Host threads that wait compare what they wait for: one at a time, on whatever stack and with whatever signals they come,
 * and what nobody waits for is compared all the same. */
static void *launch_and_wait(void *data) {
    uint32_t *words = data;
    cudaStream_t stream;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    for (int i = 0; i < 200; i++) {
        LAUNCH(&rows[ADD], d1(i % 3 + 1), d1(FEW), 0, stream, PTR(words), 0);
        if (i % 4)
            cudaStreamSynchronize(stream);
    }
    cudaStreamDestroy(stream);
    sigset_t now;
    pthread_sigmask(SIG_SETMASK, &before, &now);
    return sigismember(&now, SIGSEGV) && sigismember(&now, SIGUSR1) ? data : NULL;
}

static void waiting_hosts_compare(void **state) {
    (void)state;
    enum { HOSTS = 3 };
    pthread_t hosts[HOSTS];
    pthread_attr_t small;
    uint32_t *words[HOSTS];
    uint64_t before = swrt_verify_counts[SWRT_VERIFY_SAME];
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < HOSTS; i++)
        words[i] = device_words(FEW * 4);
    for (int i = 0; i < HOSTS; i++)
        assert_int_equal(pthread_create(&hosts[i], &small, launch_and_wait, words[i]), 0);
    for (int i = 0; i < HOSTS; i++) {
        void *result;
        pthread_join(hosts[i], &result);
        assert_ptr_equal(result, words[i]);
    }
    cudaDeviceSynchronize();
    assert_int_equal(swrt_verify_counts[SWRT_VERIFY_SAME] - before, HOSTS * 200);
    for (int i = 0; i < HOSTS; i++) {
        for (uint32_t k = 0; k < FEW * 3; k++)
            assert_int_equal(words[i][k], k * (k < FEW ? 200 : k < FEW * 2 ? 133 : 66));
        cudaFree(words[i]);
    }
    pthread_attr_destroy(&small);
}

static void order_is_told_apart(void **state) {
    (void)state;
    uint32_t *words = device_words(FEW);
    catch_stderr();
    LAUNCH(&rows[LAST], d1(50), d1(FEW), 0, 0, PTR(words));
    wait_and_catch();
    assert_non_null(strstr(said, "depends on the order of its blocks or threads"));
    assert_null(strstr(said, "lockstep gives another result"));
    assert_in_range(words[0], 1000, 1049);
    cudaFree(words);
}

static void text_is_printed_once(void **state) {
    (void)state;
    char text[64] = {0};
    fflush(stdout);
    int saved = dup(1);
    FILE *to = tmpfile();
    dup2(fileno(to), 1);
    LAUNCH(&rows[PRINT], d1(2), d1(1), 0, 0, 0);
    cudaDeviceSynchronize();
    fflush(stdout);
    dup2(saved, 1);
    close(saved);
    rewind(to);
    assert_int_equal(fread(text, 1, sizeof text - 1, to), 10);
    assert_string_equal(text, "once\nonce\n");
    fclose(to);
}

/* Another kernel cannot be compared with one that the host must let go first; nothing hangs. */
static void waiting_for_the_host_is_no_hang(void **state) {
    (void)state;
    uint32_t *flag;
    assert_cuda(cudaMallocHost((void **)&flag, 8));
    flag[0] = flag[1] = 0;
    catch_stderr();
    LAUNCH(&rows[WAIT], d1(1), d1(1), 0, 0, PTR(flag));
    usleep(50000);
    __atomic_store_n(flag, 1, __ATOMIC_SEQ_CST);
    wait_and_catch();
    assert_int_equal(flag[1], 1);
    cudaFreeHost(flag);
}

/* It takes the time limit each time, and has nothing to do with the order of blocks: once for each number of workers. */
static void what_does_not_end_is_told(void **state) {
    (void)state;
    if (getenv("SOFTWARP_SHUFFLE"))
        skip();
    uint32_t *words = device_words(WORDS);
    catch_stderr();
    LAUNCH(&rows[ENDLESS], d1(2), d1(FEW), 0, 0, PTR(words));
    wait_and_catch();
    assert_non_null(strstr(said, "lockstep does something else than W = 1"));
    assert_non_null(strstr(said, "it ends: at W = 1 after 0."));
    assert_int_equal(words[0], 6); /* what W = 1 gave */
    LAUNCH(&rows[ADD], d1(2), d1(FEW), 0, 0, PTR(words), 0);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    assert_int_equal(words[100], 100);
    cudaFree(words);
}

/* The error is there before the difference is told; only a reset waits for all then. */
static void stopping_is_told(void **state) {
    (void)state;
    catch_stderr();
    LAUNCH(&rows[STOP], d1(1), d1(1), 0, 0, 0);
    cudaDeviceReset();
    release_stderr();
    assert_non_null(strstr(said, "lockstep does something else than W = 1"));
    assert_non_null(strstr(said, "at W = 1 it ends, in lockstep Stopped by a test"));
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(same_results_are_not_told),
    cmocka_unit_test(a_wrong_word_is_told),
    cmocka_unit_test(a_stray_write_is_told),
    cmocka_unit_test(order_is_told_apart),
    cmocka_unit_test(memory_that_stays_protected_is_compared),
    cmocka_unit_test(scattered_writes_take_no_faults),
    cmocka_unit_test(what_differs_between_scattered_writes_is_told),
    cmocka_unit_test(no_difference_is_missed),
    cmocka_unit_test(no_difference_is_missed_either_way),
    cmocka_unit_test(no_difference_is_missed_in_managed_memory),
    cmocka_unit_test(managed_memory_is_as_without_verification),
    cmocka_unit_test(memory_at_the_address_of_other_is_compared),
    cmocka_unit_test(what_is_expected_is_compared),
    cmocka_unit_test(what_is_expected_is_not_copied_in_vain),
    cmocka_unit_test(small_neighbours_are_told_apart),
    cmocka_unit_test(copies_reach_protected_memory),
    cmocka_unit_test(waiting_hosts_compare),
    cmocka_unit_test(text_is_printed_once),
    cmocka_unit_test(waiting_for_the_host_is_no_hang),
    cmocka_unit_test(what_does_not_end_is_told),
    cmocka_unit_test(stopping_is_told),
};

/* The engine asks when the first kernel is registered. */
__attribute__((constructor(101))) static void switch_on(void) {
    setenv("SOFTWARP_VERIFY", "1", 1);
    setenv("SOFTWARP_VERIFY_LIMIT", "2", 1);
}

ENGINE_MAIN(rows, tests)
