/* Open files, by their numbers (descriptors): of those that have no name above all, which processes share. */
#ifndef SWRT_FILE_H
#define SWRT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SWRT_STANDARD_ERROR = 2 };

/* Each of these gives a new number, which programs that this one starts do not have; -1: not possible. */
int swrt_file_make(size_t bytes); /* without a name, of so many zeros: memory, for as long as somebody has it open */
int swrt_file_copy(int file);     /* another number for the same file */
int swrt_file_of_process(int32_t process, int file); /* what another process has open by that number */

/* The file with that inode which a process has open by that number, for adding to it: it was handed to this one by the same
 * number, but whoever started this one may have closed it (Python's subprocess does). -1: there is none any more. */
int swrt_file_given(int32_t process, int file, uint64_t inode);

/* Before: the number is one of these, and used no longer. */
void swrt_file_close(int file);

/* What is known of a file; false: nothing has that number. */
struct swrt_file_facts {
    uint64_t bytes, inode; /* inode: no other file of this system has it at the same time */
    bool is_ordinary;      /* bytes that stay, and no device, directory or pipe */
};
bool swrt_file_describe(int file, struct swrt_file_facts *facts);

/* Makes the file longer, by zeros, or shorter; false: it would be longer than this process may make files (ulimit -f), or
 * there is no room. */
bool swrt_file_resize(int file, size_t bytes);

/* All bytes from or to a place in the file; false: some of them at most. */
bool swrt_file_read_at(int file, void *to, size_t bytes, size_t offset);
bool swrt_file_write_at(int file, const void *from, size_t bytes, size_t offset);

/* Adds all bytes where the file's writers stand: an ordinary file, a pipe, a terminal. false: some of them at most. */
bool swrt_file_write(int file, const void *from, size_t bytes);

#endif
