/* What kernels say to the graph they run in (CUDA C++ Programming Guide, "Conditional Graph Nodes"). A handle is the
 * address of the word that the condition's node looks at.
 *
 * What they say to graphs that kernels launch (the guide's "Device Graph Launch") is refused by name, and loses against a
 * program's own function; cudaGraphLaunch itself, which is the host's, has a row in src/driver/libraries.def. */
#ifndef SOFTWARP_GRAPH_DEVICE_H
#define SOFTWARP_GRAPH_DEVICE_H

#pragma GCC system_header

#include "../../driver_types.h"

static __inline__ __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value) {
    *(volatile unsigned int *)handle = value;
}

#define SW_GRAPHS_OF_KERNELS(name)                                                                                     \
    template <class... T_>                                                                                             \
    SW_DEVICE cudaError_t name(T_...) __attribute__((unavailable(                                                      \
        "Softwarp does not have device graph launch yet: kernels launch kernels (-rdc=true), the host launches graphs")));
SW_GRAPHS_OF_KERNELS(cudaGetCurrentGraphExec)
SW_GRAPHS_OF_KERNELS(cudaGraphKernelNodeSetParam)
SW_GRAPHS_OF_KERNELS(cudaGraphKernelNodeSetEnabled)
SW_GRAPHS_OF_KERNELS(cudaGraphKernelNodeSetGridDim)
SW_GRAPHS_OF_KERNELS(cudaGraphKernelNodeUpdatesApply)
#undef SW_GRAPHS_OF_KERNELS

#endif
