// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// The order of what device code launches: in the stream that a block's threads share, in streams that it creates, behind
// events, at once, and at the end.
#include "../conformance.h"

__device__ int order[4096];
__device__ int turn;

// The n-th of a stream finds what those before it have left.
__global__ void next(int *at, int expected, int *wrong)
{
    if (atomicAdd(at, 1) != expected)
        atomicAdd(wrong, 1);
}

__global__ void say(int name) { order[atomicAdd(&turn, 1)] = name; }

// Each thread's launches are in its order; those of the block in one.
__global__ void block_stream(int *counters, int *wrong)
{
    __shared__ int before;
    if (threadIdx.x == 0)
        before = 0;
    __syncthreads();
    for (int k = 0; k < int(blockDim.x); k++) {
        if (int(threadIdx.x) == (k * 7) % int(blockDim.x))
            next<<<1, 1>>>(counters + blockIdx.x, before++, wrong);
        __syncthreads();
    }
}

__global__ void named_streams(int *counters, int *wrong)
{
    cudaStream_t one, two;
    bool ok = cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) == cudaSuccess &&
              cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking) == cudaSuccess && one != two;
    for (int k = 0; k < 5; k++) {
        next<<<1, 1, 0, one>>>(counters + 2 * threadIdx.x, k, wrong);
        next<<<1, 1, 0, two>>>(counters + 2 * threadIdx.x + 1, k, wrong);
    }
    ok = ok && cudaStreamDestroy(one) == cudaSuccess && cudaStreamDestroy(two) == cudaSuccess;
    if (!ok)
        atomicAdd(wrong, 1);
}

// say(2) and say(3) are behind say(1) in another stream.
__global__ void events()
{
    cudaStream_t one, two, three;
    cudaEvent_t event;
    cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&three, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
    say<<<1, 1, 0, one>>>(1);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(two, event);
    cudaStreamWaitEvent(three, event, 0);
    say<<<1, 1, 0, two>>>(2);
    say<<<1, 1, 0, three>>>(3);
    cudaEventRecord(event, two);
    cudaStreamWaitEvent(three, event);
    say<<<1, 1, 0, three>>>(4);
    cudaEventDestroy(event);
}

__global__ void with_child(int name)
{
    say<<<1, 1>>>(name);
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(name + 1);
}

// The tail comes when all else has been done, that of children included; in its own order.
__global__ void tail()
{
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(100);
    with_child<<<1, 1, 0, cudaStreamFireAndForget>>>(10);
    with_child<<<1, 1>>>(20);
    with_child<<<1, 1, 0, cudaStreamTailLaunch>>>(30);
    say<<<1, 1, 0, cudaStreamPerThread>>>(40);
    say<<<1, 1, 0, cudaStreamTailLaunch>>>(101);
    say<<<1, 1, 0, cudaStreamFireAndForget>>>(50);
}

static std::vector<int> said()
{
    int count;
    std::vector<int> all(4096);
    const int zero = 0;
    CHECK(cudaMemcpyFromSymbol(&count, turn, sizeof count));
    CHECK(cudaMemcpyFromSymbol(all.data(), order, all.size() * sizeof(int)));
    CHECK(cudaMemcpyToSymbol(turn, &zero, sizeof zero));
    all.resize(size_t(count));
    return all;
}

static int place(const std::vector<int> &all, int name)
{
    for (size_t i = 0; i < all.size(); i++)
        if (all[i] == name)
            return int(i);
    return -1;
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 256 * sizeof *got));
    memset(got, 0, 256 * sizeof *got);
    block_stream<<<5, 40>>>(got, got + 200);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 5; i++)
        EXPECT_EQ(got[i], 40);
    EXPECT_EQ(got[200], 0);

    memset(got, 0, 256 * sizeof *got);
    named_streams<<<2, 20>>>(got, got + 200);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 40; i++)
        EXPECT_EQ(got[i], 10);

    events<<<1, 1>>>();
    CHECK(cudaDeviceSynchronize());
    std::vector<int> all = said();
    EXPECT_EQ(all.size(), size_t(4));
    EXPECT_EQ(place(all, 1), 0);
    EXPECT_EQ(place(all, 4), 3);

    tail<<<1, 1>>>();
    say<<<1, 1>>>(200);
    CHECK(cudaDeviceSynchronize());
    all = said();
    EXPECT_EQ(all.size(), size_t(11));
    const int last[] = {100, 30, 31, 101, 200};
    for (int i = 0; i < 5; i++)
        EXPECT_EQ(place(all, last[i]), 6 + i);
    EXPECT_EQ(place(all, 10) < place(all, 11), true);
    EXPECT_EQ(place(all, 20) < place(all, 21), true);
    return finish();
}
