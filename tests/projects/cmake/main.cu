/* Kernels here and in the library: both register with the same runtime. */
#include "check.h"

__device__ int counter;

__global__ void count() { atomicAdd(&counter, 1); }

int main()
{
    int counted = 0;
    count<<<4, 33>>>();
    cudaMemcpyFromSymbol(&counted, counter, sizeof counted);
    if (counted != 4 * 33) {
        printf("counted %d\n", counted);
        return 1;
    }
    return check_scale();
}
