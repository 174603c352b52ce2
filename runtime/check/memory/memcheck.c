/* memcheck: accesses outside of what is allocated, or misaligned, to the byte; freeing what is not allocated; failing
 * calls of the API; on request what is never freed. (Compute Sanitizer's manual, "Memcheck Tool": the same faults, the
 * same words.)
 *
 * An access that can do no harm, since what lies there belongs to nobody, is reported and done, so that one run finds
 * several faults. Any other stops the kernel, as the fault on a GPU would. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/plural.h"
#include "check/check.h"
#include "check/finding.h"
#include "check/memory/allocations.h"
#include "check/memory/space.h"
#include "check/memory/valid.h"
#include "execute/block.h"
#include "report/error.h"
#include "report/source_line.h"

static void start(void) {
    swrt_valid_start();
}

static void quick(struct swrt_check_quick *quick) {
    quick->base = swrt_valid.base;
    quick->bytes = swrt_valid.bytes;
    quick->counts = swrt_valid.counts;
}

struct fault {
    const struct swrt_block *block;
    const struct swrt_site *site;
    const void *address;
    uint64_t size;
    bool is_write;
};

static bool is_atomic(const struct swrt_site *site) {
    return site->kind == SWRT_SITE_RMW || site->kind == SWRT_SITE_CAS || site->kind == SWRT_SITE_REDUCE;
}

static const char *rule_of(const struct fault *fault, const struct swrt_near *near) {
    if (near && near->relation == SWRT_NEAR_FREED)
        return fault->is_write ? "write-after-free" : "read-after-free";
    if (is_atomic(fault->site))
        return "invalid-atomic";
    return fault->is_write ? "invalid-write" : "invalid-read";
}

static const char *access_word(const struct fault *fault) {
    return is_atomic(fault->site) ? "atomic" : fault->is_write ? "write" : "read";
}

static struct swrt_finding *begin(const struct fault *fault, const char *rule, const char *space) {
    struct swrt_finding_key key = {"memcheck", rule, SWRT_FINDING_ERROR, fault->site->number, 0, 0};
    struct swrt_finding *f = swrt_finding_begin(key, "Invalid %s %s of size %llu bytes", space, access_word(fault),
                                                (unsigned long long)fault->size);
    if (f) {
        swrt_finding_fact(f, "address", "0x%zx", (size_t)fault->address);
        swrt_finding_fact(f, "size", "%llu", (unsigned long long)fault->size);
        swrt_finding_at(f, "at", fault->site);
        swrt_finding_thread(f, fault->block);
    }
    return f;
}

static void end(struct swrt_finding *f, const struct swrt_block *block) {
    const struct swrt_slot *slot = block->runtime;
    swrt_finding_stack(f, "Saved host backtrace up to the kernel's launch", slot->grid->caller);
    swrt_finding_end(f);
}

static const char *bytes_word(uint64_t count) {
    return count == 1 ? "byte" : "bytes";
}

static void note_owner(struct swrt_finding *f, const void *base, size_t bytes) {
    swrt_finding_fact(f, "allocation", "%p %zu", base, bytes);
    const struct swrt_allocation_record *record = swrt_allocation_at(base);
    if (!record)
        return;
    swrt_finding_stack(f, "It was freed at", record->freed);
    swrt_finding_stack(f, "It was allocated at", record->allocated);
}

static void note_near(struct swrt_finding *f, const struct swrt_near *near) {
    static const char *const relations[] = {[SWRT_NEAR_INTO] = "inside",
                                            [SWRT_NEAR_PAST] = "after",
                                            [SWRT_NEAR_BEFORE] = "before",
                                            [SWRT_NEAR_FREED] = "inside"};
    bool is_freed = near->relation == SWRT_NEAR_FREED;
    /* As Compute Sanitizer counts: the byte behind an allocation is 1 byte after it. */
    size_t distance = near->relation == SWRT_NEAR_PAST ? near->distance + 1 : near->distance;
    swrt_finding_note(f, "and is %zu %s %s the %sallocation at %p of size %zu bytes", distance, bytes_word(distance),
                      relations[near->relation], is_freed ? "freed " : "nearest ", (const void *)near->base,
                      near->bytes);
    note_owner(f, near->base, near->bytes);
}

/* What lies beyond the allocation is nobody's, and yet there: behind one, or freed and in quarantine. */
static bool is_harmless(const struct fault *fault) {
    enum { MOST = 4096 };
    size_t in_shared = (size_t)((const char *)fault->address - (const char *)fault->block->window);
    if (fault->block->window_bytes && in_shared + fault->size <= fault->block->window_bytes + SWRT_SHARED_GAP)
        return true;
    bool are_harmless = fault->size <= MOST;
    for (uint64_t i = 0; i < fault->size && are_harmless; i++) {
        const char *byte = (const char *)fault->address + i;
        are_harmless = swrt_valid_has(byte, 1) || swrt_memory_is_spare(byte);
    }
    return are_harmless;
}

