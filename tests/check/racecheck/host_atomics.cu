// The host and a kernel that runs talk by atomic operations: those are no race, and order what lies behind them, in both
// directions, by whatever words the host does them. What is not atomic, not released or of too narrow a scope is told.
// RUN: %swcc -std=c++17 --check -g -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t 2>&1 | FileCheck %s --implicit-check-not=Race
// RUN: %if !quick %{ %swcc -std=c++17 --check -O0 -I%S/.. %s -o %t.O0 %}
// RUN: %if !quick %{ %softwarp check --tool racecheck %t.O0 2>&1 | FileCheck %s --implicit-check-not=Race %}
// RUN: %if !quick %{ env SOFTWARP_CACHE=off %swcc -std=c++17 --check -O2 -I%S/.. %s -o %t.O2 %}
// RUN: %if !quick %{ %softwarp check --tool racecheck %t.O2 2>&1 | FileCheck %s --implicit-check-not=Race %}
// CHECK-COUNT-14: 42 42
// CHECK: ERROR SUMMARY: 0 errors
// RUN: %softwarp check --tool racecheck %t plain 2>&1 | FileCheck %s --check-prefix=PLAIN
// RUN: %softwarp check --tool racecheck %t early 2>&1 | FileCheck %s --check-prefix=EARLY
// RUN: %softwarp check --tool racecheck %t late 2>&1 | FileCheck %s --check-prefix=LATE
// RUN: %softwarp check --tool racecheck %t narrow 2>&1 | FileCheck %s --check-prefix=NARROW
// RUN: %softwarp check --tool racecheck --policy strict %t relaxed 2>&1 | FileCheck %s --check-prefix=RELAXED
#include "check.h"

#include <atomic>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

/* The kernel answers what the host has asked. */
struct Mail {
    int question, answer, asked, answered;
    cuda::latch<cuda::thread_scope_system> latch{2};
    cuda::barrier<cuda::thread_scope_system> barrier{2};
    cuda::counting_semaphore<cuda::thread_scope_system> semaphore{0};
};

__global__ void answer(Mail *mail)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> asked(mail->asked), answered(mail->answered);
    while (!asked.load(cuda::memory_order_acquire)) {}
    mail->answer = mail->question;
    answered.fetch_add(1, cuda::memory_order_release);
}

__global__ void answer_by_fences(Mail *mail)
{
    while (!atomicAdd_system(&mail->asked, 0)) {}
    __threadfence_system();
    mail->answer = mail->question;
    __threadfence_system();
    atomicExch_system(&mail->answered, 1);
}

__global__ void answer_by_latch(Mail *mail)
{
    mail->answer = mail->question;
    mail->latch.arrive_and_wait();
}

__global__ void answer_by_barrier(Mail *mail)
{
    mail->barrier.arrive_and_wait();
    mail->answer = mail->question;
    mail->barrier.arrive_and_wait();
}

__global__ void answer_by_semaphore(Mail *mail)
{
    mail->answer = mail->question;
    mail->semaphore.release();
}

__global__ void narrow(Mail *mail)
{
    atomicAdd(&mail->answered, 1);
}

__global__ void late(Mail *mail)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> answered(mail->answered);
    answered.store(1, cuda::memory_order_release);
    mail->answer = mail->question;
}

static Mail *mail;

template <class Ask, class Answered>
static void converse(void (*kernel)(Mail *), Ask ask, Answered answered)
{
    mail = new (mail) Mail();
    mail->answer = mail->asked = mail->answered = 0;
    kernel<<<1, 1>>>(mail);
    mail->question = 42;
    ask();
    while (!answered()) {}
    printf("%d ", mail->answer);
    cudaDeviceSynchronize();
    printf("%d\n", mail->answer);
}

static std::atomic<int> &standard(int &word) { return reinterpret_cast<std::atomic<int> &>(word); }
static cuda::atomic_ref<int, cuda::thread_scope_system> extended(int &word)
{
    return cuda::atomic_ref<int, cuda::thread_scope_system>(word);
}

