// Streams run at the same time: kernels that wait for another stream's kernel, copy, fill or host function, or for the
// host, get what they wait for, with one worker too. Each function would hang if the two did not overlap.
// TIMEOUT: 120
#include "../conformance.h"
#include <thread>

__device__ int flags[8];

__device__ int look(int *at) { return *(volatile int *)at; }

__global__ void wait_for(int *flag, int value, int *answer)
{
    if (threadIdx.x == 0) {
        while (look(flag) != value)
            ;
        __threadfence_system();
        *(volatile int *)answer = value + 1;
    }
}

__global__ void raise(int *flag, int value)
{
    if (threadIdx.x == 0) {
        __threadfence_system();
        *(volatile int *)flag = value;
    }
}

/* Two kernels that take turns: each waits for what the other writes, a hundred times. */
__global__ void ping_pong(int *ball, int me, int turns)
{
    if (threadIdx.x == 0)
        for (int i = 0; i < turns; i++) {
            while (look(ball) % 2 != me)
                ;
            atomicAdd(ball, 1);
        }
}

static cudaStream_t first, second;

static void two_kernels(int *flag, int *answer)
{
    *flag = *answer = 0;
    wait_for<<<1, 32, 0, first>>>(flag, 5, answer);
    raise<<<1, 32, 0, second>>>(flag, 5);
    CHECK(cudaStreamSynchronize(first));
    EXPECT_EQ(*answer, 6);
    *flag = 0;
    ping_pong<<<1, 64, 0, first>>>(flag, 0, 100);
    ping_pong<<<1, 64, 0, second>>>(flag, 1, 100);
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(*flag, 200);
}

/* Copies and fills of another stream, while a kernel waits for them. */
static void kernel_and_copy(int *answer)
{
    int *device, *pinned;
    CHECK(cudaMalloc(&device, 2 * sizeof(int)));
    CHECK(cudaMallocHost(&pinned, sizeof(int)));
    CHECK(cudaMemset(device, 0, 2 * sizeof(int)));
    CHECK(cudaDeviceSynchronize());
    *pinned = 11;
    wait_for<<<1, 32, 0, first>>>(device, 11, answer);
    CHECK(cudaMemcpyAsync(device, pinned, sizeof(int), cudaMemcpyHostToDevice, second));
    CHECK(cudaStreamSynchronize(first));
    EXPECT_EQ(*answer, 12);
    wait_for<<<1, 32, 0, first>>>(device + 1, 0x03030303, answer);
    CHECK(cudaMemsetAsync(device + 1, 3, sizeof(int), second));
    CHECK(cudaStreamSynchronize(first));
    EXPECT_EQ(*answer, 0x03030304);
    CHECK(cudaFree(device));
    CHECK(cudaFreeHost(pinned));
}

/* The host writes while the kernel runs, and sees what the kernel writes. */
static void kernel_and_host(int *flag, int *answer)
{
    *flag = *answer = 0;
    wait_for<<<1, 32, 0, first>>>(flag, 21, answer);
    EXPECT_EQ(cudaStreamQuery(first), cudaErrorNotReady);
    *(volatile int *)flag = 21;
    while (*(volatile int *)answer != 22)
        std::this_thread::yield();
    CHECK(cudaStreamSynchronize(first));
}

static void write_flag(void *flag) { *static_cast<volatile int *>(flag) = 31; }

static void wait_for_flag(void *flag)
{
    while (*static_cast<volatile int *>(flag) != 41)
        std::this_thread::yield();
}

/* A host function of one stream, a kernel of another: either waits for the other. */
static void kernel_and_host_function(int *flag, int *answer)
{
    *flag = *answer = 0;
    wait_for<<<1, 32, 0, first>>>(flag, 31, answer);
    CHECK(cudaLaunchHostFunc(second, write_flag, flag));
    CHECK(cudaStreamSynchronize(first));
    EXPECT_EQ(*answer, 32);
    CHECK(cudaLaunchHostFunc(second, wait_for_flag, flag));
    raise<<<1, 32, 0, first>>>(flag, 41);
    CHECK(cudaStreamSynchronize(second));
}

static cudaError_t inside[3];

static void call_api(void *)
{
    int device;
    void *memory;
    inside[0] = cudaMalloc(&memory, 10);
    inside[1] = cudaStreamSynchronize(0);
    inside[2] = cudaGetDevice(&device);
}

static void forbidden()
{
    CHECK(cudaLaunchHostFunc(first, call_api, nullptr));
    CHECK(cudaStreamSynchronize(first));
    EXPECT_EQ(inside[0], cudaErrorNotPermitted);
    EXPECT_EQ(inside[1], cudaErrorNotPermitted);
}

int main()
{
    /* A GPU loads a kernel at its first use, and may wait for running ones to do so (CUDA C++ Programming Guide, Lazy
     * Loading: concurrent execution). */
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, wait_for));
    CHECK(cudaFuncGetAttributes(&attributes, raise));
    CHECK(cudaFuncGetAttributes(&attributes, ping_pong));
    int *flag, *answer;
    CHECK(cudaHostAlloc(&flag, sizeof(int), cudaHostAllocMapped));
    CHECK(cudaHostAlloc(&answer, sizeof(int), cudaHostAllocMapped));
    CHECK(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
    CHECK(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    two_kernels(flag, answer);
    kernel_and_copy(answer);
    kernel_and_host(flag, answer);
    kernel_and_host_function(flag, answer);
    forbidden();
    return finish();
}
