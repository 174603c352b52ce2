/* Layers, cube maps, layers of cube maps, mipmaps, gathers: numbers chosen so that every result is exact. CUDA C++
 * Programming Guide, "Layered Textures", "Cubemap Textures", "Texture Gather"; CUDA Runtime API,
 * cudaMallocMipmappedArray. */
#include "sampler.h"

__global__ void layered(cudaTextureObject_t t, float *out, bool one_dimension)
{
    float x = threadIdx.x * 0.5f;
    int layer = (int)blockIdx.x - 1;
    out[blockIdx.x * blockDim.x + threadIdx.x] =
        one_dimension ? tex1DLayered<float>(t, x, layer) : tex2DLayered<float>(t, x, 1.5f, layer);
}

static void layers(bool one_dimension, bool linear)
{
    enum { WIDTH = 8, LAYERS = 3 };
    int height = one_dimension ? 1 : 4;
    std::vector<float> texels(WIDTH * height * LAYERS);
    for (size_t i = 0; i < texels.size(); i++)
        texels[i] = (float)(i * 7 % 61);
    cudaExtent extent = make_cudaExtent(WIDTH, one_dimension ? 0 : height, LAYERS);
    cudaArray_t array = make_array(texels, extent, cudaCreateChannelDesc<float>(), cudaArrayLayered);
    cudaTextureObject_t t = make_texture(array, describe(cudaAddressModeClamp, linear, false));
    DeviceArray<float> out(5 * 32);
    layered<<<5, 32>>>(t, out, one_dimension);
    CHECK_LAUNCH();
    std::vector<float> got = out.host();
    for (int block = 0; block < 5; block++)
        for (int i = 0; i < 32; i++) {
            Sampler model;
            int layer = block >= 1 && block - 1 < LAYERS ? block - 1 : LAYERS - 1; /* unsigned: -1 is the last */
            const float *first = &texels[layer * height * WIDTH];
            model.size[0] = WIDTH, model.size[1] = height;
            model.texels.assign(first, first + height * WIDTH);
            model.linear = linear;
            const double at[2] = {i * 0.5, one_dimension ? 0.5 : 1.5};
            EXPECT_EQ(got[block * 32 + i], (float)model.sample(2, at));
        }
    char label[64];
    snprintf(label, sizeof label, "%s layers, %s", one_dimension ? "1-D" : "2-D", linear ? "linear" : "point");
    print_row(label, got.data(), got.size());
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
}

__global__ void cube(cudaTextureObject_t t, const float3 *directions, int n, float *out, int layer, bool has_layers)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float3 d = directions[i];
    out[i] = has_layers ? texCubemapLayered<float>(t, d.x, d.y, d.z, layer) : texCubemap<float>(t, d.x, d.y, d.z);
}

/* The direction of a texel's centre on a face: the guide's table of cubemap fetches, the other way round. */
static float3 direction(int face, float s, float t)
{
    float u = 2 * s - 1, v = 2 * t - 1;
    const float3 of[6] = {{1, -v, -u}, {-1, -v, u}, {u, 1, v}, {u, -1, -v}, {u, -v, 1}, {-u, -v, -1}};
    return of[face];
}

static void cubes(bool has_layers)
{
    enum { SIZE = 4 };
    int layers = has_layers ? 2 : 1;
    std::vector<float> texels(SIZE * SIZE * 6 * layers);
    for (size_t i = 0; i < texels.size(); i++)
        texels[i] = (float)i;
    cudaArray_t array = make_array(texels, make_cudaExtent(SIZE, SIZE, 6 * layers), cudaCreateChannelDesc<float>(),
                                   cudaArrayCubemap | (has_layers ? cudaArrayLayered : 0));
    cudaTextureObject_t t = make_texture(array, describe(cudaAddressModeClamp, false, true));
    std::vector<float3> directions;
    for (int face = 0; face < 6; face++)
        for (int y = 0; y < SIZE; y++)
            for (int x = 0; x < SIZE; x++)
                directions.push_back(direction(face, (x + 0.5f) / SIZE, (y + 0.5f) / SIZE));
    int n = (int)directions.size();
    DeviceArray<float3> from(directions);
#ifdef __SOFTWARP__
    const int outside = has_layers; /* layers before the first and behind the last */
#else
    const int outside = 0;
#endif
    for (int layer = -outside; layer < layers + outside; layer++) {
        int nearest = layer >= 0 && layer < layers ? layer : layers - 1;
        DeviceArray<float> out(n);
        cube<<<(n + 63) / 64, 64>>>(t, from, n, out, layer, has_layers);
        CHECK_LAUNCH();
        std::vector<float> got = out.host();
        for (int i = 0; i < n; i++)
            EXPECT_EQ(got[i], (float)(nearest * n + i));
        if (layer == nearest)
            print_row(has_layers ? "cube of a layer" : "cube", got.data(), got.size());
    }
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
}

