// A breakpoint on a kernel by a name that functions of the runtime have as well has one place, where its condition holds.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
__global__ void work(int *p) { p[threadIdx.x] = 1; }
__global__ void add(int *p) { p[threadIdx.x] += 1; }

int main()
{
    int *p;
    cudaMallocManaged(&p, 256);
    work<<<1, 32>>>(p);
    add<<<1, 32>>>(p);
    cudaDeviceSynchronize();
}

// CHECK-NOT: warning: failed
// CHECK-NOT: locations
// GDB: break work if threadIdx.x == 3
// GDB: break add if threadIdx.x == 4
// GDB: run
// CHECK: hit Breakpoint 1{{.*}}work (p=
// CHECK: thread (3,0,0)
// GDB: continue
// CHECK: hit Breakpoint 2{{.*}}add (p=
// CHECK: thread (4,0,0)
