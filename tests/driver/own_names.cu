// A program's own functions of names that CUDA's headers leave alone.
// RUN: %swcc %s -o %t && %run %t
__device__ __forceinline__ unsigned long long __globaltimer()
{
    unsigned long long now;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
    return now;
}
__global__ void ask(unsigned long long *now) { *now = __globaltimer(); }
int main()
{
    unsigned long long *now;
    cudaMallocManaged(&now, sizeof *now);
    ask<<<1, 1>>>(now);
    return cudaDeviceSynchronize() != cudaSuccess || *now == 0;
}
