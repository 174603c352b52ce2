// JSON names the allocation that what nobody has written lies in, of reads and of copies to the host; a block's shared
// memory is none.
// RUN: %swcc --check %s -o %t
// RUN: %softwarp check --tool initcheck --json %t.json %t > /dev/null 2>&1
// RUN: FileCheck %s < %t.json
// CHECK: "rule": "uninitialized-global"
// CHECK: "allocation": {"address": "0x{{[0-9a-f]+}}", "size": 256}
// CHECK: "rule": "uninitialized-shared"
// CHECK-NOT: "allocation"
// CHECK: "rule": "uninitialized-copy"
// CHECK: "allocation": {"address": "0x{{[0-9a-f]+}}", "size": 512}
__global__ void add(int *p) {
    __shared__ int s[64];
    p[threadIdx.x] += 1;
    p[threadIdx.x] += s[threadIdx.x ^ 1];
}

int main() {
    int *d, *e, h[128];
    cudaMalloc(&d, 256);
    cudaMalloc(&e, 512);
    add<<<1, 64>>>(d);
    cudaMemcpy(h, e, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d);
    cudaFree(e);
}
