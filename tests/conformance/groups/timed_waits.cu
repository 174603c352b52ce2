// FEW-WAYS
// SWCC: -arch=sm_80
// Waits that end at a time: of a barrier for a phase that comes and for one that does not, of a pipeline's consumer;
// durations of every unit, deadlines by the device's clock.
// NO-GPU: CUDA 12.3's libcu++ has no consumer_wait_for that gives up
#include "../conformance.h"
#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <cuda/std/chrono>

namespace cg = cooperative_groups;
namespace chrono = cuda::std::chrono;
using Barrier = cuda::barrier<cuda::thread_scope_block>;
enum { FOR, FOR_COARSE, FOR_FRACTION, UNTIL, PARITY_FOR, PARITY_UNTIL, WAYS };

/* Milliseconds are long for a phase that comes, and for one that never does the test's time. */
template <int Milliseconds> __device__ bool wait_some(Barrier &bar, Barrier::arrival_token token, int way)
{
    switch (way) {
    case FOR: return bar.try_wait_for(static_cast<Barrier::arrival_token &&>(token), chrono::nanoseconds(Milliseconds * 1000000ll));
    case FOR_COARSE: return bar.try_wait_for(static_cast<Barrier::arrival_token &&>(token), chrono::milliseconds(Milliseconds));
    case FOR_FRACTION:
        return bar.try_wait_for(static_cast<Barrier::arrival_token &&>(token), chrono::duration<double>(Milliseconds / 1000.0));
    case UNTIL:
        return bar.try_wait_until(static_cast<Barrier::arrival_token &&>(token),
                                  chrono::system_clock::now() + chrono::milliseconds(Milliseconds));
    case PARITY_FOR: return bar.try_wait_parity_for(false, chrono::milliseconds(Milliseconds));
    default:
        return bar.try_wait_parity_until(false, chrono::high_resolution_clock::now() + chrono::milliseconds(Milliseconds));
    }
}

struct Answers {
    bool early, late;
    long long nanoseconds;
};

/* The last thread arrives when the others have given up once. */
__global__ void give_up(int way, Answers *out)
{
    __shared__ Barrier bar;
    __shared__ volatile int gave_up;
    if (threadIdx.x == 0) {
        init(&bar, blockDim.x);
        gave_up = 0;
    }
    __syncthreads();
    Answers answers = {false, true, 5000000};
    if (threadIdx.x == blockDim.x - 1) {
        while (gave_up != static_cast<int>(blockDim.x) - 1)
            ;
        bar.arrive_and_wait();
    } else {
        auto token = bar.arrive();
        auto start = chrono::system_clock::now();
        answers.early = wait_some<5>(bar, token, way);
        answers.nanoseconds = (chrono::system_clock::now() - start).count();
        atomicAdd(const_cast<int *>(&gave_up), 1);
        answers.late = wait_some<20000>(bar, token, way);
    }
    out[threadIdx.x] = answers;
}

static void check_barriers(unsigned threads)
{
    DeviceArray<Answers> out(threads);
    for (int way = 0; way < WAYS; way++) {
        give_up<<<1, threads>>>(way, out);
        CHECK_LAUNCH();
        for (const Answers &answers : out.host()) {
            EXPECT(!answers.early && answers.late);
            EXPECT(answers.nanoseconds >= 5000000 && answers.nanoseconds < 15000000000);
        }
    }
}

__global__ void consume(bool *early, bool *late)
{
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 2> state;
    __shared__ volatile bool gave_up;
    bool produces = threadIdx.x < 32;
    gave_up = false;
    auto pipe = cuda::make_pipeline(cg::this_thread_block(), &state, (size_t)32);
    if (produces) {
        while (!gave_up)
            ;
        pipe.producer_acquire();
        pipe.producer_commit();
    } else {
        early[threadIdx.x % 32] = pipe.consumer_wait_for(chrono::microseconds(2000));
        __syncwarp();
        gave_up = true;
        late[threadIdx.x % 32] = pipe.consumer_wait_until(chrono::system_clock::now() + chrono::seconds(20));
        pipe.consumer_release();
    }
}

int main()
{
    for (unsigned threads : {2, 33, 128})
        check_barriers(threads);
    DeviceArray<bool> early(32), late(32);
    consume<<<1, 64>>>(early, late);
    CHECK_LAUNCH();
    std::vector<char> answers(64);
    CHECK(cudaMemcpy(answers.data(), early, 32, cudaMemcpyDeviceToHost));
    CHECK(cudaMemcpy(answers.data() + 32, late, 32, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 64; i++)
        EXPECT_EQ(static_cast<int>(answers[i]), i >= 32);
    return finish();
}
