/* The device side: memory and kernels, for a host side that knows MPI and no CUDA. */
#ifndef KERNELS_H
#define KERNELS_H

#include <cstddef>

int *device_memory(int count);
int *managed_memory(int count);
void release(int *memory);
void fill(int *memory, int count, int first);              /* memory[i] = first + i */
void add(int *to, const int *from, int count);             /* to[i] += from[i] */
int first_difference(const int *memory, int count, int first); /* from first + i; -1: none */
int use_device(int rank);                                  /* how many there are; the rank takes one */
int workers();                                             /* multiprocessors of the device */
#endif
