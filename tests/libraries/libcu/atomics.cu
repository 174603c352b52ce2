// UNSUPPORTED: quick
// Atomics of a real libcu++: what each operation returns and leaves, by type, scope and memory order; a message between blocks.
#include "../libraries.h"
#include <cuda/std/array> /* not in ours: so that the system's is used whole */
#include <cuda/std/atomic>
#include <cuda/std/limits>
#include <cuda/std/type_traits>

#include <cuda/atomic>

#ifndef _LIBCUDACXX_CUDA_API_VERSION
#error "this is to be NVIDIA's libcu++"
#endif

namespace std_ = cuda::std;

/* Every thread adds and takes away, at once and by comparing; totals are those of any order. */
template <class T, cuda::thread_scope SCOPE> __global__ void totals(cuda::atomic<T, SCOPE> *sum, cuda::atomic<T, SCOPE> *tries, int *wrong)
{
    constexpr std_::memory_order orders[] = {std_::memory_order_relaxed, std_::memory_order_acquire, std_::memory_order_release,
                                             std_::memory_order_acq_rel, std_::memory_order_seq_cst};
    for (std_::memory_order order : orders) {
        sum->fetch_add(static_cast<T>(3), order);
        sum->fetch_sub(static_cast<T>(1), order);
    }
    T seen = tries->load(std_::memory_order_relaxed);
    while (!tries->compare_exchange_weak(seen, static_cast<T>(seen + 2), std_::memory_order_acq_rel, std_::memory_order_relaxed))
        ;
    T impossible = static_cast<T>(1); /* there are even numbers only */
    if (tries->compare_exchange_strong(impossible, static_cast<T>(7)) || !sum->is_lock_free())
        atomicAdd(wrong, 1);
}

template <class T, cuda::thread_scope SCOPE> static void check_totals(int blocks)
{
    using Atomic = cuda::atomic<T, SCOPE>;
    static_assert(sizeof(Atomic) == sizeof(T) || sizeof(T) < 4, "layout");
    Atomic *values;
    int *wrong;
    CHECK(cudaMallocManaged(&values, 2 * sizeof(Atomic)));
    CHECK(cudaMallocManaged(&wrong, sizeof(int)));
    new (&values[0]) Atomic(static_cast<T>(1));
    new (&values[1]) Atomic(static_cast<T>(0));
    *wrong = 0;
    totals<<<blocks, 96>>>(&values[0], &values[1], wrong);
    CHECK_LAUNCH();
    EXPECT_EQ(values[0].load(), static_cast<T>(1 + blocks * 96 * 10));
    EXPECT_EQ(values[1].load(), static_cast<T>(blocks * 96 * 2));
    EXPECT_EQ(*wrong, 0);
    CHECK(cudaFree(values));
    CHECK(cudaFree(wrong));
}

__global__ void bits(cuda::atomic<unsigned, cuda::thread_scope_device> *a, cuda::atomic<int, cuda::thread_scope_block> *b)
{
    int i = threadIdx.x;
    a[0].fetch_or(1u << i % 32);
    a[1].fetch_and(~(1u << i % 16), std_::memory_order_relaxed);
    a[2].fetch_xor(1u << i % 32, std_::memory_order_acquire); /* 64 threads: each bit twice */
    b[0].fetch_max(i, std_::memory_order_relaxed);
    b[1].fetch_min(100 - i, std_::memory_order_relaxed); /* none below 0: libcu++ 1.8 asks the GPU for a minimum of u32 */
    ++b[2];
    b[2] += 2;
    b[3].exchange(i);
}

/* Each block waits for the one before, and passes its message on. */
__global__ void chain(int *messages, cuda::atomic<int, cuda::thread_scope_device> *turn)
{
    int block = blockIdx.x;
    if (threadIdx.x == 0)
        while (turn->load(std_::memory_order_acquire) != block)
            ;
    __syncthreads();
    messages[(block + 1) * 32 + threadIdx.x] = messages[block * 32 + threadIdx.x] + 1;
    cuda::atomic_thread_fence(std_::memory_order_seq_cst, cuda::thread_scope_device);
    __syncthreads();
    if (threadIdx.x == 0) {
        turn->store(block + 1, std_::memory_order_release);
        turn->notify_all();
    }
}

__device__ cuda::std::atomic_flag flag;
__global__ void flags(int *won)
{
    if (!flag.test_and_set(std_::memory_order_relaxed))
        atomicAdd(won, 1);
}

int main()
{
    check_totals<int, cuda::thread_scope_device>(3);
    check_totals<unsigned long long, cuda::thread_scope_system>(3);
    check_totals<long, cuda::thread_scope_device>(3);
    check_totals<unsigned char, cuda::thread_scope_block>(1);
    check_totals<short, cuda::thread_scope_device>(3);

    cuda::atomic<unsigned, cuda::thread_scope_device> *a;
    cuda::atomic<int, cuda::thread_scope_block> *b;
    CHECK(cudaMallocManaged(&a, 3 * sizeof *a));
    CHECK(cudaMallocManaged(&b, 4 * sizeof *b));
    a[0] = 0;
    a[1] = ~0u;
    a[2] = 5;
    for (int i = 0; i < 4; i++)
        b[i] = i == 1 ? 1000 : 0;
    bits<<<1, 64>>>(a, b);
    CHECK_LAUNCH();
    EXPECT_EQ(a[0].load(), ~0u);
    EXPECT_EQ(a[1].load(), 0xffff0000u);
    EXPECT_EQ(a[2].load(), 5u);
    EXPECT_EQ(b[0].load(), 63);
    EXPECT_EQ(b[1].load(), 100 - 63);
    EXPECT_EQ(b[2].load(), 3 * 64);
    EXPECT(b[3].load() >= 0 && b[3].load() < 64);

    const int blocks = 40;
    DeviceArray<int> messages(32 * (blocks + 1)), won(1);
    cuda::atomic<int, cuda::thread_scope_device> *turn;
    CHECK(cudaMallocManaged(&turn, sizeof *turn));
    new (turn) cuda::atomic<int, cuda::thread_scope_device>(0);
    chain<<<blocks, 32>>>(messages, turn);
    CHECK_LAUNCH();
    EXPECT_EQ(messages.host().back(), blocks);
    flags<<<7, 100>>>(won);
    CHECK_LAUNCH();
    EXPECT_EQ(won.host()[0], 1);
    return finish();
}
