/* Which handles are alive, of streams, events, graphs and what belongs to them: an open-addressing set of pointers.
 *
 * A program may pass a handle it has destroyed, or garbage. Looking it up here before touching it turns that into
 * cudaErrorInvalidResourceHandle. Guarded by the engine's lock.
 */
#include <stdlib.h>

#include "base/assert.h"
#include "stream/engine_internal.h"
#include "stream/stream.h"

static struct {
    const void **at;
    size_t size, used; /* used counts tombstones too */
    size_t alive;
} set;

static const char tombstone;

static size_t place(const void *handle) {
    return ((uintptr_t)handle >> 4) * 0x9e3779b97f4a7c15u >> 20;
}

static const void **find(const void *handle) {
    if (!set.size)
        return NULL;
    for (size_t i = place(handle);; i++) {
        const void **at = &set.at[i & (set.size - 1)];
        if (*at == handle)
            return at;
        if (!*at)
            return NULL;
    }
}

static void insert(const void *handle) {
    size_t i = place(handle);
    while (set.at[i & (set.size - 1)])
        i++;
    set.at[i & (set.size - 1)] = handle;
    set.used++;
}

static bool rebuild(void) {
    size_t size = 64;
    while (size < set.alive * 4)
        size *= 2;
    const void **old = set.at;
    size_t old_size = set.size;
    const void **at = calloc(size, sizeof *at);
    if (!at)
        return false;
    set.at = at;
    set.size = size;
    set.used = 0;
    for (size_t i = 0; i < old_size; i++)
        if (old[i] && old[i] != &tombstone)
            insert(old[i]);
    free(old);
    return true;
}

bool swrt_handle_add(const void *handle) {
    assert(swrt_is_locked());
    if ((set.used + 1) * 2 > set.size && !rebuild())
        return false;
    insert(handle);
    set.alive++;
    return true;
}

void swrt_handle_remove(const void *handle) {
    assert(swrt_is_locked());
    const void **at = find(handle);
    if (at) {
        *at = &tombstone;
        set.alive--;
    }
}

bool swrt_handle_is(const void *handle, enum swrt_tag tag) {
    assert(swrt_is_locked());
    return handle && handle != &tombstone && find(handle) && *(const unsigned *)handle == (unsigned)tag;
}
