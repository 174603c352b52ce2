// `step` goes into the program's own functions and not into CUDA's; `next` goes over cooperative groups, with
// the script and without.
// REQUIRES: gdb
// RUN: %swcc -g -G %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 bash -c 'timeout 300 gdb -batch -nx -iex "set auto-load python-scripts off" -iex "set width 0" -iex "set print thread-events off" -x %t.gdb %t || true' 2>&1 | FileCheck %s
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
__device__ int mine(int x) { return x + 1; }
__global__ void kernel(int *p)
{
    auto block = cg::this_thread_block();
    int v = __shfl_xor_sync(0xffffffffu, threadIdx.x, 1);
    block.sync();
    v += atomicAdd(p, 1);
    v += mine(__shfl_down_sync(0xffffffffu, v, 2));
    auto tile = cg::tiled_partition<8>(block);
    v += tile.shfl_xor(v, 3);
    cg::coalesced_group g = cg::coalesced_threads();
    v += g.size();
    p[1] = v;
}

int main()
{
    int *p;
    cudaMallocManaged(&p, 8);
    kernel<<<1, 32>>>(p);
    cudaDeviceSynchronize();
}

// GDB: break kernel if threadIdx.x == 3
// GDB: run
// GDB: step
// GDB: step
// GDB: step
// GDB: step
// GDB: step
// CHECK: hit Breakpoint 1{{.*}}kernel (p=
// CHECK: int v = __shfl_xor_sync
// CHECK-NEXT: block.sync();
// CHECK-NEXT: atomicAdd
// CHECK-NEXT: v += mine(
// CHECK-NEXT: mine (x=8)
// GDB: finish
// CHECK: kernel (p=
// GDB: next
// GDB: next
// GDB: next
// GDB: next
// GDB: next
// GDB: next
// CHECK: auto tile
// CHECK-NEXT: tile.shfl_xor
// CHECK-NEXT: cg::coalesced_threads();
// CHECK-NEXT: g.size();
// CHECK-NEXT: p[1] = v;
// CHECK-NEXT: {{^[0-9]+.*}}}
