/* atomicAdd of float2 and float4 (sm_90): every element is added. */
#include "../check.h"

__global__ void add(float2 *two, float4 *four, float2 *returned) {
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    returned[i] = atomicAdd(two, make_float2(1, 2));
    atomicAdd_system(two, make_float2(0.5f, 0.25f));
    atomicAdd(four, make_float4(1, 2, 3, 4));
    atomicAdd_block(four + 1 + blockIdx.x, make_float4(4, 3, 2, 1));
}

int main() {
    const int blocks = 4, threads = 100, n = blocks * threads;
    float2 *two = managed<float2>(1), *returned = managed<float2>(n);
    float4 *four = managed<float4>(1 + blocks);
    add<<<blocks, threads>>>(two, four, returned);
    FINISH();
    CHECK_EQUAL(1.5f * n, two->x);
    CHECK_EQUAL(2.25f * n, two->y);
    for (int b = 0; b <= blocks; b++) {
        float first = b ? 4 * threads : n, step = b ? -threads : n;
        CHECK_AT(b, first, four[b].x);
        CHECK_AT(b, first + step, four[b].y);
        CHECK_AT(b, first + 2 * step, four[b].z);
        CHECK_AT(b, first + 3 * step, four[b].w);
    }
    for (int i = 0; i < n; i++) CHECK_AT(i, true, returned[i].x >= 0 && returned[i].x < 1.5f * n);
    return check_result();
}
