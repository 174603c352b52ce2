/* Whose memory an address is (space.h): asked from what is nearest to the thread, its own variables, to what any may have.
 * What misses shared memory or a device variable by little is said to have meant it. */
#include "check/memory/space.h"

#include "base/plural.h"
#include "check/check.h"
#include "check/memory/valid.h"
#include "execute/block.h"
#include "execute/cluster/cluster.h"
#include "graph/graph.h"
#include "module/registry.h"
#include "os/memory/probe.h"
#include "report/kernel_name.h"
#include "report/refused.h"
#include "texture/texture.h"

enum { NEAR_VARIABLE = 64 };
enum { SHARED_NEAR = 64 << 10 }; /* an index that misses shared memory by less meant it */

struct range {
    uintptr_t base, bytes;
};

static bool contains(struct range range, const void *address, uint64_t bytes) {
    uintptr_t offset = (uintptr_t)address - range.base;
    return offset < range.bytes && bytes <= range.bytes - offset;
}

/* The block in whose shared memory it is: this one, or another of its cluster; null: in none's. */
static const struct swrt_slot *holder_of(const struct swrt_block *b, const void *address) {
    return swrt_cluster_holder(b->runtime, address);
}

static struct range arguments_of(const struct swrt_block *b) {
    const struct swrt_slot *slot = b->runtime;
    return (struct range){(uintptr_t)b->args, slot->grid->kernel->params_bytes};
}

/* A thread's own variables lie in its coroutine's frame, or on the worker's stack. */
static bool is_local(const struct swrt_block *b, const void *address, uint64_t bytes) {
    const struct swrt_slot *slot = b->runtime;
    struct range stack = {(uintptr_t)swrt_self()->stack_low,
                          (uintptr_t)swrt_self()->stack_top - (uintptr_t)swrt_self()->stack_low};
    return contains(stack, address, bytes) || swrt_frames_hold(&slot->frames, address) ||
           swrt_guarded_holds(&slot->executor->locals, address);
}

/* And no allocation of the program's is nearer. */
static bool is_near_shared(const struct swrt_block *b, const void *address) {
    struct swrt_near near;
    uintptr_t at = (uintptr_t)address, first = (uintptr_t)b->window, end = first + b->window_bytes;
    uintptr_t distance = at < first ? first - at : at < end ? 0 : at - end + 1;
    return b->shared_bytes && distance <= SHARED_NEAR &&
           !(swrt_memory_near(address, &near) && near.distance < distance);
}

/* Where the blocks of a cooperative launch meet, descriptors of textures and surfaces, conditions of graphs. */
static bool is_the_runtimes(const struct swrt_block *b, const void *address) {
    const struct swrt_grid *grid = ((const struct swrt_slot *)b->runtime)->grid;
    struct range own = {(uintptr_t)grid, sizeof *grid}, together = {(uintptr_t)grid->together, sizeof *grid->together};
    return contains(own, address, 1) || (grid->together && contains(together, address, 1)) ||
           swrt_object_has(address) || swrt_is_condition((uintptr_t)address);
}

/* Of what is no memory of the program's for devices. */
static enum swrt_check_space space_beside(const struct swrt_block *b, const void *address) {
    if (contains(arguments_of(b), address, 1) || swrt_check_is_constant(address))
        return SWRT_IN_CONSTANT;
    if (is_the_runtimes(b, address))
        return SWRT_IN_RUNTIME;
    return swrt_memory_readable(address, 1) ? SWRT_IN_HOST : SWRT_IN_NOTHING;
}

enum swrt_check_space swrt_check_space_of(const struct swrt_block *b, const void *address) {
    struct swrt_allocation found;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (holder_of(b, address))
        return SWRT_IN_SHARED;
    if (is_local(b, address, 1))
        return SWRT_IN_LOCAL;
    switch (kind) {
    case SWRT_MEMORY_RAW:
        if (is_near_shared(b, address))
            return SWRT_IN_SHARED;
        return swrt_valid_has(address, 1) ? SWRT_IN_GLOBAL : SWRT_IN_NOTHING;
    case SWRT_MEMORY_INVALID:
        return is_near_shared(b, address) ? SWRT_IN_SHARED : SWRT_IN_NOTHING;
    case SWRT_MEMORY_NONE:
        return space_beside(b, address);
    default:
        return swrt_symbol_is_constant(address) ? SWRT_IN_CONSTANT : SWRT_IN_GLOBAL;
    }
}

const char *swrt_check_space_word(enum swrt_check_space space) {
    static const char *const words[] = {
        [SWRT_IN_GLOBAL] = "__global__",     [SWRT_IN_SHARED] = "__shared__", [SWRT_IN_LOCAL] = "__local__",
        [SWRT_IN_CONSTANT] = "__constant__", [SWRT_IN_HOST] = "__global__",   [SWRT_IN_NOTHING] = "__global__",
        [SWRT_IN_RUNTIME] = "__global__"};
    return words[space];
}

/* An allocation's bytes are entered as valid, all at once: the next access finds them there. */
static bool is_allocated(const void *address, uint64_t bytes) {
    struct swrt_allocation found;
    enum swrt_memory_kind kind = swrt_memory_find(address, &found);
    if (kind == SWRT_MEMORY_NONE || kind == SWRT_MEMORY_RAW || kind == SWRT_MEMORY_INVALID)
        return false;
    swrt_valid_set(found.base, found.bytes);
    return contains((struct range){(uintptr_t)found.base, found.bytes}, address, bytes);
}

