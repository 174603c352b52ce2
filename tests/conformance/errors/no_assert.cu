// SWCC: -DNDEBUG
// With NDEBUG, assert does nothing, not even evaluate its argument.
#include "../conformance.h"
#include <assert.h>

__global__ void check(int *calls)
{
    assert(atomicAdd(calls, 1) == -1);
    assert(false);
}

int main()
{
    DeviceArray<int> calls(1);
    check<<<1, 32>>>(calls);
    CHECK_LAUNCH();
    EXPECT_EQ(calls.host()[0], 0);
    return finish();
}
