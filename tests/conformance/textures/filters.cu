/* Points and linear filters in one, two and three dimensions, with every address mode, with and without normalised
 * coordinates: against the guide's sampler. Sizes are powers of two and coordinates multiples of 1/256 texel (1/16 in
 * three dimensions), so that all numbers are exact. CUDA C++ Programming Guide, "Texture Fetching". */
#include "sampler.h"

enum { COUNT = 701 };

__global__ void sample(cudaTextureObject_t t, int dims, const float3 *at, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= COUNT)
        return;
    float3 p = at[i];
    out[i] = dims == 1 ? tex1D<float>(t, p.x) : dims == 2 ? tex2D<float>(t, p.x, p.y) : tex3D<float>(t, p.x, p.y, p.z);
}

/* From two sizes before the texture to two sizes behind it. */
static float coordinate(Random &random, int size, int dims, bool normalized)
{
    int steps = (int)random.below(5 * 256 * size) - 2 * 256 * size;
    if (dims == 3)
        steps = steps / 16 * 16;
    if (random.below(4) == 0)
        steps = steps / 128 * 128; /* texel borders and centres */
    return (float)steps / 256 / (normalized ? size : 1);
}

static void run(int dims, int mode, bool linear, bool normalized)
{
    Sampler model;
    const int sizes[3] = {32, 16, 8};
    Random random(dims);
    for (int d = 0; d < dims; d++)
        model.size[d] = sizes[d], model.mode[d] = (cudaTextureAddressMode)mode;
    model.linear = linear, model.normalized = normalized;
    std::vector<float> texels(model.size[0] * model.size[1] * model.size[2]);
    for (float &texel : texels)
        texel = (float)random.below(64);
    model.texels.assign(texels.begin(), texels.end());

    cudaExtent extent = make_cudaExtent(sizes[0], dims > 1 ? sizes[1] : 0, dims > 2 ? sizes[2] : 0);
    cudaArray_t array = make_array(texels, extent, cudaCreateChannelDesc<float>(), 0);
    cudaTextureDesc how = describe(mode, linear, normalized);
    for (int d = dims; d < 3; d++)
        how.addressMode[d] = cudaAddressModeClamp; /* an H200 mixes in a border of the second axis of a line */
    cudaTextureObject_t texture = make_texture(array, how);
    std::vector<float3> at(COUNT);
    for (float3 &p : at) {
        p.x = coordinate(random, sizes[0], dims, normalized);
        p.y = coordinate(random, sizes[1], dims, normalized);
        p.z = coordinate(random, sizes[2], dims, normalized);
    }
    DeviceArray<float3> places(at);
    DeviceArray<float> results(COUNT);
    sample<<<(COUNT + 127) / 128, 128>>>(texture, dims, places, results);
    CHECK_LAUNCH();
    std::vector<float> got = results.host();
    char label[64];
    snprintf(label, sizeof label, "%d-D %s, %s%s", dims, linear ? "linear" : "point", mode_name(mode),
             normalized ? ", normalised" : "");
    for (int i = 0; i < COUNT; i++) {
        const double p[3] = {at[i].x, at[i].y, at[i].z};
        float expected = (float)model.sample(dims, p);
        if (got[i] != expected) {
            report(__FILE__, __LINE__, Words(label) + " at " + show(at[i].x) + ", " + show(at[i].y) + ", " +
                                           show(at[i].z) + ": expected " + show(expected) + ", got " + show(got[i]));
            break;
        }
    }
    print_row(label, got.data(), got.size());
    CHECK(cudaDestroyTextureObject(texture));
    CHECK(cudaFreeArray(array));
}

int main()
{
    for (int dims = 1; dims <= 3; dims++)
        for (int linear = 0; linear < 2; linear++)
            for (int normalized = 0; normalized < 2; normalized++)
                for (int mode = 0; mode < 4; mode++)
                    run(dims, mode, linear, normalized);
    return finish();
}
