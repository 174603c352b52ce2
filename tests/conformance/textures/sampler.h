/* A texture sampler as the programming guide defines it (CUDA C++ Programming Guide, "Texture Fetching"), in doubles,
 * with weights rounded as an H200 rounds them; and what the programs of this chapter share: making arrays and texture
 * objects. */
#ifndef SAMPLER_H
#define SAMPLER_H

#include "../conformance.h"
#include "../rows.h"

struct Sampler {
    int size[3] = {1, 1, 1};
    cudaTextureAddressMode mode[3] = {cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp};
    bool linear = false, normalized = false;
    double border = 0;
    std::vector<double> texels; /* x fastest */

    double texel(const int *at) const
    {
        for (int d = 0; d < 3; d++)
            if (at[d] < 0 || at[d] >= size[d])
                return border;
        return texels[(size_t)(at[2] * size[1] + at[1]) * size[0] + at[0]];
    }

    /* The texel that the address mode makes of one anywhere. */
    int index(int d, double i) const
    {
        int n = size[d];
        if (mode[d] == cudaAddressModeBorder)
            return i < 0 || i >= n ? -1 : (int)i;
        if (mode[d] == cudaAddressModeWrap && normalized)
            return (int)(i - n * floor(i / n));
        if (mode[d] == cudaAddressModeMirror && normalized) {
            int in_two = (int)(i - 2 * n * floor(i / (2 * n)));
            return in_two < n ? in_two : 2 * n - 1 - in_two;
        }
        return i < 0 ? 0 : i >= n ? n - 1 : (int)i;
    }

    /* Outside, clamped coordinates are those of a texel's centre. */
    double place(int d, double x) const
    {
        if (normalized)
            x *= size[d];
        bool repeats = normalized && (mode[d] == cudaAddressModeWrap || mode[d] == cudaAddressModeMirror);
        return repeats || mode[d] == cudaAddressModeBorder ? x : fmin(fmax(x, 0.5), size[d] - 0.5);
    }

    static double rounded(double weight) { return floor(weight * 256 + 0.5) / 256; }

    /* Of a plane of weight w: the product of the second texels' weights is rounded, the others are what is left. */
    static double weigh(const double *alpha, int corner)
    {
        double w = corner & 4 ? alpha[2] : 1 - alpha[2];
        double x = rounded(w * alpha[0]), y = rounded(w * alpha[1]), both = rounded(w * alpha[0] * alpha[1]);
        const double of[4] = {w - x - y + both, x - both, y - both, both};
        return of[corner & 3];
    }

    double sample(int dims, const double *x) const
    {
        double sum = 0, first[3] = {0, 0, 0}, alpha[3] = {0, 0, 0};
        for (int d = 0; d < dims; d++) {
            double u = linear ? rounded(place(d, x[d]) - 0.5) : place(d, x[d]);
            first[d] = floor(u);
            alpha[d] = linear ? u - first[d] : 0;
        }
        for (int corner = 0; corner < 1 << dims; corner++) {
            double weight = weigh(alpha, corner);
            int at[3];
            for (int d = 0; d < 3; d++)
                at[d] = index(d, first[d] + (corner >> d & 1));
            if (weight != 0)
                sum += weight * texel(at);
        }
        return sum;
    }
};

static inline const char *mode_name(int mode)
{
    static const char *const names[] = {"wrap", "clamp", "mirror", "border"};
    return names[mode];
}

/* Fills an array from packed texels. */
template <class T>
static cudaArray_t make_array(const std::vector<T> &texels, cudaExtent extent, cudaChannelFormatDesc desc,
                              unsigned flags)
{
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &desc, extent, flags));
    cudaMemcpy3DParms copy = {};
    size_t rows = extent.height ? extent.height : 1, slices = extent.depth ? extent.depth : 1;
    copy.srcPtr = make_cudaPitchedPtr((void *)texels.data(), extent.width * sizeof(T), extent.width, rows);
    copy.dstArray = array;
    copy.extent = make_cudaExtent(extent.width, rows, slices);
    copy.kind = cudaMemcpyHostToDevice;
    CHECK(cudaMemcpy3D(&copy));
    return array;
}

static inline cudaTextureObject_t make_texture(cudaArray_t array, const cudaTextureDesc &desc)
{
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureObject_t object;
    CHECK(cudaCreateTextureObject(&object, &resource, &desc, NULL));
    return object;
}

static inline cudaTextureDesc describe(int mode, bool linear, bool normalized)
{
    cudaTextureDesc desc = {};
    desc.addressMode[0] = desc.addressMode[1] = desc.addressMode[2] = (cudaTextureAddressMode)mode;
    desc.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    desc.normalizedCoords = normalized;
    return desc;
}

#endif
