/* What a call of the host's function becomes in device code of a __host__ __device__ function (src/driver/repair/host_call.c):
 * nvcc makes no code of it, and where a thread comes to it here, the kernel stops.
 */
#ifndef SOFTWARP_HOST_CALL_H
#define SOFTWARP_HOST_CALL_H

#pragma GCC system_header

template <typename T_> __host__ __device__ T_ __sw_host_call() { __builtin_trap(); }

#endif
