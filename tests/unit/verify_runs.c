/* Verification of launches: what is told of those that do the same in lockstep, and of those that do not. */
#include <pthread.h>
#include <signal.h>

#include "verify_kernels.h"

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
    cmocka_unit_test(waiting_hosts_compare),
    cmocka_unit_test(text_is_printed_once),
    cmocka_unit_test(waiting_for_the_host_is_no_hang),
    cmocka_unit_test(what_does_not_end_is_told),
    cmocka_unit_test(stopping_is_told),
};

ENGINE_MAIN(rows, tests)
