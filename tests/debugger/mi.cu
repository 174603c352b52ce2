// gdb/MI, as editors speak it (docs/debugging.md, Visual Studio Code): a condition on threadIdx at a breakpoint, variables of
// all kinds, the commands of the script by way of the console, the thread that was chosen, stepping.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 timeout 300 %softwarp-build/libexec/softwarp/bin/cuda-gdb --interpreter=mi -nx -iex "set debuginfod enabled off" -iex "set mi-async off" %t < %t.gdb 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 timeout 300 %softwarp-build/libexec/softwarp/bin/cuda-gdb --interpreter=mi -nx -iex "set debuginfod enabled off" -iex "set mi-async off" %t < %t.gdb 2>&1 | FileCheck %s
#include <cstdio>

__device__ int counter = 5;

__device__ int sum(const int *from, int i)
{
    int own = from[i] + counter;
    return own + 1;
}

__global__ void kernel(int *p, int n)
{
    __shared__ int tile[32];
    int i = threadIdx.x;
    tile[i] = i * n;
    __syncthreads();
    p[i] = sum(tile, 31 - i);
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 32 * sizeof *p);
    kernel<<<2, 32>>>(p, 3);
    cudaDeviceSynchronize();
}

// GDB: 1-enable-pretty-printing
// GDB: 2-enable-frame-filters
// GDB: 3-break-insert -f -c "threadIdx.x == 3 && blockIdx.x == 1" mi.cu:24
// CHECK: 3^done,bkpt={number="1"
// GDB: 4-exec-run
// CHECK: *stopped,reason="breakpoint-hit",disp="keep",bkptno="1",frame={{.*}}func="kernel"{{.*}}line="24"
// GDB: 5-stack-list-frames 0 1000
// CHECK: 5^done,stack=[frame={level="0",{{[^{]*}}func="kernel",{{[^{]*}}}]
// GDB: 6-stack-list-variables --all-values
// CHECK: 6^done,variables=[{name="p",arg="1",value="0x{{.*}}"},{name="n",arg="1",value="3"}
// CHECK-SAME: {name="threadIdx",value="(3, 0, 0)"}
// CHECK-SAME: {name="blockIdx",value="(1, 0, 0)"}
// CHECK-SAME: {name="tile",value="{0, 3, 6, 9,
// CHECK-SAME: {name="i",value="3"}
// GDB: 7-var-create tile * tile
// CHECK: 7^done,name="tile",numchild="32",
// GDB: 8-var-list-children --all-values tile 3 4
// CHECK: 8^done,numchild="{{1|32}}",children=[child={name="tile.3",exp="3",numchild="0",value="9",type="int"
// GDB: 9-var-create - * threadIdx.x
// CHECK: 9^done,{{.*}}value="3",type="unsigned int"
// GDB: 10-data-evaluate-expression counter
// CHECK: 10^done,value="5"
// GDB: 11-data-evaluate-expression warpSize
// CHECK: 11^done,value="32"
// GDB: 12-interpreter-exec console "info cuda threads"
// CHECK: ~"* 1 {{ *}}(1,0,0) {{ *}}(3,0,0) {{ *}}(3,0,0) {{ *}}1 {{ *}}runs {{ *}}mi.cu {{ *}}24\n"
// CHECK: ~"  1 {{ *}}(1,0,0) {{ *}}(4,0,0) {{ *}}(31,0,0) {{ *}}28 {{ *}}waits: barrier
// CHECK: 12^done
// GDB: 13-interpreter-exec console "cuda thread (5,0,0)"
// CHECK: Switching focus to CUDA kernel 1, block (1,0,0), thread (5,0,0) (waits: barrier)
// GDB: 14-stack-list-frames 0 1000
// CHECK: 14^done,stack=[frame={level="[[LEVEL:[0-9]+]]",{{[^{]*}}func="kernel",{{[^{]*}}line="23"{{[^{]*}}}]
// GDB: 15-stack-list-variables --simple-values
// CHECK: 15^done,{{.*}}{name="i",type="int",value="5"}
// GDB: 16-exec-step
// CHECK: Stepping goes on with CUDA kernel 1, block (1,0,0), thread (3,0,0)
// CHECK: *stopped,reason="end-stepping-range",frame={{.*}}func="sum",args=[{{.*}},{name="i",value="28"}]
// GDB: 17-exec-finish
// CHECK: *stopped,reason="function-finished",frame={{.*}}func="kernel"{{.*}}return-value="90"
// GDB: 18-var-update --all-values tile
// CHECK: 18^done,changelist=[]
// GDB: 19-var-create cell * tile[28]
// GDB: 20-var-assign cell 77
// CHECK: 20^done,value="77"
// GDB: 21-data-evaluate-expression tile[28]
// CHECK: 21^done,value="77"
// GDB: 22-interpreter-exec console "cuda thread (40,0,0)"
// CHECK: 22^error,msg="There is no thread (40,0,0) in blocks of (32,1,1)."
// GDB: -gdb-exit
