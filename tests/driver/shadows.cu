// Host code that reads or writes device variables: nvcc's warnings 20091 and 20092, where nvcc 13.0 gives them.
// UNSUPPORTED: quick
// RUN: %swcc -c %s -o %t.o > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: grep -cE '^[^ ]+: warning:' %t.out | FileCheck %s --check-prefix=COUNT
// COUNT: {{^}}14{{$}}
// With -g, too, files have the names that they were given.
// RUN: cp %s %t.cu && cd %T && %swcc -g -c shadows.cu.tmp.cu -o %t.g.o 2>&1 | FileCheck %s --check-prefix=GIVEN
// GIVEN: {{^}}shadows.cu.tmp.cu:{{[0-9]+}}:
// The object has no bitcode left, and no debug information.
// RUN: readelf -SW %t.o | FileCheck %s --check-prefix=SECTIONS
// SECTIONS-NOT: {{\.llvmbc|\.llvmcmd|\.debug_line}}
// RUN: %swcc -c %s -o %t.o -diag-suppress 20091 2>&1 | FileCheck %s --check-prefix=WRITES
// RUN: %swcc -c %s -o %t.o -Xcudafe --diag_suppress=20091 2>&1 | FileCheck %s --check-prefix=WRITES
// WRITES-NOT: 20091
// WRITES: warning: a __device__ variable "d" cannot be directly written in a host function [#20092-D]
// WRITES-NOT: 20091
// RUN: %swcc -c %s -o %t.o -diag-suppress 20091,20092 2>&1 | FileCheck %s --check-prefix=PRAGMA
// PRAGMA-NOT: 20091
// PRAGMA: shadows.cu:{{.*}}20092
// PRAGMA-NEXT: | d = 3;
// PRAGMA-NOT: #2009
// RUN: %swcc -c %s -o %t.o -w 2>&1 | FileCheck %s --check-prefix=QUIET --allow-empty
// QUIET-NOT: warning
// RUN: not %swcc -c %s -o %t.o -diag-error 20092 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %swcc -c %s -o %t.o --strict 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %swcc -c %s -o %t.o -Werror all-warnings 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not %swcc -dc %s -o %t.o -Werror all-warnings 2>&1 | FileCheck %s --check-prefix=ERROR
// ERROR: error: a __device__ variable "d" cannot be directly written in a host function [#20092-D]
__device__ int d, array[4];
static __constant__ float table[8];
__managed__ int managed;
struct Pair { int a, b; };
namespace n { __device__ Pair pair; }
template <class T> __device__ T of_template;
__constant__ const int five = 5;
__global__ void kernel(int *p) { *p = d + array[0] + (int)table[1] + n::pair.a + of_template<int> + five; }
template <class T> void twice() {
    d = 1; // CHECK: shadows.cu:[[@LINE]]:7: warning: a __device__ variable "d" cannot be directly written in a host function [#20092-D]
}
__host__ __device__ int both() {
    return d; // CHECK: shadows.cu:[[@LINE]]:12: warning: a __device__ variable "d" cannot be directly read in a host function [#20091-D]
}
__host__ __device__ int either() {
#ifdef __CUDA_ARCH__
    return d;
#else
    return 0;
#endif
}
void takes(const int &, int *) {}
int main() {
    int x = d; // CHECK: shadows.cu:[[@LINE]]:13: warning: {{.*}}read
    // CHECK-NEXT: [[@LINE-1]] | int x = d;
    // CHECK-NEXT: | ^
    d += 1;            // CHECK: shadows.cu:[[@LINE]]:7: warning: {{.*}}read
                       // CHECK: shadows.cu:[[@LINE-1]]:7: warning: {{.*}}written
    array[1] = 3;      // CHECK: shadows.cu:[[@LINE]]:{{.*}}"array" cannot be directly written
    x += array[x & 3]; // CHECK: shadows.cu:[[@LINE]]:{{.*}}"array" cannot be directly read
    x += table[1];     // CHECK: shadows.cu:[[@LINE]]:{{.*}}a __constant__ variable "table" cannot be directly read
    n::pair.a = 1;     // CHECK: shadows.cu:[[@LINE]]:{{.*}}a __device__ variable "n::pair" cannot be directly written
    Pair copy = n::pair; // CHECK: shadows.cu:[[@LINE]]:{{.*}}a __device__ variable "n::pair" cannot be directly read
    of_template<int> = 2;  // CHECK: shadows.cu:[[@LINE]]:{{.*}}a __device__ variable "of_template<int>" cannot be directly written
    auto lambda = [&] {
        return d; // CHECK: shadows.cu:[[@LINE]]:{{.*}}a __device__ variable "d" cannot be directly read
    };
    // What is no access: addresses, sizes, managed variables, constants that the compiler knows.
    int *p = &d;
    takes(d, array);
    kernel<<<1, 1>>>(array);
    managed = sizeof d + sizeof array / sizeof *array + five;
    cudaMemcpyToSymbol(d, &x, sizeof x);
    cudaMemcpyFromSymbol(&x, array, sizeof x);
#pragma nv_diag_suppress 20091, 20092
    x += d;
#pragma nv_diag_default 20091
    x += d; // CHECK: shadows.cu:[[@LINE]]:{{.*}}read
    d = 2;
#pragma nv_diagnostic push
#pragma nv_diag_warning 20092
    d = 3; // CHECK: shadows.cu:[[@LINE]]:{{.*}}written
#pragma nv_diagnostic pop
    d = 4;
    twice<int>();
    twice<char>();
    return x + copy.a + lambda() + both() + either() + *p;
}
