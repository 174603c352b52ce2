/* Functions of glibc that the library calls, by names that no program has (math_library.c): those that C does not reserve,
 * and that are no system calls (names.def has these). */
#ifndef SWRT_LIBC_NAMES_H
#define SWRT_LIBC_NAMES_H

#include <stddef.h>
#include <stdio.h>

/* Asks the C library for them, and for those that device code calls. Whoever may come before the first module is
 * registered calls it first. */
void swrt_open_math(void);

int swrt_libm_on_exit(void (*function)(int status, void *data), void *data);
int swrt_libm_backtrace(void **to, int most);
FILE *swrt_libm_open_memstream(char **text, size_t *size);

#endif
