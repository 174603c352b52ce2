// What a launch can end with, of all interleavings: last values, a failed assertion, a trap, a deadlock; what --find and
// --forbid say of it; that memory is afterwards as it was, and the program goes on.
// RUN: %swcc --check %s -o %t
// RUN: %run %softwarp explore --model interleavings --json %t.json %t | FileCheck %s
// RUN: %python -m json.tool %t.json > %t.pretty
// RUN: FileCheck --check-prefix=JSON %s < %t.json
// RUN: not %softwarp explore --model interleavings --kernel-name message --find 'A==1 && B==20' --forbid 'A==B || A+1==B' %t 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: %softwarp explore --model interleavings --kernel-name message --find 'A==1 && B==20' --forbid 'A==10 && !(B==2)' %t | FileCheck --check-prefix=ASKED %s
// RUN: %softwarp explore --model interleavings --kernel-name message --forbid 'A==10 && B==20' --error-exitcode 3 %t > %t.txt; test $? = 3
// RUN: %softwarp explore --model interleavings --kernel-name message --forbid 'A==1 && B==20' --error-exitcode 3 %t
// RUN: %softwarp explore --model interleavings --kernel-name locks --error-exitcode 3 %t > %t.txt; test $? = 3
// RUN: %softwarp explore --model interleavings --kernel-regex '^pass' --launch 2 %t | FileCheck --check-prefix=SECOND %s
// RUN: %softwarp explore --model interleavings --launch 20 %t > %t.txt; test $? = 255; FileCheck --check-prefix=NONE %s < %t.txt
#include <cassert>
#include <cstdio>

__device__ int X, Y, A, B, N, lock, other, counts[3];
__managed__ int M;
struct pair { int first, second; };
__device__ pair from, to;

__global__ void message()
{
    if (blockIdx.x == 0) {
        X = 10;
        Y = 20;
    } else {
        B = Y;
        A = X;
    }
}

__global__ void count()
{
    while (atomicCAS(&lock, 0, 1)) {}
    N = N + 1;
    atomicExch(&lock, 0);
}

__global__ void locks()
{
    int *first = threadIdx.x ? &lock : &other, *second = threadIdx.x ? &other : &lock;
    while (atomicCAS(first, 0, 1)) {}
    while (atomicCAS(second, 0, 1)) {}
    *second = 0;
    *first = 0;
}

__global__ void asserts()
{
    if (threadIdx.x) {
        printf("said once\n");
        assert(A == 0);
    } else {
        A = 1;
        A = 0;
    }
}

__global__ void follows(int **where)
{
    if (threadIdx.x) *where = &M;
    else if (N) B = **where;
    else B = 3;
}

__global__ void passes(int *out, int n)
{
    if (threadIdx.x == 0) out[1] = n;
    else out[2] = out[1] + 1;
}

__global__ void exchange()
{
    int own = threadIdx.x ? X : Y;
    X = 4;
    counts[threadIdx.x] = __shfl_xor_sync(3, own, 1);
    if (__ballot_sync(3, own == 4) == 2) N = 1;
    if (__syncthreads_or(threadIdx.x && own == 4)) M = 5;
}

__global__ void copies()
{
    if (threadIdx.x) to = from;
    else from.second = 7;
}

template <class T> void set(T &symbol, int value) { cudaMemcpyToSymbol(symbol, &value, sizeof value); }

int main()
{
    int *out, **where, result = 0;
    cudaMalloc(&out, 16);
    cudaMemset(out, 0, 16);
    cudaMalloc(&where, 8);
    cudaMemset(where, 0, 8);
    set(X, 1);
    set(Y, 2);
    // CHECK: kernel message(), 2 blocks x 1 thread: 6 events, 3 outcomes, complete, of interleavings
    // CHECK-NEXT: A=1    B=2    X=10   Y=20   allowed
    // CHECK-NEXT: A=10   B=2    X=10   Y=20   allowed
    // CHECK-NEXT: A=10   B=20   X=10   Y=20   allowed
    // ASKED: A==1 && B==20: in no interleaving
    // ASKED-NEXT: A==10 && !(B==2): allowed, and not wanted, in 1 outcome
    // WRONG: softwarp explore: --forbid a comparison (== != < <= > >=) is expected at '+1==B'
    // JSON: {"version": 1, "program":
    // JSON-NEXT: "outcomes": [{"A": 1, "B": 2, "X": 10, "Y": 20}, {"A": 10, "B": 2, "X": 10, "Y": 20}, {"A": 10, "B": 20, "X": 10, "Y": 20}],
    // JSON-NEXT: "complete": true, "races": 0,
    message<<<2, 1>>>();
    // CHECK: kernel count(), 2 blocks x 1 thread
    // CHECK-NEXT: N=2   lock=0   allowed
    // CHECK-NOT: N=
    count<<<2, 1>>>();
    // CHECK: kernel locks(), 1 block x 2 threads
    // CHECK-NEXT: lock=0   other=0   allowed
    // CHECK-NEXT: threads wait for ever
    locks<<<1, 2>>>();
    // CHECK: kernel passes(int*, int), 1 block x 2 threads
    // CHECK-NEXT: arg1[1]=8   arg1[2]=1   allowed
    // CHECK-NEXT: arg1[1]=8   arg1[2]=9   allowed
    passes<<<1, 2>>>(out, 8);
    // SECOND-NOT: =8
    // SECOND: arg1[1]=9   arg1[2]=9    allowed
    // SECOND-NEXT: arg1[1]=9   arg1[2]=10   allowed
    // NONE: softwarp explore: nothing was explored: no launch matches
    passes<<<1, 2>>>(out, 9);
    set(X, 0);
    set(Y, 0);
    set(N, 0);
    // CHECK: kernel exchange(), 1 block x 2 threads
    // CHECK-NEXT: M=0   N=0   X=4   allowed
    // CHECK-NEXT: M=5   N=1   X=4   allowed
    exchange<<<1, 2>>>();
    // CHECK: kernel copies(), 1 block x 2 threads
    // CHECK-NEXT: from[1]=7   to[0]=0   to[1]=0   allowed
    // CHECK-NEXT: from[1]=7   to[0]=0   to[1]=7   allowed
    copies<<<1, 2>>>();
    cudaMemcpyFromSymbol(&result, to, 4, 4);
    // CHECK: kernel asserts(), 1 block x 2 threads
    // CHECK: an assertion fails: assertion `A == 0' failed at {{.*}}outcomes.cu:53, by thread 1,0,0 of block 0,0,0
    asserts<<<1, 2>>>();
    set(N, 0);
    // CHECK: kernel follows(int**), 1 block x 2 threads
    // CHECK-NEXT: B=3   allowed
    follows<<<1, 2>>>(where);
    cudaMemset(where, 0, 8);
    set(N, 1);
    // CHECK: kernel follows(int**), 1 block x 2 threads
    // CHECK-NEXT: B=5   allowed
    // CHECK-NEXT: the kernel is stopped: a read outside of every allocation, by thread 0,0,0 of block 0,0,0, outcomes.cu:63
    follows<<<1, 2>>>((int **)where);
    return 0;
}
