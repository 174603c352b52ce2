/* Plain accesses that wait: what many threads do at one site is mostly regular, and is looked at together.
 *
 * As long as nobody in a block synchronises, no thread's clock moves and nobody learns anything, so it does not matter
 * in which order the block's plain accesses are compared with others'. A site's accesses are therefore only noted while
 * they are regular: each thread's row begins where its x and y say (address = origin + x * step_x + y * step_y), and
 * goes on by one step. They are compared when one is not, or before anything that synchronises.
 *
 * A row of one access each is what most sites have; then the next thread is expected, else the next of the row. To see
 * that an access is as expected costs three comparisons, which generated code does by itself
 * (src/transform/instrument/quick.c).
 */
#include <stdlib.h>

#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/page.h"
#include "check/race/pattern.h"
#include "check/race/race.h"

_Static_assert(!offsetof(struct swrt_race_block, front), "swrt_race_touch finds the front at a block's start");

enum { SHORT = 4, DULL = 4, SKIPS = 64, NARROWEST = 4 };

static struct race_nest *nest_of(struct swrt_race_block *block, uint32_t index) {
    return &block->nests[index];
}

/* --- comparing ---------------------------------------------------------------------------------------------------- */

struct sweep {
    struct swrt_race_block *block;
    uint32_t site, size;
    bool writes;
    struct race_loop together; /* threads at the same address; count 1: none */
};

static void element(const struct sweep *s, uintptr_t address, uint32_t thread) {
    if (s->together.count <= 1 && s->size == 4 && address % 4 == 0)
        (s->writes ? swrt_race_write_cell : swrt_race_read_cell)(s->block, thread, address, SWRT_RACE_MASK, s->site);
    else if (s->together.count > 1)
        race_read_together(s->block, thread, &s->together, address, s->size, s->site);
    else
        swrt_race_plain(s->block, thread, address, s->size, s->site, s->writes);
}

/* Accesses side by side, upwards. */
static void row(const struct sweep *s, uintptr_t address, uint32_t thread, uint32_t count, uint32_t thread_step) {
    bool in_lines = s->size && s->together.count <= 1 && !race_is_shared(s->block, address);
    while (count) {
        uint32_t done = in_lines ? race_lines_take(s->block, address, thread, count, thread_step, s->size, s->site,
                                                   s->writes)
                                 : 0;
        for (uint32_t n = done ? 0 : in_lines ? race_line_left(address, count, s->size) : count; n; n--, done++)
            element(s, address + (uintptr_t)done * s->size, thread + done * thread_step);
        address += (uintptr_t)done * s->size;
        thread += done * thread_step;
        count -= done;
    }
}

/* The innermost of some loops: in it accesses lie side by side, if in any. */
static void innermost(const struct sweep *s, const struct race_loop *loop, uintptr_t address, uint32_t thread) {
    int64_t size = s->size;
    if (loop->step == size) {
        row(s, address, thread, loop->count, loop->thread_step);
    } else if (loop->step == -size) {
        uint32_t last = loop->count - 1;
        row(s, address - (uintptr_t)last * s->size, thread + last * loop->thread_step, loop->count, -loop->thread_step);
    } else {
        for (uint32_t i = 0; i < loop->count; i++)
            element(s, address + (uintptr_t)(i * loop->step), thread + i * loop->thread_step);
    }
}

static void swap(struct race_loop *a, struct race_loop *b) {
    struct race_loop c = *a;
    *a = *b;
    *b = c;
}

/* Loops in any order: what they hold is the same. */
static void compare(struct sweep s, const struct race_loop *said, uint32_t depth, uintptr_t address, uint32_t thread) {
    struct race_loop loops[RACE_LOOPS] = {{1, 0, 0}, {1, 0, 0}, {1, 0, 0}};
    uint32_t used = 0;
    s.together = (struct race_loop){1, 0, 0};
    for (uint32_t i = 0; i < depth; i++) {
        if (!said[i].step && (said[i].count == 1 || !said[i].thread_step))
            continue;
        if (!said[i].step && !s.writes && said[i].count > s.together.count) {
            if (s.together.count > 1)
                loops[used++] = s.together;
            s.together = said[i];
            continue;
        }
        loops[used] = said[i];
        if (llabs(loops[used].step) == s.size)
            swap(&loops[0], &loops[used]);
        used++;
    }
    for (uint32_t i = 0; i < loops[2].count; i++)
        for (uint32_t k = 0; k < loops[1].count; k++)
            innermost(&s, &loops[0], address + (uintptr_t)(i * loops[2].step + k * loops[1].step),
                      thread + i * loops[2].thread_step + k * loops[1].thread_step);
}

static bool has_thread(const struct race_nest *nest, uint32_t thread) {
    return nest->threads[thread / 32] >> thread % 32 & 1;
}

