/* Memory of graphs: allocation nodes, and what is accounted for them (CUDA C++ Programming Guide, "Graph Memory Nodes").
 *
 * A node's memory has one address from the node's creation on, whatever is instantiated and launched, so it is taken
 * from the device's memory then and given back when no node and no live allocation refers to it. Pages that nobody has
 * touched cost nothing, so a graph that was never launched holds addresses only. What a launch does is keep accounts,
 * and say whether a pointer may be freed.
 */
#include <stdlib.h>
#include <string.h>

#include "base/assert.h"
#include "device/device.h"
#include "graph/graph.h"
#include "graph/memory.h"
#include "report/error.h"
#include "stream/engine.h"
#include "stream/engine_internal.h"

#define RESERVED_UNIT ((uint64_t)2 << 20)

static struct swrt_graph_memory *memories;

static struct {
    uint64_t used, used_high, reserved, reserved_high;
} accounts[SWRT_MAX_DEVICES];

static cudaError_t check(const struct cudaMemAllocNodeParams *p) {
    const struct cudaMemPoolProps *props = &p->poolProps;
    if (props->allocType != cudaMemAllocationTypePinned || props->location.type != cudaMemLocationTypeDevice)
        return swrt_because(cudaErrorInvalidValue, "a graph allocates pinned memory of a device");
    if (!swrt_device_valid(props->location.id))
        return swrt_because(cudaErrorInvalidValue, "there is no device %d", props->location.id);
    if (props->handleTypes)
        return swrt_because(cudaErrorInvalidValue, "memory of a graph cannot be shared between processes");
    if (!p->bytesize || (p->accessDescCount && !p->accessDescs) || p->accessDescCount > SWRT_MAX_DEVICES)
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

struct swrt_graph_memory *swrt_graph_memory_create(const struct cudaMemAllocNodeParams *params, cudaError_t *error) {
    *error = check(params);
    struct swrt_graph_memory *memory = *error ? NULL : calloc(1, sizeof *memory);
    if (*error)
        return NULL;
    int device = params->poolProps.location.id;
    void *address = memory ? swrt_memory_alloc(params->bytesize, SWRT_MEMORY_DEVICE, device, 0) : NULL;
    if (!address) {
        free(memory);
        *error = cudaErrorMemoryAllocation;
        return NULL;
    }
    *memory = (struct swrt_graph_memory){.refs = 1, .params = *params, .next = memories};
    for (size_t i = 0; i < params->accessDescCount; i++)
        memory->access[i] = params->accessDescs[i];
    memory->params.accessDescs = params->accessDescCount ? memory->access : NULL;
    memory->params.dptr = address;
    memories = memory;
    return memory;
}

struct swrt_graph_memory *swrt_graph_memory_find(const void *address) {
    struct swrt_graph_memory *memory = memories;
    while (memory && memory->params.dptr != address)
        memory = memory->next;
    return memory;
}

void swrt_graph_memory_use(struct swrt_graph_memory *memory) {
    memory->refs++;
}

static void unlist(struct swrt_graph_memory *memory) {
    struct swrt_graph_memory **at = &memories;
    while (*at != memory)
        at = &(*at)->next;
    *at = memory->next;
}

void swrt_graph_memory_drop(struct swrt_graph_memory *memory) {
    assert(memory->refs);
    if (--memory->refs)
        return;
    if (!memory->lost) {
        unlist(memory);
        swrt_memory_free(memory->params.dptr, SWRT_MEMORY_DEVICE, SWRT_MEMORY_DEVICE);
    }
    free(memory);
}

static uint64_t in_units(uint64_t bytes) {
    return (bytes + RESERVED_UNIT - 1) / RESERVED_UNIT * RESERVED_UNIT;
}

void swrt_graph_memory_set(struct swrt_graph_memory *memory, bool live) {
    int device = memory->params.poolProps.location.id;
    if (memory->live == live)
        return;
    memory->live = live;
    accounts[device].used += live ? memory->params.bytesize : -(uint64_t)memory->params.bytesize;
    if (accounts[device].used > accounts[device].used_high)
        accounts[device].used_high = accounts[device].used;
    if (in_units(accounts[device].used) > accounts[device].reserved)
        accounts[device].reserved = in_units(accounts[device].used);
    if (accounts[device].reserved > accounts[device].reserved_high)
        accounts[device].reserved_high = accounts[device].reserved;
    if (live)
        memory->refs++;
    else
        swrt_graph_memory_drop(memory);
}

enum step { CHECK_ALLOCATIONS, HOLD, RELEASE };

static cudaError_t one_step(struct swrt_graph_memory *memory, bool allocates, enum step step, bool frees_before) {
    if (memory->lost)
        return swrt_because(cudaErrorInvalidValue, "the graph's memory went with cudaDeviceReset");
    if (step == CHECK_ALLOCATIONS && allocates && memory->held && !frees_before)
        return swrt_because(cudaErrorInvalidValue, "memory of the launch before has not been freed");
    if (step == HOLD && allocates)
        memory->held = true;
    if (step == RELEASE && !allocates) {
        if (!memory->held)
            return swrt_because(cudaErrorInvalidValue, "the graph frees memory that is not allocated");
        memory->held = false;
    }
    return cudaSuccess;
}

static cudaError_t each(const struct swrt_program *program, enum step step, bool frees_before) {
    for (uint32_t i = 0; i < program->count; i++) {
        const struct swrt_program_node *node = &program->nodes[i];
        enum cudaGraphNodeType type = node->work->type;
        bool allocates = type == cudaGraphNodeTypeMemAlloc;
        if (allocates || type == cudaGraphNodeTypeMemFree)
            SWRT_TRY(one_step(node->work->memory, allocates, step, frees_before));
        for (uint32_t k = 0; k < node->num_bodies; k++)
            SWRT_TRY(each(node->bodies[k], step, frees_before));
    }
    return cudaSuccess;
}

cudaError_t swrt_graph_memory_launch(const struct swrt_program *program, bool frees_before) {
    if (!program->has_memory)
        return cudaSuccess;
    SWRT_TRY(each(program, CHECK_ALLOCATIONS, frees_before));
    SWRT_TRY(each(program, HOLD, frees_before));
    return each(program, RELEASE, frees_before);
}

static cudaError_t run_free(void *data) {
    swrt_lock();
    swrt_graph_memory_set(*(struct swrt_graph_memory **)data, false);
    swrt_unlock();
    return cudaSuccess;
}

/* Takes it out of the program's hands; null when the address is no graph's. With the lock held. */
static struct swrt_graph_memory *give_up(const void *address, cudaError_t *error) {
    struct swrt_graph_memory *memory = swrt_graph_memory_find(address);
    *error = cudaSuccess;
    if (memory && !memory->held)
        *error = swrt_because(cudaErrorInvalidValue, "%p is of a graph, and not allocated now", address);
    else if (memory)
        memory->held = false;
    return memory;
}

bool swrt_graph_memory_free(void *address, cudaError_t *error) {
    swrt_lock();
    struct swrt_graph_memory *memory = memories ? give_up(address, error) : NULL;
    if (memory && !*error)
        swrt_graph_memory_set(memory, false);
    swrt_unlock();
    return memory;
}

bool swrt_graph_memory_free_async(void *address, cudaStream_t stream, cudaError_t *error) {
    swrt_lock();
    struct swrt_graph_memory *memory = memories ? give_up(address, error) : NULL;
    swrt_unlock();
    if (!memory || *error)
        return memory;
    *error = swrt_stream_submit(stream, run_free, &memory, sizeof memory);
    if (*error) /* no such stream: it is the program's as before */
        memory->held = true;
    return true;
}

static void lose(struct swrt_graph_memory *memory) {
    bool live = memory->live;
    unlist(memory);
    memory->lost = true;
    memory->live = memory->held = false;
    if (live)
        swrt_graph_memory_drop(memory);
}

void swrt_graph_memory_reset_device(int device) {
    swrt_lock();
    for (struct swrt_graph_memory *memory = memories, *next; memory; memory = next) {
        next = memory->next;
        if (memory->params.poolProps.location.id == device)
            lose(memory);
    }
    memset(&accounts[device], 0, sizeof accounts[device]);
    swrt_unlock();
}

void swrt_graph_memory_trim(int device) {
    swrt_lock();
    accounts[device].reserved = in_units(accounts[device].used);
    swrt_unlock();
}

uint64_t *swrt_graph_memory_account(int device, enum cudaGraphMemAttributeType attribute) {
    switch (attribute) {
    case cudaGraphMemAttrUsedMemCurrent:
        return &accounts[device].used;
    case cudaGraphMemAttrUsedMemHigh:
        return &accounts[device].used_high;
    case cudaGraphMemAttrReservedMemCurrent:
        return &accounts[device].reserved;
    case cudaGraphMemAttrReservedMemHigh:
        return &accounts[device].reserved_high;
    }
    return NULL;
}
