// FEW-WAYS
/* Texture and surface objects: what they say of themselves, views, and the wrong ones. CUDA Runtime API, "Texture
 * Object Management", "Surface Object Management". */
#include "sampler.h"

__global__ void read(cudaTextureObject_t t, unsigned *out) { out[threadIdx.x] = tex1D<unsigned>(t, threadIdx.x); }

static cudaResourceDesc of_array(cudaArray_t array)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    return resource;
}

static void textures()
{
    std::vector<float> texels(32);
    for (int i = 0; i < 32; i++)
        texels[i] = i * 1.5f;
    cudaArray_t array = make_array(texels, make_cudaExtent(32, 0, 0), cudaCreateChannelDesc<float>(), 0);
    cudaResourceDesc resource = of_array(array), asked;
    cudaTextureDesc how = describe(cudaAddressModeMirror, true, true), told;
    cudaResourceViewDesc view = {}, seen;
    cudaTextureObject_t t;
    how.borderColor[2] = 0.25f;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, NULL));
    CHECK(cudaGetTextureObjectResourceDesc(&asked, t));
    EXPECT(asked.resType == cudaResourceTypeArray && asked.res.array.array == array);
    CHECK(cudaGetTextureObjectTextureDesc(&told, t));
    EXPECT(told.filterMode == cudaFilterModeLinear && told.addressMode[1] == cudaAddressModeMirror &&
           told.normalizedCoords);
#ifdef __SOFTWARP__
    EXPECT_EQ(told.borderColor[2], 0.25f); /* a GPU says 0 */
#endif
    CHECK(cudaDestroyTextureObject(t));

    /* The same bits, read as unsigned numbers. */
    how = describe(cudaAddressModeClamp, false, false);
    view.format = cudaResViewFormatUnsignedInt1;
    view.width = 32;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, &view));
    CHECK(cudaGetTextureObjectResourceViewDesc(&seen, t));
    EXPECT(seen.format == cudaResViewFormatUnsignedInt1 && seen.width == 32);
    DeviceArray<unsigned> out(32);
    read<<<1, 32>>>(t, out);
    CHECK_LAUNCH();
    EXPECT(!memcmp(out.host().data(), texels.data(), 128));
    CHECK(cudaDestroyTextureObject(t));

    EXPECT_ERROR(cudaCreateTextureObject(NULL, &resource, &how, NULL), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaCreateTextureObject(&t, NULL, &how, NULL), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, NULL, NULL), cudaErrorInvalidResourceHandle);
    view.format = cudaResViewFormatUnsignedInt2; /* 8 bytes of 4 */
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, &how, &view), cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array));

    array = make_array(std::vector<int>(16), make_cudaExtent(16, 0, 0), cudaCreateChannelDesc<int>(), 0);
    resource = of_array(array);
    how.filterMode = cudaFilterModeLinear;
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaErrorInvalidFilterSetting);
    CHECK(cudaFreeArray(array));
}

static void memory()
{
    DeviceArray<float> floats(256);
    cudaResourceDesc resource = {};
    cudaTextureDesc how = describe(cudaAddressModeClamp, false, false);
    cudaTextureObject_t t;
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = floats.at;
    resource.res.linear.desc = cudaCreateChannelDesc<float3>(); /* no texel has three components */
    resource.res.linear.sizeInBytes = 1024;
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaErrorInvalidChannelDescriptor);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.devPtr = NULL;
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaErrorInvalidValue);
#ifdef __SOFTWARP__ /* a GPU's driver takes rows that overlap */
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = floats.at;
    resource.res.pitch2D.desc = cudaCreateChannelDesc<float>();
    resource.res.pitch2D.width = 64;
    resource.res.pitch2D.height = 4;
    resource.res.pitch2D.pitchInBytes = 128; /* shorter than a row */
    EXPECT_ERROR(cudaCreateTextureObject(&t, &resource, &how, NULL), cudaErrorInvalidValue);
#endif
}

static void surfaces()
{
    cudaArray_t array = make_array(std::vector<int>(64), make_cudaExtent(16, 4, 0), cudaCreateChannelDesc<int>(),
                                   cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = of_array(array), asked;
    cudaSurfaceObject_t s;
    CHECK(cudaCreateSurfaceObject(&s, &resource));
    CHECK(cudaGetSurfaceObjectResourceDesc(&asked, s));
    EXPECT(asked.resType == cudaResourceTypeArray && asked.res.array.array == array);
    CHECK(cudaDestroySurfaceObject(s));
    EXPECT_ERROR(cudaCreateSurfaceObject(NULL, &resource), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaCreateSurfaceObject(&s, NULL), cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array));
    array = make_array(std::vector<int>(64), make_cudaExtent(16, 4, 0), cudaCreateChannelDesc<int>(), 0);
    resource = of_array(array);
#ifdef __SOFTWARP__ /* a GPU's driver takes arrays that were not made for surfaces */
    EXPECT_ERROR(cudaCreateSurfaceObject(&s, &resource), cudaErrorInvalidValue);
#endif
    CHECK(cudaFreeArray(array));
}

int main()
{
    textures();
    memory();
    surfaces();
    return finish();
}
