// Failing calls of the driver API are told by their own names, once, and as far as those of the runtime API are.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check %t 2>&1 | FileCheck %s
// RUN: %softwarp check --report-api-errors all %t 2>&1 | FileCheck %s --check-prefix=ALL
// RUN: %softwarp check --report-api-errors no %t 2>&1 | FileCheck %s --check-prefix=NO
#include <cstdio>
#include <cuda.h>

__global__ void touch(int *p) { *p = 1; }

int main()
{
    CUdevice device;
    CUcontext context;
    CUdeviceptr p;
    CUfunction kernel;
    CUmodule module;
    const char *name;
    int there[16];

    cuDeviceGet(&device, 0);
    // CHECK: Program hit CUDA_ERROR_NOT_INITIALIZED (error 3) due to "initialization error" on CUDA API call to cuDeviceGet.
    // CHECK-NEXT: Saved host backtrace up to the call
    // CHECK-NEXT: Host Frame: main in {{.*}}driver_api.cu:[[#@LINE-3]]
    cuInit(1);
    // CHECK: Program hit CUDA_ERROR_INVALID_VALUE (error 1) due to "invalid argument" on CUDA API call to cuInit.
    cuInit(0);
    cuMemAlloc(&p, 64);
    // CHECK: Program hit CUDA_ERROR_INVALID_CONTEXT (error 201) due to "invalid device context" on CUDA API call to cuMemAlloc_v2.
    cuDeviceGet(&device, 0);
    cuCtxCreate(&context, 0, device);
    cuCtxPushCurrent((CUcontext)there);
    // CHECK: CUDA_ERROR_INVALID_CONTEXT (error 201) {{.*}} call to cuCtxPushCurrent_v2.
    cuCtxEnablePeerAccess((CUcontext)there, 0);
    // CHECK: CUDA_ERROR_INVALID_CONTEXT (error 201) {{.*}} call to cuCtxEnablePeerAccess.
    cuModuleLoadData(&module, "no PTX");
    // CHECK: CUDA_ERROR_NO_BINARY_FOR_GPU (error 209) {{.*}} call to cuModuleLoadData.
    cuGetErrorName((CUresult)12345, &name);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) {{.*}} call to cuGetErrorName.

    cuMemAlloc(&p, 64);
    cuMemcpyDtoH(there, p, 640);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) {{.*}} call to cuMemcpyDtoH_v2.
    // CHECK-NEXT: 640 bytes from byte 0 on leave the 64-byte allocation
    cuMemsetD16(p + 1, 3, 1);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) {{.*}} call to cuMemsetD16_v2.
    cudaGetFuncBySymbol(&kernel, (const void *)touch);
    void *arguments[] = {&p};
    cuLaunchKernel(kernel, 1, 1, 1, 4096, 1, 1, 0, nullptr, arguments, nullptr);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) due to "invalid argument" on CUDA API call to cuLaunchKernel.
    // CHECK-NEXT: a block of 4096 x 1 x 1 threads
    cuLaunchKernelEx(nullptr, kernel, arguments, nullptr);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) {{.*}} call to cuLaunchKernelEx.
    cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr);
    cuCtxSynchronize();

    cuMemFree(p);
    cuMemFree(p);
    // CHECK: CUDA_ERROR_INVALID_VALUE (error 1) {{.*}} call to cuMemFree_v2.
    // CHECK-NEXT: is 0 bytes into the 64-byte allocation at 0x{{.*}}, which was freed
    // CHECK-NEXT: It was freed at
    // CHECK-NEXT: Host Frame: main in {{.*}}driver_api.cu:[[#@LINE-5]]
    // CHECK-NEXT: It was allocated at
    // CHECK-NEXT: Host Frame: main in {{.*}}driver_api.cu:[[#@LINE-23]]

    int peers; // what programs ask to learn
    CUevent event;
    CUstream stream;
    cuEventCreate(&event, 0);
    cuStreamCreate(&stream, 0);
    cuLaunchHostFunc(stream, [](void *peers) { while (!__atomic_load_n((int *)peers, __ATOMIC_ACQUIRE)); }, &(peers = 0));
    cuEventRecord(event, stream);
    printf("%d\n", cuEventQuery(event) == CUDA_ERROR_NOT_READY);
    __atomic_store_n(&peers, 1, __ATOMIC_RELEASE);
    cuCtxSynchronize();
    cuCtxDisablePeerAccess(context);
    // CHECK-NOT: Program hit
    puts(cudaGetErrorName(cudaGetLastError())); // the runtime's last error is not theirs
}
// CHECK: ERROR SUMMARY: 12 errors in 1 kernel
// ALL: call to cuMemFree_v2.
// ALL-NOT: NOT_READY
// ALL: Program hit CUDA_ERROR_PEER_ACCESS_NOT_ENABLED (error 705) {{.*}} call to cuCtxDisablePeerAccess.
// NO: ERROR SUMMARY: 0 errors in 1 kernel
