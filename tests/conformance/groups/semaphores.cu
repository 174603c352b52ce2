// FEW-WAYS
// SWCC: -arch=sm_90
// cuda::counting_semaphore and binary_semaphore in every scope: locks among the lanes of a warp and among warps, and turns
// with the host; so many at once and no more; producers and consumers; tries that fail, and those that end at a time.
#include "../conformance.h"
#include "../rows.h"
#include "compare.h"
#include "locks.h"
#include <cuda/semaphore>
#include <cuda/std/chrono>
#include <cuda/std/semaphore>

enum { THREADS = 128, ROOM = 5 };

/* By tries, every other lane alone. */
__global__ void lock_some(int *out)
{
    __shared__ room<cuda::binary_semaphore<cuda::thread_scope_block>> mutex;
    __shared__ int count;
    if (threadIdx.x == 0) {
        mutex.make(1);
        count = 0;
    }
    __syncthreads();
    if (threadIdx.x % 2) {
        while (!mutex.object().try_acquire()) {}
        int seen = count;
        count = seen + threadIdx.x;
        mutex.object().release();
    }
    __syncthreads();
    out[threadIdx.x] = count;
}

/* At most so many are in. */
__global__ void crowd(int *out)
{
    __shared__ room<cuda::counting_semaphore<cuda::thread_scope_block, ROOM>> door;
    __shared__ int inside, most;
    if (threadIdx.x == 0) {
        door.make(0);
        inside = most = 0;
    }
    __syncthreads();
    if (threadIdx.x == THREADS - 1) door.object().release(ROOM);
    door.object().acquire();
    atomicMax(&most, atomicAdd(&inside, 1) + 1);
    __nanosleep(100);
    atomicSub(&inside, 1);
    door.object().release();
    __syncthreads();
    out[threadIdx.x] = inside * 100 + (most >= 1 && most <= ROOM);
}

/* A ring of places: even lanes fill it for odd lanes, which take in what order they like. */
__global__ void produce(int *out)
{
    __shared__ room<cuda::counting_semaphore<cuda::thread_scope_block>> full, empty;
    __shared__ room<cuda::binary_semaphore<cuda::thread_scope_block>> at_head, at_tail;
    __shared__ int places[ROOM], head, tail, sum;
    if (threadIdx.x == 0) {
        full.make(0);
        empty.make(ROOM);
        at_head.make(1);
        at_tail.make(1);
        head = tail = sum = 0;
    }
    __syncthreads();
    if (threadIdx.x % 2 == 0) {
        empty.object().acquire();
        at_head.object().acquire();
        places[head++ % ROOM] = threadIdx.x * threadIdx.x;
        at_head.object().release();
        full.object().release();
    } else {
        full.object().acquire();
        at_tail.object().acquire();
        sum += places[tail++ % ROOM];
        at_tail.object().release();
        empty.object().release();
    }
    __syncthreads();
    out[threadIdx.x] = sum;
}

/* Lanes one after the other. */
__global__ void chain(int *out)
{
    __shared__ room<cuda::binary_semaphore<cuda::thread_scope_block>> gates[33];
    __shared__ int value;
    int lane = threadIdx.x, turn = lane * 7 % 32;
    gates[lane].make(lane == 0);
    if (lane == 0) gates[32].make(0);
    if (lane == 0) value = 1;
    __syncthreads();
    gates[turn].object().acquire();
    value = value * 3 + turn;
    out[turn] = value;
    gates[turn + 1].object().release();
}

/* Host and device by turns. */
struct table {
    cuda::std::binary_semaphore ping{0};
    cuda::std::counting_semaphore<> pong{0};
    int value = 0;
};
__global__ void play(table *with)
{
    for (int turn = 0; turn < 20; turn++) {
        with->ping.acquire();
        with->value = with->value * 3 + 1;
        with->pong.release();
    }
}

/* What is not there is not taken, and a time is waited for it. */
__global__ void tries(int *out)
{
    namespace chrono = cuda::std::chrono;
    __shared__ room<cuda::counting_semaphore<cuda::thread_scope_block, 9>> has;
    __shared__ room<cuda::binary_semaphore<cuda::thread_scope_block>> one;
    if (threadIdx.x == 0) {
        has.make(3);
        one.make(0);
        int n = 0;
        while (has.object().try_acquire()) n++;
        out[0] = n;
        out[1] = has.object().try_acquire_for(chrono::milliseconds(2));
        out[2] = one.object().try_acquire_until(chrono::system_clock::now() + chrono::microseconds(500));
        has.object().release(2);
        one.object().release();
        out[3] = has.object().try_acquire_for(chrono::seconds(20)) + has.object().try_acquire_until(chrono::system_clock::now());
        out[4] = has.object().try_acquire();
        out[5] = one.object().try_acquire_for(chrono::seconds(20)) + 2 * one.object().try_acquire();
    }
    __syncwarp();
    if (threadIdx.x == 1) out[6] = one.object().try_acquire_for(chrono::seconds(20));
    if (threadIdx.x == 2) one.object().release();
}

static int in_chain(int i)
{
    unsigned value = 1;
    for (int turn = 0; turn <= i; turn++) value = value * 3 + turn;
    return (int)value;
}

static void locks(const DeviceArray<int> &out)
{
    auto wanted = [](int) { return locked(THREADS); };
    lock<cuda::counting_semaphore<cuda::thread_scope_block>><<<1, THREADS>>>(out);
    compare("counting, block scope", out, THREADS, wanted);
    lock<cuda::counting_semaphore<cuda::thread_scope_device, 2>><<<1, THREADS>>>(out);
    compare("counting, device scope", out, THREADS, wanted);
    lock_some<<<1, THREADS>>>(out);
    compare("try_acquire", out, THREADS, [](int) { return THREADS * THREADS / 4; });
}

static void play_with_the_host()
{
    table *with;
    int wanted = 0;
    CHECK(cudaMallocManaged(&with, sizeof *with));
    new (with) table;
    play<<<1, 1>>>(with);
    for (int turn = 0; turn < 20; turn++) {
        with->value += turn;
        with->ping.release();
        with->pong.acquire();
        wanted = (int)((unsigned)(wanted + turn) * 3u + 1);
        EXPECT_EQ(with->value, wanted);
    }
    EXPECT_EQ(with->pong.try_acquire(), false);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaFree(with));
}

int main()
{
    DeviceArray<int> out(THREADS);
    static_assert(cuda::binary_semaphore<cuda::thread_scope_block>::max() == 1, "max");
    static_assert(cuda::counting_semaphore<cuda::thread_scope_block, 7>::max() >= 7, "max");
    locks(out);
    crowd<<<1, THREADS>>>(out);
    compare("so many at once", out, THREADS, [](int) { return 1; });
    produce<<<1, THREADS>>>(out);
    compare("produce and consume", out, THREADS, [](int) {
        int sum = 0;
        for (int i = 0; i < THREADS; i += 2) sum += i * i;
        return sum;
    });
    chain<<<1, 32>>>(out);
    compare("a chain of lanes", out, 32, in_chain);
    tries<<<1, 32>>>(out);
    static const int tried[] = {3, 0, 0, 2, 0, 1, 1};
    compare("tries", out, 7, [](int i) { return tried[i]; });
    play_with_the_host();
    return finish();
}
