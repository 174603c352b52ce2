// Warps that have no texture (their handle leads nowhere) or have returned fetch none, also where a block's warps run
// side by side.
#include "../conformance.h"

enum { WARPS = 8, WIDTH = 64 };

static __global__ void fetch(const cudaTextureObject_t *textures, const float *at, float *out, int warps) {
    __shared__ float sum[WARPS];
    int warp = threadIdx.x / 32;
    if (threadIdx.x < WARPS)
        sum[threadIdx.x] = -1;
    __syncthreads();
    if (warp < warps && textures[warp]) {
        float x = tex2D<float>(textures[warp], at[warp], 0.5f);
        if (x > 3)
            sum[warp] = x + tex1Dfetch<float>(textures[WARPS + warp], (int)at[warp]);
        else
            sum[warp] = x;
    }
    __syncthreads();
    out[threadIdx.x] = sum[warp];
}

static cudaTextureObject_t make(const cudaResourceDesc &resource) {
    cudaTextureDesc how = {};
    cudaTextureObject_t texture = 0;
    EXPECT_EQ(cudaCreateTextureObject(&texture, &resource, &how, nullptr), cudaSuccess);
    return texture;
}

int main() {
    cudaTextureObject_t *textures;
    float *at, *out, *line, host[WIDTH];
    cudaMallocManaged(&textures, 2 * WARPS * sizeof *textures);
    cudaMallocManaged(&at, WARPS * sizeof *at);
    cudaMallocManaged(&out, 32 * WARPS * sizeof *out);
    cudaMalloc(&line, sizeof host);
    for (int i = 0; i < WIDTH; i++)
        host[i] = (float)i;
    cudaMemcpy(line, host, sizeof host, cudaMemcpyHostToDevice);
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaArray_t array;
    cudaMallocArray(&array, &format, WIDTH, 1);
    cudaMemcpy2DToArray(array, 0, 0, host, sizeof host, sizeof host, 1, cudaMemcpyHostToDevice);
    cudaResourceDesc of_array = {}, of_line = {};
    of_array.resType = cudaResourceTypeArray;
    of_array.res.array.array = array;
    of_line.resType = cudaResourceTypeLinear;
    of_line.res.linear.devPtr = line;
    of_line.res.linear.desc = format;
    of_line.res.linear.sizeInBytes = sizeof host;
    cudaTextureObject_t plane = make(of_array), row = make(of_line);
    for (int w = 0; w < WARPS; w++) {
        textures[w] = w % 3 == 1 ? plane : 0;
        textures[WARPS + w] = w % 3 == 1 ? row : 0xdeadbeef;
        at[w] = w % 3 == 1 ? w * 5 : 1e30f;
    }
    for (int warps : {(int)WARPS, 6, 1}) {
        fetch<<<1, 32 * WARPS>>>(textures, at, out, warps);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        for (int t = 0; t < 32 * WARPS; t++) {
            int w = t / 32;
            float want = w % 3 != 1 || w >= warps ? -1.0f : 2.0f * (w * 5);
            EXPECT_EQ(out[t], want);
        }
    }
    return finish();
}
