/* The device heap: malloc and free in kernels (CUDA C++ Programming Guide, "Dynamic Global Memory Allocation").
 *
 * One region per device of the size that cudaLimitMallocHeapSize says when a kernel first allocates. Free chunks hang in
 * lists by size class (powers of two), neighbours are merged when freed, so a heap that was filled with small pieces and
 * emptied can again hold one large one. Chunks carry their size and their predecessor's, and a mark that tells a pointer
 * that malloc gave from others: freeing anything else, or twice, stops the kernel.
 *
 * A kernel that wrote past its allocation may have damaged the lists. The access that trips over that is a fault in
 * device code like any other, and recovery unlocks the heap (struct swrt_executor.held).
 */
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "device/device.h"
#include "execute/block.h"
#include "execute/heap.h"
#include "memory/memory.h"
#include "stream/engine.h"

#define MARK_USED 0x5afeull
#define MARK_FREE 0xf4eeull
#define SIZE_MASK 0xffffffffffffull

enum { CHUNK_ALIGN = 16, HEADER = 16, SMALLEST = 48, CLASSES = SWRT_HEAP_LISTS };

struct chunk {
    uint64_t head;             /* mark << 48 | size with header */
    uint64_t previous_size;    /* of the chunk before, 0 for the first */
    struct chunk *next, *prev; /* in its list, when free */
};

struct heap {
    struct swrt_mutex lock;
    char *base;
    size_t size;
    struct chunk *lists[CLASSES];
};

static struct heap heaps[SWRT_MAX_DEVICES];
static struct swrt_once once = SWRT_ONCE_NEW;

static void init(void) {
    for (int i = 0; i < SWRT_MAX_DEVICES; i++)
        swrt_mutex_create(&heaps[i].lock);
}

static uint64_t size_of(const struct chunk *chunk) {
    return chunk->head & SIZE_MASK;
}

static bool is_free(const struct chunk *chunk) {
    return chunk->head >> 48 == MARK_FREE;
}

static void set_head(struct chunk *chunk, uint64_t mark, uint64_t size) {
    chunk->head = mark << 48 | size;
}

static struct chunk *after(const struct heap *heap, struct chunk *chunk) {
    char *next = (char *)chunk + size_of(chunk);
    return next < heap->base + heap->size ? (struct chunk *)next : NULL;
}

static struct chunk **list_for(struct heap *heap, uint64_t size) {
    return &heap->lists[63 - __builtin_clzll(size)];
}

static void list_add(struct heap *heap, struct chunk *chunk) {
    struct chunk **list = list_for(heap, size_of(chunk));
    chunk->prev = NULL;
    chunk->next = *list;
    if (*list)
        (*list)->prev = chunk;
    *list = chunk;
}

static void list_remove(struct heap *heap, struct chunk *chunk) {
    if (chunk->prev)
        chunk->prev->next = chunk->next;
    else
        *list_for(heap, size_of(chunk)) = chunk->next;
    if (chunk->next)
        chunk->next->prev = chunk->prev;
}

static void make_one_chunk(struct heap *heap) {
    struct chunk *all = (struct chunk *)heap->base;
    set_head(all, MARK_FREE, heap->size);
    all->previous_size = 0;
    list_add(heap, all);
}

static bool open_heap(struct heap *heap, int device) {
    if (heap->base)
        return true;
    size_t size = swrt_device_limit(device, cudaLimitMallocHeapSize) & ~(size_t)(CHUNK_ALIGN - 1);
    if (size < SMALLEST)
        return false;
    heap->base = swrt_memory_alloc_raw(size);
    if (!heap->base)
        return false;
    heap->size = size;
    make_one_chunk(heap);
    return true;
}

static struct chunk *find(struct heap *heap, uint64_t size) {
    unsigned first = 63 - (unsigned)__builtin_clzll(size);
    for (unsigned i = first; i < CLASSES; i++)
        for (struct chunk *chunk = heap->lists[i]; chunk; chunk = chunk->next)
            if (size_of(chunk) >= size)
                return chunk;
    return NULL;
}

static void split(struct heap *heap, struct chunk *chunk, uint64_t size) {
    uint64_t whole = size_of(chunk);
    if (whole - size >= SMALLEST) {
        struct chunk *rest = (struct chunk *)((char *)chunk + size);
        set_head(rest, MARK_FREE, whole - size);
        rest->previous_size = size;
        struct chunk *next = after(heap, rest);
        if (next)
            next->previous_size = whole - size;
        list_add(heap, rest);
        whole = size;
    }
    set_head(chunk, MARK_USED, whole);
}

static void *allocate(struct heap *heap, uint64_t bytes) {
    uint64_t size = (bytes + HEADER + CHUNK_ALIGN - 1) & ~(uint64_t)(CHUNK_ALIGN - 1);
    struct chunk *chunk = find(heap, size < SMALLEST ? SMALLEST : size);
    if (!chunk)
        return NULL;
    list_remove(heap, chunk);
    split(heap, chunk, size < SMALLEST ? SMALLEST : size);
    return (char *)chunk + HEADER;
}

static void release(struct heap *heap, struct chunk *chunk) {
    uint64_t size = size_of(chunk);
    struct chunk *next = after(heap, chunk);
    if (next && is_free(next)) {
        list_remove(heap, next);
        size += size_of(next);
        next->head = 0;
    }
    if (chunk->previous_size) {
        struct chunk *before = (struct chunk *)((char *)chunk - chunk->previous_size);
        if (is_free(before)) {
            list_remove(heap, before);
            size += size_of(before);
            chunk->head = 0;
            chunk = before;
        }
    }
    set_head(chunk, MARK_FREE, size);
    next = after(heap, chunk);
    if (next)
        next->previous_size = size;
    list_add(heap, chunk);
}

static struct heap *enter(struct swrt_block *block, struct swrt_executor **x, int *device) {
    struct swrt_slot *slot = block->runtime;
    swrt_once(&once, init);
    *x = slot->executor;
    *device = slot->grid->device;
    struct heap *heap = &heaps[*device];
    swrt_mutex_lock(&heap->lock);
    (*x)->held = &heap->lock;
    return heap;
}

static void leave(struct swrt_executor *x) {
    struct swrt_mutex *lock = x->held;
    x->held = NULL;
    swrt_mutex_unlock(lock);
}

static void refuse_if_steered(struct swrt_block *block, const char *what) {
    struct swrt_slot *slot = block->runtime;
    if (slot->steering)
        slot->steering->refuse(slot, what);
}

void *swrt_device_malloc(struct swrt_block *block, uint64_t bytes) {
    refuse_if_steered(block, "malloc() in device code");
    if (!bytes || bytes > SIZE_MASK / 2)
        return NULL;
    struct swrt_executor *x;
    int device;
    struct heap *heap = enter(block, &x, &device);
    void *pointer = open_heap(heap, device) ? allocate(heap, bytes) : NULL;
    leave(x);
    if (pointer)
        swrt_check_heap_allocated(block, pointer, bytes);
    return pointer;
}

static bool was_given(const struct heap *heap, const char *pointer) {
    if (!heap->base || pointer < heap->base + HEADER || pointer >= heap->base + heap->size)
        return false;
    return (uintptr_t)pointer % CHUNK_ALIGN == 0 && ((const struct chunk *)(pointer - HEADER))->head >> 48 == MARK_USED;
}

void swrt_device_free(struct swrt_block *block, void *pointer) {
    if (!pointer)
        return;
    refuse_if_steered(block, "free() in device code");
    struct swrt_executor *x;
    int device;
    struct heap *heap = enter(block, &x, &device);
    bool given = was_given(heap, pointer);
    swrt_check_heap_freed(block, pointer, given);
    if (given)
        release(heap, (struct chunk *)((char *)pointer - HEADER));
    leave(x);
    if (given)
        return;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_TRAP,
                                   .error = cudaErrorLaunchFailure,
                                   .message = "free() of a pointer that malloc() did not give, or that is free already",
                                   .pc = (uintptr_t)__builtin_return_address(0) - 1};
    swrt_fault_raise(x);
}

bool swrt_heap_in_use(int device) {
    swrt_once(&once, init);
    swrt_mutex_lock(&heaps[device].lock);
    bool in_use = heaps[device].base != NULL;
    swrt_mutex_unlock(&heaps[device].lock);
    return in_use;
}

void swrt_heap_reset(int device) {
    swrt_once(&once, init);
    struct heap *heap = &heaps[device];
    swrt_mutex_lock(&heap->lock);
    if (heap->base)
        swrt_memory_free_raw(heap->base, heap->size);
    heap->base = NULL;
    memset(heap->lists, 0, sizeof heap->lists);
    swrt_mutex_unlock(&heap->lock);
}

bool swrt_heap_memory(int device, char **base, size_t *bytes) {
    *base = heaps[device].base;
    *bytes = heaps[device].size;
    return *base;
}

void swrt_heap_get_lists(int device, struct swrt_heap_lists *lists) {
    memcpy(lists->first, heaps[device].lists, sizeof lists->first);
}

void swrt_heap_set_lists(int device, const struct swrt_heap_lists *lists) {
    memcpy(heaps[device].lists, lists->first, sizeof lists->first);
}

void swrt_heap_empty(int device) {
    memset(heaps[device].lists, 0, sizeof heaps[device].lists);
    make_one_chunk(&heaps[device]);
}
