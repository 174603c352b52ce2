/* Touching memory when it is allocated.
 *
 * Linux hands out a page when it is first written to, and zeroes it then. Left to itself that happens inside the first
 * kernel that writes its results, and takes longer than most kernels. On a GPU it is cudaMalloc that takes its time; so
 * it is here, on all workers at once. Pages that are never used are a waste all the same: no more than an eighth of
 * memory is given out like this, and not to allocations so large that a program may well use a part only.
 */

#include "memory/internal.h"
#include "os/memory/pages.h"
#include "stream/engine.h"

#define LARGEST ((size_t)256 << 20)
#define WORTH_SHARING ((size_t)8 << 20)
#define SHARE_OF_MEMORY 8

struct range {
    char *base;
    size_t bytes;
};

static void touch(void *data, unsigned index, unsigned count) {
    const struct range *range = data;
    size_t granules = (range->bytes + SWRT_GRANULE - 1) / SWRT_GRANULE;
    size_t first = granules * index / count * SWRT_GRANULE, end = granules * (index + 1) / count * SWRT_GRANULE;
    end = end < range->bytes ? end : range->bytes;
    if (first < end) /* not every system can: then it is done page by page, later */
        swrt_pages_populate(range->base + first, end - first);
}

void swrt_memory_touch(void *base, size_t bytes) {
    struct range range = {base, bytes};
    if (!base || bytes <= SWRT_SLAB_LIMIT || bytes > LARGEST ||
        swrt_memory_allocated() > swrt_memory_total() / SHARE_OF_MEMORY)
        return;
    if (bytes < WORTH_SHARING)
        touch(&range, 0, 1);
    else
        swrt_parallel(touch, &range);
}
