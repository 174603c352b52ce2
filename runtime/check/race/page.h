/* Pages of shadow memory, and their lines: accesses side by side, 64 bytes at a time. */
#ifndef SWRT_RACE_PAGE_H
#define SWRT_RACE_PAGE_H

#include "check/race/race.h"

/* --- page.c ------------------------------------------------------------------------------------------------------- */

struct swrt_race_page *race_page_find(struct swrt_race *race, uintptr_t address);
struct swrt_race_page *race_page_make(struct swrt_race *race, uintptr_t address);
/* A plane of a page's slots, of its lines. */
enum race_plane { RACE_SLOTS, RACE_LINES, RACE_PLANES };
void race_plane_make(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane);
void race_plane_free(struct swrt_race *race, enum race_plane kind, struct swrt_race_slot **plane);
void race_pages_clear(struct swrt_race *race);

/* --- line.c ------------------------------------------------------------------------------------------------------- */

/* Accesses side by side: of `count`, those of the first lines, as far as these can be had as such. Their number. */
uint32_t race_lines_take(struct swrt_race_block *block, uintptr_t address, uint32_t thread, uint32_t count,
                         uint32_t thread_step, uint32_t size, uint32_t site, bool writes);
uint32_t race_line_left(uintptr_t address, uint32_t count, uint32_t size); /* of `count`, those that begin in it */
/* From now on the slots of the line around the address are used. */
void race_line_open(struct swrt_race *race, struct swrt_race_page *page, uintptr_t address);
void race_lines_visit(struct swrt_race_block *block, struct swrt_race_page *page, uintptr_t base, bool writes);
void race_lines_forget(struct swrt_race *race, struct swrt_race_page *page, uintptr_t first, uintptr_t last);

#endif
