/* What the files of runtime/verify share. */
#ifndef SWRT_VERIFY_INTERNAL_H
#define SWRT_VERIFY_INTERNAL_H

#include "execute/block.h"
#include "os/clock.h"
#include "verify/verify.h"

/* options.c */
enum swrt_verify_type { SWRT_VERIFY_BITS, SWRT_VERIFY_FLOAT, SWRT_VERIFY_DOUBLE };
struct swrt_verify_options {
    bool is_on;
    const char *kernel;         /* a part of the names of kernels to compare, or null */
    uint64_t skip, count;       /* of the launches of those: how many not, and how many then */
    enum swrt_verify_type type; /* what the tolerances are for; BITS: none */
    uint64_t ulp;
    double tolerance;                                                       /* relative */
    uint64_t limit;                                                         /* ns for a run */
    enum { SWRT_SCANS_AS_PAYS, SWRT_SCANS_NEVER, SWRT_SCANS_ALWAYS } scans; /* mirror.c; for tests */
    uint64_t whole; /* bytes; what W = 1 gave is copied if it is no more, else remembered by fingerprints */
};
extern struct swrt_verify_options swrt_verify_options;

/* pieces.c: an allocation, or a variable, or the device heap. */
struct swrt_piece {
    char *base;
    size_t bytes;
    const char *name;  /* of a variable, mangled; else null */
    bool is_host;      /* host code may use it */
    bool is_common;    /* other processes may */
    bool is_heap;      /* put back, and not compared */
    char *pages;       /* those that can only be read until they are copied; other pieces may lie on them, too */
    size_t page_bytes; /* 0: all of it is copied at once */
    uint64_t serial;   /* of the pages, if only the runtime and kernels write to them (memory/memory.h) */
    uint64_t identity; /* the same, of managed memory, too; 0: they may be other pages by now, and nobody has said so */
    /* What compare.c finds. */
    uint64_t differing;
    size_t at[3];          /* the first elements that differ, */
    uint64_t values[3][2]; /* and what they are at W = 1 and in lockstep */
    bool depends;          /* it is not the same in all orders at W = 1 */
    bool is_other;         /* by fingerprints it is not what W = 1 gave; where, nobody knows (yet) */
};
struct swrt_pieces {
    struct swrt_piece *at; /* by address */
    size_t count, room;
    bool may_alias; /* some bytes have two addresses */
    bool has_host,
        has_unprotected_host;      /* host code may use any of them; or any that is not protected against writes */
    bool has_common;               /* other processes may use any of them */
    const struct swrt_piece *heap; /* the device heap, or null */
    size_t *edged, num_edged;      /* those of which something lies on no pages of a zone */
    bool has_findings;             /* something was found since it was listed */
};
/* Lists them; is_new: they may be others than last time. False: out of memory. */
bool swrt_pieces_list(struct swrt_pieces *pieces, int device, bool *is_new);
void swrt_pieces_find_edged(struct swrt_pieces *pieces); /* when it is settled which have pages */

/* zones.c: pages that can only be read until somebody writes to them. */
enum swrt_unit { SWRT_UNIT_CLEAN, SWRT_UNIT_BUSY, SWRT_UNIT_OPEN, SWRT_UNIT_COPIED };
struct swrt_zone {
    char *base;
    size_t bytes;
    uint64_t serial;                /* of memory that stays protected between launches; else 0 */
    uint64_t identity;              /* of the pages; 0: unknown */
    bool is_host, is_common;        /* host code may use it; other processes may */
    size_t first_piece, num_pieces; /* of swrt_pieces, on these pages */
    size_t unit, num_units;         /* the least that is copied: bytes, a power of two */
    _Atomic uint8_t *units;         /* an enum swrt_unit each */
    _Atomic uint8_t *idle;          /* of those that are open: for how many launches in vain each was copied */
    unsigned *written_in;     /* in which launch something was last written to each: swrt_copies_times; 0: never */
    uint8_t *apart;           /* whether each is a mapping of its own */
    _Atomic size_t low, high; /* all but those from low to high - 1 are clean */
    _Atomic bool is_gone;     /* it is other memory by now, or none */
    _Atomic bool was_written; /* in this launch */
    _Atomic bool is_active;   /* it is among those that a launch begins and ends with: not all is clean */
    struct swrt_zone *next_active;
    size_t led;                     /* the unit that a launch was expected to write to, */
    unsigned led_in;                /* and did, in this one: swrt_copies_times */
    int64_t gains[2];               /* what it saves to copy units for one launch in vain, or for more */
    _Atomic size_t faults, faulted; /* how many, and how many units they opened */
    /* mirror.c */
    char *mirror;    /* null: none */
    bool is_scanned; /* in this launch */
    bool is_never_scanned;
    unsigned patience;      /* for how many launches in vain units count as written to */
    _Atomic size_t touched; /* units that the launch may have written to */
    _Atomic size_t late;    /* units that were written to unexpectedly since it was last settled, */
    uint64_t spent;         /* ns, on protection for the host's sake, */
    unsigned settled_in;    /* and in which launch that was: swrt_copies_times */
    int64_t balance;        /* ns that scans have saved or would have */
};
/* Makes zones of what swrt_pieces has. False: out of memory. */
bool swrt_zones_list(void);
size_t swrt_zones_count(void);
size_t swrt_zones_units(void); /* how many units there are */
/* In a signal handler: the zone at an address, or null. */
struct swrt_zone *swrt_zone_at(uintptr_t address);

