/* Addresses that atomic functions do not take: no multiple of the size, in global and in shared memory; constant memory;
 * float2 and float4 in shared memory. Each is an error with a name, after which the device can be used again.
 * On an H200 the last of these works, although the programming guide has it for global memory only. */
// NO-GPU: after such an error a process cannot use the device any more
// STDERR: Misaligned atomic operation of size 4 at
// STDERR: Misaligned atomic operation of size 8 at
// STDERR: Misaligned atomic operation of size 16 at
// STDERR: Misaligned atomic operation of size 2 at
// STDERR: an atomic operation on constant memory
// STDERR: atomicAdd of float2 or float4 on shared memory
#include "../conformance.h"

struct alignas(16) Wide { long long a, b; };
__constant__ int constants[4];
__constant__ float4 vectors[4];

enum { SUM, LONG_SUM, FLOAT_SUM, MAX_USED, SWAP, WIDE, PAIR, FOUR, IN_BLOCK, ORDERED, MISALIGNED_COUNT,
       CONSTANT = MISALIGNED_COUNT, CONSTANT_VECTOR, SHARED_PAIR, SHARED_FOUR };

__device__ int *sink;

/* at: an address that is off by less than an element. */
__device__ void operate(int which, char *at)
{
    switch (which) {
    case SUM: atomicAdd((int *)(at + 1), 1); break;
    case LONG_SUM: atomicAdd((unsigned long long *)(at + 4), 1ull); break;
    case FLOAT_SUM: atomicAdd((float *)(at + 2), 1.0f); break;
    case MAX_USED: sink[1] = atomicMax((int *)(at + 3) + threadIdx.x, 1); break;
    case SWAP: atomicCAS((unsigned short *)(at + 1), (unsigned short)1, (unsigned short)2); break;
    case WIDE: atomicExch((Wide *)(at + 8), Wide{1, 2}); break;
    case PAIR: atomicAdd((float2 *)(at + 4), make_float2(1, 1)); break;
    case FOUR: atomicAdd((float4 *)(at + 8), make_float4(1, 1, 1, 1)); break;
    case IN_BLOCK: atomicAdd_block((double *)(at + 4) + threadIdx.x, 1.0); break;
    case ORDERED: __nv_atomic_fetch_or((int *)(at + 2), 1, __NV_ATOMIC_ACQ_REL, __NV_THREAD_SCOPE_DEVICE); break;
    case CONSTANT: atomicAdd(constants + threadIdx.x % 4, 1); break;
    case CONSTANT_VECTOR: atomicAdd(vectors, make_float4(1, 1, 1, 1)); break;
    default: break;
    }
}

__global__ void in_global(int which, char *at) { operate(which, at); }
__global__ void in_shared(int which)
{
    __shared__ Wide cells[64];
    operate(which, (char *)cells);
    if (which == SHARED_PAIR)
        atomicAdd((float2 *)cells, make_float2(1, 1));
    if (which == SHARED_FOUR)
        atomicAdd((float4 *)cells, make_float4(1, 1, 1, 1));
}

template <class Launch> static void expect(int which, cudaError_t error, Launch launch)
{
    char *at;
    CHECK(cudaMalloc(&at, 4096));
    CHECK(cudaMemset(at, 0, 4096));
    CHECK(cudaMemcpyToSymbol(sink, &at, sizeof at));
    launch(at);
    cudaError_t got = cudaDeviceSynchronize();
    if (got != error)
        report(__FILE__, __LINE__, "case " + show(which) + ": expected " + show(error) + ", got " + show(got));
    CHECK(cudaDeviceReset());
}

int main()
{
    for (int which = 0; which < MISALIGNED_COUNT; which++) {
        expect(which, cudaErrorMisalignedAddress, [&](char *at) { in_global<<<2, 40>>>(which, at); });
        expect(which, cudaErrorMisalignedAddress, [&](char *) { in_shared<<<2, 40>>>(which); });
    }
    expect(CONSTANT, cudaErrorLaunchFailure, [&](char *at) { in_global<<<2, 40>>>(CONSTANT, at); });
    expect(CONSTANT_VECTOR, cudaErrorLaunchFailure, [&](char *at) { in_global<<<2, 40>>>(CONSTANT_VECTOR, at); });
    expect(SHARED_PAIR, cudaErrorInvalidAddressSpace, [&](char *) { in_shared<<<2, 40>>>(SHARED_PAIR); });
    expect(SHARED_FOUR, cudaErrorInvalidAddressSpace, [&](char *) { in_shared<<<2, 40>>>(SHARED_FOUR); });
    return finish();
}
