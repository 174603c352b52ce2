/* A surface access outside, without a boundary mode, stops the kernel. CUDA C++ Programming Guide, "Surface Functions":
 * cudaBoundaryModeTrap. */
#include "sampler.h"

__global__ void write(cudaSurfaceObject_t s, int x) { surf2Dwrite((int)threadIdx.x, s, (x + (int)threadIdx.x) * 4, 0); }

int main()
{
    std::vector<int> zeros(64 * 4);
    cudaArray_t array =
        make_array(zeros, make_cudaExtent(64, 4, 0), cudaCreateChannelDesc<int>(), cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaSurfaceObject_t surface;
    CHECK(cudaCreateSurfaceObject(&surface, &resource));
    write<<<1, 64>>>(surface, 0);
    CHECK_LAUNCH();
    write<<<1, 64>>>(surface, 1);
    EXPECT(cudaDeviceSynchronize() != cudaSuccess);
    EXPECT(cudaGetLastError() != cudaSuccess);
    return finish();
}
