// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// A grid is complete when all that it has launched is, and what that has launched: streams, events, host functions, copies
// and graphs of the host come behind it. What a thread writes before a launch the child sees.
#include "../conformance.h"

enum { DEPTH = 6, TREE = (1 << (DEPTH + 1)) - 1 };

__global__ void tree(int *count, int depth)
{
    atomicAdd(count, 1);
    if (depth)
        tree<<<2, 1>>>(count, depth - 1);
}

__global__ void binary(int *count, int depth)
{
    if (threadIdx.x == 0)
        atomicAdd(count, 1);
    if (depth && threadIdx.x < 2)
        binary<<<1, 2, 0, threadIdx.x ? cudaStreamFireAndForget : (cudaStream_t)0>>>(count, depth - 1);
}

// Sums a part of an array by launching itself on halves, and then, behind these, the addition.
__global__ void join(int *sums, int left, int right) { sums[left] += sums[right]; }
__global__ void reduce(int *sums, int first, int count)
{
    if (count == 1)
        return;
    int half = count / 2;
    reduce<<<1, 1>>>(sums, first, half);
    reduce<<<1, 1>>>(sums, first + half, count - half);
    join<<<1, 1>>>(sums, first, first + half);
}

__global__ void sees(const int *values, int n, int *sum)
{
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
        atomicAdd(sum, values[i]);
}

__global__ void writes(int *values, int n, int *sum)
{
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x))
        values[i] = i;
    __syncthreads();
    if (threadIdx.x == 0)
        sees<<<1, 64>>>(values, n, sum);
}

__global__ void heap_child(int *values, int *sum)
{
    *sum = values[0] + values[1];
    free(values);
}
__global__ void heap(int *sum)
{
    int *values = (int *)malloc(2 * sizeof(int));
    values[0] = 3;
    values[1] = 4;
    heap_child<<<1, 1>>>(values, sum);
}

__global__ void copy(int *to, const int *from) { *to = *from; }

static void look(void *data)
{
    int *at = static_cast<int *>(data);
    at[8] = at[0];
}

int main()
{
    int *got, seen = 0;
    CHECK(cudaMallocManaged(&got, 1024 * sizeof *got));
    memset(got, 0, 1024 * sizeof *got);
    cudaStream_t one, two;
    cudaEvent_t event;
    CHECK(cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking));
    CHECK(cudaEventCreate(&event));

    tree<<<1, 1, 0, one>>>(got, DEPTH);
    CHECK(cudaEventRecord(event, one));
    CHECK(cudaStreamWaitEvent(two, event, 0));
    copy<<<1, 1, 0, two>>>(got + 1, got);
    CHECK(cudaLaunchHostFunc(one, look, got));
    copy<<<1, 1, 0, one>>>(got + 2, got);
    CHECK(cudaStreamSynchronize(one));
    CHECK(cudaStreamSynchronize(two));
    EXPECT_EQ(got[0], int(TREE));
    EXPECT_EQ(got[1], int(TREE));
    EXPECT_EQ(got[2], int(TREE));
    EXPECT_EQ(got[8], int(TREE));

    binary<<<1, 2>>>(got + 3, DEPTH);
    CHECK(cudaMemcpy(&seen, got + 3, sizeof seen, cudaMemcpyDeviceToHost));
    EXPECT_EQ(seen, int(TREE));

    int *sums = got + 16, sum = 0;
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 100; i++)
        sum += sums[i] = i * i;
    reduce<<<1, 1>>>(sums, 0, 100);
    CHECK(cudaEventRecord(event));
    CHECK(cudaEventSynchronize(event));
    EXPECT_EQ(sums[0], sum);

    writes<<<1, 128>>>(got + 256, 500, got + 4);
    heap<<<1, 1>>>(got + 5);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[4], 500 * 499 / 2);
    EXPECT_EQ(got[5], 7);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal));
    CHECK(cudaMemsetAsync(got + 6, 0, sizeof *got, one));
    tree<<<1, 1, 0, one>>>(got + 6, 3);
    copy<<<1, 1, 0, one>>>(got + 7, got + 6);
    CHECK(cudaStreamEndCapture(one, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 3; i++) {
        got[7] = 0;
        CHECK(cudaGraphLaunch(exec, one));
        CHECK(cudaStreamSynchronize(one));
        EXPECT_EQ(got[7], 15);
    }
    return finish();
}
