// What the runtime keeps for kernels to read, no allocation of the program's, is no error: descriptors of surfaces and
// textures, where a grid meets, conditions of graphs. A write to one is.
// RUN: %swcc --check -I%S/.. %s -o %t
// RUN: %softwarp check %t right 2>&1 | FileCheck --check-prefix=RIGHT %s
// RUN: %softwarp check %t wrong 2>&1 | FileCheck %s
#include "check.h"
#include <cooperative_groups.h>

enum { WIDTH = 33, HEIGHT = 7 };

__global__ void paint(cudaSurfaceObject_t surface)
{
    surf2Dwrite((float)(threadIdx.x * blockIdx.x), surface, threadIdx.x * 4, blockIdx.x);
}
__global__ void fetch(cudaSurfaceObject_t surface, cudaTextureObject_t texture, float *to)
{
    float there = surf2Dread<float>(surface, threadIdx.x * 4, blockIdx.x);
    to[blockIdx.x * WIDTH + threadIdx.x] = there + tex2D<float>(texture, threadIdx.x + .5f, blockIdx.x + .5f);
}
__global__ void spoil(cudaSurfaceObject_t surface)
{
    *(float *)surface = 0;
}
__global__ void meet(int *count)
{
    atomicAdd(count, 1);
    cooperative_groups::this_grid().sync();
    if (*(volatile int *)count != 128)
        *count = -1000;
}
__global__ void lower(cudaGraphConditionalHandle again, int *left)
{
    cudaGraphSetConditional(again, --*left > 0);
}

static void loop(int *left)
{
    cudaGraph_t graph;
    cudaGraphExec_t program;
    cudaGraphNode_t loop, step;
    cudaGraphConditionalHandle again;
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams node = {cudaGraphNodeTypeConditional};
    node.conditional.handle = again;
    node.conditional.type = cudaGraphCondTypeWhile;
    node.conditional.size = 1;
    cudaGraphAddNode(&loop, graph, nullptr, 0, &node);
    void *arguments[] = {&again, &left};
    cudaKernelNodeParams kernel = {(void *)lower, dim3(1), dim3(1), 0, arguments, nullptr};
    cudaGraphAddKernelNode(&step, node.conditional.phGraph_out[0], nullptr, 0, &kernel);
    cudaGraphInstantiate(&program, graph, 0);
    cudaGraphLaunch(program, 0);
    cudaDeviceSynchronize();
}

int main(int argc, char **argv)
{
    bool wrong = is_wrong(argc, argv);
    cudaArray_t array;
    cudaChannelFormatDesc format = cudaCreateChannelDesc<float>();
    cudaMallocArray(&array, &format, WIDTH, HEIGHT, cudaArraySurfaceLoadStore);
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
    cudaTextureDesc description = {};
    cudaSurfaceObject_t surface;
    cudaTextureObject_t texture;
    cudaCreateSurfaceObject(&surface, &resource);
    cudaCreateTextureObject(&texture, &resource, &description, nullptr);
    float *there;
    int *count, *left;
    cudaMallocManaged(&there, WIDTH * HEIGHT * sizeof *there);
    cudaMallocManaged(&count, sizeof *count);
    cudaMallocManaged(&left, sizeof *left);
    paint<<<HEIGHT, WIDTH>>>(surface);
    fetch<<<HEIGHT, WIDTH>>>(surface, texture, there);
    void *arguments[] = {&count};
    *count = 0;
    cudaLaunchCooperativeKernel((void *)meet, 2, 64, arguments);
    cudaDeviceSynchronize();
    *left = 5;
    loop(left);
    printf("%g %d %d\n", there[6 * WIDTH + 30], *count, *left);
    // RIGHT: 360 128 0
    // CHECK: Invalid __global__ write of size 4 bytes
    // CHECK-NEXT: at spoil
    if (wrong)
        spoil<<<1, 1>>>(surface);
    cudaDeviceSynchronize();
    // RIGHT: ERROR SUMMARY: 0 errors
    // CHECK: ERROR SUMMARY: 1 error
    return finish();
}
