/* The dynamic loader: libraries and their symbols, and what of the process's memory comes from which file.
 *
 * Functions of the first two groups take the loader's lock, which another thread may have that loads a library, while that
 * one's constructor waits for kernels: who runs blocks goes by an errand (os/thread/errand.h). */
#ifndef SWRT_LOADER_H
#define SWRT_LOADER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A library by its name, loaded if it is not; nobody but who asks sees its symbols. null: there is none. It stays. */
void *swrt_library_load(const char *name);

/* The same, with its own calls of other libraries' functions going to these, though the program has functions or variables
 * by their names: open, poll. Not under a sanitizer, whose runtime stops a program that loads anything past it. */
void *swrt_library_load_alone(const char *name);

/* The same, if it has been loaded; else null. */
void *swrt_library_loaded(const char *name);

/* What a library, or one that it needs, has by that name; null: nothing. library: null: what the program has, or one of its
 * libraries. */
void *swrt_library_symbol(void *library, const char *name);

/* A part of a file in memory. */
struct swrt_segment {
    enum swrt_segment_kind {
        SWRT_SEGMENT_LOADED,   /* from the file; others lie in these */
        SWRT_SEGMENT_CONSTANT, /* written by the loader, and then nobody's to write to */
        SWRT_SEGMENT_NOTES,    /* in records whose parts are padded to 4 bytes */
    } kind;
    bool is_writable;
    const char *start;
    size_t bytes;
    const char *file; /* its name */
};

/* Calls visit for segments of all files, until it says true: the program's and those of its libraries. */
void swrt_segments_visit(bool (*visit)(const struct swrt_segment *segment, void *data), void *data);

/* The name of the file that an address comes from; the program's, if it is known of none. */
const char *swrt_loaded_name(const void *address);

/* The functions below take none of the loader's locks, once this one has been called. */
void swrt_loaded_begin(void);

/* Where the file begins in memory that an address comes from; null: no file's. */
const void *swrt_loaded_start(const void *address);

/* How many of the bytes at start, which are in one part of a file, come from it: what follows was zero at first. */
size_t swrt_loaded_bytes(const void *start, size_t bytes);

#endif
