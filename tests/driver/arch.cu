// -arch and its kin set __CUDA_ARCH__, also to values that clang 19 does not know.
// RUN: %swcc -E %s | FileCheck %s -DARCH=900
// RUN: %swcc -E %s -arch=sm_50 | FileCheck %s -DARCH=500
// RUN: %swcc -E %s -arch compute_86 | FileCheck %s -DARCH=860
// RUN: %swcc -E %s -arch=native | FileCheck %s -DARCH=900
// RUN: %swcc -E %s -arch=all-major | FileCheck %s -DARCH=900
// RUN: %swcc -E %s -arch=sm_90a | FileCheck %s -DARCH=900
// RUN: %swcc -E %s -arch=sm_100 | FileCheck %s -DARCH=1000
// RUN: %swcc -E %s -gencode arch=compute_120,code=sm_120 | FileCheck %s -DARCH=1200
// RUN: %swcc -c %s -arch=sm_121 -o %t.o
// RUN: %swcc --list-gpu-code | FileCheck %s --check-prefix=CODE
// RUN: %swcc --list-gpu-arch | FileCheck %s --check-prefix=VIRTUAL
// CODE: sm_50
// CODE: sm_121
// VIRTUAL: compute_50
#ifdef __CUDA_ARCH__
// CHECK: int arch = [[ARCH]], list = [[ARCH]];
const int arch = __CUDA_ARCH__, list = __CUDA_ARCH_LIST__;
#endif
