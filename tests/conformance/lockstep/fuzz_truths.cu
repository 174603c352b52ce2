// Atomics on an element that a truth selects: the truths of a vector are packed, one bit each, and must not be taken for
// an array of them. Random kernels found code that did.
#include "../conformance.h"

enum { THREADS = 200 };

__global__ void count(unsigned *sides, unsigned *both)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&sides[i % 7 == 3], 1);
    atomicExch(&both[!__popc(i & 12)], 5);
}

__global__ void count_in_block(unsigned *out, const int *in)
{
    __shared__ unsigned sides[2];
    if (threadIdx.x < 2)
        sides[threadIdx.x] = 0;
    __syncthreads();
    unsigned old = 0, seen;
    do {
        seen = old;
        old = atomicCAS(&sides[in[threadIdx.x] > 50], seen, seen * 2 + 1);
    } while (old != seen);
    __syncthreads();
    if (threadIdx.x < 2)
        out[threadIdx.x] = sides[threadIdx.x];
}

int main()
{
    DeviceArray<unsigned> sides(2), both(2), out(2);
    count<<<3, THREADS>>>(sides.at, both.at);
    CHECK_LAUNCH();
    unsigned yes = 0;
    for (unsigned i = 0; i < 3 * THREADS; i++)
        yes += i % 7 == 3;
    EXPECT_EQ(sides.host()[0], 3 * THREADS - yes);
    EXPECT_EQ(sides.host()[1], yes);
    EXPECT_EQ(both.host()[0], 5u);
    EXPECT_EQ(both.host()[1], 5u);

    std::vector<int> in(THREADS);
    for (int i = 0; i < THREADS; i++)
        in[i] = i % 40 ? i % 50 : 60;
    DeviceArray<int> from(in);
    count_in_block<<<1, THREADS>>>(out.at, from.at);
    CHECK_LAUNCH();
    EXPECT_EQ(out.host()[0], ~0u);
    EXPECT_EQ(out.host()[1], 31u);
    return finish();
}
