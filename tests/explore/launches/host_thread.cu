// --host-thread: one thread of a kernel that is not launched runs beside each launch, at system scope.
// RUN: %swcc --check %s -o %t
// RUN: %run %softwarp explore --model interleavings --host-thread beside --watch A,data %t | FileCheck %s
// RUN: %softwarp explore --model interleavings --watch A,data %t | FileCheck --check-prefix=ALONE %s
// RUN: %softwarp explore --model interleavings --host-thread nobody %t > %t.txt; test $? = 255; FileCheck --check-prefix=NOBODY %s < %t.txt
// RUN: SOFTWARP_EXPLORE=trace SOFTWARP_EXPLORE_HOST=beside %t 2>&1 | FileCheck --check-prefix=TRACE %s
#include <cuda/atomic>

__managed__ cuda::atomic<int, cuda::thread_scope_system> flag{0};
__managed__ int data, A = -1;

// CHECK: kernel tells(), 1 block x 1 thread
// CHECK-NEXT: A=-1   data=42   allowed
// CHECK-NEXT: A=42   data=42   allowed
// CHECK-NOT: A=
// ALONE: A=-1   data=42   allowed
// ALONE-NOT: A=
// NOBODY: not explored: there is no kernel of the name that stands for the host's thread
// TRACE: thread 0: write 4 of flag = 1, release system atomic
// TRACE: thread 1: read 4 of flag, acquire system atomic
__global__ void tells() { data = 42; flag.store(1, cuda::memory_order_release); }
__global__ void beside() { if (flag.load(cuda::memory_order_acquire) == 1) A = data; }

int main()
{
    tells<<<1, 1>>>();
    return cudaDeviceSynchronize();
}
