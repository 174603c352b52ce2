/* What kernels say to the graph they run in (CUDA C++ Programming Guide, "Conditional Graph Nodes"). A handle is the
 * address of the word that the condition's node looks at. */
#ifndef SOFTWARP_GRAPH_DEVICE_H
#define SOFTWARP_GRAPH_DEVICE_H

#pragma GCC system_header

static __inline__ __device__ void cudaGraphSetConditional(unsigned long long handle, unsigned int value) {
    *(volatile unsigned int *)handle = value;
}

#endif
