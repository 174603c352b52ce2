/* The last words of a program that cannot go on. They go out at once: stderr has no buffer, and nothing is freed. */
#include "base/fatal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void swrt_fatal(const char *format, ...) {
    va_list args;
    fputs("softwarp: ", stderr);
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}
