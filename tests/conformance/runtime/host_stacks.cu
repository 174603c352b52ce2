// A host's thread that launches and waits may have a stack of a few pages (a fiber's), and a signal stack, small or none,
// on which it may stand while it waits: kernels get their results, and nothing of it is another afterwards.
// SWCC: -lpthread
// NO-GPU: what lies below a host thread's stack is a matter of a runtime that runs kernels there
#include "../conformance.h"
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { THREADS = 2048, LOCALS = 2000, AROUND = 4 << 20, SMALL = 12 << 10 };

/* Many local variables, by indices that nobody knows. */
template <class T> __host__ __device__ int juggle(T in, int i)
{
    int a[LOCALS], s = 0;
    for (int j = 0; j < LOCALS; j++)
        a[(j * 7 + in) % LOCALS] = j + i;
    for (int j = in % 3; j < LOCALS; j += 3)
        s += a[j] % 1000;
    return s;
}
__global__ void juggle_all(const int *in, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = juggle(in[i], i);
}
__global__ void write_to(int *at) { *at = 1; }

static std::vector<int> inputs()
{
    std::vector<int> v(THREADS);
    for (int i = 0; i < THREADS; i++)
        v[static_cast<size_t>(i)] = i * 13 % LOCALS;
    return v;
}

static int *in, *out;
static cudaError_t error;
static void launch_and_wait()
{
    for (int turn = 0; turn < 10 && !error; turn++) {
        juggle_all<<<THREADS / 64, 64>>>(in, out);
        error = cudaDeviceSynchronize();
    }
}

static void check_results()
{
    std::vector<int> v = inputs();
    CHECK(error);
    for (int i = 0; i < THREADS; i++)
        EXPECT_EQ(out[i], juggle(v[static_cast<size_t>(i)], i));
    memset(out, 0, THREADS * sizeof *out);
}

static ucontext_t outside, fiber;
static void on_fiber()
{
    launch_and_wait();
    swapcontext(&fiber, &outside);
}

static unsigned char *area;
static void check_fiber(size_t stack)
{
    memset(area, 0xab, 2 * AROUND);
    getcontext(&fiber);
    fiber.uc_stack.ss_sp = area + AROUND;
    fiber.uc_stack.ss_size = stack;
    fiber.uc_link = &outside;
    makecontext(&fiber, on_fiber, 0);
    swapcontext(&outside, &fiber);
    int touched = 0;
    for (size_t i = 0; i < AROUND; i++)
        touched += (area[i] != 0xab) + (area[AROUND + stack + i % (AROUND - stack)] != 0xab);
    EXPECT_EQ(touched, 0);
    check_results();
}

static bool has_signal_stack(const stack_t &expected)
{
    stack_t now;
    sigaltstack(nullptr, &now);
    return expected.ss_flags & SS_DISABLE ? now.ss_flags & SS_DISABLE
                                          : now.ss_sp == expected.ss_sp && now.ss_size == expected.ss_size && !now.ss_flags;
}

static void check_broken_and_mend()
{
    write_to<<<1, 32>>>(reinterpret_cast<int *>(64));
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    cudaGetLastError();
    CHECK(cudaDeviceReset());
    CHECK(cudaMallocManaged(&in, THREADS * sizeof(int)));
    CHECK(cudaMallocManaged(&out, THREADS * sizeof(int)));
    memcpy(in, inputs().data(), THREADS * sizeof(int));
    memset(out, 0, THREADS * sizeof(int));
}

/* No signal stack, then a small one: there afterwards, and no obstacle to faults of kernels. */
static void check_signal_stack(const stack_t &own)
{
    if (!(own.ss_flags & SS_DISABLE))
        sigaltstack(&own, nullptr);
    launch_and_wait();
    EXPECT(has_signal_stack(own));
    check_results();
    check_broken_and_mend();
    EXPECT(has_signal_stack(own));
}

static volatile sig_atomic_t handled;
static void handler(int)
{
    char pattern[4096];
    memset(pattern, 0x5a, sizeof pattern);
    launch_and_wait();
    check_broken_and_mend();
    for (char c : pattern)
        handled += c == 0x5a;
}

/* On a thread whose own stack lies below the area. */
static void *check_all(void *)
{
    stack_t none{};
    none.ss_flags = SS_DISABLE;
    sigaltstack(nullptr, &none); /* what the program starts with */
    CHECK(cudaMallocManaged(&in, THREADS * sizeof(int)));
    CHECK(cudaMallocManaged(&out, THREADS * sizeof(int)));
    memcpy(in, inputs().data(), THREADS * sizeof(int));
    check_fiber(128 << 10);
    check_fiber(40 << 10);
    check_signal_stack(none);

    stack_t small{}, large{};
    small.ss_sp = area;
    small.ss_size = SMALL;
    large.ss_sp = area + AROUND;
    large.ss_size = 128 << 10;
    check_signal_stack(small);
    sigaltstack(&large, nullptr);
    struct sigaction action = {};
    action.sa_handler = handler;
    action.sa_flags = SA_ONSTACK;
    sigaction(SIGUSR1, &action, nullptr);
    raise(SIGUSR1);
    EXPECT_EQ(static_cast<int>(handled), 4096);
    EXPECT(has_signal_stack(large));
    return nullptr;
}

int main()
{
    pthread_t thread;
    area = static_cast<unsigned char *>(
        mmap(nullptr, 2 * AROUND, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    pthread_create(&thread, nullptr, check_all, nullptr);
    pthread_join(thread, nullptr);
    return finish();
}
