// Message passing that lacks something.
// What is proposed first is the textbook's repair, and with it (REPAIRED) the outcome is gone.
// RUN: %swcc --check -std=c++17 %s -o %t && %swcc --check -std=c++17 -DREPAIRED %s -o %t.repaired
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t | FileCheck %s
// RUN: %softwarp explore --bound 60s --watch A,B --forbid 'A==1 && B==0' %t.repaired | FileCheck --check-prefix=REPAIRED --implicit-check-not='NOT WANTED' %s
// RUN: %softwarp explore --bound 60s --watch A,B --kernel-name to_the_host --host-thread host --forbid 'A==1 && B==0' %t | FileCheck --check-prefix=HOST %s
// RUN: %softwarp explore --bound 60s --watch A,B --kernel-name to_the_host --host-thread host --forbid 'A==1 && B==0' %t.repaired | FileCheck --check-prefix=REPAIRED-HOST --implicit-check-not='NOT WANTED' %s
// REPAIRED-COUNT-7: A==1 && B==0: forbidden by
// REPAIRED-HOST: A==1 && B==0: forbidden by
#include "repairs.h"

__device__ int data, flag, A, B;
__device__ volatile int told;
__device__ on_device<int> sent, passed;
__device__ in_block<int> within;
__managed__ int letter, delivered;

// CHECK: kernel one_side()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between messages.cu:[[#@LINE+9]] and :[[#@LINE+11]]
// The writer's fence alone. Textbook: a fence between the reader's reads, too.
__global__ void one_side()
{
    if (blockIdx.x == 0) {
        data = 1;
        __threadfence();
        flag = 1;
    } else {
        A = flag;
        REPAIR(__threadfence();, )
        B = data;
    }
}

// CHECK: kernel too_narrow()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() instead of the fence at messages.cu:[[#@LINE+6]], and __threadfence() instead of the fence at messages.cu:[[#@LINE+10]]
// Fences that reach no further than the block, between two. Textbook: __threadfence() instead of both.
__global__ void too_narrow()
{
    if (blockIdx.x == 0) {
        data = 1;
        REPAIR(__threadfence();, __threadfence_block();)
        flag = 1;
    } else {
        A = flag;
        REPAIR(__threadfence();, __threadfence_block();)
        B = data;
    }
}

// CHECK: kernel exchanged()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between messages.cu:[[#@LINE+6]] and :[[#@LINE+8]], and __threadfence() between messages.cu:[[#@LINE+10]] and :[[#@LINE+12]]
// A flag that is swapped in and asked for by atomic functions, which order nothing. Textbook: a fence before the one, and
// behind the other.
__global__ void exchanged()
{
    if (blockIdx.x == 0) {
        data = 1;
        REPAIR(__threadfence();, )
        atomicExch(&flag, 1);
    } else {
        A = atomicAdd(&flag, 0);
        REPAIR(__threadfence();, )
        B = data;
    }
}

// CHECK: kernel waited_for()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    __threadfence() between messages.cu:[[#@LINE+5]] and :[[#@LINE+7]], and __threadfence() between messages.cu:[[#@LINE+10]] and :[[#@LINE+12]]
// A volatile flag that is waited for. Textbook: a fence before it is set, and behind the loop.
__global__ void waited_for()
{
    if (blockIdx.x == 0) {
        data = 1;
        REPAIR(__threadfence();, )
        told = 1;
    } else {
        while (!told) {}
        A = 1;
        REPAIR(__threadfence();, )
        B = data;
    }
}

// CHECK: kernel relaxed()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_release at messages.cu:[[#@LINE+6]], and cuda::memory_order_acquire at messages.cu:[[#@LINE+8]]
// A relaxed flag. Textbook: release and acquire.
__global__ void relaxed()
{
    if (blockIdx.x == 0) {
        data = 1;
        sent.store(1, REPAIR(memory_order_release, memory_order_relaxed));
    } else {
        A = sent.load(REPAIR(memory_order_acquire, memory_order_relaxed));
        B = data;
    }
}

// CHECK: kernel in_a_block()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::thread_scope_device at messages.cu:[[#@LINE+7]], and cuda::thread_scope_device at messages.cu:[[#@LINE+9]]
// A flag for the threads of one block. Textbook: device scope.
__global__ void in_a_block()
{
    auto &here = REPAIR(sent, within);
    if (blockIdx.x == 0) {
        data = 1;
        here.store(1, memory_order_release);
    } else {
        A = here.load(memory_order_acquire);
        B = data;
    }
}

// CHECK: kernel passed_on()
// CHECK: changes first):
// CHECK-NEXT: {{^}}    cuda::memory_order_acquire at messages.cu:[[#@LINE+8]]
// A message through a third block, which takes it without acquiring. Textbook: acquire.
__global__ void passed_on()
{
    if (blockIdx.x == 0) {
        data = 1;
        sent.store(1, memory_order_release);
    } else if (blockIdx.x == 1) {
        if (sent.load(REPAIR(memory_order_acquire, memory_order_relaxed)))
            passed.store(1, memory_order_release);
    } else {
        A = passed.load(memory_order_acquire);
        B = data;
    }
}

// HOST: kernel to_the_host()
// HOST: changes first):
// HOST-NEXT: {{^}}    __threadfence_system() instead of the fence at messages.cu:[[#@LINE+6]]
// A message to the host, whose fence reaches no further than the device. Textbook: __threadfence_system().
__global__ void host() { A = delivered; __threadfence_system(); B = letter; }
__global__ void to_the_host()
{
    letter = 1;
    REPAIR(__threadfence_system();, __threadfence();)
    delivered = 1;
}

int main()
{
    auto clear_all = [] { clear(data, flag, A, B, told, sent, passed, within); };
    one_side<<<2, 1>>>();
    clear_all();
    too_narrow<<<2, 1>>>();
    clear_all();
    exchanged<<<2, 1>>>();
    clear_all();
    waited_for<<<2, 1>>>();
    clear_all();
    relaxed<<<2, 1>>>();
    clear_all();
    in_a_block<<<2, 1>>>();
    clear_all();
    passed_on<<<3, 1>>>();
    clear_all();
    to_the_host<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
