// UNSUPPORTED: quick
// Barriers, latches and semaphores of a real libcu++; atomic operations that wait and notify.
// From sm_80 on its barriers are instructions (mbarrier.*).
#include "../libraries.h"
#include <cuda/std/array> /* not in ours: so that the system's is used whole */

#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/latch>
#include <cuda/semaphore>

using Barrier = cuda::barrier<cuda::thread_scope_block>;

/* Each thread reads what another wrote in the phase before. */
__global__ void phases(int *out)
{
    __shared__ int values[96];
    __shared__ Barrier barrier;
    int i = threadIdx.x;
    if (i == 0)
        init(&barrier, 96);
    values[i] = i;
    __syncthreads();
    for (int round = 0; round < 5; round++) {
        int next = values[(i + 1) % 96];
        barrier.arrive_and_wait();
        values[i] = next;
        auto token = barrier.arrive();
        barrier.wait(std::move(token));
    }
    out[i] = values[i];
}

/* Half of the threads leave one after the other; the others go on. */
__global__ void drop(int *out)
{
    __shared__ Barrier barrier;
    if (threadIdx.x == 0)
        init(&barrier, 64);
    __syncthreads();
    for (int round = 0; round < 4; round++) {
        if (threadIdx.x % 8 == round) {
            barrier.arrive_and_drop();
            return;
        }
        barrier.arrive_and_wait();
    }
    atomicAdd(out, 1);
}

__global__ void meet(cuda::latch<cuda::thread_scope_device> *latch, cuda::counting_semaphore<cuda::thread_scope_device, 3> *room,
                     int *inside, int *most, int *arrived)
{
    if (threadIdx.x == 0) {
        room->acquire();
        atomicMax(most, atomicAdd(inside, 1) + 1);
        atomicSub(inside, 1);
        room->release();
        atomicAdd(arrived, 1);
        latch->arrive_and_wait();
        if (atomicAdd(arrived, 0) != gridDim.x)
            atomicAdd(most, 1000);
    }
}

__global__ void ping_pong(cuda::atomic<int, cuda::thread_scope_device> *ball)
{
    for (int i = 0; i < 20; i++)
        if (i % 2 == blockIdx.x) {
            for (int seen; (seen = ball->load()) != i;)
                ball->wait(seen);
            ball->store(i + 1);
            ball->notify_all();
        }
}

int main()
{
    DeviceArray<int> out(96), left(1), counters(3);
    phases<<<1, 96>>>(out);
    CHECK_LAUNCH();
    std::vector<int> got = out.host();
    for (int i = 0; i < 96; i++)
        EXPECT_EQ(got[i], (i + 5) % 96);
    drop<<<1, 64>>>(left);
    CHECK_LAUNCH();
    EXPECT_EQ(left.host()[0], 32);

    const int blocks = 12;
    cuda::latch<cuda::thread_scope_device> *latch;
    cuda::counting_semaphore<cuda::thread_scope_device, 3> *room;
    cuda::atomic<int, cuda::thread_scope_device> *ball;
    CHECK(cudaMallocManaged(&latch, sizeof *latch));
    CHECK(cudaMallocManaged(&room, sizeof *room));
    CHECK(cudaMallocManaged(&ball, sizeof *ball));
    new (latch) cuda::latch<cuda::thread_scope_device>(blocks);
    new (room) cuda::counting_semaphore<cuda::thread_scope_device, 3>(3);
    new (ball) cuda::atomic<int, cuda::thread_scope_device>(0);
    meet<<<blocks, 32>>>(latch, room, counters.at, counters.at + 1, counters.at + 2);
    CHECK_LAUNCH();
    got = counters.host();
    EXPECT_EQ(got[0], 0);
    EXPECT(got[1] >= 1 && got[1] <= 3);
    EXPECT_EQ(got[2], blocks);
    ping_pong<<<2, 1>>>(ball);
    CHECK_LAUNCH();
    EXPECT_EQ(ball->load(), 20);
    return finish();
}
