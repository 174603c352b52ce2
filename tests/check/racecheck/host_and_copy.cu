// The host reads page-locked memory while a copy to it may be on its way.
// RUN: %swcc --check -g -I%S/.. %s -o %t
// RUN: %softwarp check --tool racecheck %t wrong 2>&1 | FileCheck %s
// RUN: %softwarp check --tool racecheck %t right 2>&1 | FileCheck %s --check-prefix=RIGHT
#include "check.h"

__global__ void twice(int *p) { p[threadIdx.x] *= 2; }

int main(int argc, char **argv)
{
    int *host, *device;
    cudaStream_t stream;
    cudaStreamCreate(&stream);
    cudaMallocHost(&host, 256);
    cudaMalloc(&device, 256);
    for (int i = 0; i < 64; i++)
        host[i] = i;
    cudaMemcpyAsync(device, host, 256, cudaMemcpyHostToDevice, stream);
    twice<<<1, 64, 0, stream>>>(device);
    cudaMemcpyAsync(host, device, 256, cudaMemcpyDeviceToHost, stream);
    if (!is_wrong(argc, argv))
        cudaStreamSynchronize(stream);
    // CHECK: Race on __global__ memory: host against kernel
    // CHECK-DAG: read by the host
    // CHECK-DAG: write by a copy of the API
    // CHECK: What would mend it: a synchronisation of the host with the stream of the copy or fill
    // CHECK-DAG: Host backtrace of the read{{[[:space:]=]+}}Host Frame: main in {{.*}}host_and_copy.cu:[[# @LINE + 5]]
    // CHECK-DAG: Saved host backtrace up to the copy{{[[:space:]=]+}}Host Frame: main in {{.*}}host_and_copy.cu:20
    // CHECK: The memory was allocated at
    // CHECK-NEXT: main in {{.*}}host_and_copy.cu:14
    // RIGHT: ERROR SUMMARY: 0 errors
    printf("%d\n", host[5]);
    return finish();
}
