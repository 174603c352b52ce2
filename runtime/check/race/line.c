/* Lines: 64 bytes of global memory that neighbouring threads have accessed side by side, in one slot instead of 16.
 *
 * A page's memory is in lines until somebody accesses part of one, or in another way; then that line's slots are used,
 * as they would stand there had the accesses come one by one, until the memory is freed or overwritten by a copy.
 *
 *   page->opened   a bit for each line whose slots are used; of others the slots are empty
 *   slot of a line block, clk, rest as in shadow.h: `thread` is that of the first byte, and instead of mask and
 *                  strength stand the size of an access (a power of two) and how threads follow each other
 */
#include "check/race/access.h"
#include "check/race/engine.h"
#include "check/race/map.h"
#include "check/race/order.h"
#include "check/race/page.h"
#include "check/race/slot.h"

enum { LINE_SLOTS = SWRT_RACE_LINE_BYTES / 4, LARGEST = 32 };
enum { FOLLOW_UP = 1, FOLLOW_DOWN, FOLLOW_SAME, FOLLOW_BITS = 2, SHAPE = (1 << SWRT_RACE_THREAD_SHIFT) - 1 };

static uint32_t follows(uint32_t thread_step) {
    return !thread_step ? FOLLOW_SAME : thread_step == 1 ? FOLLOW_UP : thread_step + 1 == 0 ? FOLLOW_DOWN : 0;
}

uint32_t race_line_left(uintptr_t address, uint32_t count, uint32_t size) {
    uint32_t left = (SWRT_RACE_LINE_BYTES - (uint32_t)(address % SWRT_RACE_LINE_BYTES) + size - 1) / size;
    return left < count ? left : count;
}

static uint32_t index_of(uintptr_t address) {
    return address % SWRT_RACE_PAGE_BYTES / SWRT_RACE_LINE_BYTES;
}

static bool is_empty(const struct swrt_race_slot *line) {
    return !line || !line->rest;
}

static bool is_over(const struct swrt_race_block *block, const struct swrt_race_slot *line) {
    uint32_t clk = race_slot_clk(line);
    return race_front_knows(&block->front, line) ||
           (line->block != block->front.number && race_launch_knows(block->launch, line->block, clk));
}

/* The same threads' of the same block. */
static bool is_of_same_threads(const struct swrt_race_slot *line, const struct swrt_race_slot *own) {
    return line->block == own->block && !((line->rest ^ own->rest) & ((1u << SWRT_RACE_SITE_SHIFT) - 1));
}

/* A block of the launch that has ended and told nobody anything. Who comes behind it is behind all of the launch up to
 * that clock, so its reads can stand for those of others. */
static bool is_unknowable(const struct swrt_race_block *block, uint32_t number) {
    const struct swrt_race_launch *launch = block->launch;
    return number - launch->base < launch->count && !race_map_get(&block->race->live, number) &&
           !race_map_get(&launch->published, number);
}

/* Whether the line's accesses come behind all that were made, or are by the same threads. */
static bool comes_behind(const struct swrt_race_block *block, const struct swrt_race_slot *line,
                         const struct swrt_race_slot *own) {
    return is_empty(line) || is_of_same_threads(line, own) || is_over(block, line);
}

static bool put_write(struct swrt_race_block *block, struct swrt_race_slot *write, struct swrt_race_slot *read,
                      const struct swrt_race_slot *own) {
    if (!comes_behind(block, write, own) || !comes_behind(block, read, own))
        return false;
    *write = *own;
    if (read)
        *read = (struct swrt_race_slot){0};
    return true;
}

static bool put_read(struct swrt_race_block *block, struct swrt_race_slot *write, struct swrt_race_slot *read,
                     const struct swrt_race_slot *own) {
    if (!comes_behind(block, write, own))
        return false;
    if (!is_empty(write) && is_of_same_threads(write, own) && race_slot_clk(write) == race_slot_clk(own))
        return true;
    if (comes_behind(block, read, own)) {
        *read = *own;
        return true;
    }
    if (!is_unknowable(block, read->block))
        return false;
    if (race_slot_clk(own) > race_slot_clk(read))
        read->clk += race_slot_clk(own) - race_slot_clk(read);
    return true;
}

/* Of the page's lines from `index` on, as many as there are and can be had. */
static uint32_t take_in_page(struct swrt_race_block *block, struct swrt_race_page *page, uint32_t index, uint32_t lines,
                             struct swrt_race_slot own, uint32_t thread_step, bool writes) {
    struct swrt_race_slot **plane = writes ? &page->line_writes : &page->line_reads;
    if (!*plane)
        race_plane_make(block->race, RACE_LINES, plane);
    for (uint32_t i = 0; i < lines; i++, own.rest += thread_step << SWRT_RACE_THREAD_SHIFT) {
        struct swrt_race_slot *write = page->line_writes ? &page->line_writes[index + i] : NULL;
        struct swrt_race_slot *read = page->line_reads ? &page->line_reads[index + i] : NULL;
        if (page->opened >> (index + i) & 1 || !(writes ? put_write : put_read)(block, write, read, &own))
            return i;
    }
    return lines;
}

