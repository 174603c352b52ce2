/* cuRAND's device API: generators whose states kernels keep. cuRAND Library Programming Guide, Device API Overview.
 *
 * Families lie in softwarp/random: a generator each (xorwow, philox, mrg32k3a, sobol, mtgp32), and what is made of their
 * bits (uniform, normal, poisson, discrete).
 */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#pragma GCC system_header

#include "curand.h"
#if !defined(__CUDACC__)
#error "curand_kernel.h has functions for kernels: compile the file as CUDA (.cu, or -x cu)"
#endif

#include "softwarp/random/discrete.h"
#include "softwarp/random/poisson.h"
#include "curand_globals.h"

#endif
