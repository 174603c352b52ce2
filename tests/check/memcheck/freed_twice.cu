// Memory that cannot be freed: who allocated it, and who freed it before, is told of it; so that of cudaFreeAsync, whose turn
// in its stream has come or not.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check --json %t.json %t 2>&1 | FileCheck %s
// RUN: %python -c "import json; f = json.load(open('%t.json'))['findings'][0]; assert f['allocation']['size'] == 64 and f['address'] == f['allocation']['address'], f"
#include <cstdio>

__global__ void touch(int *p) { *p = 1; }

static void give_back(void *p) { cudaFree(p); }

int main()
{
    int *twice, *inside, *async, *pinned, local = 0;
    cudaMalloc(&twice, 64);
    cudaMalloc(&inside, 640);
    cudaMallocAsync(&async, 96, 0);
    cudaMallocHost(&pinned, 32);
    touch<<<1, 1>>>(twice);
    cudaDeviceSynchronize();

    give_back(twice);
    for (int i = 0; i < 100; i++) { // however long ago
        void *other;
        cudaMalloc(&other, 4096);
        cudaFree(other);
    }
    cudaFree(twice);
    // CHECK: Program hit cudaErrorInvalidValue {{.*}} on CUDA API call to cudaFree.
    // CHECK: An allocation of 64 bytes was there
    // CHECK-NEXT: It was freed at
    // CHECK-NEXT: Host Frame: give_back in {{.*}}freed_twice.cu:[[#@LINE-22]]
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-11]]
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-20]]
    // CHECK-NEXT: Saved host backtrace up to the call
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-9]]

    cudaFree(inside + 3);
    // CHECK: call to cudaFree.
    // CHECK-NEXT: is inside the 640-byte allocation at 0x{{.*}}, not its start
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-27]]

    cudaFreeAsync(async, 0);
    cudaFreeAsync(async, 0);
    cudaStreamSynchronize(0);
    cudaFree(async);
    // CHECK: call to cudaFreeAsync.
    // CHECK: It was freed at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-6]]
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-36]]
    // CHECK: call to cudaFree.
    // CHECK-NEXT: is 0 bytes into the 96-byte allocation at 0x{{.*}}, which was freed
    // CHECK-NEXT: It was freed at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-12]]

    cudaFree(pinned);
    // CHECK: call to cudaFree.
    // CHECK-NEXT: the 32-byte allocation at 0x{{.*}} is page-locked memory, which cudaFreeHost frees
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}freed_twice.cu:[[#@LINE-45]]

    cudaFree(&local);
    // CHECK: call to cudaFree.
    // CHECK-NEXT: 0x{{.*}} is no allocation that this call frees
    // CHECK-NEXT: Saved host backtrace
    puts(cudaGetErrorName(cudaGetLastError()));
}
// CHECK: ERROR SUMMARY: 6 errors in 1 kernel
