// Error codes have CUDA's numbers, names and texts.
#include "../conformance.h"

struct Row {
    int code;
    cudaError_t error;
    const char *name, *text;
};
static const Row rows[] = {
    {0, cudaSuccess, "cudaSuccess", "no error"},
    {1, cudaErrorInvalidValue, "cudaErrorInvalidValue", "invalid argument"},
    {2, cudaErrorMemoryAllocation, "cudaErrorMemoryAllocation", "out of memory"},
    {3, cudaErrorInitializationError, "cudaErrorInitializationError", "initialization error"},
    {9, cudaErrorInvalidConfiguration, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {12, cudaErrorInvalidPitchValue, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {13, cudaErrorInvalidSymbol, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {21, cudaErrorInvalidMemcpyDirection, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {98, cudaErrorInvalidDeviceFunction, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {100, cudaErrorNoDevice, "cudaErrorNoDevice", "no CUDA-capable device is detected"},
    {101, cudaErrorInvalidDevice, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {400, cudaErrorInvalidResourceHandle, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {500, cudaErrorSymbolNotFound, "cudaErrorSymbolNotFound", "named symbol not found"},
    {600, cudaErrorNotReady, "cudaErrorNotReady", "device not ready"},
    {700, cudaErrorIllegalAddress, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {701, cudaErrorLaunchOutOfResources, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {702, cudaErrorLaunchTimeout, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {710, cudaErrorAssert, "cudaErrorAssert", "device-side assert triggered"},
    {719, cudaErrorLaunchFailure, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {801, cudaErrorNotSupported, "cudaErrorNotSupported", "operation not supported"},
    {999, cudaErrorUnknown, "cudaErrorUnknown", "unknown error"},
};

int main()
{
    for (const Row &row : rows) {
        EXPECT_EQ(int(row.error), row.code);
        EXPECT_EQ(Words(cudaGetErrorName(row.error)), row.name);
        EXPECT_EQ(Words(cudaGetErrorString(row.error)), row.text);
    }
    EXPECT_EQ(Words(cudaGetErrorName(cudaError_t(12345))), "unrecognized error code");
    EXPECT_EQ(Words(cudaGetErrorString(cudaError_t(12345))), "unrecognized error code");
    return finish();
}
