/* A program with changes: fences and barriers that are put in, orders and scopes that are raised, fences that are left out.
 * Changes are made to what a program tells on its way to the engine; the program itself knows nothing of them. */
#ifndef SWRT_REPAIR_EDITED_H
#define SWRT_REPAIR_EDITED_H

#include "explore/program.h"

enum swrt_edit_kind {
    SWRT_EDIT_FENCE,   /* a sequential fence before the events of the site */
    SWRT_EDIT_BARRIER, /* a barrier of the block (scope BLOCK) or warp (THREAD) before the events of the site */
    SWRT_EDIT_ORDER,   /* the site's accesses get an order: a read acquires, a write releases, an atomic does both */
    SWRT_EDIT_SCOPE,   /* the site's accesses, or fences, get the scope */
    SWRT_EDIT_PLACE,   /* all plain accesses of a place become volatile */
    SWRT_EDIT_REMOVE,  /* the fences of the site are left out */
};

/* site: where; behind: the site of what comes before that, as seen in some run (FENCE, BARRIER). address, size: of PLACE.
 * order: of ORDER, if an atomic is only to acquire, or only to release. is_after: a BARRIER after the events of the site. */
struct swrt_edit {
    enum swrt_edit_kind kind;
    uint32_t order, scope, size;
    uint64_t site, behind, address;
    bool is_after;
};

enum { SWRT_EDITS = 64 };

struct swrt_edited {
    struct swrt_explore_program program; /* with the changes */
    const struct swrt_explore_program *inner;
    struct swrt_edit edits[SWRT_EDITS];
    unsigned count;
    /* of each thread: what comes behind what was put in, and from which edit on others may be put in */
    struct swrt_explore_event held[SWRT_EXPLORE_THREADS];
    bool holds[SWRT_EXPLORE_THREADS];
    uint64_t last[SWRT_EXPLORE_THREADS]; /* the site of what it told last, if that was no turn */
    bool has_last[SWRT_EXPLORE_THREADS];
    unsigned at[SWRT_EXPLORE_THREADS];
    uint64_t blocks[SWRT_EXPLORE_THREADS], warps[SWRT_EXPLORE_THREADS];
    /* told of each event of the program, if not null */
    void (*seen)(void *self, uint32_t thread, const struct swrt_explore_event *event);
    void *self;
};

void swrt_edited_open(struct swrt_edited *edited, const struct swrt_explore_program *program);
void swrt_edited_set(struct swrt_edited *edited, const struct swrt_edit *edits, unsigned count);

#endif
