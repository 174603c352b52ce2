/* Work of a library as operations of streams: C functions that run as kernels do, in stream order, on the runtime's
 * workers, captured by graphs, seen by events, with the runtime's errors.
 *
 * A library has a table of such functions and hands it to swlib_work_register in a constructor. Each call of a function
 * is one part of one launch; parts run at the same time, in any order.
 */
#ifndef SWLIB_WORK_H
#define SWLIB_WORK_H

#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum { SWLIB_WORK_BYTES = 1024 }; /* that arguments may have */

/** One function: its name, as errors and `softwarp verify` say it; run is called with the launch's arguments. */
struct swlib_work {
    const char *name;
    void (*run)(const void *arguments, uint32_t part, uint32_t parts);
    size_t bytes; /* of the arguments */
};

/** Makes kernels of the rows of a table, which stays where it is. `library` names it in messages. */
void swlib_work_register(const char *library, const struct swlib_work *table, size_t count);

/** Launches a row of such a table; the arguments are copied. As cudaLaunchKernel, and with its errors. */
cudaError_t swlib_work_launch(const struct swlib_work *work, const void *arguments, uint32_t parts,
                              cudaStream_t stream);

#endif
