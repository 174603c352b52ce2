/* Gets a pointer of the program's, and gives back one of its own. */
__global__ void add(const int *a, int *b, int n)
{
    int i = threadIdx.x;
    if (i < n)
        b[i] = a[i] + 100;
}

extern "C" __attribute__((visibility("default"))) int *plugin(const int *values, int n)
{
    int *result;
    cudaPointerAttributes facts;
    if (cudaPointerGetAttributes(&facts, values) != cudaSuccess || facts.type != cudaMemoryTypeDevice)
        return nullptr;
    if (cudaMalloc(&result, n * sizeof *result) != cudaSuccess)
        return nullptr;
    add<<<1, n>>>(values, result, n);
    return cudaDeviceSynchronize() == cudaSuccess ? result : nullptr;
}
