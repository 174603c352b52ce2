// The last error: kept until read, peeking leaves it, successful calls do not clear it.
#include "../conformance.h"

__global__ void nothing() {}

int main()
{
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    EXPECT_EQ(cudaSetDevice(1000), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    CHECK(cudaDeviceSynchronize()); /* succeeds, and clears nothing */
    EXPECT_EQ(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaErrorInvalidDevice);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);

    nothing<<<1, 2000>>>();
    cudaError_t refused = cudaPeekAtLastError();
    EXPECT(refused == cudaErrorInvalidConfiguration || refused == cudaErrorInvalidValue); /* the second since CUDA 13 */
    nothing<<<1, 1>>>(); /* the context is as well as before */
    CHECK(cudaDeviceSynchronize());
    EXPECT_EQ(cudaGetLastError(), refused);
    EXPECT_EQ(cudaGetLastError(), cudaSuccess);
    return finish();
}
