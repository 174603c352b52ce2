// Each kind of hook, as the tool `trace` prints it: what, how large, where, order and scope, variable, line. Calls that
// are inlined from our headers have the line of the user's call.
// RUN: %swcc --check %s -o %t
// RUN: %run env SOFTWARP_CHECK=trace %t 2>&1 | FileCheck %s
// RUN: %run env SOFTWARP_CHECK=trace SOFTWARP_THREADS=2 %t > %t.1 2>&1
// RUN: %run env SOFTWARP_CHECK=trace %t > %t.2 2>&1
// RUN: cmp %t.1 %t.2
// RUN: %if !quick %{ %swcc --check -G %s -o %t %}
// RUN: %if !quick %{ %run env SOFTWARP_CHECK=trace %t 2>&1 | FileCheck %s %}
#include <cooperative_groups.h>
#include <cuda/atomic>

struct pair { int x, y; };
__device__ int table[8];
__constant__ int numbers[4];
__device__ __noinline__ int recursive(int *p, int n) { return n ? recursive(p, n - 1) + p[n] : 0; }
__device__ __noinline__ void waits(int *p, int n) { // not inlined: it waits and calls itself
    __syncthreads();
    if (n)
        waits(p, n - 1);
}
__device__ int first(int *p) { return p[0]; }
__device__ int (*pointer)(int *) = first;
__device__ __noinline__ int letter(const char *text, int n) { return n ? letter(text, n - 1) : text[0]; }

__global__ void accesses(int *p, pair *q, float4 *v) {
    extern __shared__ int dynamic[];
    __shared__ double doubles[4];
    volatile int *flag = p + 7;
    int own[3], i = p[2] % 3;
    int unused = *p;
    // CHECK: read 4 at managed[400]+8, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: read 4 at managed[400]+0, check_trace.cu:[[#@LINE-2]]
    dynamic[1] = numbers[3];
    doubles[2] = 1.5;
    table[5] = 1;
    // CHECK-NEXT: read 4 at global[{{.*}}]+{{.*}}, numbers, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: write 4 at shared+68, dynamic, check_trace.cu:[[#@LINE-4]]
    // CHECK-NEXT: write 8 at shared+16, doubles, check_trace.cu:[[#@LINE-4]]
    // CHECK-NEXT: write 4 at global[{{.*}}]+{{.*}}, table, check_trace.cu:[[#@LINE-4]]
    *flag = 3;
    *flag = 4;
    // CHECK-NEXT: write 4 at managed[400]+28, volatile, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: write 4 at managed[400]+28, volatile, check_trace.cu:[[#@LINE-2]]
    q[0] = q[2];
    pair copy = q[0];
    v[1] = make_float4(1, 2, 3, 4);
    // CHECK-NEXT: copy 8 from managed[80]+16 to managed[80]+0, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: read 8 at managed[80]+0, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: write 16 at managed[64]+16, check_trace.cu:[[#@LINE-3]]
    memset(p + 20, 0, 12);
    own[i] = copy.x;
    // CHECK-NEXT: fill 12 at managed[400]+80, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: write 4 at local[12]+0, own, check_trace.cu:[[#@LINE-2]]
    own[1] = 2;
    p[3] = own[i + 1];
    // CHECK-NEXT: read 4 at local[12]+4, own, check_trace.cu:[[#@LINE-1]]
    // CHECK-NEXT: write 4 at managed[400]+12, check_trace.cu:[[#@LINE-2]]
    sincosf(1.0f, (float *)p + 4, (float *)p + 5);
    // CHECK-NEXT: write 4 at managed[400]+16, check_trace.cu:[[#@LINE-1]]
    // CHECK-NEXT: write 4 at managed[400]+20, check_trace.cu:[[#@LINE-2]]
    recursive(p, 1);
    pointer(p);
    // CHECK-NEXT: read 4 at managed[400]+4, check_trace.cu:16
    // CHECK-NEXT: read 8 at global[{{.*}}]+{{.*}}, pointer, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: read 4 at managed[400]+0, check_trace.cu:22
    p[9] = letter("constant", 1);
    // CHECK-NEXT: read 1 at a constant, check_trace.cu:24
    // CHECK-NEXT: write 4 at managed[400]+36, check_trace.cu:[[#@LINE-2]]
    int unset;
    if (i)
        unset = 1;
    p[8] = unset;
    // CHECK-NEXT: unwritten read 4, unset, check_trace.cu:[[#@LINE-1]]
    // CHECK-NEXT: write 4 at managed[400]+32, check_trace.cu:[[#@LINE-2]]
}

