// A fetch from a texture of whole words is a load, beside a call of the sampler for others; in check builds it is that alone.
// RUN: %swcc -Rsoftwarp -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %swcc --check -Rsoftwarp -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=SAMPLER
// CHECK: fetches.cu:[[#@LINE+6]]:{{[0-9]+}}: remark: vector load
// CHECK: calls on vectors (line [[#@LINE+5]]: texture)
// SAMPLER-NOT: vector load
__global__ void copy(cudaTextureObject_t from, float4 *to, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        to[i].x = tex1Dfetch<float>(from, i);
}
