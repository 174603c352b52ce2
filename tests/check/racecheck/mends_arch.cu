// What would mend a race is something that the architecture has: atomicAdd of double came with sm_60.
// RUN: %swcc --check -arch=sm_50 %s -o %t.50
// RUN: %softwarp check --tool racecheck %t.50 2>&1 | FileCheck --check-prefix=OLD %s
// RUN: %swcc --check -arch=sm_60 %s -o %t.60
// RUN: %softwarp check --tool racecheck %t.60 2>&1 | FileCheck --check-prefix=NEW %s
__global__ void add(double *sum)
{
    *sum += threadIdx.x;
}
// OLD-NOT: atomicAdd
// OLD: What would mend it: a loop around atomicCAS() of unsigned long long in place of the read and the write
// OLD-NOT: atomicAdd
// NEW: What would mend it: atomicAdd() in place of the read and the write

int main()
{
    double *sum;
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    add<<<1, 64>>>(sum);
    cudaDeviceSynchronize();
    cudaFree(sum);
}
