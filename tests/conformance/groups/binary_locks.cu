// FEW-WAYS
// SWCC: -arch=sm_90
// cuda::binary_semaphore as a lock: among the lanes of a warp, among warps and among blocks.
// NO-GPU: with CUDA 13.0's libcu++ lanes of one warp that contend for one had not ended after 12 s on an H200
#include "../conformance.h"
#include "../rows.h"
#include "compare.h"
#include "locks.h"
#include <cuda/semaphore>

enum { THREADS = 128, BLOCKS = 4 };

/* Between blocks; a variable of the device is constructed when it is compiled. */
__device__ cuda::binary_semaphore<cuda::thread_scope_device> mutex(1);
__device__ cuda::counting_semaphore<cuda::thread_scope_device> done;
__device__ int total;
__global__ void blocks(int *out)
{
    mutex.acquire();
    int seen = *(volatile int *)&total;
    *(volatile int *)&total = seen + (int)(blockIdx.x * blockDim.x + threadIdx.x);
    mutex.release();
    done.release(2);
    if (threadIdx.x == 0)
        for (int i = 0; i < 2 * 64; i++) done.acquire();
    __syncthreads();
    if (threadIdx.x == 0 && blockIdx.x == 0) out[1] = done.try_acquire();
}
__global__ void read_total(int *out) { out[0] = total; }

int main()
{
    DeviceArray<int> out(THREADS);
    auto wanted = [](int) { return locked(THREADS); };
    lock<cuda::binary_semaphore<cuda::thread_scope_block>><<<1, THREADS>>>(out);
    compare("binary, block scope", out, THREADS, wanted);
    lock<cuda::binary_semaphore<cuda::thread_scope_system>><<<1, THREADS>>>(out);
    compare("binary, system scope", out, THREADS, wanted);
    blocks<<<BLOCKS, 64>>>(out);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[1], 0);
    read_total<<<1, 1>>>(out);
    compare("blocks", out, 1, [](int) { return BLOCKS * 64 * (BLOCKS * 64 - 1) / 2; });
    return finish();
}
