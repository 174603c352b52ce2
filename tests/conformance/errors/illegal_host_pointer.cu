// STDERR: illegal_host_pointer.cu
// A pointer that was freed. The report on standard error names the source line (compiled with -lineinfo).
// SWCC: -lineinfo
// Not for a GPU: there a freed page may stay mapped, and the write may go unnoticed.
#include "../conformance.h"

__global__ void write(int *at) { at[threadIdx.x + blockIdx.x * blockDim.x] = 1; }

int main()
{
    int *at;
    const size_t n = 16 << 20; /* large: such memory goes back to the system at once */
    CHECK(cudaMalloc(&at, n * sizeof(int)));
    write<<<1, 32>>>(at);
    CHECK_LAUNCH();
    CHECK(cudaFree(at));
    write<<<1, 32>>>(at);
    EXPECT_EQ(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    return finish();
}