/* The next run of threads that have come, of which there are: from its first, not before `from`, to before its end. */
static uint32_t next_run(const struct race_nest *nest, uint32_t *from) {
    while (!has_thread(nest, *from))
        ++*from;
    uint32_t end = *from + 1;
    while (end < nest->end && (end % 32 || nest->threads[end / 32] != ~(uint32_t)0) && has_thread(nest, end))
        end++;
    while (end < nest->end && end % 32 == 0 && nest->threads[end / 32] == ~(uint32_t)0)
        end += 32;
    return end;
}

static uintptr_t address_of(const struct race_nest *nest, uint32_t thread) {
    int64_t x = (int64_t)(thread % nest->width) - nest->x, y = (int64_t)(thread / nest->width) - nest->y;
    return nest->origin + (uintptr_t)(x * nest->step_x + y * nest->step_y);
}

/* Threads first to end - 1, in rows of the nest's width. */
static void compare_run(struct sweep s, const struct race_nest *nest, uint32_t first, uint32_t end) {
    uint32_t width = nest->width;
    struct race_loop loops[RACE_LOOPS] = {{nest->count, nest->step, 0}, {0, nest->step_x, 1}, {1, nest->step_y, width}};
    while (first < end) {
        bool are_whole = first % width == 0 && end - first >= width;
        uint32_t left = width - first % width;
        loops[1].count = left < end - first ? left : end - first;
        loops[2].count = are_whole ? (end - first) / width : 1;
        compare(s, loops, RACE_LOOPS, address_of(nest, first), first);
        first += loops[1].count * loops[2].count;
    }
}

/* How many accesses the row, or run of threads, at hand has. */
static uint32_t in_row(const struct swrt_check_pattern *at, const struct race_nest *nest) {
    if (nest->along == RACE_ALONG_THREADS)
        return (at->thread - nest->row_thread) * at->thread_step; /* by 1 or -1 */
    bool is_long = at->step && nest->along == RACE_ALONG_ROW;
    return is_long ? (uint32_t)((int64_t)(at->next - nest->row) / (int64_t)at->step) : 1;
}

static void add_threads(struct race_nest *nest, uint32_t first, uint32_t last) {
    for (uint32_t thread = first; thread <= last; thread = (thread / 32 + 1) * 32) {
        uint32_t upto = last / 32 == thread / 32 ? last % 32 : 31;
        nest->threads[thread / 32] |= (~(uint32_t)0 << thread % 32) & (~(uint32_t)0 >> (31 - upto));
    }
    nest->first = first < nest->first ? first : nest->first;
    nest->end = last >= nest->end ? last + 1 : nest->end;
}

/* Rows begin where x and y say, once two of them have said how; the division has to be exact. */
static bool learns(int64_t bytes, int64_t by, int64_t *step, bool *knows) {
    bool is_next = by == 1 || by == -1;
    if (!is_next && bytes % by)
        return false;
    *step = is_next ? bytes * by : bytes / by;
    return *knows = true;
}

static bool fits(struct race_nest *nest, uintptr_t address, uint32_t thread) {
    int64_t x = (int64_t)(thread % nest->width) - nest->x, y = (int64_t)(thread / nest->width) - nest->y;
    int64_t bytes = (int64_t)(address - nest->origin);
    if (x && !nest->knows_x && (!y || nest->knows_y))
        return learns(bytes - y * nest->step_y, x, &nest->step_x, &nest->knows_x);
    if (y && !nest->knows_y && (!x || nest->knows_x))
        return learns(bytes - x * nest->step_x, y, &nest->step_y, &nest->knows_y);
    return (!x || nest->knows_x) && (!y || nest->knows_y) && bytes == x * nest->step_x + y * nest->step_y;
}

/* What has come of the row, or run of threads, at hand becomes the nest's. False: it is not like the others. */
static bool close_row(const struct swrt_check_pattern *at, struct race_nest *nest) {
    uint32_t count = in_row(at, nest), last = nest->row_thread;
    if (nest->along == RACE_ALONG_ROW) {
        if (nest->count && count != nest->count)
            return false;
        nest->count = count;
    } else if (nest->along == RACE_ALONG_THREADS) {
        last = at->thread - at->thread_step;
        if (!fits(nest, at->next - (uintptr_t)at->step, last))
            return false;
    }
    if (last < nest->row_thread)
        add_threads(nest, last, nest->row_thread);
    else
        add_threads(nest, nest->row_thread, last);
    return true;
}

static void compare_nest(struct swrt_race_block *block, const struct swrt_check_pattern *at, struct race_nest *nest) {
    struct sweep s = {.block = block,
                      .site = at->site,
                      .size = block->race->sites[at->site].size,
                      .writes = block->race->sites[at->site].kind != SWRT_RACE_READ};
    if (!close_row(at, nest)) {
        struct race_loop row = {in_row(at, nest), (int64_t)at->step, at->thread_step};
        compare(s, &row, 1, nest->row, nest->row_thread);
    }
    if (!nest->count)
        nest->count = 1;
    if (nest->knows_y && nest->step_y == nest->step_x * (int64_t)nest->width) {
        nest->origin = address_of(nest, 0);
        nest->x = nest->y = 0;
        nest->width = SWRT_RACE_THREADS;
    }
    for (uint32_t first = nest->first, end; first < nest->end; first = end) {
        end = next_run(nest, &first);
        compare_run(s, nest, first, end);
    }
}

