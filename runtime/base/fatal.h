/* swrt_fatal: for what nobody can go on from, such as no memory where an answer would be wrong without. */
#ifndef SWRT_FATAL_H
#define SWRT_FATAL_H

/* fatal.c: writes "softwarp: ..." and a line's end to stderr, and aborts. */
_Noreturn void swrt_fatal(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
