/* Faults of device code become error codes, are said on stderr, and leave the process alive. */
#include <signal.h>
#include <stdatomic.h>
#include <sys/mman.h>

#include "engine_kernels.h"

/* These fault on purpose; a sanitizer would stop the program where the engine has to. */
#define FAULTY __attribute__((no_sanitize("address", "undefined")))

static volatile int *volatile nowhere = (int *)24;

FAULTY static void write_to(struct swrt_block *b) { /* in block `args[1]` only */
    if (b->ctaid_x == ARG(b, 1, uint64_t))
        *ARG(b, 0, volatile int *) = 1;
    atomic_fetch_add(ARG(b, 2, _Atomic uint64_t *), 1);
}

COROUTINE(write_after_barrier) {
    BEGIN;
    SYNC_BLOCK;
    if (f->tid == 5)
        *ARG(b, 0, volatile int *) = 1;
    SYNC_BLOCK;
    END;
}

FAULTY static void divide(struct swrt_block *b) {
    volatile int zero = 0, one = 1;
    one = one / zero;
}

FAULTY static void illegal(struct swrt_block *b) {
    __builtin_trap();
}

FAULTY static int recurse(volatile int *p, int n) {
    volatile char frame[256];
    frame[n % 256] = (char)n;
    return n < 0 ? *p : recurse(p, n + 1) + frame[n % 256];
}

FAULTY static void endless(struct swrt_block *b) {
    *ARG(b, 0, int *) = recurse(ARG(b, 0, int *), 1);
}

static void asserting(struct swrt_block *b) {
    b->tid = 3;
    swrt_assertfail(b, "x == 3", "file.cu", 12, "void kernel(int)");
}

static void trapping(struct swrt_block *b) {
    swrt_trap(b, SWRT_TRAP_TRAP, NULL);
}

FAULTY static void unaligned(struct swrt_block *b) {
    char *p = (char *)(ARG(b, 0, uintptr_t) / 16 * 16 + 4);
    __asm__ volatile("movaps %%xmm0, (%0)" : : "r"(p) : "memory");
}

FAULTY static void bad_string(struct swrt_block *b) {
    const struct {
        const char *text;
    } args = {(const char *)16};
    swrt_vprintf(b, "%s\n", &args);
}

static void fine(struct swrt_block *b) {
    *ARG(b, 0, uint64_t *) = 5;
}

/* The others wait for ever for what the faulting block will not do. */
COROUTINE(wait_for_ever) {
    BEGIN;
    if (b->ctaid_x == 5)
        *nowhere = 1;
    for (;;) {
        YIELD;
    }
    END;
}

enum { WRITE, WRITE_LATER, DIVIDE, ILLEGAL, ENDLESS, ASSERTING, TRAPPING, UNALIGNED, BAD_STRING, FINE, FOR_EVER };
static struct test_kernel rows[] = {
    [WRITE] = {.name = "_Z8write_toPii", .loop = write_to, .num_params = 3},
    [WRITE_LATER] = {.name = "write_after_barrier", .coroutine = write_after_barrier, .num_params = 1},
    [DIVIDE] = {.name = "divide", .loop = divide},
    [ILLEGAL] = {.name = "illegal", .loop = illegal},
    [ENDLESS] = {.name = "endless", .loop = endless, .num_params = 1},
    [ASSERTING] = {.name = "asserting", .loop = asserting},
    [TRAPPING] = {.name = "trapping", .loop = trapping},
    [UNALIGNED] = {.name = "unaligned", .loop = unaligned, .num_params = 1},
    [BAD_STRING] = {.name = "bad_string", .loop = bad_string},
    [FINE] = {.name = "fine", .loop = fine, .num_params = 1},
    [FOR_EVER] = {.name = "for_ever", .coroutine = wait_for_ever, .flags = SWRT_KERNEL_WAITS},
};

static void expect_broken(cudaError_t error) {
    uint64_t value = 0;
    assert_int_equal(cudaDeviceSynchronize(), error);
    assert_int_equal(cudaGetLastError(), error);
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    cudaStream_t stream;
    assert_int_equal(cudaStreamCreate(&stream), error);
    assert_int_equal(cudaStreamSynchronize(0), error);
    assert_int_equal(cudaStreamQuery(0), error);
    assert_int_equal(LAUNCH(&rows[FINE], d1(1), d1(1), 0, 0, PTR(&value)), error);
    assert_cuda(cudaDeviceReset());
    cudaGetLastError();
    assert_cuda(LAUNCH(&rows[FINE], d1(1), d1(1), 0, 0, PTR(&value)));
    assert_cuda(cudaDeviceSynchronize());
    assert_int_equal(value, 5);
}

