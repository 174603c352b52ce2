/* What device code has launched: kernels, copies and fills of a grid's threads, in streams of the grid's own.
 *
 * A grid's family is made by its first request and kept in it (struct swrt_grid). Nothing of it runs before the grid's
 * blocks have: nobody in the grid may wait for a child (CUDA C++ Programming Guide, "CUDA Dynamic Parallelism"), and what
 * the grid does later cannot be in a child's way then. When the blocks are done, children become ops outside of all streams,
 * with the edges that their streams and events ask for; the grid's own op is complete when the last of them is.
 *
 * Streams. A block has one that its threads share (no stream given) and each thread one (cudaStreamPerThread), others are
 * created; what is in none of them (cudaStreamFireAndForget) waits for nothing; what is in the last (cudaStreamTailLaunch)
 * waits for all that is not, one behind the other. */
#ifndef SWRT_FAMILY_H
#define SWRT_FAMILY_H

#include "base/map.h"
#include "cuda_device_runtime_api.h"
#include "execute/block.h"
#include "execute/launch.h"
#include "memory/copy.h"

enum swrt_child_kind { SWRT_CHILD_GRID, SWRT_CHILD_CALL, SWRT_CHILD_RECORD, SWRT_CHILD_WAIT };

/* An event and a stream of device code; the tags of host streams and events are others. */
enum { SWRT_TAG_DEVICE_STREAM = 0x64737472, SWRT_TAG_DEVICE_EVENT = 0x64657674 };
struct swrt_device_handle {
    unsigned tag;
    bool destroyed;
    const struct swrt_family *family;
    struct swrt_device_handle *next;
    struct swrt_op *op; /* an event's newest record, once there are ops */
};

/* Which stream: 0, none: at once; SWRT_IN_TAIL; or a number that no other has. */
#define SWRT_AT_ONCE ((uintptr_t)0)
#define SWRT_IN_TAIL ((uintptr_t)3)

struct swrt_child {
    struct swrt_child *next;
    enum swrt_child_kind kind;
    uintptr_t stream;
    struct swrt_launch launch; /* of a grid */
    const struct swrt_kernel *kernel;
    const struct swrt_variant *variant;
    cudaError_t (*run)(void *data); /* of a call, with the bytes below */
    struct swrt_device_handle *event;
    size_t bytes; /* of arguments or a call's data */
    _Alignas(16) unsigned char data[];
};

struct swrt_family {
    struct swrt_mutex lock;
    struct swrt_child *first, *last;
    unsigned count, pending; /* pending: launches among them */
    struct swrt_device_handle *handles;
    struct swrt_map errors; /* each thread's last */
    _Atomic unsigned num_errors;
    int device;
};

/* family.c: of the block's grid; null: out of memory. */
struct swrt_family *swrt_family_of(struct swrt_block *block);
struct swrt_child *swrt_child_create(enum swrt_child_kind kind, size_t bytes);
/* Behind all others. cudaErrorLaunchOutOfResources: as many wait as the device's limit permits; the child is freed. */
cudaError_t swrt_family_add(struct swrt_family *family, struct swrt_child *child);
/* The thread that the block names has an error; its last, which is forgotten if that is wanted. */
void swrt_family_note_error(struct swrt_block *block, cudaError_t error);
cudaError_t swrt_family_last_error(struct swrt_block *block, bool forget);
uint64_t swrt_block_index(const struct swrt_block *block);
/* The stream of a handle of device code's; false: there is none. */
bool swrt_family_stream(struct swrt_block *block, cudaStream_t handle, uintptr_t *stream);
struct swrt_device_handle *swrt_family_handle(struct swrt_family *family, const void *handle, unsigned tag);
/* The grid's blocks are done: what it has launched begins, and completes the op; false: there is nothing. With the lock
 * held. */
bool swrt_family_begins(struct swrt_op *op);
void swrt_family_forget(struct swrt_grid *grid); /* what it has launched is not to be; nobody runs it */

/* launch.c, work.c, ask.c, call.c: a row of cuda/softwarp/device/calls.def each. */
#define CALL(name, words) cudaError_t swrt_device_##name(struct swrt_block *block, uint64_t *word);
#include "softwarp/device/calls.def"
#undef CALL

/* launch.c: the kernel that a handle of device code's names, with what the program has set of it; false: there is
 * none. */
bool swrt_device_function(struct swrt_block *block, uint64_t handle, struct swrt_function *function);

#endif
