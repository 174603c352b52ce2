/* Every element type: tex1Dfetch from linear memory, tex2D from pitched memory and from arrays; integers as they are
 * and as normalised floats; half as float. CUDA C++ Programming Guide, "Texture and Surface Memory". */
#ifndef TEXTURES_TYPES_H
#define TEXTURES_TYPES_H

#include "sampler.h"

enum { WIDTH = 37, HEIGHT = 11, COUNT = WIDTH * HEIGHT };

template <class R> __global__ void fetch(cudaTextureObject_t t, R *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x - 8; /* some before the start, some behind the end */
    if (i >= COUNT + 8)
        return;
    out[i + 8] = tex1Dfetch<R>(t, i);
}

template <class R> __global__ void plane(cudaTextureObject_t t, R *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
    if (x >= WIDTH)
        return;
    tex2D(&out[y * WIDTH + x], t, x + 0.25f, y + 0.75f);
}

template <class E> struct Element {
    static double normalised(E e) { return e; }
};
template <class E, int MOST> struct Integer {
    static double normalised(E e) { return fmax((double)e / MOST, -1); }
};
template <> struct Element<unsigned char> : Integer<unsigned char, 255> {};
template <> struct Element<signed char> : Integer<signed char, 127> {};
template <> struct Element<unsigned short> : Integer<unsigned short, 65535> {};
template <> struct Element<short> : Integer<short, 32767> {};

template <class T, class R, class E, class F, int N>
static void compare(const char *name, const char *what, const std::vector<T> &texels, const std::vector<R> &got,
                    size_t first, bool normalised)
{
    for (size_t i = 0; i < got.size(); i++) {
        E in[N] = {};
        F out[N], expected[N];
        if (i >= first && i - first < COUNT)
            memcpy(in, &texels[i - first], sizeof in);
        memcpy(out, &got[i], sizeof out);
        for (int c = 0; c < N; c++)
            expected[c] = normalised ? (F)(float)Element<E>::normalised(in[c]) : (F)in[c];
        if (memcmp(out, expected, sizeof out))
            report(__FILE__, __LINE__, Words(name) + ", " + what + ", element " + show(i) + ": expected " +
                                           show(expected[0]) + ", got " + show(out[0]));
    }
    char label[96];
    snprintf(label, sizeof label, "%s, %s%s", name, what, normalised ? ", normalised" : "");
    print_row(label, (const F *)got.data(), got.size() * N);
}

/* T: in memory; R: as read; E, F: their elements. */
template <class T, class R, class E, class F, int N>
static void run(const char *name, cudaChannelFormatDesc desc, bool normalised)
{
    Random random(N);
    std::vector<T> texels(COUNT);
    for (T &texel : texels)
        for (size_t b = 0; b < sizeof(T); b++)
            ((unsigned char *)&texel)[b] = random.below(b % 2 && !std::is_integral<E>::value ? 64 : 256);
    cudaTextureDesc how = describe(cudaAddressModeClamp, false, false);
    how.readMode = normalised ? cudaReadModeNormalizedFloat : cudaReadModeElementType;

    DeviceArray<T> linear(texels);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = linear.at;
    resource.res.linear.desc = desc;
    resource.res.linear.sizeInBytes = COUNT * sizeof(T);
    cudaTextureObject_t texture;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    DeviceArray<R> fetched(COUNT + 16);
    fetch<R><<<(COUNT + 16 + 63) / 64, 64>>>(texture, fetched);
    CHECK_LAUNCH();
    compare<T, R, E, F, N>(name, "tex1Dfetch", texels, fetched.host(), 8, normalised);
    CHECK(cudaDestroyTextureObject(texture));

    cudaArray_t array = make_array(texels, make_cudaExtent(WIDTH, HEIGHT, 0), desc, 0);
    texture = make_texture(array, how);
    DeviceArray<R> read(COUNT);
    plane<R><<<dim3(2, HEIGHT), 32>>>(texture, read);
    CHECK_LAUNCH();
    compare<T, R, E, F, N>(name, "tex2D of an array", texels, read.host(), 0, normalised);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));

    size_t pitch;
    T *pitched;
    CHECK(cudaMallocPitch(&pitched, &pitch, WIDTH * sizeof(T), HEIGHT));
    CHECK(cudaMemcpy2D(pitched, pitch, texels.data(), WIDTH * sizeof(T), WIDTH * sizeof(T), HEIGHT,
                       cudaMemcpyHostToDevice));
    resource = {};
    resource.resType = cudaResourceTypePitch2D;
    resource.res.pitch2D.devPtr = pitched;
    resource.res.pitch2D.desc = desc;
    resource.res.pitch2D.width = WIDTH;
    resource.res.pitch2D.height = HEIGHT;
    resource.res.pitch2D.pitchInBytes = pitch;
    CHECK(cudaCreateTextureObject(&texture, &resource, &how, NULL));
    plane<R><<<dim3(2, HEIGHT), 32>>>(texture, read);
    CHECK_LAUNCH();
    compare<T, R, E, F, N>(name, "tex2D of pitched memory", texels, read.host(), 0, normalised);
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFree(pitched));
}

#define AS_THEY_ARE(type, element, n) run<type, type, element, element, n>(#type, cudaCreateChannelDesc<type>(), false)
#define NORMALISED(type, floats, element, n) \
    run<type, floats, element, float, n>(#type, cudaCreateChannelDesc<type>(), true)
#define FAMILY(name, element)              \
    AS_THEY_ARE(name##1, element, 1);      \
    AS_THEY_ARE(name##2, element, 2);      \
    AS_THEY_ARE(name##4, element, 4)
#define NORMALISED_FAMILY(name, element)      \
    NORMALISED(name##1, float1, element, 1);  \
    NORMALISED(name##2, float2, element, 2);  \
    NORMALISED(name##4, float4, element, 4)

#endif