static void fault(int kernel, unsigned blocks, unsigned threads, cudaError_t error, const char *text, uint64_t arg) {
    catch_stderr();
    cudaError_t launched = LAUNCH(&rows[kernel], d1(blocks), d1(threads), 0, 0, arg);
    cudaError_t waited = cudaDeviceSynchronize();
    cudaGetLastError();
    release_stderr();
    assert_int_equal(launched, cudaSuccess);
    assert_int_equal(waited, error);
    if (!strstr(said, text))
        fail_msg("said: %s", said);
    expect_broken(error);
}

static void each_fault_has_its_error(void **state) {
    fault(WRITE_LATER, 3, 33, cudaErrorIllegalAddress, "Invalid access to 0x30 in kernel write_after_barrier, block (",
          0x30);
    assert_non_null(strstr(said, "thread (5,0,0)"));
    fault(WRITE_LATER, 1, 1000, cudaErrorIllegalAddress, "impossible high bits", 0xdead000000000000);
    fault(DIVIDE, 1, 1, cudaErrorLaunchFailure, "Arithmetic fault in kernel divide", 0);
    fault(ILLEGAL, 1, 1, cudaErrorLaunchFailure, "Illegal instruction in kernel illegal", 0);
    fault(ASSERTING, 1, 4, cudaErrorAssert,
          "file.cu:12: void kernel(int): block: [0,0,0], thread: [3,0,0] Assertion `x == 3` failed.\n", 0);
    fault(TRAPPING, 1, 1, cudaErrorLaunchFailure, "Stopped by __trap() in kernel trapping, block (0,0,0)", 0);
    fault(BAD_STRING, 1, 1, cudaErrorIllegalAddress, "in kernel bad_string", 0);
}

static void an_unaligned_vector_access_is_its_own_error(void **state) {
    char room[64];
    fault(UNALIGNED, 1, 1, cudaErrorMisalignedAddress, "Misaligned access in kernel unaligned", PTR(room));
}

static void endless_recursion_is_survived(void **state) {
    int cell;
    fault(ENDLESS, 1, 1, cudaErrorIllegalAddress, "Stack overflow in kernel endless", PTR(&cell));
}

static void the_report_says_where(void **state) {
    char line[32];
    fault(DIVIDE, 1, 1, cudaErrorLaunchFailure, "engine_fault.c:", 0);
    snprintf(line, sizeof line, "%s", strstr(said, "engine_fault.c:"));
    assert_true(atoi(strchr(line, ':') + 1) > 20);
}

/* The fault is among the first blocks to run. */
static void other_blocks_stop(void **state) {
    const char *shuffle = getenv("SOFTWARP_SHUFFLE");
    uint64_t last = 100000000 - 1, at = shuffle && !strcmp(shuffle, "reverse") ? last - 1000 : 1000;
    _Atomic uint64_t count = 0;
    uint64_t args[] = {8, at, PTR(&count), 0};
    char place[64];
    snprintf(place, sizeof place, "write_to(int*, int), block (%llu,0,0)", (unsigned long long)at);
    catch_stderr();
    assert_cuda(launch_with(&rows[WRITE], d1(100000000), d1(1), 0, 0, args));
    cudaError_t waited = cudaDeviceSynchronize();
    release_stderr();
    assert_int_equal(waited, cudaErrorIllegalAddress);
    assert_true(count < 90000000);
    assert_non_null(strstr(said, place));
    expect_broken(cudaErrorIllegalAddress);
}

static void waiting_blocks_stop(void **state) {
    fault(FOR_EVER, 20, 64, cudaErrorIllegalAddress, "Invalid access to 0x18", 0);
}

static _Atomic int ran, status_seen;
static void never_run(void *unused) {
    ran++;
}
static void told(cudaStream_t stream, cudaError_t status, void *unused) {
    status_seen = status;
}

static void later_work_is_dropped_but_callbacks_are_told(void **state) {
    uint64_t value = 0;
    ran = status_seen = 0;
    catch_stderr();
    cudaStream_t stream;
    assert_cuda(cudaStreamCreate(&stream));
    cudaEvent_t event;
    assert_cuda(cudaEventCreate(&event));
    LAUNCH(&rows[WRITE_LATER], d1(2), d1(64), 0, stream, 0);
    LAUNCH(&rows[FINE], d1(1), d1(1), 0, stream, PTR(&value));
    cudaLaunchHostFunc(stream, never_run, NULL);
    cudaStreamAddCallback(stream, told, NULL, 0);
    cudaEventRecord(event, stream);
    cudaError_t waited = cudaEventSynchronize(event);
    cudaStreamSynchronize(stream);
    release_stderr();
    assert_int_equal(waited, cudaErrorIllegalAddress);
    assert_int_equal(value, 0);
    assert_int_equal(ran, 0);
    cudaGetLastError();
    expect_broken(cudaErrorIllegalAddress); /* the reset in it has waited for the callback */
    assert_true(status_seen == cudaErrorIllegalAddress || status_seen == 0);
}

