/* cuda::atomic where many threads meet: each size of object, neighbours in one word, shared and global memory; a lock, a
 * flag between blocks, and one between a kernel and the host that waits for it. */
// SAME-OUTPUT
#include "../conformance.h"
#include "../rows.h"
#include <cuda/atomic>

enum { BLOCKS = 6, THREADS = 96, ALL = BLOCKS * THREADS };

/* Eight neighbours, so that smaller ones share a word. */
template <class T> __global__ void count(T *sums, T *greatest, int *in_order)
{
    __shared__ cuda::atomic<T, cuda::thread_scope_block> own[8];
    if (threadIdx.x < 8) own[threadIdx.x].store(0);
    __syncthreads();
    int i = threadIdx.x % 8;
    own[i].fetch_add(1, cuda::memory_order_relaxed);
    cuda::atomic_ref<T, cuda::thread_scope_device>(sums[i]).fetch_add(T(1), cuda::memory_order_relaxed);
    cuda::atomic_ref<T, cuda::thread_scope_device>(greatest[i]).fetch_max(T(threadIdx.x), cuda::memory_order_relaxed);
    __syncthreads();
    if (threadIdx.x < 8 && own[i].load() == T(THREADS / 8)) atomicAdd(in_order, 1);
}

template <class T> static void check_count(const char *name)
{
    DeviceArray<T> sums(8), greatest(8);
    DeviceArray<int> in_order(1);
    count<T><<<BLOCKS, THREADS>>>(sums, greatest, in_order);
    CHECK_LAUNCH();
    auto s = sums.host(), g = greatest.host();
    for (int i = 0; i < 8; i++) {
        EXPECT_EQ(s[i], T(ALL / 8));
        EXPECT_EQ(g[i], T(THREADS - 8 + i));
    }
    EXPECT_EQ(in_order.host()[0], 8 * BLOCKS);
    print_row(name, s.data(), 8);
}

typedef cuda::atomic<int, cuda::thread_scope_device> DeviceInt;

/* One thread of a block at a time. */
__global__ void lock(DeviceInt *held, int *guarded)
{
    if (threadIdx.x == 0) {
        int free = 0;
        while (!held->compare_exchange_weak(free, 1, cuda::memory_order_acquire, cuda::memory_order_relaxed)) free = 0;
        *guarded += 1;
        held->store(0, cuda::memory_order_release);
    }
}

/* Each block waits for the one before it. */
__global__ void chain(DeviceInt *turn, int *order)
{
    if (threadIdx.x == 0) {
        int before = blockIdx.x;
        while (turn->load(cuda::memory_order_acquire) != before) {
        }
        order[before] = before == 0 ? 1 : order[before - 1] * 3;
        turn->store(before + 1, cuda::memory_order_release);
        turn->notify_all();
    }
}

struct Letter {
    cuda::atomic<int> sent;
    cuda::atomic<int> answered;
    int text;
};
__global__ void answer(Letter *letter)
{
    letter->sent.wait(0, cuda::memory_order_acquire);
    letter->text *= 2;
    letter->answered.store(1, cuda::memory_order_release);
}

static void check_host()
{
    Letter *letter;
    CHECK(cudaMallocManaged(&letter, sizeof *letter));
    new (&letter->sent) cuda::atomic<int>(0);
    new (&letter->answered) cuda::atomic<int>(0);
    answer<<<1, 1>>>(letter);
    letter->text = 21;
    letter->sent.store(1, cuda::memory_order_release);
    letter->answered.wait(0, cuda::memory_order_acquire);
    EXPECT_EQ(letter->text, 42);
    CHECK_LAUNCH();
    CHECK(cudaFree(letter));
}

int main()
{
    check_count<unsigned char>("unsigned char");
    check_count<signed char>("signed char");
    check_count<unsigned short>("unsigned short");
    check_count<short>("short");
    check_count<int>("int");
    check_count<unsigned>("unsigned");
    check_count<long long>("long long");
    check_count<unsigned long>("unsigned long");

    DeviceArray<DeviceInt> words(2);
    DeviceArray<int> values(BLOCKS);
    lock<<<BLOCKS, THREADS>>>(words, values);
    CHECK_LAUNCH();
    EXPECT_EQ(values.host()[0], BLOCKS);
    chain<<<BLOCKS, THREADS>>>(words + 1, values);
    CHECK_LAUNCH();
    EXPECT_EQ(values.host()[BLOCKS - 1], 243);
    check_host();
    return finish();
}
