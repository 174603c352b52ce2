/* Reservations of addresses, and what is mapped into them.
 *
 * A reservation is a span whose slots are its granules. Mapping physical memory makes granules belong to it; giving
 * them access makes them DEVICE memory. Neighbouring granules with access are one allocation to everybody who asks
 * (find.c), whatever is behind them, as on a GPU: a slot holds the bytes from it to the end of its run, and in
 * `flags` how many granules of the run are before it.
 */
#include "memory/virtual.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/plural.h"
#include "memory/internal.h"
#include "os/memory/pages.h"
#include "report/error.h"

struct mapping {
    char *base;
    size_t size;
    struct swrt_physical *physical;
    unsigned access; /* CUmemAccess_flags */
    struct mapping *next;
};

static struct mapping *mappings; /* with the memory's lock */

/* The reservation that holds all of a range. */
static struct swrt_span *reservation_of(const char *base, size_t size) {
    struct swrt_span *span = swrt_region_owner(base);
    if (!span || !span->reservation)
        return NULL;
    size_t offset = (size_t)(base - span->base) - span->reserved_from;
    return offset < span->reserved_bytes && size <= span->reserved_bytes - offset ? span : NULL;
}

static struct mapping *mapping_at(const char *address) {
    struct mapping *m = mappings;
    while (m && (size_t)(address - m->base) >= m->size)
        m = m->next;
    return m;
}

static bool any_mapping_in(const char *base, size_t size) {
    for (const struct mapping *m = mappings; m; m = m->next)
        if (m->base < base + size && base < m->base + m->size)
            return true;
    return false;
}

/* Whole mappings, one behind the other, make up the range. */
static bool is_made_of_mappings(const char *base, size_t size) {
    const char *at = base;
    while (at < base + size) {
        const struct mapping *m = mapping_at(at);
        if (!m || m->base != at || m->size > size - (size_t)(at - base))
            return false;
        at += m->size;
    }
    return true;
}

/* Slots of a reservation from its mappings, last one first. */
static void describe(struct swrt_span *span) {
    size_t behind = 0; /* bytes of the run from the next granule on */
    swrt_memory_changed();
    span->used_slots = 0;
    for (unsigned i = span->num_slots; i-- > 0;) {
        const struct mapping *m = mapping_at(span->base + i * SWRT_GRANULE);
        bool reachable = m && m->access;
        behind = reachable ? behind + SWRT_GRANULE : 0;
        span->slots[i] = (struct swrt_slot){.bytes = behind,
                                            .kind = reachable ? SWRT_MEMORY_DEVICE : SWRT_MEMORY_NONE,
                                            .device = m ? (uint8_t)m->physical->device : 0};
        span->used_slots += reachable;
    }
    for (unsigned i = 1; i < span->num_slots; i++)
        if (span->slots[i].bytes && span->slots[i - 1].bytes)
            span->slots[i].flags = span->slots[i - 1].flags + 1;
}

