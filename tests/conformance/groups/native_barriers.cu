// SWCC: -arch=sm_90
// NVCC: -arch=sm_90
// NO-GPU: not yet recorded on a GPU
/* One barrier by several interfaces: cuda::barrier in block scope and inline PTX on its native handle; the primitives
 * __mbarrier_* and PTX (libcu++: barrier_native_handle; PTX ISA: mbarrier). Bytes that PTX expects hold back who waits by the
 * other interface, and arrivals by both count for one phase. */
#include "../check.h"
#include <cuda/barrier>
#include <cuda_awbarrier_primitives.h>
#include <utility>

typedef unsigned u32;
typedef unsigned long long u64;
enum { THREADS = 64, TURNS = 6 };

__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

/* Half of the threads arrive by PTX, the other half by the class; thread 0 brings a tile by a copy in bulk. */
__global__ void by_class(const int *in, int *out)
{
    __shared__ cuda::barrier<cuda::thread_scope_block> ready, done;
    __shared__ alignas(16) int tile[THREADS];
    int t = threadIdx.x, sum = 0;
    if (t == 0) {
        init(&ready, blockDim.x);
        init(&done, blockDim.x);
    }
    __syncthreads();
    u32 bar = shared_address(cuda::device::barrier_native_handle(ready));
    for (int i = 0; i < TURNS; i++) {
        if (t == 0) {
            asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], 256, [%2];" ::"r"(
                             shared_address(tile)), "l"(in + i * THREADS), "r"(bar) : "memory");
            asm volatile("mbarrier.arrive.expect_tx.release.cta.shared::cta.b64 _, [%0], 256;" ::"r"(bar) : "memory");
            ready.wait_parity(i & 1);
        } else if (t % 2) {
            ready.arrive_and_wait();
        } else {
            u64 state;
            asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
            u32 is_over;
            do
                asm volatile("{ .reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                             : "=r"(is_over) : "r"(bar), "l"(state) : "memory");
            while (!is_over);
        }
        sum += tile[THREADS - 1 - t];
        done.arrive_and_wait();
    }
    out[t] = sum;
}

__global__ void by_primitives(int *out)
{
    __shared__ __mbarrier_t b;
    __shared__ int values[THREADS];
    int t = threadIdx.x, sum = 0;
    u32 bar = shared_address(&b);
    if (t == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(bar), "r"(blockDim.x) : "memory");
    __syncthreads();
    for (int i = 0; i < TURNS; i++) {
        if (i % 2 == 0) values[t] = i + t;
        __mbarrier_token_t token;
        if (t % 3) token = __mbarrier_arrive(&b);
        else asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(token) : "r"(bar) : "memory");
        if (t % 2)
            while (!__mbarrier_test_wait(&b, token)) {}
        else
            asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.shared.b64 p, [%0], %1; @!p bra AGAIN; }" ::"r"(bar), "l"(token)
                         : "memory");
        sum += i % 2 ? 0 : values[THREADS - 1 - t];
    }
    out[t] = sum;
}

int main()
{
    int *in, *out;
    CUDA(cudaMallocManaged(&in, TURNS * THREADS * sizeof *in));
    CUDA(cudaMallocManaged(&out, THREADS * sizeof *out));
    for (int i = 0; i < TURNS * THREADS; i++) in[i] = i * i;
    by_class<<<1, THREADS>>>(in, out);
    CUDA(cudaDeviceSynchronize());
    for (int t = 0; t < THREADS; t++) {
        int expected = 0;
        for (int i = 0; i < TURNS; i++) expected += in[i * THREADS + THREADS - 1 - t];
        CHECK_AT(t, expected, out[t]);
    }
    by_primitives<<<1, THREADS>>>(out);
    CUDA(cudaDeviceSynchronize());
    for (int t = 0; t < THREADS; t++) CHECK_AT(t, 6 + 3 * (THREADS - 1 - t), out[t]);
    return check_result();
}