static void by_functions()
{
    for (auto kernel : {answer, answer_by_fences}) {
        converse(
            kernel, [] { __atomic_store_n(&mail->asked, 1, __ATOMIC_RELEASE); },
            [] { return __atomic_load_n(&mail->answered, __ATOMIC_ACQUIRE); });
        converse(
            kernel, [] { __sync_fetch_and_add(&mail->asked, 1); },
            [] { return __sync_val_compare_and_swap(&mail->answered, 1, 1); });
        converse(
            kernel, [] { standard(mail->asked).store(1); }, [] { return standard(mail->answered).load(); });
        converse(
            kernel,
            [] {
                std::atomic_thread_fence(std::memory_order_release);
                standard(mail->asked).fetch_or(1, std::memory_order_relaxed);
            },
            [] {
                int found = standard(mail->answered).load(std::memory_order_relaxed);
                std::atomic_thread_fence(std::memory_order_acquire);
                return found;
            });
        converse(
            kernel, [] { extended(mail->asked).exchange(1); }, [] { return extended(mail->answered).fetch_add(0); });
    }
}

static void by_objects()
{
    converse(
        answer,
        [] {
            int expected = 0;
            extended(mail->asked).compare_exchange_strong(expected, 1, cuda::memory_order_acq_rel);
        },
        [] { return extended(mail->answered).load(cuda::memory_order_acquire); });
    converse(answer_by_barrier, [] { mail->barrier.arrive_and_wait(); },
             [] { return mail->barrier.arrive_and_wait(), 1; });
}

/* Of which the kernel begins at once: the question stands there before. */
template <class Answered> static void listen(void (*kernel)(Mail *), Answered answered)
{
    mail = new (mail) Mail();
    mail->question = 42;
    mail->answer = mail->answered = 0;
    kernel<<<1, 1>>>(mail);
    answered();
    printf("%d ", mail->answer);
    cudaDeviceSynchronize();
    printf("%d\n", mail->answer);
}

static bool is(int argc, char **argv, const char *what) { return argc > 1 && !strcmp(argv[1], what); }

int main(int argc, char **argv)
{
    cudaMallocManaged(&mail, sizeof(Mail));
    if (argc == 1) {
        by_functions();
        by_objects();
        listen(answer_by_latch, [] { mail->latch.arrive_and_wait(); });
        listen(answer_by_semaphore, [] { mail->semaphore.acquire(); });
    }
    // The host polls by a volatile read.
    // PLAIN: Race on __global__ memory: host against kernel
    if (is(argc, argv, "plain"))
        converse(
            answer, [] { __atomic_store_n(&mail->asked, 1, __ATOMIC_RELEASE); },
            [] { return *(volatile int *)&mail->answered; });
    // It writes behind its release.
    // EARLY: Race on __global__ memory: host against kernel
    // EARLY-DAG: write by the host
    // EARLY-DAG: read at answer(Mail*)
    if (is(argc, argv, "early"))
        converse(
            answer,
            [] {
                __atomic_store_n(&mail->asked, 1, __ATOMIC_RELEASE);
                mail->question = 42;
            },
            [] { return __atomic_load_n(&mail->answered, __ATOMIC_ACQUIRE); });
    // The kernel does.
    // LATE: Race on __global__ memory: host against kernel
    // LATE-DAG: read by the host
    // LATE-DAG: write at late(Mail*)
    if (is(argc, argv, "late"))
        listen(late, [] {
            while (!__atomic_load_n(&mail->answered, __ATOMIC_ACQUIRE)) {}
        });
    // NARROW: Race on __global__ memory: insufficient scope
    // NARROW-DAG: atomic read by the host
    // NARROW-DAG: atomic operation in scope device at narrow(Mail*)
    // NARROW: What would mend it: a wider scope of the atomic access (system)
    if (is(argc, argv, "narrow"))
        listen(narrow, [] {
            while (!__atomic_load_n(&mail->answered, __ATOMIC_ACQUIRE)) {}
        });
    // RELAXED: Race on __global__ memory
    // RELAXED-DAG: read by the host
    // RELAXED-DAG: write at answer(Mail*)
    if (is(argc, argv, "relaxed"))
        converse(
            answer, [] { __atomic_store_n(&mail->asked, 1, __ATOMIC_RELEASE); },
            [] { return __atomic_load_n(&mail->answered, __ATOMIC_RELAXED); });
    return finish();
}
