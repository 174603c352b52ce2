// NO-GPU: an H200 takes positions whose addresses wrap around
// FEW-WAYS
// NVCC: -lcuda
// Positions so large that the address of the box's first byte does not exist: errors, whatever would come out modulo 2^64.
#include <cuda.h>

#include "../conformance.h"

static const size_t far = SIZE_MAX;

static cudaMemcpy3DParms row_to(cudaArray_t array, float *row)
{
    cudaMemcpy3DParms copy = {};
    copy.srcPtr = make_cudaPitchedPtr(row, 64, 64, 1);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(4, 1, 1);
    copy.kind = cudaMemcpyHostToDevice;
    return copy;
}

int main()
{
    float row[32] = {};
    cudaArray_t array;
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    CHECK(cudaMalloc3DArray(&array, &desc, make_cudaExtent(16, 16, 4), 0));
    cudaMemcpy3DParms copy = row_to(array, row);
    CHECK(cudaMemcpy3D(&copy));
    copy.dstPos = make_cudaPos(far / 4 + 1, 0, 0); /* 2^64 bytes */
    EXPECT_ERROR(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
    copy.dstPos = make_cudaPos(0, far, 0);
    EXPECT_ERROR(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
    copy = row_to(array, row + 16);
    copy.srcPos = make_cudaPos(far - 3, 0, 0);
    EXPECT_ERROR(cudaMemcpy3D(&copy), cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array));

    DeviceArray<float> memory(1024);
    CUDA_MEMCPY2D box = {};
    box.srcMemoryType = CU_MEMORYTYPE_DEVICE;
    box.srcDevice = (CUdeviceptr)(memory.at + 16);
    box.dstMemoryType = CU_MEMORYTYPE_HOST;
    box.dstHost = row;
    box.WidthInBytes = 64;
    box.Height = 1;
    EXPECT_EQ((int)cuMemcpy2D(&box), (int)CUDA_SUCCESS);
    box.srcXInBytes = far - 63;
    EXPECT_EQ((int)cuMemcpy2D(&box), (int)CUDA_ERROR_INVALID_VALUE);
    box.srcXInBytes = 0;
    box.srcY = far;
    box.srcPitch = 64;
    EXPECT_EQ((int)cuMemcpy2D(&box), (int)CUDA_ERROR_INVALID_VALUE);
    return finish();
}
