// SWCC: -rdc=true
// NO-GPU: not yet recorded on a GPU
// Launches that fail in device code: each thread has a last error of its own.
#include "../conformance.h"

__global__ void add(int *to, int value) { atomicAdd(to, value); }
__global__ void __launch_bounds__(64) bounded(int *to) { atomicAdd(to, 1); }

__global__ void configurations(int *errors, int *to)
{
    add<<<1, 1025>>>(to, 1);
    errors[0] = cudaPeekAtLastError();
    errors[1] = cudaGetLastError();
    errors[2] = cudaGetLastError();
    add<<<0, 1>>>(to, 1);
    errors[3] = cudaGetLastError();
    add<<<1, dim3(1, 1, 65)>>>(to, 1);
    errors[4] = cudaGetLastError();
    add<<<dim3(1, 65536), 1>>>(to, 1);
    errors[5] = cudaGetLastError();
    add<<<1, 1, 1 << 20>>>(to, 1);
    errors[6] = cudaGetLastError() != cudaSuccess;
    bounded<<<1, 65>>>(to);
    errors[7] = cudaGetLastError() != cudaSuccess;
    cudaStream_t stream;
    errors[8] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    errors[9] = cudaStreamDestroy(stream);
    add<<<1, 1, 0, stream>>>(to, 1);
    errors[10] = cudaGetLastError() != cudaSuccess;
    cudaEvent_t event;
    errors[11] = cudaStreamCreateWithFlags(&stream, 0) != cudaSuccess;
    errors[12] = cudaEventCreateWithFlags(&event, 0) != cudaSuccess;
    cudaGetLastError();
    add<<<1, 1>>>(to, 1);
    errors[13] = cudaGetLastError();
}

__global__ void of_threads(int *errors, int *to)
{
    int i = int(threadIdx.x);
    if (i % 3 == 0)
        add<<<1, 2000>>>(to, 1);
    else
        add<<<1, 1>>>(to, 1);
    errors[i] = cudaGetLastError();
    __syncthreads();
    errors[64 + i] = cudaGetLastError();
}

__global__ void deeper(int *deepest, int *error, int depth)
{
    atomicMax(deepest, depth);
    deeper<<<1, 1>>>(deepest, error, depth + 1);
    cudaError_t got = cudaGetLastError();
    if (got)
        *error = got;
}

/* A tail launch begins when its parent is over, so that it is no deeper; what it launches itself is. */
__global__ void next_turn(int *turns, int *deepest, int *error, int turn, int last)
{
    *turns = turn;
    if (turn < last)
        next_turn<<<1, 1, 0, cudaStreamTailLaunch>>>(turns, deepest, error, turn + 1, last);
    else
        deeper<<<1, 1>>>(deepest, error, 1);
}

__global__ void many(int *error, int *to, int count)
{
    for (int i = 0; i < count && !*error; i++) {
        add<<<1, 1, 0, cudaStreamTailLaunch>>>(to, 1);
        *error = cudaGetLastError();
    }
}

int main()
{
    int *got;
    CHECK(cudaMallocManaged(&got, 256 * sizeof *got));
    memset(got, 0, 256 * sizeof *got);
    configurations<<<1, 1>>>(got, got + 200);
    CHECK(cudaDeviceSynchronize());
    const int invalid = cudaErrorInvalidConfiguration;
    const int expected[] = {invalid, invalid, 0, invalid, invalid, invalid, 1, 1, 0, 0, 1, 1, 1, 0};
    for (int i = 0; i < 14; i++)
        EXPECT_EQ(got[i], expected[i]);
    EXPECT_EQ(got[200], 1);

    memset(got, 0, 256 * sizeof *got);
    of_threads<<<1, 50>>>(got, got + 200);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 50; i++) {
        EXPECT_EQ(got[i], i % 3 ? 0 : invalid);
        EXPECT_EQ(got[64 + i], 0);
    }
    EXPECT_EQ(got[200], 33);

    memset(got, 0, 256 * sizeof *got);
    deeper<<<1, 1>>>(got, got + 1, 0);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 24);
    EXPECT_EQ(got[1], int(cudaErrorLaunchMaxDepthExceeded));

    memset(got, 0, 256 * sizeof *got);
    next_turn<<<1, 1>>>(got, got + 1, got + 2, 0, 500);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 500);
    EXPECT_EQ(got[1], 24);
    EXPECT_EQ(got[2], int(cudaErrorLaunchMaxDepthExceeded));

    size_t limit = 0;
    CHECK(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
    EXPECT_EQ(limit, size_t(2048));
    memset(got, 0, 256 * sizeof *got);
    many<<<1, 1>>>(got, got + 1, 10000);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], int(cudaErrorLaunchOutOfResources));
    EXPECT_EQ(got[1], 2048);
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 5000));
    got[0] = got[1] = 0;
    many<<<1, 1>>>(got, got + 1, 5000);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(got[0], 0);
    EXPECT_EQ(got[1], 5000);
    return finish();
}