__global__ void levels(cudaTextureObject_t t, float *out)
{
    float level = threadIdx.x * 0.25f - 1;
    out[threadIdx.x] = tex2DLod<float>(t, 0.5f, 0.5f, level);
    out[32 + threadIdx.x] =
        tex2DGrad<float>(t, 0.5f, 0.5f, make_float2(exp2f(floorf(level)) / 16, 0), make_float2(0, 0));
}

/* Level l holds 10 l everywhere. */
static void mipmaps(bool linear)
{
    enum { SIZE = 16, LEVELS = 5 };
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    cudaMipmappedArray_t mipmapped;
    CHECK(cudaMallocMipmappedArray(&mipmapped, &desc, make_cudaExtent(SIZE, SIZE, 0), LEVELS, 0));
    for (int level = 0; level < LEVELS; level++) {
        size_t size = SIZE >> level;
        std::vector<float> texels(size * size, 10.0f * level);
        cudaArray_t array;
        cudaExtent extent;
        CHECK(cudaGetMipmappedArrayLevel(&array, mipmapped, level));
        CHECK(cudaArrayGetInfo(NULL, &extent, NULL, array));
        EXPECT_EQ(extent.width, size);
        EXPECT_EQ(extent.height, size);
        CHECK(cudaMemcpy2DToArray(array, 0, 0, texels.data(), size * 4, size * 4, size, cudaMemcpyHostToDevice));
    }
    cudaArray_t none;
    EXPECT_ERROR(cudaGetMipmappedArrayLevel(&none, mipmapped, LEVELS), cudaErrorInvalidValue);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmapped;
    cudaTextureDesc how = describe(cudaAddressModeClamp, true, true);
    how.mipmapFilterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.maxMipmapLevelClamp = 3;
    cudaTextureObject_t t;
    CHECK(cudaCreateTextureObject(&t, &resource, &how, NULL));
    DeviceArray<float> out(64);
    levels<<<1, 32>>>(t, out);
    CHECK_LAUNCH();
    std::vector<float> got = out.host();
    for (int i = 0; i < 32; i++) {
        double level = fmin(fmax(i * 0.25 - 1, 0), 3);
        if (linear || level == floor(level))
            EXPECT_EQ(got[i], (float)(10 * level));
        else if (level - floor(level) != 0.5)
            EXPECT_EQ(got[i], (float)(10 * floor(level + 0.5)));
        EXPECT_EQ(got[32 + i], (float)(10 * fmin(fmax(floor(i * 0.25 - 1), 0), 3)));
    }
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeMipmappedArray(mipmapped));
}

__global__ void gather(cudaTextureObject_t t, float4 *out)
{
    int x = threadIdx.x % 8, y = threadIdx.x / 8;
    out[threadIdx.x * 2] = tex2Dgather<float4>(t, x, y);
    out[threadIdx.x * 2 + 1] = tex2Dgather<float4>(t, x, y, 1);
}

static void gathers()
{
    enum { SIZE = 8 };
    std::vector<float2> texels(SIZE * SIZE);
    for (int i = 0; i < SIZE * SIZE; i++)
        texels[i] = make_float2((float)i, (float)(100 + i));
    cudaArray_t array =
        make_array(texels, make_cudaExtent(SIZE, SIZE, 0), cudaCreateChannelDesc<float2>(), cudaArrayTextureGather);
    cudaTextureObject_t t = make_texture(array, describe(cudaAddressModeClamp, false, false));
    DeviceArray<float4> out(2 * SIZE * SIZE);
    gather<<<1, SIZE * SIZE>>>(t, out);
    CHECK_LAUNCH();
    std::vector<float4> got = out.host();
    for (int i = 0; i < SIZE * SIZE; i++) {
        int x = i % SIZE, y = i / SIZE, left = x ? x - 1 : 0, up = y ? y - 1 : 0;
        float expected[4] = {(float)(y * SIZE + left), (float)(y * SIZE + x), (float)(up * SIZE + x),
                             (float)(up * SIZE + left)};
        for (int component = 0; component < 2; component++) {
            float4 four = got[2 * i + component];
            EXPECT_EQ(four.x, expected[0] + 100 * component);
            EXPECT_EQ(four.y, expected[1] + 100 * component);
            EXPECT_EQ(four.z, expected[2] + 100 * component);
            EXPECT_EQ(four.w, expected[3] + 100 * component);
        }
    }
    print_row("gather", (const float *)got.data(), got.size() * 4);
    CHECK(cudaDestroyTextureObject(t));
    CHECK(cudaFreeArray(array));
}

int main()
{
    for (int linear = 0; linear < 2; linear++) {
        layers(true, linear);
        layers(false, linear);
        mipmaps(linear);
    }
    cubes(false);
    cubes(true);
    gathers();
    return finish();
}
