// A system that grants no thread: launches are refused, and the program goes on. One that grants one: kernels run on it.
// NO-GPU: it is about the threads that kernels run on here, which no GPU has
#include <cassert>
#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>

static int granted = 0;

/* The runtime's, too. */
extern "C" int pthread_create(pthread_t *thread, const pthread_attr_t *attr, void *(*body)(void *), void *data)
{
    static auto real = (decltype(&pthread_create))dlsym(RTLD_NEXT, "pthread_create");
    return granted-- > 0 ? real(thread, attr, body, data) : EAGAIN;
}

__global__ void count(int *sum) { atomicAdd(sum, 1); }

/* Blocks that wait for each other, more than one thread has executors for at first. */
__global__ void meet(int *arrived)
{
    if (threadIdx.x)
        return;
    atomicAdd(arrived, 1);
    while (atomicAdd(arrived, 0) < gridDim.x)
        ;
}

int main()
{
    int *sum, value = 0;
    assert(cudaMallocManaged(&sum, sizeof *sum) == cudaSuccess);
    *sum = 0;

    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    count<<<10, 32, 0, stream>>>(sum);
    assert(cudaStreamEndCapture(stream, &graph) == cudaSuccess);
    assert(cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess);

    count<<<100, 32>>>(sum);
    assert(cudaGetLastError() == cudaErrorMemoryAllocation);
    assert(cudaGraphLaunch(exec, stream) == cudaErrorMemoryAllocation);
    assert(cudaGetLastError() == cudaErrorMemoryAllocation);
    assert(cudaDeviceSynchronize() == cudaSuccess);
    assert(*sum == 0);

    granted = 1;
    count<<<100, 32>>>(sum);
    assert(cudaGetLastError() == cudaSuccess);
    assert(cudaGraphLaunch(exec, stream) == cudaSuccess);
    assert(cudaDeviceSynchronize() == cudaSuccess);
    assert(*sum == 110 * 32);

    *sum = 0;
    meet<<<200, 32>>>(sum);
    assert(cudaMemcpy(&value, sum, sizeof value, cudaMemcpyDefault) == cudaSuccess);
    assert(value == 200);
}
