/* Verification of launches: of whatever memory a launch writes to, on pages that are protected, open, scanned or new, no
 * difference is missed. */
#include <signal.h>

#include "verify_kernels.h"

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
    snprintf(place, sizeof place, "1 element of the allocation at %p of size 1024 bytes differs", (void *)words[17]);
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

static const struct CMUnitTest tests[] = {
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
};

ENGINE_MAIN(rows, tests)