uint32_t race_lines_take(struct swrt_race_block *block, uintptr_t address, uint32_t thread, uint32_t count,
                         uint32_t thread_step, uint32_t size, uint32_t site, bool writes) {
    uint32_t follow = follows(thread_step), fit = SWRT_RACE_LINE_BYTES / size; /* size is not 0 */
    bool is_power = !(size & (size - 1)) && size <= LARGEST;
    if (address % SWRT_RACE_LINE_BYTES || !is_power || !follow || count < fit || (size < 4 && follow == FOLLOW_DOWN))
        return 0;
    struct swrt_race_page *page = race_page_make(block->race, address);
    uint32_t index = index_of(address), lines = count / fit;
    if (lines > SWRT_RACE_PAGE_LINES - index)
        lines = SWRT_RACE_PAGE_LINES - index;
    if (!race_page_is_settled(block, page) || !race_have_one_clk(block, thread, lines * fit, thread_step))
        return 0;
    struct swrt_race_slot own = {
        .block = block->front.number,
        .clk = block->front.clk[thread] | site >> 16 << SWRT_RACE_UPPER_SHIFT,
        .rest = follow | (uint32_t)__builtin_ctz(size) << FOLLOW_BITS | thread << SWRT_RACE_THREAD_SHIFT |
                site << SWRT_RACE_SITE_SHIFT,
    };
    return take_in_page(block, page, index, lines, own, fit * thread_step, writes) * fit;
}

/* A line's slots, as if each access had come by itself. */
static void fill_slots(struct swrt_race_slot *slots, const struct swrt_race_slot *line) {
    uint32_t shape = line->rest & SHAPE, size = 1u << (shape >> FOLLOW_BITS), follow = shape & ((1 << FOLLOW_BITS) - 1);
    uint32_t run = size < 4 && follow != FOLLOW_SAME ? size << SWRT_RACE_RUN_SHIFT : 0;
    for (uint32_t i = 0; i < LINE_SLOTS; i++) {
        uint32_t after = i * 4 / size, thread = race_slot_thread(line);
        thread += follow == FOLLOW_UP ? after : follow == FOLLOW_DOWN ? -after : 0;
        slots[i] = (struct swrt_race_slot){
            line->block, line->clk | run,
            (line->rest & ~(uint32_t)SHAPE & ~((SWRT_RACE_THREADS - 1u) << SWRT_RACE_THREAD_SHIFT)) | SWRT_RACE_MASK |
                thread << SWRT_RACE_THREAD_SHIFT};
    }
}

static void open_in(struct swrt_race *race, struct swrt_race_slot *lines, struct swrt_race_slot **plane,
                    uint32_t index) {
    struct swrt_race_slot *line = lines ? &lines[index] : NULL;
    if (is_empty(line))
        return;
    if (!*plane)
        race_plane_make(race, RACE_SLOTS, plane);
    fill_slots(&(*plane)[index * LINE_SLOTS], line);
    *line = (struct swrt_race_slot){0};
}

void race_line_open(struct swrt_race *race, struct swrt_race_page *page, uintptr_t address) {
    uint32_t index = index_of(address);
    if (page->opened >> index & 1)
        return;
    page->opened |= 1ull << index;
    open_in(race, page->line_writes, &page->writes, index);
    open_in(race, page->line_reads, &page->reads, index);
}

/* Before somebody accesses all of the page: lines that are over for it stay, or go if it writes; others are opened. */
void race_lines_visit(struct swrt_race_block *block, struct swrt_race_page *page, uintptr_t base, bool writes) {
    for (uint32_t i = 0; (page->line_writes || page->line_reads) && i < SWRT_RACE_PAGE_LINES; i++) {
        struct swrt_race_slot *write = page->line_writes ? &page->line_writes[i] : NULL;
        struct swrt_race_slot *read = page->line_reads ? &page->line_reads[i] : NULL;
        bool is_fine = is_empty(write) || is_over(block, write);
        if (!is_fine || (writes && !is_empty(read) && !is_over(block, read)))
            race_line_open(block->race, page, base + i * SWRT_RACE_LINE_BYTES);
    }
    if (writes) {
        race_plane_free(block->race, RACE_LINES, &page->line_writes);
        race_plane_free(block->race, RACE_LINES, &page->line_reads);
    }
}

/* Lines of which all goes become as new once their slots are empty; those of which a part goes are opened. */
void race_lines_forget(struct swrt_race *race, struct swrt_race_page *page, uintptr_t first, uintptr_t last) {
    uint32_t from = index_of(first), to = index_of(last);
    for (uint32_t i = from; i <= to; i++) {
        uintptr_t start = (first & ~(uintptr_t)(SWRT_RACE_PAGE_BYTES - 1)) + i * SWRT_RACE_LINE_BYTES;
        if (start < first || start + SWRT_RACE_LINE_BYTES - 1 > last) {
            race_line_open(race, page, start);
            continue;
        }
        page->opened &= ~(1ull << i);
        if (page->line_writes)
            page->line_writes[i] = (struct swrt_race_slot){0};
        if (page->line_reads)
            page->line_reads[i] = (struct swrt_race_slot){0};
    }
    if (to - from + 1 == SWRT_RACE_PAGE_LINES && !page->opened) {
        race_plane_free(race, RACE_LINES, &page->line_writes);
        race_plane_free(race, RACE_LINES, &page->line_reads);
    }
}
