// Streams and events that are none, null pointers to results, destroyed twice.
// Not for a GPU: what CUDA does with handles that never were any is undefined, Softwarp says so.
// NO-GPU: CUDA's library crashes on handles that it has not made
#include "../conformance.h"

int main()
{
    cudaEvent_t event;
    cudaStream_t stream;
    float ms;
    EXPECT_ERROR(cudaEventDestroy(nullptr), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventRecord(nullptr), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventSynchronize(nullptr), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventElapsedTime(&ms, nullptr, nullptr), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaEventCreate(nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamCreate(nullptr), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaStreamDestroy(nullptr), cudaErrorInvalidResourceHandle);

    CHECK(cudaEventCreate(&event));
    CHECK(cudaEventDestroy(event));
    EXPECT_ERROR(cudaEventRecord(event), cudaErrorInvalidResourceHandle);
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamDestroy(stream));
    EXPECT_ERROR(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    EXPECT_ERROR(cudaStreamSynchronize(reinterpret_cast<cudaStream_t>(0x12345)), cudaErrorInvalidResourceHandle);
    return finish();
}
