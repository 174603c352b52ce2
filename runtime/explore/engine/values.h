/* What the files of the search by values share, as far as threads run alone (values.c): values, and their conditions.
 *
 *     values_support.c   conditions on what reads got
 *     values_domain.c    the values that a place may hold, each with its conditions
 */
#ifndef SWRT_ENGINE_VALUES_H
#define SWRT_ENGINE_VALUES_H

#include "explore/engine/parts.h"

enum { SWRT_SUPPORT_CONDITIONS = 24 };

/* Reads (thread, number) and what they got, in order. */
struct swrt_support {
    unsigned count;
    struct {
        uint16_t read;
        uint64_t value;
    } at[SWRT_SUPPORT_CONDITIONS];
};

/* A value that a thread writes to a place, if one of its supports holds. depth: how many writes of the place it comes from
 * at least, its own among them. */
struct swrt_value {
    uint64_t address, value;
    uint32_t size;
    uint8_t thread;
    unsigned depth, count;
    struct swrt_support *supports;
};

/* A place, and how many writes to it each thread's run has at most. */
struct swrt_values_place {
    uint64_t address;
    uint32_t size;
    uint16_t writes[SWRT_EXPLORE_THREADS];
};

struct swrt_values {
    struct swrt_tree *tree;
    struct swrt_outcomes *outcomes;
    struct swrt_traces *traces; /* null: values are still looked for */
    unsigned events, turns, values_of_place;
    struct swrt_value **values;
    struct swrt_values_place *places;
    unsigned count, num_places;
    uint64_t ends; /* of runs, in this round */
    bool has_changed, is_over;
    /* the run at hand */
    unsigned thread;
    uint64_t got[SWRT_EXPLORE_READS];
    uint32_t nodes[SWRT_EXPLORE_READS];
    bool is_own[SWRT_EXPLORE_READS]; /* it read what was there before, or its own thread's */
};

/* --- values_support.c --------------------------------------------------------------------------------------------- */

/* Adds a condition; false: it contradicts. What has no room is left out, which allows more. */
bool swrt_support_require(struct swrt_support *support, uint16_t read, uint64_t value);
/* The same with all that another has. */
bool swrt_support_require_all(struct swrt_support *support, const struct swrt_support *more);

/* Adds a way in which the value comes to be written; false: there is one that asks for no more. */
bool swrt_value_add_support(struct swrt_value *value, const struct swrt_support *support);

/* Whether the run at hand, up to `reads` reads, does not contradict. */
bool swrt_support_fits_run(const struct swrt_values *s, const struct swrt_support *support, unsigned reads);

/* --- values_domain.c ---------------------------------------------------------------------------------------------- */

/* Whether the value is of the event's place. */
static inline bool swrt_value_is_of(const struct swrt_value *value, const struct swrt_explore_event *event) {
    return value->address == event->address && value->size == event->size;
}

/* Notes that the search is not the whole. */
void swrt_values_hit(struct swrt_values *s, enum swrt_explore_bound bound);

/* Adds the value that the run at hand writes at the node, or new conditions of it. */
void swrt_values_add(struct swrt_values *s, uint32_t at);

#endif
