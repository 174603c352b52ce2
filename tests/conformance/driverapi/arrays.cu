// FEW-WAYS
// CUDA arrays of the driver API: what they say of themselves, copies from and to memory, a texture of the runtime API.
// NVCC: -lcuda
#include "driver.h"
#include "../rows.h"

enum { WIDTH = 40, HEIGHT = 9 };

__global__ void read(cudaTextureObject_t t, float *out)
{
    out[blockIdx.x * WIDTH + threadIdx.x] = tex2D<float>(t, threadIdx.x + 0.5f, blockIdx.x + 0.5f);
}

static std::vector<float> numbers(size_t count)
{
    std::vector<float> all(count);
    for (size_t i = 0; i < count; i++)
        all[i] = 0.25f * i;
    return all;
}

static void flat()
{
    CUarray array;
    CUDA_ARRAY_DESCRIPTOR desc = {}, got;
    desc.Width = WIDTH, desc.Height = HEIGHT, desc.Format = CU_AD_FORMAT_FLOAT, desc.NumChannels = 1;
    DRIVER(cuArrayCreate(&array, &desc));
    DRIVER(cuArrayGetDescriptor(&got, array));
    EXPECT_EQ(got.Width, (size_t)WIDTH);
    EXPECT_EQ(got.Height, (size_t)HEIGHT);
    EXPECT_EQ((int)got.Format, (int)CU_AD_FORMAT_FLOAT);
    EXPECT_EQ(got.NumChannels, 1u);

    std::vector<float> texels = numbers(WIDTH * HEIGHT), back(WIDTH * HEIGHT), row(8);
    CUDA_MEMCPY2D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = texels.data(), copy.srcPitch = WIDTH * 4;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    copy.WidthInBytes = WIDTH * 4, copy.Height = HEIGHT;
    DRIVER(cuMemcpy2D(&copy));
    DRIVER(cuMemcpyAtoH(row.data(), array, 16, 32));
    for (int i = 0; i < 8; i++)
        EXPECT_EQ(row[i], texels[i + 4]);

    cudaResourceDesc resource = {};
    cudaTextureDesc how = {};
    cudaTextureObject_t texture;
    resource.resType = cudaResourceTypeArray, resource.res.array.array = (cudaArray_t)array;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    DeviceArray<float> out(WIDTH * HEIGHT);
    read<<<HEIGHT, WIDTH>>>(texture, out);
    CHECK_LAUNCH();
    EXPECT(out.host() == texels);
    print_row("tex2D of a CUarray", out.host().data(), WIDTH * HEIGHT);
    CHECK(cudaDestroyTextureObject(texture));

    /* A part of it moved to another place, then all of it read. */
    copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array, copy.srcXInBytes = 8, copy.srcY = 1;
    copy.dstMemoryType = CU_MEMORYTYPE_DEVICE, copy.dstDevice = (CUdeviceptr)out.at, copy.dstPitch = WIDTH * 4;
    copy.WidthInBytes = 64, copy.Height = 3;
    DRIVER(cuMemcpy2D(&copy));
    back = out.host();
    for (int i = 0; i < 3 * WIDTH; i++)
        EXPECT_EQ(back[i], i % WIDTH < 16 ? texels[i + WIDTH + 2] : texels[i]);
    DRIVER(cuMemcpyDtoA(array, 0, (CUdeviceptr)out.at + 4, 40));
    DRIVER(cuMemcpyAtoD((CUdeviceptr)out.at, array, 0, 40));
    for (int i = 0; i < 10; i++)
        EXPECT_EQ(out.host()[i], back[i + 1]);

    copy.srcY = HEIGHT - 2; /* one row too many */
    EXPECT_RESULT(cuMemcpy2D(&copy), CUDA_ERROR_INVALID_VALUE);
    EXPECT_RESULT(cuMemcpyHtoA(array, WIDTH * 4 - 4, texels.data(), 8), CUDA_ERROR_INVALID_VALUE);
    DRIVER(cuArrayDestroy(array));
    desc.NumChannels = 3;
    EXPECT_RESULT(cuArrayCreate(&array, &desc), CUDA_ERROR_INVALID_VALUE);
}

static void deep()
{
    CUarray array;
    CUDA_ARRAY3D_DESCRIPTOR desc = {}, got;
    desc.Width = 5, desc.Height = 4, desc.Depth = 3, desc.Format = CU_AD_FORMAT_SIGNED_INT16, desc.NumChannels = 2;
    desc.Flags = CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST;
    DRIVER(cuArray3DCreate(&array, &desc));
    DRIVER(cuArray3DGetDescriptor(&got, array));
    EXPECT_EQ(got.Depth, (size_t)3);
    EXPECT_EQ((int)got.Format, (int)CU_AD_FORMAT_SIGNED_INT16);
    EXPECT_EQ(got.NumChannels, 2u);
    EXPECT_EQ(got.Flags, (unsigned)(CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_SURFACE_LDST));

    std::vector<float> texels = numbers(5 * 4 * 3), back(5 * 4 * 3);
    CUDA_MEMCPY3D copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_HOST, copy.srcHost = texels.data(), copy.srcPitch = 20, copy.srcHeight = 4;
    copy.dstMemoryType = CU_MEMORYTYPE_ARRAY, copy.dstArray = array;
    copy.WidthInBytes = 20, copy.Height = 4, copy.Depth = 3;
    DRIVER(cuMemcpy3D(&copy));
    copy = {};
    copy.srcMemoryType = CU_MEMORYTYPE_ARRAY, copy.srcArray = array, copy.srcZ = 2;
    copy.dstMemoryType = CU_MEMORYTYPE_HOST, copy.dstHost = back.data(), copy.dstPitch = 20, copy.dstHeight = 4;
    copy.WidthInBytes = 20, copy.Height = 4, copy.Depth = 1;
    DRIVER(cuMemcpy3D(&copy));
    for (int i = 0; i < 20; i++)
        EXPECT_EQ(back[i], texels[40 + i]);
    DRIVER(cuArrayDestroy(array));
}

int main()
{
    CHECK(cudaFree(0)); /* the primary context */
    flat();
    deep();
    return finish();
}
