/* Names of places in memory: variables of the device and the block, and what the kernel's arguments lead to. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "explore/launch/launch.h"
#include "module/registry.h"
#include "report/kernel_name.h"

enum { LONGEST_NAME = 512 };

/* "name", "name[3]" where it has several elements. */
static void put(char *text, size_t room, const char *name, uint64_t offset, uint32_t size, uint64_t bytes) {
    if (bytes == size)
        snprintf(text, room, "%s", name);
    else if (offset % size)
        snprintf(text, room, "%s+%llu", name, (unsigned long long)offset);
    else
        snprintf(text, room, "%s[%llu]", name, (unsigned long long)(offset / size));
}

/* ---- Variables of the device ----------------------------------------------------------------------------------- */

/* What a search is for: the variable at an address, or one of that name. */
struct search {
    uint64_t address;
    const char *name;
    size_t length;
    char found[LONGEST_NAME];
    uint64_t base, bytes; /* bytes 0: not found */
};

static void look_at_address(const struct swrt_symbol_place *place, void *data) {
    struct search *s = data;
    if (s->address - (uintptr_t)place->base >= place->bytes)
        return;
    swrt_kernel_name(place->name, s->found, sizeof s->found);
    s->base = (uintptr_t)place->base;
    s->bytes = place->bytes;
}

static bool is_called(const char *name, const char *wanted, size_t length) {
    const char *last = NULL;
    for (const char *at = name; (at = strstr(at, "::")); at += 2)
        last = at + 2;
    bool is_whole = strlen(name) == length && !strncmp(name, wanted, length);
    return is_whole || (last && strlen(last) == length && !strncmp(last, wanted, length));
}

static void look_at_name(const struct swrt_symbol_place *place, void *data) {
    struct search *s = data;
    char name[LONGEST_NAME];
    swrt_kernel_name(place->name, name, sizeof name);
    if (s->bytes || !is_called(name, s->name, s->length))
        return;
    s->base = (uintptr_t)place->base;
    s->bytes = place->bytes;
}

/* ---- The block's variables ------------------------------------------------------------------------------------- */

static bool name_shared(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size, char *text,
                        size_t room) {
    uint64_t offset = address - (uintptr_t)launch->shared;
    if (offset >= launch->shared_bytes)
        return false;
    const struct swrt_kernel *kernel = launch->grid->kernel;
    const struct swrt_shared_var *vars = kernel->shared_vars;
    uint64_t block = offset / launch->shared_each, within = offset % launch->shared_each;
    char name[LONGEST_NAME];
    snprintf(name, sizeof name, "shared+%llu", (unsigned long long)within);
    for (uint32_t i = 0; i < kernel->num_shared_vars; i++)
        if (within - vars[i].offset < vars[i].size) {
            char whole[LONGEST_NAME];
            swrt_kernel_name(vars[i].name, whole, sizeof whole);
            const char *last = strrchr(whole, ':'); /* the kernel's own: kernel()::s */
            put(name, sizeof name, last ? last + 1 : whole, within - vars[i].offset, size, vars[i].size);
        }
    if (launch->grid->total > 1)
        snprintf(text, room, "%s of block %llu", name, (unsigned long long)block);
    else
        snprintf(text, room, "%s", name);
    return true;
}

/* ---- What arguments lead to ------------------------------------------------------------------------------------ */

static bool argument(const struct swrt_launch_explored *launch, uint32_t number, uint64_t *pointer,
                     struct swrt_allocation *found) {
    const struct swrt_kernel *kernel = launch->grid->kernel;
    const struct swrt_param *param = (const struct swrt_param *)kernel->params + number;
    if (number >= kernel->num_params || param->size != sizeof *pointer)
        return false;
    memcpy(pointer, (const char *)launch->grid->args + param->offset, sizeof *pointer);
    return swrt_memory_find((const void *)(uintptr_t)*pointer, found) > SWRT_MEMORY_NONE && found->base;
}

static bool name_by_argument(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size, char *text,
                             size_t room) {
    for (uint32_t i = 0; i < ((const struct swrt_kernel *)launch->grid->kernel)->num_params; i++) {
        struct swrt_allocation found = {0};
        uint64_t pointer;
        char name[32];
        if (!argument(launch, i, &pointer, &found) || address < pointer ||
            address >= (uintptr_t)found.base + found.bytes)
            continue;
        snprintf(name, sizeof name, "arg%u", i + 1);
        put(text, room, name, address - pointer, size, 0);
        return true;
    }
    return false;
}

/* ---------------------------------------------------------------------------------------------------------------- */

void swrt_explore_name(const struct swrt_launch_explored *launch, uint64_t address, uint32_t size, char *text,
                       size_t room) {
    struct search s = {.address = address};
    if (name_shared(launch, address, size, text, room))
        return;
    swrt_symbol_each(look_at_address, &s);
    if (s.bytes)
        put(text, room, s.found, address - s.base, size, s.bytes);
    else if (!name_by_argument(launch, address, size, text, room))
        swrt_check_place(&launch->thread[0].slot->block, (const void *)(uintptr_t)address, text, room);
}

bool swrt_explore_find(const struct swrt_launch_explored *launch, const char *name, size_t length, uint64_t *address,
                       uint64_t *bytes) {
    struct search s = {.name = name, .length = length};
    struct swrt_allocation found = {0};
    unsigned number;
    int used = 0;
    swrt_symbol_each(look_at_name, &s);
    *address = s.base;
    *bytes = s.bytes;
    if (s.bytes)
        return true;
    if (sscanf(name, "arg%u%n", &number, &used) != 1 || (size_t)used != length || !number ||
        !argument(launch, number - 1, address, &found))
        return false;
    *bytes = (uintptr_t)found.base + found.bytes - *address;
    return true;
}
