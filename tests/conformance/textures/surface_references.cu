// NO-GPU: CUDA 12 removed surface references, and nvcc 13 does not compile them
// FEW-WAYS
/* Surface references: surf1Dread ... on a variable that cudaBindSurfaceToArray binds. CUDA C++ Programming Guide 11,
 * "Surface Reference API". */
#include "sampler.h"

surface<void, cudaSurfaceType2D> plane;
static surface<void, cudaSurfaceType3D> space;

__global__ void double_all(int w)
{
    int x = threadIdx.x, y = blockIdx.x;
    if (x >= w)
        return;
    int v;
    surf2Dread(&v, plane, x * 4, y);
    surf2Dwrite(2 * v, plane, x * 4, y, cudaBoundaryModeTrap);
}

__global__ void number(int w)
{
    surf3Dwrite((float)(threadIdx.x + 10 * blockIdx.x), space, threadIdx.x * 4, 1, blockIdx.x);
}

int main()
{
    enum { WIDTH = 21, HEIGHT = 5 };
    std::vector<int> texels(WIDTH * HEIGHT), got(WIDTH * HEIGHT);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        texels[i] = i - 50;
    cudaArray_t array = make_array(texels, make_cudaExtent(WIDTH, HEIGHT, 0), cudaCreateChannelDesc<int>(),
                                   cudaArraySurfaceLoadStore);
    CHECK(cudaBindSurfaceToArray(plane, array));
    double_all<<<HEIGHT, 32>>>(WIDTH);
    CHECK_LAUNCH();
    CHECK(cudaMemcpy2DFromArray(got.data(), WIDTH * 4, array, 0, 0, WIDTH * 4, HEIGHT, cudaMemcpyDeviceToHost));
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        EXPECT_EQ(got[i], 2 * texels[i]);
    CHECK(cudaFreeArray(array));

    array = make_array(std::vector<float>(8 * 2 * 3), make_cudaExtent(8, 2, 3), cudaCreateChannelDesc<float>(),
                       cudaArraySurfaceLoadStore);
    CHECK(cudaBindSurfaceToArray(space, array));
    number<<<3, 8>>>(8);
    CHECK_LAUNCH();
    std::vector<float> floats(8 * 2 * 3);
    cudaMemcpy3DParms copy = {};
    copy.srcArray = array;
    copy.dstPtr = make_cudaPitchedPtr(floats.data(), 32, 8, 2);
    copy.extent = make_cudaExtent(8, 2, 3);
    copy.kind = cudaMemcpyDeviceToHost;
    CHECK(cudaMemcpy3D(&copy));
    for (int z = 0; z < 3; z++)
        for (int x = 0; x < 8; x++)
            EXPECT_EQ(floats[(z * 2 + 1) * 8 + x], (float)(x + 10 * z));
    CHECK(cudaFreeArray(array));
    return finish();
}