static _Noreturn void stop(const struct fault *fault, cudaError_t error) {
    const struct swrt_slot *slot = fault->block->runtime;
    struct swrt_executor *x = slot->executor;
    x->fault = (struct swrt_fault){.kind = SWRT_FAULT_REPORTED, .error = error};
    if (slot->grid->is_passed_over) /* told as without checkers */
        x->fault = (struct swrt_fault){.kind = SWRT_FAULT_SIGNAL,
                                       .signal = SWRT_SIGNAL_ACCESS,
                                       .error = error,
                                       .misaligned = error == cudaErrorMisalignedAddress,
                                       .is_one_thread = true,
                                       .address = (uintptr_t)fault->address};
    swrt_fault_raise(x);
}

/* What the program meant is told, not what it hit. */
static enum swrt_check_space space_meant(const struct fault *fault, enum swrt_check_space space) {
    return fault->site->flags & SWRT_SITE_SHARED ? SWRT_IN_SHARED : space;
}

static void report_outside(const struct fault *fault, enum swrt_check_space found) {
    enum swrt_check_space space = space_meant(fault, found);
    struct swrt_near near;
    bool has_near = space == SWRT_IN_NOTHING && swrt_memory_near(fault->address, &near);
    struct swrt_finding *f = begin(fault, rule_of(fault, has_near ? &near : NULL), swrt_check_space_word(space));
    if (f) {
        swrt_check_space_note(f, fault->block, fault->address, fault->size, space);
        if (has_near)
            note_near(f, &near);
        end(f, fault->block);
    }
    if (!is_harmless(fault))
        stop(fault, cudaErrorIllegalAddress);
}

static void check_range(const struct fault *fault) {
    enum swrt_check_space space;
    if (!swrt_check_range_valid(fault->block, fault->address, fault->size, fault->is_write, &space))
        report_outside(fault, space);
}

static void report_misaligned(const struct fault *fault) {
    enum swrt_check_space found = swrt_check_space_of(fault->block, fault->address);
    const char *space = swrt_check_space_word(space_meant(fault, found));
    struct swrt_finding *f = begin(fault, "misaligned", space);
    if (f) {
        swrt_finding_note(f, "Address %p is misaligned: it is no multiple of %u", fault->address, fault->site->align);
        end(f, fault->block);
    }
    stop(fault, cudaErrorMisalignedAddress);
}

/* Of a block's shared memory the variables are valid, and the dynamic part; red zones are not. The next block of the
 * kernel finds that done. */
static void block_begins(struct swrt_block *block) {
    struct swrt_slot *slot = block->runtime;
    const struct swrt_kernel *kernel = slot->grid->kernel;
    if (slot->valid_kernel == kernel && slot->valid_bytes == block->shared_bytes && slot->valid_shared == block->shared)
        return;
    const struct swrt_shared_var *vars = kernel->shared_vars;
    char *shared = block->shared_bytes ? block->shared : NULL;
    if (shared)
        swrt_valid_clear(shared, slot->cluster ? 1u << block->shared_log : block->shared_bytes);
    for (uint32_t i = 0; shared && i < kernel->num_shared_vars; i++)
        swrt_valid_set(shared + vars[i].offset, vars[i].size);
    if (shared && block->dynamic_bytes)
        swrt_valid_set(shared + block->shared_bytes - block->dynamic_bytes, block->dynamic_bytes);
    slot->valid_kernel = slot->cluster ? NULL : kernel;
    slot->valid_bytes = block->shared_bytes;
    slot->valid_shared = block->shared;
}

/* The cluster's other blocks have no business there any more. */
static void block_leaves(struct swrt_block *block) {
    if (block->shared_bytes)
        swrt_valid_clear(block->shared, block->shared_bytes);
}

static inline void check(struct swrt_block *block, const void *address, const struct swrt_site *site, bool is_write) {
    struct fault fault = {block, site, address, site->size, is_write};
    if ((uintptr_t)address & (site->align - 1))
        report_misaligned(&fault);
    if (!swrt_valid_has(address, site->size))
        check_range(&fault);
}

static void check_read(struct swrt_block *block, const void *address, struct swrt_site *site) {
    check(block, address, site, false);
}

static void check_write(struct swrt_block *block, const void *address, struct swrt_site *site) {
    check(block, address, site, true);
}

