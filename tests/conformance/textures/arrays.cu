// FEW-WAYS
/* CUDA arrays: making them, asking about them, every copy to, from and between them, and what is wrong with the wrong
 * ones. CUDA Runtime API, "Memory Management". */
#include "sampler.h"

template <class T> static void describes(int bits, int channels, cudaChannelFormatKind kind)
{
    cudaChannelFormatDesc d = cudaCreateChannelDesc<T>();
    EXPECT(d.x == bits && d.y == (channels > 1 ? bits : 0) && d.z == (channels > 2 ? bits : 0) &&
           d.w == (channels > 3 ? bits : 0) && d.f == kind);
}

static void descriptors()
{
    describes<char>(8, 1, cudaChannelFormatKindSigned);
    describes<uchar4>(8, 4, cudaChannelFormatKindUnsigned);
    describes<short2>(16, 2, cudaChannelFormatKindSigned);
    describes<unsigned short>(16, 1, cudaChannelFormatKindUnsigned);
    describes<int1>(32, 1, cudaChannelFormatKindSigned);
    describes<uint4>(32, 4, cudaChannelFormatKindUnsigned);
    describes<float>(32, 1, cudaChannelFormatKindFloat);
    describes<float2>(32, 2, cudaChannelFormatKindFloat);
    cudaChannelFormatDesc half = cudaCreateChannelDescHalf4();
    EXPECT(half.x == 16 && half.w == 16 && half.f == cudaChannelFormatKindFloat);
}

enum { WIDTH = 13, HEIGHT = 9, COUNT = WIDTH * HEIGHT };

static std::vector<int> numbers(int n, int first)
{
    std::vector<int> v(n);
    for (int i = 0; i < n; i++)
        v[i] = first + i;
    return v;
}

static std::vector<int> contents(cudaArray_t array)
{
    std::vector<int> v(COUNT);
    CHECK(cudaMemcpy2DFromArray(v.data(), WIDTH * 4, array, 0, 0, WIDTH * 4, HEIGHT, cudaMemcpyDeviceToHost));
    return v;
}

