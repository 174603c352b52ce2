/* system_atomics: host threads and a kernel count in one variable, at the same time, and no count is lost.
 *
 * atomicAdd is atomic among the threads of one device. atomicAdd_system is atomic for everybody who can reach the
 * memory: this device, other devices, and the host's threads, when those use atomic operations of their own.
 *
 * The counter is managed memory: one object at one address for host and device. A host thread may touch it while a
 * kernel runs only if the device says so (concurrentManagedAccess); a device that does not is told apart below.
 */
#include "check.h"
#include <thread>
#include <vector>

constexpr int BLOCKS = 16;
constexpr int THREADS = 128;
constexpr int PER_THREAD = 50;
constexpr int HOST_THREADS = 2;
constexpr int PER_HOST_THREAD = 50000;

__managed__ unsigned long long counter;
__managed__ int highest;

__global__ void count()
{
    int me = blockIdx.x * blockDim.x + threadIdx.x;

    for (int i = 0; i < PER_THREAD; i++)
        atomicAdd_system(&counter, 1ull);
    atomicMax_system(&highest, me);
}

/* The host's side of the same operation: gcc's and clang's atomic built-in, which std::atomic_ref of C++20 wraps. */
static void count_on_host()
{
    for (int i = 0; i < PER_HOST_THREAD; i++)
        __atomic_fetch_add(&counter, 1ull, __ATOMIC_RELAXED);
}

int main()
{
    int concurrent;
    CHECK(cudaDeviceGetAttribute(&concurrent, cudaDevAttrConcurrentManagedAccess, 0));

    counter = 0;
    highest = -1;
    std::vector<std::thread> threads;
    count<<<BLOCKS, THREADS>>>();
    CHECK(cudaGetLastError());
    if (!concurrent) {
        printf("this device does not let the host touch managed memory while a kernel runs: one after the other\n");
        CHECK(cudaDeviceSynchronize());
    }
    for (int i = 0; i < HOST_THREADS; i++)
        threads.emplace_back(count_on_host);
    for (std::thread &thread : threads)
        thread.join();
    CHECK(cudaDeviceSynchronize());

    unsigned long long by_device = 1ull * BLOCKS * THREADS * PER_THREAD;
    unsigned long long by_host = 1ull * HOST_THREADS * PER_HOST_THREAD;
    printf("device %llu + host %llu = %llu; counted %llu\n", by_device, by_host, by_device + by_host, counter);
    EXPECT(counter == by_device + by_host);
    EXPECT(highest == BLOCKS * THREADS - 1);
    printf("no count was lost\n");
    return 0;
}
