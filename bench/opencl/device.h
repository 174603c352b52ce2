/* A thin layer over the OpenCL host API: one device, one queue, kernels by name, arguments one after the other. Every
 * failure ends the program with the call's error code. */
#ifndef BENCH_OPENCL_DEVICE_H
#define BENCH_OPENCL_DEVICE_H

#include <stddef.h>

/* Builds the kernels of the file on the first CPU device. */
void device_open(const char *kernels);

/* The kernel whose arguments and launch follow. */
void kernel(const char *name);
/* An array: the host's memory itself, which a CPU device uses in place. */
void argument_array(void *host, size_t bytes);
void argument_int(int value);
void argument_float(float value);
/* Runs it and waits: `groups` groups of BLOCK; groups x groups of TILE x TILE. */
void launch(size_t groups);
void launch_square(size_t groups);

#endif
