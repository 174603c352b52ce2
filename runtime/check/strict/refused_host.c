/* Host code that reads or writes device memory: on a GPU such a program crashes. Files that are compiled with --strict
 * tell of each load and store (host.c). What an address in the region belongs to is asked once for an allocation
 * and thread, as long as no memory comes or goes. */
#include <stdio.h>

#include "base/plural.h"
#include "check/check.h"
#include "execute/block.h"
#include "memory/memory.h"
#include "os/thread/fault_signals.h"
#include "os/thread/thread.h"
#include "report/refused.h"
#include "report/source_line.h"

static bool is_hosts(const struct swrt_allocation *found) {
    return found->kind == SWRT_MEMORY_MANAGED || found->kind == SWRT_MEMORY_HOST ||
           found->kind == SWRT_MEMORY_REGISTERED || found->kind == SWRT_MEMORY_RAW;
}

static void refuse(const void *address, unsigned bytes, bool is_store, const void *caller) {
    char place[512] = "", what[512] = "";
    bool has_place = swrt_source_line((uintptr_t)caller - 1, place, sizeof place);
    bool has_what = swrt_memory_describe(address, what, sizeof what);
    fflush(stdout);
    fprintf(stderr, "========= Softwarp: Invalid %s of %u byte%s of device memory by the host at %p%s%s\n%s%s%s",
            is_store ? "write" : "read", bytes, swrt_s(bytes), address, has_place ? ", at " : "", place,
            has_what ? "=========     " : "", what, has_what ? "\n" : "");
    fputs("=========     the host cannot reach it with a GPU: cudaMemcpy, or cudaMallocManaged (--strict)\n", stderr);
    swrt_fault_crash();
}

void swrt_refused_host(const void *address, unsigned bytes, bool is_store, const void *caller) {
    struct swrt_allocation found;
    if (!swrt_region_contains(address) || swrt_check_is_on())
        return;
    struct swrt_thread *self = swrt_self_noted();
    uint64_t version = swrt_memory_version();
    if (self->touched.version == version && (size_t)((const char *)address - self->touched.base) < self->touched.bytes)
        return;
    found.kind = swrt_memory_find(address, &found);
    if (is_hosts(&found) || !swrt_is_strict()) {
        self->touched.base = found.base;
        self->touched.bytes = found.bytes;
        self->touched.version = version;
        return;
    }
    refuse(address, bytes, is_store, caller);
}
