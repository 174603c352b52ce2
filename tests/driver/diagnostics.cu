// Both passes find the same faults; each is shown once, with file, line and caret, and without clang's two counts.
// RUN: rm -f %t.o
// RUN: not %swcc -c %s -o %t.o -Wall 2> %t.said
// RUN: FileCheck %s < %t.said
// RUN: grep -c 'error: ' %t.said | FileCheck %s --check-prefix=COUNT
// RUN: not ls %t.o
// COUNT: 4
// CHECK-NOT: generated when compiling
// CHECK-NOT: warning:

// CHECK: diagnostics.cu:[[@LINE+3]]:45: error: use of undeclared identifier 'nowhere'
// CHECK-NEXT: __global__ void kernel(int *p)
// CHECK-NEXT: ^
__global__ void kernel(int *p) { p[0] = 1 + nowhere; }
void host_only();
// A fault that only the device pass knows:
// CHECK: diagnostics.cu:[[@LINE+2]]:27: error: no matching function for call to 'host_only'
// CHECK: note: candidate function not viable
__global__ void calls() { host_only(); }
// CHECK: diagnostics.cu:[[@LINE+1]]:26: error: use of undeclared identifier 'elsewhere'
int of_host() { return 1+elsewhere; }
#ifndef __CUDA_ARCH__
// A fault that only the host pass knows:
// CHECK: diagnostics.cu:[[@LINE+1]]:29: error: use of undeclared identifier 'nothing_here_either'
int of_host_only() { return nothing_here_either; }
#endif
// CHECK-NOT: error:
