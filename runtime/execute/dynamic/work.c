/* Streams and events of device code, and copies and fills in them. */
#include <stdlib.h>

#include "execute/dynamic/family.h"

static cudaError_t create_handle(struct swrt_block *block, unsigned tag, uint64_t *result) {
    struct swrt_family *family = swrt_family_of(block);
    struct swrt_device_handle *handle = family ? calloc(1, sizeof *handle) : NULL;
    *result = (uintptr_t)handle;
    if (!handle)
        return cudaErrorMemoryAllocation;
    handle->tag = tag;
    handle->family = family;
    swrt_mutex_lock(&family->lock);
    handle->next = family->handles;
    family->handles = handle;
    swrt_mutex_unlock(&family->lock);
    return cudaSuccess;
}

static struct swrt_device_handle *find(struct swrt_block *block, uint64_t word, unsigned tag) {
    struct swrt_family *family = swrt_family_of(block);
    return family ? swrt_family_handle(family, (void *)(uintptr_t)word, tag) : NULL;
}

static cudaError_t destroy(struct swrt_block *block, uint64_t word, unsigned tag) {
    struct swrt_device_handle *handle = find(block, word, tag);
    if (!handle)
        return cudaErrorInvalidResourceHandle;
    handle->destroyed = true; /* what is in it, or waits for it, still does */
    return cudaSuccess;
}

cudaError_t swrt_device_stream_create(struct swrt_block *block, uint64_t *word) {
    if (word[0] != cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    return create_handle(block, SWRT_TAG_DEVICE_STREAM, &word[1]);
}

cudaError_t swrt_device_stream_destroy(struct swrt_block *block, uint64_t *word) {
    return destroy(block, word[0], SWRT_TAG_DEVICE_STREAM);
}

cudaError_t swrt_device_event_create(struct swrt_block *block, uint64_t *word) {
    if (word[0] != cudaEventDisableTiming)
        return cudaErrorInvalidValue;
    return create_handle(block, SWRT_TAG_DEVICE_EVENT, &word[1]);
}

cudaError_t swrt_device_event_destroy(struct swrt_block *block, uint64_t *word) {
    return destroy(block, word[0], SWRT_TAG_DEVICE_EVENT);
}

static cudaError_t add(struct swrt_block *block, struct swrt_child *child, uint64_t stream) {
    struct swrt_family *family = swrt_family_of(block);
    if (!child || !family) {
        free(child);
        return cudaErrorMemoryAllocation;
    }
    if (!swrt_family_stream(block, (cudaStream_t)(uintptr_t)stream, &child->stream)) {
        free(child);
        return cudaErrorInvalidResourceHandle;
    }
    return swrt_family_add(family, child);
}

static cudaError_t add_event(struct swrt_block *block, enum swrt_child_kind kind, uint64_t event, uint64_t stream) {
    struct swrt_device_handle *handle = find(block, event, SWRT_TAG_DEVICE_EVENT);
    if (!handle)
        return cudaErrorInvalidResourceHandle;
    struct swrt_child *child = swrt_child_create(kind, 0);
    if (child)
        child->event = handle;
    return add(block, child, stream);
}

cudaError_t swrt_device_event_record(struct swrt_block *block, uint64_t *word) {
    return add_event(block, SWRT_CHILD_RECORD, word[0], word[1]);
}

cudaError_t swrt_device_stream_wait(struct swrt_block *block, uint64_t *word) {
    return add_event(block, SWRT_CHILD_WAIT, word[1], word[0]);
}

/* ---- Copies and fills -------------------------------------------------------------------------------------------- */

static const struct swrt_call_stack *caller_of(const struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    return slot->grid->caller;
}

/* Whose memory it is: a thread's and a block's own are gone when the copy is made. */
static bool is_lasting(struct swrt_block *block, const void *address) {
    uint32_t space = swrt_address_space(block, address);
    return address && space != SWRT_SPACE_LOCAL && space != SWRT_SPACE_SHARED;
}

enum { TO, TO_PITCH, FROM, FROM_PITCH, WIDTH, ROWS, PLANES, TO_SLICE, FROM_SLICE, KIND, COPY_STREAM };

cudaError_t swrt_device_copy(struct swrt_block *block, uint64_t *word) {
    struct swrt_shape shape = {word[WIDTH], word[ROWS], word[PLANES]};
    if (word[KIND] > cudaMemcpyDefault || word[KIND] == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    if (swrt_shape_empty(shape))
        return cudaSuccess;
    char *to = (char *)(uintptr_t)word[TO], *from = (char *)(uintptr_t)word[FROM];
    if (!is_lasting(block, to) || !is_lasting(block, from))
        return cudaErrorInvalidValue;
    struct swrt_child *child = swrt_child_create(SWRT_CHILD_CALL, sizeof(struct swrt_copy));
    if (child) {
        child->run = swrt_copy_work;
        *(struct swrt_copy *)child->data = (struct swrt_copy){.dst = {to, word[TO_PITCH], word[TO_SLICE]},
                                                              .src = {from, word[FROM_PITCH], word[FROM_SLICE]},
                                                              .shape = shape,
                                                              .caller = caller_of(block)};
    }
    return add(block, child, word[COPY_STREAM]);
}

enum { FILLED, PITCH, VALUE, FILL_WIDTH, FILL_ROWS, FILL_PLANES, SLICE, FILL_STREAM };

cudaError_t swrt_device_fill(struct swrt_block *block, uint64_t *word) {
    struct swrt_shape shape = {word[FILL_WIDTH], word[FILL_ROWS], word[FILL_PLANES]};
    char *to = (char *)(uintptr_t)word[FILLED];
    if (swrt_shape_empty(shape))
        return cudaSuccess;
    if (!is_lasting(block, to))
        return cudaErrorInvalidValue;
    struct swrt_child *child = swrt_child_create(SWRT_CHILD_CALL, sizeof(struct swrt_fill));
    if (child) {
        child->run = swrt_fill_work;
        *(struct swrt_fill *)child->data = (struct swrt_fill){.dst = {to, word[PITCH], word[SLICE]},
                                                              .shape = shape,
                                                              .value = (int)word[VALUE],
                                                              .caller = caller_of(block)};
    }
    return add(block, child, word[FILL_STREAM]);
}
