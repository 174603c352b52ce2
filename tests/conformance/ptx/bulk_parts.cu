/* Copies in bulk of parts: the bytes that a mask names (cp.async.bulk.cp_mask), all but some at both ends (.ignore_oob); sums
 * of half and bfloat16 (cp.reduce.async.bulk.add.noftz). */
// SWCC: -arch=sm_100
// NO-GPU: an H200 has compute capability 9.0; .ignore_oob is of PTX ISA 9.2
#include "../check.h"

#include <cuda_bf16.h>
#include <cuda_fp16.h>

typedef unsigned u32;
typedef unsigned long long u64;
enum { BYTES = 96, LEFT = 3, RIGHT = 14, MASKS = 4 };
__device__ u32 shared_address(const void *p) { return (u32)__cvta_generic_to_shared(p); }

__global__ void masked(unsigned char *to, const unsigned short *masks) {
    __shared__ alignas(16) unsigned char from[BYTES];
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x) from[i] = (unsigned char)(i + 1);
    __syncthreads();
    if (threadIdx.x < MASKS) {
        unsigned char *own = to + threadIdx.x * BYTES;
        if (threadIdx.x % 2)
            asm volatile("cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%0], [%1], %2, %3;" ::"l"(own),
                         "r"(shared_address(from)), "r"(BYTES), "h"(masks[threadIdx.x]) : "memory");
        else
            asm volatile("{ .reg .b64 p; createpolicy.fractional.L2::evict_first.b64 p; "
                         "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask [%0], [%1], %2, p, %3; }" ::"l"(own),
                         "r"(shared_address(from)), "r"(BYTES), "h"(masks[threadIdx.x]) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

__global__ void inner(const unsigned char *from, unsigned char *out) {
    __shared__ alignas(16) unsigned char to[BYTES];
    __shared__ u64 full;
    u32 bar = shared_address(&full);
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x) to[i] = 0xee;
    if (threadIdx.x == 0) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(bar) : "memory");
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(bar), "r"(BYTES) : "memory");
        asm volatile("cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes.ignore_oob [%0], [%1], %2, %3, %4, [%5];" ::"r"(shared_address(to)),
                     "l"(from), "r"(BYTES), "r"(LEFT), "r"(RIGHT), "r"(bar) : "memory");
    }
    asm volatile("{ .reg .pred p; AGAIN: mbarrier.try_wait.parity.shared::cta.b64 p, [%0], 0; @!p bra AGAIN; }" ::"r"(bar) : "memory");
    for (int i = threadIdx.x; i < BYTES; i += blockDim.x) out[i] = to[i];
}

__global__ void sums(__half *half, __nv_bfloat16 *bfloat) {
    __shared__ alignas(16) __half h[32];
    __shared__ alignas(16) __nv_bfloat16 b[32];
    h[threadIdx.x] = __float2half(threadIdx.x * 0.25f);
    b[threadIdx.x] = __float2bfloat16(threadIdx.x * 0.5f);
    __syncthreads();
    if (threadIdx.x == 0) {
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.f16 [%0], [%1], 64;" ::"l"(half), "r"(shared_address(h)) : "memory");
        asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.noftz.bf16 [%0], [%1], 64;" ::"l"(bfloat), "r"(shared_address(b)) : "memory");
        asm volatile("cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;" ::: "memory");
    }
}

int main() {
    unsigned char *bytes = managed<unsigned char>(MASKS * BYTES), *from = managed<unsigned char>(BYTES);
    unsigned short *masks = managed<unsigned short>(MASKS);
    const unsigned short all[MASKS] = {0x5555, 0x8001, 0, 0xffff};
    memcpy(masks, all, sizeof all);
    memset(bytes, 0xee, MASKS * BYTES);
    masked<<<1, 32>>>(bytes, masks);
    FINISH();
    for (int i = 0; i < MASKS * BYTES; i++)
        CHECK_AT(i, (unsigned)(all[i / BYTES] >> i % 16 & 1 ? i % BYTES + 1 : 0xee), (unsigned)bytes[i]);

    for (int i = 0; i < BYTES; i++) from[i] = (unsigned char)(i * 3);
    inner<<<1, 32>>>(from, bytes);
    FINISH();
    for (int i = LEFT; i < BYTES - RIGHT; i++) CHECK_AT(i, (unsigned)from[i], (unsigned)bytes[i]);

    __half *half = managed<__half>(32);
    __nv_bfloat16 *bfloat = managed<__nv_bfloat16>(32);
    for (int i = 0; i < 32; i++) half[i] = __float2half(1.0f), bfloat[i] = __float2bfloat16(2.0f);
    sums<<<3, 32>>>(half, bfloat);
    FINISH();
    for (int i = 0; i < 32; i++) {
        CHECK_AT(i, 1 + 3 * i * 0.25f, __half2float(half[i]));
        CHECK_AT(i, 2 + 3 * i * 0.5f, __bfloat162float(bfloat[i]));
    }
    return check_result();
}
