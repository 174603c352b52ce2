/* What the files of the search for repairs (repair.c) share.
 *
 *     sites.c        what threads do where, as seen in a run of everything
 *     candidates.c   changes that could help there
 *     try.c          whether some changes do
 *     needless.c     fences that can be left out
 */
#ifndef SWRT_REPAIR_PARTS_H
#define SWRT_REPAIR_PARTS_H

#include "explore/engine/parts.h"
#include "explore/repair/repair.h"

enum { SWRT_REPAIR_SITES = 128, SWRT_REPAIR_PLACES = 64, SWRT_REPAIR_CANDIDATES = SWRT_EDITS };

/* A place in memory: who comes there. */
struct swrt_repair_place {
    uint64_t address, threads;
    uint32_t size;
    bool is_written;
};

/* What is known of a site. kind, flags and so on: of its first event. threads: who comes there; places: what they access
 * there, a bit for each. is_unfenced: some thread comes there from something else than a sequentially consistent fence. */
struct swrt_repair_site {
    uint64_t number, behind, address, threads, places;
    uint32_t order, scope, flags, size;
    enum swrt_explore_kind kind;
    bool has_before, is_half, is_unfenced;
};

struct swrt_repair_search {
    const struct swrt_explore_options *options;
    const struct swrt_explore_program *program;
    struct swrt_repairs *repairs;
    struct swrt_edited edited;
    struct swrt_repair_site sites[SWRT_REPAIR_SITES];
    struct swrt_repair_place places[SWRT_REPAIR_PLACES];
    unsigned num_sites, num_places, most;
    uint64_t last[SWRT_EXPLORE_THREADS]; /* the site at which each thread was, and whether it was at one */
    bool has_last[SWRT_EXPLORE_THREADS], was_fence[SWRT_EXPLORE_THREADS];
    struct swrt_edit candidates[SWRT_REPAIR_CANDIDATES];
    unsigned num_candidates;
    unsigned chosen[SWRT_REPAIR_EDITS], num_chosen;
    struct swrt_explore_watch *watch; /* of the first exploration: in that order for all */
    unsigned num_watch;
    bool had_deadlock, is_over;
};

/* --- repair.c ----------------------------------------------------------------------------------------------------- */

/* A search in which nothing has been explored yet. */
struct swrt_repair_search *swrt_repair_begin(const struct swrt_explore_program *program,
                                             const struct swrt_explore_options *options);

/* Drops the search, but for what it has found. */
struct swrt_repairs *swrt_repair_end(struct swrt_repair_search *s);

/* --- sites.c ------------------------------------------------------------------------------------------------------ */

/* Notes an event of the program (seen of struct swrt_edited). */
void swrt_repair_see(void *self, uint32_t thread, const struct swrt_explore_event *event);

/* --- candidates.c ------------------------------------------------------------------------------------------------- */

/* Lists the changes that could help: fences, barriers, then stronger accesses. */
void swrt_repair_find_candidates(struct swrt_repair_search *s);

/* --- try.c -------------------------------------------------------------------------------------------------------- */

/* What the program does with changes; the caller closes it. */
struct swrt_outcomes *swrt_repair_explore(struct swrt_repair_search *s, const struct swrt_edit *edits, unsigned count,
                                          bool compares);

/* The same as it is, with all sites noted. */
struct swrt_outcomes *swrt_repair_explore_first(struct swrt_repair_search *s, bool compares);

/* Whether one of the outcomes (of those that SC has) is what is asked about. */
bool swrt_repair_has_asked(const struct swrt_repair_search *s, const struct swrt_outcomes *outcomes, bool in_sc);

/* Whether nothing has what is asked about, with these changes. Nor may a thread wait for ever, if none did. */
bool swrt_repair_forbids(struct swrt_repair_search *s, const struct swrt_edit *edits, unsigned count);

/* The same of the chosen ones, and all candidates from `from` on; barriers may make others wait, and are not put together. */
bool swrt_repair_could_forbid(struct swrt_repair_search *s, unsigned from);

#endif