/* --- expecting ---------------------------------------------------------------------------------------------------- */

/* Threads of a block in one row may still be used in rows: of the least power of two that holds all who have come. */
static bool fits_narrower(struct race_nest *nest, uintptr_t address, uint32_t thread) {
    uint32_t first = nest->first, last = nest->end - 1, width = NARROWEST;
    while (first / width != last / width)
        width *= 2;
    if (nest->knows_y || width >= nest->width || thread / width == first / width)
        return false;
    uint32_t origin = nest->y * nest->width + nest->x;
    nest->width = width;
    nest->x = origin % width;
    nest->y = origin / width;
    return fits(nest, address, thread);
}

/* Whether two accesses can be so far from each other: addresses of user space have 47 bits. */
static bool is_distance(uint64_t bytes) {
    return bytes + ((uint64_t)1 << 47) <= (uint64_t)1 << 48;
}

/* The second access of all says what the next of a row is, or that there is one for each thread. */
static bool begins(struct swrt_check_pattern *at, struct race_nest *nest, uintptr_t address, uint32_t thread) {
    if (!is_distance(address - nest->row))
        return false;
    at->step = (int64_t)(address - nest->row);
    at->thread_step = thread - nest->row_thread;
    if (!at->thread_step) {
        nest->along = RACE_ALONG_ROW;
        nest->step = at->step;
    } else if (at->thread_step + 1 <= 2 && fits(nest, address, thread)) {
        nest->along = RACE_ALONG_THREADS;
    } else {
        return false;
    }
    at->next = address + (uintptr_t)at->step;
    at->thread = thread + at->thread_step;
    return true;
}

/* Whether the access goes on where the one before it did not. */
static bool goes_on(struct swrt_check_pattern *at, struct race_nest *nest, uintptr_t address, uint32_t thread) {
    if (nest->along == RACE_ALONG_NONE)
        return begins(at, nest, address, thread);
    if (!close_row(at, nest))
        return false;
    if (has_thread(nest, thread) || !is_distance(address - nest->origin))
        return false;
    if (!(fits(nest, address, thread) || fits_narrower(nest, address, thread)))
        return false;
    nest->row = address;
    nest->row_thread = thread;
    at->next = address + (uintptr_t)at->step;
    at->thread = thread + at->thread_step;
    return true;
}

void race_patterns_start(struct swrt_race_block *block) {
    for (uint32_t i = 0; i < SWRT_CHECK_PATTERNS; i++)
        block->patterns[i].next = SWRT_CHECK_NOWHERE;
}

static void begin(struct swrt_race_block *block, uint32_t index, uintptr_t address, uint32_t thread, uint32_t site) {
    struct race_nest *nest = nest_of(block, index);
    *nest = (struct race_nest){.origin = address,
                               .x = thread % block->width,
                               .y = thread / block->width,
                               .width = block->width,
                               .row = address,
                               .row_thread = thread,
                               .first = thread,
                               .dull = nest->dull};
    block->front.patterns[index] = (struct swrt_check_pattern){
        .next = SWRT_CHECK_NOWHERE, .thread = thread, .site = site};
    block->pending |= 1ull << index;
}

/* Whether it was hardly worth while. */
static bool is_short(const struct swrt_check_pattern *at, const struct race_nest *nest) {
    return !nest->count && !nest->knows_y && in_row(at, nest) < SHORT;
}

static void end(struct swrt_race_block *block, uint32_t index) {
    struct race_nest *nest = nest_of(block, index);
    struct swrt_check_pattern at = block->front.patterns[index];
    block->front.patterns[index] = (struct swrt_check_pattern){.next = SWRT_CHECK_NOWHERE};
    block->pending &= ~(1ull << index);
    nest->dull = is_short(&at, nest) ? nest->dull + 1 : 0;
    if (nest->dull >= DULL) {
        nest->dull = DULL - 1;
        nest->skips = SKIPS;
    }
    compare_nest(block, &at, nest);
}

void race_patterns_compare(struct swrt_race_block *block) {
    while (block->pending)
        end(block, (uint32_t)__builtin_ctzll(block->pending));
}

void swrt_race_catch_up(struct swrt_race_block *block) {
    race_compare(block);
}

void swrt_race_defer(struct swrt_race_block *block, uint32_t thread, uintptr_t address, uint32_t site) {
    uint32_t index = site % SWRT_CHECK_PATTERNS;
    struct swrt_check_pattern *at = &block->front.patterns[index];
    struct race_nest *nest = nest_of(block, index);
    bool is_pending = block->pending >> index & 1;
    if (is_pending && at->site == site && goes_on(at, nest, address, thread))
        return;
    if (is_pending)
        end(block, index);
    if (nest->skips) {
        const struct swrt_race_site *what = &block->race->sites[site];
        nest->skips--;
        swrt_race_plain(block, thread, address, what->size, site, what->kind != SWRT_RACE_READ);
        return;
    }
    begin(block, index, address, thread, site);
}