/* Of any length. */
static bool is_known(const void *address, uint64_t bytes) {
    const char *at = address;
    for (; bytes > 16; at += 16, bytes -= 16)
        if (!swrt_valid_has(at, 16))
            return false;
    return swrt_valid_has(at, (uint32_t)bytes);
}

/* Behind a device variable, in its gap. */
static bool is_near_variable(const void *address) {
    struct swrt_symbol_near near;
    return swrt_symbol_near(address, NEAR_VARIABLE, &near);
}

bool swrt_check_range_valid(const struct swrt_block *b, const void *address, uint64_t bytes, bool is_write,
                            enum swrt_check_space *space) {
    *space = swrt_check_space_of(b, address);
    switch (*space) {
    case SWRT_IN_GLOBAL:
        return is_known(address, bytes) || is_allocated(address, bytes);
    case SWRT_IN_SHARED:
        return is_known(address, bytes);
    case SWRT_IN_LOCAL:
        return is_local(b, address, bytes);
    case SWRT_IN_CONSTANT:
        return !is_write;
    case SWRT_IN_RUNTIME:
        return !is_write || !swrt_object_has(address);
    case SWRT_IN_HOST:
        return swrt_reaches_host() && !is_near_variable(address);
    default:
        return false;
    }
}

/* Of the cluster's blocks the last that begins before the place. */
static const struct swrt_block *block_before(const struct swrt_block *b, const void *address) {
    const struct swrt_cluster *cluster = ((const struct swrt_slot *)b->runtime)->cluster;
    for (uint32_t rank = 0; cluster && rank < cluster->blocks; rank++)
        if ((uintptr_t)address - (uintptr_t)cluster->slots[rank]->block.shared < 1u << b->shared_log)
            return &cluster->slots[rank]->block;
    return b;
}

static void note_cluster(struct swrt_finding *f, const struct swrt_block *b, const struct swrt_block *where) {
    bool has_ended = ((const struct swrt_slot *)where->runtime)->has_ended;
    if (where != b)
        swrt_finding_note(f, "The shared memory is that of block (%u,%u,%u) of the same cluster%s", where->ctaid_x,
                          where->ctaid_y, where->ctaid_z, has_ended ? ", which has ended" : "");
}

/* The last variable before the place, or how much there is. */
static void note_shared(struct swrt_finding *f, const struct swrt_block *b, ptrdiff_t offset) {
    const struct swrt_kernel *kernel = ((const struct swrt_slot *)b->runtime)->grid->kernel;
    const struct swrt_shared_var *vars = kernel->shared_vars, *before = NULL;
    uint32_t first_dynamic = b->shared_bytes - b->dynamic_bytes;
    bool is_behind = b->dynamic_bytes && offset >= first_dynamic;
    for (uint32_t i = 0; i < kernel->num_shared_vars && !is_behind; i++)
        if (vars[i].offset <= offset && (!before || vars[i].offset > before->offset))
            before = &vars[i];
    if (before)
        swrt_finding_note(f, "Address is %td byte%s from the start of the %u-byte variable %s", offset - before->offset,
                          swrt_s(offset - before->offset), before->size, (const char *)before->name);
    else if (is_behind)
        swrt_finding_note(f, "Address is %td byte%s from the start of the block's %u byte%s of dynamic shared memory",
                          offset - first_dynamic, swrt_s(offset - first_dynamic), b->dynamic_bytes,
                          swrt_s(b->dynamic_bytes));
    else if (!b->shared_bytes)
        swrt_finding_note(f, "The block has no shared memory");
    else
        swrt_finding_note(f, "Address is before the block's shared memory");
}

/* Device variables lie in the program's own data, with a gap behind each. */
static bool note_variable(struct swrt_finding *f, const char *address) {
    struct swrt_symbol_near near;
    char name[512];
    if (!swrt_symbol_near(address, NEAR_VARIABLE, &near))
        return false;
    swrt_kernel_name(near.name, name, sizeof name);
    swrt_finding_note(f, "Address is %td byte%s from the start of the %zu-byte variable %s", address - near.base,
                      swrt_s(address - near.base), near.bytes, name);
    return true;
}

void swrt_check_space_note(struct swrt_finding *f, const struct swrt_block *b, const void *address, uint64_t bytes,
                           enum swrt_check_space space) {
    struct swrt_allocation found;
    const struct swrt_block *where;
    switch (space) {
    case SWRT_IN_SHARED:
        where = block_before(b, address);
        note_shared(f, where, (const char *)address - (const char *)where->shared);
        note_cluster(f, b, where);
        break;
    case SWRT_IN_HOST:
        if (note_variable(f, address))
            break;
        swrt_finding_note(f, "Address %p is ordinary memory of the host, which a kernel cannot reach", address);
        break;
    case SWRT_IN_CONSTANT:
        swrt_finding_note(f, "Address %p is constant memory", address);
        break;
    case SWRT_IN_GLOBAL:
        swrt_memory_find(address, &found);
        swrt_finding_note(f, "Address %p is the last but %zu of %zu byte%s at %p: the access goes beyond them", address,
                          (size_t)(found.base + found.bytes - (const char *)address) - 1, found.bytes,
                          swrt_s(found.bytes), (void *)found.base);
        break;
    default:
        swrt_finding_note(f, "Address 0x%zx is out of bounds", (size_t)address); /* a null pointer, too */
    }
}
