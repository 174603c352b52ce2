// Arguments, locals and built-in variables are there where a kernel begins, where a function begins, at every line; so
// conditions on threads hold at each stop: in functions that are inlined, too, those that wait, and those of templates.
// REQUIRES: gdb
// RUN: %swcc -g -G -w %s -o %t
// RUN: %gdb-lines
// RUN: env SOFTWARP_THREADS=1 %gdb %t 2>&1 | FileCheck %s
// RUN: env SOFTWARP_THREADS=2 %gdb %t 2>&1 | FileCheck %s
// RUN: %if !quick %{ %swcc -g -G -w -Xcompiler -fPIC -shared %s -DLIBRARY -o %t.so && %swcc -g %s -DHOST -o %t.lib %t.so %}
// RUN: %if !quick %{ env SOFTWARP_THREADS=2 %gdb %t.lib 2>&1 | FileCheck %s %}

#ifdef HOST
void all();
#else
struct scale { int by, off; };

__device__ unsigned together(int x)
{
    __shared__ unsigned mask;
    mask = __activemask();
    return mask + x;
}

template <int N> __device__ int turned(int x)
{
    int y = x + N;
    y += __shfl_xor_sync(0xffffffffu, y, 1);
    return y;
}

__global__ void kernel(const scale s, int *p, float f)
{
    __shared__ int sums[64];
    extern __shared__ int more[];
    int at = threadIdx.x + threadIdx.y * blockDim.x;
    sums[at] = s.by * at + s.off;
    for (int k = 0; k < 3; k++) {
        sums[at] += k;
        __syncthreads();
    }
    int t = turned<10>(sums[at]);
    if (at < 40)
        t += together(at);
    p[blockIdx.x * 64 + at] = t + (int)f;
}

static void finished(int result) {}

void all()
{
    int *p;
    cudaMallocManaged(&p, 256 * sizeof(int));
    kernel<<<dim3(2, 2), dim3(16, 4), 16>>>(scale{3, 4}, p, 1.5f);
    cudaDeviceSynchronize();
    finished(p[64 + 40]);
}
#endif
#ifndef LIBRARY
int main() { all(); }
#endif

// GDB: set breakpoint pending on
// GDB: break finished
// GDB: break kernel if threadIdx.x == 5 && threadIdx.y == 2 && blockIdx.x == 1 && blockIdx.y == 1
// GDB: run
// CHECK: hit Breakpoint 2{{.*}}kernel (s={{.*}}, f=1.5)
// CHECK: int at =
// GDB: print s
// CHECK: = {by = 3, off = 4}
// GDB: print f
// CHECK: = 1.5
// GDB: print {threadIdx.x, threadIdx.y, threadIdx.z, blockIdx.x, blockIdx.y, blockDim.x, blockDim.y, gridDim.x, gridDim.y}
// CHECK: = {5, 2, 0, 1, 1, 16, 4, 2, 2}
// GDB: delete 2
// GDB: break conditions.cu:38 if at == 37 && k == 2 && blockIdx.x == 1 && blockIdx.y == 1
// GDB: continue
// CHECK: hit Breakpoint 3
// GDB: print {at, k, (int)threadIdx.x, sums[at]}
// CHECK: = {37, 2, 5, 118}
// GDB: break turned<10> if threadIdx.x == 6 && threadIdx.y == 2 && blockIdx.x == 1 && blockIdx.y == 1
// GDB: delete 3
// GDB: continue
// CHECK: hit Breakpoint 4{{.*}}turned<10> (x=
// GDB: print threadIdx.x
// CHECK: = 6
// GDB: next
// GDB: next
// CHECK: return y;
// GDB: print threadIdx.x
// CHECK: = 6
// GDB: delete 4
// GDB: break together if threadIdx.x == 7 && threadIdx.y == 2 && blockIdx.x == 1 && blockIdx.y == 1
// GDB: continue
// CHECK: hit Breakpoint 5{{.*}}together (x=39)
// GDB: print {threadIdx.x, threadIdx.y, blockDim.x}
// CHECK: = {7, 2, 16}
// GDB: next
// GDB: print mask
// CHECK: = 255
// GDB: delete 5
// GDB: continue
// CHECK: hit Breakpoint 1{{.*}}finished (result=278)
