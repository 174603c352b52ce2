// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// Barriers at which threads arrive and wait apart: of the block and of the cluster (cooperative groups: barrier_arrive,
// barrier_wait, with a token and without; PTX ISA: barrier.cluster). Nobody passes before all have arrived; who has exited
// holds nobody; a warp may wait in one step where others take two.
#include "../conformance.h"
#include <cooperative_groups.h>
#include <utility>

namespace cg = cooperative_groups;
enum { BLOCK, CLUSTER, NO_TOKEN, PTX, RELAXED, PLAIN, WAYS };

/* Who has to go between arriving and waiting says so, and does not wait. */
template <class Between> __device__ bool meet(int way, Between goes)
{
    if (way == BLOCK) {
        auto token = cg::this_thread_block().barrier_arrive();
        if (goes()) return true;
        cg::this_thread_block().barrier_wait(std::move(token));
    } else if (way == CLUSTER) {
        auto token = cg::this_cluster().barrier_arrive();
        if (goes()) return true;
        cg::this_cluster().barrier_wait(std::move(token));
    } else if (way == NO_TOKEN) {
        (void)cg::this_cluster().barrier_arrive();
        if (goes()) return true;
        cg::this_cluster().barrier_wait();
    } else if (way == PTX) {
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        if (goes()) return true;
        asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory");
    } else if (way == RELAXED) {
        __threadfence();
        asm volatile("barrier.cluster.arrive.relaxed;" ::: "memory");
        if (goes()) return true;
        asm volatile("barrier.cluster.wait;" ::: "memory");
    } else {
        cg::this_cluster().sync();
        if (goes()) return true;
    }
    return false;
}

/* Warps take turns at being slow; each thread reads what the thread opposite has written this turn. */
template <int way> __global__ void opposite(int *out, int turns)
{
    __shared__ int values[2][1024], idle[1024];
    int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), sum = 0;
    int threads = blockDim.x * blockDim.y * blockDim.z;
    for (int i = 0; i < turns; i++) {
        if (t / 32 == i % 4)
            __nanosleep(100);
        values[i & 1][t] = t + 1000 * i;
        meet(way, [&] { idle[t] = i; return false; });
        sum += values[i & 1][threads - 1 - t] + idle[t];
    }
    out[blockIdx.x * threads + t] = sum;
}

/* Thread t leaves before turn t % 5, some after having arrived. */
template <int way> __global__ void leave(int *out)
{
    __shared__ int here[5];
    int t = threadIdx.x;
    if (t < 5) here[t] = 0;
    __syncthreads();
    for (int i = 0; i < 5; i++) {
        if (t % 5 == i)
            return;
        atomicAdd(&here[i], 1);
        bool leaves = t % 5 == i + 1 && t % 2;
        if (meet(way, [&] { return leaves; })) {
            out[t] = -1;
            return;
        }
        out[t] = out[t] * 1024 + here[i];
    }
}

/* Odd warps arrive and wait in two steps, even ones in one. */
template <bool is_cluster> __global__ void mixed(int *out)
{
    __shared__ int values[256];
    int t = threadIdx.x;
    values[t] = t * 3;
    if (t / 32 % 2) {
        if (is_cluster) {
            __cluster_barrier_arrive();
            __cluster_barrier_wait();
        } else {
            cg::this_thread_block().barrier_wait(cg::this_thread_block().barrier_arrive());
        }
    } else if (is_cluster) {
        cg::this_cluster().sync();
    } else {
        cg::this_thread_block().sync();
    }
    out[t] = values[255 - t];
}

template <int way> static void run()
{
    for (dim3 shape : {dim3(1), dim3(31), dim3(33), dim3(128), dim3(256), dim3(1000), dim3(16, 16), dim3(7, 5, 3)}) {
        int threads = shape.x * shape.y * shape.z, turns = 6;
        DeviceArray<int> out(2 * threads);
        opposite<way><<<2, shape>>>(out, turns);
        CHECK_LAUNCH();
        std::vector<int> got = out.host();
        for (int i = 0; i < 2 * threads; i++)
            EXPECT_EQ(got[i], turns * (threads - 1 - i % threads) + 1001 * (turns * (turns - 1) / 2));
    }
    for (int threads : {1, 10, 33, 128, 250}) {
        std::vector<int> zeros(threads, 0);
        DeviceArray<int> out(zeros);
        leave<way><<<1, threads>>>(out);
        CHECK_LAUNCH();
        std::vector<int> got = out.host();
        for (int t = 0; t < threads; t++) {
            int want = 0, turn = 0;
            for (; turn < t % 5 && !(t % 5 == turn + 1 && t % 2); turn++) {
                int here = 0;
                for (int u = 0; u < threads; u++) here += u % 5 > turn;
                want = want * 1024 + here;
            }
            EXPECT_EQ(got[t], turn < t % 5 ? -1 : want);
        }
    }
}

int main()
{
    run<BLOCK>(), run<CLUSTER>(), run<NO_TOKEN>(), run<PTX>(), run<RELAXED>(), run<PLAIN>();
    DeviceArray<int> out(256);
    for (int way = 0; way < 2; way++) {
        if (way) mixed<true><<<1, 256>>>(out);
        else mixed<false><<<1, 256>>>(out);
        CHECK_LAUNCH();
        std::vector<int> got = out.host();
        for (int t = 0; t < 256; t++)
            EXPECT_EQ(got[t], (255 - t) * 3);
    }
    return finish();
}