static void planes(cudaStream_t stream)
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<int>(), asked;
    cudaExtent extent;
    unsigned flags;
    cudaArray_t a, b;
    CHECK(cudaMallocArray(&a, &desc, WIDTH, HEIGHT, cudaArraySurfaceLoadStore));
    CHECK(cudaMallocArray(&b, &desc, WIDTH, HEIGHT));
    CHECK(cudaArrayGetInfo(&asked, &extent, &flags, a));
    EXPECT(asked.x == 32 && asked.y == 0 && asked.f == cudaChannelFormatKindSigned);
    EXPECT(extent.width == WIDTH && extent.height == HEIGHT && extent.depth == 0);
    EXPECT_EQ(flags, (unsigned)cudaArraySurfaceLoadStore);
    CHECK(cudaGetChannelDesc(&asked, b));
    EXPECT_EQ(asked.x, 32);

    std::vector<int> one = numbers(COUNT, 1000), model = one;
    CHECK(cudaMemcpy2DToArray(a, 0, 0, one.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice));
    EXPECT(contents(a) == model);
    /* A part of it, asynchronously, out of memory with a pitch. */
    std::vector<int> part = numbers(8 * 3, -50);
    CHECK(cudaMemcpy2DToArrayAsync(a, 4 * 4, 2, part.data(), 8 * 4, 5 * 4, 3, cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int y = 0; y < 3; y++)
        for (int x = 0; x < 5; x++)
            model[(y + 2) * WIDTH + x + 4] = part[y * 8 + x];
    EXPECT(contents(a) == model);
    /* From one array to another. */
    CHECK(cudaMemcpy2DToArray(b, 0, 0, one.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy2DArrayToArray(b, 4, 1, a, 8, 0, 10 * 4, 7));
    std::vector<int> other = one;
    for (int y = 0; y < 7; y++)
        for (int x = 0; x < 10; x++)
            other[(y + 1) * WIDTH + x + 1] = model[y * WIDTH + x + 2];
    EXPECT(contents(b) == other);
    /* In a row: across the ends of the array's rows. */
#if CUDART_VERSION < 13000
    std::vector<int> row = numbers(40, 7777), back(60);
    CHECK(cudaMemcpyToArray(a, 5 * 4, 1, row.data(), 40 * 4, cudaMemcpyHostToDevice));
    for (int i = 0; i < 40; i++)
        model[WIDTH + 5 + i] = row[i];
    EXPECT(contents(a) == model);
    CHECK(cudaMemcpyFromArray(back.data(), a, 2 * 4, 0, 60 * 4, cudaMemcpyDeviceToHost));
    EXPECT(back == std::vector<int>(model.begin() + 2, model.begin() + 62));
    CHECK(cudaMemcpyArrayToArray(b, 3 * 4, 0, a, 7 * 4, 2, 50 * 4));
    for (int i = 0; i < 50; i++)
        other[3 + i] = model[2 * WIDTH + 7 + i];
    EXPECT(contents(b) == other);
    EXPECT_ERROR(cudaMemcpyToArray(a, 8, 8, row.data(), 13 * 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
#endif
    EXPECT_ERROR(cudaMemcpy2DToArray(a, 4, 0, one.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy2DToArray(a, 0, 1, one.data(), WIDTH * 4, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice),
                 cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMemcpy2DToArray(a, 0, 0, one.data(), 16, WIDTH * 4, HEIGHT, cudaMemcpyHostToDevice),
                 cudaErrorInvalidPitchValue);
    CHECK(cudaFreeArray(a));
    CHECK(cudaFreeArray(b));
    CHECK(cudaFreeArray(NULL));
}

static void boxes()
{
    cudaExtent extent = make_cudaExtent(7, 5, 4);
    std::vector<short2> texels(7 * 5 * 4), got(7 * 5 * 4);
    for (size_t i = 0; i < texels.size(); i++)
        texels[i] = make_short2((short)i, (short)-i);
    cudaArray_t a = make_array(texels, extent, cudaCreateChannelDesc<short2>(), 0);
    cudaArray_t b = make_array(std::vector<short2>(7 * 5 * 4), extent, cudaCreateChannelDesc<short2>(), 0);
    cudaArray_t floats =
        make_array(std::vector<float4>(64), make_cudaExtent(64, 0, 0), cudaCreateChannelDesc<float4>(), 0);
    cudaMemcpy3DParms p = {}; /* extents and positions in texels */
    p.srcArray = a, p.srcPos = make_cudaPos(1, 2, 1), p.dstArray = b, p.dstPos = make_cudaPos(2, 0, 2);
    p.extent = make_cudaExtent(4, 3, 2), p.kind = cudaMemcpyDeviceToDevice;
    CHECK(cudaMemcpy3D(&p));
    cudaMemcpy3DParms back = {};
    back.srcArray = b, back.extent = extent, back.kind = cudaMemcpyDeviceToHost;
    back.dstPtr = make_cudaPitchedPtr(got.data(), 7 * sizeof(short2), 7, 5);
    CHECK(cudaMemcpy3DAsync(&back, 0));
    CHECK(cudaDeviceSynchronize());
    for (int z = 0; z < 4; z++)
        for (int y = 0; y < 5; y++)
            for (int x = 0; x < 7; x++) {
                bool is_in = x >= 2 && x < 6 && y < 3 && z >= 2;
                short2 expected = is_in ? texels[((z - 1) * 5 + y + 2) * 7 + x - 1] : make_short2(0, 0);
                EXPECT_EQ(got[(z * 5 + y) * 7 + x].x, expected.x);
                EXPECT_EQ(got[(z * 5 + y) * 7 + x].y, expected.y);
            }
    p.extent.width = 7;
    EXPECT_ERROR(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p.extent.width = 1, p.srcArray = floats, p.srcPos = make_cudaPos(0, 0, 0);
    EXPECT_ERROR(cudaMemcpy3D(&p), cudaErrorInvalidValue); /* texels of another size */
    p.srcArray = a, p.srcPtr = make_cudaPitchedPtr(got.data(), 28, 7, 5);
    EXPECT_ERROR(cudaMemcpy3D(&p), cudaErrorInvalidValue); /* two sources */
    CHECK(cudaFreeArray(a));
    CHECK(cudaFreeArray(b));
    CHECK(cudaFreeArray(floats));
}

static void errors()
{
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>(),
                          none = cudaCreateChannelDesc(0, 0, 0, 0, cudaChannelFormatKindNone);
    cudaArray_t array = NULL, plane;
    EXPECT_ERROR(cudaMallocArray(NULL, &desc, 4, 4), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMallocArray(&array, &desc, 0, 4), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMallocArray(&array, &none, 4, 4), cudaErrorInvalidChannelDescriptor);
    EXPECT_ERROR(cudaMallocArray(&array, &desc, (size_t)1 << 30, 4), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMalloc3DArray(&array, &desc, make_cudaExtent(4, 5, 6), cudaArrayCubemap), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMalloc3DArray(&array, &desc, make_cudaExtent(4, 4, 5), cudaArrayCubemap), cudaErrorInvalidValue);
    EXPECT_ERROR(cudaMalloc3DArray(&array, &desc, make_cudaExtent(4, 0, 5), 0), cudaErrorInvalidValue);
    CHECK(cudaMallocArray(&array, &desc, 4, 4));
    EXPECT_ERROR(cudaArrayGetPlane(&plane, array, 0), cudaErrorInvalidValue);
    CHECK(cudaFreeArray(array));
}

int main()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    descriptors();
    planes(stream);
    boxes();
    errors();
    return finish();
}
