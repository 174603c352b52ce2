extern __device__ int plus_forty(int n);
__global__ void kernel(int *to) { *to = plus_forty(2); }

int main()
{
    int *to;
    cudaMallocManaged(&to, sizeof *to);
    kernel<<<1, 1>>>(to);
    cudaDeviceSynchronize();
    return *to != 42;
}