static void check_copy(struct swrt_block *block, const void *to, const void *from, uint64_t bytes,
                       struct swrt_site *site) {
    if (!bytes)
        return;
    check_range(&(struct fault){block, site, from, bytes, false});
    check_range(&(struct fault){block, site, to, bytes, true});
}

static void check_fill(struct swrt_block *block, const void *to, uint64_t bytes, struct swrt_site *site) {
    if (bytes)
        check_range(&(struct fault){block, site, to, bytes, true});
}

/* Beside a variable lies another of the thread's, or a coroutine's state. */
static void check_local(struct swrt_block *block, const void *address, const void *base, uint64_t bytes,
                        struct swrt_site *site) {
    size_t offset = (size_t)((const char *)address - (const char *)base);
    if (offset < bytes && site->size <= bytes - offset)
        return;
    bool is_write = site->kind != SWRT_SITE_READ;
    struct fault fault = {block, site, address, site->size, is_write};
    struct swrt_finding *f = begin(&fault, is_write ? "invalid-write" : "invalid-read", "__local__");
    if (f) {
        swrt_finding_note(f, "Address is %lld byte%s from the start of the %llu-byte variable%s%s",
                          (long long)(ptrdiff_t)offset, swrt_s((long long)(ptrdiff_t)offset), (unsigned long long)bytes,
                          site->name ? " " : "", site->name ? (const char *)site->name : "");
        end(f, block);
    }
    stop(&fault, cudaErrorIllegalAddress);
}

static void freed(const void *base, size_t bytes) {
    swrt_valid_clear(base, bytes);
    swrt_allocation_ends(base);
}

static void allocated(const void *base, size_t bytes, uint32_t kind) {
    enum { GAP = 256 };
    swrt_valid_clear(base, bytes + GAP); /* what the runtime had there before */
    swrt_allocation_begins(base, bytes, kind);
}

static void retired(const void *base) {
    swrt_allocation_ends(base);
}

static void heap_allocated(struct swrt_block *block, const void *base, size_t bytes) {
    swrt_valid_set(base, bytes);
    swrt_heap_record_begins(block, base, bytes);
}

static void heap_freed(struct swrt_block *block, const void *base, bool was_allocated) {
    if (was_allocated) {
        swrt_valid_clear(base, swrt_heap_record_ends(base));
        return;
    }
    struct swrt_finding_key key = {"memcheck", "invalid-device-free", SWRT_FINDING_ERROR, 0, 0, 0};
    struct swrt_finding *f = swrt_finding_begin(key, "Malloc/Free error encountered : Invalid pointer to free");
    if (!f)
        return;
    swrt_finding_thread(f, block);
    swrt_finding_note(f, "Address %p was not given by malloc() on the device, or is free already", base);
    end(f, block);
}

struct place_of_fault {
    struct swrt_finding *f;
    bool is_told;
};

static void tell_place(void *data, const char *function, const char *file, unsigned line) {
    struct place_of_fault *place = data;
    char name[1024]; /* variants of a kernel have a dot and more behind its name */
    size_t length = strcspn(function, "(.");
    snprintf(name, sizeof name, "%.*s", function[length] == '.' ? (int)length : (int)sizeof name, function);
    struct swrt_site site = {.function = name, .file = file, .line = line};
    if (file && line && !place->is_told)
        swrt_finding_at(place->f, "at", &site);
    place->is_told |= file && line;
}

/* What no access has shown: an assertion, __trap(), a call of a function that is not there, an endless recursion. */
static void stopped(struct swrt_block *block, const struct swrt_fault *fault) {
    const struct swrt_slot *slot = block->runtime;
    char what[512];
    if (slot->grid->is_passed_over) /* and does not run any more */
        return;
    uint64_t detail = (uintptr_t)slot->grid->kernel ^ (uintptr_t)fault->pc << 8 ^ fault->line;
    swrt_fault_text(fault, what, sizeof what);
    struct swrt_finding *f = swrt_finding_begin(
        (struct swrt_finding_key){"memcheck", "kernel-stopped", SWRT_FINDING_ERROR, 0, 0, detail}, "%s", what);
    if (!f)
        return;
    struct place_of_fault place = {f, false};
    if (fault->kind == SWRT_FAULT_ASSERT)
        tell_place(&place, fault->function ? fault->function : "?", fault->file, fault->line);
    else if (fault->pc)
        swrt_source_calls(fault->pc, tell_place, &place);
    swrt_finding_thread(f, block);
    if (swrt_fault_place(fault, what, sizeof what))
        swrt_finding_note(f, "%s", what);
    end(f, block);
}

