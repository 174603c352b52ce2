// What lies outside of everything is told in these words where only initcheck looks; memory of the device heap has a place.
// RUN: %swcc --check %s -o %t
// RUN: %sanitizer --tool initcheck %t 2>&1 | FileCheck %s

__global__ void beyond(const int *from, int *to) { to[0] = from[4]; }

__global__ void beyond_shared(int *to)
{
    extern __shared__ int own[];
    own[threadIdx.x] = 1;
    to[threadIdx.x] = own[threadIdx.x + 4];
}

__global__ void of_heap(int *to)
{
    int *own = (int *)malloc(8);
    to[0] = own[1];
    free(own);
}

int main()
{
    int *from, *to;
    cudaMalloc(&from, 16);
    cudaMemset(from, 0, 16);
    cudaMalloc(&to, 16);
    beyond<<<1, 1>>>(from, to);
    cudaDeviceSynchronize();
    beyond_shared<<<1, 4, 16>>>(to);
    cudaDeviceSynchronize();
    of_heap<<<1, 1>>>(to);
    cudaDeviceSynchronize();
}
// CHECK: at beyond(int const*, int*)
// CHECK: Nobody has written the byte at 0x{{[0-9a-f]+}} (outside of every allocation)
// CHECK: Uninitialized __shared__ memory read of size 4 bytes
// CHECK-NEXT: at beyond_shared(int*)
// CHECK: Nobody has written the byte at 0x{{[0-9a-f]+}} (outside of every allocation)
// CHECK: at of_heap(int*)
// CHECK: Nobody has written the byte at 0x{{[0-9a-f]+}} (the device heap)