/* units.c: a zone's parts. In a signal handler: the address can be written to, and what was there has been copied if so
 * wanted. False: somebody was quicker. */
bool swrt_zone_open(struct swrt_zone *zone, uintptr_t address, bool copies);
void swrt_zone_expect(struct swrt_zone *zone, uintptr_t address); /* the same before it is written to, if it ever is */
void swrt_zone_note_led(struct swrt_zone *zone, uintptr_t address); /* it was expected that the launch writes there */
void swrt_zone_note_written(struct swrt_zone *zone, const char *at, size_t bytes); /* by the launch */
/* Whether the launch has written to the zone, and to where the address is, most likely. */
bool swrt_zone_was_written(const struct swrt_zone *zone, uintptr_t address);
void swrt_zone_copy(struct swrt_zone *zone, size_t first, size_t count);  /* they are listed, written to or not */
void swrt_zone_leave(struct swrt_zone *zone, size_t first, size_t count); /* they are not, until somebody writes */
void swrt_zone_found(struct swrt_zone *zone, size_t first, size_t count); /* the launch has written to them */

/* patience.c */
void swrt_zone_learn(struct swrt_zone *zone, size_t first, size_t count); /* these may have been written to */
/* For how many launches in vain units are copied: as it would have been best of late. */
unsigned swrt_zone_patience(const struct swrt_zone *zone);

/* protect.c */
void swrt_zones_begin(void); /* what is not copied now can only be read */
void swrt_zones_end(void);   /* a launch has been compared */

/* mirror.c: zones whose former contents are kept, while the system notes what is written to. */
bool swrt_mirror_wanted(struct swrt_zone *zone); /* in this launch; then there is one */
bool swrt_mirrors_begin(void);                   /* before all zones'; false: out of memory */
void swrt_mirror_begin(struct swrt_zone *zone);  /* a zone's */
void swrt_mirrors_gather(void);                  /* after each run: what it has written to is listed (copies.c) */
char *swrt_mirror_of(const struct swrt_zone *zone, const char *at);
void swrt_mirror_unregister(struct swrt_zone *zone); /* its pages are going to be others */
void swrt_mirror_free(struct swrt_zone *zone);

/* expect.c */
void swrt_expect_begin(const struct swrt_grid *grid); /* all is protected, and nothing runs yet */
void swrt_expect_end(void);

/* pageable.c: has what leads to the host's own memory in a launch's arguments lead nowhere. Null: there is none. Else
 * what they were, for the function that puts them back. */
void *swrt_pageable_hide(const struct swrt_grid *grid);
void swrt_pageable_show(const struct swrt_grid *grid, void *kept);

/* fingerprint.c */
enum { SWRT_FINGERPRINTED = 4096 }; /* bytes that have one together */
struct swrt_fingerprint {
    uint64_t low, high;
};
void swrt_fingerprints_begin(void); /* before the first is taken */
size_t swrt_fingerprints_count(size_t bytes);
void swrt_fingerprints_take(const char *at, size_t bytes, struct swrt_fingerprint *to);
bool swrt_fingerprints_match(const char *at, size_t bytes, const struct swrt_fingerprint *expected);

/* lane.c: the calling thread compares a launch. */
bool swrt_verify_compares(void);
/* Likewise, and it is the only one that the program has, which waits for it. */
bool swrt_verify_is_alone(void);

/* launch.c, with the engine's lock held: runs a launch in all the ways; releases the lock meanwhile, and sees
 * to it that the op completes. */
void swrt_verify_launch(struct swrt_op *op);

/* copies.c */

