/* Places in the source, from debug information. */
#ifndef SWRT_SOURCE_LINE_H
#define SWRT_SOURCE_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* "file:line" of an instruction, false when there is no debug information. */
bool swrt_source_line(uintptr_t pc, char *text, size_t size);
bool swrt_source_readable(void); /* whether debug information can be read at all: libdw is there */
/* Calls visit for the functions that are inlined there, innermost first, by their names in the source, and last for the
 * function that it lies in, by the linker's name. file is null, line 0 where they are not known. */
typedef void (*swrt_source_visit)(void *data, const char *function, const char *file, unsigned line);
void swrt_source_calls(uintptr_t pc, swrt_source_visit visit, void *data);

#endif
