/* A texture sampler as the programming guide defines it (CUDA C++ Programming Guide, "Texture Fetching"), in doubles,
 * and what the programs of this chapter share: making arrays and texture objects. */
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

    /* In texels, after the address mode has done what it does to coordinates. */
    double along(int d, double x) const
    {
        if (!normalized)
            return x;
        double whole = floor(x), part = x - whole;
        if (mode[d] == cudaAddressModeWrap)
            x = part;
        if (mode[d] == cudaAddressModeMirror)
            x = fmod(fabs(whole), 2) == 0 ? part : 1 - part;
        return x * size[d];
    }

    int index(int d, double i) const
    {
        int n = size[d];
        if (mode[d] == cudaAddressModeBorder)
            return i < 0 || i >= n ? -1 : (int)i;
        if (mode[d] == cudaAddressModeWrap && normalized)
            return (int)(i - n * floor(i / n));
        return i < 0 ? 0 : i >= n ? n - 1 : (int)i;
    }

    double sample(int dims, const double *x) const
    {
        double sum = 0;
        for (int corner = 0; corner < (linear ? 1 << dims : 1); corner++) {
            int at[3] = {0, 0, 0};
            double weight = 1;
            for (int d = 0; d < dims; d++) {
                double u = along(d, x[d]) - (linear ? 0.5 : 0), i = floor(u);
                double alpha = floor((u - i) * 256 + 0.5) / 256;
                at[d] = index(d, i + (corner >> d & 1));
                if (linear)
                    weight *= corner >> d & 1 ? alpha : 1 - alpha;
            }
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
