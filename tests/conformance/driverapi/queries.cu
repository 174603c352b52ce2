// What a stream and a kernel are asked for in the driver API, and the types of its functions (cudaTypedefs.h).
// NO-GPU: not yet recorded on a GPU
// NVCC: -lcuda
#include "driver.h"
#include <cudaTypedefs.h>

__global__ void nothing() {}

static_assert(std::is_same<PFN_cuInit_v2000, CUresult (*)(unsigned)>::value, "");
static_assert(std::is_same<PFN_cuMemAlloc_v3020, CUresult (*)(CUdeviceptr *, size_t)>::value, "");
static_assert(std::is_same<PFN_cuStreamGetCtx_v9020, CUresult (*)(CUstream, CUcontext *)>::value, "");
static_assert(std::is_same<PFN_cuGetProcAddress_v12000,
                           CUresult (*)(const char *, void **, int, cuuint64_t, CUdriverProcAddressQueryResult *)>::value,
              "");
static_assert(std::is_pointer<PFN_cuTensorMapEncodeTiled_v12000>::value, "");
static_assert(sizeof(CUtensorMap) == 128 && alignof(CUtensorMap) == (CUDA_VERSION >= 13000 ? 128 : 64), "");

static void check_stream(CUstream stream, CUcontext expected)
{
    CUdevice device = -1;
    CUcontext context = nullptr;
    CUgreenCtx green = (CUgreenCtx)&device;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_ACTIVE;
    DRIVER(cuStreamGetDevice(stream, &device));
    EXPECT_EQ(device, 0);
    DRIVER(cuStreamGetCtx_v2(stream, &context, &green));
    EXPECT(green == nullptr);
    EXPECT(context == expected);
    DRIVER(cuStreamIsCapturing(stream, &status));
    EXPECT_EQ((int)status, (int)CU_STREAM_CAPTURE_STATUS_NONE);
}

static void check_capture()
{
    cudaStream_t stream;
    cudaGraph_t graph;
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    DRIVER(cuStreamIsCapturing(stream, &status));
    EXPECT_EQ((int)status, (int)CU_STREAM_CAPTURE_STATUS_ACTIVE);
    CHECK(cudaStreamEndCapture(stream, &graph));
    DRIVER(cuStreamIsCapturing(stream, &status));
    EXPECT_EQ((int)status, (int)CU_STREAM_CAPTURE_STATUS_NONE);
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
}

int main()
{
    CHECK(cudaFree(nullptr));
    CUcontext current;
    CUstream stream;
    cudaFunction_t function;
    DRIVER(cuCtxGetCurrent(&current));
    DRIVER(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    check_stream(stream, current);
    check_stream(nullptr, current);
    check_stream(CU_STREAM_PER_THREAD, current);
    EXPECT_RESULT(cuStreamIsCapturing(stream, nullptr), CUDA_ERROR_INVALID_VALUE);
    check_capture();
    CHECK(cudaGetFuncBySymbol(&function, (const void *)nothing));
    DRIVER(cuFuncLoad((CUfunction)function));
    EXPECT_RESULT(cuFuncLoad(nullptr), CUDA_ERROR_INVALID_HANDLE);
    DRIVER(cuStreamDestroy(stream));
    return finish();
}
