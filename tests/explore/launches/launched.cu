// A kernel that launches another is not explored, and runs as ever; what it launches is explored like any.
// RUN: %swcc --check -rdc=true %s -o %t
// RUN: %run %softwarp explore --model interleavings %t 2>&1 | FileCheck %s
// CHECK: kernel parent(int*), 1 block x 2 threads: not explored: a launch, stream or event in device code
// CHECK: kernel child(int*), 1 block x 2 threads: 2 events, 2 outcomes, complete
__global__ void child(int *p) { *p = threadIdx.x + 1; }
__global__ void parent(int *p)
{
    if (threadIdx.x == 0)
        child<<<1, 2>>>(p);
}
int main()
{
    int *p;
    cudaMalloc(&p, sizeof *p);
    parent<<<1, 2>>>(p);
    return cudaDeviceSynchronize();
}
