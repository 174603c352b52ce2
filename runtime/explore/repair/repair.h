/* What forbids an outcome: the fewest changes after which no execution has it. */
#ifndef SWRT_REPAIR_REPAIR_H
#define SWRT_REPAIR_REPAIR_H

#include "explore/engine/explore.h"
#include "explore/repair/edited.h"

enum { SWRT_REPAIR_EDITS = 3 };

struct swrt_repair {
    unsigned count;
    struct swrt_edit edits[SWRT_REPAIR_EDITS];
};

/* list: fewest changes first. is_absent: nothing has it as it is. is_interleaving: SC has it, so that no fence, order or
 * scope forbids it. is_hopeless: all changes together do not forbid it. is_complete: all sets of changes were tried, each
 * to its end. needless: fences that can be left out with the same outcomes (swrt_repair_needless). */
struct swrt_repairs {
    struct swrt_repair *list;
    unsigned count;
    uint64_t *needless;
    unsigned num_needless;
    bool is_absent, is_interleaving, is_hopeless, is_complete;
    uint64_t tried;
};

/* Looks for up to `most` repairs of what options->question asks about. */
struct swrt_repairs *swrt_repair_find(const struct swrt_explore_program *program,
                                      const struct swrt_explore_options *options, unsigned most);

/* Looks for fences that are not needed, each by itself: without it the outcomes are the same. */
struct swrt_repairs *swrt_repair_needless(const struct swrt_explore_program *program,
                                          const struct swrt_explore_options *options);
void swrt_repairs_close(struct swrt_repairs *repairs);

#endif
