/* What a thread's hooks say, as events.
 *
 * A read is told before the load, and its answer put where the load finds it. A store is told when it is done, at the
 * thread's next hook, with what lies in memory then. An atomic operation is both. What is wider than 8 bytes, a copy, or a
 * fill, is an event for each of its elements; so is a plain access whose alignment shows that it is a copy, or to whose bytes
 * there are smaller accesses. The events of each construct are those of NVIDIA's mapping of CUDA C++ to PTX:
 *
 *      load.seq_cst    fence.sc; ld.acquire        atomic function   relaxed
 *      store.seq_cst   fence.sc; st.relaxed        __threadfence()   fence.sc
 *      rmw.seq_cst     fence.sc; atom.acquire      volatile          relaxed.sys, not atomic
 */
#include <string.h>

#include "check/check.h"
#include "explore/launch/launch.h"

enum { LARGEST = 8 };

static bool is_scalar(uint64_t bytes) {
    return bytes && bytes <= LARGEST && !(bytes & (bytes - 1));
}

/* A sequential operation has a fence before it, and is what is left: a store that releases nothing, or one that acquires. */
static enum swrt_order order_of(const struct swrt_site *site) {
    if (site->order != SWRT_ORDER_SEQUENTIAL)
        return (enum swrt_order)site->order;
    return site->kind == SWRT_SITE_WRITE ? SWRT_ORDER_RELAXED : SWRT_ORDER_ACQUIRE;
}

/* ---- What accesses depend on ----------------------------------------------------------------------------------- */

static uint64_t bit_of(uint32_t read) {
    return read < SWRT_EXPLORE_READS ? 1ull << read : 0;
}

/* The reads that an entry of a site's list stands for. */
static uint64_t reads_at(const struct swrt_explored *t, const struct swrt_site *site, int32_t entry) {
    uint32_t number = site->number + (uint32_t)(entry >> 1);
    uint32_t known = t->reads < SWRT_EXPLORE_READS ? t->reads : SWRT_EXPLORE_READS;
    uint64_t found = 0;
    uint32_t last = 0;
    for (uint32_t i = 0; i < known; i++) {
        if (entry != SWRT_READS_ANY && t->read_at[i] != number)
            continue;
        bool is_same_hook = found && t->read_by[i] == last;
        found = entry & 1 || is_same_hook ? found | bit_of(i) : bit_of(i);
        last = t->read_by[i];
    }
    return found;
}

enum list { ADDRESS, VALUE, CONTROL };

static uint64_t reads_in(const struct swrt_explored *t, const struct swrt_site *site, enum list list) {
    const struct swrt_site_reads *reads = site->reads;
    uint64_t found = 0;
    if (!reads)
        return 0;
    const int32_t *at = reads->sites;
    for (unsigned i = 0; i < list; i++)
        at += reads->counts[i];
    for (uint32_t i = 0; i < reads->counts[list]; i++)
        found |= reads_at(t, site, at[i]);
    return found;
}

/* Of a copy what it reads depends on the other address. */
static void put_reads(const struct swrt_explored *t, const struct swrt_site *site, struct swrt_explore_event *event) {
    bool is_copy = site->kind == SWRT_SITE_COPY, reads = event->kind == SWRT_EXPLORE_READ;
    event->address_reads = reads_in(t, site, is_copy && reads ? VALUE : ADDRESS);
    event->value_reads = reads || is_copy ? 0 : reads_in(t, site, VALUE);
    event->control_reads = reads_in(t, site, CONTROL);
}

/* ---------------------------------------------------------------------------------------------------------------- */

/* An access of the site's, as far as it says itself. */
static struct swrt_explore_event access_of(const struct swrt_explored *t, const struct swrt_site *site,
                                           enum swrt_explore_kind kind) {
    struct swrt_explore_event event = {
        .kind = kind, .order = order_of(site), .scope = site->scope, .site = site->number};
    if (site->flags & SWRT_SITE_VOLATILE) {
        event.order = SWRT_ORDER_RELAXED;
        event.scope = SWRT_SCOPE_SYSTEM;
        event.flags = SWRT_EXPLORE_VOLATILE;
    } else if (site->order != SWRT_ORDER_WEAK) {
        event.flags = SWRT_EXPLORE_ATOMIC | (site->flags & SWRT_SITE_UNORDERED ? SWRT_EXPLORE_UNORDERED : 0);
    }
    put_reads(t, site, &event);
    return event;
}

/* ---- Reads ----------------------------------------------------------------------------------------------------- */

