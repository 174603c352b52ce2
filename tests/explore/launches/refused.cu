// What is not explored, and why; what ends a thread instead.
// RUN: %swcc --check %s -o %t
// RUN: %swcc -DPLAIN %s -o %t.plain
// RUN: %run %softwarp explore --model interleavings %t many > %t.txt; test $? = 255; FileCheck --check-prefix=MANY %s < %t.txt
// RUN: %run %softwarp explore --model interleavings %t.plain few 2>&1 > %t.txt | FileCheck --allow-empty --check-prefix=QUIET %s; FileCheck --check-prefix=PLAIN %s < %t.txt
// RUN: for what in heap frees lanes wide host unnamed grid; do %softwarp explore --model interleavings %t $what 2> %t.err; done | FileCheck --check-prefix=REFUSED %s
// RUN: for what in trap aligned outside constant jump deep; do %softwarp explore --model interleavings %t $what 2> %t.err; done | FileCheck --check-prefix=TRAPS %s
// RUN: %softwarp explore --model interleavings --watch A,B,other %t few > %t.txt; test $? = 255; FileCheck --check-prefix=NAME %s < %t.txt
// RUN: %softwarp explore --model interleavings --watch list %t few > %t.txt; test $? = 255; FileCheck --check-prefix=LIST %s < %t.txt
// RUN: %softwarp explore --model interleavings --watch 'list[4]' %t few > %t.txt; test $? = 255; FileCheck --check-prefix=INDEX %s < %t.txt
// RUN: %softwarp explore --model interleavings --watch A:float,B:hex,C:unsigned,list[1] %t few | FileCheck --check-prefix=TYPES %s
// RUN: %softwarp explore --model interleavings --watch A:double %t few > %t.txt; test $? = 255; FileCheck --check-prefix=TYPE %s < %t.txt
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cstring>
#include <cstdio>
#include <cstdlib>

__device__ int A, B, C, list[4];
__constant__ int K = 5;
struct alignas(16) Four { int v[4]; };

// MANY: kernel few(), 1 block x 65 threads: not explored: it has more than 64 threads
// QUIET-NOT: error
// PLAIN: kernel few(), 1 block x 1 thread: not explored: it was compiled without --check
// NAME: kernel few(), 1 block x 1 thread: not explored: other: there is no such variable
// LIST: not explored: list: has several elements: name one, as in A[0]
// INDEX: not explored: list[4]: is outside of the variable
// TYPES: A=0.25   B=0xffffffff   C=4294967295   list[1]=-7   allowed
// TYPE: not explored: A:double: there is no such type (there is: int, unsigned, hex, float)
__global__ void few() { A = 0x3e800000; B = C = -1; list[1] = -7; }

// REFUSED: kernel heap(), 1 block x 1 thread: not explored: malloc() in device code
__global__ void heap() { A = malloc(4) != nullptr; }
// REFUSED: kernel frees(int*), 1 block x 1 thread: not explored: free() in device code
__global__ void frees(int *p) { free(p); }
// REFUSED: kernel lanes(), 1 block x 2 threads: not explored: a warp function without a mask (__activemask, coalesced groups), refused.cu:[[#@LINE+1]]
__global__ void lanes() { A = __activemask(); }
// REFUSED: kernel wide(Four*), 1 block x 1 thread: 9 events, 1 outcome
__global__ void wide(Four *p) { p->v[1] = 2; Four f = *p; p[1] = f; }
// REFUSED: kernel host(int*), 1 block x 1 thread: not explored: a write to the host's own memory, or another thread's, refused.cu:[[#@LINE+1]]
__global__ void host(int *p) { *p = *p + 1; }
// REFUSED: kernel unnamed(), 1 block x 2 threads: not explored: a warp function whose mask does not name the caller, refused.cu:[[#@LINE+1]]
__global__ void unnamed() { __syncwarp(2); }
// REFUSED: kernel grid(), 2 blocks x 1 thread: 8 events, 1 outcome, complete
__global__ void grid() { list[blockIdx.x] = 1; cooperative_groups::this_grid().sync(); A = list[1 - blockIdx.x]; }

// TRAPS: kernel trap(), 1 block x 2 threads: 2 events, 2 outcomes, complete, of interleavings
// TRAPS-NEXT: A=1   allowed
// TRAPS-NEXT: the kernel is stopped: Stopped by __trap() at {{.*}}refused.cu:[[#@LINE+1]], by thread 1,0,0 of block 0,0,0
__global__ void trap() { if (!threadIdx.x) A = 1; else if (A) __trap(); }
// TRAPS: the kernel is stopped: a misaligned access, by thread 0,0,0 of block 0,0,0, refused.cu:[[#@LINE+1]]
__global__ void aligned() { *(int *)((char *)list + 1 + A) = 3; }
// TRAPS: the kernel is stopped: a write outside of every allocation, by thread 0,0,0 of block 0,0,0, refused.cu:[[#@LINE+1]]
__global__ void outside(int i) { list[i] = 1; }
// TRAPS: the kernel is stopped: a write to constant memory, by thread 0,0,0 of block 0,0,0, refused.cu:[[#@LINE+1]]
__global__ void constant() { B = K; *(int *)&K = 3; }
// TRAPS: the kernel is stopped: Invalid call of a function at 0x0 at {{.*}}refused.cu:[[#@LINE+1]], by thread 0,0,0 of block 0,0,0
__global__ void jump(void (*f)(int)) { f(3); }
// TRAPS: kernel deep(), 1 block x 1 thread: {{.*}} up to a bound (an execution has more than 4096 events)
__device__ int down(int n) { int own[100]; own[n % 100] = A; return n ? down(n + 1) + own[n / 2 % 100] : 1; }
__global__ void deep() { B = down(1); }

int main(int count, char **words)
{
    static int own[16];
    Four *memory;
    auto is = [&](const char *word) { return count > 1 && !strcmp(words[1], word); };
    cudaMalloc(&memory, 64);
    cudaMemset(memory, 0, 64);
    if (is("many")) few<<<1, 65>>>();
    if (is("few")) few<<<1, 1>>>();
    if (is("heap")) heap<<<1, 1>>>();
    if (is("frees")) frees<<<1, 1>>>(own);
    if (is("lanes")) lanes<<<1, 2>>>();
    if (is("wide")) wide<<<1, 1>>>(memory);
    if (is("host")) host<<<1, 1>>>(own);
    if (is("unnamed")) unnamed<<<1, 2>>>();
    if (is("grid")) cudaLaunchCooperativeKernel((void *)grid, 2, 1, nullptr, 0, 0);
    if (is("trap")) trap<<<1, 2>>>();
    if (is("aligned")) aligned<<<1, 1>>>();
    if (is("outside")) outside<<<1, 1>>>(5);
    if (is("constant")) constant<<<1, 1>>>();
    if (is("jump")) jump<<<1, 1>>>(nullptr);
    if (is("deep")) deep<<<1, 1>>>();
    cudaDeviceSynchronize();
    return 0;
}
