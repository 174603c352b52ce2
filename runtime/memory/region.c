/* The region: one reservation of address space, handed out in granules of 2 MiB.
 *
 * Why one region, reserved in one piece and far larger than memory: device memory stays apart from the host's heap, so
 * that a wild index in a kernel meets an unmapped page, not the host's data, and one subtraction tells device pointers
 * from all others. Reserved pages cost nothing. Granules are huge pages, so every big allocation can lie in them.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "memory/internal.h"
#include "os/memory/pages.h"
#include "report/refused.h"

#define REGION_LARGEST ((size_t)1 << 40)
#define REGION_SMALLEST ((size_t)1 << 28)

struct run {
    size_t first, count;
};

uint64_t swrt_reach_base, swrt_reach_bytes; /* the region, for generated code (check/strict/reach.c) */

static struct {
    char *_Atomic base;
    size_t granules;
    struct swrt_span **owners; /* one per granule */
    struct run *free_runs;     /* in address order, never adjacent */
    size_t num_free_runs, capacity;
    size_t top; /* granules ever taken end here */
    bool tried;
} region;

struct swrt_mutex swrt_memory_lock = SWRT_MUTEX_FREE;

/* The largest reservation that the address space limit (ulimit -v, valgrind) allows. */
static char *reserve_region(size_t *bytes) {
    for (*bytes = REGION_LARGEST; *bytes >= REGION_SMALLEST; *bytes /= 2) {
        char *address = swrt_pages_reserve(*bytes + SWRT_GRANULE);
        if (address)
            return address + (-(uintptr_t)address & (SWRT_GRANULE - 1));
    }
    return NULL;
}

bool swrt_region_ready(void) {
    if (region.tried)
        return region.base != NULL;
    region.tried = true;
    size_t bytes;
    char *base = reserve_region(&bytes);
    if (!base)
        return false;
    region.granules = bytes / SWRT_GRANULE;
    region.owners = swrt_pages_map(region.granules * sizeof *region.owners);
    region.capacity = 64;
    region.free_runs = malloc(region.capacity * sizeof *region.free_runs);
    if (!region.owners || !region.free_runs)
        return false;
    /* The first granule stays a guard: the one before the first allocation. */
    region.free_runs[0] = (struct run){1, region.granules - 1};
    region.num_free_runs = 1;
    region.top = 1;
    atomic_store_explicit(&region.base, base, memory_order_release);
    swrt_reach_base = (uintptr_t)base;
    swrt_reach_bytes = bytes;
    return true;
}

char *swrt_memory_region(size_t *bytes) {
    swrt_mutex_lock(&swrt_memory_lock);
    bool ready = swrt_region_ready();
    swrt_mutex_unlock(&swrt_memory_lock);
    *bytes = region.granules * SWRT_GRANULE;
    return ready ? region.base : NULL;
}

bool swrt_region_contains(const void *address) {
    const char *base = atomic_load_explicit(&region.base, memory_order_acquire);
    return base && (uintptr_t)address - (uintptr_t)base < region.granules * SWRT_GRANULE;
}

static size_t granule_of(const void *address) {
    return ((uintptr_t)address - (uintptr_t)region.base) / SWRT_GRANULE;
}

static void remove_run(size_t index) {
    assert(index < region.num_free_runs);
    region.num_free_runs--;
    memmove(region.free_runs + index, region.free_runs + index + 1,
            (region.num_free_runs - index) * sizeof *region.free_runs);
}

static bool insert_run(size_t index, struct run run) {
    assert(index <= region.num_free_runs && run.count);
    if (region.num_free_runs == region.capacity) {
        struct run *grown = realloc(region.free_runs, 2 * region.capacity * sizeof *grown);
        if (!grown)
            return false;
        region.free_runs = grown;
        region.capacity *= 2;
    }
    memmove(region.free_runs + index + 1, region.free_runs + index,
            (region.num_free_runs - index) * sizeof *region.free_runs);
    region.free_runs[index] = run;
    region.num_free_runs++;
    return true;
}

