// What CUDA does not have is refused with file, line and the construct. (nvcc refuses each of these, too.)
// RUN: not %swcc -c %s -o %t.o 2> %t.said
// RUN: FileCheck %s < %t.said
// RUN: %if !quick %{ not %swcc -c %s -o %t.o -DLATER=1 2>&1 | FileCheck %s --check-prefix=DYNAMIC %}
// RUN: %if !quick %{ not %swcc -c %s -o %t.o -DLATER=2 2>&1 | FileCheck %s --check-prefix=PTX %}
// RUN: not %swcc -c %s -o %t.o -DLATER=3 2>&1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not %swcc -c %s -o %t.o -DLATER=4 2>&1 | FileCheck %s --check-prefix=VARIADIC
#ifndef LATER
// CHECK: refused.cu:[[@LINE+1]]:16: error: initialization is not supported for __shared__ variables
__shared__ int initialised = 5;
// CHECK: refused.cu:[[@LINE+1]]:12: error: kernel function type 'int ()' must have void return type
__global__ int with_result() { return 1; }
// CHECK: refused.cu:[[@LINE+1]]:16: error: kernel function 'member' must be a free function or static member function
struct owner { __global__ void member(); };
// CHECK: refused.cu:[[@LINE+1]]:39: error: cannot use 'throw' in __host__ __device__ function
__host__ __device__ void throwing() { throw 1; }
// CHECK: refused.cu:[[@LINE+1]]:28: error: cannot use 'try' in __device__ function
__device__ void trying() { try {} catch (...) {} }
// CHECK: refused.cu:[[@LINE+1]]:27: error: __constant__, __device__, and __managed__ are not allowed on non-static local variables
__device__ void local() { __constant__ int here; }
int on_host();
// CHECK: refused.cu:[[@LINE+1]]:27: error: no matching function for call to 'on_host'
__global__ void calls() { on_host(); }
__device__ int on_device();
// CHECK: refused.cu:[[@LINE+1]]:24: error: no matching function for call to 'on_device'
int of_host() { return on_device(); }
__global__ void kernel(int) {}
// CHECK: refused.cu:[[@LINE+1]]:29: error: call to global function 'kernel' not configured
void unconfigured() { kernel(0); }
// CHECK: refused.cu:[[@LINE+1]]:28: error: too few execution configuration arguments
void too_few() { kernel<<<1>>>(0); }
// CHECK: refused.cu:[[@LINE+1]]:46: error: too many arguments to function call
void wrong_arguments() { kernel<<<1, 1>>>(0, 1); }
#elif LATER == 1
// DYNAMIC: refused.cu:[[@LINE+1]]:{{[0-9]+}}: error: dynamic initialization is not supported for
__device__ struct made { int x; __device__ made() { x = 3; } } object;
#elif LATER == 2
// PTX: refused.cu:[[@LINE+1]]:{{[0-9]+}}: error: inline PTX: instruction 'wgmma' is not supported: in 'wgmma.fence.sync.aligned'
__global__ void assembly() { asm volatile("wgmma.fence.sync.aligned;"); }
#elif LATER == 4
// VARIADIC: refused.cu:[[@LINE+1]]: error: kernel '{{.*}}variadic{{.*}}' has parameters '...', which a launch cannot pass
__global__ void variadic(int a, ...) {}
#else
__device__ int elsewhere(int);
// UNDEFINED: refused.cu:[[@LINE+1]]:{{[0-9]+}}: error: undefined device function '{{.*}}elsewhere{{.*}}' (used in '{{.*}}undefined{{.*}}')
__global__ void undefined(int *out) { *out = elsewhere(3); }
#endif
