/* What constructors of static objects store to managed variables stays there, upon the initial values, at every level of
 * optimisation of host code. */
// NO-GPU: undefined by the guide
// SWCC: -O3
#include "../conformance.h"

struct Pair {
    int first, second;
};

__managed__ int set = 5, cleared = 6, added = 7, zero;
__managed__ Pair pair = {8, 9};
static __managed__ int own[3] = {1, 2, 3};

struct Store {
    Store()
    {
        set = 42;
        cleared = 0;
        added += 10;
        zero = 11;
        pair.second = 12;
        own[1] = 13;
    }
} store;

__global__ void read(int *out)
{
    out[0] = set, out[1] = cleared, out[2] = added, out[3] = zero;
    out[4] = pair.first, out[5] = pair.second;
    out[6] = own[0], out[7] = own[1], out[8] = own[2];
}

int main()
{
    static const int expected[] = {42, 0, 17, 11, 8, 12, 1, 13, 3};
    int host[] = {set, cleared, added, zero, pair.first, pair.second, own[0], own[1], own[2]}, *out;
    CHECK(cudaMallocManaged(&out, sizeof expected));
    read<<<1, 1>>>(out);
    CHECK(cudaDeviceSynchronize());
    for (int i = 0; i < 9; i++) {
        EXPECT_EQ(host[i], expected[i]);
        EXPECT_EQ(out[i], expected[i]);
    }
    return finish();
}