char *swrt_region_take(size_t granules) {
    for (size_t i = 0; i < region.num_free_runs; i++) {
        struct run *run = &region.free_runs[i];
        if (run->count < granules)
            continue;
        size_t first = run->first;
        run->first += granules;
        run->count -= granules;
        if (!run->count)
            remove_run(i);
        if (first + granules > region.top)
            region.top = first + granules;
        return region.base + first * SWRT_GRANULE;
    }
    return NULL;
}

/* Index of the first free run that starts after granule `first`. */
static size_t run_after(size_t first) {
    size_t low = 0, high = region.num_free_runs;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (region.free_runs[middle].first > first)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

/* When the list cannot grow the granules are lost; nothing else goes wrong. */
void swrt_region_give(char *base, size_t granules) {
    size_t first = granule_of(base), next = run_after(first);
    struct run *runs = region.free_runs;
    assert(!next || runs[next - 1].first + runs[next - 1].count <= first); /* they were not free yet */
    assert(next == region.num_free_runs || first + granules <= runs[next].first);
    bool joins_previous = next > 0 && runs[next - 1].first + runs[next - 1].count == first;
    bool joins_next = next < region.num_free_runs && first + granules == runs[next].first;
    if (joins_previous && joins_next) {
        runs[next - 1].count += granules + runs[next].count;
        remove_run(next);
    } else if (joins_previous) {
        runs[next - 1].count += granules;
    } else if (joins_next) {
        runs[next].first = first;
        runs[next].count += granules;
    } else {
        insert_run(next, (struct run){first, granules});
    }
}

bool swrt_region_map(char *base, size_t bytes) {
    if (!swrt_pages_allow(base, bytes, SWRT_READ_WRITE))
        return false;
    if (bytes >= SWRT_GRANULE)
        swrt_pages_prefer_huge(base, bytes);
    return true;
}

void swrt_region_unmap(char *base, size_t bytes) {
    swrt_pages_discard(base, bytes);
    swrt_pages_allow(base, bytes, SWRT_NO_ACCESS);
}

bool swrt_region_map_file(char *base, size_t bytes, int file, size_t offset, bool accessible) {
    if (!swrt_pages_map_file(base, bytes, accessible ? SWRT_READ_WRITE : SWRT_NO_ACCESS, file, offset))
        return false;
    if (bytes >= SWRT_GRANULE)
        swrt_pages_prefer_huge(base, bytes);
    return true;
}

void swrt_region_unmap_file(char *base, size_t bytes) {
    swrt_pages_renew(base, bytes, SWRT_NO_ACCESS);
}

struct swrt_span *swrt_region_owner(const void *address) {
    return swrt_region_contains(address) ? region.owners[granule_of(address)] : NULL;
}

void swrt_region_set_owner(char *base, size_t granules, struct swrt_span *span) {
    size_t first = granule_of(base);
    for (size_t i = 0; i < granules; i++)
        region.owners[first + i] = span;
}

void swrt_region_each(void (*visit)(struct swrt_span *span, void *data), void *data) {
    for (size_t i = 0; i < region.top;) {
        struct swrt_span *span = region.owners[i];
        i += span ? span->granules : 1;
        if (span)
            visit(span, data);
    }
}

struct swrt_span *swrt_region_span_before(const void *address) {
    if (!swrt_region_contains(address))
        return NULL;
    for (size_t i = granule_of(address) + 1; i-- > 0;)
        if (region.owners[i])
            return region.owners[i];
    return NULL;
}

struct swrt_span *swrt_region_span_after(const void *address) {
    if (!swrt_region_contains(address))
        return NULL;
    struct swrt_span *own = swrt_region_owner(address);
    for (size_t i = granule_of(address); i < region.top; i++)
        if (region.owners[i] && region.owners[i] != own)
            return region.owners[i];
    return NULL;
}
