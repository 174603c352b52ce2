/* Names of kernels as their authors wrote them. */
#ifndef SWRT_KERNEL_NAME_H
#define SWRT_KERNEL_NAME_H

#include <stddef.h>

/* Writes the name that `mangled` stands for, or itself where that is not known. */
void swrt_kernel_name(const char *mangled, char *text, size_t size);

#endif
