// Locks, and what is read without one.
// What is proposed first is the textbook's repair, and with it (REPAIRED) the outcome is gone.
// RUN: %swcc --check -std=c++17 %s -o %t && %swcc --check -std=c++17 -DREPAIRED %s -o %t.repaired
// RUN: %softwarp explore --bound 60s --watch N --forbid 'N==1' %t | FileCheck %s
// RUN: %softwarp explore --bound 60s --watch N --forbid 'N==1' %t.repaired | FileCheck --check-prefix=REPAIRED --implicit-check-not='NOT WANTED' %s
// REPAIRED-COUNT-7: N==1: forbidden by
#include "repairs.h"

__device__ int lock, N, A, B, item, ready;
__device__ volatile int open_, sequence;
__device__ on_device<int> held, next, serving, made;

// CHECK: kernel unfenced()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between locks.cu:[[#@LINE+4]] and :[[#@LINE+6]], and __threadfence() between locks.cu:[[#@LINE+6]] and :[[#@LINE+8]]
// A lock of atomic functions, which order nothing. Textbook: a fence behind taking it, and one before giving it back.
__global__ void unfenced()
{
    while (atomicCAS(&lock, 0, 1)) {}
    REPAIR(__threadfence();, )
    N = N + 1;
    REPAIR(__threadfence();, )
    atomicExch(&lock, 0);
}

// CHECK: kernel unlocked_at_once()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between locks.cu:[[#@LINE+6]] and :[[#@LINE+8]]
// It is given back by a volatile write alone. Textbook: a fence before it.
__global__ void unlocked_at_once()
{
    while (atomicExch((int *)&open_, 1)) {}
    __threadfence();
    N = N + 1;
    REPAIR(__threadfence();, )
    open_ = 0;
}

// CHECK: kernel relaxed_exchange()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_acquire at locks.cu:[[#@LINE+4]]
// Taking it does not acquire. Textbook: acquire.
__global__ void relaxed_exchange()
{
    while (held.exchange(1, REPAIR(memory_order_acquire, memory_order_relaxed))) {}
    N = N + 1;
    held.store(0, memory_order_release);
}

// CHECK: kernel tickets()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_acquire at locks.cu:[[#@LINE+5]], and cuda::memory_order_release at locks.cu:[[#@LINE+7]]
// A ticket lock that orders nothing. Textbook: who is served acquires, and who is done releases.
__global__ void tickets()
{
    int mine = next.fetch_add(1, memory_order_relaxed);
    while (serving.load(REPAIR(memory_order_acquire, memory_order_relaxed)) != mine) {}
    N = N + 1;
    serving.store(mine + 1, REPAIR(memory_order_release, memory_order_relaxed));
}

// CHECK: kernel made_once()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_acquire at locks.cu:[[#@LINE+7]]
// What is made once, and then used without the lock. Textbook: who finds it made acquires.
__global__ void made_once()
{
    if (blockIdx.x == 0) {
        item = 1;
        made.store(1, memory_order_release);
    } else if (made.load(REPAIR(memory_order_acquire, memory_order_relaxed))) {
        N = 1 - item;
    }
}

// CHECK: kernel sequences()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between locks.cu:[[#@LINE+12]] and :[[#@LINE+14]], and __threadfence() between locks.cu:[[#@LINE+15]] and :[[#@LINE+17]]
// A value that is read between two looks at a counter. Textbook: fences around the read.
__global__ void sequences()
{
    if (blockIdx.x == 0) {
        sequence = 1;
        __threadfence();
        A = 1;
        B = 1;
        __threadfence();
        sequence = 2;
    } else {
        int before = sequence;
        REPAIR(__threadfence();, )
        int a = A;
        int b = B;
        REPAIR(__threadfence();, )
        if (before == sequence && before % 2 == 0) N = a != b;
    }
}

// CHECK: kernel flags()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between locks.cu:[[#@LINE+6]] and :[[#@LINE+8]], and __threadfence() between locks.cu:[[#@LINE+10]] and :[[#@LINE+12]]
// Two that keep each other out by flags (Dekker). N is -1 before. Textbook: a fence between raising one's own and looking
// at the other's.
__global__ void flags()
{
    if (blockIdx.x == 0) {
        A = 1;
        REPAIR(__threadfence();, )
        if (B == 0) atomicAdd(&N, 1);
    } else {
        B = 1;
        REPAIR(__threadfence();, )
        if (A == 0) atomicAdd(&N, 1);
    }
}

int main()
{
    auto clear_all = [] { clear(lock, N, A, B, item, ready, open_, sequence, held, next, serving, made); };
    unfenced<<<2, 1>>>();
    clear_all();
    unlocked_at_once<<<2, 1>>>();
    clear_all();
    relaxed_exchange<<<2, 1>>>();
    clear_all();
    tickets<<<2, 1>>>();
    clear_all();
    made_once<<<2, 1>>>();
    clear_all();
    sequences<<<2, 1>>>();
    clear_all();
    int nobody = -1;
    cudaMemcpyToSymbol(N, &nobody, sizeof nobody);
    flags<<<2, 1>>>();
    return cudaDeviceSynchronize();
}
