/* A barrier with phases in the place of another, of which most threads have not seen yet that its phase is over: they see it
 * (PTX ISA, mbarrier.init). libcu++'s tests of barriers are written so. */
// SWCC: -arch=sm_90
// NO-GPU: the behaviour is undefined there
#include "../check.h"

typedef unsigned u32;
typedef unsigned long long u64;

__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__global__ void anew(int *out) {
    __shared__ u64 b;
    u32 a = shared_address(&b), is_over;
    int sum = 0;
    for (int i = 0; i < 5; i++) {
        if (threadIdx.x == 0) asm volatile("mbarrier.init.shared.b64 [%0], %1;" ::"r"(a), "r"(blockDim.x) : "memory");
        __syncthreads();
        u64 state;
        asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(a) : "memory");
        do
            asm volatile("{ .reg .pred p; mbarrier.try_wait.shared.b64 p, [%1], %2; selp.b32 %0, 1, 0, p; }"
                         : "=r"(is_over) : "r"(a), "l"(state) : "memory");
        while (!is_over);
        sum += i;
    }
    out[threadIdx.x] = sum;
}

int main() {
    int *out = managed<int>(256);
    for (int threads : {1, 32, 256}) {
        anew<<<1, threads>>>(out);
        FINISH();
        for (int i = 0; i < threads; i++) CHECK_AT(i, 10, out[i]);
    }
    return check_result();
}
