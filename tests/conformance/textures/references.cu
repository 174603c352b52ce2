// NO-GPU: CUDA 12 removed texture references, and nvcc 13 does not compile them
// FEW-WAYS
/* Texture references: binding to linear memory (with an offset), pitched memory, arrays; members set by the host; what
 * they say when they are wrong. CUDA C++ Programming Guide 11, "Texture Reference API". */
#include "sampler.h"

texture<float, 1, cudaReadModeElementType> line;
texture<uchar4, cudaTextureType2D, cudaReadModeNormalizedFloat> plane;
static texture<int2> pairs;
texture<float, 3> space(1, cudaFilterModeLinear, cudaAddressModeWrap);
texture<short, cudaTextureType2DLayered> layers;
texture<unsigned, 1, cudaReadModeNormalizedFloat> impossible;

__global__ void read_line(float *out, int n, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        out[i] = tex1Dfetch(line, i + first);
}

__global__ void read_plane(float4 *out, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x < w)
        out[y * w + x] = tex2D(plane, x + 0.5f, y + 0.5f);
}

__global__ void read_pairs(int *out, int n)
{
    int i = threadIdx.x;
    if (i < n) {
        int2 pair = tex1Dfetch(pairs, i);
        out[i] = pair.x - pair.y;
    }
}

__global__ void read_space(float *out) { out[threadIdx.x] = tex3D(space, threadIdx.x / 16.0f, 0.125f, 0.125f); }

__global__ void read_layers(int *out)
{
    out[blockIdx.x * 16 + threadIdx.x] = tex2DLayered(layers, threadIdx.x % 4, threadIdx.x / 4, blockIdx.x);
}

static void lines()
{
    enum { COUNT = 1000 };
    std::vector<float> values(COUNT);
    for (int i = 0; i < COUNT; i++)
        values[i] = i * 0.5f;
    DeviceArray<float> memory(values), out(COUNT);
    size_t offset = 77;
    CHECK(cudaBindTexture(&offset, line, memory.at, COUNT * sizeof(float)));
    EXPECT_EQ(offset, (size_t)0);
    read_line<<<8, 128>>>(out, COUNT, 0);
    CHECK_LAUNCH();
    EXPECT(out.host() == values);

    /* Not aligned: the program must ask for the offset, and add it. */
    EXPECT_ERROR(cudaBindTexture(NULL, line, memory.at + 3, 100), cudaErrorInvalidValue);
    CHECK(cudaBindTexture(&offset, line, memory.at + 3, 400));
    EXPECT_EQ(offset, 3 * sizeof(float));
    size_t asked = 0;
    CHECK(cudaGetTextureAlignmentOffset(&asked, line));
    EXPECT_EQ(asked, offset);
    read_line<<<1, 128>>>(out, 128, (int)(offset / sizeof(float)));
    CHECK_LAUNCH();
    std::vector<float> got = out.host();
    for (int i = 0; i < 128; i++)
        EXPECT_EQ(got[i], i < 100 ? (i + 3) * 0.5f : 0.0f);

    /* A kernel before the next binding sees the one before it; without a size, all of the memory. */
    std::vector<float> others(COUNT, -1.0f);
    DeviceArray<float> other(others), second(COUNT);
    CHECK(cudaBindTexture(NULL, line, memory.at, cudaCreateChannelDesc<float>()));
    read_line<<<8, 128>>>(out, COUNT, 0);
    CHECK(cudaBindTexture(NULL, line, other.at));
    read_line<<<8, 128>>>(second, COUNT, 0);
    CHECK_LAUNCH();
    EXPECT(out.host() == values);
    EXPECT(second.host() == others);

    std::vector<int> ints(64);
    for (int i = 0; i < 64; i++)
        ints[i] = i * i;
    DeviceArray<int> int_memory(ints), int_out(32);
    CHECK(cudaBindTexture(NULL, pairs, int_memory.at, 256));
    read_pairs<<<1, 32>>>(int_out, 32);
    CHECK_LAUNCH();
    for (int i = 0; i < 32; i++)
        EXPECT_EQ(int_out.host()[i], ints[2 * i] - ints[2 * i + 1]);
}

