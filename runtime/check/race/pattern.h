/* Plain accesses that have not been looked at yet: loops of them, as hooks tell them. */
#ifndef SWRT_RACE_PATTERN_H
#define SWRT_RACE_PATTERN_H

#include "check/race/race.h"

/* step: bytes from one access to the next. */
struct race_loop {
    uint32_t count;
    int64_t step;
    uint32_t thread_step;
};
enum { RACE_LOOPS = 3 };

/* What a pattern has had so far: rows of `count` accesses (0: of the first row that is not known yet), each `step`
 * bytes from the one before, for the threads whose bits are set in `threads`, of which `first` is the first and `end`
 * is behind the last. x and y are of the thread whose row begins at `origin`, in blocks of `width` threads a row;
 * knows_x, knows_y: whether it is known how rows follow each other. row, row_thread: the row at hand, or the run of
 * threads with one access each. dull: how many patterns in a row were short; skips: how many accesses are looked at
 * without delay, because of that. */
enum race_along { RACE_ALONG_NONE, RACE_ALONG_ROW, RACE_ALONG_THREADS };
struct race_nest {
    uintptr_t origin, row;
    int64_t step, step_x, step_y;
    uint32_t x, y, width, count, row_thread, first, end;
    enum race_along along;
    bool knows_x, knows_y;
    uint32_t dull, skips;
    uint32_t threads[SWRT_RACE_THREADS / 32];
};
void race_patterns_start(struct swrt_race_block *block);
/* Before anything changes what the block's threads know, or their clocks. */
void race_patterns_compare(struct swrt_race_block *block);

#endif
