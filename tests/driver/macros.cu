// The macros by which programs know nvcc.
// RUN: %swcc -E %s | FileCheck %s --check-prefixes=CHECK,PLAIN
// RUN: %swcc -E %s -rdc=true -G --extended-lambda --expt-relaxed-constexpr --default-stream=per-thread | FileCheck %s --check-prefixes=CHECK,ALL
// RUN: cp %s %t.cpp && %swcc -E %t.cpp | FileCheck %s --check-prefix=HOST
// CHECK: nvcc 1 cudacc 1 version 12 3 arch list 900 pragmas 1
// HOST: nvcc 1 cudacc __CUDACC__ version 12 3 arch list 900 pragmas 1
nvcc __NVCC__ cudacc __CUDACC__ version __CUDACC_VER_MAJOR__ __CUDACC_VER_MINOR__ arch list __CUDA_ARCH_LIST__ pragmas __NVCC_DIAG_PRAGMA_SUPPORT__
// PLAIN: rdc __CUDACC_RDC__ debug __CUDACC_DEBUG__ lambda __CUDACC_EXTENDED_LAMBDA__ constexpr __CUDACC_RELAXED_CONSTEXPR__ stream CUDA_API_PER_THREAD_DEFAULT_STREAM
// ALL: rdc 1 debug 1 lambda 1 constexpr 1 stream 1
rdc __CUDACC_RDC__ debug __CUDACC_DEBUG__ lambda __CUDACC_EXTENDED_LAMBDA__ constexpr __CUDACC_RELAXED_CONSTEXPR__ stream CUDA_API_PER_THREAD_DEFAULT_STREAM
