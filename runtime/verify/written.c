/* The first write to a chunk of protected memory, in a signal handler: who writes waits until it has been copied. */
#include <sched.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "verify/verify_internal.h"

enum { LOOK_US = 200 };

static struct swrt_piece *piece_at(uintptr_t address) {
    size_t low = 0, high = swrt_pieces.count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if ((uintptr_t)swrt_pieces.at[middle].base > address)
            high = middle;
        else
            low = middle + 1;
    }
    for (size_t i = low; i-- > 0 && i + 2 > low;) { /* its pages may begin behind the next piece's start */
        struct swrt_piece *piece = &swrt_pieces.at[i];
        if (address - (uintptr_t)piece->pages < piece->page_bytes)
            return piece;
    }
    return NULL;
}

static void copy_chunk(struct swrt_piece *piece, size_t chunk) {
    _Atomic uint8_t *state = swrt_chunk_state(piece, chunk);
    uint8_t clean = SWRT_CHUNK_CLEAN;
    if (!atomic_compare_exchange_strong(state, &clean, SWRT_CHUNK_BUSY)) {
        while (atomic_load(state) == SWRT_CHUNK_BUSY)
            sched_yield();
        return;
    }
    char *at = piece->pages + chunk * piece->chunk;
    size_t left = piece->page_bytes - chunk * piece->chunk, bytes = left < piece->chunk ? left : piece->chunk;
    swrt_copies_add(piece, at, bytes);
    if (mprotect(at, bytes, PROT_READ | PROT_WRITE))
        abort(); /* the system allows no more mappings: nothing can be written to any more */
    atomic_store(state, SWRT_CHUNK_COPIED);
}

/* A host thread that is at work may look at the memory at any time, and must see no run but the last. */
static bool may_write(const struct swrt_piece *piece) {
    return !piece->is_host || swrt_host_is_waiting();
}

/* A thread that is no kernel's waits until the launch has been compared. */
static void wait_for_end(void) {
    while (swrt_copies_are_active())
        usleep(LOOK_US);
}

/* Another thread may have been quicker, or the end of it all: then the access is repeated, once for a verification. */
static bool is_late(uintptr_t address) {
    static _Thread_local struct {
        uintptr_t address;
        unsigned times;
    } repeated __attribute__((tls_model("initial-exec")));
    unsigned now = swrt_copies_times();
    if (!now || (repeated.address == address && repeated.times == now))
        return false;
    repeated.address = address;
    repeated.times = now;
    return true;
}

static void refuse(struct swrt_executor *x) {
    atomic_store(&x->running->grid->verified->is_refused, true);
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_REPORTED, .error = cudaErrorLaunchFailure};
    swrt_fault_raise(x);
}

bool swrt_verify_fault(uintptr_t address) {
    struct swrt_executor *x = swrt_self.executor;
    if (!swrt_verify_options.is_on)
        return false;
    struct swrt_piece *piece = swrt_copies_are_active() ? piece_at(address) : NULL;
    if (!piece)
        return is_late(address);
    if (!x) {
        wait_for_end();
        return true;
    }
    if (x->running && !may_write(piece))
        refuse(x);
    copy_chunk(piece, (address - (uintptr_t)piece->pages) / piece->chunk);
    return true;
}
