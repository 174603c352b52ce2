/* What the files of memory/ share. Nothing outside them includes this.
 *
 * Everything here is guarded by one lock (swrt_memory_lock), which is never held while waiting for anything else.
 */
#ifndef SWRT_MEMORY_INTERNAL_H
#define SWRT_MEMORY_INTERNAL_H

#include <stdint.h>

#include "device/device.h"
#include "memory/memory.h"
#include "os/thread/lock.h"

#define SWRT_GRANULE ((size_t)2 << 20)
#define SWRT_GUARD ((size_t)64 << 10)      /* at least this much after every span is never mapped */
#define SWRT_FRONT ((size_t)4096)          /* in front of a span there are such pages in programs that are being checked */
#define SWRT_SLOT_UNIT ((size_t)256)       /* alignment of every allocation */
#define SWRT_SLAB_LIMIT ((size_t)64 << 10) /* larger allocations get a span of their own */
#define SWRT_SLAB_SLOTS 256                /* at most, in one slab */

/* One allocation's place in a span; free when kind is SWRT_MEMORY_NONE. */
struct swrt_slot {
    size_t bytes;
    unsigned flags;
    uint8_t kind; /* enum swrt_memory_kind */
    uint8_t device;
};

/* A run of granules with one owner. A big allocation has one slot. */
struct swrt_span {
    char *base;
    size_t granules;
    size_t mapped_bytes; /* readable and writable from base on; the rest is guard */
    size_t slot_bytes;
    unsigned num_slots, used_slots;
    int slab_class;   /* -1: one big allocation */
    bool has_front;   /* for checkers: memory before it, too */
    bool shared;      /* its pages are those of `file`, which other processes may map */
    bool foreign;     /* not for cudaFree: imported, or a reservation (virtual.c) */
    bool is_raw;      /* a slab of the runtime's own memory, where that is kept apart */
    uint64_t serial;  /* no other span has had it; 0: its pages are not softwarp verify's to protect */
    bool reservation; /* slots are granules; a slot's `flags`: granules since the run's first one */
    size_t reserved_from, reserved_bytes; /* what of it the program was given: an aligned part */
    int file;                             /* or -1: the pages alone are held, */
    size_t file_offset;                   /* which lie there in the file */
    bool owns_pages;                      /* of a pool's file, which frees them */
    struct swrt_span *next, *previous;    /* slabs of the class that have a free slot */
    uint64_t used[SWRT_SLAB_SLOTS / 64];  /* a bit per slot */
    struct swrt_slot slots[];
};

extern struct swrt_mutex swrt_memory_lock;

/* region.c */

/* Reserves the region at the first call; false when the machine grants no address space. */
bool swrt_region_ready(void);
/* Takes `granules` neighbouring granules; null when no run is long enough. They are not mapped yet. */
char *swrt_region_take(size_t granules);
void swrt_region_give(char *base, size_t granules);
/* Makes pages usable (huge pages where there is room for one) or gives them back to the system. */
bool swrt_region_map(char *base, size_t bytes);
void swrt_region_unmap(char *base, size_t bytes);
/* The same with pages of a file, which others may map too (with no access yet, or readable and writable); and back. */
bool swrt_region_map_file(char *base, size_t bytes, int file, size_t offset, bool accessible);
void swrt_region_unmap_file(char *base, size_t bytes);
/* The span that a granule belongs to, or null; set for all granules of a span. */
struct swrt_span *swrt_region_owner(const void *address);
void swrt_region_set_owner(char *base, size_t granules, struct swrt_span *span);
/* Calls visit for each span in address order; visit may free the span it is given. */
void swrt_region_each(void (*visit)(struct swrt_span *span, void *data), void *data);
/* The last span that starts at or before address, the first that starts after it; null when there is none. */
struct swrt_span *swrt_region_span_before(const void *address);
struct swrt_span *swrt_region_span_after(const void *address);

/* alloc.c, with the lock held */

/* The allocation that contains address: its span and slot; null when there is none. */
struct swrt_slot *swrt_span_slot(const void *address, struct swrt_span **span);
/* A span of its own for pages of a file, which it closes in the end. Null, with the file left open: no room. */
struct swrt_span *swrt_span_import(int file, size_t offset, size_t bytes, int device, unsigned flags);
void swrt_span_unimport(struct swrt_span *span);
/* A span of `granules` granules without pages, followed by a guard. */
struct swrt_span *swrt_span_reserve(size_t granules);
void swrt_span_unreserve(struct swrt_span *span);
void swrt_memory_changed(void);                   /* what swrt_memory_each visits */
void swrt_memory_count(size_t bytes, bool freed); /* of pages that are no allocation: counts as allocated */

/* describe.c: remembers what was freed, for fault reports. */
void swrt_memory_note_freed(const char *base, size_t bytes);

/* quarantine.c, with the lock held: in programs that are being checked, freed memory is given out again late. */
bool swrt_quarantine_take(struct swrt_span *span, unsigned slot); /* false: free it now */
void swrt_quarantine_clear(void);                                 /* frees all that is there */
void swrt_span_release(struct swrt_span *span, unsigned slot);    /* alloc.c: frees a slot for good */

/* host.c, with the lock held: visits what is registered. */
void swrt_memory_each_registered(void (*visit)(const struct swrt_memory_piece *piece, void *data), void *data);

/* find.c: the device variable that an address lies in. */
bool swrt_memory_find_variable(const void *address, struct swrt_allocation *found);

#endif
