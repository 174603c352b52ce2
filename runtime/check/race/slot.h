/* Slots, which say who accessed 4 bytes (shadow.h): what each of their numbers is, and runs of threads. */
#ifndef SWRT_RACE_SLOT_H
#define SWRT_RACE_SLOT_H

#include "check/race/engine.h"
#include "check/race/race.h"

#define INLINE static inline __attribute__((always_inline)) /* where every access passes */

static inline bool race_slot_is_empty(const struct swrt_race_slot *slot, uint32_t owner) {
    return owner ? slot->block != owner : !(slot->block | slot->rest);
}
static inline uint32_t race_slot_list(const struct swrt_race_slot *slot, uint32_t owner) {
    return owner ? slot->clk : slot->block;
}
static inline void race_slot_set_list(struct swrt_race_slot *slot, uint32_t owner, uint32_t index) {
    *slot = owner ? (struct swrt_race_slot){owner, index, 0} : (struct swrt_race_slot){index, 0, 0};
}
/* Of bytes from an address on, those in its granule: their mask, and how many they are. */
static inline uint32_t race_bytes_in_granule(uintptr_t address, size_t size, uint32_t *mask) {
    uint32_t before = address % 4, bytes = size < 4 - before ? (uint32_t)size : 4 - before;
    *mask = ((1u << bytes) - 1) << before;
    return bytes;
}
static inline uint32_t race_slot_site(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_SITE_SHIFT | slot->clk >> SWRT_RACE_UPPER_SHIFT << 16;
}
static inline uint32_t race_slot_thread(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_THREAD_SHIFT & (SWRT_RACE_THREADS - 1);
}
static inline uint32_t race_slot_strength(const struct swrt_race_slot *slot) {
    return slot->rest >> SWRT_RACE_STRENGTH_SHIFT & 3;
}
static inline uint32_t race_slot_clk(const struct swrt_race_slot *slot) {
    return slot->clk & SWRT_RACE_CLK_LAST;
}
/* Whether all of the block know of the accessor, as far as numbers tell. */
static inline bool race_front_knows(const struct swrt_race_front *front, const struct swrt_race_slot *by) {
    if (by->block == front->number)
        return race_slot_clk(by) <= front->known;
    return by->block < front->below_block || (by->block == RACE_HOST_BLOCK && race_slot_clk(by) <= front->host_known);
}
static inline uint32_t race_slot_run(const struct swrt_race_slot *slot) {
    return slot->clk >> SWRT_RACE_RUN_SHIFT & 3;
}
/* Adds an accessor to a slot of one, of one block, epoch and site: other bytes of the thread, or the next thread's of a
 * run, which a slot of one thread's byte or two may become. False: it does not fit. */
static inline bool race_run_add(struct swrt_race_slot *slot, const struct swrt_race_slot *by) {
    uint32_t site_and_strength = ~(uint32_t)0 << SWRT_RACE_SITE_SHIFT | 3 << SWRT_RACE_STRENGTH_SHIFT;
    uint32_t mask = by->rest & SWRT_RACE_MASK, held = slot->rest & SWRT_RACE_MASK, run = race_slot_run(slot);
    if (slot->block != by->block || (slot->clk & ~(uint32_t)SWRT_RACE_RUN) != by->clk ||
        (slot->rest ^ by->rest) & site_and_strength || race_slot_strength(by))
        return false;
    if (!run && race_slot_thread(slot) == race_slot_thread(by)) {
        slot->rest |= mask;
        return true;
    }
    uint32_t bytes = mask & (mask - 1) ? 2 : 1, at = (uint32_t)__builtin_ctz(mask);
    uint32_t unit = (1u << bytes) - 1, before = run ? 0 : (uint32_t)__builtin_ctz(held) / bytes;
    uint32_t first = race_slot_thread(slot) - before;
    bool is_one = held == unit << before * bytes; /* an element, where elements are */
    bool fits = mask == unit << at && at % bytes == 0 && (run ? run == bytes : is_one) && first < SWRT_RACE_THREADS &&
                first + at / bytes == race_slot_thread(by);
    if (!fits)
        return false;
    slot->clk = by->clk | bytes << SWRT_RACE_RUN_SHIFT;
    slot->rest = (by->rest & site_and_strength) | held | mask | first << SWRT_RACE_THREAD_SHIFT;
    return true;
}
/* Of a slot of one accessor or a run: whether the thread is who accessed these bytes. */
static inline bool race_slot_is_by(const struct swrt_race_slot *slot, uint32_t thread, uint32_t mask) {
    uint32_t run = race_slot_run(slot);
    if (!run)
        return race_slot_thread(slot) == thread;
    if (mask & (mask - 1) && (run != 2 || (mask != 3 && mask != 12)))
        return false;
    return race_slot_thread(slot) + (uint32_t)__builtin_ctz(mask) / run == thread;
}

#endif