void *swrt_virtual_reserve(size_t size, size_t alignment) {
    size_t extra = alignment > SWRT_GRANULE ? alignment / SWRT_GRANULE : 0;
    swrt_mutex_lock(&swrt_memory_lock);
    struct swrt_span *span = swrt_span_reserve(size / SWRT_GRANULE + extra);
    if (span) {
        span->reserved_from = extra ? -(uintptr_t)span->base & (alignment - 1) : 0;
        span->reserved_bytes = size;
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return span ? span->base + span->reserved_from : NULL;
}

/* All of it, as it was reserved. */
static cudaError_t free_reservation(char *base, size_t size) {
    struct swrt_span *span = reservation_of(base, size);
    if (!span || base != span->base + span->reserved_from || size != span->reserved_bytes || any_mapping_in(base, size))
        return swrt_because(cudaErrorInvalidValue, "%p is not a reservation of %zu byte%s without mappings",
                            (void *)base, size, swrt_s(size));
    swrt_span_unreserve(span);
    return cudaSuccess;
}

cudaError_t swrt_virtual_free(void *address, size_t size) {
    swrt_mutex_lock(&swrt_memory_lock);
    cudaError_t error = free_reservation(address, size);
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

static cudaError_t map(char *base, size_t size, size_t offset, CUmemGenericAllocationHandle handle) {
    struct swrt_span *span = reservation_of(base, size);
    struct swrt_physical *physical = swrt_physical_find(handle);
    if (!span || any_mapping_in(base, size))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p %s not reserved and free", size, swrt_s(size),
                            (void *)base, swrt_verb(size, "is", "are"));
    if (!physical || size > physical->size || offset > physical->size - size)
        return cudaErrorInvalidValue;
    struct mapping *made = malloc(sizeof *made);
    if (!made || !swrt_region_map_file(base, size, physical->file, offset, false)) {
        free(made);
        return cudaErrorMemoryAllocation;
    }
    *made = (struct mapping){base, size, physical, 0, mappings};
    mappings = made;
    physical->mappings++;
    return cudaSuccess;
}

cudaError_t swrt_virtual_map(void *address, size_t size, size_t offset, CUmemGenericAllocationHandle handle) {
    swrt_mutex_lock(&swrt_memory_lock);
    cudaError_t error = map(address, size, offset, handle);
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

static void unmap_one(struct mapping *gone) {
    struct mapping **link = &mappings;
    while (*link != gone)
        link = &(*link)->next;
    *link = gone->next;
    swrt_region_unmap_file(gone->base, gone->size);
    gone->physical->mappings--;
    swrt_physical_drop_unused(gone->physical);
    free(gone);
}

static cudaError_t unmap(char *base, size_t size) {
    struct swrt_span *span = reservation_of(base, size);
    if (!span || !is_made_of_mappings(base, size))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p %s not whole mappings", size, swrt_s(size),
                            (void *)base, swrt_verb(size, "is", "are"));
    for (char *at = base; at < base + size;) {
        struct mapping *m = mapping_at(at);
        at += m->size;
        unmap_one(m);
    }
    describe(span);
    return cudaSuccess;
}

cudaError_t swrt_virtual_unmap(void *address, size_t size) {
    swrt_mutex_lock(&swrt_memory_lock);
    cudaError_t error = unmap(address, size);
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

static enum swrt_access access_of(unsigned access) {
    if (access == CU_MEM_ACCESS_FLAGS_PROT_READWRITE)
        return SWRT_READ_WRITE;
    return access ? SWRT_READ_ONLY : SWRT_NO_ACCESS;
}

static cudaError_t set_access(char *base, size_t size, unsigned access) {
    struct swrt_span *span = reservation_of(base, size);
    if (!span || !is_made_of_mappings(base, size))
        return swrt_because(cudaErrorInvalidValue, "%zu byte%s at %p %s not whole mappings", size, swrt_s(size),
                            (void *)base, swrt_verb(size, "is", "are"));
    if (!swrt_pages_allow(base, size, access_of(access)))
        return cudaErrorMemoryAllocation;
    for (char *at = base; at < base + size;) {
        struct mapping *m = mapping_at(at);
        m->access = access;
        at += m->size;
    }
    describe(span);
    return cudaSuccess;
}

cudaError_t swrt_virtual_set_access(void *address, size_t size, unsigned access) {
    swrt_mutex_lock(&swrt_memory_lock);
    cudaError_t error = set_access(address, size, access);
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

cudaError_t swrt_virtual_get_access(void *address, unsigned long long *access) {
    swrt_mutex_lock(&swrt_memory_lock);
    const struct mapping *m = mapping_at(address);
    if (m)
        *access = m->access;
    swrt_mutex_unlock(&swrt_memory_lock);
    return m ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t swrt_virtual_retain(void *address, CUmemGenericAllocationHandle *handle) {
    swrt_mutex_lock(&swrt_memory_lock);
    const struct mapping *m = mapping_at(address);
    if (m) {
        m->physical->handles++;
        *handle = (uintptr_t)m->physical;
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return m ? cudaSuccess : cudaErrorInvalidValue;
}
