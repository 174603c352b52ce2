/* Shadow memory: who last wrote and read each 4 bytes; and how plain accesses are told, which has to be fast.
 *
 *   global memory   directory (GiB) -> table of pages (4 KiB each) -> two planes of 1024 slots, made when first needed,
 *                   and two of 64 slots for lines (line.c)
 *   shared memory   two planes per resident block
 *
 * A slot is 12 bytes; memory that is only read or only written by threads has one plane, so 3 bytes of shadow per byte,
 * other memory 6; memory that threads access in order only, 64 bytes at a time, a sixteenth of that. What a copy or
 * fill does to a whole page is kept once for the page.
 *
 *   slot   block, clk, rest   one accessor: bytes (mask), strength, thread, site, and the block's and thread's epoch
 *                             a run: threads in order, each a byte or two, in one epoch and at one site, as a warp
 *                             accesses an array of such; `thread` is the one of the granule's first byte
 *          index, -, 0        several accessors: a list of records (record.c)
 *          0, 0, 0            none
 *
 * Blocks have numbers that are never used again, so what an earlier block left in the slots of shared memory is known
 * by its number, and nothing has to be cleared when a block begins. (In slots of shared memory `block` is therefore
 * always the owner's, and a list's index stands in clk.)
 *
 * Strength: 0 plain or volatile, else the scope of an atomic access: 1 block, 2 device, 3 system.
 */
#ifndef SWRT_RACE_SHADOW_H
#define SWRT_RACE_SHADOW_H

#include <string.h>

#include "softwarp/check_abi.h"

struct swrt_race_slot {
    uint32_t block;
    uint32_t clk;  /* 26 bits, a run's bytes for each thread (0: no run), and the upper 4 bits of the site */
    uint32_t rest; /* mask 4, strength 2, thread 10, lower bits of the site 16 */
};

enum {
    SWRT_RACE_CLK_BITS = 26,
    SWRT_RACE_CLK_LAST = (1 << SWRT_RACE_CLK_BITS) - 1,
    SWRT_RACE_RUN_SHIFT = SWRT_RACE_CLK_BITS,
    SWRT_RACE_RUN = 3 << SWRT_RACE_RUN_SHIFT,
    SWRT_RACE_UPPER_SHIFT = 28,
    SWRT_RACE_SITE_BITS = 20,
    SWRT_RACE_SITE_LAST = (1 << SWRT_RACE_SITE_BITS) - 1,
    SWRT_RACE_MASK = 15,
    SWRT_RACE_STRENGTH_SHIFT = 4,
    SWRT_RACE_THREAD_SHIFT = 6,
    SWRT_RACE_SITE_SHIFT = 16,
    SWRT_RACE_PAGE_SHIFT = 12,
    SWRT_RACE_PAGE_BYTES = 1 << SWRT_RACE_PAGE_SHIFT,
    SWRT_RACE_PAGE_SLOTS = SWRT_RACE_PAGE_BYTES / 4,
    SWRT_RACE_LINE_BYTES = 64,
    SWRT_RACE_PAGE_LINES = SWRT_RACE_PAGE_BYTES / SWRT_RACE_LINE_BYTES,
    SWRT_RACE_TABLE_SHIFT = 30,
    SWRT_RACE_TABLE_PAGES = 1 << (SWRT_RACE_TABLE_SHIFT - SWRT_RACE_PAGE_SHIFT),
    SWRT_RACE_TABLES = 1 << (47 - SWRT_RACE_TABLE_SHIFT),
    SWRT_RACE_THREADS = 1024, /* of a block, at most */
};

struct swrt_race_cell;

/* all_writes, all_reads: by whoever accessed the whole page at once. settled: the launch for which these are known to
 * be over (its serial + 2; 1 is nobody's). opened: the lines whose slots are used. */
struct swrt_race_page {
    struct swrt_race_slot *writes, *reads;
    struct swrt_race_slot all_writes, all_reads;
    uint64_t settled, opened;
    struct swrt_race_slot *line_writes, *line_reads;
    struct swrt_race_cell *cells;
};

/* What the fast way needs of a block, together in few lines of the cache; the rest is in engine.h. settles: what
 * a page's `settled` is for this launch, never so for the host. known: everybody in the block knows everybody up to
 * that clock, since the last barrier of all. below_block: blocks with smaller numbers were over when the launch began.
 * host_known: what the host had done up to that clock was. settled_block: such with smaller numbers are over for
 * everybody who will ever access anything. patterns: what sites are expected to access next, by the site's number. */
struct swrt_race_front {
    struct swrt_race_page **directory;
    uintptr_t shared_base;
    size_t shared_bytes;
    struct swrt_race_slot *shared_writes, *shared_reads;
    struct swrt_check_pattern *patterns;
    uint64_t settles;
    uint32_t number, known, below_block, host_known, settled_block;
    uint32_t clk[SWRT_RACE_THREADS]; /* of each thread */
};

/* Plain accesses to bytes of one granule (its mask), and to any, looked at now. */
void swrt_race_read_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask,
                         uint32_t site);
void swrt_race_write_cell(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t mask,
                          uint32_t site);
void swrt_race_plain(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t size, uint32_t site,
                     bool writes);

/* A plain access of the site's kind and size, looked at together with others like it: pattern.c. */
void swrt_race_defer(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t site);

static inline struct swrt_check_pattern *swrt_race_patterns(const struct swrt_race_block *block) {
    return ((const struct swrt_race_front *)block)->patterns;
}

static inline void swrt_race_touch(struct swrt_race_block *block, uint32_t thread, const void *pointer, uint32_t site) {
    struct swrt_check_pattern *pattern = &swrt_race_patterns(block)[site % SWRT_CHECK_PATTERNS];
    uintptr_t address = (uintptr_t)pointer;
    if (pattern->next != address || pattern->thread != thread || pattern->site != site) {
        swrt_race_defer(block, thread, address, site);
        return;
    }
    pattern->next += (uintptr_t)pattern->step;
    pattern->thread += pattern->thread_step;
}

#endif
