#include <cstdlib>
__global__ void fill(int *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = i;
}

int main(int argc, char **argv)
{
    int *values;
    cudaMalloc(&values, 10 * sizeof *values);
    fill<<<1, 1>>>(values, argc > 1 ? atoi(argv[1]) : 10);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    cudaFree(values);
}
