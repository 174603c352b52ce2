// Executions as graphs for Graphviz (--dot): one for each outcome, and the one that is forbidden.
// RUN: %swcc --check %s -o %t
// RUN: %run %softwarp explore --watch A,B --kernel-name plain --dot %t.dot %t && FileCheck --check-prefix=PLAIN %s < %t.dot
// RUN: %run %softwarp explore --watch A,B --kernel-name fences --find 'A==1 && B==20' --dot %t.dot %t && FileCheck --check-prefix=FENCES %s < %t.dot
// RUN: %run %softwarp explore --watch A,flag --kernel-name passes --dot %t.dot %t && FileCheck --check-prefix=PASSES %s < %t.dot
// RUN: %run %softwarp explore --kernel-name meets --dot %t.dot %t && FileCheck --check-prefix=MEETS %s < %t.dot
#include <cuda/atomic>

__device__ int X = 1, Y = 2, A, B;
__device__ cuda::atomic<int, cuda::thread_scope_device> flag;

// PLAIN: digraph "kernel plain(), 2 blocks x 1 thread: A=1 B=2: allowed" {
// PLAIN: digraph "kernel plain(), 2 blocks x 1 thread: A=1 B=20: allowed, in no interleaving" {
// PLAIN:      subgraph cluster_0 {
// PLAIN-NEXT: label="before";
// PLAIN-NEXT: [[X:e[0-9]+]] [label="X = 1"];
// PLAIN:      subgraph cluster_1 {
// PLAIN-NEXT: label="block 0 thread 0";
// PLAIN-NEXT: [[WX:e[0-9]+]] [label="graphs.cu:[[#@LINE+14]]: write X = 10"];
// PLAIN-NEXT: [[WY:e[0-9]+]] [label="graphs.cu:[[#@LINE+13]]: write Y = 20"];
// PLAIN:      subgraph cluster_2 {
// PLAIN-NEXT: label="block 1 thread 0";
// PLAIN-NEXT: [[RY:e[0-9]+]] [label="graphs.cu:[[#@LINE+11]]: read Y = 20"];
// PLAIN:      [[RX:e[0-9]+]] [label="graphs.cu:[[#@LINE+10]]: read X = 1"];
// PLAIN:      [[WX]] -> [[WY]] [label=po,
// PLAIN:      [[WY]] -> [[RY]] [label=rf, color=forestgreen,
// PLAIN:      [[X]] -> [[RX]] [label=rf, color=forestgreen,
// PLAIN:      [[X]] -> [[WX]] [label=co, color=chocolate,
// PLAIN:      [[RX]] -> [[WX]] [label=fr, color=crimson, fontcolor=crimson, constraint=false];
// PLAIN-NOT:  forbidden
__global__ void plain()
{
    if (blockIdx.x == 0) { X = 10; Y = 20; }
    else { B = Y; A = X; }
}

// FENCES: digraph "kernel fences(), 2 blocks x 1 thread: A==1 && B==20: forbidden by causality" {
// FENCES: [[WX:e[0-9]+]] [label="graphs.cu:[[#@LINE+7]]: write X = 10"];
// FENCES: [[FIRST:e[0-9]+]] [label="graphs.cu:[[#@LINE+6]]: fence, seq_cst device"];
// FENCES: [[SECOND:e[0-9]+]] [label="graphs.cu:[[#@LINE+6]]: fence, seq_cst device"];
// FENCES: [[WX]] -> [[FIRST]] [label=po, color=gray, fontcolor=gray, weight=8, penwidth=3];
// FENCES: [[FIRST]] -> [[SECOND]] [label=sc, color=darkviolet, fontcolor=darkviolet, constraint=false, penwidth=3];
__global__ void fences()
{
    if (blockIdx.x == 0) { X = 10; __threadfence(); Y = 20; }
    else { B = Y; __threadfence(); A = X; }
}

// An interleaving, which has sync edges too.
// PASSES: digraph "kernel passes(), 2 blocks x 1 thread: A=7 flag=1: allowed" {
// PASSES: [[WX:e[0-9]+]] [label="graphs.cu:[[#@LINE+7]]: write X = 7"];
// PASSES: [[WF:e[0-9]+]] [label="graphs.cu:[[#@LINE+6]]: write flag = 1, release device atomic"];
// PASSES: [[RF:e[0-9]+]] [label="graphs.cu:[[#@LINE+6]]: read flag = 1, acquire device atomic"];
// PASSES: [[WF]] -> [[RF]] [label=sync, color=dodgerblue,
// PASSES-NOT: label=sync
__global__ void passes()
{
    if (blockIdx.x == 0) { X = 7; flag.store(1, cuda::memory_order_release); }
    else if (flag.load(cuda::memory_order_acquire)) A = X;
}

// MEETS: label="block 0 thread 0";
// MEETS: [[FIRST:e[0-9]+]] [label="graphs.cu:[[#@LINE+8]]: barrier"];
// MEETS: label="block 0 thread 1";
// MEETS: [[SECOND:e[0-9]+]] [label="graphs.cu:[[#@LINE+6]]: barrier"];
// MEETS: [[FIRST]] -> [[SECOND]] [label=barrier, {{.*}}style=dashed, dir=none];
__global__ void meets()
{
    __shared__ int s[2];
    s[threadIdx.x] = threadIdx.x + 5;
    __syncthreads();
    if (int other = s[1 - threadIdx.x]; threadIdx.x == 0) A = other;
}

int main()
{
    auto reset = [] {
        int x = 1, y = 2;
        cudaMemcpyToSymbol(X, &x, 4);
        cudaMemcpyToSymbol(Y, &y, 4);
    };
    plain<<<2, 1>>>();
    reset();
    fences<<<2, 1>>>();
    passes<<<2, 1>>>();
    meets<<<1, 2>>>();
    return cudaDeviceSynchronize();
}
