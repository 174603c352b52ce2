// What CUDA has from some architecture on only: atomicAdd of half types, pairs for all; __nanosleep; programmatic launches; functions
// of clusters.
// UNSUPPORTED: quick
// RUN: %swcc -c %s -o %t.o -arch=sm_50 -DPAIRS
// RUN: %swcc -c %s -o %t.o -arch=sm_60 -DPAIRS -DOWN
// RUN: %swcc -c %s -o %t.o -arch=sm_70 -DPAIRS -DNUMBERS -DSLEEPS
// RUN: %swcc -c %s -o %t.o -arch=sm_75 -DPAIRS -DNUMBERS -DSLEEPS -DOWN_BF16
// RUN: %swcc -c %s -o %t.o -DPAIRS -DNUMBERS -DSLEEPS
// RUN: not %swcc -c %s -o %t.o -arch=sm_60 -DNUMBERS 2>&1 | FileCheck %s --check-prefix=NUMBERS
// RUN: not %swcc -c %s -o %t.o -arch=sm_60 -DSLEEPS 2>&1 | FileCheck %s --check-prefix=SLEEPS
// RUN: not %swcc -c %s -o %t.o -arch=sm_80 -DDEPENDS 2>&1 | FileCheck %s --check-prefix=DEPENDS
// RUN: %swcc -c %s -o %t.o -arch=sm_90 -DDEPENDS
// RUN: %swcc -c %s -o %t.o -arch=sm_80 -DDEPENDS -DOWN_DEPENDS
// RUN: not %swcc -c %s -o %t.o -arch=sm_80 -DCLUSTERS 2>&1 | FileCheck %s --check-prefix=CLUSTERS
// RUN: %swcc -c %s -o %t.o -arch=sm_80 -DCLUSTERS -DOWN_CLUSTERS
// RUN: %swcc -c %s -o %t.o -DCLUSTERS -DOWN_CLUSTERS
#include <cuda_bf16.h>
#include <cuda_fp16.h>

// Programs bring what an architecture lacks.
#ifdef OWN
__device__ __half atomicAdd(__half *address, __half value) { return *address = value; }
__device__ void own(__half *h) { atomicAdd(h, *h); }
#endif
#if defined(OWN_BF16) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 800)
__device__ __nv_bfloat16 atomicAdd(__nv_bfloat16 *address, __nv_bfloat16 value) { return *address = value; }
#endif

#ifdef PAIRS
__global__ void pairs(__half2 *h, __nv_bfloat162 *b) { atomicAdd(h, *h), atomicAdd(b, *b); }
#endif
#ifdef NUMBERS
// NUMBERS: since.cu:[[@LINE+4]]:{{[0-9]+}}: error: no matching function for call to 'atomicAdd'
// NUMBERS: note: candidate function not viable
// NUMBERS-NOT: expanded from
// NUMBERS: swcc: note: atomicAdd of double wants -arch=sm_60 or later, of __half and __nv_bfloat16 sm_70
__global__ void numbers(__half *h, __nv_bfloat16 *b) { atomicAdd(h, *h), atomicAdd(b, *b); }
#endif
#ifdef SLEEPS
// SLEEPS: since.cu:[[@LINE+1]]:{{[0-9]+}}: error: '__nanosleep' is unavailable: CUDA has __nanosleep from sm_70 on (-arch=sm_70)
__global__ void sleeps() { __nanosleep(100); }
#endif
#if defined(OWN_DEPENDS) && defined(__CUDA_ARCH__)
__device__ void cudaGridDependencySynchronize() {}
__device__ void cudaTriggerProgrammaticLaunchCompletion() {}
#endif
#ifdef DEPENDS
// DEPENDS: error: 'cudaGridDependencySynchronize<>' is unavailable: CUDA has programmatic launches from sm_90 on (-arch=sm_90)
// DEPENDS: error: 'cudaTriggerProgrammaticLaunchCompletion<>' is unavailable: CUDA has programmatic launches from sm_90 on
__global__ void depends() { cudaGridDependencySynchronize(), cudaTriggerProgrammaticLaunchCompletion(); }
#endif
#if defined(OWN_CLUSTERS) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ < 900)
__device__ unsigned __clusterSizeInBlocks() { return 1; }
__device__ void __threadfence_cluster() { __threadfence(); }
#endif
#ifdef CLUSTERS
// CLUSTERS: since.cu:[[@LINE+2]]:{{[0-9]+}}: error: '__clusterSizeInBlocks<>' is unavailable: CUDA has the functions of clusters from sm_90 on (-arch=sm_90)
// CLUSTERS: since.cu:[[@LINE+1]]:{{[0-9]+}}: error: '__threadfence_cluster<>' is unavailable
__global__ void clusters(unsigned *out) { *out = __clusterSizeInBlocks(), __threadfence_cluster(); }
#endif
