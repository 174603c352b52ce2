/* Interleavings of a program's threads, each read reading what was written last: sequential consistency, by brute force.
 *
 * For learning what a launch accesses before it is explored, and for tests: what is here takes all orders, and knows no
 * model. */
#ifndef SWRT_LAUNCH_INTERLEAVE_H
#define SWRT_LAUNCH_INTERLEAVE_H

#include "explore/program.h"

enum swrt_interleaved {
    SWRT_INTERLEAVED_ENDED,
    SWRT_INTERLEAVED_STUCK,   /* threads wait that nobody lets go on */
    SWRT_INTERLEAVED_STOPPED, /* an assertion has failed, or a thread was stopped: `event` */
    SWRT_INTERLEAVED_REFUSED,
    SWRT_INTERLEAVED_TOO_LONG, /* more events than an interleaving may have */
};

struct swrt_interleaving;

/* Called at the end of each; thread, event: what stopped it. What memory is then swrt_interleaved_value says. False: that is
 * enough. seen: called with each event, or null. */
struct swrt_interleave {
    void *data;
    bool (*ended)(void *data, struct swrt_interleaving *in, enum swrt_interleaved how, uint32_t thread,
                  const struct swrt_explore_event *event);
    void (*seen)(void *data, uint32_t thread, const struct swrt_explore_event *event);
    uint64_t most; /* interleavings */
};

uint64_t swrt_interleaved_value(struct swrt_interleaving *in, uint64_t address, uint32_t size);

/* All of them, one after the other; how many there were. *is_complete: none was left out. */
uint64_t swrt_interleave_all(const struct swrt_explore_program *program, const struct swrt_interleave *how,
                             bool *is_complete);
/* One, by random: as the seed says. */
void swrt_interleave_random(const struct swrt_explore_program *program, const struct swrt_interleave *how,
                            uint64_t seed);

#endif
