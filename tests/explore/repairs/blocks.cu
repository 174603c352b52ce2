// Blocks that work together.
// What is proposed first is the textbook's repair, and with it (REPAIRED) the outcome is gone.
// RUN: %swcc --check -std=c++17 %s -o %t && %swcc --check -std=c++17 -DREPAIRED %s -o %t.repaired
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t | FileCheck %s
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t.repaired | FileCheck --check-prefix=REPAIRED --implicit-check-not='NOT WANTED' %s
// RUN: %softwarp explore --bound 60s --watch first,second --kernel-name readers --forbid 'first==1 && second==1' %t | FileCheck --check-prefix=READERS %s
// RUN: %softwarp explore --bound 60s --watch first,second --kernel-name readers --forbid 'first==1 && second==1' %t.repaired | FileCheck --check-prefix=REPAIRED-READERS --implicit-check-not='NOT WANTED' %s
// RUN: %softwarp explore --bound 60s --watch count --kernel-name counter --forbid 'count==1' %t | FileCheck --check-prefix=COUNTER %s
// RUN: %softwarp explore --bound 60s --watch count --kernel-name counter --forbid 'count==1' %t.repaired | FileCheck --check-prefix=REPAIRED-COUNTER --implicit-check-not='NOT WANTED' %s
// REPAIRED-COUNT-5: A==1 && B==0: forbidden by
// REPAIRED-READERS: first==1 && second==1: forbidden by
// REPAIRED-COUNTER: count==1: forbidden by
#include "repairs.h"

__device__ int part[2], count, A, B, head, x, y, first, second, tail;
__device__ volatile int arrived;
__device__ on_device<int> p, q, bottom, top;

// CHECK: kernel last_block()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_acq_rel at blocks.cu:[[#@LINE+8]]
// CHECK-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+5]] and :[[#@LINE+7]], and __threadfence() between blocks.cu:[[#@LINE+7]] and :[[#@LINE+8]]
// The last block adds up what all have written. Textbook: counting acquires and releases; or, since atomicAdd does not, a
// fence before it and one behind it.
__global__ void last_block()
{
    part[blockIdx.x] = 1;
    REPAIR(__threadfence();, )
    if (atomicAdd(&count, 1) == 1) {
        A = 1;
        REPAIR(__threadfence();, )
        B = part[1 - blockIdx.x];
    }
}

// CHECK: kernel last_block_of_the_guide()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+6]] and :[[#@LINE+7]]
// The same as NVIDIA's guide has it, with the first fence only. Textbook (the memory model): the second.
__global__ void last_block_of_the_guide()
{
    part[blockIdx.x] = 1;
    __threadfence();
    if (atomicAdd(&count, 1) == 1) {
        A = 1;
        REPAIR(__threadfence();, )
        B = part[1 - blockIdx.x];
    }
}

// CHECK: kernel grid_barrier()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+4]] and :[[#@LINE+6]], and __threadfence() between blocks.cu:[[#@LINE+7]] and :[[#@LINE+10]]
// A barrier of the grid made of a counter. Textbook: a fence before it and one behind it.
__global__ void grid_barrier()
{
    if (blockIdx.x == 0) x = 1;
    REPAIR(__threadfence();, )
    atomicAdd((int *)&arrived, 1);
    while (arrived < 2) {}
    REPAIR(__threadfence();, )
    if (blockIdx.x == 1) {
        B = x;
        A = 1;
    }
}

// CHECK: kernel queue()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+5]] and :[[#@LINE+7]], and __threadfence() between blocks.cu:[[#@LINE+9]] and :[[#@LINE+11]]
// A queue whose end is raised when an item is in it. Textbook: a fence before raising it, one behind finding it raised.
__global__ void queue()
{
    if (blockIdx.x == 0) {
        part[0] = 1;
        REPAIR(__threadfence();, )
        atomicAdd(&tail, 1);
    } else if (int mine = atomicAdd(&head, 1); mine < atomicAdd(&tail, 0)) {
        A = 1;
        REPAIR(__threadfence();, )
        B = part[mine];
    }
}

// CHECK: kernel deque()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+6]] and :[[#@LINE+8]], and __threadfence() between blocks.cu:[[#@LINE+10]] and :[[#@LINE+12]]
// The last item of a deque, which its owner takes from one end and a thief from the other; A: the owner has it, B == 0:
// the thief has it, too. Textbook: a fence between taking it and looking at the other end.
__global__ void deque()
{
    if (blockIdx.x == 0) {
        bottom.store(1, memory_order_relaxed);
        REPAIR(__threadfence();, )
        A = top.load(memory_order_relaxed) == 0;
    } else {
        top.store(1, memory_order_relaxed);
        REPAIR(__threadfence();, )
        B = bottom.load(memory_order_relaxed);
    }
}

// READERS: kernel readers()
// READERS: changes first):
// READERS-NEXT: {{^}}    __threadfence() between blocks.cu:[[#@LINE+9]] and :[[#@LINE+11]], and __threadfence() between blocks.cu:[[#@LINE+13]] and :[[#@LINE+15]]
// Two readers see two writes in different orders. Textbook: a fence between the reads of both.
__global__ void readers()
{
    if (blockIdx.x == 0)
        p.store(1, memory_order_relaxed);
    else if (blockIdx.x == 1)
        q.store(1, memory_order_relaxed);
    else if (blockIdx.x == 2) {
        int a = p.load(memory_order_acquire);
        REPAIR(__threadfence();, )
        first = a && !q.load(memory_order_acquire);
    } else {
        int a = q.load(memory_order_acquire);
        REPAIR(__threadfence();, )
        second = a && !p.load(memory_order_acquire);
    }
}

// COUNTER: kernel counter()
// COUNTER: changes first):
// COUNTER-NEXT: {{^}}    cuda::thread_scope_device at blocks.cu:[[#@LINE+4]]
// A counter for the threads of one block, from two. Textbook: atomicAdd.
__global__ void counter()
{
    REPAIR(atomicAdd, atomicAdd_block)(&count, 1);
}

int main()
{
    auto clear_all = [] {
        clear(count, A, B, head, x, y, first, second, tail, arrived, p, q, bottom, top);
        int none[2] = {};
        cudaMemcpyToSymbol(part, none, sizeof none);
    };
    last_block<<<2, 1>>>();
    clear_all();
    last_block_of_the_guide<<<2, 1>>>();
    clear_all();
    grid_barrier<<<2, 1>>>();
    clear_all();
    queue<<<2, 1>>>();
    clear_all();
    deque<<<2, 1>>>();
    clear_all();
    readers<<<4, 1>>>();
    clear_all();
    counter<<<2, 1>>>();
    return cudaDeviceSynchronize();
}