static void planes()
{
    enum { WIDTH = 40, HEIGHT = 7 };
    size_t pitch;
    uchar4 *memory;
    std::vector<uchar4> texels(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        texels[i] = make_uchar4(i & 255, 255 - (i & 255), 51, 255);
    CHECK(cudaMallocPitch(&memory, &pitch, WIDTH * 4, HEIGHT));
    CHECK(cudaMemcpy2D(memory, pitch, texels.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice));
    DeviceArray<float4> out(WIDTH * HEIGHT);
    CHECK(cudaBindTexture2D(NULL, plane, memory, plane.channelDesc, WIDTH, HEIGHT, pitch));
    read_plane<<<dim3(2, HEIGHT), 32>>>(out, WIDTH, HEIGHT);
    CHECK_LAUNCH();
    std::vector<float4> got = out.host();
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        EXPECT_EQ(got[i].x, (i & 255) / 255.0f);
        EXPECT_EQ(got[i].y, (255 - (i & 255)) / 255.0f);
        EXPECT_EQ(got[i].z, 51 / 255.0f);
    }
    CHECK(cudaFree(memory));
}

static void arrays()
{
    std::vector<float> texels(8 * 4 * 4);
    for (size_t i = 0; i < texels.size(); i++)
        texels[i] = (float)(i % 8);
    cudaArray_t array = make_array(texels, make_cudaExtent(8, 4, 4), cudaCreateChannelDesc<float>(), 0);
    CHECK(cudaBindTextureToArray(space, array));
    DeviceArray<float> out(32);
    read_space<<<1, 32>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < 32; i++) { /* texel i / 2 - 0.5, of 0 to 7 around and around */
        float expected = i % 2 ? (i / 2) % 8 : (i / 2 % 8 == 0 ? 3.5f : i / 2 % 8 - 0.5f);
        EXPECT_EQ(out.host()[i], expected);
    }
    space.filterMode = cudaFilterModePoint; /* counts from the next binding on */
    space.addressMode[0] = cudaAddressModeClamp;
    CHECK(cudaBindTextureToArray(space, array));
    read_space<<<1, 32>>>(out);
    CHECK_LAUNCH();
    for (int i = 0; i < 32; i++)
        EXPECT_EQ(out.host()[i], (float)(i / 2 < 8 ? i / 2 : 7));
    CHECK(cudaFreeArray(array));

    std::vector<short> steps(4 * 4 * 3);
    for (size_t i = 0; i < steps.size(); i++)
        steps[i] = (short)(i * -7);
    array = make_array(steps, make_cudaExtent(4, 4, 3), cudaCreateChannelDesc<short>(), cudaArrayLayered);
    CHECK(cudaBindTextureToArray(&layers, array, &layers.channelDesc));
    DeviceArray<int> whole(48);
    read_layers<<<3, 16>>>(whole);
    CHECK_LAUNCH();
    for (int i = 0; i < 48; i++)
        EXPECT_EQ(whole.host()[i], i * -7);
    CHECK(cudaUnbindTexture(layers));
    CHECK(cudaFreeArray(array));
}

static void errors()
{
    const textureReference *reference = NULL;
    size_t offset;
    int plain = 0;
    DeviceArray<float> memory(64);
    CHECK(cudaGetTextureReference(&reference, &line));
    EXPECT(reference == &line);
    EXPECT_ERROR(cudaGetTextureReference(&reference, &plain), cudaErrorInvalidTexture);
    CHECK(cudaUnbindTexture(line));
    EXPECT_ERROR(cudaGetTextureAlignmentOffset(&offset, line), cudaErrorInvalidTextureBinding);
    EXPECT_ERROR(cudaBindTexture(NULL, impossible, memory.at, 64), cudaErrorInvalidNormSetting);
    pairs.filterMode = cudaFilterModeLinear;
    std::vector<int2> texels(16);
    cudaArray_t array = make_array(texels, make_cudaExtent(16, 0, 0), cudaCreateChannelDesc<int2>(), 0);
    EXPECT_ERROR(cudaBindTextureToArray(pairs, array), cudaErrorInvalidFilterSetting);
    EXPECT_ERROR(cudaBindTextureToArray(line, array, line.channelDesc), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaBindTexture(NULL, line, NULL, 64), cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array));
}

int main()
{
    lines();
    planes();
    arrays();
    errors();
    return finish();
}
