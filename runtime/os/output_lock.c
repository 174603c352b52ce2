/* A stream's lock (output_lock.h), by glibc's own names of the functions, which no program has. */
#include "os/output_lock.h"

void _IO_flockfile(FILE *stream);
int _IO_ftrylockfile(FILE *stream);
void _IO_funlockfile(FILE *stream);

void swrt_output_lock(FILE *stream) {
    _IO_flockfile(stream);
}

bool swrt_output_try(FILE *stream) {
    return !_IO_ftrylockfile(stream);
}

void swrt_output_unlock(FILE *stream) {
    _IO_funlockfile(stream);
}