static void read_one(struct swrt_explored *t, char *address, uint32_t size, struct swrt_explore_event *event) {
    event->address = (uintptr_t)address;
    event->size = size;
    uint64_t answer = swrt_explored_tell(t, event);
    if (t->reads < SWRT_EXPLORE_READS) {
        t->read_at[t->reads] = (uint32_t)event->site;
        t->read_by[t->reads] = t->hooks;
    }
    t->reads++;
    memcpy(address, &answer, size);
}

static void read_elements(struct swrt_explored *t, char *address, uint64_t bytes, struct swrt_explore_event *event) {
    for (uint64_t done = 0; done < bytes;) {
        uint32_t size = swrt_explore_element(t->launch, address + done, bytes - done, SWRT_EXPLORE_USUAL);
        read_one(t, address + done, size, event);
        done += size;
    }
}

/* ---- Stores ---------------------------------------------------------------------------------------------------- */

void swrt_explored_settle(struct swrt_explored *t) {
    if (!t->has_store)
        return;
    struct swrt_explore_store *store = &t->store;
    t->has_store = false;
    for (uint64_t done = 0; done < store->bytes;) {
        const char *at = store->address + done;
        uint32_t size = store->size ? store->size
                                    : swrt_explore_element(t->launch, at, store->bytes - done, SWRT_EXPLORE_USUAL);
        store->like.address = (uintptr_t)at;
        store->like.size = size;
        store->like.value = swrt_explore_load(at, size);
        swrt_explored_tell(t, &store->like);
        done += size;
    }
}

/* size: of each; 0: as memory.c says. */
static void store_later(struct swrt_explored *t, const char *address, uint64_t bytes, uint32_t size,
                        const struct swrt_explore_event *like) {
    t->store = (struct swrt_explore_store){(char *)address, bytes, size, *like};
    t->has_store = true;
}

/* Of a plain access, whether it is to several elements. */
static bool has_elements(const struct swrt_explored *t, const char *address, const struct swrt_site *site) {
    if (!is_scalar(site->size))
        return true;
    if (site->order != SWRT_ORDER_WEAK || site->flags & SWRT_SITE_VOLATILE)
        return false;
    return (site->align && site->align < site->size) ||
           swrt_explore_element(t->launch, address, site->size, site->size) < site->size;
}

/* ---- Which accesses have events -------------------------------------------------------------------------------- */

_Noreturn static void trap(struct swrt_explored *t, const struct swrt_site *site, const char *what) {
    t->what = what;
    t->event = (struct swrt_explore_event){.kind = SWRT_EXPLORE_TRAPPED, .site = site->number};
    swrt_fiber_leave(&t->fiber);
}

static void refuse_host(struct swrt_explored *t, const struct swrt_site *site) {
    t->wait = site;
    swrt_explored_stop(t, SWRT_EXPLORE_REFUSED, "a write to the host's own memory, or another thread's");
}

/* Whether an access is one of events; if it cannot be done at all, it ends the thread. */
static bool has_events(struct swrt_explored *t, const char *address, uint64_t bytes, bool writes,
                       const struct swrt_site *site) {
    switch (swrt_explore_space_of(t, address, bytes)) {
    case SWRT_PLACE_OWN:
        return false;
    case SWRT_PLACE_COMMON:
        return true;
    case SWRT_PLACE_CONSTANT:
        if (writes)
            trap(t, site, "a write to constant memory");
        return false;
    case SWRT_PLACE_HOSTS:
        if (writes)
            refuse_host(t, site);
        return false;
    default:
        trap(t, site, writes ? "a write outside of every allocation" : "a read outside of every allocation");
    }
}

/* The same for one of the site's size; its bytes are made known. */
static bool begins(struct swrt_explored *t, const char *address, bool writes, const struct swrt_site *site) {
    uint32_t size = site->size;
    t->hooks++;
    swrt_explored_settle(t);
    if (!has_events(t, address, size, writes, site))
        return false;
    bool is_copy = site->align && site->align < size;
    if (is_scalar(size) && (uintptr_t)address & ((is_copy ? site->align : size) - 1))
        trap(t, site, "a misaligned access");
    swrt_explore_touch(t->launch, address, size, is_scalar(size) && !is_copy ? size : 0);
    return true;
}

/* ---- Hooks ----------------------------------------------------------------------------------------------------- */

void swrt_explored_read(struct swrt_explored *t, const char *address, const struct swrt_site *site) {
    if (!begins(t, address, false, site))
        return;
    struct swrt_explore_event event = access_of(t, site, SWRT_EXPLORE_READ);
    if (has_elements(t, address, site))
        read_elements(t, (char *)address, site->size, &event);
    else
        read_one(t, (char *)address, site->size, &event);
}

