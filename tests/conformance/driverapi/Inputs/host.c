/* A host program in C that knows only the driver API. */
#include <cuda.h>
#include <cudaProfiler.h>
#include <stdio.h>

int main(void)
{
    CUcontext context;
    CUdeviceptr memory;
    int value = 0;
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    cuMemAlloc(&memory, sizeof value);
    cuMemsetD32(memory, 1234, 1);
    cuMemcpyDtoH(&value, memory, sizeof value);
    cuProfilerStart();
    cuProfilerStop();
    cuCtxDestroy(context);
    printf("value %d\n", value);
    return 0;
}