/* A part of memory that was written to, or may have been: what it was before, and what it was after W = 1. */
struct swrt_copy_of {
    struct swrt_piece *piece;
    struct swrt_zone *zone; /* null: of no pages of a zone */
    char *at;
    size_t bytes;
    char *original;
    char *reference;                 /* null: as the original, or */
    struct swrt_fingerprint *prints; /* only these are known; else null */
    char *kept;                      /* after lockstep */
    bool differs;                    /* some bit does, */
    bool is_unclear;                 /* but nobody knows which, for want of the reference */
};
extern struct swrt_pieces swrt_pieces;
/* Takes copies and protects pages of what is listed, for a launch. False: out of memory. */
bool swrt_copies_begin(const struct swrt_grid *grid);
/* All pages can be written to again. */
void swrt_copies_end(void);
void swrt_copies_restore(void);        /* memory as it was at the beginning */
void swrt_copies_take_reference(void); /* what memory is now is the reference; then restores */
bool swrt_copies_use_reference(void);  /* memory as it was after W = 1; false: only fingerprints of that are known */
void swrt_copies_keep(void);           /* what memory is now comes back ... */
void swrt_copies_use_kept(void);       /* ... here */
/* Calls visit for each copy, the last one first; of many, by several threads. */
void swrt_copies_each(void (*visit)(struct swrt_copy_of *copy));
size_t swrt_copies_count(void);
struct swrt_copy_of *swrt_copy_number(size_t index);
/* For units.c, also in a signal handler: copies a part of a piece, or what pieces have of a zone's part. */
void swrt_copies_add(struct swrt_piece *piece, struct swrt_zone *zone, char *at, size_t bytes);
void swrt_copies_add_pages(struct swrt_zone *zone, char *at, size_t bytes);
bool swrt_copies_are_active(void);
unsigned swrt_copies_times(void); /* how often they were, so far */

/* compare.c */
bool swrt_compare_results(void); /* memory with the reference: counts what differs; whether something does */
/* The same after another run at W = 1: sets `depends`, and counts what differed by its fingerprint. */
void swrt_compare_orders(void);
bool swrt_is_told(const struct swrt_piece *piece); /* something in it differs */

/* run.c: what is behind a grid while it is compared. */
enum swrt_run_ending { SWRT_RUN_DONE, SWRT_RUN_TIMED_OUT, SWRT_RUN_REFUSED };
struct swrt_verified {
    bool is_silent;
    unsigned turn;           /* the worker's number plus so much is the multiprocessor's */
    bool is_done;            /* engine.lock */
    _Atomic bool is_refused; /* it would write what a host thread may be looking at */
    _Atomic bool has_fault;
    char fault[256];
    _Atomic uint64_t prints, text; /* number, and a sum over the texts that does not depend on their order */
};
struct swrt_run {
    const struct swrt_variant *variant;
    uint64_t shuffle, limit;
    unsigned turn;
    bool is_silent;
};
struct swrt_run_result {
    enum swrt_run_ending ending;
    uint64_t took, prints, text; /* took: ns */
    bool has_fault;
    char fault[256];
};
/* Runs the grid once, without the engine's lock. */
void swrt_verify_run(struct swrt_op *op, const struct swrt_run *run, struct swrt_run_result *result);

/* quiet.c, with the engine's lock held */
bool swrt_quiet_begin(void); /* false: something else runs, for too long */
void swrt_quiet_end(void);
bool swrt_host_is_waiting(void);   /* a host thread waits, or does so soon; without the lock */
bool swrt_quiet_holds_up(void);    /* other work waits for the end of the launch */
void swrt_quiet_grid_starts(void); /* one that is not compared */
void swrt_quiet_grid_ended(void);

/* tell.c */
enum swrt_verify_count {
    SWRT_VERIFY_LAUNCHES,
    SWRT_VERIFY_SAME,
    SWRT_VERIFY_DIFFERENT,
    SWRT_VERIFY_DEPENDS,
    SWRT_VERIFY_NARROW,
    SWRT_VERIFY_NOT_COMPARED,
    SWRT_VERIFY_LEFT_OUT /* by the options */,
    SWRT_VERIFY_COUNTS
};
extern uint64_t swrt_verify_counts[SWRT_VERIFY_COUNTS];
void swrt_tell_compared(void); /* a launch was, or had nothing to compare */
struct swrt_told {             /* a launch */
    const struct swrt_grid *grid;
    const struct swrt_variant *wide;
    uint64_t number;
    unsigned orders; /* at W = 1 that have been tried besides the first */
};
void swrt_tell_begin(void);
void swrt_tell_end(void);
void swrt_tell_not_compared(const struct swrt_told *launch, const char *reason);
void swrt_tell_piece(const struct swrt_told *launch, const struct swrt_piece *piece);
/* Something else than memory: `what` is "it prints"; at W = 1, in lockstep. */
void swrt_tell_other(const struct swrt_told *launch, const char *what, bool depends, const char *narrow,
                     const char *wide);

#endif
