/* A kernel whose device functions and variables lie in two other files. */
extern __device__ int squared;
extern __device__ int twice_square(int x);

__global__ void chain(int *out, int x) { *out = twice_square(x) + squared; }

int run_chain(int x)
{
    int *device, result = -1, one = 1;
    cudaMemcpyToSymbol(squared, &one, sizeof one);
    cudaMalloc(&device, sizeof *device);
    chain<<<1, 1>>>(device, x);
    cudaMemcpy(&result, device, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(device);
    return result;
}