/* What programs ask only to learn, and what the program did wrong in a kernel, is not reported again, unless all is
 * wanted (--report-api-errors). */
static bool is_worth_telling(cudaError_t error) {
    const char *wanted = getenv("SOFTWARP_CHECK_API_ERRORS");
    if (wanted && strcmp(wanted, "explicit"))
        return !strcmp(wanted, "all");
    switch (error) {
    case cudaErrorPeerAccessAlreadyEnabled:
    case cudaErrorPeerAccessNotEnabled:
    case cudaErrorNotReady:
    case cudaErrorNoDevice:
    case cudaErrorIllegalAddress:
    case cudaErrorMisalignedAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorAssert:
        return false;
    default:
        return true;
    }
}

/* Who allocated, and perhaps freed, what the call is about. */
static void note_memory(struct swrt_finding *f, const void *address) {
    struct swrt_near near;
    if (!address)
        return;
    bool is_inside = swrt_memory_near(address, &near) &&
                     (near.relation == SWRT_NEAR_INTO || near.relation == SWRT_NEAR_FREED);
    const struct swrt_allocation_record *record = swrt_allocation_at(address);
    swrt_finding_fact(f, "address", "%p", address);
    if (!is_inside && record) /* long ago: why it fails does not tell */
        swrt_finding_note(f, "An allocation of %zu byte%s was there", record->bytes, swrt_s(record->bytes));
    if (is_inside || record)
        note_owner(f, is_inside ? near.base : address, is_inside ? near.bytes : record->bytes);
}

static void failed(const char *function, const char *name, cudaError_t error, const char *why, const void *memory) {
    if (!is_worth_telling(error))
        return;
    struct swrt_call_stack stack;
    swrt_call_stack_take(&stack);
    struct swrt_finding_key key = {"memcheck",      "api-error", SWRT_FINDING_ERROR,
                                   (uint32_t)error, 0,           swrt_call_stack_hash(&stack)};
    struct swrt_finding *f = swrt_finding_begin(key, "Program hit %s (error %d) due to \"%s\" on CUDA API call to %s.",
                                                name, (int)error, swrt_error_text(error), function);
    if (!f)
        return;
    if (why)
        swrt_finding_note(f, "%s", why);
    note_memory(f, memory);
    swrt_finding_stack(f, "Saved host backtrace up to the call", &stack);
    swrt_finding_end(f);
}

/* Host code that reads or writes device memory: nothing stops it here, on a GPU the program crashes. */
static void host(const void *address, uint32_t size, uint32_t is_store, const void *caller) {
    struct swrt_allocation found;
    if ((uintptr_t)address - swrt_valid.base >= swrt_valid.bytes)
        return;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind != SWRT_MEMORY_DEVICE && kind != SWRT_MEMORY_RETIRED && kind != SWRT_MEMORY_INVALID)
        return;
    struct swrt_finding_key key = {"memcheck",       is_store ? "host-write" : "host-read", SWRT_FINDING_ERROR, 0, 0,
                                   (uintptr_t)caller};
    struct swrt_finding *f = swrt_finding_begin(key, "Invalid %s of size %u bytes by the host in device memory",
                                                is_store ? "write" : "read", size);
    if (!f)
        return;
    struct swrt_near near;
    swrt_finding_fact(f, "address", "%p", address);
    swrt_finding_fact(f, "size", "%u", size);
    swrt_finding_note(f, "Address %p is for kernels and cudaMemcpy only", address);
    if (swrt_memory_near(address, &near))
        note_near(f, &near);
    swrt_finding_stack(f, "Host backtrace", swrt_call_stack_from(caller));
    swrt_finding_end(f);
}

static void host_atomic(struct swrt_host_atomic *access) {
    host(access->address, access->size, access->kind != SWRT_SITE_READ, access->caller);
}

const struct swrt_check_tool swrt_check_memcheck_tool = {.name = "memcheck",
                                                         .start = start,
                                                         .quick = quick,
                                                         .program_ends = swrt_allocations_end,
                                                         .block_begins = block_begins,
                                                         .block_leaves = block_leaves,
                                                         .read = check_read,
                                                         .write = check_write,
                                                         .atomic = check_write,
                                                         .copy = check_copy,
                                                         .fill = check_fill,
                                                         .local = check_local,
                                                         .host = host,
                                                         .host_atomic_begins = host_atomic,
                                                         .allocated = allocated,
                                                         .freed = freed,
                                                         .retired = retired,
                                                         .heap_allocated = heap_allocated,
                                                         .heap_freed = heap_freed,
                                                         .failed = failed,
                                                         .stopped = stopped};