__global__ void order(int *p, cuda::atomic<int, cuda::thread_scope_block> *a, unsigned long long *l) {
    atomicAdd(p, 1);
    int old = atomicAdd_system(p, 1);
    // CHECK: reduction 4 at managed[400]+0, relaxed device, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: read-modify-write 4 at managed[400]+0, relaxed system, check_trace.cu:[[#@LINE-2]]
    atomicCAS_block(p + 1, old, 5);
    atomicExch(l, 1ull);
    // CHECK-NEXT: compare-and-swap 4 at managed[400]+4, relaxed block, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: {{not swapped|swapped}} at managed[400]+4, relaxed block, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: read-modify-write 8 at managed[400]+64, relaxed device, check_trace.cu:[[#@LINE-3]]
    a->store(1, cuda::memory_order_release);
    a->load();
    a->fetch_add(1, cuda::memory_order_acq_rel);
    // CHECK-NEXT: write 4 at managed[400]+40, release block, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: read 4 at managed[400]+40, seq_cst block, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: read-modify-write 4 at managed[400]+40, acq_rel block, check_trace.cu:[[#@LINE-3]]
    cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
    __threadfence_block();
    __threadfence();
    __threadfence_system();
    // CHECK-NEXT: fence, acquire device, check_trace.cu:[[#@LINE-4]]
    // CHECK-NEXT: fence, seq_cst block, check_trace.cu:[[#@LINE-4]]
    // CHECK-NEXT: fence, seq_cst device, check_trace.cu:[[#@LINE-4]]
    // CHECK-NEXT: fence, seq_cst system, check_trace.cu:[[#@LINE-4]]
    asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(p) : "memory");
    asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(old) : "l"(p) : "memory");
    asm volatile("ld.relaxed.cta.global.u32 %0, [%1];" : "=r"(old) : "l"(p) : "memory");
    asm volatile("red.relaxed.gpu.global.add.u32 [%0], 1;" ::"l"(p) : "memory");
    asm volatile("atom.acq_rel.cta.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(p) : "memory");
    // CHECK-NEXT: write 4 at managed[400]+0, release device, check_trace.cu:[[#@LINE-5]]
    // CHECK-NEXT: read 4 at managed[400]+0, acquire system, check_trace.cu:[[#@LINE-5]]
    // CHECK-NEXT: read 4 at managed[400]+0, relaxed block, check_trace.cu:[[#@LINE-5]]
    // CHECK-NEXT: reduction 4 at managed[400]+0, relaxed device, check_trace.cu:[[#@LINE-5]]
    // CHECK-NEXT: read-modify-write 4 at managed[400]+0, acq_rel block, check_trace.cu:[[#@LINE-5]]
    asm volatile("fence.acq_rel.cluster;" ::: "memory");
    asm volatile("fence.sc.sys;" ::: "memory");
    asm volatile("membar.cta;" ::: "memory");
    // CHECK-NEXT: fence, acq_rel cluster, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: fence, seq_cst system, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: fence, seq_cst block, check_trace.cu:[[#@LINE-3]]
}

__global__ void waiting(volatile int *p, int *q) {
    __syncthreads();
    cooperative_groups::this_thread_block().sync();
    // CHECK: barrier, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: barrier, check_trace.cu:[[#@LINE-2]]
    __syncwarp(1);
    __shfl_sync(1, 1, 0);
    // CHECK-NEXT: warp operation, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: warp operation, check_trace.cu:[[#@LINE-2]]
    while (*p < 3) atomicAdd(q, 1);
    // CHECK-NEXT: read 4 at managed[400]+0, volatile, check_trace.cu:[[#@LINE-1]]
    // CHECK-NEXT: reduction 4 at managed[400]+0, relaxed device, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: yield, check_trace.cu:[[#@LINE-3]]
    // CHECK-COUNT-3: read 4 at managed[400]+0, volatile
    waits(q, 1);
    // CHECK-NEXT: barrier, check_trace.cu:18
    // CHECK-NEXT: barrier, check_trace.cu:18
    for (int i = 0; i < 2; i++)
        __syncthreads();
    // CHECK-NEXT: barrier, check_trace.cu:[[#@LINE-1]]
    // CHECK-NEXT: turn 0, check_trace.cu:[[#@LINE-2]]
    // CHECK-NEXT: barrier, check_trace.cu:[[#@LINE-3]]
    // CHECK-NEXT: turn 1, check_trace.cu:[[#@LINE-4]]
    cooperative_groups::this_grid().sync();
    // CHECK-NEXT: grid barrier, check_trace.cu:[[#@LINE-1]]
}

int main() {
    int *p;
    pair *q;
    float4 *v;
    cudaMallocManaged(&p, 400);
    cudaMallocManaged(&q, 80);
    cudaMallocManaged(&v, 64);
    memset(p, 0, 400);
    accesses<<<1, 1, 64>>>(p, q, v);
    cudaDeviceSynchronize();
    order<<<1, 1>>>(p, (cuda::atomic<int, cuda::thread_scope_block> *)(p + 10), (unsigned long long *)(p + 16));
    cudaDeviceSynchronize();
    memset(p, 0, 400);
    void *arguments[] = {&p, &p};
    cudaLaunchCooperativeKernel((void *)waiting, dim3(1), dim3(1), arguments);
    return cudaDeviceSynchronize();
}