void swrt_explored_write(struct swrt_explored *t, const char *address, const struct swrt_site *site) {
    if (!begins(t, address, true, site))
        return;
    struct swrt_explore_event event = access_of(t, site, SWRT_EXPLORE_WRITE);
    store_later(t, address, site->size, has_elements(t, address, site) ? 0 : site->size, &event);
}

static void fence(struct swrt_explored *t, uint32_t order, const struct swrt_site *site) {
    struct swrt_explore_event event = {
        .kind = SWRT_EXPLORE_FENCE, .order = order, .scope = site->scope, .site = site->number};
    swrt_explored_tell(t, &event);
}

static void update(struct swrt_explored *t, const char *address, const struct swrt_site *site) {
    struct swrt_explore_event read = access_of(t, site, SWRT_EXPLORE_READ),
                              write = access_of(t, site, SWRT_EXPLORE_WRITE);
    uint32_t flags = SWRT_EXPLORE_RMW | (site->kind == SWRT_SITE_REDUCE ? SWRT_EXPLORE_REDUCE : 0);
    read.flags |= flags | (site->kind == SWRT_SITE_CAS ? SWRT_EXPLORE_CAS : 0);
    write.flags |= flags;
    write.value_reads |= bit_of(t->reads);
    read_one(t, (char *)address, site->size, &read);
    if (site->kind != SWRT_SITE_CAS)
        store_later(t, address, site->size, site->size, &write);
}

void swrt_explored_atomic(struct swrt_explored *t, const char *address, const struct swrt_site *site) {
    bool writes = site->kind != SWRT_SITE_READ;
    if (!begins(t, address, writes, site))
        return;
    if (!is_scalar(site->size)) {
        t->wait = site;
        swrt_explored_stop(t, SWRT_EXPLORE_REFUSED, "an atomic operation of more than 8 bytes");
    }
    if (site->order == SWRT_ORDER_SEQUENTIAL)
        fence(t, SWRT_ORDER_SEQUENTIAL, site);
    struct swrt_explore_event read = access_of(t, site, SWRT_EXPLORE_READ),
                              write = access_of(t, site, SWRT_EXPLORE_WRITE);
    if (site->kind == SWRT_SITE_READ)
        read_one(t, (char *)address, site->size, &read);
    else if (site->kind == SWRT_SITE_WRITE)
        store_later(t, address, site->size, site->size, &write);
    else
        update(t, address, site);
}

void swrt_explored_swapped(struct swrt_explored *t, const char *address, bool swapped, const struct swrt_site *site) {
    if (!swapped || !has_events(t, address, site->size, true, site))
        return;
    struct swrt_explore_event event = access_of(t, site, SWRT_EXPLORE_WRITE);
    event.flags |= SWRT_EXPLORE_RMW;
    event.value_reads |= bit_of(t->reads - 1);
    event.control_reads |= bit_of(t->reads - 1);
    event.address = (uintptr_t)address;
    event.size = site->size;
    event.value = swrt_explore_load(address, site->size);
    swrt_explored_tell(t, &event);
}

void swrt_explored_copy(struct swrt_explored *t, const char *to, const char *from, uint64_t bytes,
                        const struct swrt_site *site) {
    t->hooks++;
    swrt_explored_settle(t);
    if (!bytes)
        return;
    bool reads = has_events(t, from, bytes, false, site), writes = has_events(t, to, bytes, true, site);
    if (reads)
        swrt_explore_touch(t->launch, from, bytes, 0);
    if (writes)
        swrt_explore_touch(t->launch, to, bytes, 0);
    struct swrt_explore_event read = access_of(t, site, SWRT_EXPLORE_READ),
                              write = access_of(t, site, SWRT_EXPLORE_WRITE);
    uint32_t first = t->reads;
    if (reads)
        read_elements(t, (char *)from, bytes, &read);
    for (uint32_t i = first; i < t->reads; i++)
        write.value_reads |= bit_of(i);
    if (writes)
        store_later(t, to, bytes, 0, &write);
}

void swrt_explored_fill(struct swrt_explored *t, const char *to, uint64_t bytes, const struct swrt_site *site) {
    swrt_explored_settle(t);
    if (!bytes || !has_events(t, to, bytes, true, site))
        return;
    swrt_explore_touch(t->launch, to, bytes, 0);
    struct swrt_explore_event write = access_of(t, site, SWRT_EXPLORE_WRITE);
    store_later(t, to, bytes, 0, &write);
}

void swrt_explored_fence(struct swrt_explored *t, const struct swrt_site *site) {
    swrt_explored_settle(t);
    if (site->order != SWRT_ORDER_RELAXED && site->order != SWRT_ORDER_WEAK)
        fence(t, site->order, site);
}
