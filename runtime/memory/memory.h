/* Device memory: where it lies, who owns which bytes, and what an address belongs to.
 *
 * Words: the *region* is the reserved range of addresses that holds everything that Softwarp allocates; a *granule* is
 * 2 MiB of it, the unit in which it is handed out; a *span* is a run of granules with one owner, either one big
 * allocation or a *slab* of equal small ones, and ends in a guard that is never mapped.
 */
#ifndef SWRT_MEMORY_H
#define SWRT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cuda_runtime_api.h"

enum swrt_memory_kind {
    SWRT_MEMORY_NONE,       /* not Softwarp's: ordinary (pageable) host memory, or no memory at all */
    SWRT_MEMORY_DEVICE,     /* cudaMalloc and its kin, and the device variables of a module */
    SWRT_MEMORY_MANAGED,    /* cudaMallocManaged, __managed__ variables */
    SWRT_MEMORY_HOST,       /* cudaMallocHost, cudaHostAlloc */
    SWRT_MEMORY_REGISTERED, /* cudaHostRegister: the program's own memory */
    SWRT_MEMORY_RETIRED,    /* cudaFreeAsync was called: the program's for as long as work before it in the stream */
    SWRT_MEMORY_RAW,        /* the runtime's own: coroutine frames, shared memory */
    SWRT_MEMORY_INVALID,    /* inside the region, in no allocation, or in quarantine (quarantine.c) */
};

struct swrt_allocation {
    char *base;
    size_t bytes; /* as asked for */
    enum swrt_memory_kind kind;
    int device;     /* on which it was allocated */
    unsigned flags; /* of cudaHostAlloc, cudaHostRegister or cudaMallocManaged */
};

/* region.c, alloc.c */

/* Allocates; null when bytes is 0 or more than is left. Aligned to 256 bytes, to 2 MiB when that large. Not zeroed. */
void *swrt_memory_alloc(size_t bytes, enum swrt_memory_kind kind, int device, unsigned flags);
/* Frees an allocation of one of the two kinds; false when `address` is not the start of one. */
bool swrt_memory_free(void *address, enum swrt_memory_kind kind, enum swrt_memory_kind other_kind);
/* Turns the DEVICE allocation that starts at address into a RETIRED one; false when there is none. */
bool swrt_memory_retire(void *address);
/* api_memory.c: the error of a call that is to free what lies there and cannot; found: as swrt_memory_find has it. */
cudaError_t swrt_refuse_to_free(const void *address, const struct swrt_allocation *found);
/* Frees every allocation of the device except raw ones (cudaDeviceReset). */
void swrt_memory_free_device(int device);
/* touch.c: has the system hand out the pages of a fresh allocation now, if it is not too large. */
void swrt_memory_touch(void *base, size_t bytes);
/* For coroutine frames and shared memory; zeroed only when fresh. Null when out of memory. */
void *swrt_memory_alloc_raw(size_t bytes);
void swrt_memory_free_raw(void *address, size_t bytes);

/* The region (reserved, if it was not yet): its first byte; its size. Null when there is none. */
char *swrt_memory_region(size_t *bytes);

bool swrt_region_contains(const void *address); /* needs no lock */

/* hold.c: one range of accessible pages at a time can be read but not written to; false: it cannot be held. */
bool swrt_memory_hold(char *base, size_t bytes);
void swrt_memory_let_go(char *base, size_t bytes);
/* In a signal handler: whether the write that failed is to be repeated, which is after the hold. */
bool swrt_memory_held(uintptr_t address);

/* find.c */
/* By whom device variables are found, once there may be some. */
void swrt_memory_variables_by(bool (*find)(const void *address, struct swrt_allocation *found));

/* What address belongs to: fills *found and returns its kind. An address just past an allocation is not in it. */
enum swrt_memory_kind swrt_memory_find(const void *address, struct swrt_allocation *found);
/* describe.c, for fault reports: "0x… is 16 bytes past the 400-byte allocation at 0x…". False when nothing is
 * near. */
bool swrt_memory_describe(const void *address, char *text, size_t size);
/* The same as data: the allocation that address lies in, or the nearest one. distance: bytes from its start, or behind
 * its end, or before its start. */
enum swrt_near_relation { SWRT_NEAR_INTO, SWRT_NEAR_PAST, SWRT_NEAR_BEFORE, SWRT_NEAR_FREED /* into it */ };
struct swrt_near {
    const char *base;
    size_t bytes, distance;
    enum swrt_near_relation relation;
};
bool swrt_memory_near(const void *address, struct swrt_near *near);

/* Whether a byte of the region lies in pages of allocations, and in none of them. */
bool swrt_memory_is_spare(const void *address);

/* each.c: visits every allocation of the program's, and what it has registered, with the memory's lock held.
 * room: how many bytes from the base on are nobody else's, at least the allocation's own. may_alias: other addresses
 * may lead to the same bytes. */
struct swrt_memory_piece {
    struct swrt_allocation allocation;
    size_t room;
    bool may_alias;
    bool is_common; /* other processes may have it, too: its pages are in `pages`, with serial 0 */
    /* Pages that only the runtime and kernels write to, this and other allocations on them: `serial` is theirs until
     * they are unmapped or exchanged. 0: none. */
    char *pages;
    size_t page_bytes;
    uint64_t serial;
    uint64_t identity; /* the same for all kinds; 0: nobody is told when they are */
};
uint64_t swrt_memory_version(void); /* another one when swrt_memory_each would visit something else */
void swrt_memory_each(void (*visit)(const struct swrt_memory_piece *piece, void *data), void *data);

/* host.c: the program's own memory, registered. */
cudaError_t swrt_memory_register(void *address, size_t bytes, unsigned flags, int device);
cudaError_t swrt_memory_unregister(void *address);
void swrt_memory_unregister_device(int device); /* cudaDeviceReset */
bool swrt_memory_find_registered(const void *address, struct swrt_allocation *found);

/* advice.c: what cudaMemAdvise and cudaMemPrefetchAsync were told about memory. */
struct swrt_advice {
    bool read_mostly;
    int preferred, last_prefetch; /* a device, cudaCpuDeviceId, or cudaInvalidDeviceId: none */
    unsigned accessed_by;         /* a bit per device, bit SWRT_MAX_DEVICES for the host */
};
struct swrt_advice swrt_advice_of(const void *start, size_t bytes); /* what is true of every byte */
/* Changes what was told about each part of the range. */
void swrt_advice_change(const void *start, size_t bytes, void (*change)(struct swrt_advice *advice, const void *data),
                        const void *data);
void swrt_advice_forget(const void *start, size_t bytes);

size_t swrt_memory_allocated(void); /* alloc.c: bytes, by the program, as asked for */

#endif
