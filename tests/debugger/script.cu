// The script that gdb loads with the program: what is in flight, looking at a thread that waits and going on with the
// one that has stopped, backtraces that are the kernel's own; also by the name cuda-gdb, which wants no configuration.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 bash -c 'timeout 300 %softwarp-build/libexec/softwarp/bin/cuda-gdb -batch -nx -iex "set width 0" -iex "set print thread-events off" -x %t.gdb %t || true' 2>&1 | FileCheck %s
// RUN: %if !quick %{ %swcc -g -G -cudart=shared -rdc=true %s -o %t %}
// RUN: %if !quick %{ env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s %}

__device__ int exchanged(int *s, int v)
{
    int i = threadIdx.y * blockDim.x + threadIdx.x;
    s[i] = v;
    __syncthreads();
    return s[63 - i];
}

template <class T> __global__ void kernel(T *p, int n)
{
    extern __shared__ int s[];
    int i = threadIdx.y * blockDim.x + threadIdx.x;
    if (i == 9)
        return;
    int a = exchanged(s, n + i);
    p[blockIdx.x * 64 + i] = a;
}

static void finished(int result) {}

int main()
{
    int *p;
    cudaMallocManaged(&p, 128 * sizeof(int));
    kernel<<<2, dim3(8, 8), 64 * sizeof(int)>>>(p, 5);
    cudaDeviceSynchronize();
    finished(p[64]);
}

// GDB: info cuda kernels
// CHECK: No kernel is running.
// GDB: cuda
// CHECK-NEXT: No thread of a kernel is selected.
// GDB: set cuda memcheck on
// CHECK-NEXT: CUDA option 'memcheck on' is left out: there are none here.
// GDB: break finished
// GDB: break exchanged if threadIdx.x == 4 && threadIdx.y == 4 && blockIdx.x == 1
// GDB: run
// CHECK: hit Breakpoint 2{{.*}}exchanged (
// CHECK: [Switching focus to CUDA kernel [[K:[0-9]+]], block (1,0,0), thread (4,4,0)]
// GDB: bt
// CHECK-NEXT: #0 exchanged (s={{.*}}, v=41) at
// CHECK-NEXT: #1 {{.*}}kernel<int> (p={{.*}}, n=5) at
// GDB: info cuda kernels
// CHECK-NEXT: Kernel Dev GridDim BlockDim Blocks in flight Name
// CHECK-NEXT: * [[K]] 0 (2,1,1) (8,8,1) {{[12]}} void kernel<int>(int*, int)
// GDB: info cuda blocks
// CHECK-NEXT: Kernel BlockIdx State Thread of gdb
// CHECK: * [[K]] (1,0,0) runs
// GDB: info cuda threads
// CHECK-NEXT: Kernel BlockIdx ThreadIdx To Count State Filename Line
// CHECK-NEXT: [[K]] (1,0,0) (0,0,0) (0,1,0) 9 waits: barrier script.cu 16
// CHECK-NEXT: [[K]] (1,0,0) (1,1,0) (1,1,0) 1 exited - -
// CHECK-NEXT: [[K]] (1,0,0) (2,1,0) (3,4,0) 26 waits: barrier script.cu 16
// CHECK-NEXT: * [[K]] (1,0,0) (4,4,0) (4,4,0) 1 runs script.cu 14
// CHECK-NEXT: [[K]] (1,0,0) (5,4,0) (7,7,0) 27 not started - -
// GDB: cuda
// CHECK-NEXT: kernel [[K]], block (1,0,0), thread (4,4,0)
// GDB: cuda thread (3,2)
// CHECK-NEXT: [Switching focus to CUDA kernel [[K]], block (1,0,0), thread (3,2,0) (waits: barrier)]
// CHECK-NEXT: exchanged (s={{.*}}, v=24)
// CHECK-NEXT: __syncthreads();
// GDB: bt
// CHECK-NEXT: exchanged (s={{.*}}, v=24)
// CHECK-NEXT: kernel<int> (p={{.*}}, n=5)
// GDB: print threadIdx
// CHECK-NEXT: = (3, 2, 0)
// GDB: print i
// CHECK-NEXT: = 19
// GDB: up
// CHECK-NEXT: kernel<int> (p={{.*}}, n=5)
// GDB: print s[19]
// CHECK: = 24
// GDB: cuda
// CHECK-NEXT: kernel [[K]], block (1,0,0), thread (3,2,0)
// GDB: python exec("try: gdb.execute('cuda thread (7,7)')\nexcept gdb.error as e: print(e)")
// CHECK-NEXT: Thread (7,7,0) of block (1,0,0): not started.
// GDB: python exec("try: gdb.execute('cuda thread (1,1)')\nexcept gdb.error as e: print(e)")
// CHECK-NEXT: Thread (1,1,0) of block (1,0,0): exited.
// GDB: python exec("try: gdb.execute('cuda thread (8,1)')\nexcept gdb.error as e: print(e)")
// CHECK-NEXT: There is no thread (8,1,0) in blocks of (8,8,1).
// GDB: python exec("try: gdb.execute('cuda block 7')\nexcept gdb.error as e: print(e)")
// CHECK-NEXT: Block (7,0,0) is not in flight: not started, or finished.
// GDB: next
// CHECK-NEXT: [Stepping goes on with CUDA kernel [[K]], block (1,0,0), thread (4,4,0)]
// CHECK-NEXT: s[i] = v;
// GDB: cuda block (1,0,0) thread 2
// CHECK: thread (2,0,0) (waits: barrier)]
// GDB: cuda thread (4,4,0)
// CHECK: thread (4,4,0) (runs)]
// CHECK-NEXT: exchanged (s={{.*}}, v=41)
// GDB: next
// GDB: next
// CHECK: return s[63 - i];
// GDB: print s[63 - i]
// CHECK-NEXT: = 32
// GDB: bt
// CHECK-NEXT: #0 exchanged
// CHECK-NEXT: #1 {{.*}}kernel<int>
// GDB: delete 2
// GDB: continue
// CHECK: finished (result=68)
// GDB: bt
// CHECK: #0 finished
// CHECK-NEXT: #1 {{.*}}main ()
// GDB: info cuda threads
// CHECK-NEXT: No kernel is running.