static void host_faults_stay_the_host_s(void **state) {
    int pid = fork(), status = 0;
    if (pid == 0) {
        signal(SIGSEGV, SIG_DFL); /* what a program has that never ran a kernel */
        *nowhere = 1;
        _exit(0);
    }
    waitpid(pid, &status, 0);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

static sigjmp_buf back;
static void own_handler(int signal) {
    siglongjmp(back, 1);
}

/* The status of a fresh process: the program's handler comes first, then the engine. */
static int status_with(const char *handler) {
    int pid = fork(), status = 0;
    if (pid == 0) {
        setenv("ENGINE_TEST_HANDLER", handler, 1);
        execl("/proc/self/exe", "engine_fault", NULL);
        _exit(1);
    }
    waitpid(pid, &status, 0);
    return status;
}

static void the_program_s_own_handler_is_kept(void **state) {
    assert_int_equal(status_with("kept"), 0);
}

static void it_runs_with_the_signals_blocked_that_it_asks_for(void **state) {
    assert_int_equal(status_with("masked"), 0);
    assert_int_equal(status_with("open"), 0);
}

static void one_for_a_single_signal_is_called_once(void **state) {
    int status = status_with("once");
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGSEGV);
}

static void a_signal_that_is_sent_may_be_ignored(void **state) {
    assert_int_equal(status_with("ignored"), 0);
}

static bool launches(void) {
    uint64_t value = 0;
    return !LAUNCH(&rows[FINE], d1(1), d1(1), 0, 0, PTR(&value)) && !cudaDeviceSynchronize() && value == 5;
}

static int with_kept(void) {
    signal(SIGSEGV, own_handler);
    if (!launches())
        return 1;
    if (sigsetjmp(back, 1) == 0) {
        *nowhere = 1;
        return 2;
    }
    return 0;
}

static char *page;
static sigset_t while_handled;

static void open_page(int signal, siginfo_t *info, void *context) {
    pthread_sigmask(SIG_BLOCK, NULL, &while_handled);
    mprotect(page, 4096, PROT_READ | PROT_WRITE);
}

static void close_page(void) {
    mprotect(page, 4096, PROT_NONE);
}

/* A page that the handler opens is written to as often as that, and then the thread has the signals that it had. */
static int with_flags(int flags, int times) {
    struct sigaction action = {.sa_sigaction = open_page, .sa_flags = SA_SIGINFO | flags};
    sigset_t after;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGUSR2);
    sigaction(SIGSEGV, &action, NULL);
    page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (!launches())
        return 1;
    for (int i = 0; i < times; i++) {
        close_page();
        *(volatile char *)page = 1;
    }
    pthread_sigmask(SIG_BLOCK, NULL, &after);
    if (sigismember(&after, SIGUSR2) || sigismember(&after, SIGSEGV))
        return 2;
    if (!sigismember(&while_handled, SIGUSR2))
        return 3;
    return sigismember(&while_handled, SIGSEGV) == !(flags & SA_NODEFER) ? 0 : 4;
}

static int with_ignored(void) {
    signal(SIGSEGV, SIG_IGN);
    return launches() ? raise(SIGSEGV) : 1;
}

static int with_own_handler(const char *name) {
    if (!strcmp(name, "masked"))
        return with_flags(0, 2);
    if (!strcmp(name, "open"))
        return with_flags(SA_NODEFER, 2);
    if (!strcmp(name, "once"))
        return with_flags(SA_RESETHAND, 2);
    return strcmp(name, "ignored") ? with_kept() : with_ignored();
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_fault_has_its_error),
    cmocka_unit_test(an_unaligned_vector_access_is_its_own_error),
    cmocka_unit_test(endless_recursion_is_survived),
    cmocka_unit_test(the_report_says_where),
    cmocka_unit_test(other_blocks_stop),
    cmocka_unit_test(waiting_blocks_stop),
    cmocka_unit_test(later_work_is_dropped_but_callbacks_are_told),
    cmocka_unit_test(host_faults_stay_the_host_s),
    cmocka_unit_test(the_program_s_own_handler_is_kept),
    cmocka_unit_test(it_runs_with_the_signals_blocked_that_it_asks_for),
    cmocka_unit_test(one_for_a_single_signal_is_called_once),
    cmocka_unit_test(a_signal_that_is_sent_may_be_ignored),
};

int main(int argc, char **argv) {
    int failures;
    if (!engine_main(argv, &failures))
        return failures;
    register_kernels(rows, sizeof rows / sizeof *rows);
    if (getenv("ENGINE_TEST_HANDLER"))
        return with_own_handler(getenv("ENGINE_TEST_HANDLER"));
    return cmocka_run_group_tests(tests, NULL, NULL);
}
