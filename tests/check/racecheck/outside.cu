// A race outside of all allocations is told as one there.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check --tool racecheck %t 2>&1 | FileCheck %s
// CHECK: Race on __global__ memory: two plain accesses
// CHECK: on 4 bytes at {{0x[0-9a-f]+}}, 4 bytes behind the end of the allocation at {{0x[0-9a-f]+}} of size 64 bytes
__global__ void shift(int *p, int n) {
    p[threadIdx.x + n] = p[threadIdx.x + n + 1];
}

int main() {
    int *d;
    cudaMalloc(&d, 64);
    shift<<<1, 16>>>(d, 16);
    cudaDeviceSynchronize();
    cudaFree(d);
}
