/* dim3: defaults, conversions to and from uint3, and the built-in variables as values of these types. */
#include "../check.h"

__host__ __device__ unsigned volume(dim3 d) { return d.x * d.y * d.z; }
__host__ __device__ unsigned weigh(uint3 v) { return v.x + 100 * v.y + 10000 * v.z; }

static_assert(sizeof(dim3) == 12 && alignof(dim3) == 4, "dim3 is three unsigned ints");

__global__ void convert(unsigned *out) {
    dim3 block = blockDim, block_direct(blockDim), grid = gridDim, thread = threadIdx;
    uint3 thread3 = threadIdx, block3 = blockIdx, thread_direct(threadIdx);
    auto copied = threadIdx;
    const auto &bound = blockDim;
    int i = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    unsigned *mine = out + 12 * i;
    if (blockIdx.x != 1) return;
    mine[0] = volume(block);
    mine[1] = volume(block_direct);
    mine[2] = volume(grid);
    mine[3] = weigh(thread3);
    mine[4] = weigh(block3);
    mine[5] = weigh(thread_direct);
    mine[6] = thread.x + 100 * thread.y + 10000 * thread.z;
    mine[7] = copied.x + 100 * copied.y + 10000 * copied.z;
    mine[8] = bound.x * bound.y * bound.z;
    mine[9] = volume(gridDim);
    mine[10] = weigh(threadIdx);
    mine[11] = min(threadIdx.x, 1u) + max(blockDim.y, 7u);
}

int main() {
    dim3 none, one = 5, two(6, 7), three(8, 9, 10), from(make_uint3(1, 2, 3));
    uint3 back = three;
    CHECK_EQUAL(1u, volume(none));
    CHECK_EQUAL(5u, volume(one));
    CHECK_EQUAL(42u, volume(two));
    CHECK_EQUAL(720u, volume(three));
    CHECK_EQUAL(6u, volume(from));
    CHECK_EQUAL(8u + 900 + 100000, weigh(back));
    CHECK_EQUAL(4u, volume({2, 2}));
    one.y = 3;
    CHECK_EQUAL(15u, volume(one));

    unsigned *out = managed<unsigned>(12 * 30);
    convert<<<dim3(2, 1, 1), dim3(5, 3, 2)>>>(out);
    FINISH();
    for (unsigned i = 0; i < 30; i++) {
        unsigned where = i % 5 + 100 * (i / 5 % 3) + 10000 * (i / 15);
        const unsigned expected[] = {30, 30, 2, where, 1, where, where, where, 30, 2, where, (i % 5 ? 1u : 0u) + 7};
        for (int k = 0; k < 12; k++) CHECK_AT(12 * i + k, expected[k], out[12 * i + k]);
    }
    return check_result();
}
