// __trap ends the kernel: cudaErrorLaunchFailure, and the context stays broken.
#include "../conformance.h"

__global__ void trap_if(int thread)
{
    if (int(threadIdx.x) == thread)
        __trap();
}

int main()
{
    trap_if<<<2, 64>>>(100);
    CHECK_LAUNCH();
    trap_if<<<2, 64>>>(33);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorLaunchFailure);
    cudaEvent_t event;
    EXPECT_EQ(cudaEventCreate(&event), cudaErrorLaunchFailure);
    return finish();
}
