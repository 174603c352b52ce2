// The first numbers of Philox with seed 0.
#include <cstdio>
#include <cuda_runtime_api.h>
#include <curand.h>

int main()
{
    curandGenerator_t generator;
    unsigned *there, here[2];
    bool ok = !curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_PHILOX4_32_10) &&
              !cudaMalloc(reinterpret_cast<void **>(&there), sizeof here) && !curandGenerate(generator, there, 2) &&
              !cudaMemcpy(here, there, sizeof here, cudaMemcpyDeviceToHost) && !curandDestroyGenerator(generator);
    std::printf("%08x %08x\n", here[0], here[1]);
    return !ok;
}
