/* bench_allocate for programs that compute on the host's memory: in 2 MiB pages, as Softwarp's device memory is. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

void *bench_allocate(size_t bytes) {
    const size_t page = 2 << 20;
    size_t rounded = (bytes + page - 1) / page * page;
    void *array = aligned_alloc(page, rounded);

    if (!array) {
        perror("bench_allocate");
        exit(1);
    }
    madvise(array, rounded, MADV_HUGEPAGE);
    memset(array, 0, rounded);
    return array;
}
