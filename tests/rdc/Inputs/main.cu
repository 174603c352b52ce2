#include "shared.h"
#include <stdio.h>

static __device__ int hidden = 7;

__global__ void use(int *out)
{
    int t = threadIdx.x;
    table[t] += t;
    int sum = sum_over_block(table[t]);
    if (t != 0)
        return;
    Spider spider;
    const Animal *animal = &spider;
    out[0] = square(3);
    out[1] = factorial(6);
    out[2] = int(factor * 4);
    out[3] = sum;
    out[4] = animal->legs();
    out[5] = operation(2);
    out[6] = hidden;
}

int main()
{
    int *device, out[8] = {}, more[4] = {1, 1, 1, 1};
    float f = 2.5f;
    cudaMalloc(&device, sizeof out);
    cudaMemcpyToSymbol(table, more, sizeof more);
    cudaMemcpyToSymbol(factor, &f, sizeof f);
    use<<<1, 4>>>(device);
    library_kernel<<<1, 1>>>(device + 7);
    cudaError_t error = cudaDeviceSynchronize();
    if (error != cudaSuccess || cudaMemcpy(out, device, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        return 1;
    }
    const int expected[8] = {109, 720, 10, 10, 8, 104, 7, 125};
    for (int i = 0; i < 8; i++)
        if (out[i] != expected[i]) {
            printf("result %d: expected %d, got %d\n", i, expected[i], out[i]);
            return 1;
        }
    if (calls != 3 || host_helper(1) != 2) {
        printf("%d calls\n", calls);
        return 1;
    }
    printf("ok\n");
    return 0;
}
