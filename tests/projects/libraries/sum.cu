#include <cstdio>
#include <cub/block/block_reduce.cuh>
#include <thrust/execution_policy.h>
#include <thrust/for_each.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/version.h>

__global__ void sum(const int *values, int *out)
{
    using Reduce = cub::BlockReduce<int, 128>;
    __shared__ typename Reduce::TempStorage room;
    int all = Reduce(room).Sum(values[threadIdx.x]);
    if (threadIdx.x == 0)
        *out = all;
}

int main()
{
    int *values;
    if (cudaMallocManaged(&values, 129 * sizeof(int)) != cudaSuccess)
        return 1;
    thrust::for_each_n(thrust::device, thrust::make_counting_iterator(0), 128, [=] __device__(int i) { values[i] = i; });
    sum<<<1, 128>>>(values, values + 128);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    printf("Thrust %d.%d: %d\n", THRUST_MAJOR_VERSION, THRUST_MINOR_VERSION, values[128]);
    return values[128] != 127 * 128 / 2;
}
