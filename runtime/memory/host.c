/* Host memory that the program registered (cudaHostRegister): a list in address order.
 *
 * Registering changes nothing about the memory, since device code reaches all of it anyway; it only makes the API
 * answer as CUDA's does: asynchronous copies may use it, and its attributes say that it is registered.
 */
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "memory/internal.h"
#include "report/error.h"

static struct swrt_allocation *ranges;
static _Atomic size_t num_ranges;
static size_t capacity;

/* Index of the first range that ends after address. */
static size_t first_ending_after(const char *address) {
    size_t low = 0, high = num_ranges;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (ranges[middle].base + ranges[middle].bytes > address)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static cudaError_t insert(size_t index, struct swrt_allocation range) {
    assert(!index || ranges[index - 1].base + ranges[index - 1].bytes <= range.base); /* by address, and apart */
    if (num_ranges == capacity) {
        size_t grown = capacity ? 2 * capacity : 16;
        struct swrt_allocation *moved = realloc(ranges, grown * sizeof *moved);
        if (!moved)
            return cudaErrorMemoryAllocation;
        ranges = moved;
        capacity = grown;
    }
    memmove(ranges + index + 1, ranges + index, (num_ranges - index) * sizeof *ranges);
    ranges[index] = range;
    atomic_store_explicit(&num_ranges, num_ranges + 1, memory_order_release);
    return cudaSuccess;
}

cudaError_t swrt_memory_register(void *address, size_t bytes, unsigned flags, int device) {
    struct swrt_allocation range = {address, bytes, SWRT_MEMORY_REGISTERED, device, flags};
    cudaError_t error = cudaErrorHostMemoryAlreadyRegistered;
    swrt_mutex_lock(&swrt_memory_lock);
    size_t index = first_ending_after(address);
    if (index == num_ranges || (char *)address + bytes <= ranges[index].base)
        error = insert(index, range);
    swrt_memory_changed();
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

cudaError_t swrt_memory_unregister(void *address) {
    cudaError_t error = cudaErrorHostMemoryNotRegistered;
    swrt_mutex_lock(&swrt_memory_lock);
    size_t index = first_ending_after(address);
    if (index < num_ranges && ranges[index].base == address) {
        memmove(ranges + index, ranges + index + 1, (num_ranges - index - 1) * sizeof *ranges);
        atomic_store_explicit(&num_ranges, num_ranges - 1, memory_order_release);
        error = cudaSuccess;
    } else if (index < num_ranges && ranges[index].base < (char *)address) {
        error = cudaErrorInvalidValue; /* inside a range, not at its start */
    }
    swrt_memory_changed();
    swrt_mutex_unlock(&swrt_memory_lock);
    return error;
}

void swrt_memory_unregister_device(int device) {
    size_t kept = 0;
    swrt_mutex_lock(&swrt_memory_lock);
    for (size_t i = 0; i < num_ranges; i++)
        if (ranges[i].device != device)
            ranges[kept++] = ranges[i];
    atomic_store_explicit(&num_ranges, kept, memory_order_release);
    swrt_memory_changed();
    swrt_mutex_unlock(&swrt_memory_lock);
}

bool swrt_memory_find_registered(const void *address, struct swrt_allocation *found) {
    bool inside = false;
    if (!atomic_load_explicit(&num_ranges, memory_order_acquire))
        return false;
    swrt_mutex_lock(&swrt_memory_lock);
    size_t index = first_ending_after(address);
    if (index < num_ranges && ranges[index].base <= (const char *)address) {
        *found = ranges[index];
        inside = true;
    }
    swrt_mutex_unlock(&swrt_memory_lock);
    return inside;
}

void swrt_memory_each_registered(void (*visit)(const struct swrt_memory_piece *piece, void *data), void *data) {
    for (size_t i = 0; i < num_ranges; i++)
        visit(&(struct swrt_memory_piece){.allocation = ranges[i], .room = ranges[i].bytes}, data);
}
